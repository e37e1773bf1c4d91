"""Workbooks: the same games as in CSV, and files that are made to do harm."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.importers import sheets, sheets_unpacking
from hanabi_log.importers.mapping import NO_MAP, SheetMap
from hanabi_log.importers.registry import read_files
from hanabi_log.importers.sheets import open_book
from hanabi_log.records import Draft
from tests.importers.books import Rows, ods, pack, sheet_xml, xlsx

GAMES: Rows = [
    ["date", "players", "R", "Y", "G", "B", "W", "strikes", "total", "minutes", "note"],
    [date(2026, 3, 14), "Mo & guest", 5, 4, 4, 3, 2.0, 1, 18, 32.5, "fine, fun"],
    [None, None],
    [46096, "Mo; Ida", None, None, None, None, None, None, 12, None, None],
]
WRITERS: list[Callable[[Path, Mapping[str, Rows]], str]] = [xlsx, ods]


def rows(
    path: str, sheet_map: SheetMap = NO_MAP, date_order: str | None = None
) -> tuple[list[Draft], list[Problem]]:
    """The drafts and the problems of a workbook."""
    order = "dmy" if date_order == "dmy" else "mdy" if date_order == "mdy" else None
    items = list(sheets.read(open_book(path), file="b", sheet_map=sheet_map, date_order=order))
    return (
        [item for item in items if isinstance(item, Draft)],
        [item for item in items if isinstance(item, Problem)],
    )


@pytest.mark.parametrize("write", WRITERS)
def test_a_sheet_is_read_like_its_export_to_csv(
    tmp_path: Path, write: Callable[[Path, Mapping[str, Rows]], str]
) -> None:
    from hanabi_log.importers.csv import read as read_csv

    (first, second), problems = rows(write(tmp_path / "b", {"Games": GAMES}))
    assert not problems
    assert (first.date, first.players, first.strikes, first.total) == (
        "2026-03-14",
        ("Mo", None),
        1,
        18,
    )
    assert first.stacks == {"R": 5, "Y": 4, "G": 4, "B": 3, "W": 2}
    assert (first.minutes, first.note, first.line) == (33, "fine, fun", 2)
    assert (second.date, second.players, second.total, second.line) == (
        "2026-03-15",
        ("Mo", "Ida"),
        12,
        4,
    )
    text = (
        "date,players,R,Y,G,B,W,strikes,total,minutes,note\n"
        '2026-03-14,Mo & guest,5,4,4,3,2,1,18,32.5,"fine, fun"\n'
        "2026-03-15,Mo; Ida,,,,,,,12,,\n"
    )
    again = [
        item.source for item in read_csv(io.StringIO(text), file="c") if isinstance(item, Draft)
    ]
    assert again == [first.source, second.source]


@pytest.mark.parametrize("write", WRITERS)
def test_every_sheet_with_headings_is_read(
    tmp_path: Path, write: Callable[[Path, Mapping[str, Rows]], str]
) -> None:
    book = {
        "2025": [["Our first year"], [None], *GAMES],
        "2026": [["date", "score"], [date(2026, 5, 1), 20]],
        "Members": [["name", "phone"], ["Mo", 1]],
        "Empty": [],
    }
    drafts, (problem,) = rows(write(tmp_path / "b", book))
    assert [(draft.file, draft.line) for draft in drafts] == [
        ("b [2025]", 4),
        ("b [2025]", 6),
        ("b [2026]", 2),
    ]
    assert (problem.level, problem.file) == ("warning", "b [Members]")


def test_hidden_sheets_are_left_alone(tmp_path: Path) -> None:
    drafts, problems = rows(
        xlsx(tmp_path / "b.xlsx", {"Old": GAMES, "Now": GAMES[:2]}, hidden=["Old"])
    )
    assert (len(drafts), problems) == (1, [])


def test_answers_of_a_form_have_a_time_stamp_and_a_column_for_each_person(tmp_path: Path) -> None:
    form: Rows = [
        ["Timestamp", "Player 1", "Player 2", "Score"],
        [datetime(2026, 3, 14, 20, 15, 3), "Mo", "guest", 17],
        ["3/4/2026 20:15:00", "Mo", "Ida", 18],
    ]
    path = xlsx(tmp_path / "b.xlsx", {"Answers": form})
    drafts, (problem,) = rows(path)
    assert (drafts[0].date, drafts[0].players) == ("2026-03-14", ("Mo", None))
    assert "--date-order" in problem.message
    drafts, problems = rows(path, date_order="mdy")
    assert (drafts[1].date, problems) == ("2026-03-04", [])


def test_headings_in_another_language_need_a_map(tmp_path: Path) -> None:
    path = ods(tmp_path / "b.ods", {"Spiele": [["Spieler", "Ergebnis"], ["Ida / Mo", "gewonnen"]]})
    with pytest.raises(InvalidInput, match="cannot be read as a sheet"):
        rows(path)
    words = {"outcome": {"gewonnen": "won"}}
    (draft,), problems = rows(path, SheetMap({"players": "Spieler", "result": "Ergebnis"}, words))
    assert (draft.players, draft.outcome, problems) == (("Ida", "Mo"), "won", [])


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (5.0, "5"),
        (32.5, "32.5"),
        (True, "TRUE"),
        (datetime(2026, 3, 14), "2026-03-14"),
        (datetime(2026, 3, 14, 9, 5), "2026-03-14 09:05:00"),
        (date(2026, 3, 14), "2026-03-14"),
        (datetime(2026, 3, 14, 0, 45).time(), "45"),
        (datetime(2026, 3, 2) - datetime(2026, 3, 1, 22, 30), "90"),
        ("", ""),
    ],
)
def test_cells_as_csv_would_say_them(cell: object, text: str) -> None:
    assert sheets.text_of(cell) == text


def test_without_the_extra_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = xlsx(tmp_path / "b.xlsx", {"Games": GAMES})
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(InvalidInput) as caught:
        open_book(path)
    assert "hanabi-log[sheets]" in caught.value.problems[0].message


def harmful(tmp_path: Path) -> dict[str, str]:
    """Files that look like workbooks, by what is wrong with them."""
    good = Path(xlsx(tmp_path / "good.xlsx", {"Games": GAMES})).read_bytes()

    def changed(name: str, sheet: str | bytes) -> str:
        with zipfile.ZipFile(tmp_path / "good.xlsx") as package:
            kept = {entry: package.read(entry) for entry in package.namelist()}
        return pack(tmp_path / name, {**kept, "xl/worksheets/sheet1.xml": sheet})

    def broken(name: str, content: bytes) -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    beyond = sheet_xml([[1]]).replace("</row>", '<c r="F399999999999999999999"><v>1</v></c></row>')
    far = sheet_xml([[1]]).replace("</row>", '<c r="XFD1048576"><v>1</v></c></row>')
    entity = '<!DOCTYPE a [<!ENTITY b "bbbb">]>' + sheet_xml([["&b;"]])
    repeated = (
        '<d xmlns:table="t" xmlns:office="o"><table:table><table:table-row'
        ' table:number-rows-repeated="1000000"><table:table-cell office:value-type="float"'
        ' table:number-columns-repeated="16384"/></table:table-row></table:table></d>'
    )

    def of_ods(name: str, content: str) -> str:
        spaces = 'xmlns:table="t" xmlns:office="o" xmlns:text="x"'
        text = f"<d {spaces}><table:table>{content}</table:table></d>"
        kind = "application/vnd.oasis.opendocument.spreadsheet"
        return pack(tmp_path / name, {"mimetype": kind, "content.xml": text})

    long = "x" * 100_000
    shared = [[f"{n}"] for n in range(700)]
    return {
        "shared text": pack(
            tmp_path / "shared.xlsx",
            {
                "[Content_Types].xml": "<a/>",
                "xl/worksheets/sheet1.xml": re.sub(
                    '<c r="([^"]+)".*?</c>',
                    r'<c r="\1" t="s"><f>A1</f><v>0</v></c>',
                    sheet_xml(shared),
                ),
                "xl/z.xml": f"<sst><si><t>{long}</t></si><si><t>b</t></si></sst>",
            },
        ),
        "repeated text": of_ods(
            "text.ods",
            '<table:table-row table:number-rows-repeated="700"><table:table-cell><text:p>'
            f"{long}</text:p></table:table-cell></table:table-row>",
        ),
        "repeated blanks": of_ods(
            "blanks.ods",
            "<table:table-row><table:table-cell><text:p>"
            '<text:s text:c="67108864"/>x</text:p></table:table-cell></table:table-row>',
        ),
        "many sheets": xlsx(
            tmp_path / "many.xlsx",
            {f"S{n}": [[1], *[[None]] * 999, [*[None] * 25, 1]] for n in range(90)},
        ),
        "bomb": changed("bomb.xlsx", b" " * (sheets_unpacking.MOST_BYTES + 1)),
        "beyond": changed("beyond.xlsx", beyond),
        "far": changed("far.xlsx", far),
        "entity": changed("entity.xlsx", entity),
        "no XML": changed("noxml.xlsx", "<worksheet"),
        "repeated": pack(
            tmp_path / "r.ods",
            {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": repeated},
        ),
        "truncated": broken("cut.xlsx", good[: len(good) // 2]),
        "empty zip": pack(tmp_path / "none.xlsx", {"hello.txt": "hello"}),
        "flipped": broken("flipped.xlsx", flipped(good)),
        "no zip": broken("no.xlsx", b"PK\x03\x04 nothing"),
        "missing": str(tmp_path / "missing.xlsx"),
    }


def flipped(good: bytes) -> bytes:
    """The package with one bit of its content changed."""
    place = good.index(b"xl/worksheets/sheet1.xml") + 40
    return good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "shared text",
            "repeated text",
            "repeated blanks",
            "many sheets",
            "bomb",
            "beyond",
            "far",
            "entity",
            "no XML",
            "repeated",
            "truncated",
            "empty zip",
            "flipped",
        ),
        *("no zip", "missing"),
    ],
)
def test_what_is_no_sound_workbook_is_refused(tmp_path: Path, name: str) -> None:
    path = harmful(tmp_path)[name]
    with pytest.raises(InvalidInput) as caught:
        open_book(path)
    assert caught.value.problems[0].file == path


def test_a_locked_workbook_is_named_as_such(tmp_path: Path) -> None:
    path = Path(xlsx(tmp_path / "b.xlsx", {"Games": GAMES}))
    content = bytearray(path.read_bytes())
    for magic, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        place = content.find(magic)
        while place >= 0:
            content[place + flags] |= 1
            place = content.find(magic, place + 4)
    path.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        open_book(str(path))
    assert "password" in caught.value.problems[0].message


def test_a_workbook_is_told_by_its_content(tmp_path: Path) -> None:
    path = ods(tmp_path / "games.txt", {"Games": GAMES})
    for format in ("auto", "xlsx"):
        reading = read_files([path], format=format)
        assert [draft.line for draft in reading.drafts] == [2, 4]
        assert reading.formats[0][:2] == (path, "ods")
    (tmp_path / "games.xlsx").write_text("date,total\n2026-01-01,7\n")
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_files([str(tmp_path / "games.xlsx")], format="xlsx")
    assert len(list(read_files([str(tmp_path / "games.xlsx")]).drafts)) == 1


def test_no_part_is_read_beyond_the_size_that_it_claims(tmp_path: Path) -> None:
    path = Path(xlsx(tmp_path / "b.xlsx", {"Games": GAMES}))
    content = bytearray(path.read_bytes())
    place = content.find(b"PK\x01\x02")
    while place >= 0:
        content[place + 24 : place + 28] = (10).to_bytes(4, "little")
        place = content.find(b"PK\x01\x02", place + 4)
    path.write_bytes(content)
    with pytest.raises(InvalidInput):
        open_book(str(path))
