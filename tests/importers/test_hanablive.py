"""Games from hanab.live without their cards: histories, variants, and many in one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput
from hanabi_log.importers import hanablive_documents
from hanabi_log.importers.hanablive import is_hanablive
from hanabi_log.importers.hanablive_variants import variant_of
from hanabi_log.importers.registry import read_files
from tests.importers.hanablive_files import Dict, fault, one, record, texts

HISTORY = (
    "41\t2\t25\tNo Variant\t2026-03-14 — 20:15:00 UTC\tAda, Bo\t3\t5\t25\n"
    "42\t3\t28\tPink (6 Suits)\t2026-03-15 — 08:00:00 UTC\tAda, Bo, Cy\t1\t6\t30\n"
    "43\t2\t0\t6 Suits\t2026-03-15 — 09:00:00 UTC\tAda, Bo\t1\t6\t30\n"
)


def test_a_history_with_tabs() -> None:
    (plain, pink, six), problems = texts(HISTORY)
    assert not problems
    assert (plain.source, plain.date, plain.players) == (
        "hanablive:41",
        "2026-03-14",
        ("Ada", "Bo"),
    )
    assert (plain.ruleset, plain.total, plain.outcome) == ("hanablive", 25, None)
    assert (pink.ruleset, pink.total, pink.note) == ("unknown", 28, "Pink (6 Suits), max. 30")
    # Nought is what a game gets that was struck out or stopped: nobody knows which.
    assert (six.ruleset, six.total, six.outcome) == ("hanablive+rainbow", 0, None)


def test_a_history_with_its_headings_is_no_sheet(tmp_path: Path) -> None:
    path = tmp_path / "history.csv"
    path.write_text("id,players,score,variant\n17,2,25,No Variant,Ida,Mo\n", encoding="utf-8")
    reading = read_files([str(path)])
    (draft,) = reading.drafts
    assert (draft.source, draft.players, draft.total) == ("hanablive:17", ("Ida", "Mo"), 25)
    path.write_text("id,players,score,variant\n17,Mo & Ida,25,basic\n", encoding="utf-8")
    assert read_files([str(path)]).formats[0][1] == "csv"


def test_a_ragged_history_with_commas() -> None:
    text = (
        "id,players,score,variant,names\n"
        "41,2,20,No Variant,Ada,Bo\n"
        '42,3,18,No Variant,2026-03-15,"Ada, Bo, Cy"\n'
        "43,4,18,Rainbow (6 Suits),Ada,Bo,Cy,Di,\n"
        "44,3,18,No Variant,Ada,Bo\n"
        "45,2,18\n"
        "x,2,18,No Variant,Ada,Bo\n"
        "46,2,26,No Variant,Ada,Bo\n"
        "47,2,-1,No Variant,Ada,Bo\n"
    )
    drafts, problems = texts(text)
    assert [draft.players for draft in drafts] == [
        ("Ada", "Bo"),
        ("Ada", "Bo", "Cy"),
        ("Ada", "Bo", "Cy", "Di"),
    ]
    assert [draft.date for draft in drafts] == [None, "2026-03-15", None]
    assert drafts[2].ruleset == "hanablive+wild"
    assert [problem.line for problem in problems] == [5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HISTORY, True),
        ("41,2,20,No Variant,Ada,Bo\n", True),
        (json.dumps(record()), True),
        ('// mine\n[{"deck": [], "actions": []}]', True),
        ('{"date": "2026-01-01", "deck": null, "score": 3}', False),
        ("date,total\n2026-01-01,3\n", False),
        ("1,2,3,4\n", False),
        ("", False),
    ],
)
def test_it_is_told_by_its_beginning(text: str, expected: bool) -> None:
    assert is_hanablive(text) is expected


# --- variants


@pytest.mark.parametrize(
    ("name", "spec", "maximum", "plain"),
    [
        (None, "hanablive", 25, True),
        ("6 Suits", "hanablive+rainbow", 30, True),
        ("Black (6 Suits)", "hanablive+rainbow5", 30, True),
        ("Rainbow (6 Suits)", "hanablive+wild", 30, True),
        ("White Reversed (6 Suits)", "hanablive+black", 30, True),
        ("Rainbow (5 Suits)", "unknown", 25, True),
        ("Omni & Dark Pink (6 Suits)", "unknown", 30, True),
        ("3 Suits", "unknown", 15, True),
        ("Up or Down (5 Suits)", "unknown", 25, False),
        ("Sudoku (4 Suits)", "unknown", 20, False),
        ("Reversed (4 Suits)", "unknown", 20, False),
        ("Rainbow Reversed (5 Suits)", "unknown", 25, False),
        ("Throw It in a Hole & White (6 Suits)", "unknown", 30, False),
        ("Something New", "unknown", None, False),
    ],
)
def test_variants(name: str | None, spec: str, maximum: int | None, plain: bool) -> None:
    variant = variant_of(name)
    assert (variant.spec, variant.maximum, variant.plain) == (spec, maximum, plain)


@pytest.mark.parametrize("option", ["allOrNothing", "detrimentalCharacters"])
def test_options_that_change_the_rules_leave_them_unknown(option: str) -> None:
    draft = one(record(options={"variantName": "No Variant", option: True}))
    assert (draft.ruleset, draft.total, draft.outcome) == ("unknown", 24, None)
    assert option in (draft.note or "")


# --- records of the full history


@pytest.mark.parametrize(
    ("condition", "score", "outcome", "total"),
    [
        (1, 24, "won", 24),
        (2, 0, "struck_out", None),
        (4, 0, "abandoned", None),
        (10, 0, "abandoned", None),
        (3, 0, None, 0),
        (None, 0, None, 0),
    ],
)
def test_how_a_record_says_that_it_ended(
    condition: int | None, score: int, outcome: str | None, total: int | None
) -> None:
    draft = one(record(endCondition=condition, score=score))
    assert (draft.outcome, draft.total, draft.date) == (outcome, total, "2026-01-03")


def test_black_powder_counts_missing_cards_here_and_laid_ones_there() -> None:
    options = {"variantID": 1356}
    draft = one(record(options=options, score=29, tags="late night, rev"))
    assert (draft.ruleset, draft.total, draft.tags) == (
        "hanablive+black",
        24,
        ("late-night", "rev"),
    )
    assert one(record(options=options, score=0, endCondition=2)).total is None


@pytest.mark.parametrize(
    "more",
    [
        {"score": "24"},
        {"score": 26},
        {"score": True},
        {"endCondition": 0},
        {"endCondition": "won"},
        {"playerNames": "ada"},
        {"playerNames": ["ada", 3]},
        {"playerNames": ["ada"]},
        {"options": []},
        {"options": {"variantName": 3}},
        {"options": {"variantID": "x"}},
        {"datetimeStarted": 20260103},
        {"datetimeStarted": "yesterday"},
    ],
)
def test_records_of_wrong_types_are_problems(more: Dict) -> None:
    assert fault(record(**more))


def test_an_unknown_number_of_a_variant_keeps_the_score() -> None:
    draft = one(record(options={"variantID": 99999}))
    assert (draft.ruleset, draft.total, draft.note) == ("unknown", 24, "Variant 99999")


# --- many games in one file


def test_a_list_lines_and_comments_are_read_alike() -> None:
    games = [record(id=1), record(id=2)]
    lines = "\n".join(map(json.dumps, games))
    commented = (
        '// ours, "so far"\n[\n'
        + ",\n/* the second\n*/ ".join(json.dumps(found, indent=1) for found in games)
        + ", // and no more\n]\n"
    )
    for text in (json.dumps(games), json.dumps(games, indent=2), lines, commented):
        drafts, problems = texts(text)
        assert ([draft.source for draft in drafts], problems) == (
            ["hanablive:1", "hanablive:2"],
            [],
        )
        assert len({draft.line for draft in drafts}) == 2
    assert [draft.line for draft in texts(lines)[0]] == [1, 2]
    assert texts(json.dumps(games, indent=2))[0][0].line == 2


def test_comments_stand_in_lines_of_their_own_too() -> None:
    text = f"// one\n{json.dumps(record())} // the best\n\n{json.dumps(record(id=8))}\n"
    assert [draft.line for draft in texts(text)[0]] == [2, 4]


def test_what_looks_like_a_comment_in_a_name_is_none() -> None:
    (draft,), _problems = texts("[" + json.dumps(record(playerNames=["a//b", "/*c*/"])) + ",]")
    assert draft.players == ("a//b", "/*c*/")


@pytest.mark.parametrize("cut", [1, 30, 200, -1, -2])
def test_a_file_that_breaks_off_says_so(cut: int) -> None:
    text = json.dumps([record(id=1), record(id=2)], indent=1)[:cut]
    drafts, problems = texts(text)
    assert problems
    assert len(drafts) <= 2


def test_one_broken_line_spoils_no_other() -> None:
    text = f'{json.dumps(record(id=1))}\n{{"id": 2, \n{json.dumps(record(id=3))}\n'
    drafts, problems = texts(text)
    assert [draft.source for draft in drafts] == ["hanablive:1", "hanablive:3"]
    assert [problem.line for problem in problems] == [2]


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 100_000, "{" * 100_000, '{"deck": ' * 50_000, "/*" * 100_000, "[1, 2]"),
        *("[null]", '["a"]', "{}", "[[[]]]", "]", '{"id": 1e999, "score": NaN}', '[{"a": 1'),
        '{"id": ' + "9" * 5000 + "}",
        '["\\ud800", {"score": 1, "playerNames": ["\\ud800", "b"]}]',
    ],
)
def test_nonsense_is_a_problem_and_no_more(text: str) -> None:
    drafts, problems = texts(text)
    assert not drafts
    assert problems or text in ("[[[]]]", "]")
    assert all(problem.message.encode() for problem in problems)


def test_a_large_file_must_be_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hanablive_documents, "MOST_CHARACTERS", 1000)
    many = [record(id=n) for n in range(10)]
    with pytest.raises(InvalidInput, match="cannot be read"):
        texts(json.dumps(many, indent=1))
    assert len(texts("\n".join(map(json.dumps, many)))[0]) == 10


SMALL = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                (
                    *("id", "players", "deck", "actions", "type", "target", "suitIndex"),
                    *("rank", "score", "options", "variantID", "variantName"),
                    *("endCondition", "playerNames", "tags"),
                )
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@given(st.lists(SMALL, max_size=4))
def test_any_json_gives_drafts_or_problems(values: list[Any]) -> None:
    drafts, problems = texts(json.dumps(values))
    assert len(drafts) + len(problems) >= len([v for v in values if isinstance(v, dict)])


@given(
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\t,0123\n"), max_size=80)
)
def test_any_lines_give_drafts_or_problems(text: str) -> None:
    texts(text)


def test_files_of_either_kind_are_found_out(tmp_path: Path) -> None:
    one_line = json.dumps([record(id=n) for n in range(2000)])
    files = {
        "a.csv": (HISTORY, 3),
        "b.json": (one_line, 2000),
        "c.json": ("// ours\n" + json.dumps([record()], indent=1), 1),
        "d.jsonl": (json.dumps(record()) + "\n", 1),
    }
    for name, (text, games) in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        reading = read_files([str(tmp_path / name)])
        assert reading.formats[0][1] == "hanablive"
        assert (len(list(reading.drafts)), reading.problems) == (games, [])
