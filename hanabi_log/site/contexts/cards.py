"""A game as a card: its picture, its sum, and what must be said beside it.

The score is what the ruleset makes of the points; where the two differ both are said. A
game of which only a number or an outcome is known has no picture, and says so.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import Scale, band_label, bands
from hanabi_log.games.hanabi.endstate import outcome_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import _, ngettext
from hanabi_log.records import Game
from hanabi_log.site import words
from hanabi_log.site.contexts.base import GameCard, GameSum
from hanabi_log.site.fireworks import Stack, fuses, ladder, landscape, tokens
from hanabi_log.site.gather import Gathered
from hanabi_log.site.people import Name
from hanabi_log.stats.packed import Facts, Packed


class Kit(NamedTuple):
    """What the cards of a ruleset are put together from: for each suit, by its last card."""

    codes: tuple[str, ...]
    stacks: tuple[tuple[Stack, ...], ...]
    phrases: tuple[tuple[str, ...], ...]
    penalties: tuple[tuple[str, tuple[int, ...]], ...]


class Cards:
    """Makes the cards of games, with links relative to the root of the language.

    A log has more games than anything else, so what many of them share is made once: the
    pieces of a ruleset, and the sum of equal results.
    """

    def __init__(self, log: Gathered) -> None:
        self._log = log
        self._kits: dict[str, Kit] = {}
        self._sums: dict[tuple[object, ...], GameSum] = {}

    def card(self, game: Game, *, hero: bool = False) -> GameCard:
        """The card of a game."""
        session, number = self._log.place_of(game)
        kit = self._kit(game)
        last = _last_cards(game, kit)
        stacks = [stacks[n] for stacks, n in zip(kit.stacks, last, strict=False)]
        struck = game.result.outcome == "struck_out"
        people = names(self._log, game)
        guests = len(game.seats) - len(people)
        return GameCard(
            number,
            f"game-{number}",
            session.anchor(number),
            words.day(game.date),
            landscape(stacks, struck_out=struck, hero=hero) if stacks else None,
            words.listing([said[n] for said, n in zip(kit.phrases, last, strict=False)]),
            tokens(stacks, struck) if stacks else None,
            self._sum(game, kit),
            people,
            words.guests(guests) if guests else "",
            game.tags,
            not struck and bool(stacks) and "M" in kit.codes,
            len(stacks) > 6,
        )

    def stacks(self, game: Game) -> tuple[Stack, ...]:
        """The stacks in the order of the ruleset; empty when they were not logged."""
        kit = self._kit(game)
        found = zip(kit.stacks, _last_cards(game, kit), strict=False)
        return tuple(stacks[last] for stacks, last in found)

    def stacks_in(self, plays: Packed, place: int) -> tuple[Stack, ...]:
        """The stacks of one of some plays, as `stacks` has them, without its whole game."""
        laid = plays.shared.stacks[plays.stack[place]]
        if laid is None:
            return ()
        kit = self._kit(plays.shared.facts[plays.fact[place]])
        return tuple(stacks[last] for stacks, (*_suit, last) in zip(kit.stacks, laid, strict=True))

    def _kit(self, game: Game | Facts) -> Kit:
        return self._kits.get(game.digest) or self._kits.setdefault(
            game.digest, _kit_of(self._log.ruleset(game))
        )

    def _sum(self, game: Game, kit: Kit) -> GameSum:
        seats, strikes = game.end.players or len(game.seats), game.end.strikes
        counts, missing = game.excluded is None, _missing(game, kit)
        key = (game.ruleset, game.digest, game.result, seats, strikes, counts, missing)
        found = self._sums.get(key)
        if found is None:
            found = self._sums[key] = _sum_of(game, self._log.ruleset(game), seats, missing)
        return found


def names(log: Gathered, game: Game) -> tuple[Name, ...]:
    """The people at the table as published, guests left out."""
    shown = log.people.shown
    return tuple([shown[seat.id].name for seat in game.seats if seat and seat.id in shown])


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


def _last_cards(game: Game, kit: Kit) -> list[int]:
    found = game.end.stacks
    return [] if found is None else [found.get(code, 0) for code in kit.codes]


def _missing(game: Game, kit: Kit) -> int:
    """How many cards are missing of suits that take a point for each."""
    found = game.end.stacks
    if found is None or not kit.penalties:
        return 0
    return sum(points[found.get(code, 0)] for code, points in kit.penalties)


def _sum_of(game: Game, ruleset: Ruleset, seats: int, missing: int) -> GameSum:
    result, strikes = game.result, game.end.strikes
    points, detail = _points(game)
    allowed = max(ruleset.strikes, strikes or 0)
    struck = result.outcome == "struck_out"
    return GameSum(
        rules=game.ruleset,
        setup=words.players(seats) if seats else "",
        unseen="" if game.end.stacks is not None else _unseen(game),
        points=points,
        out_of=words.number(result.max_score) if result.max_score else "",
        verdict=_verdict(game),
        ladder=_ladder(game, ruleset),
        detail=detail,
        remark=" ".join(_remarks(game, ruleset, missing)),
        fuses=None if strikes is None else fuses(strikes, allowed),
        strikes="" if strikes is None else words.strikes(strikes, allowed, struck),
        kind={"perfect": "perfect", "struck_out": "struck"}.get(result.outcome or "", ""),
    )


def _points(game: Game) -> tuple[str, str]:
    """The score, or what stands for it, and the line under it."""
    result = game.result
    score, points = result.score, result.points
    if points is None and score is None:
        return ("–", _("No number was logged."))
    if points is None:
        return (words.number(score or 0), "")
    if score is None:
        if result.outcome == "struck_out":
            detail = _("{points} on the table, no score").format(points=words.number(points))
            return ("–", detail)
        return (words.number(points), _("{points} on the table").format(points=points))
    share = "" if result.percent is None else _percent(result.percent)
    if result.max_score is None:
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


def _verdict(game: Game) -> str:
    result = game.result
    if result.band is not None and result.outcome != "abandoned":
        return band_label(result.band)
    return outcome_label(result.outcome) if result.outcome is not None else ""


def _ladder(game: Game, ruleset: Ruleset) -> Markup | None:
    band = game.result.band
    if band is None or game.result.outcome == "abandoned":
        return None
    keys = _band_keys(ruleset.scale, ruleset.max_score)
    return ladder(keys.index(band) + 1, len(keys)) if band in keys else None


@cache
def _band_keys(scale: Scale, max_score: int) -> tuple[str, ...]:
    return tuple(found.key for found in bands(scale, max_score))


def _unseen(game: Game) -> str:
    if game.result.knowledge == "outcome":
        return _("Only the outcome was written down.")
    return _("Only the total was written down.")


def _remarks(game: Game, ruleset: Ruleset, missing: int) -> list[str]:
    found = []
    if missing and game.result.points is not None:
        found.append(
            ngettext(
                "{laid} on the colours, −{n} for the black card still missing.",
                "{laid} on the colours, −{n} for the black cards still missing.",
                missing,
            ).format(laid=game.result.points + missing, n=missing)
        )
    if game.result.band is not None and ruleset.max_score != 25:
        found.append(
            _("Bands stretched to {most}; no box prints them.").format(most=ruleset.max_score)
        )
    if game.result.outcome == "abandoned":
        found.append(_("Stopped early by the table, so it does not count."))
    elif game.excluded is not None:
        found.append(_("Left out of the figures by the club."))
    return found
