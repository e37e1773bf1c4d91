"""A game as a picture in text: its stacks rise over a line like fireworks.

`card` is what `add` and `show` print, in colour on a terminal; `plain` is the same as
lines that survive a chat window.
"""

from __future__ import annotations

from collections.abc import Mapping

import click

from hanabi_log.games.hanabi.bands import band_label
from hanabi_log.games.hanabi.endstate import EndState, outcome_label
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.games.hanabi.suits import RANKS, Suit
from hanabi_log.i18n import _, ngettext
from hanabi_log.records import Game

_COLOURS = {
    "R": 167,
    "Y": 178,
    "G": 72,
    "B": 69,
    "W": 252,
    "P": 140,
    "M": 139,
    "K": 244,
}
"""Of the 256 colours that nearly every terminal knows."""
_BURSTS = " ·✢✶✹✺"
_CELL = 6


def fireworks(stacks: Mapping[str, int], ruleset: Ruleset, struck_out: bool = False) -> list[str]:
    """The stacks as a landscape: one line for each height, the ground, and the last cards."""
    lines = [
        "".join(_cell(suit, stacks.get(suit.code, 0), height, struck_out) for suit in ruleset.suits)
        for height in range(RANKS, 0, -1)
    ]
    lines = [line for line in lines if click.unstyle(line).strip()]
    ground = "─" * (_CELL * len(ruleset.suits))
    names = "".join(
        _tint(suit, _centred(_last_card(suit, stacks.get(suit.code, 0))), struck_out)
        for suit in ruleset.suits
    )
    return [line.rstrip() for line in [*lines, click.style(ground, dim=True), names]]


def result_lines(end: EndState, result: Result, ruleset: Ruleset) -> list[str]:
    """Score, percent and band, then strikes, outcome and points where they differ."""
    lines = [headline(result)]
    if end.strikes is not None and ruleset.known:
        lines.append(strikes_line(end.strikes, ruleset))
    if would_have_been := unscored_points(result):
        lines.append(would_have_been)
    return lines


def headline(result: Result) -> str:
    """The result in one line: `18 of 25 · 72.0 % · Good`."""
    parts = []
    if result.score is not None and result.max_score is not None:
        parts.append(_("{score} of {most}").format(score=result.score, most=result.max_score))
    elif result.score is not None:
        parts.append(ngettext("{n} point", "{n} points", result.score).format(n=result.score))
    if result.percent is not None:
        parts.append(_("{percent} %").format(percent=result.percent))
    if result.band:
        parts.append(band_label(result.band))
    if result.outcome and result.outcome != "finished":
        parts.append(outcome_label(result.outcome))
    return " · ".join(parts) or _("No score")


def strikes_line(strikes: int, ruleset: Ruleset) -> str:
    """The strikes as signs and in words: `●○○ 1 strike of 3`."""
    signs = "●" * strikes + "○" * max(0, ruleset.strikes - strikes)
    words = ngettext("{n} strike of {most}", "{n} strikes of {most}", strikes)
    return f"{signs} {words.format(n=strikes, most=ruleset.strikes)}"


def unscored_points(result: Result) -> str | None:
    """What lies on the table, where the score does not tell; None where it does."""
    if result.points is None or result.points == result.score:
        return None
    return ngettext("{n} point on the table", "{n} points on the table", result.points).format(
        n=result.points
    )


def about_line(game: Game) -> str:
    """When, where, by which rules and with whom."""
    table = [player.name for player in game.players]
    if game.guests:
        table.append(ngettext("{n} guest", "{n} guests", game.guests).format(n=game.guests))
    parts = [
        game.date or _("no date"),
        game.group.name if game.group else None,
        game.ruleset,
        ", ".join(table) or None,
        game.place,
    ]
    return " · ".join(part for part in parts if part)


def card(game: Game, ruleset: Ruleset) -> str:
    """The card of a game, in colour."""
    struck_out = game.result.outcome == "struck_out"
    lines = [about_line(game), ""]
    if game.end.stacks is not None:
        lines += [*fireworks(game.end.stacks, ruleset, struck_out), ""]
    first, *others = result_lines(game.end, game.result, ruleset)
    lines += [click.style(first, bold=True), *others, *_remarks(game)]
    return "\n".join(f"  {line}".rstrip() for line in lines)


def plain(game: Game, ruleset: Ruleset) -> str:
    """The game as a few plain lines to paste into a chat."""
    lines = [about_line(game)]
    if game.end.stacks is not None:
        lines.append(spelled_stacks(game.end.stacks, ruleset))
    first, *others = result_lines(game.end, game.result, ruleset)
    return "\n".join([*lines, first, *others, *_remarks(game)])


def spelled_stacks(stacks: Mapping[str, int], ruleset: Ruleset) -> str:
    """The stacks by letter: `R5 Y4 G4 B3 W2`."""
    return " ".join(f"{suit.code}{stacks.get(suit.code, 0)}" for suit in ruleset.suits)


def _remarks(game: Game) -> list[str]:
    lines = []
    if game.excluded is not None:
        lines.append(_("Does not count: {reason}").format(reason=game.excluded))
    elif not game.counted:
        lines.append(_("Does not count: the table stopped early"))
    if game.note:
        lines.append(_("Note: {note}").format(note=game.note))
    if game.tags:
        lines.append(" ".join(f"#{tag}" for tag in game.tags))
    return lines


def _cell(suit: Suit, last: int, height: int, struck_out: bool) -> str:
    laid = suit.cards_laid(last)
    sign = _BURSTS[laid] if laid == height else "┊" if laid > height else " "
    return _tint(suit, _centred(sign), struck_out)


def _last_card(suit: Suit, last: int) -> str:
    arrow = "▾" if suit.direction == "down" else ""
    return f"{suit.code}{arrow}{last}"


def _tint(suit: Suit, text: str, struck_out: bool) -> str:
    if struck_out:
        return click.style(text, dim=True)
    return click.style(text, fg=_COLOURS.get(suit.code))


def _centred(text: str) -> str:
    return text.center(_CELL)
