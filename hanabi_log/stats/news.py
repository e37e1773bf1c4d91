"""What is new for the club after a game.

A Standing holds the few facts about the earlier games that news can depend on, so that a
store may look them up without reading every game. This module is on the way of every
`add` and imports no other figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from hanabi_log.games.hanabi.bands import EVERY_BAND, band_label
from hanabi_log.games.hanabi.suits import RANKS, STANDARD_NAMES, Suit
from hanabi_log.i18n import _, ngettext
from hanabi_log.stats.counting import number_of
from hanabi_log.stats.plays import Play

Kind = Literal[
    "first_perfect", "perfect_streak", "record", "lineup_best", "band", "colour", "milestone"
]


class News(NamedTuple):
    """One thing that is new, as a kind and as a sentence."""

    kind: Kind
    text: str


NOBODY: Mapping[str, int] = {}


class Standing(NamedTuple):
    """The earlier games as far as the news about one further game depends on them.

    `games` counts the club's counted games, `people` those of everybody at the table.
    `best` is the best score with this ruleset, number of players and maximum, `lineup_best`
    the same for exactly this set of people; None without one. `perfect_run` counts the
    perfect games at the end of the group's games, 0 when a later game than the new one
    is there. `complete` are the suits that were ever completed.
    """

    games: int = 0
    people: Mapping[str, int] = NOBODY
    best: int | None = None
    lineup_best: int | None = None
    perfects: int = 0
    perfect_run: int = 0
    bands: frozenset[str] = frozenset()
    complete: frozenset[str] = frozenset()


def news(stands: Standing, new: Play, names: Mapping[str, str]) -> tuple[News, ...]:
    """What a counted game brings that was not there before, the rarest first.

    `names` has the people by id, and may have rulesets by spec; people who are missing are not
    spoken of.
    """
    return (
        *_perfects(stands, new),
        *_records(stands, new, names),
        *_band(stands, new),
        *_colours(stands, new),
        *_milestones(stands, new, names),
    )


def is_milestone(games: int) -> bool:
    """Whether a number of games is worth a word: 10, 50, and every full hundred."""
    return games in (10, 50) or (games > 0 and games % 100 == 0)


def _perfects(stands: Standing, new: Play) -> Iterator[News]:
    if new.outcome != "perfect":
        return
    if stands.perfects == 0:
        yield News("first_perfect", _("The club's first perfect game."))
    if stands.perfect_run:
        n = stands.perfect_run + 1
        text = ngettext("{n} perfect game in a row.", "{n} perfect games in a row.", n)
        yield News("perfect_streak", text.format(n=n))


def _records(stands: Standing, new: Play, names: Mapping[str, str]) -> Iterator[News]:
    score = number_of(new, "official")
    if score is None:
        return
    facts = {
        "ruleset": names.get(new.ruleset, new.ruleset),
        "seats": new.seats,
        "score": score,
        "most": new.max_score,
    }
    if stands.best is not None and score > stands.best:
        text = ngettext(
            "A record for {ruleset} with {seats} player: {score} of {most}, after {before}.",
            "A record for {ruleset} with {seats} players: {score} of {most}, after {before}.",
            new.seats,
        )
        yield News("record", text.format(before=stands.best, **facts))
        return
    together = len(new.people) == new.seats >= 2
    if together and stands.lineup_best is not None and score > stands.lineup_best:
        text = _(
            "The best of exactly these people with {ruleset}: {score} of {most}, after {before}."
        )
        yield News("lineup_best", text.format(before=stands.lineup_best, **facts))


def _band(stands: Standing, new: Play) -> Iterator[News]:
    if new.band is None or not stands.bands:
        return
    if EVERY_BAND.index(new.band) > max(map(EVERY_BAND.index, stands.bands)):
        yield News(
            "band", _("A band never reached before: {band}.").format(band=band_label(new.band))
        )


def _colours(stands: Standing, new: Play) -> Iterator[News]:
    fresh = [
        Suit(code=code, name=STANDARD_NAMES.get(code, code)).label
        for code, laid, _last in new.stacks or ()
        if laid == RANKS and stands.games and code not in stands.complete
    ]
    if fresh:
        text = ngettext(
            "A firework completed for the first time: {suits}.",
            "Fireworks completed for the first time: {suits}.",
            len(fresh),
        )
        yield News("colour", text.format(suits=", ".join(fresh)))


def _milestones(stands: Standing, new: Play, names: Mapping[str, str]) -> Iterator[News]:
    games = stands.games + 1
    if is_milestone(games):
        # Translators: n is 10, 50 or a multiple of 100.
        yield News("milestone", _("The club's {n}th game.").format(n=f"{games:,}"))
    for person in new.people:
        games = stands.people.get(person, 0) + 1
        if is_milestone(games) and person in names:
            # Translators: n is 10, 50 or a multiple of 100.
            text = _("{name}'s {n}th game.").format(n=f"{games:,}", name=names[person])
            yield News("milestone", text)
