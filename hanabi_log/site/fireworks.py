"""Fireworks as drawings: a game is a small landscape, each stack a burst above the ground.

A burst stands as high as its stack and has four rays for each card, so every picture is a
bar chart too. Shapes are computed here once; pages carry them as symbols and bring the
colours by class. Lengths are in units of the drawing, one cell being 60 wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from markupsafe import Markup

from hanabi_log.games.hanabi.suits import RANKS

GROUND = 126.0
CELL = 60.0
NARROW_CELL = 51.0
CORE = 10.0

_BASE = 12.6
_BASE_HALF_WIDTH = 0.42
_TIP = {1: 1.8, 2: 1.8, 3: 1.8, 4: 1.8, 5: 1.6}
_SHORT_TIP = 1.2
_REACH = {1: 17.5, 2: 20.0, 3: 22.5, 4: 25.0, 5: 26.0}
_SHORT_REACH = {1: 17.5, 2: 16.5, 3: 17.5, 4: 18.5, 5: 20.0}
_SPARKS = ((29.6, 1.25), (24.4, 0.95))
_OUTER = {0: CORE, 1: 17.5, 2: 20.0, 3: 22.5, 4: 25.0, 5: 29.6}

_KNOWN_CODES = frozenset("RYGBWPMK")
_RAINBOW_TURNS = "rygbw"


class Stack(NamedTuple):
    """A stack as it is drawn: code of the suit, last card laid, cards laid (0 to 5)."""

    code: str
    last: int
    laid: int
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a landscape is drawn: the height of one card, and the sky above it."""

    step: float
    view_top: float
    margin: float


CARD = Stage(step=14.8, view_top=0.0, margin=0.0)
HERO = Stage(step=20.0, view_top=-26.0, margin=4.0)


def landscape(stacks: Sequence[Stack], *, struck_out: bool = False, hero: bool = False) -> Markup:
    """The picture of a game, hidden from readers (a sentence beside it says the same).

    Struck-out games are drawn as outlines without colour.
    """
    narrow = len(stacks) > 6
    drawn = [
        _firework(stack, place, narrow, struck_out, hero) for place, stack in enumerate(stacks)
    ]
    return Markup(f"{_ground(len(stacks), struck_out, hero)}{''.join(drawn)}</svg>")


@cache
def _ground(count: int, struck_out: bool, hero: bool) -> str:
    stage = HERO if hero else CARD
    width = (NARROW_CELL if count > 6 else CELL) * max(count, 1)
    view = (
        f"{_n(-stage.margin)} {_n(stage.view_top)} "
        f"{_n(width + 2 * stage.margin)} {_n(150 - stage.view_top)}"
    )
    classes = " ".join(word for word, on in (("show", hero), ("ghost", struck_out)) if on)
    return (
        f'<svg{_class(classes)} viewBox="{view}" preserveAspectRatio="xMidYMax" '
        'aria-hidden="true" focusable="false">'
        f'<path class="ground" d="M0 {_n(GROUND)}H{_n(width)}"/>'
    )


@lru_cache(maxsize=4096)
def _firework(stack: Stack, place: int, narrow: bool, struck_out: bool, hero: bool) -> str:
    stage = HERO if hero else CARD
    cell, scale = (NARROW_CELL, 0.86) if narrow else (CELL, 1.0)
    x = cell * (place + 0.5)
    y = GROUND - 12 - stage.step * stack.laid
    core = CORE if scale == 1.0 else 9.6
    letter = (
        f'<text class="let" x="{_n(x)}" y="{_n(y + 4.9)}">{stack.code}</text>'
        f'<text class="num" x="{_n(x)}" y="146">{stack.last}</text>'
    )
    if stack.descending and stack.laid:
        letter += f'<path class="down" d="M{_n(x - 13.5)} 137.5h7l-3.5 5z"/>'
    circle = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(core)}"/>'
    if stack.laid == 0:
        return f'<g class="{suit_class(stack.code)}"><circle class="core out" {circle}{letter}</g>'
    top = y + _OUTER[stack.laid] * scale + (1.4 if stack.laid == RANKS else 2.5)
    side = 64 * scale
    symbol = "m" if stack.code == "M" and not struck_out else "b"
    burst = f'<use class="burst" href="#{symbol}{stack.laid}"'
    size = f'width="{_n(side)}" height="{_n(side)}"/>'
    if hero:
        # The hero's bursts grow: from the origin, so the origin is put where the core is.
        burst = (
            f'<g transform="translate({_n(x)} {_n(y)})">'
            f'{burst} x="{_n(-side / 2)}" y="{_n(-side / 2)}" {size}</g>'
        )
    else:
        burst += f' x="{_n(x - side / 2)}" y="{_n(y - side / 2)}" {size}'
    return (
        f'<g class="{suit_class(stack.code)}"><path class="trail" d="M{_n(x)} 124V{_n(top)}"/>'
        f'{burst}<circle class="core" {circle}{letter}</g>'
    )


