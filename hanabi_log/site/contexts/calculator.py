"""The calculator: tap in an end state, see what it comes to, under any rules.

The page explains how a sum is made and has the scale as a table, so it says something
without scripts too.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site.charts.base import Table
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.contexts.table import (
    house_rulesets,
    rules_block,
    scale_table,
    table_frame,
    words_block,
)
from hanabi_log.site.hoolajson import hoola_json

PATH = "calculator.html"
PROGRAMS = ("rules.js", "table.js", "calculator.js", "hoola.js")


@dataclass(frozen=True, kw_only=True)
class CalculatorPage(Frame):
    """The calculator."""

    lede: str = says("what the page does")
    scripts: tuple[str, ...] = says("its scripts, from `top`, in the order they need")
    house: tuple[str, ...] = holds("the club's own rulesets that can be chosen")
    rules: Markup = says("editions, modules and house rules as JSON for the scripts")
    words: Markup = says("the words of the scripts as JSON")
    hoola: Markup = says("the rules of Hoola King as JSON")
    method: tuple[str, ...] = says("how a sum is made, in sentences")
    scale: Table = says("the bands as a table")


def calculator(setting: Setting) -> Page:
    """The calculator of one language."""
    house = house_rulesets(setting)
    context = CalculatorPage(
        **table_frame(
            setting,
            PATH,
            _("Calculator"),
            _("Score, percentage and band of a Hanabi game, under any rules."),
        ),
        lede=_("Tap in how a game ended and see what it comes to. Nothing is kept."),
        scripts=tuple(setting.assets[name] for name in PROGRAMS),
        house=tuple(ruleset.spec for ruleset in house),
        rules=rules_block(house),
        words=words_block(_words()),
        hoola=hoola_json(),
        method=_method(),
        scale=scale_table(),
    )
    return Page(PATH, "calculator.html", context)


def _method() -> tuple[str, ...]:
    return (
        _("Each firework gives the number of its last card; an empty one gives nothing."),
        _(
            "Black powder is laid from 5 down to 1. It gives nothing, and takes a point for"
            " each card that is missing."
        ),
        _(
            "After the last permitted strike the ruleset decides: the score is zero, there is"
            " none, or the points stay. What would have been is shown beside it."
        ),
        _("The percentage is the score out of what all fireworks together can give."),
    )


def _words() -> dict[str, str | list[str]]:
    return {
        "sum": _("{terms} = {points}"),
        "missing": [
            ngettext(
                "{suit} lacks {n} card, which takes a point.",
                "{suit} lacks {n} cards, which takes {n} points.",
                n,
            )
            for n in (1, 2)
        ],
        "of": _("{score} of {most} is {percent}."),
        "zero": _("Struck out: {spec} gives zero."),
        "none": _("Struck out: {spec} gives no score, the game is lost."),
        "keep": _("Struck out: {spec} lets the points stand."),
        "number": _("Struck out: {spec} gives {score}."),
        "floor": _("{spec} never goes below {score}."),
        "would": _("As the table lies it would have been {score} of {most}: {band}."),
        "won": _("Won or lost is all that {spec} knows: every firework is complete, so it is won."),
        "lost": _("Won or lost is all that {spec} knows: a firework is open, so it is lost."),
        "log": _("To log it"),
    }
