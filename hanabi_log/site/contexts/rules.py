"""The rulesets in use, each with its suits, its rules and the scale in force."""

# `holds` and `says` make fields, which the rule against calls in defaults cannot see.
# ruff: noqa: RUF009

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import band_label, bands
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _
from hanabi_log.rulebook import Rulebook
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import Stack, ladder, tokens


@dataclass(frozen=True, slots=True)
class RulesetCard:
    """A ruleset in use."""

    spec: str = holds("the ruleset as it is spelled")
    title: str = says("its title")
    marks: tuple[str, ...] = says("house-made, or no scale in any box")
    games: str = says("how many games, in words")
    suits: Markup | None = says("its suits with a complete stack each")
    facts: tuple[tuple[str, str], ...] = says("what the rules say, as pairs of words")
    bands: tuple[tuple[Markup, str, str], ...] = says("the scale: marks, range, name")


@dataclass(frozen=True, kw_only=True)
class RulesetsPage(Frame):
    """The rulesets that games were played under."""

    lede: str = says("what the page shows")
    cards: tuple[RulesetCard, ...] = holds("the rulesets, those with most games first")


def rulesets(setting: Setting) -> Page:
    """The rulesets in use, with the scale in force."""
    log = setting.log
    played = Counter(game.digest for game in log.games)
    order = sorted(played, key=lambda digest: (-played[digest], log.club.rulesets[digest].spec))
    shipped = Rulebook().names
    context = RulesetsPage(
        **setting.frame(
            "rulesets.html", _("Rules"), description=_("The rulesets in use and their scales.")
        ),
        lede=_("The rules that games here were played under, and the scale each one is read by."),
        cards=tuple(
            _ruleset(log.club.rulesets[digest], played[digest], shipped) for digest in order
        ),
    )
    return Page("rulesets.html", "rulesets.html", context)


def _ruleset(ruleset: Ruleset, played: int, shipped: Container[str]) -> RulesetCard:
    marks = []
    if ruleset.spec.partition("+")[0] not in shipped:
        marks.append(_("made by the house"))
    if ruleset.known and not ruleset.win_or_lose and ruleset.max_score != 25:
        marks.append(_("scale not printed in any box"))
    suits = tuple(
        Stack(suit.code, suit.last_card(5), 5, suit.direction == "down") for suit in ruleset.suits
    )
    return RulesetCard(
        spec=ruleset.spec,
        title=ruleset.label if ruleset.label != ruleset.spec else "",
        marks=tuple(marks),
        games=words.games(played),
        suits=tokens(suits) if suits else None,
        facts=_facts(ruleset),
        bands=_scale(ruleset),
    )


def _facts(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    if not ruleset.known:
        return ((_("Rules"), _("Nobody wrote down which rules were played.")),)
    found = [
        (_("Maximum"), words.number(ruleset.max_score)),
        (_("Cards"), words.number(ruleset.deck_size)),
        (_("Strikes that end it"), words.number(ruleset.strikes)),
        (_("Struck out"), _struck_out(ruleset)),
        (_("Hint tokens"), words.number(ruleset.hints)),
        (_("Last round"), _("yes") if ruleset.last_round else _("no, play goes on")),
    ]
    if ruleset.win_or_lose:
        found.insert(1, (_("Scale"), _("none: the game is won or lost")))
    if ruleset.min_points < 0:
        found.insert(1, (_("Least"), words.number(ruleset.min_points)))
    return tuple(found)


def _struck_out(ruleset: Ruleset) -> str:
    policy = ruleset.struck_out
    if ruleset.win_or_lose or policy == "none":
        return _("lost, no score")
    if policy == "keep":
        return _("keeps its points")
    return _("scores {n}").format(n=words.number(policy if isinstance(policy, int) else 0))


def _scale(ruleset: Ruleset) -> tuple[tuple[Markup, str, str], ...]:
    if not ruleset.known or ruleset.win_or_lose:
        return ()
    found = bands(ruleset.scale, ruleset.max_score)
    rows = []
    for place, band in enumerate(found, 1):
        high = words.number(ruleset.max_score if band.high is None else band.high)
        if band.low is None:
            text = _("up to {n}").format(n=high)
        else:
            low = words.number(band.low)
            text = low if low == high else words.span(low, high)
        rows.append((ladder(place, len(found)), text, band_label(band.key)))
    return tuple(rows)
