"""A badge to put on another page: the club's latest game as a landscape, and its best.

It is a picture that stands alone: its colours are its own, light or dark as the reader
has it, and it loads nothing. Text is cut so that it fits, since a picture cannot wrap.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from hanabi_log.i18n import _
from hanabi_log.records import Game
from hanabi_log.site import words
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.fireworks import Stack, rays, suit_class
from hanabi_log.site.gather import Gathered

PATH = "badge.svg"
WIDTH, HEIGHT = 440, 84
_ROOM = 21
"""How many letters of a name fit, in a wide font too; letters of Hangul take two places."""

_STYLE = (
    ".p{fill:#f3eee3}.i{fill:#1b2036}.u{fill:#575d70}.h{stroke:#575d70}"
    ".r{fill:#a5300b}.y{fill:#fdbb03}.g{fill:#37895f}.b{fill:#1a4497}.w{fill:#fff}"
    ".m,.p1{fill:#8a72ac}.k{fill:#1d1d1e}.o{fill:none;stroke:#575d70}"
    ".y,.w{stroke:#1d1d1e;stroke-width:.6;paint-order:stroke}"
    ".ghost *{fill:none;stroke:#575d70;stroke-width:.8}"
    "@media(prefers-color-scheme:dark){.p{fill:#0a1022}.i{fill:#f1ede4}.u{fill:#a9b2c8}"
    ".h{stroke:#a9b2c8}.r{fill:#e8613c}.g{fill:#4fb186}.b{fill:#5c7ff0}.w{fill:#f3f0eb}"
    ".m,.p1{fill:#c0a9df}.y,.w{stroke:none}.k{stroke:#c9cfdd;stroke-width:.6}"
    ".o,.ghost *{stroke:#a9b2c8}}"
)


def badge(setting: Setting) -> bytes:
    """The badge in one language."""
    log = setting.log
    latest = _latest(log)
    place = log.games.best
    best = None if place is None else log.games[place]
    lines = [
        _("Latest: {result}, {day}").format(
            result=_result(latest), day=words.plain_day(latest.date)
        )
        if latest
        else _("No game yet."),
        _("Best: {result}").format(result=_result(best)) if best else "",
    ]
    stacks = setting.cards.stacks(latest) if latest else ()
    struck = latest is not None and latest.result.outcome == "struck_out"
    name = escape(cut(log.club.name, _ROOM))
    label = escape(": ".join([log.club.name, ". ".join(line for line in lines if line)]))
    left = 168 if stacks else 20
    texts = "".join(
        f'<text class="u" x="{left}" y="{53 + 17 * place}" font-size="12">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-label="{label}"><title>{label}</title>'
        f'<style>{_STYLE}</style><path class="p" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>'
        f"{_landscape(stacks, struck)}"
        f'<g font-family="system-ui, sans-serif"><text class="i" x="{left}" y="31" font-size="17" '
        f'font-family="Palatino, serif" font-weight="700">{name}</text>{texts}</g></svg>\n'
    ).encode()


def cut(text: str, room: int) -> str:
    """The text, with an ellipsis where it is wider than `room` Latin letters."""
    width = 0
    for place, letter in enumerate(text):
        width += 2 if letter >= "\u1100" else 1
        if width > room:
            return text[:place].rstrip() + "…"
    return text


def _latest(log: Gathered) -> Game | None:
    if not log.games:
        return None
    dated = sum(evening.date is not None for evening in log.plays.evenings)
    return log.games[(dated or len(log.games)) - 1]


def _result(game: Game) -> str:
    result = game.result
    if result.score is None:
        return "–" if result.points is None else words.number(result.points)
    if result.max_score is None:
        return words.number(result.score)
    return _("{score} of {most}").format(
        score=words.number(result.score), most=words.number(result.max_score)
    )


def _landscape(stacks: Sequence[Stack], struck: bool) -> str:
    if not stacks:
        return ""
    cell = 136 / len(stacks)
    scale = min(0.42, cell / 62)
    parts = ['<path class="h" fill="none" d="M16 72H152"/>']
    for place, stack in enumerate(stacks):
        x, y = 16 + cell * (place + 0.5), 66 - 8.4 * stack.laid
        kind = suit_class(stack.code).removeprefix("s ")
        kind = "p1" if kind == "p" else kind
        burst = f'<path d="{"".join(rays(stack.laid))}"/>' if stack.laid else ""
        parts.append(
            f'<g class="{"ghost" if struck else kind}" '
            f'transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">'
            f'{burst}<circle r="{10 if stack.laid else 7}"/></g>'
        )
    return "".join(parts)
