"""A game as a card: its picture, its sum, and what must be said beside it.

The score is what the ruleset makes of the points; where the two differ both are said. A
game of which only a number or an outcome is known has no picture, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from hanabi_log.games.hanabi.bands import Scale, band_label, bands
from hanabi_log.games.hanabi.endstate import outcome_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _, ngettext
from hanabi_log.records import Game
from hanabi_log.site import words
from hanabi_log.site.contexts.base import GameCard
from hanabi_log.site.fireworks import Stack, fuses, ladder, landscape, tokens
from hanabi_log.site.gather import Gathered
from hanabi_log.site.people import Name


@dataclass(frozen=True, slots=True)
class _Sum:
    points: str
    detail: str


def card(log: Gathered, game: Game, *, hero: bool = False) -> GameCard:
    """The card of a game, with links relative to the root of the language."""
    ruleset, result, end = log.ruleset(game), game.result, game.end
    session, number = log.place_of[game.id]
    stacks = drawn_stacks(game, ruleset)
    struck = result.outcome == "struck_out"
    summed = _sum(game)
    return GameCard(
        number=number,
        anchor=f"game-{number}",
        href=session.anchor(number),
        day=words.day(game.date),
        rules=game.ruleset,
        setup=words.players(end.players or len(game.seats)) if end.players or game.seats else "",
        picture=landscape(stacks, struck_out=struck, hero=hero) if stacks else None,
        unseen="" if stacks else _unseen(game),
        sentence=words.stacks(ruleset.suits, tuple(stack.last for stack in stacks))
        if stacks
        else "",
        tokens=tokens(stacks, struck) if stacks else None,
        points=summed.points,
        out_of=words.number(result.max_score) if result.max_score else "",
        verdict=_verdict(game),
        ladder=_ladder(game, ruleset),
        detail=summed.detail,
        remark=" ".join(_remarks(game, ruleset)),
        fuses=None if end.strikes is None else fuses(end.strikes, _allowed(game, ruleset)),
        strikes=(
            ""
            if end.strikes is None
            else words.strikes(end.strikes, _allowed(game, ruleset), struck)
        ),
        names=names(log, game),
        guests=words.guests(game.guests) if game.guests else "",
        tags=game.tags,
        kind={"perfect": "perfect", "struck_out": "struck"}.get(result.outcome or "", ""),
        rainbow=not struck and any(stack.code == "M" for stack in stacks),
        wide=len(stacks) > 6,
    )


def names(log: Gathered, game: Game) -> tuple[Name, ...]:
    """The people at the table as published, guests left out."""
    seats = (log.people.seat(player) for player in game.seats)
    return tuple(person.name for person in seats if person is not None)


def drawn_stacks(game: Game, ruleset: Ruleset) -> tuple[Stack, ...]:
    """The stacks in the order of the ruleset; empty when they were not logged."""
    found = game.end.stacks
    if found is None:
        return ()
    return tuple(
        Stack(
            suit.code,
            found.get(suit.code, 0),
            suit.cards_laid(found.get(suit.code, 0)),
            suit.direction == "down",
        )
        for suit in ruleset.suits
    )


def _allowed(game: Game, ruleset: Ruleset) -> int:
    return max(ruleset.strikes, game.end.strikes or 0)


def _sum(game: Game) -> _Sum:
    result = game.result
    score, points = result.score, result.points
    if points is None and score is None:
        return _Sum("–", _("No number was logged."))
    if points is None:
        return _Sum(words.number(score or 0), "")
    if score is None:
        if result.outcome == "struck_out":
            detail = _("{points} on the table, no score").format(points=words.number(points))
            return _Sum("–", detail)
        return _Sum(words.number(points), _("{points} on the table").format(points=points))
    share = "" if result.percent is None else _percent(result.percent)
    if result.max_score is None:
        return _Sum(words.number(score), _("only the total is known"))
    if score == points:
        text = ngettext("{n} point · {percent}", "{n} points · {percent}", points)
        return _Sum(words.number(score), text.format(n=words.number(points), percent=share))
    text = _("{points} on the table, counts {score} · {percent}")
    return _Sum(
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


def _remarks(game: Game, ruleset: Ruleset) -> list[str]:
    found = []
    missing = sum(
        -suit.points_of((game.end.stacks or {}).get(suit.code, 0))
        for suit in ruleset.suits
        if suit.points == "missing"
    )
    if game.end.stacks is not None and missing and game.result.points is not None:
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
