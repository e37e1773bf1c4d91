"""Settling many drafts: the same answers as one by one, with less to think about.

Rows of a file repeat themselves: the same people, the same evening, the same end. A draft
falls into parts that do not touch each other, and the answer to each part is remembered.
Ends of games that the rules cannot tell apart, since as many cards lie for as many points,
are one end here.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import Any

from hanabi_log.drafts import LONGEST_GAME, MOST_GUESTS, Settled, settle, undivided
from hanabi_log.errors import InvalidInput, Problem, only_errors
from hanabi_log.games.hanabi.checks import SHORT_GAME
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.rulesets import UNKNOWN, Ruleset
from hanabi_log.games.hanabi.scoring import Result
from hanabi_log.games.hanabi.suits import RANKS
from hanabi_log.i18n import _
from hanabi_log.names import key_of, tidy
from hanabi_log.records import Draft, Talk
from hanabi_log.rulebook import DEFAULT, Rulebook

PRINTED_MOST = 25
"""Points of five suits; a bare total above leaves open which rules were played."""
_REMEMBERED = 4096

_ENDS_REMEMBERED = 16384

Problems = tuple[Problem, ...]
Ending = tuple[tuple[Ruleset, EndState, Result] | None, Problems]


class Settler:
    """Settles drafts under one rulebook, on one day and in one language."""

    def __init__(self, rulebook: Rulebook, today: date) -> None:
        self._rulebook = rulebook
        self._today = today
        self._date = lru_cache(_REMEMBERED)(self._settle_date)
        self._words = lru_cache(_REMEMBERED)(self._settle_words)
        self._ends: dict[str, Ending] = {}
        self._name = lru_cache(4 * _REMEMBERED)(_name_and_key)
        self._group = lru_cache(_REMEMBERED)(tidy)
        self._worth = lru_cache(_REMEMBERED)(self._weigh)

    def settle(
        self, draft: Draft, group: str | None, ruleset: str | None
    ) -> tuple[Settled | None, list[Problem]]:
        """What `settle` says of the draft with this group and ruleset.

        But a bare total of more than 25 points, under rules that cannot give it, makes the
        ruleset unknown, with a warning.
        """
        day, day_problems = self._date(draft.date)
        names, table_problems = self._table(draft.players, draft.guests or 0)
        talk, word_problems = self._words(draft.talk, draft.tags)
        ending, end_problems = self._end(draft, ruleset, len(names))
        if ending and draft.stacks is not None and (draft.points, draft.score) != (None, None):
            end_problems = (*end_problems, *_misstated(draft, ending[2]))
        end_problems = (*end_problems, *undivided(draft, end_problems))
        problems: list[Problem] = []
        if day_problems or table_problems or word_problems or end_problems:
            problems = [
                problem._replace(file=draft.file, line=draft.line)
                for problem in (*day_problems, *table_problems, *word_problems, *end_problems)
            ]
        if group is not None and not self._group(group):
            _settled, found = self._ask(_NO_END._replace(group=group))
            problems += [problem._replace(file=draft.file, line=draft.line) for problem in found]
        if ending is None or (problems and only_errors(problems)):
            return None, problems
        rules, end, result = ending
        settled = Settled(
            draft=self._readable(draft),
            date=day,
            ruleset=rules,
            end=end,
            result=result,
            names=names,
            group=None if group is None else self._group(group),
            talk=talk,
            warnings=tuple(problems),
        )
        return settled, problems

    def _readable(self, draft: Draft) -> Draft:
        """The draft with its texts as they are kept."""
        texts = (draft.place, draft.note, draft.excluded)
        if all(text is None or (text and text.isprintable()) for text in texts):
            return draft
        kept, _problems = self._ask(
            _NO_END._replace(place=draft.place, note=draft.note, excluded=draft.excluded)
        )
        if kept is None:
            return draft
        kept_texts = kept.draft
        return draft._replace(
            place=kept_texts.place, note=kept_texts.note, excluded=kept_texts.excluded
        )

    def forget(self) -> None:
        """Make room."""
        self._ends.clear()
        self._name.cache_clear()

    def _table(
        self, players: tuple[str | None, ...], guests: int
    ) -> tuple[tuple[str | None, ...], Problems]:
        """The names at a table in which nothing is wrong are settled one by one."""
        if 0 <= guests <= MOST_GUESTS:
            named = [self._name(name) for name in players if name is not None]
            if all(key for _name, key in named) and len({key for _name, key in named}) == len(
                named
            ):
                tidied = tuple(name if name is None else self._name(name)[0] for name in players)
                return tidied + (None,) * guests, ()
        _settled, problems = self._ask(_NO_END._replace(players=players, guests=guests))
        return (None,) * (len(players) + max(0, min(guests, MOST_GUESTS))), problems

    def _ask(self, draft: Draft) -> tuple[Settled | None, Problems]:
        settled, problems = settle(draft, self._rulebook, self._today)
        return settled, tuple(problems)

    def _settle_date(self, day: str | None) -> tuple[str | None, Problems]:
        settled, problems = self._ask(_NO_END._replace(date=day))
        return settled.date if settled else None, problems

    def _settle_words(
        self, talk: str | None, tags: tuple[str, ...]
    ) -> tuple[Talk | None, Problems]:
        settled, problems = self._ask(_NO_END._replace(talk=talk, tags=tags))
        return settled.talk if settled else None, problems

    def _end(self, draft: Draft, ruleset: str | None, seats: int) -> Ending:
        minutes = draft.minutes
        if minutes is not None and SHORT_GAME <= minutes <= LONGEST_GAME:
            # Nothing is ever said about these.
            minutes = None
        rules = draft.rules and draft.rules.digest
        stacks, told = self._stacks(draft, ruleset)
        facts = (ruleset, rules, told, *_end_of(draft), minutes, seats)
        # As text, 1 is neither True nor 1.0 nor "1".
        key = repr(facts)
        found = self._ends.get(key)
        if found is None:
            if len(self._ends) >= _ENDS_REMEMBERED:
                del self._ends[next(iter(self._ends))]
            found = self._settle_end(
                draft._replace(
                    date=None,
                    players=(None,) * seats,
                    guests=0,
                    group=None,
                    ruleset=ruleset,
                    minutes=minutes,
                    talk=None,
                    tags=(),
                    file=None,
                    line=None,
                )
            )
            self._ends[key] = found
        ending, problems = found
        if stacks is None or ending is None:
            return found
        known, end, result = ending
        return (known, _with_stacks(end, stacks), result), problems

    def _stacks(
        self, draft: Draft, ruleset: str | None
    ) -> tuple[dict[str, int] | None, tuple[int, int] | str | dict[str, Any] | None]:
        """The stacks where nothing is wrong with them, and what the rules can tell of them.

        Without a list of discards that is how many cards lie there, and for how many points.
        """
        given = draft.stacks
        if not isinstance(given, dict) or draft.discards is not None:
            return None, given
        worth = self._worth(ruleset or DEFAULT) if draft.rules is None else None
        if worth is None or worth.keys() != given.keys():
            return None, given
        stacks: dict[str, int] = {}
        laid = points = 0
        for code, of_suit in worth.items():
            last = given[code]
            if type(last) is not int or not 0 <= last <= RANKS:
                return None, given
            cards, counted = of_suit[last]
            laid += cards
            points += counted
            stacks[code] = last
        return stacks, (laid, points)

    def _weigh(self, spec: str) -> dict[str, tuple[tuple[int, int], ...]] | None:
        """For each suit, how many cards and points its last card stands for, from 0 to 5."""
        try:
            suits = self._rulebook.ruleset(spec).suits
        except InvalidInput:
            return None
        lasts = range(RANKS + 1)
        return {s.code: tuple((s.cards_laid(n), s.points_of(n)) for n in lasts) for s in suits}

    def _settle_end(self, draft: Draft) -> Ending:
        settled, problems = self._ask(draft)
        if settled and draft.stacks is None and _beyond(draft.total, settled.ruleset):
            message = _(
                "{total} is more than the {most} points of {spec}: a sixth suit or a miscount?"
                " The ruleset stays unknown"
            ).format(total=draft.total, most=PRINTED_MOST, spec=settled.ruleset.spec)
            settled, problems = self._ask(draft._replace(ruleset=UNKNOWN, rules=None))
            problems = (Problem(message, "total", "warning"), *problems)
        return settled and (settled.ruleset, settled.end, settled.result), problems


_end_of = attrgetter(
    *("strikes", "outcome", "said", "played", "total", "hints", "deck", "discards")
)
_NO_END = Draft(ruleset=UNKNOWN, outcome="abandoned")
"""A draft whose end gives nothing to say, so that its other parts can be asked about."""


def _with_stacks(end: EndState, stacks: dict[str, int]) -> EndState:
    # `replace` asks for every field by name, which takes twice as long.
    return EndState(
        stacks, end.strikes, end.outcome, end.total, end.players, end.hints, end.deck, end.discards
    )


def _beyond(total: int | None, rules: Ruleset) -> bool:
    return total is not None and rules.known and rules.max_score == PRINTED_MOST < total


def _misstated(draft: Draft, result: Result) -> Problems:
    """An error for each number that a source computed and the rules do not give."""
    score = _("none") if result.score is None else result.score
    return tuple(
        Problem(
            _("{found} is stated, but {points} lie on the table and the score is {score}").format(
                found=found, points=result.points, score=score
            ),
            field,
        )
        for field, found in (("points", draft.points), ("score", draft.score))
        if found not in (None, result.points, result.score)
    )


def _name_and_key(name: str) -> tuple[str, str]:
    return tidy(name), key_of(name)
