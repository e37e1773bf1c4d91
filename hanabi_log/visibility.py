"""What may be published about a person, by one rule for the whole program.

What a person asked for holds. Whoever asked for nothing follows the tables they sat at:
each has the rule of its group, or the club's where the group has none, and the strictest
of them holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanabi_log.records import VISIBILITIES, Visibility


def strictest(first: Visibility, *others: Visibility) -> Visibility:
    """The one that shows least: hidden before alias, initials and full."""
    return max((first, *others), key=VISIBILITIES.index)


def effective_visibility(
    own: Visibility | None, tables: Iterable[Visibility | None], default: Visibility
) -> Visibility:
    """What may be published of a person who asked for `own`.

    `tables` has an entry for each group in whose games the person sat, and one for games
    without a group: the group's visibility, None where it has none of its own. `default`
    is the club's. Without an own wish and without games the default holds.
    """
    if own is not None:
        return own
    asked = [table or default for table in tables]
    return strictest(asked[0], *asked[1:]) if asked else default
