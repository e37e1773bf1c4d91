"""Names: kept tidy, matched without case, slips noticed, strangers left alone."""

from __future__ import annotations

import unicodedata
from itertools import combinations

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


SHORT = """
가은 가현 건우 나연 나영 나윤 다빈 다연 다은 다인 다현 대현 도경 도연 도영 도윤 도준 도현 도훈 동현
라온 리안 명호 미나 미라 미소 민규 민서 민성 민수 민아 민우 민재 민정 민주 민준 민지 민호 보라 보미
상민 상우 상훈 서연 서영 서우 서윤 서준 서진 서하 서현 선우 성민 성우 성진 성호 세나 세린 세아 세진
소라 소미 소민 소연 소영 소윤 소율 소희 수민 수빈 수아 수연 수영 수정 수지 수진 수현 수호 승민 승우
승현 승호 시아 시연 시우 시원 시은 시현 시후 아라 아람 아름 아린 아영 아윤 아인 연서 연우 연주 영민
영수 영호 예나 예린 예빈 예서 예원 예은 예준 예지 예진 우빈 우진 우주 유나 유리 유빈 유준 유진 유찬
윤서 윤아 윤우 윤재 윤호 은비 은서 은수 은우 은주 은지 은채 은호 이안 이준 재민 재원 재윤 재현 재훈
정민 정아 정우 정현 정훈 주아 주연 주영 주원 주은 주현 주희 준서 준영 준우 준혁 준호 지민 지성 지수
지아 지안 지연 지영 지우 지원 지유 지윤 지율 지은 지현 지혜 지호 지환 지후 지훈 진서 진우 진호 찬우
채영 채원 채윤 채은 태민 태양 태윤 태준 태현 태호 하나 하늘 하린 하민 하연 하영 하온 하윤 하율 하은
"""


@pytest.mark.parametrize(
    ("name", "known"), [("도운", "도윤"), ("하응", "하은"), ("미라", "미나"), ("아람", "아라")]
)
def test_slips_in_two_syllables_are_worth_a_hint(name: str, known: str) -> None:
    assert look_alikes(name, ["서준", known], short=True) == [known]
    assert look_alikes(name, ["서준", known]) == []


def test_few_pairs_of_short_names_look_alike() -> None:
    pairs = list(combinations(SHORT.split(), 2))
    hinted = sum(bool(look_alikes(one, [other], short=True)) for one, other in pairs)
    asked = sum(bool(look_alikes(one, [other])) for one, other in pairs)
    assert hinted < len(pairs) * 0.015
    assert asked < len(pairs) * 0.0015
