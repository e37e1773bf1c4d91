"""Whether an end state can have happened under a ruleset.

Each check is a sentence of the rules. Errors forbid storing, warnings are stored and
shown. A value that is wrong by itself is set aside, so that the rest is still checked
and one reading finds everything; see `counting` for the cards that must add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hanabi_log.errors import Problem, only_errors
from hanabi_log.games.hanabi.counting import check_cards, check_counts, must_empty_deck
from hanabi_log.games.hanabi.endstate import (
    EndState,
    Outcome,
    is_complete,
    outcome_label,
    outcome_of,
)
from hanabi_log.games.hanabi.notation import no_suits
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.games.hanabi.suits import MOST_SUITS, RANKS, Suit
from hanabi_log.i18n import _, ngettext

LARGEST_KNOWN_TOTAL = 30
"""A total up to this may be a real one of a game with a sixth suit."""
LOW_POINTS = 5
SHORT_GAME = 5
"""Minutes."""
PRINTED_SUITS = 5

# What an unknown ruleset may hold: bounds that catch slips of the finger, not rules.
_MOST_STRIKES, _MOST_HINTS, _MOST_DECK = 20, 50, 100


def check(state: EndState, ruleset: Ruleset, minutes: int | None = None) -> list[Problem]:
    """Everything that is wrong (errors) or odd (warnings) about an end state, in one go.

    `minutes` is how long the game took, where it is known. Warnings are only looked for
    when nothing is wrong.
    """
    problems = [
        *_check_players(state, ruleset),
        *_check_stacks(state, ruleset),
        *_check_ranges(state, ruleset),
    ]
    if ruleset.known:
        sound = _without(state, problems) if problems else state
        contradictions = list(_check_outcome(sound, ruleset))
        problems += contradictions
        problems += check_cards(sound, ruleset)
        if not contradictions:
            problems += check_counts(sound, ruleset, outcome_of(sound, ruleset))
        problems += _check_total(sound, ruleset)
    if not only_errors(problems):
        problems += _oddities(state, ruleset, minutes)
    return problems


def _without(state: EndState, problems: Iterable[Problem]) -> EndState:
    fields = {problem.field for problem in problems}
    if "stacks" in fields:
        # A total is compared with the stacks, and it is no substitute for them.
        fields.add("total")
    return replace(
        state,
        stacks=None if "stacks" in fields else state.stacks,
        strikes=None if "strikes" in fields else state.strikes,
        total=None if "total" in fields else state.total,
        players=None if "players" in fields else state.players,
        hints=None if "hints" in fields else state.hints,
        deck=None if "deck" in fields else state.deck,
    )


def check_said(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    """An error where nothing at all is known about how a game ended.

    Apart from `check`, since a log may hold a game of which a file said no more than that it
    was played.
    """
    if state.stacks is None and state.total is None and outcome_of(state, ruleset) is None:
        message = _("Nothing is said about the end: stacks, a total or an outcome")
        yield Problem(message, "stacks")


def _check_players(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    counts = ruleset.player_counts
    if state.players and counts and state.players not in counts:
        yield Problem(
            ngettext(
                "{found} player; {spec} is for {allowed}",
                "{found} players; {spec} is for {allowed}",
                state.players,
            ).format(found=state.players, spec=ruleset.spec, allowed=", ".join(map(str, counts))),
            "players",
        )


def _check_stacks(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.stacks is None:
        return
    if not ruleset.known:
        yield Problem(no_suits(ruleset), "stacks")
        return
    codes = [suit.code for suit in ruleset.suits]
    if state.stacks.keys() != set(codes):
        message = _("The stacks are of {found}; {spec} has {suits}").format(
            found=" ".join(state.stacks) or _("no suit"),
            spec=ruleset.spec,
            suits=" ".join(codes),
        )
        yield Problem(message, "stacks")
    for suit in ruleset.suits:
        found = state.stacks.get(suit.code, 0)
        if not 0 <= found <= RANKS:
            yield _out_of_range("stacks", suit.label, found, 0, RANKS)


def _check_ranges(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    known = ruleset.known
    strikes = ruleset.strikes if known else _MOST_STRIKES
    if state.strikes is not None and not 0 <= state.strikes <= strikes:
        yield _out_of_range("strikes", _("Strikes"), state.strikes, 0, strikes)
    hints = ruleset.hints if known else _MOST_HINTS
    if state.hints is not None and not 0 <= state.hints <= hints:
        yield _out_of_range("hints", _("Hint tokens left"), state.hints, 0, hints)
    deck = ruleset.deck_size if known else _MOST_DECK
    if state.deck is not None and not 0 <= state.deck <= deck:
        yield _out_of_range("deck", _("Cards left to draw"), state.deck, 0, deck)
    if state.total is not None and state.stacks is None:
        low, high = _totals(ruleset)
        if not low <= state.total <= high:
            yield _out_of_range("total", _("The total"), state.total, low, high)


def _totals(ruleset: Ruleset) -> tuple[int, int]:
    """The least and the greatest total that anybody may have written down."""
    if not ruleset.known:
        return -RANKS, MOST_SUITS * RANKS
    number = ruleset.struck_out if isinstance(ruleset.struck_out, int) else 0
    return (
        min(ruleset.min_points, number),
        max(ruleset.max_score, number, LARGEST_KNOWN_TOTAL),
    )


def _out_of_range(field: str, name: str, found: int, low: int, high: int) -> Problem:
    message = _("{name} is {found}; allowed: {low} to {high}")
    return Problem(message.format(name=name, found=found, low=low, high=high), field)


def _check_outcome(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    said, strikes = state.outcome, state.strikes
    out = strikes == ruleset.strikes
    complete = is_complete(state, ruleset)
    if complete and (out or said == "struck_out"):
        message = _(
            "Every firework is complete, and that ends the game at once:"
            " it cannot be struck out as well"
        )
        yield Problem(message, "strikes" if out else "outcome")
        return
    if said == "struck_out" and strikes is not None and not out:
        message = _("Struck out is strike {needed} under {spec}, found {found}")
        yield Problem(
            message.format(needed=ruleset.strikes, spec=ruleset.spec, found=strikes), "outcome"
        )
    elif out and said not in (None, "struck_out"):
        reason = _("strike {needed} ends the game, so it is struck out")
        yield _contradiction(said, reason.format(needed=ruleset.strikes))
    if said == "perfect" and complete is False:
        yield _contradiction(said, _("not every firework is complete"))
    elif complete and said not in (None, "perfect"):
        yield _contradiction(said, _("every firework is complete, so it is perfect"))
    if said == "lost" and not ruleset.win_or_lose:
        yield _contradiction(said, _("only win-or-lose rules know it; say finished or struck_out"))
    elif said == "finished" and ruleset.win_or_lose:
        yield _contradiction(said, _("win-or-lose rules end perfect, lost or struck_out"))
    elif must_empty_deck(outcome_of(state, ruleset), ruleset) and state.deck:
        message = _(
            "A finished game has no cards left to draw, found {found};"
            " say abandoned if the table stopped early"
        )
        yield Problem(message.format(found=state.deck), "deck")


def _contradiction(said: Outcome, reason: str) -> Problem:
    message = _("“{outcome}” does not fit: {reason}")
    return Problem(message.format(outcome=outcome_label(said), reason=reason), "outcome")


def _check_total(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    total = state.total
    if total is None:
        return
    if state.stacks is not None:
        result = evaluate(state, ruleset)
        if total not in (result.points, result.score):
            score = _("none") if result.score is None else result.score
            message = _(
                "The total is {total}, but {points} lie on the table and the score is {score}"
            )
            yield Problem(message.format(total=total, points=result.points, score=score), "total")
    elif total > ruleset.max_score and total != ruleset.struck_out:
        message = _("{total} is more than {spec} can give ({most}): a sixth suit, or a miscount?")
        yield Problem(
            message.format(total=total, spec=ruleset.spec, most=ruleset.max_score),
            "total",
            "warning",
        )


def _oddities(state: EndState, ruleset: Ruleset, minutes: int | None) -> Iterator[Problem]:
    result = evaluate(state, ruleset)
    outcome, points = result.outcome, result.points
    if outcome in ("finished", "lost") and points is not None and points < LOW_POINTS:
        message = ngettext(
            "Only {points} point without striking out: is that right?",
            "Only {points} points without striking out: is that right?",
            points,
        ).format(points=points)
        yield Problem(message, "total" if state.stacks is None else "stacks", "warning")
    if minutes is not None and minutes < SHORT_GAME:
        message = _("Shorter than {n} minutes").format(n=SHORT_GAME)
        yield Problem(message, "minutes", "warning")
    if outcome == "perfect" and state.hints == 0 and ruleset.five_returns_hint:
        message = _("Perfect with no hint token left: the closing card usually returns one")
        yield Problem(message, "hints", "warning")
    if len(ruleset.suits) == PRINTED_SUITS and (black := _black(ruleset)):
        message = (
            _("Black is an ordinary suit here and is read as climbing from 1 to 5")
            if black.direction == "up"
            else _("Black is one of the five suits here and is read as falling from 5 to 1")
        )
        yield Problem(message, "ruleset", "warning")


def _black(ruleset: Ruleset) -> Suit | None:
    return ruleset.suits_by_word.get("black")
