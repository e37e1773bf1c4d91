"""What counts, decided once.

Every reason for leaving a game out stands here beside the sentence that tells the reader
about it, so a page cannot promise anything else than the figures do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from hanabi_log.i18n import _
from hanabi_log.stats.plays import Play

if TYPE_CHECKING:
    from hanabi_log.stats.packed import Facts

Mode = Literal["points", "official", "finished"]
"""`points` on the table, the `official` score of the ruleset, or points of games not struck out."""

MODES: tuple[Mode, ...] = ("points", "official", "finished")

Reason = Literal[
    "uncounted", "win_or_lose", "no_number", "blank_zero", "no_maximum", "no_score", "struck_out"
]


def left_out(play: Play | Facts, mode: Mode = "points") -> Reason | None:
    """Why a game enters no mean under a score mode; None when it does enter."""
    if not play.counted:
        return "uncounted"
    if play.win_or_lose:
        return "win_or_lose"
    if play.points is None and (mode != "official" or play.score is None):
        return "no_number"
    if play.points == 0 and _is_blank(play, mode):
        return "blank_zero"
    if not play.max_score:
        return "no_maximum"
    if mode == "official" and play.score is None:
        return "no_score"
    if mode == "finished" and play.outcome == "struck_out":
        return "struck_out"
    return None


def _is_blank(play: Play | Facts, mode: Mode) -> bool:
    """Whether a total of 0 tells nothing about the table: nobody wrote down how it ended, or
    it is the score of a struck-out game whose stacks are not known."""
    if play.outcome is None:
        return True
    return play.outcome == "struck_out" and play.knowledge == "total" and mode != "official"


def _reasons(mode: Mode) -> dict[Reason, str]:
    """A sentence for each reason that `left_out` can give under a score mode."""
    texts: dict[Reason, str] = {
        "uncounted": _("Games that were excluded or abandoned do not count."),
        "win_or_lose": _("Games under win-or-lose rules count in the rate of wins only."),
        "no_number": _(
            "Games of which only the outcome was logged count in rates, but in no mean."
        ),
        "blank_zero": _(
            "A bare total of 0 may be a blank field or what a strike-out scores,"
            " so it is not taken for points on the table."
        ),
        "no_maximum": _(
            "Games whose maximum is not known are left out of every figure that needs one."
        ),
    }
    if mode == "official":
        texts["no_score"] = _("Games that their ruleset gives no score enter no mean.")
    elif mode == "finished":
        texts["struck_out"] = _("Struck-out games enter no mean.")
    return texts


def mode_text(mode: Mode) -> str:
    """What the numbers of a score mode are, in one sentence."""
    return {
        "points": _(
            "Numbers are points on the table, black penalty included, also after a strike-out;"
            " they are put on a scale of 25 by 25 × points ÷ maximum."
        ),
        "official": _(
            "Numbers are scores as the ruleset gives them, put on a scale of 25"
            " by 25 × score ÷ maximum."
        ),
        "finished": _(
            "Numbers are points on the table of games that were not struck out,"
            " put on a scale of 25 by 25 × points ÷ maximum."
        ),
    }[mode]


def what_counts(mode: Mode = "points") -> tuple[str, ...]:
    """The definition of what counts, in sentences, in the language in use."""
    return (
        mode_text(mode),
        *_reasons(mode).values(),
        _("The rates of perfect and of struck-out games are taken of games with a known outcome."),
        _("Figures of single colours use games whose stacks and strikes were both logged."),
    )


def board_counts(mode: Mode = "points") -> tuple[str, ...]:
    """What counts on a board, whose rows have means of points and of scores beside the value."""
    counts = what_counts(mode)
    return counts if mode == "points" else (*counts, _beside_text())


def _beside_text() -> str:
    return _(
        "On a board, the number of games and the value are of the games that enter means as said"
        " above; the mean points beside them are of all games with points, the mean score of all"
        " with a score."
    )


def left_out_counts(plays: Iterable[Play], mode: Mode = "points") -> tuple[tuple[str, int], ...]:
    """How many games each reason keeps out of the means, with its sentence; zeros left out."""
    from hanabi_log.stats.packed import pack

    found: Counter[Reason | None] = Counter()
    for facts, count in pack(plays).tally():
        found[left_out(facts, mode)] += count
    return tuple((text, found[reason]) for reason, text in _reasons(mode).items() if found[reason])


def number_of(play: Play | Facts, mode: Mode = "points") -> int | None:
    """The points or the score that a game brings into a mean; None when it enters none."""
    if left_out(play, mode) is not None:
        return None
    return play.score if mode == "official" else play.points


def value_of(play: Play | Facts, mode: Mode = "points") -> float | None:
    """The number of a game on the scale of 25; None when it enters no mean."""
    if left_out(play, mode) is not None:
        return None
    number = play.score if mode == "official" else play.points
    return None if number is None or not play.max_score else 25 * number / play.max_score


def has_value(play: Play | Facts, mode: Mode = "points") -> bool:
    """Whether a game enters a mean."""
    return value_of(play, mode) is not None


def valued(plays: Iterable[Play], mode: Mode = "points") -> Iterator[tuple[Play, float]]:
    """The games that enter a mean, each with its number on the scale of 25."""
    for play in plays:
        value = value_of(play, mode)
        if value is not None:
            yield play, value


def is_counted(play: Play | Facts) -> bool:
    """Whether a game counts at all: not excluded, and not abandoned."""
    return play.counted


def tells_outcome(play: Play | Facts) -> bool:
    """Whether a game enters the rates of perfect and of struck-out games."""
    return play.counted and not play.win_or_lose and play.outcome is not None


def tells_win(play: Play | Facts) -> bool:
    """Whether a game enters the rate of wins: win-or-lose rules and a known outcome."""
    return play.counted and play.win_or_lose and play.outcome is not None


def tells_colours(play: Play) -> bool:
    """Whether a game enters the figures of single colours."""
    return play.stacks is not None and is_full(play)


def is_full(play: Play | Facts) -> bool:
    """Whether a game enters the figures of single colours if its stacks are known."""
    return play.counted and not play.win_or_lose and play.knowledge == "full"
