"""Sheets: what their rows say, and what is said about rows that cannot be read."""

import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.importers.csv import read
from hanabi_log.importers.mapping import NO_MAP, SheetMap, read_map
from hanabi_log.records import Draft


def rows(
    text: str, sheet_map: SheetMap = NO_MAP, **options: Any
) -> tuple[list[Draft], list[Problem]]:
    """The drafts and the problems of a sheet."""
    lines = io.StringIO(text, newline="")
    items = list(read(iter(lines), file="sheet.csv", sheet_map=sheet_map, **options))
    return (
        [item for item in items if isinstance(item, Draft)],
        [item for item in items if isinstance(item, Problem)],
    )


def test_our_own_columns_in_any_order() -> None:
    (draft,), problems = rows(
        "strikes,players,W,B,G,Y,R,date,group,minutes,tags,talk,place,note,hints,deck,outcome,total"
        ",guests,ruleset\n"
        "1,Mo & Ida,2,3,4,4,5,2026-05-02,Attic,32.5,late; fun,Strict,home,good,3,0,Finished,18,1,"
        "Basic\n"
    )
    assert not problems
    assert draft.date == "2026-05-02"
    assert draft.group == "Attic"
    assert draft.players == ("Mo", "Ida")
    assert draft.guests == 1
    assert draft.ruleset == "basic"
    assert draft.stacks == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}
    assert (draft.strikes, draft.total, draft.hints, draft.deck) == (1, 18, 3, 0)
    assert (draft.outcome, draft.talk, draft.minutes) == ("finished", "strict", 33)
    assert (draft.place, draft.note, draft.tags) == ("home", "good", ("late", "fun"))
    assert (draft.file, draft.line) == ("sheet.csv", 2)


def test_korean_headings_and_words() -> None:
    (draft, rainbow), problems = rows(
        "날짜\t참가자\t빨강\t노랑\t초록\t파랑\t하양\t오류\t점수\t규칙\t장소\t비고\n"
        "2026. 3. 14.\t보리, 손님\t3\t2\t2\t1\t0\t3\t0\t기본\t도서관\t번개\n"
        "2026-03-28\t보리, 누리\t\t\t\t\t\t\t20\t무지개\t\t\n"
    )
    assert not problems
    assert draft.players == ("보리", None)
    assert draft.stacks == {"R": 3, "Y": 2, "G": 2, "B": 1, "W": 0}
    assert (draft.total, draft.ruleset, draft.place, draft.note) == (0, "basic", "도서관", "번개")
    assert (rainbow.ruleset, rainbow.stacks, rainbow.total) == ("basic+rainbow", None, 20)


def test_people_in_columns_of_their_own() -> None:
    (draft,), _problems = rows("player1,Player 2,player3,total\nMo,guest,Ida,9\n")
    assert draft.players == ("Mo", None, "Ida")


def test_a_guest_in_a_seat_is_one_of_the_guests_that_a_number_counts() -> None:
    drafts, _problems = rows("players,guests,total\nMo; guest,1,9\nMo; guest,2,9\nMo,2,9\n")
    assert [draft.guests for draft in drafts] == [0, 1, 2]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    text = delimiter.join(["date", "total"]) + "\n" + delimiter.join(["2026-01-01", "7"]) + "\n"
    (draft,), _problems = rows(text)
    assert (draft.date, draft.total) == ("2026-01-01", 7)


def test_a_line_may_name_the_delimiter_and_blank_rows_are_passed_over() -> None:
    drafts, _problems = rows('sep=;\n\ndate;note;total\n;;\n2026-01-01;"a\nb";7\n ; ; \n;;8\n')
    assert [(draft.line, draft.total) for draft in drafts] == [(5, 7), (8, 8)]
    assert drafts[0].note == "a\nb"


def test_headings_may_run_over_lines() -> None:
    (draft,), _problems = rows('"date","total"\n"2026-01-01","7"\n')
    assert draft.total == 7
    (draft,), problems = rows('date,"what we\nthought",total\n2026-01-01,fine,7\n')
    assert (draft.line, draft.total, problems[0].level) == (3, 7, "warning")


def test_a_forms_time_stamp_is_the_date_only_where_there_is_no_other() -> None:
    (draft,), _problems = rows("Timestamp,total\n2026-01-02 20:15:00,7\n")
    assert draft.date == "2026-01-02"
    (draft,), _problems = rows("Timestamp,date,total\n2026-01-02 20:15:00,2026-01-01,7\n")
    assert draft.date == "2026-01-01"


def test_every_unreadable_cell_is_named_before_the_draft() -> None:
    text = "date,strikes,R,total,minutes\n30.30.2026,x,oops,2.5,long\n"
    items = list(read(iter(text.splitlines(True)), file="s.csv"))
    problems = [item for item in items[:-1] if isinstance(item, Problem)]
    assert [(p.line, p.field) for p in problems] == [
        (2, "date"),
        (2, "strikes"),
        (2, "total"),
        (2, "minutes"),
    ]
    draft = items[-1]
    assert isinstance(draft, Draft)
    # A stack that is no number is left for the rules to refuse, with all others.
    assert draft.stacks == {"R": "oops"}


def test_too_many_cells_and_broken_quotes_are_errors() -> None:
    drafts, problems = rows('date,total\n2026-01-01,7,8\n2026-01-02,7\n"2026-01-03,7\n')
    assert [draft.date for draft in drafts] == ["2026-01-02"]
    assert [(p.line, p.level) for p in problems] == [(2, "error"), (4, "error")]


