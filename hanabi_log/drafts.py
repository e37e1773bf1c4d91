"""From what somebody typed, or a file has, to an end state that breaks no rule.

Settling a draft asks nothing but the rulebook and today's date. All that is wrong is
found in one go: unreadable stacks, impossible dates and broken rules stand side by side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from hanabi_log.dates import parse_date
from hanabi_log.errors import InvalidInput, Problem, only_errors
from hanabi_log.games.hanabi.checks import check, check_said
from hanabi_log.games.hanabi.endstate import OUTCOMES, EndState, Outcome, with_outcome
from hanabi_log.games.hanabi.notation import parse_cards, parse_stacks, stacks_from_mapping
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import Result, evaluate
from hanabi_log.i18n import _
from hanabi_log.names import key_of, tidy, without_controls
from hanabi_log.records import TALKS, Draft, Talk
from hanabi_log.rulebook import DEFAULT, Rulebook

LONGEST_GAME = 24 * 60
"""Minutes."""
MOST_GUESTS = 10
WON = "won"
DEFEAT = "defeat"


class Settled(NamedTuple):
    """A draft that can be stored: names tidy, end state checked, result computed.

    `warnings` are the problems that do not forbid storing.
    """

    draft: Draft
    date: str | None
    ruleset: Ruleset
    end: EndState
    result: Result
    names: tuple[str | None, ...]
    group: str | None
    talk: Talk | None
    warnings: tuple[Problem, ...]


FIRST_YEAR = "2010"
"""When the game came out; an earlier day is a slip."""


def settle(draft: Draft, rulebook: Rulebook, today: date) -> tuple[Settled | None, list[Problem]]:
    """The settled draft, None where it cannot be stored, and every problem with it.

    Problems carry the file and line of the draft.
    """
    draft = _without_controls(draft)
    problems: list[Problem] = []
    day = _read_date(draft, today, problems)
    names = _read_names(draft, problems)
    talk = _read_word("talk", draft.talk, TALKS, problems)
    _check_range("minutes", _("Minutes"), draft.minutes, LONGEST_GAME, problems)
    _check_tags(draft, problems)
    if draft.group is not None and not tidy(draft.group):
        problems.append(Problem(_("The name of the group is empty"), "group"))
    ruleset = _read_ruleset(draft, rulebook, problems)
    if ruleset is None:
        return None, _placed(problems, draft)
    end = _read_end(draft, ruleset, len(names), problems)
    # What cannot be read is set aside and the rest is checked, so that one look shows all.
    unreadable = {p.field for p in only_errors(problems)}
    found = [
        *(() if draft.played else check_said(end, ruleset)),
        *check(end, ruleset, draft.minutes),
    ]
    found += undivided(draft, found)
    problems += [p for p in found if p.field not in unreadable - {"players"}]
    if only_errors(problems):
        return None, _placed(problems, draft)
    settled = Settled(
        draft=draft,
        date=day,
        ruleset=ruleset,
        end=end,
        result=evaluate(end, ruleset),
        names=names,
        group=tidy(draft.group) if draft.group else None,
        talk=talk,
        warnings=tuple(_placed(problems, draft)),
    )
    return settled, list(settled.warnings)


def _placed(problems: list[Problem], draft: Draft) -> list[Problem]:
    if draft.file is None and draft.line is None:
        return problems
    return [problem._replace(file=draft.file, line=draft.line) for problem in problems]


def _without_controls(draft: Draft) -> Draft:
    """The draft without control characters, which could drive the terminal that shows them."""
    return draft._replace(
        place=_clean(draft.place),
        note=_clean(draft.note),
        excluded=_clean(draft.excluded),
    )


def _clean(text: str | None) -> str | None:
    return without_controls(text) or None if text else None


def _read_date(draft: Draft, today: date, problems: list[Problem]) -> str | None:
    if draft.date is None:
        return None
    found = parse_date(draft.date, today)
    if isinstance(found, str):
        problems.append(Problem(found, "date"))
        return None
    day = found.isoformat()
    problems += filter(None, [odd_day(day, today)])
    return day


def odd_day(day: str, today: date) -> Problem | None:
    """The warning about a day on which nobody can have played Hanabi."""
    if day < FIRST_YEAR:
        message = _("{date} is before Hanabi came out, which was in {year}")
        return Problem(message.format(date=day, year=FIRST_YEAR), "date", "warning")
    return in_the_future(day, today)


def in_the_future(day: str | None, today: date) -> Problem | None:
    """The warning about a day that is still to come."""
    if day is None or day <= today.isoformat():
        return None
    return Problem(_("{date} lies in the future").format(date=day), "date", "warning")


def _read_names(draft: Draft, problems: list[Problem]) -> tuple[str | None, ...]:
    names = tuple(None if name is None else tidy(name) for name in draft.players)
    if "" in names:
        problems.append(Problem(_("A name is empty"), "players"))
    counts = Counter(key_of(name) for name in names if name)
    for name in dict.fromkeys(name for name in names if name):
        if counts.pop(key_of(name), 1) > 1:
            problems.append(
                Problem(_("{name} sits at the table twice").format(name=name), "players")
            )
    guests = draft.guests or 0
    _check_range("guests", _("Guests"), guests, MOST_GUESTS, problems)
    return names + (None,) * max(0, min(guests, MOST_GUESTS))


def undivided(draft: Draft, problems: Iterable[Problem]) -> Iterator[Problem]:
    """A hint for a table of one name that was refused, but looks like several names."""
    name = tidy(draft.players[0] or "") if len(draft.players) == 1 and not draft.guests else ""
    parts = [part for part in re.split(r"[\s·ㆍ・•+|]+", name) if part]
    if len(parts) > 1 and any(problem.field == "players" for problem in problems):
        message = _("{found} was read as one name; names are divided by commas: {example}")
        example = ", ".join(parts)
        yield Problem(message.format(found=f"“{name}”", example=f"“{example}”"), "players")


def _read_word(
    field: str, found: str | None, allowed: tuple[Talk, ...], problems: list[Problem]
) -> Talk | None:
    for word in allowed:
        if found == word:
            return word
    if found is not None:
        problems.append(
            Problem(
                _("{found} does not fit; allowed: {allowed}").format(
                    found=repr(found), allowed=", ".join(allowed)
                ),
                field,
            )
        )
    return None


def _check_range(
    field: str, name: str, found: int | None, most: int, problems: list[Problem]
) -> None:
    if found is not None and not 0 <= found <= most:
        problems.append(
            Problem(
                _("{name} is {found}; allowed: {low} to {high}").format(
                    name=name, found=found, low=0, high=most
                ),
                field,
            )
        )


def _check_tags(draft: Draft, problems: list[Problem]) -> None:
    for tag in draft.tags:
        if not tag or any(letter.isspace() for letter in tag):
            message = _("{found} is no tag: a tag is one word").format(found=repr(tag))
            problems.append(Problem(message, "tags"))


def _read_ruleset(draft: Draft, rulebook: Rulebook, problems: list[Problem]) -> Ruleset | None:
    if draft.rules is not None:
        return draft.rules
    try:
        return rulebook.ruleset(draft.ruleset or DEFAULT)
    except InvalidInput as error:
        problems += error.problems
        return None


def _read_end(draft: Draft, ruleset: Ruleset, players: int, problems: list[Problem]) -> EndState:
    stacks, discards = None, None
    if draft.stacks is not None:
        if isinstance(draft.stacks, str):
            stacks, found = parse_stacks(draft.stacks, ruleset)
        else:
            stacks, found = stacks_from_mapping(draft.stacks, ruleset)
        problems += found
    if draft.discards is not None and ruleset.known:
        discards, found = parse_cards(draft.discards, ruleset)
        problems += found
    end = EndState(
        stacks=stacks,
        strikes=draft.strikes,
        total=draft.total,
        players=players or None,
        hints=draft.hints,
        deck=draft.deck,
        discards=discards,
    )
    outcome = _read_outcome(draft, end, ruleset, problems)
    return replace(end, outcome=outcome) if draft.said else with_outcome(end, ruleset, outcome)


def _read_outcome(
    draft: Draft, end: EndState, ruleset: Ruleset, problems: list[Problem]
) -> Outcome | None:
    """The outcome that was said.

    Other sources only know `won` (not struck out) and `defeat`. Won is perfect when
    everything is complete or the rules are win-or-lose; defeat is struck out, or lost
    where win-or-lose rules ended with strikes to spare.
    """
    word = draft.outcome.strip().lower().replace("-", "_") if draft.outcome else None
    if word is None:
        return None
    if word == WON:
        return "perfect" if ruleset.win_or_lose or _is_complete(end, ruleset) else "finished"
    if word == DEFEAT:
        spared = end.strikes is not None and end.strikes < ruleset.strikes
        return "lost" if ruleset.win_or_lose and spared else "struck_out"
    for outcome in OUTCOMES:
        if word == outcome:
            return outcome
    problems.append(
        Problem(
            _("{found} does not fit; allowed: {allowed}").format(
                found=repr(draft.outcome), allowed=", ".join(OUTCOMES)
            ),
            "outcome",
        )
    )
    return None


def _is_complete(end: EndState, ruleset: Ruleset) -> bool:
    if end.stacks is None:
        return ruleset.known and end.total == ruleset.max_score
    return end.cards_laid(ruleset) == ruleset.fireworks_size
