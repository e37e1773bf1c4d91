"""What the calculator and the page for the table share: the rules, and the words of the form.

Both let people tap in an end state. Scripts draw it and say what it comes to; what they say
is given to them here, so that it is translated with everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import Scale, band_label, bands
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _, ngettext
from hanabi_log.rulebook import Rulebook
from hanabi_log.site import words
from hanabi_log.site.charts.base import Column, Table, as_json
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.fireworks import sprite
from hanabi_log.site.rulesjson import rules_json
from hanabi_log.stats.packed import Facts


def table_frame(setting: Setting, path: str, title: str, description: str) -> dict[str, Any]:
    """The values of a Frame for a page with the form: all symbols, and its own sheet."""
    frame = setting.frame(path, title, description=description, sheets=("tools.css",))
    return {**frame, "sprite": sprite(True)}


def house_rulesets(setting: Setting) -> tuple[Ruleset, ...]:
    """The club's own rulesets in use, each in its newest definition, those played most first."""
    shipped = Rulebook().names
    log = setting.log
    # In the order of their first use: a changed definition comes after the one before.
    played = log.plays.tally_by(_digest)
    latest: dict[str, Ruleset] = {}
    games = Counter[str]()
    for digest, count in played.items():
        ruleset = log.club.rulesets[digest]
        if ruleset.known and ruleset.spec.partition("+")[0] not in shipped:
            latest[ruleset.spec] = ruleset
            games[ruleset.spec] += count
    return tuple(latest[spec] for spec in sorted(latest, key=lambda spec: (-games[spec], spec)))


def _digest(facts: Facts) -> str:
    return facts.digest


def rules_block(house: Iterable[Ruleset]) -> Markup:
    """Editions, modules and the club's own rulesets as JSON."""
    return rules_json(Rulebook(), house)


def words_block(own: Mapping[str, str | Sequence[str]]) -> Markup:
    """The words of the form and those of one page as JSON; pairs are for one and for more."""
    return as_json({**_form_words(), **own})


def _form_words() -> dict[str, str | list[str]]:
    return {
        "house": _("House rules"),
        "editions": _("Editions"),
        "no_modules": _("No modules"),
        "stack": _("{suit} {number}"),
        "join": _(", "),
        "no_strikes": _("no strikes"),
        "strikes": [
            ngettext("{made} strike of {allowed}", "{made} strikes of {allowed}", n) for n in (1, 2)
        ],
        "struck": [
            ngettext(
                "{made} strike of {allowed}: struck out",
                "{made} strikes of {allowed}: struck out",
                n,
            )
            for n in (1, 2)
        ],
        "points": [ngettext("{n} point · {percent}", "{n} points · {percent}", n) for n in (1, 2)],
        "on_table": _("{points} on the table"),
        "no_score": _("{points} on the table, no score"),
        "counts": _("{points} on the table, counts {score} · {percent}"),
        "stretched": _("Bands stretched to {most}; no box prints them."),
        "hint": _("Tap the last card of each firework, or tap the sky to lay one card more."),
        "impossible": _("This cannot have happened"),
    }


def scale_table() -> Table:
    """The bands up to 25 and, stretched, up to 30, for readers without scripts too."""
    scale: Scale = "scaled"
    small, large = bands(scale, 25), bands(scale, 30)
    return Table(
        caption=_("Bands by score"),
        columns=(Column(_("Band"), False), Column(_("of 25")), Column(_("of 30"))),
        rows=tuple(
            (band_label(one.key), _range(one.low, one.high, 25), _range(two.low, two.high, 30))
            for one, two in zip(small, large, strict=True)
        ),
        note=_("The first is printed in the boxes; the second is stretched and stands in none."),
    )


def _range(low: int | None, high: int | None, most: int) -> str:
    last = words.number(most if high is None else high)
    if low is None:
        return _("up to {n}").format(n=last)
    first = words.number(low)
    return first if first == last else words.span(first, last)
