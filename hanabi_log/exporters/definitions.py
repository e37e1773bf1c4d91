"""Rules that have to go along with the games, because their name alone does not give them.

A house ruleset lives in a file that the reader of an export may not have, or may have
changed. An edition that the program ships is known by its name, unless a game was logged
under an earlier definition of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.rulebook import Rulebook


def unshipped(rules: Mapping[str, Ruleset]) -> dict[str, Ruleset]:
    """Those of the rules, by digest, that no spec of the shipped rulebook gives."""
    shipped = Rulebook()
    return {
        digest: ruleset for digest, ruleset in rules.items() if not _is_shipped(shipped, ruleset)
    }


def _is_shipped(shipped: Rulebook, ruleset: Ruleset) -> bool:
    try:
        return shipped.ruleset(ruleset.spec).digest == ruleset.digest
    except InvalidInput:
        return False