def test_columns_that_mean_nothing_are_named_once() -> None:
    _drafts, (problem,) = rows("Strikess,total,mood,players\n1,7,good,\n2,8,bad,\n")
    assert (problem.level, problem.line) == ("warning", 1)
    assert "Strikess, mood" in problem.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("when,who\n1,2\n", "No column says"),
        ("total,score\n1,2\n", "both mean total"),
        ("\n\n,;\n", "does not begin"),
        ('"date,total\n', "quotes"),
    ],
)
def test_a_sheet_without_usable_headings_is_refused(text: str, word: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        rows(text)
    assert word in caught.value.problems[0].message


def map_of(tmp_path: Path, text: str) -> SheetMap:
    """The map that a TOML text makes."""
    path = tmp_path / "sheet.map.toml"
    path.write_text(text, encoding="utf-8")
    return read_map(str(path))


def test_a_map_gives_headings_words_and_defaults(tmp_path: Path) -> None:
    sheet_map = map_of(
        tmp_path,
        """
        [columns]
        date = "Datum"
        players = "Spieler"
        result = "Ergebnis"
        [values.outcome]
        "gewonnen" = "won"
        "verloren" = "lost"
        [values.players]
        "Gast" = "guest"
        "JB" = "Jonas B"
        [defaults]
        group = "Dachboden"
        place = "daheim"
        guests = 1
        """,
    )
    drafts, problems = rows(
        "Datum;Spieler;Ergebnis\n1.2.2026;jb / Gast;Gewonnen\n1.2.2026;Ida;17\n"
        "1.2.2026;Ida;VERLOREN\n",
        sheet_map,
        date_order="dmy",
    )
    assert not problems
    assert [draft.date for draft in drafts] == ["2026-02-01"] * 3
    assert [(draft.outcome, draft.total) for draft in drafts] == [
        ("won", None),
        (None, 17),
        ("defeat", None),
    ]
    assert drafts[0].players == ("Jonas B", None)
    assert [draft.guests for draft in drafts] == [0, 1, 1]
    assert {draft.place for draft in drafts} == {"daheim"}
    # The group is for the log to fill in: the sheet does not say it.
    assert {draft.group for draft in drafts} == {None}


def test_everything_wrong_with_a_map_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        map_of(
            tmp_path,
            """
            [column]
            [columns]
            score = "Punkte"
            date = 7
            [values.outcome]
            "toll" = "great"
            [values.mood]
            [defaults]
            strikes = true
            """,
        )
    assert [problem.field for problem in caught.value.problems] == [
        "column",
        "columns.score",
        "columns.date",
        "values.outcome.toll",
        "values.mood",
        "defaults.strikes",
    ]


def test_a_column_mapped_twice_and_a_name_that_is_a_number_are_refused_by_name(
    tmp_path: Path,
) -> None:
    with pytest.raises(InvalidInput) as caught:
        map_of(
            tmp_path,
            """
            [columns]
            total = "Punkte"
            strikes = "punkte"
            [values.players]
            "Mina" = 5
            """,
        )
    assert [(p.field, p.message) for p in caught.value.problems] == [
        ("columns.strikes", "'punkte' is mapped to total already"),
        ("values.players.Mina", "5 does not fit; allowed: a name in quotes"),
    ]


def test_a_mapped_column_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        rows("total\n7\n", map_of(tmp_path, '[columns]\ndate = "Datum"\n'))
    assert "'Datum'" in caught.value.problems[0].message


def test_the_identity_of_a_row_is_what_it_says() -> None:
    (one,), _ = rows("date,players,total\n2026-03-14,Mo,7\n")
    (same,), _ = rows("total;date;players\n7;2026. 3. 14.;Mo\n")
    (other,), _ = rows("date,players,total\n2026-03-14,Mo,8\n")
    assert one.source == same.source != other.source
    assert one.id is None


def test_an_id_column_is_kept_as_an_id_or_as_a_source() -> None:
    own = "0190A3F2-0000-7000-8000-00000000000A"
    drafts, _problems = rows(f"id,total\n{own},7\n17,8\n")
    assert [(draft.id, draft.source) for draft in drafts] == [(own.lower(), None), (None, "csv:17")]


@given(st.text(max_size=300))
def test_no_text_brings_it_down(text: str) -> None:
    with suppress(InvalidInput):
        drafts, _problems = rows(text)
        assert all(draft.source or draft.id for draft in drafts)


@given(st.lists(st.lists(st.text(max_size=8), min_size=4, max_size=5), max_size=5))
def test_no_cells_bring_it_down(cells: list[list[str]]) -> None:
    body = "\n".join(",".join(row) for row in cells)
    drafts, problems = rows(f"date,R,players,result\n{body}\n")
    assert all(problem.line for problem in problems)
    assert all(draft.source or draft.id for draft in drafts)


def test_titles_above_the_headings_are_passed_over_and_lines_still_count() -> None:
    (draft,), problems = rows(
        "Winter of the Lantern Club\n\n;;\nseason;2026\ndate;players;total\n"
        "2026-05-02;Nuri & Bori;7\n"
    )
    assert (draft.date, draft.players, draft.line) == ("2026-05-02", ("Nuri", "Bori"), 6)
    assert not problems


def test_a_map_tells_headings_from_a_title() -> None:
    theirs = SheetMap(columns={"date": "Tag", "players": "Leute", "total": "Punkte"})
    (draft,), _problems = rows("Note\nTag;Leute;Punkte\n2026-05-02;Mo & Ida;7\n", theirs)
    assert (draft.total, draft.line) == (7, 3)


def test_columns_that_are_left_out_are_told_with_a_way_to_keep_them() -> None:
    _drafts, (told,) = rows("date,players,total,Mood\n2026-05-02,Mo & Ida,7,fine\n")
    assert told.message == (
        "Columns that mean nothing here and are left out: Mood. One that is called note is kept"
        " as it is; --map says what others mean"
    )
