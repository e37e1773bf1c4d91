"""People and groups: names, merges, what is published, and being gone for good."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.cli import identity
from tests.cli.conftest import Shell
from tests.logbook.logs import dump


def rows(shell: Shell) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(shell.folder / "club.db")) as connection:
        return dump(connection)


def names(shell: Shell) -> list[str]:
    return [one["name"] for one in shell.json("players", "list")]


# Names


def test_a_renamed_person_answers_to_both_names(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mna, Jun")
    assert shell.json("players", "rename", "mna", " Mina ")["name"] == "Mina"
    assert shell.json("add", "54432", "-p", "MNA, Jun")["players"] == ["Mina", "Jun"]
    assert shell.json("players", "show", "Mna")["games"] == 2
    assert shell.json("players", "rename", "Mina", "MINA")["aliases"] == ["Mna"]
    assert shell.json("players", "rename", "Mina", "Mna")["aliases"] == ["MINA"]


def test_an_old_name_can_be_forgotten(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Karl, Jun")
    assert shell.json("players", "rename", "Karl", "Mina", "--forget")["aliases"] == []
    shell.run("players", "show", "Karl", code=3)


def test_names_belong_to_one_person(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("players", "rename", "Mina", "jun", code=4)
    shell.run("players", "rename", "Nobody", "Ara", code=3)
    shell.run("players", "rename", "Mina", "  ", code=2)
    shell.run("players", "rename", "Mina", "guest", code=2)
    shell.run("players", "alias", "Mina", "Jun", code=4)
    shell.run("players", "alias", "Mina", "손님", code=2)
    assert shell.json("players", "alias", "Mina", "Minnie", "M.")["aliases"] == ["M.", "Minnie"]
    shell.run("players", "add", "minnie", code=4)
    shell.run("players", "rename", "Jun", "Minnie", code=4)
    assert shell.json("players", "alias", "Mina", "m.", "--remove")["aliases"] == ["Minnie"]
    shell.run("players", "alias", "Mina", "M.", "--remove", code=3)


def test_a_table_with_one_person_under_two_names_is_refused(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("players", "alias", "Mina", "Minnie")
    shell.run("add", "54432", "-p", "Mina, Minnie", code=2)
    sheet = shell.folder / "sheet.csv"
    sheet.write_text('date,players,total\n2026-11-01,"Mina, Minnie",18\n', encoding="utf-8")
    report = shell.json("import", "sheet.csv", code=2)
    assert report["skipped"] == 1
    sheet.write_text('date,players,total\n2026-11-01,"minnie, Jun",18\n', encoding="utf-8")
    assert shell.json("import", "sheet.csv")["added"] == 1
    assert names(shell) == ["Jun", "Mina"]


def test_a_slip_for_a_further_name_is_noticed(shell: Shell) -> None:
    shell.run("players", "add", "Mina")
    shell.run("players", "alias", "Mina", "Wilhelmina")
    problems = shell.problems("add", "54432", "-p", "Wilhelmna, Jun", code=4)
    assert "Mina" in problems[0][1]


# Merging


def log_two(shell: Shell) -> tuple[dict[str, Any], dict[str, Any]]:
    """Mina and Mna, in one game each."""
    return (
        shell.json("add", "54432", "-p", "Mina, Jun", "-g", "Tue"),
        shell.json("add", "55432", "-p", "Mna, Jun, guest", "--new"),
    )


def test_a_merge_makes_one_person(shell: Shell) -> None:
    log_two(shell)
    shell.run("players", "publish", "Mina", "initials")
    assert shell.json("players", "merge", "mna", "mina") == {
        "name": "Mna",
        "into": "Mina",
        "games": 1,
        "matches": 0,
    }
    assert names(shell) == ["Jun", "Mina"]
    assert [game["players"] for game in shell.json("list")] == [["Mina", "Jun"]] * 2
    profile = shell.json("players", "show", "Mna")
    assert (profile["name"], profile["games"], profile["merged"]) == ("Mina", 2, ["Mna"])
    assert shell.json("add", "11111", "-s", "3", "-p", "mna, Ara")["players"] == ["Mina", "Ara"]


def test_a_merge_is_refused_when_both_sat_in_one_game(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Ara")
    game = shell.json("add", "54432", "-p", "Mina, Jun")
    before = rows(shell)
    problems = shell.problems("players", "merge", "Mina", "Jun", code=4)
    assert len(problems) == 1
    assert game["id"].startswith(problems[0][1])
    shell.run("players", "merge", "Mina", "mina", code=4)
    shell.run("players", "merge", "Mina", "Nobody", code=3)
    shell.run("players", "merge", "Mina", code=2)
    assert rows(shell) == before
    shell.run("delete", "last")
    shell.run("players", "merge", "Jun", "Mina")


def test_unmerge_gives_the_exact_state_back(shell: Shell) -> None:
    log_two(shell)
    shell.run("players", "alias", "Mna", "Mia")
    before = rows(shell)
    shell.run("players", "merge", "Mna", "Mina")
    assert shell.json("players", "unmerge", "mna")["games"] == 1
    assert rows(shell) == before
    shell.run("players", "unmerge", "Mna", code=3)


def test_unmerge_keeps_what_happened_since(shell: Shell) -> None:
    _mina, mna = log_two(shell)
    shell.run("players", "merge", "Mna", "Mina")
    later = shell.json("add", "54432", "-p", "Mna, Jun")
    shell.run("edit", mna["id"], "-p", "Ara, Mina, guest", "--note", "Close")
    shell.run("players", "unmerge", "Mna")
    assert shell.json("show", later["id"])["players"] == ["Mina", "Jun"]
    edited = shell.json("show", mna["id"])
    assert (edited["players"], edited["note"]) == (["Ara", "Mna"], "Close")
    assert shell.json("players", "show", "Mina")["games"] == 2


def test_the_name_that_goes_can_be_taken_over(shell: Shell) -> None:
    log_two(shell)
    shell.run("players", "merge", "Mina", "Mna")
    shell.run("players", "rename", "Mna", "Mina")
    assert names(shell) == ["Jun", "Mina"]
    shell.run("players", "unmerge", "Mina", code=4)
    shell.run("players", "rename", "Mina", "Mna")
    shell.run("players", "unmerge", "Mina")
    assert names(shell) == ["Jun", "Mina", "Mna"]


def test_unmerge_names_those_who_can_be_taken_apart(shell: Shell) -> None:
    log_two(shell)
    shell.run("players", "merge", "Mna", "Mina")
    assert "Mna" in shell.problems("players", "unmerge", "Mina", code=3)[0][1]


def test_the_stricter_wish_survives_a_merge(shell: Shell) -> None:
    log_two(shell)
    shell.run("players", "hide", "Mna")
    shell.run("players", "publish", "Mina", "full")
    shell.run("players", "merge", "Mna", "Mina")
    assert shell.json("players", "show", "Mina")["shown_as"] == "hidden"
    shell.run("players", "unmerge", "Mna")
    assert shell.json("players", "show", "Mina")["visibility"] == "full"
    shell.run("players", "merge", "Mina", "Mna")
    assert shell.json("players", "show", "Mina")["shown_as"] == "hidden"


def test_a_merged_person_stays_in_the_session_under_way(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Ara")
    shell.run("session", "start", "-p", "Mna, Jun", "--new")
    shell.run("players", "merge", "Jun", "Mna", code=4)
    shell.run("players", "merge", "Mna", "Mina")
    assert shell.json("add", "54432")["players"] == ["Mina", "Jun"]


def test_many_merges_at_once(shell: Shell) -> None:
    for number, name in enumerate(("Mina", "Mna", "Minnna", "Jun", "Juun", "Ara")):
        shell.run("add", "54432", "-p", f"{name}, Friend{number}", "--new")
    path = shell.folder / "who.toml"
    path.write_text('[merge]\nMina = ["Mna", "Minnna"]\nJun = "Juun"\n', encoding="utf-8")
    merged = shell.json("players", "merge", "--map", "who.toml")
    assert [(one["name"], one["into"]) for one in merged] == [
        ("Mna", "Mina"),
        ("Minnna", "Mina"),
        ("Juun", "Jun"),
    ]
    assert shell.json("players", "show", "Mina")["games"] == 3
    assert shell.json("undo")["total"] == 3
    assert len(names(shell)) == 12


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ('[merge]\nMina = ["Jun", "Nobody"]\nAra = "Zed"\n', 4, 3),
        ('[merge]\nAra = ["Nobody", "Zed"]\n', 3, 2),
        ("[merge]\nAra = 3\n", 2, 1),
        ("[merges]\nAra = 'Jun'\n", 2, 1),
        ("[merge\n", 2, 1),
    ],
)
def test_a_mapping_that_is_unfit_merges_nobody(
    shell: Shell, text: str, code: int, fields: int
) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("players", "add", "Ara")
    before = rows(shell)
    (shell.folder / "who.toml").write_text(text, encoding="utf-8")
    problems = shell.problems("players", "merge", "--map", "who.toml", code=code)
    assert len({field for field, _message in problems}) >= 1
    assert len(problems) >= fields
    assert rows(shell) == before


def test_duplicates_tell_what_speaks_for_them(shell: Shell) -> None:
    for table in ("Mina, Jun", "Minna, Jun", "Mina, Bo", "김민지, Jun", "민지, Bo"):
        shell.run("add", "54432", "-p", table, "--new")
    game = shell.json("add", "54432", "-p", "김민지, 민지")
    shell.run("add", "54432", "-p", "남궁민수, 민수")
    found = shell.json("players", "duplicates")
    assert [(one["names"], one["why"], one["games"]) for one in found] == [
        (["Minna", "Mina"], "spelling", [1, 2]),
        (["남궁민수", "민수"], "family_name", [1, 1]),
        (["김민지", "민지"], "family_name", [2, 2]),
    ]
    assert [len(one["shared_games"]) for one in found] == [0, 1, 1]
    assert found[2]["shared_games"] == [game["id"]]
    assert "Minna (1)" in shell.run("players", "duplicates").stdout


# What is published


def test_a_person_says_what_may_be_published(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("players", "publish", "Mina", "alias", code=2)
    shell.run("players", "publish", "Mina", "full", "--as", "M.", code=2)
    shell.run("players", "publish", "Mina", "loudly", code=2)
    assert shell.json("players", "publish", "Mina", "alias", "--as", "Moon")["alias"] == "Moon"
    assert shell.json("players", "publish", "Mina", "hidden")["alias"] == "Moon"
    assert shell.json("players", "publish", "Mina", "alias")["alias"] == "Moon"
    assert shell.json("players", "publish", "Mina", "default")["visibility"] is None
    assert shell.json("players", "hide", "Mina")["visibility"] == "hidden"


def test_groups_and_club_decide_for_those_who_say_nothing(shell: Shell) -> None:
    shell.run("init", ".")
    config = shell.folder / "hanabi-log.toml"
    shell.run("add", "54432", "-p", "Mina, Jun", "-g", "Tuesday")
    shell.run("add", "54432", "-p", "Mina, Ara", "-g", "School")
    shell.run("players", "publish", "Ara", "full")

    def shown() -> dict[str, str]:
        return {name: shell.json("players", "show", name)["shown_as"] for name in names(shell)}

    assert set(shown().values()) == {"full"}
    shell.run("groups", "edit", "School", "--visibility", "hidden")
    assert shown() == {"Ara": "full", "Jun": "full", "Mina": "hidden"}
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace('visibility = "full"', 'visibility = "initials"'))
    assert shown() == {"Ara": "full", "Jun": "initials", "Mina": "hidden"}
    shell.run("groups", "edit", "Tuesday", "--visibility", "full")
    assert shown() == {"Ara": "full", "Jun": "full", "Mina": "hidden"}


def test_a_retired_person_keeps_their_games(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    assert shell.json("players", "retire", "Mina")["retired"] is True
    assert shell.json("show", "last")["players"] == ["Mina", "Jun"]
    assert "retired" in shell.run("players", "list").stdout
    assert shell.json("players", "retire", "Mina", "--back")["retired"] is False


def test_a_name_that_cannot_be_said_in_a_list_is_refused(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    for bad in ("a, b", "x;y", "a & b", "a、b", "guest", "손님"):
        shell.run("players", "rename", "Mina", bad, code=2)
        shell.run("players", "add", bad, code=2)
        shell.run("players", "alias", "Mina", bad, code=2)
    assert names(shell) == ["Jun", "Mina"]


def test_two_people_are_not_published_under_one_name(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun, Bo")
    shell.run("players", "publish", "Mina", "alias", "--as", "bo", code=4)
    shell.run("players", "publish", "Mina", "alias", "--as", "Moon")
    shell.run("players", "publish", "Mina", "alias", "--as", "Mina")
    shell.run("players", "publish", "Mina", "alias", "--as", "Moon")
    shell.run("players", "publish", "Jun", "alias", "--as", "moon", code=4)


# Being gone


def test_an_erased_person_is_nowhere(shell: Shell, tmp_path: Path) -> None:
    sheet = shell.folder / "Zuzanna.csv"
    sheet.write_text('date,players,total\n2026-11-01,"Zuzanna, Jun",18\n', encoding="utf-8")
    shell.run("import", "Zuzanna.csv")
    noted = shell.json(
        "add", "54432", "-p", "Zuzanna, Jun", "--note", "zuzanna laughed, Zuzannas did not"
    )
    shell.run("players", "rename", "Zuzanna", "Zuzka")
    shell.run("players", "alias", "Zuzka", "Zuzia")
    shell.run("add", "55432", "-p", "Zuzana, Ara", "-g", "Zuzka's table", "--new")
    shell.run("players", "merge", "Zuzana", "Zuzka")
    shell.run("session", "start", "-p", "Zuzia, Jun")
    with closing(sqlite3.connect(shell.folder / "club.db")) as connection:
        copy = sqlite3.connect(shell.folder / "club.db.before.bak")
        connection.backup(copy)
        copy.close()
    erased = shell.json("players", "erase", "Zuzia", "--yes")
    assert erased["games"] == 3
    assert erased["rewritten"] == [noted["id"]]
    assert shell.json("show", noted["id"])["note"] == "… laughed, Zuzannas did not"
    assert erased["groups"] == ["Zuzka's table"]
    shell.run("groups", "rename", "Zuzka's table", "Attic")
    assert erased["copies"] == [str(shell.folder / "club.db.before.bak")]
    assert names(shell) == ["Ara", "Jun"]
    games = shell.json("list")
    assert [(game["players"], game["guests"]) for game in games] == [
        (["Ara"], 1),
        (["Jun"], 1),
        (["Jun"], 1),
    ]
    assert shell.json("add", "11111", "-s", "3")["players"] == ["Jun"]
    with closing(sqlite3.connect(shell.folder / "club.db")) as connection:
        connection.execute("DELETE FROM changes WHERE kind = 'group'")
        text = "\n".join(connection.iterdump()).casefold().replace("zuzannas did not", "")
    assert not [name for name in ("zuzanna", "zuzka", "zuzia", "zuzana") if name in text]


def test_other_spellings_of_an_erased_name_go_too(shell: Shell) -> None:
    notes = ("민지가 이겼다", "고마워\n김민지도", "민지씨", "시골민지")
    ids = [shell.json("add", "54432", "-p", "민지, Jun", "--note", note)["id"] for note in notes]
    erased = shell.json("players", "erase", "민지", "--yes")
    assert erased["rewritten"] == sorted(ids[:3])
    assert erased["left"] == ids[3:]
    assert [game["note"] for game in shell.json("list")] == [
        "시골민지",
        "…씨",
        "고마워\n…도",
        "…가 이겼다",
    ]
    shell.run("add", "11111", "-p", "Anna Lee, Jun", "--note", "annalee, Anna  Lee", "--new")
    shell.run("edit", "last", "--note", "mended")
    told = shell.run("players", "erase", "Anna Lee", "--yes").stderr
    assert "still have these letters" in told
    history = shell.run("history").stdout + shell.run("history", "last").stdout
    assert "Anna  Lee" not in history


def test_a_source_that_has_an_erased_name_loses_it(shell: Shell) -> None:
    lines = [
        json.dumps(
            {"date": "2026-11-01", "players": ["Zelda", "Jun"], "total": total, "source": id}
        )
        for total, id in ((18, "csv:Zelda-1"), (19, "csv:zelda-1"))
    ]
    (shell.folder / "old.jsonl").write_text("\n".join(lines), encoding="utf-8")
    shell.run("import", "old.jsonl")
    erased = shell.json("players", "erase", "Zelda", "--yes")
    games = shell.json("list")
    assert sorted(erased["rewritten"]) == sorted(game["id"] for game in games)
    assert {game["source"] for game in games} == {f"csv:…-1#{game['id']}" for game in games}
    with closing(sqlite3.connect(shell.folder / "club.db")) as connection:
        assert "zelda" not in "\n".join(connection.iterdump()).casefold()
    shell.run("undo")
    assert shell.json("list") == []


def test_copies_in_the_folder_of_the_club_are_found(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HANABI_LOG_DB")
    shell.run("init", ".")
    shell.run("add", "54432", "-p", "Mina, Jun")
    copies = [shell.folder / "old.db", shell.folder / "keep" / "old.db"]
    copies[1].parent.mkdir()
    for copy in copies:
        shell.run("backup", str(copy))
    erased = shell.json("players", "erase", "Mina", "--yes")
    assert erased["copies"] == [str(copy) for copy in copies]


def test_no_page_of_the_file_keeps_an_erased_name(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Zuzanna, Jun")
    shell.run("players", "rename", "Zuzanna", "Zuzka")
    shell.run("players", "erase", "Zuzka", "--yes")
    for file in shell.folder.glob("club.db*"):
        data = file.read_bytes()
        assert b"Zuzanna" not in data, file
        assert b"Zuzka" not in data, file


def test_an_erasure_cannot_be_undone(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("edit", "last", "-p", "Ara, Jun")
    shell.run("edit", "last", "-p", "Mina, Ara")
    shell.run("players", "hide", "Mina")
    shell.run("players", "erase", "Mina", "--yes")
    for _ in range(3):
        shell.run("undo")
        assert "Mina" not in names(shell)
        assert "Mina" not in shell.run("history").stdout
    shell.run("undo", code=3)
    assert shell.json("list") == []
    shell.run("players", "erase", "Mina", "--yes", code=3)


def test_a_file_does_not_bring_an_erased_person_back(shell: Shell) -> None:
    sheet = shell.folder / "sheet.csv"
    sheet.write_text('date,players,total\n2026-11-01,"Mina, Jun",18\n', encoding="utf-8")
    shell.run("import", "sheet.csv")
    shell.run("players", "erase", "Mina", "--yes")
    shell.run("import", "sheet.csv")
    assert names(shell) == ["Jun"]
    assert shell.json("show", "last")["guests"] == 1


def test_erasing_asks_twice(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    shell.run("players", "erase", "Mina", code=4)
    monkeypatch.setattr(identity, "on_terminal", lambda: True)
    for answers in ("n\n", "y\nJun\n"):
        shell.run("players", "erase", "Mina", input=answers, code=130)
    assert names(shell) == ["Jun", "Mina"]
    shell.run("players", "erase", "Mina", input="y\nmina\n")
    assert names(shell) == ["Jun"]


# Groups


def test_a_group_is_renamed_and_set(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun", "-g", "Tue")
    shell.run("groups", "add", "Friday")
    assert shell.json("groups", "rename", "tue", "Tuesday table")["name"] == "Tuesday table"
    shell.run("groups", "rename", "Tuesday table", "friday", code=4)
    shell.run("groups", "rename", "Monday", "Attic", code=3)
    said = ["-r", "rnr", "--talk", "strict", "--visibility", "hidden"]
    group = shell.json("groups", "edit", "Tuesday table", *said)
    assert (group["ruleset"], group["talk"], group["visibility"]) == ("rnr", "strict", "hidden")
    game = shell.json("add", "54432", "-g", "Tuesday table")
    assert (game["ruleset"], game["talk"]) == ("rnr", "strict")
    cleared = shell.json("groups", "edit", "Tuesday table", "-r", "-", "--visibility", "-")
    assert (cleared["ruleset"], cleared["talk"], cleared["visibility"]) == (None, "strict", None)
    for bad in (["--talk", "loud"], ["--visibility", "x"], ["-r", "basik"], []):
        shell.run("groups", "edit", "Friday", *bad, code=2)
    shown = shell.json("groups", "show", "Tuesday table")
    assert (shown["games"], shown["people"][0]) == (2, {"name": "Jun", "games": 1})


def test_games_move_to_another_group(shell: Shell) -> None:
    for group in ("Tue", "Tue", "Tuesday table"):
        shell.run("add", "54432", "-g", group, "--new")
    shell.run("session", "start", "-g", "Tue")
    shell.run("delete", "last")
    before = rows(shell)
    moved = shell.json("groups", "move-games", "Tue", "Tuesday table", "--drop")
    assert (moved["games"], moved["dropped"]) == (2, True)
    assert {game["group"] for game in shell.json("list")} == {"Tuesday table"}
    assert [one["name"] for one in shell.json("groups", "list")] == ["Tuesday table"]
    assert shell.json("add", "54432")["group"] == "Tuesday table"
    shell.run("undo")
    shell.run("undo")
    assert rows(shell) == before
    shell.run("groups", "move-games", "Tue", "Monday", code=3)
    shell.run("groups", "move-games", "Tue", "tue", code=2)
