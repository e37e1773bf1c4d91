"""Whether an end state can have happened under a ruleset.

Each check is a sentence of the rules or a count of cards. Errors forbid storing, warnings
are stored and shown. One equation carries all counts: every card of the deck is on a
firework, discarded, in a hand or in the draw pile (S + D + H + R = N).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hanabi_log.errors import Level, Problem
from hanabi_log.games.hanabi.endstate import EndState, Outcome, outcome_label, outcome_of
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.games.hanabi.suits import RANKS, Suit
from hanabi_log.i18n import _, ngettext

HIGHEST_TOTAL = 50
"""No known or imagined ruleset gives more points than this."""
LOW_POINTS = 5
SHORT_GAME = 5
"""Minutes."""


def check(state: EndState, ruleset: Ruleset, minutes: int | None = None) -> list[Problem]:
    """Everything that is wrong (errors) or odd (warnings) about an end state, in one go.

    `minutes` is how long the game took, where it is known.
    """
    problems = [*_check_known(state), *_check_players(state, ruleset)]
    if ruleset.known:
        problems += [
            *_check_stacks(state, ruleset),
            *_check_strikes(state, ruleset),
            *_check_hints(state, ruleset),
        ]
    problems += _check_numbers(state, ruleset)
    if ruleset.known and not any(problem.level == "error" for problem in problems):
        problems += [
            *_check_outcome(state, ruleset),
            *_check_discards(state, ruleset),
            *_check_cards(state, ruleset),
        ]
    if not any(problem.level == "error" for problem in problems):
        problems += [*_check_total(state, ruleset), *_oddities(state, ruleset, minutes)]
    return problems


def _error(field: str, message: str, level: Level = "error") -> Problem:
    return Problem(message, field, level)


def _range(field: str, name: str, found: int, low: int, high: int) -> Iterator[Problem]:
    if not low <= found <= high:
        yield _error(
            field,
            _("{name} is {found}; allowed: {low} to {high}").format(
                name=name, found=found, low=low, high=high
            ),
        )


def _check_known(state: EndState) -> Iterator[Problem]:
    if state.stacks is None and state.total is None and state.outcome is None:
        yield _error("stacks", _("Nothing is said about the end: stacks, a total or an outcome"))


def _check_players(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    counts = ruleset.player_counts
    if state.players and counts and state.players not in counts:
        yield _error(
            "players",
            ngettext(
                "{found} player; {spec} is for {allowed}",
                "{found} players; {spec} is for {allowed}",
                state.players,
            ).format(found=state.players, spec=ruleset.spec, allowed=", ".join(map(str, counts))),
        )


def _check_stacks(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.stacks is None:
        return
    codes = [suit.code for suit in ruleset.suits]
    if set(state.stacks) != set(codes):
        yield _error(
            "stacks",
            _("The stacks are of {found}; {spec} has {suits}").format(
                found=" ".join(state.stacks), spec=ruleset.spec, suits=" ".join(codes)
            ),
        )
    for suit in ruleset.suits:
        yield from _range("stacks", suit.label, state.stacks.get(suit.code, 0), 0, RANKS)


def _check_strikes(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.strikes is not None:
        yield from _range("strikes", _("Strikes"), state.strikes, 0, ruleset.strikes)


def _check_hints(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.hints is not None:
        yield from _range("hints", _("Hint tokens left"), state.hints, 0, ruleset.hints)


def _check_numbers(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.deck is not None:
        yield from _range(
            "deck",
            _("Cards left to draw"),
            state.deck,
            0,
            ruleset.deck_size if ruleset.known else 100,
        )
    if not ruleset.known:
        if state.strikes is not None:
            yield from _range("strikes", _("Strikes"), state.strikes, 0, 20)
        if state.hints is not None:
            yield from _range("hints", _("Hint tokens left"), state.hints, 0, 50)
        if state.total is not None:
            yield from _range("total", _("The total"), state.total, -RANKS, HIGHEST_TOTAL)


def _check_outcome(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    said, strikes = state.outcome, state.strikes
    out = strikes is not None and strikes == ruleset.strikes
    complete = state.stacks is not None and state.cards_laid(ruleset) == ruleset.fireworks_size
    if complete and (out or said == "struck_out"):
        yield _error(
            "strikes",
            _(
                "Every firework is complete, and that ends the game at once:"
                " it cannot be struck out as well"
            ),
        )
        return
    if said == "struck_out" and strikes is not None and not out:
        yield _error(
            "outcome",
            _("Struck out takes {needed} strikes under {spec}, found {found}").format(
                needed=ruleset.strikes, spec=ruleset.spec, found=strikes
            ),
        )
    elif out and said not in (None, "struck_out"):
        yield _contradiction(
            said,
            _("strike {needed} ends the game, so it is struck out").format(needed=ruleset.strikes),
        )
    if said == "perfect" and state.stacks is not None and not complete:
        yield _contradiction(said, _("not every firework is complete"))
    elif complete and said not in (None, "perfect"):
        yield _contradiction(said, _("every firework is complete, so it is perfect"))
    if said == "lost" and not ruleset.win_or_lose:
        yield _contradiction(said, _("only win-or-lose rules know it; say finished or struck_out"))
    elif said == "finished" and ruleset.win_or_lose:
        yield _contradiction(said, _("win-or-lose rules end perfect, lost or struck_out"))
    if _outcome_needs_empty_deck(state, ruleset) and state.deck:
        yield _error(
            "deck",
            _("A finished game has no cards left to draw, found {found}").format(found=state.deck),
        )


def _contradiction(said: Outcome | None, reason: str) -> Problem:
    name = outcome_label(said) if said else ""
    return _error(
        "outcome", _("“{outcome}” does not fit: {reason}").format(outcome=name, reason=reason)
    )


def _outcome_needs_empty_deck(state: EndState, ruleset: Ruleset) -> bool:
    return outcome_of(state, ruleset) == "finished" and not ruleset.early_stop


def _check_discards(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    if state.discards is None:
        return
    gone = Counter(state.discards)
    for suit in ruleset.suits:
        last = (state.stacks or {}).get(suit.code, 0)
        laid = suit.ranks[: suit.cards_laid(last)]
        for place, rank in enumerate(suit.ranks):
            found = gone[f"{suit.code}{rank}"]
            copies = suit.copies[rank - 1]
            if found > copies:
                yield _error(
                    "discards",
                    _("{card} is discarded {found} times, the deck holds {copies}").format(
                        card=f"{suit.code}{rank}", found=found, copies=copies
                    ),
                )
            elif state.stacks is not None and found == copies and rank in laid:
                yield _blocked(suit, rank, last, place)
    if state.strikes and not ruleset.repairs and state.strikes > len(state.discards):
        yield _error(
            "discards",
            _("{strikes} strikes put as many cards among the discards, found {found}").format(
                strikes=state.strikes, found=len(state.discards)
            ),
        )


def _blocked(suit: Suit, rank: int, last: int, most: int) -> Problem:
    return _error(
        "discards",
        _("Every {card} is discarded, so {suit} holds at most {most} cards, found {found}").format(
            card=f"{suit.code}{rank}", suit=suit.label, most=most, found=suit.cards_laid(last)
        ),
    )


def _check_cards(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    """S + D + H + R = N must have a solution with what is known of D, H and R."""
    hand = ruleset.hand_size(state.players or 0)
    outcome = outcome_of(state, ruleset)
    if state.stacks is None or hand is None or outcome is None:
        return
    deck = 0 if _outcome_needs_empty_deck(state, ruleset) else state.deck
    discards = None if state.discards is None else len(state.discards)
    if deck is None and discards is None:
        return
    elsewhere = ruleset.deck_size - state.cards_laid(ruleset)
    least, most = _hands(state, ruleset, outcome, hand, deck)
    if discards is None:
        if deck and elsewhere - deck < least + (0 if ruleset.repairs else state.strikes or 0):
            yield _error(
                "deck",
                _("At most {most} cards can be left to draw, found {found}").format(
                    most=elsewhere - least - (0 if ruleset.repairs else state.strikes or 0),
                    found=deck,
                ),
            )
        return
    fewest = elsewhere - most - (deck if deck is not None else elsewhere)
    highest = elsewhere - least - (deck or 0)
    if discards > highest and not ruleset.repairs:
        yield _miscounted(discards, _("at most {count}").format(count=highest))
    elif discards < fewest and outcome != "abandoned":
        yield _miscounted(discards, _("at least {count}").format(count=fewest))


def _hands(
    state: EndState, ruleset: Ruleset, outcome: Outcome, hand: int, deck: int | None
) -> tuple[int, int]:
    """The fewest and the most cards that all hands together can hold."""
    players = state.players or 0
    full = players * hand
    if deck:
        return full - 1, full
    if outcome == "abandoned" or not ruleset.last_round:
        return 0, full
    return players * (hand - 1), full


def _miscounted(found: int, allowed: str) -> Problem:
    return _error(
        "discards",
        _(
            "{found} discards do not add up with the cards on the table, in hands and in the"
            " draw pile: {allowed}"
        ).format(found=found, allowed=allowed),
    )


def _check_total(state: EndState, ruleset: Ruleset) -> Iterator[Problem]:
    total = state.total
    if total is None or not ruleset.known:
        return
    if state.stacks is not None:
        result = evaluate(state, ruleset)
        if total not in (result.points, result.score):
            score = _("none") if result.score is None else result.score
            yield _error(
                "total",
                _(
                    "The total is {total}, but {points} lie on the table and the score is {score}"
                ).format(total=total, points=result.points, score=score),
            )
        return
    number = ruleset.struck_out if isinstance(ruleset.struck_out, int) else 0
    low, high = min(ruleset.min_points, number), max(ruleset.max_score, 30)
    yield from _range("total", _("The total"), total, low, high)
    if ruleset.max_score < total <= high:
        yield _error(
            "total",
            _("{total} is more than {spec} can give ({most}): a sixth suit, or a miscount?").format(
                total=total, spec=ruleset.spec, most=ruleset.max_score
            ),
            "warning",
        )


def _oddities(state: EndState, ruleset: Ruleset, minutes: int | None) -> Iterator[Problem]:
    result = evaluate(state, ruleset)
    outcome, points = result.outcome, result.points
    if outcome in ("finished", "lost") and points is not None and points < LOW_POINTS:
        yield _error(
            "stacks",
            _("Only {points} points without striking out: is that right?").format(points=points),
            "warning",
        )
    if minutes is not None and minutes < SHORT_GAME:
        yield _error("minutes", _("Shorter than {n} minutes").format(n=SHORT_GAME), "warning")
    if outcome == "perfect" and state.hints == 0:
        yield _error(
            "hints",
            _("Perfect with no hint token left: the closing card usually returns one"),
            "warning",
        )
    if len(ruleset.suits) == RANKS and any(
        suit.name == "black" and suit.direction == "up" for suit in ruleset.suits
    ):
        yield _error(
            "ruleset",
            _("Black is an ordinary suit here and is read as climbing from 1 to 5"),
            "warning",
        )
