"""Logging a game question by question, for those who would rather be asked.

Each answer is checked as it is given. Before anything is stored the game is shown, and
any field can be answered again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import click

from hanabi_log.cli import cards
from hanabi_log.cli.output import tell, tell_problems
from hanabi_log.drafts import settle
from hanabi_log.errors import Problem, only_errors
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.i18n import _
from hanabi_log.labels import field_label
from hanabi_log.logbook.adding import NO_GROUP, complete
from hanabi_log.logbook.log import Log
from hanabi_log.logbook.ongoing import current_session
from hanabi_log.names import split_names
from hanabi_log.records import Draft
from hanabi_log.rulebook import DEFAULT


@dataclass(frozen=True)
class Question:
    """A field of the form: what is asked, what is proposed, and what an answer does."""

    field: str
    ask: Callable[[], str]
    proposal: Callable[[Draft], str]
    answer: Callable[[Draft, str], Draft]

    @property
    def words(self) -> tuple[str, str]:
        """What the field may be called when it is to be corrected."""
        return self.field, field_label(self.field)


def ask_game(log: Log, draft: Draft, *, again: bool) -> Draft:
    """The draft with every field answered by a person at the terminal."""
    told = draft if current_session(log) else _from_last(log, draft)
    draft = complete(log, told, again=again)
    for question in QUESTIONS:
        draft = _ask(log, question, draft)
    while True:
        settled, problems = settle(draft, log.rulebook, log.today)
        if settled is not None:
            for line in _preview(draft, settled.ruleset):
                tell(line)
        tell_problems(problems)
        names = ", ".join(field_label(question.field) for question in QUESTIONS)
        word = click.prompt(
            _("Enter stores it; or name a field to correct: {names}").format(names=names),
            default="",
            show_default=False,
            err=True,
        ).strip()
        if not word and settled is not None:
            return draft
        named = [question for question in QUESTIONS if word in question.words]
        if word and not named:
            tell(
                "  × " + _("{found} is no field; there are {names}").format(found=word, names=names)
            )
        for question in named:
            draft = _ask(log, question, draft)


def _ask(log: Log, question: Question, draft: Draft) -> Draft:
    if question.field == "stacks":
        tell(f"  {_stacks_help(log, draft)}")
    while True:
        proposal = question.proposal(draft)
        typed = click.prompt(
            question.ask(), default=proposal, show_default=bool(proposal), err=True
        )
        try:
            answered = question.answer(draft, typed.strip())
        except ValueError:
            tell("  × " + _("{found} is no whole number").format(found=repr(typed)))
            continue
        problems = only_errors(_problems(log, answered))
        mine = [problem for problem in problems if problem.field == question.field]
        if not mine:
            if question.field == "stacks":
                _show(log, answered)
            return answered
        tell_problems(mine)


def _stacks_help(log: Log, draft: Draft) -> str:
    """How the stacks are typed under the rules of the draft."""
    suits = log.rulebook.ruleset(draft.ruleset or DEFAULT).suits
    return _("In the order {suits}: {digits}; or by colour: {pairs}").format(
        suits=" ".join(suit.short for suit in suits),
        digits="".join("4" for _suit in suits),
        pairs=" ".join(f"{suit.short}4" for suit in suits[:2]),
    )


def _problems(log: Log, draft: Draft) -> list[Problem]:
    _settled, problems = settle(draft, log.rulebook, log.today)
    return problems


def _show(log: Log, draft: Draft) -> None:
    settled, _problems_found = settle(draft._replace(strikes=None), log.rulebook, log.today)
    if settled is not None:
        for line in _preview(draft, settled.ruleset):
            tell(line)


def _preview(draft: Draft, ruleset: Ruleset) -> list[str]:
    from hanabi_log.games.hanabi.notation import parse_stacks

    if not isinstance(draft.stacks, str):
        return []
    stacks, problems = parse_stacks(draft.stacks, ruleset)
    return [] if problems else [f"  {line}" for line in cards.fireworks(stacks, ruleset)]


def _from_last(log: Log, draft: Draft) -> Draft:
    """Propose the table of the last game where nothing was said."""
    from hanabi_log.logbook.adding import like_last
    from hanabi_log.storage.finding import last_logged

    if last_logged(log.connection) is None:
        return draft
    last = like_last(log, draft)
    return last._replace(date=draft.date)


def _optional(typed: str) -> str | None:
    return None if typed in ("", "-") else typed


QUESTIONS = (
    Question(
        "group",
        lambda: _("Group (- for none)"),
        lambda draft: draft.group or NO_GROUP,
        lambda draft, typed: draft._replace(group=typed),
    ),
    Question(
        "date",
        lambda: _("Date"),
        lambda draft: draft.date or _("today"),
        lambda draft, typed: draft._replace(date=typed),
    ),
    Question(
        "players",
        lambda: _("Players, separated by commas"),
        lambda draft: ", ".join(name or _("guest") for name in draft.players) or "-",
        lambda draft, typed: draft._replace(players=split_names(_optional(typed) or "")),
    ),
    Question(
        "ruleset",
        lambda: _("Ruleset"),
        lambda draft: draft.ruleset or "basic",
        lambda draft, typed: draft._replace(ruleset=typed),
    ),
    Question(
        "stacks",
        lambda: _("Last card of each firework"),
        lambda draft: str(draft.stacks or ""),
        lambda draft, typed: draft._replace(stacks=typed),
    ),
    Question(
        "strikes",
        lambda: _("Strikes"),
        lambda draft: str(draft.strikes or 0),
        lambda draft, typed: draft._replace(strikes=int(typed)),
    ),
    Question(
        "note",
        lambda: _("Note (- for none)"),
        lambda draft: draft.note or "-",
        lambda draft, typed: draft._replace(note=_optional(typed)),
    ),
)