def tokens(stacks: Sequence[Stack], struck_out: bool = False) -> Markup:
    """The small form: a disc with the suit's letter and the last card beside it.

    A suit that counts down has a mark before its last card, as in the picture.
    """
    discs = "".join([_token(stack) for stack in stacks])
    return Markup(f'<span class="toks{" ghost" if struck_out else ""}">{discs}</span>')


@lru_cache(maxsize=1024)
def _token(stack: Stack) -> str:
    mark = "▾" if stack.descending and stack.laid else ""
    return f'<span class="tk {suit_class(stack.code)}"><b>{stack.code}</b>{mark}{stack.last}</span>'


@lru_cache(maxsize=1024)
def fuses(lit: int, total: int) -> Markup:
    """The strikes as fuses, `lit` of `total` burning; a sentence beside it says the same."""
    return Markup("").join(
        Markup(f'<svg viewBox="0 0 16 24" aria-hidden="true"><use href="#f{int(n < lit)}"/></svg>')
        for n in range(total)
    )


@cache
def ladder(reached: int, bands: int) -> Markup:
    """The band as rising marks, `reached` of `bands` filled."""
    rise = 11.0 / (bands - 1) if bands > 1 else 0.0
    marks = "".join(
        f'<rect class="{"on" if place < reached else "off"}" x="{_n(0.6 + 6 * place)}" '
        f'y="{_n(12 - rise * place)}" width="4" height="{_n(4 + rise * place)}"/>'
        for place in range(bands)
    )
    return Markup(
        f'<svg class="ladder" viewBox="0 0 {6 * bands} 17" aria-hidden="true">{marks}</svg>'
    )


@cache
def played_dots(played: int, needed: int) -> Markup:
    """Games played on the way to being listed, as filled and open dots."""
    dots = "".join(
        f'<circle class="{"had" if place < played else "due"}" cx="{6 + 14 * place}" cy="6" '
        f'r="4.2"/>'
        for place in range(needed)
    )
    return Markup(
        f'<svg class="dots" width="{14 * needed - 2}" height="12" '
        f'viewBox="0 0 {14 * needed - 2} 12" aria-hidden="true">{dots}</svg>'
    )


@cache
def missing_sky(codes: str = "RYGBW") -> Markup:
    """Empty stacks on the ground: the picture of a log without games."""
    cell = CELL
    cores = "".join(
        f'<g class="{suit_class(code)}"><circle class="core out" cx="{_n(cell * (place + 0.5))}" '
        f'cy="114" r="10"/><text class="let" x="{_n(cell * (place + 0.5))}" y="118.9">{code}</text>'
        f'<text class="num" x="{_n(cell * (place + 0.5))}" y="146">0</text></g>'
        for place, code in enumerate(codes)
    )
    return Markup(
        f'<svg viewBox="0 62 {_n(cell * len(codes))} 90" aria-hidden="true" focusable="false">'
        f'<path class="ground" d="M0 126H{_n(cell * len(codes))}"/>{cores}</svg>'
    )


@cache
def missing_dots(have: int, needed: int) -> Markup:
    """Games that are there and games still to come, on the ground line."""
    cell = 300 / needed
    dots = "".join(
        f'<circle class="core {"lit" if place < have else "out"}" '
        f'cx="{_n(cell * (place + 0.5))}" cy="114" r="8"/>'
        for place in range(needed)
    )
    return Markup(
        '<svg viewBox="0 62 300 90" aria-hidden="true" focusable="false">'
        f'<path class="ground" d="M0 126H300"/>{dots}</svg>'
    )


