"""Names: kept tidy, matched without case, slips noticed, strangers left alone."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.names import key_of, look_alikes, split_names, tidy


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana \t Petrović ", "Ana Petrović"),
        (unicodedata.normalize("NFD", "민지"), "민지"),
        ("Zoe\u0301", "Zoé"),
        ("A\x00B", "A B"),
        (" \u3000 ", ""),
        ("\u200b\u3164", ""),
        ("Mi\u200bna", "Mina"),
        ("\u202eevil", "evil"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_names_are_kept_tidy(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


@given(st.text())
def test_tidying_twice_changes_nothing(name: str) -> None:
    assert tidy(tidy(name)) == tidy(name)
    assert key_of(tidy(name)) == key_of(name)


@given(st.text(alphabet="abcÄé 가힣", min_size=1))
def test_case_does_not_matter(name: str) -> None:
    assert key_of(name.upper()) == key_of(name.lower())


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Mina, Jun; Ara/Bo & Cy", ("Mina", "Jun", "Ara", "Bo", "Cy")),
        ("민지、서준，하은", ("민지", "서준", "하은")),
        ("Mina,, guest, 손님", ("Mina", None, None)),
        ("", ()),
    ],
)
def test_a_cell_holds_several_names(cell: str, names: tuple[str | None, ...]) -> None:
    assert split_names(cell) == names


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Minna", "Mina"),
        ("Mian", "Mina"),
        ("ana-lena", "Ana Lena"),
        ("Zoe", "Zoë"),
        ("김서현", "김서연"),
        ("민 지", "민지"),
    ],
)
def test_slips_are_noticed(name: str, known: str) -> None:
    assert look_alikes(name, ["Bartholomew", known]) == [known]
    assert look_alikes(known, [name]) == [name]


@pytest.mark.parametrize(
    ("name", "known"),
    [("Jun", "Jan"), ("Mina", "Tomasz"), ("지호", "지후"), ("A", "B"), ("Table 2", "Table 3")],
)
def test_other_names_are_other_people(name: str, known: str) -> None:
    assert look_alikes(name, [known]) == []
