"""A game as a card: its picture, its sum, and what must be said beside it.

The score is what the ruleset makes of the points; where the two differ both are said. A
game of which only a number or an outcome is known has no picture, and says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import Scale, band_label, bands
from hanabi_log.games.hanabi.endstate import outcome_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import _, ngettext
from hanabi_log.records import Game
from hanabi_log.site import words
from hanabi_log.site.club import Seats
from hanabi_log.site.contexts.base import GameCard, GameSum
from hanabi_log.site.fireworks import Stack, fuses, ladder, landscape, tokens
from hanabi_log.site.games import result_of
from hanabi_log.site.gather import Gathered, Session
from hanabi_log.site.people import Name
from hanabi_log.stats.packed import Facts, Packed, Stacks


class Kit(NamedTuple):
    """What the cards of a ruleset are put together from: for each suit, by its last card."""

    codes: tuple[str, ...]
    stacks: tuple[tuple[Stack, ...], ...]
    phrases: tuple[tuple[str, ...], ...]
    penalties: tuple[tuple[str, tuple[int, ...]], ...]


class View(NamedTuple):
    """Stacks as a card shows them: drawn, in words, in the small form, and whether the drawing
    needs the rainbow's symbols.
    """

    picture: Markup | None
    sentence: str
    tokens: Markup | None
    rainbow: bool = False


PICTURES = 4096
"""How many pictures are kept: the same fireworks come up again, but a log has many."""


class Cards:
    """Makes the cards of games, with links relative to the root of the language.

    A log has more games than anything else, so what many of them share is made once: the
    pieces of a ruleset, the sum of equal results, pictures, and who sat at a table. Nothing
    but the order of the seats is asked of the log.
    """

    def __init__(self, log: Gathered) -> None:
        self._log = log
        self._plays = log.plays
        self._kits: dict[str, Kit] = {}
        self._sums: dict[tuple[object, ...], GameSum] = {}
        self._view = lru_cache(maxsize=PICTURES)(self._view_of)
        self._who = lru_cache(maxsize=PICTURES)(self._who_of)

    def card(self, game: Game, *, hero: bool = False) -> GameCard:
        """The card of a game."""
        session, number = self._log.place_of(game)
        seats = tuple([player.id if player else None for player in game.seats])
        return self._card(session, number, words.day(session.date), seats, hero=hero)

    def at(self, places: Sequence[int]) -> list[GameCard]:
        """The cards of the games at some places, whose seats are asked for in one go."""
        every = self._log.games.source.seats(places)
        return [self._at(place, seats) for place, seats in zip(places, every, strict=True)]

    def of_sessions(self, sessions: Sequence[Session]) -> Iterator[list[GameCard]]:
        """The cards of each of some sessions, whose seats are asked for in one go."""
        places = [place for session in sessions for place in session.games.places]
        seats = iter(self._log.games.source.seats(places))
        for session in sessions:
            day, seated = words.day(session.date), enumerate(islice(seats, len(session.games)), 1)
            yield [self._card(session, number, day, who) for number, who in seated]

    def _at(self, place: int, seats: Seats) -> GameCard:
        session = self._log.session_of(self._plays.evening[place])
        number = 1 + bisect_left(session.games.places, place)
        return self._card(session, number, words.day(session.date), seats)

    def _card(
        self, session: Session, number: int, day: str, seats: Seats, *, hero: bool = False
    ) -> GameCard:
        plays, place = self._plays, session.games.places[number - 1]
        fact, laid = plays.fact[place], plays.stack[place]
        facts = plays.shared.facts[fact]
        struck = facts.outcome == "struck_out"
        picture, sentence, small, rainbow = self._view(facts.digest, laid, struck, hero)
        people, guests = self._who(seats)
        return GameCard(
            number,
            f"game-{number}",
            session.anchor(number),
            day,
            picture,
            sentence,
            small,
            self._sum(fact, laid),
            people,
            guests,
            facts.tags,
            rainbow,
        )

    def stacks(self, game: Game) -> tuple[Stack, ...]:
        """The stacks in the order of the ruleset; empty when they were not logged."""
        session, number = self._log.place_of(game)
        return self.stacks_in(self._plays, session.games.places[number - 1])

    def stacks_in(self, plays: Packed, place: int) -> tuple[Stack, ...]:
        """The stacks of one of some plays, as `stacks` has them."""
        laid = plays.shared.stacks[plays.stack[place]]
        kit = self._kit(plays.shared.facts[plays.fact[place]].digest)
        return tuple([stacks[last] for stacks, last in zip(kit.stacks, _lasts(laid), strict=False)])

    def _kit(self, digest: str) -> Kit:
        return self._kits.get(digest) or self._kits.setdefault(
            digest, _kit_of(self._log.club.rulesets[digest])
        )

    def _view_of(self, digest: str, laid: int, struck: bool, hero: bool) -> View:
        kit, lasts = self._kit(digest), _lasts(self._plays.shared.stacks[laid])
        stacks = [stacks[last] for stacks, last in zip(kit.stacks, lasts, strict=False)]
        said = [phrases[last] for phrases, last in zip(kit.phrases, lasts, strict=False)]
        if not stacks:
            return View(None, "", None)
        picture = landscape(stacks, struck_out=struck, hero=hero)
        rainbow = not struck and "M" in kit.codes
        return View(picture, words.listing(said), tokens(stacks, struck), rainbow)

    def _who_of(self, seats: Seats) -> tuple[tuple[Name, ...], str]:
        shown = self._log.people.shown
        people = tuple([shown[one].name for one in seats if one is not None and one in shown])
        guests = len(seats) - len(people)
        return people, words.guests(guests) if guests else ""

    def _sum(self, number: int, laid: int) -> GameSum:
        """The sum of the facts and the stacks with these numbers."""
        facts, stacks = self._plays.shared.facts[number], self._plays.shared.stacks[laid]
        missing = _missing(stacks, self._kit(facts.digest))
        found = self._sums.get((number, missing, stacks is None))
        if found is None:
            # Facts that differ in nothing that a sum says share one.
            key = facts._replace(tags=(), talk=None, win_or_lose=False), missing, stacks is None
            found = self._sums.get(key)
            if found is None:
                found = _sum_of(facts, self._log.ruleset(facts), missing, drawn=stacks is not None)
            self._sums[key] = self._sums[number, missing, stacks is None] = found
        return found


def _kit_of(ruleset: Ruleset) -> Kit:
    suits, last_cards = ruleset.suits, range(RANKS + 1)
    pattern = _("{suit} {number}")
    return Kit(
        tuple(suit.code for suit in suits),
        tuple(
            tuple(
                Stack(suit.code, last, suit.cards_laid(last), suit.direction == "down")
                for last in last_cards
            )
            for suit in suits
        ),
        tuple(
            tuple(pattern.format(suit=label, number=last) for last in last_cards)
            for label in (suit.label for suit in suits)
        ),
        tuple(
            (suit.code, tuple(-suit.points_of(last) for last in last_cards))
            for suit in suits
            if suit.points == "missing"
        ),
    )


def _lasts(stacks: Stacks) -> list[int]:
    return [last for _code, _laid, last in stacks or ()]


def _missing(stacks: Stacks, kit: Kit) -> int:
    """How many cards are missing of suits that take a point for each."""
    if stacks is None or not kit.penalties:
        return 0
    last_of = {code: last for code, _laid, last in stacks}
    return sum(points[last_of.get(code, 0)] for code, points in kit.penalties)


def _sum_of(facts: Facts, ruleset: Ruleset, missing: int, *, drawn: bool) -> GameSum:
    strikes = facts.strikes
    points, detail = _points(facts)
    allowed = max(ruleset.strikes, strikes or 0)
    struck = facts.outcome == "struck_out"
    return GameSum(
        rules=facts.ruleset,
        setup=words.players(facts.seats) if facts.seats else "",
        unseen="" if drawn else _unseen(facts),
        points=points,
        out_of=words.number(facts.max_score) if facts.max_score else "",
        verdict=_verdict(facts),
        ladder=_ladder(facts, ruleset),
        detail=detail,
        remark=" ".join(_remarks(facts, ruleset, missing)),
        fuses=None if strikes is None else fuses(strikes, allowed),
        strikes="" if strikes is None else words.strikes(strikes, allowed, struck),
        kind={"perfect": "perfect", "struck_out": "struck"}.get(facts.outcome or "", ""),
    )


def _points(facts: Facts) -> tuple[str, str]:
    """The score, or what stands for it, and the line under it."""
    score, points = facts.score, facts.points
    if points is None and score is None:
        return ("–", _("No number was logged."))
    if points is None:
        return (words.number(score or 0), "")
    if score is None:
        if facts.outcome == "struck_out":
            detail = _("{points} on the table, no score").format(points=words.number(points))
            return ("–", detail)
        return (
            words.number(points),
            _("{points} on the table").format(points=words.number(points)),
        )
    percent = result_of(facts).percent
    share = "" if percent is None else _percent(percent)
    if facts.max_score is None:
        return (words.number(score), _("only the total is known"))
    if score == points:
        text = ngettext("{n} point · {percent}", "{n} points · {percent}", points)
        return (words.number(score), text.format(n=words.number(points), percent=share))
    text = _("{points} on the table, counts {score} · {percent}")
    return (
        words.number(score),
        text.format(points=words.number(points), score=words.number(score), percent=share),
    )


def _percent(value: float) -> str:
    return f"{words.number(value, 0 if value == int(value) else 1)}%"


def _verdict(facts: Facts) -> str:
    if facts.band is not None and facts.outcome != "abandoned":
        return band_label(facts.band)
    return outcome_label(facts.outcome) if facts.outcome is not None else ""


def _ladder(facts: Facts, ruleset: Ruleset) -> Markup | None:
    band = facts.band
    if band is None or facts.outcome == "abandoned":
        return None
    keys = _band_keys(ruleset.scale, ruleset.max_score)
    return ladder(keys.index(band) + 1, len(keys)) if band in keys else None


@cache
def _band_keys(scale: Scale, max_score: int) -> tuple[str, ...]:
    return tuple(found.key for found in bands(scale, max_score))


def _unseen(facts: Facts) -> str:
    if facts.knowledge == "outcome":
        return _("Only the outcome was written down.")
    return _("Only the total was written down.")


def _remarks(facts: Facts, ruleset: Ruleset, missing: int) -> list[str]:
    found = []
    if missing and facts.points is not None:
        found.append(
            ngettext(
                "{laid} on the colours, −{n} for the black card still missing.",
                "{laid} on the colours, −{n} for the black cards still missing.",
                missing,
            ).format(laid=facts.points + missing, n=missing)
        )
    if facts.band is not None and ruleset.max_score != 25:
        found.append(
            _("Bands stretched to {most}; no box prints them.").format(most=ruleset.max_score)
        )
    if facts.outcome == "abandoned":
        found.append(_("Stopped early by the table, so it does not count."))
    elif not facts.counted:
        found.append(_("Left out of the figures by the club."))
    return found