@cache
def reading_example(code: str = "G") -> Markup:
    """One suit with nothing to five cards laid: how to read the sky."""
    return landscape([Stack(code, laid, laid) for laid in range(RANKS + 1)])


def suit_class(code: str) -> str:
    """The classes that bring a suit's colours; a suit of the house is drawn in ink."""
    return f"s {code.lower()}" if code in _KNOWN_CODES else "s o"


@cache
def sprite(rainbow: bool) -> Markup:
    """The symbols that a page with fireworks carries, the rainbow's own if it needs them."""
    symbols = [_symbol(f"b{laid}", _one_colour(laid)) for laid in range(1, RANKS + 1)]
    if rainbow:
        symbols += [_symbol(f"m{laid}", _five_colours(laid)) for laid in range(1, RANKS + 1)]
    return Markup(
        '<svg class="vh" aria-hidden="true" focusable="false">'
        + "".join(symbols)
        + _FUSES
        + "</svg>"
    )


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="-32 -32 64 64" overflow="visible">{drawing}</symbol>'


def _one_colour(laid: int) -> str:
    return f'<path d="{"".join(rays(laid))}"/>'


def _five_colours(laid: int) -> str:
    every = rays(laid)
    return "".join(
        f'<path class="s {colour}" d="{"".join(every[turn :: len(_RAINBOW_TURNS)])}"/>'
        for turn, colour in enumerate(_RAINBOW_TURNS)
        if every[turn :: len(_RAINBOW_TURNS)]
    )


@cache
def rays(laid: int) -> tuple[str, ...]:
    """The path of each ray of a burst, clockwise from the top: 4 for each card laid.

    Rays are turned half a step so that none lies on the trail; every other one is
    shorter. Only a finished firework has a spark beyond each ray.
    """
    count = 4 * laid
    return tuple(
        _ray(laid, 2 * pi * (place + 0.5) / count, place % 2 == 1) for place in range(count)
    )


def _ray(laid: int, angle: float, short: bool) -> str:
    tip = _SHORT_TIP if short else _TIP[laid]
    reach = (_SHORT_REACH if short else _REACH)[laid]
    shoulder = reach - tip
    path = (
        f"M{_at(angle, _BASE, _BASE_HALF_WIDTH)}L{_at(angle, shoulder, tip)}"
        f"A{_n(tip)} {_n(tip)} 0 0 0 {_at(angle, shoulder, -tip)}"
        f"L{_at(angle, _BASE, -_BASE_HALF_WIDTH)}z"
    )
    if laid == RANKS:
        far, radius = _SPARKS[short]
        x, y = far * sin(angle) - radius, -far * cos(angle)
        arc = f"a{_n(radius)} {_n(radius)} 0 1 0 "
        path += f"M{_n(x)} {_n(y)}{arc}{_n(2 * radius)} 0{arc}{_n(-2 * radius)} 0z"
    return path


def _at(angle: float, along: float, across: float) -> str:
    x = along * sin(angle) + across * cos(angle)
    y = -along * cos(angle) + across * sin(angle)
    return f"{_n(x)} {_n(y)}"


def _n(value: float) -> str:
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def _class(words: str) -> str:
    return f' class="{words}"' if words else ""


_FUSES = (
    '<symbol id="f0" viewBox="0 0 16 24"><g class="wet">'
    '<rect x="3" y="12" width="7" height="11" rx="1.5"/>'
    '<path d="M6.5 12C6.5 8 11 9 11 4"/></g></symbol>'
    '<symbol id="f1" viewBox="0 0 16 24"><g class="burning">'
    '<rect x="3" y="12" width="7" height="11" rx="1.5"/>'
    '<path d="M6.5 12V10L8 8M10.2 4V.8M11.6 4.8L14.4 3.2M11.6 6.4L14.4 8M10.2 7.2V10.4'
    'M8.8 6.4L6 8M8.8 4.8L6 3.2"/></g></symbol>'
)
