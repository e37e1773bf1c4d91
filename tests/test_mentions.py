"""Names are found in running text as people write them, and nothing else is touched."""

from __future__ import annotations

import unicodedata

import pytest

from hanabi_log.mentions import Mentions

JOSE = unicodedata.normalize("NFD", "José won")


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("Mina", "MINA won, Minas did not", "… won, Minas did not"),
        ("Mina", "to\nmina's hint; mina_first mina-last", "to\n…'s hint; …_first …-last"),
        ("José", JOSE, "… won"),
        (unicodedata.normalize("NFD", "José"), "José won", "… won"),
        ("Anna Lee", "Anna  Lee won", "… won"),
        ("Anna Lee", "anna-lee first", "… first"),
        ("Anna-Lee", "anna_lee and Anna\nLee", "… and …"),
        ("Straße", "STRASSE ist dran", "… ist dran"),
        ("STRASSE", "Die Straße gewinnt, Straßen nicht", "Die … gewinnt, Straßen nicht"),
        ("M.", "M. won, Mr. Kim lost", "… won, Mr. Kim lost"),
        ("Zelda", "csv:Zelda-1", "csv:…-1"),
        ("민지", "민지가 이겼다", "…가 이겼다"),
        ("민지", "김민지도 민지씨도", "…도 …씨도"),
        ("김민지", "김민지도", "…도"),
        ("김민지", "김 민지도", "김 민지도"),
        ("민지", "시골민지 민지x", "시골민지 민지x"),
        ("진", "진이 졌고 진실은 진", "…이 졌고 진실은 …"),
        ("A+B (x)", "a+b (x)!", "…!"),
        ("🎆", "🎆 won", "… won"),
    ],
)  # fmt: skip
def test_a_name_is_taken_out(name: str, text: str, kept: str) -> None:
    mentions = Mentions([name])
    assert mentions.taken_out_of(text) == kept
    assert mentions.found_in(text) is (text != kept)
    assert not mentions.found_in(kept)


def test_a_text_without_the_name_stays_as_it_was_written() -> None:
    assert Mentions(["Mina"]).taken_out_of(JOSE) == JOSE
    assert Mentions([]).taken_out_of("Mina") == "Mina"
    assert not Mentions([]).letters_in("Mina")


def test_longer_names_come_first() -> None:
    assert Mentions(["Anna", "Anna Lee"]).taken_out_of("Anna Lee and Anna") == "… and …"


@pytest.mark.parametrize(
    ("text", "there"),
    [("Annalees turn", True), ("an NAL ee", True), ("Anna won", False), ("", False)],
)
def test_letters_are_found_within_other_words(text: str, there: bool) -> None:
    assert Mentions(["Anna Lee"]).letters_in(text) is there


def test_one_letter_is_in_too_many_words_to_be_told() -> None:
    assert not Mentions(["M."]).letters_in("Mr. Kim")
