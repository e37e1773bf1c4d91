"""Who may be seen, under which name, and at which address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.records import Game
from hanabi_log.site.gather import gather
from hanabi_log.site.people import (
    Slugs,
    fold,
    initials,
    publish,
    published_name,
    slug_of,
    without_hidden,
)
from tests.site.clubs import club_of, game, group, player, stacks

ANN = player(1, "Ann Lee")
BO = player(2, "Bo", visibility="hidden")


def played(*seats: object, **values: object) -> Game:
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    return game(1, end, list(seats), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ana Petrović", "ana-petrović"),
        ("서연", "서연"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("../../etc/passwd", "etc-passwd"),
        ("con", "con-"),
        ("Aux", "aux-"),
        ("COM1", "com1-"),
        ("index", "index-"),
        ("2024", "2024"),
        ("…!?", ""),
        ("🎆🎇", ""),
        ("Ann 🎆", "ann"),
        ("\u202egnp.exe", "gnp-exe"),
        ("Straße", "strasse"),
        ("Ａｎｎ", "ann"),
        ("a\x00b\nc", "a-b-c"),
        ("x" * 300, "x" * 40),
        ("שרה", "שרה"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_slugs_keep_letters_and_digits_only(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@given(st.lists(st.text(max_size=60), max_size=12))
def test_slugs_are_safe_and_never_come_twice(names: list[str]) -> None:
    slugs = Slugs("person")
    taken = [slugs.take(name) for name in names]
    assert len(set(taken)) == len(taken)
    for slug in taken:
        assert slug
        assert not set(slug) & set('/\\.:*?"<>|% \t\n\x00')
        assert len(slug.encode()) < 200
        assert slug not in ("con", "nul", "index")


def test_equal_slugs_get_numbers_that_nobody_else_has() -> None:
    slugs = Slugs("person")
    assert [slugs.take(name) for name in ("Jun", "jun!", "Jun 2", "JUN?", "!", "?")] == [
        "jun",
        "jun-2",
        "jun-2-2",
        "jun-3",
        "person",
        "person-2",
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Ana Petrović", "A. P."), ("김서연", "김."), ("o'neill", "O."), ("  ", None), ("🎆 !", None)],
)
def test_initials(name: str, expected: str | None) -> None:
    assert initials(name) == expected


@pytest.mark.parametrize(
    ("visibility", "alias", "expected"),
    [
        ("full", None, "Ann Lee"),
        ("initials", None, "A. L."),
        ("alias", "Foxglove", "Foxglove"),
        ("alias", None, None),
        ("alias", "  ", None),
        ("hidden", "Foxglove", None),
    ],
)
def test_published_names(visibility: str, alias: str | None, expected: str | None) -> None:
    person = player(1, "Ann Lee", alias=alias)
    assert published_name(person, visibility) == expected  # type: ignore[arg-type]


def test_a_name_of_blanks_is_nobody() -> None:
    assert published_name(player(1, "   "), "full") is None


def test_a_persons_own_visibility_wins_over_the_club_and_the_group() -> None:
    shy = group(1, "Shy table", visibility="hidden")
    open_person = player(3, "Cleo", visibility="full")
    club = club_of([played(ANN, open_person, table=shy)], default_visibility="initials")
    people = publish(club)
    assert [person.text for person in people.shown.values()] == ["Cleo"]
    assert people.withheld == {fold("Ann Lee")}


def test_a_group_decides_for_its_table_and_the_strictest_table_holds() -> None:
    lax = group(1, "Open table", visibility="full")
    strict = group(2, "Closed table", visibility="initials")
    assert publish(club_of([played(ANN, table=strict)])).shown[ANN.id].text == "A. L."
    open_table = club_of([played(ANN, table=lax)], default_visibility="hidden")
    assert publish(open_table).shown[ANN.id].text == ANN.name
    both = club_of([played(ANN, table=lax), played(ANN)], default_visibility="hidden")
    assert not publish(both).shown


def test_retired_people_keep_their_page_and_leave_the_boards() -> None:
    gone = player(3, "Cy", retired=True)
    log = gather(club_of([played(ANN, gone)]))
    assert set(log.names) == {ANN.id, gone.id}
    assert set(log.boarded) == {ANN.id}


def test_equal_published_names_are_numbered_by_age() -> None:
    twins = [player(n, name, visibility="initials") for n, name in ((5, "Max"), (4, "Mia"))]
    people = publish(club_of([], twins))
    assert [(shown.text, shown.slug) for shown in people.shown.values()] == [
        ("M.", "m"),
        ("M. (2)", "m-2"),
    ]
    assert people.shown[twins[1].id].text == "M."


def test_hidden_people_become_guests_and_notes_and_places_go() -> None:
    club = club_of([played(ANN, BO, None, note="spilled tea", place="Bo's flat")])
    (found,) = without_hidden(club.games, publish(club))
    assert found.seats == (ANN, None, None)
    assert found.guests == 2
    assert found.note is None
    assert found.place is None
