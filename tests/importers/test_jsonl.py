"""Our own interchange format, line by line."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import Problem
from hanabi_log.importers.jsonl import read, retired_in
from hanabi_log.records import Draft

ID = "0190a3f2-0000-7000-8000-00000000000a"


def items(*lines: str | dict[str, Any]) -> list[Draft | Problem]:
    """What comes of lines, given as text or as objects."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return list(read(iter(texts), file="games.jsonl"))


@pytest.mark.parametrize("deep", ["[" * 700 + "]" * 700, '{"a":' * 700 + "1" + "}" * 700])
def test_rules_that_are_nested_too_deeply_are_a_fault_of_their_line(deep: str) -> None:
    found = items(f'{{"score": 17, "definition": {deep}}}')
    problems = [one for one in found if isinstance(one, Problem)]
    assert problems
    assert all(one.line == 1 and str(one.field).startswith("definition") for one in problems)


@pytest.mark.parametrize("key", ["id", "source", "note", "group"])
@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_texts_that_cannot_be_kept_are_refused(key: str, text: str) -> None:
    (problem, _draft) = items({"score": 17, key: text})
    assert isinstance(problem, Problem)
    assert problem.field == key


def test_what_is_told_of_odd_keys_can_be_written() -> None:
    for one in items({"score": 17, "definition": {"\ud800": 1, "spec": "\udfff"}}):
        if isinstance(one, Problem):
            assert f"{one.where}: {one.message}".encode()


def draft_of(line: dict[str, Any]) -> Draft:
    """The draft of a line in which nothing is wrong."""
    (draft,) = items(line)
    assert isinstance(draft, Draft)
    return draft


def test_a_game_keeps_its_id_and_the_seats_of_its_guests() -> None:
    draft = draft_of(
        {
            "id": ID.upper(),
            "players": ["Mo, the 2nd", None, "Ida"],
            "guests": 1,
            "stacks": {"R": 5},
            "strikes": 0,
            "tags": ["late"],
            "discards": ["R1", "Y5"],
        }
    )
    assert (draft.id, draft.source) == (ID, None)
    assert (draft.players, draft.guests) == (("Mo, the 2nd", None, "Ida"), 0)
    assert (draft.stacks, draft.tags, draft.discards) == ({"R": 5}, ("late",), "R1 Y5")


def test_guests_without_a_seat_are_added() -> None:
    assert draft_of({"players": ["Mo"], "guests": 2, "score": 3}).guests == 2


def test_a_bare_number_is_read_under_any_of_its_names() -> None:
    assert draft_of({"score": 17}).total == 17
    assert draft_of({"points": 12, "score": 0}).total == 12
    assert draft_of({"total": 9, "points": 12}).total == 9
    assert draft_of({"total": None, "points": 25, "said": "perfect"}).total is None


def test_what_is_computed_is_passed_over() -> None:
    draft = draft_of(
        {
            "stacks": {"R": 1},
            "points": 1,
            "percent": 4.0,
            "band": "boos",
            "counted": False,
            "outcome": "finished",
            "said": None,
        }
    )
    assert (draft.total, draft.outcome) == (None, None)


def test_a_group_that_is_null_is_no_group() -> None:
    assert draft_of({"group": None, "score": 1}).group == ""
    assert draft_of({"score": 1}).group is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("date", 20260101),
        ("players", "Mo"),
        ("players", [7]),
        ("stacks", [5]),
        ("strikes", "1"),
        ("strikes", True),
        ("strikes", 1.5),
        ("minutes", 10**400),
        ("note", ["x"]),
        ("note", "\ud800"),
        ("tags", ["two words"]),
        ("discards", 7),
    ],
)
def test_wrong_types_are_named_by_line_and_key(key: str, value: object) -> None:
    problem, draft = items({"score": 1, key: value})
    assert isinstance(problem, Problem)
    assert (problem.line, problem.field, problem.level) == (1, key, "error")
    assert isinstance(draft, Draft)


@pytest.mark.parametrize("line", ["{", "[]", "7", "nul", "[" * 5000, '{"score": ' + "9" * 5000])
def test_lines_that_are_no_games_are_errors(line: str) -> None:
    first, draft = items(line, {"score": 1})
    assert isinstance(first, Problem)
    assert (first.line, first.level) == (1, "error")
    assert isinstance(draft, Draft)
    assert draft.line == 2


def test_an_unknown_key_is_a_warning_once() -> None:
    problem, *drafts = items({"score": 1, "mood": "x"}, "", {"score": 2, "mood": "y"})
    assert isinstance(problem, Problem)
    assert (problem.field, problem.level) == ("mood", "warning")
    assert len(drafts) == 2


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
KEYS = [
    "id",
    "date",
    "group",
    "players",
    "guests",
    "stacks",
    "strikes",
    "outcome",
    "said",
    "total",
    "score",
    "discards",
    "tags",
    "talk",
    "source",
    "x",
]


@given(st.dictionaries(st.sampled_from(KEYS), json_values))
def test_no_object_brings_it_down(line: dict[str, Any]) -> None:
    *problems, draft = items(line)
    assert isinstance(draft, Draft)
    assert draft.id or draft.source
    assert all(isinstance(problem, Problem) and problem.line == 1 for problem in problems)


@given(st.text(max_size=100))
def test_no_line_brings_it_down(line: str) -> None:
    assert all(item.line == 1 for item in items(line))


def test_the_names_of_the_retired_in_lines_of_any_kind(tmp_path: Path) -> None:
    file = tmp_path / "public.jsonl"
    lines = ['{"retired": ["Moss", 7]}', '{"retired": "Wren"}', '["retired"]', '{"retired"', "\xff"]
    file.write_bytes("\n".join(lines).encode("latin-1"))
    assert retired_in(str(file)) == {"Moss"}
