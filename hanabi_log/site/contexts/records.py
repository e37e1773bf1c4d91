"""Records: the best score of every ruleset and number of players, and who shares it."""

from __future__ import annotations

from dataclasses import dataclass

from hanabi_log.i18n import _, ngettext
from hanabi_log.site import words
from hanabi_log.site.charts.base import Chart
from hanabi_log.site.charts.timeline import record_chart
from hanabi_log.site.contexts.base import Frame, GameCard, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.stats.bests import Best, bests, timeline


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a setup. The game drawn is the first that reached it."""

    rules: str = holds("the ruleset as it is spelled")
    setup: str = says("the number of players, and of how many games it is the best")
    game: GameCard = holds("the first game that reached it")
    shared: tuple[GameCard, ...] = holds("later games that equal it, up to six")
    more: str = says("how many further games equal it, in words; may be empty")


@dataclass(frozen=True, kw_only=True)
class RecordsPage(Frame):
    """The records of the club."""

    lede: str = says("what a record is")
    timeline: Chart | None = says("how records rose; none while no record was beaten")
    records: tuple[Record, ...] = holds("the records, setups with most games first")


SHARED = 6
MOST = 24
"""Setups on the page; the file with the data has all of them."""


def records(setting: Setting) -> Page:
    """The page of records."""
    log = setting.log
    plays = log.plays
    found = sorted(bests(plays), key=lambda best: -best.n)
    rise = record_chart(timeline(plays), {best.cell: best.n for best in found})
    made = []
    for best in found[:MOST]:
        cards = [setting.cards.card(game) for game in log.drawn(best.plays[: SHARED + 1])]
        made.append(
            Record(
                rules=best.cell.ruleset,
                setup=_setup(best),
                game=cards[0],
                shared=tuple(cards[1:]),
                more=_more(len(best.plays) - len(cards)),
            )
        )
    context = RecordsPage(
        **setting.frame(
            "records.html",
            _("Records"),
            description=_("The best score of every ruleset and number of players."),
            cards=[record.game for record in made],
            charts=rise is not None,
        ),
        lede=_("The best score of every ruleset and number of players, the first to reach it."),
        timeline=rise,
        records=tuple(made),
    )
    return Page("records.html", "records.html", context)


def _setup(best: Best) -> str:
    return _("{players}, best of {games}").format(
        players=words.players(best.cell.seats), games=words.games(best.n)
    )


def _more(count: int) -> str:
    if count < 1:
        return ""
    return ngettext("and {n} more game", "and {n} more games", count).format(n=words.number(count))
