"""The rulesets in use, each with its suits, its rules and the scale in force."""

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
from hanabi_log.site.charts.base import setup_text
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.fireworks import Stack, ladder, tokens
from hanabi_log.stats.baselines import SHOWN_FROM, Baseline, Baselines
from hanabi_log.stats.packed import Facts

MOST_RULESETS = 20
"""Rows of the grid."""


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


@dataclass(frozen=True, slots=True)
class GridCell:
    """A setup in the grid."""

    value: str = says("its baseline; a dash where there are too few games")
    games: str = says("how many games, in words; empty where nobody played it")
    bar: Markup | None = says("the baseline as a bar from 0 to 25")


@dataclass(frozen=True, slots=True)
class GridRow:
    """A ruleset in the grid of difficulty."""

    spec: str = holds("the ruleset as it is spelled")
    cells: tuple[GridCell, ...] = says("one for each number of players")


@dataclass(frozen=True, slots=True)
class Grid:
    """What each setup usually gives: rulesets against numbers of players."""

    finding: str = says("which setup gives least and which most")
    columns: tuple[str, ...] = says("the numbers of players, in words")
    rows: tuple[GridRow, ...] = holds("the rulesets, those with most games first")
    note: str = says("how a number is made")


@dataclass(frozen=True, kw_only=True)
class RulesetsPage(Frame):
    """The rulesets that games were played under."""

    lede: str = says("what the page shows")
    grid: Grid | None = holds("how hard each setup is; none without scored games")
    cards: tuple[RulesetCard, ...] = holds("the rulesets, those with most games first")


def rulesets(setting: Setting) -> Page:
    """The rulesets in use, with the scale in force."""
    log = setting.log
    played = log.plays.tally_by(_digest)
    order = sorted(played, key=lambda digest: (-played[digest], log.club.rulesets[digest].spec))
    shipped = Rulebook().names
    context = RulesetsPage(
        **setting.frame(
            "rulesets.html",
            _("Rules"),
            description=_("The rulesets in use and their scales."),
            sheets=("pages.css",),
        ),
        lede=_("The rules that games here were played under, and the scale each one is read by."),
        grid=grid(setting.expected),
        cards=tuple(
            _ruleset(log.club.rulesets[digest], played[digest], shipped) for digest in order
        ),
    )
    return Page("rulesets.html", "rulesets.html", context)


def grid(expected: Baselines) -> Grid | None:
    """What each setup usually gives; None without games in a mean."""
    found = expected.setups
    games: Counter[str] = Counter()
    for (ruleset, _seats), baseline in found.items():
        games[ruleset] += baseline.n
    seats = sorted({seats for _ruleset, seats in found if seats})
    if not seats:
        return None
    order = sorted(games, key=lambda ruleset: (-games[ruleset], ruleset))[:MOST_RULESETS]
    return Grid(
        finding=_hardest([baseline for baseline in found.values() if baseline.shown]),
        columns=tuple(words.players(count) for count in seats),
        rows=tuple(
            GridRow(ruleset, tuple(_cell(found.get((ruleset, count))) for count in seats))
            for ruleset in order
        ),
        note=_(
            "Points on the scale of 25, setups with few games pulled towards wider means; shown"
            " from {games} on. It is what this club reached, not how hard the rules are as such."
        ).format(games=words.games(SHOWN_FROM)),
    )


def _digest(facts: Facts) -> str:
    return facts.digest


def _hardest(found: list[Baseline]) -> str:
    if len(found) < 2:
        return ""
    ranked = sorted(found, key=lambda baseline: (baseline.m, baseline.ruleset, baseline.seats))
    least, most = ranked[0], ranked[-1]
    return _("From {low} points with {least} to {high} with {most}.").format(
        low=words.number(least.m, 1),
        least=setup_text(least.ruleset, least.seats),
        high=words.number(most.m, 1),
        most=setup_text(most.ruleset, most.seats),
    )


def _cell(baseline: Baseline | None) -> GridCell:
    if baseline is None:
        return GridCell("", "", None)
    if not baseline.shown:
        return GridCell("–", words.games(baseline.n), None)
    return GridCell(
        words.number(baseline.m, 1),
        words.games(baseline.n),
        Markup(
            '<svg class="level" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
            f'<path class="rest" d="M0 0H100V4H0z"/><path class="bar" d="M0 0H{4 * baseline.m:.1f}'
            'V4H0z"/></svg>'
        ),
    )


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
