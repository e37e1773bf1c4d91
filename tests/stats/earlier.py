"""The news of a game counted from all earlier games one by one, which the product never does."""

from collections.abc import Mapping, Sequence

from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.stats.counting import number_of
from hanabi_log.stats.news import News, Standing, news
from hanabi_log.stats.plays import Play


def news_after(before: Sequence[Play], new: Play, names: Mapping[str, str]) -> tuple[News, ...]:
    """What a game brings that was not there before; earlier games come in the order of play."""
    return news(standing(before, new), new, names) if new.counted else ()


def standing(before: Sequence[Play], new: Play) -> Standing:
    """The standing that the earlier games make."""
    games = perfects = run = 0
    people = dict.fromkeys(new.people, 0)
    best: int | None = None
    lineup_best: int | None = None
    bands, complete = set[str](), set[str]()
    for play in before:
        if not play.counted:
            continue
        games += 1
        for person in play.people:
            if person in people:
                people[person] += 1
        if play.outcome == "perfect":
            perfects += 1
        if play.group == new.group and play.outcome is not None:
            run = run + 1 if play.outcome == "perfect" and not _later(play, new) else 0
        if play.band is not None:
            bands.add(play.band)
        for code, laid, _last in play.stacks or ():
            if laid == RANKS:
                complete.add(code)
        score = number_of(play, "official")
        if score is not None and _setup(play) == _setup(new):
            best = score if best is None else max(best, score)
            if play.people == new.people:
                lineup_best = score if lineup_best is None else max(lineup_best, score)
    return Standing(
        games=games,
        people=people,
        best=best,
        lineup_best=lineup_best,
        perfects=perfects,
        perfect_run=run,
        bands=frozenset(bands),
        complete=frozenset(complete),
    )


def _setup(play: Play) -> tuple[str, int, int | None]:
    return play.ruleset, play.seats, play.max_score


def _later(play: Play, new: Play) -> bool:
    """Whether an earlier entry was played on a later date than the new game."""
    return (play.date or "") > (new.date or "")
