"""The check that runs before a page is written."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.records import Game
from hanabi_log.site import gather as gathering
from hanabi_log.site.build import build
from hanabi_log.site.people import Name, Shown
from tests.site.clubs import club_of, game, group, player, stacks

ANN = player(1, "Ann")
JUN = player(2, "Jun", visibility="hidden")
END = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)


def evenings(*seats: object, count: int = 12, **values: object) -> list[Game]:
    return [
        game(number, END, list(seats), **values)  # type: ignore[arg-type]
        for number in range(1, count + 1)
    ]


def test_a_hidden_jun_does_not_trip_over_june_or_a_month(tmp_path: Path) -> None:
    june = player(3, "June")
    games = evenings(ANN, june, JUN, day="2026-06-05")
    build(club_of(games), str(tmp_path / "site"))
    assert (tmp_path / "site" / "people" / "june.html").exists()
    assert not (tmp_path / "site" / "people" / "jun.html").exists()


@pytest.mark.parametrize("word", ["Good", "Perfect", "Home", "Red", "2026", "Hanabi", "basic"])
def test_our_own_words_are_nobodys_name(tmp_path: Path, word: str) -> None:
    hidden = player(9, word, visibility="hidden")
    build(club_of(evenings(ANN, hidden)), str(tmp_path / "site"))


@pytest.mark.parametrize(
    "club",
    [
        club_of(evenings(player(4, "Cleo", visibility="alias", alias="jun"), JUN)),
        club_of(evenings(ANN, JUN, table=group(1, "JUN"))),
        club_of(evenings(ANN, JUN, tags=("Jun",))),
        club_of(evenings(ANN, JUN), name="Jun"),
    ],
    ids=["alias", "group", "tag", "club"],
)
def test_a_withheld_name_by_another_way_stops_the_build(tmp_path: Path, club: object) -> None:
    with pytest.raises(InvalidInput) as caught:
        build(club, str(tmp_path / "site"))  # type: ignore[arg-type]
    assert "withheld" in caught.value.problems[0].message
    assert os.listdir(tmp_path) == []


def test_a_mistake_of_ours_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden person who slips through gathering, as a bug would let them, is found."""

    def leaking(club: object) -> object:
        people = publish(club)  # type: ignore[arg-type]
        shown = {**people.shown, JUN.id: Shown(JUN.id, "jun", Name("Jun", "people/jun.html"))}
        return replace(people, shown=shown)

    publish = gathering.publish
    monkeypatch.setattr(gathering, "publish", leaking)
    with pytest.raises(InvalidInput):
        build(club_of(evenings(ANN, JUN)), str(tmp_path / "site"))
    assert os.listdir(tmp_path) == []


def test_real_names_behind_initials_and_aliases_are_withheld_too(tmp_path: Path) -> None:
    shy = player(5, "Lena Hartwig", visibility="initials")
    club = club_of(evenings(shy, ANN, table=group(1, "Lena Hartwig")))
    with pytest.raises(InvalidInput):
        build(club, str(tmp_path / "site"))
