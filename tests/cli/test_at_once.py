"""Two programs at one log: whatever the other one writes, and whenever, one state is seen.

Before each single statement of a command another program makes a change. What the command
shows must be the log before that change or after it, never something of both.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi_log.cli.app import root
from hanabi_log.cli.context import Session
from hanabi_log.errors import Conflict
from hanabi_log.logbook import log as opening
from hanabi_log.logbook import publishing
from hanabi_log.logbook.adding import add_game
from hanabi_log.logbook.hoola import find_match
from hanabi_log.logbook.hoola_rounds import add_round
from hanabi_log.logbook.people_merging import Pair, merge_players
from hanabi_log.logbook.people_naming import rename_player
from hanabi_log.logbook.rescoring import plan_rescoring, rescore
from hanabi_log.records import Draft
from hanabi_log.storage import database
from tests.cli.conftest import Shell
from tests.logbook.logs import NOW, add, open_club

LOOKS = [
    "list",
    "show last",
    "stats",
    "leaderboard",
    "records",
    "progress",
    "history",
    "session show",
    "session list",
    "players list",
    "players show Jun",
    "groups list",
    "groups show Owls",
    "unknown list",
    "hoola list",
    "hoola show",
    "hoola standings",
    "export",
    "export --public",
]
CHANGES = [
    "add 54432 -p Jun,Ara",
    "add 54432 --again -p Mina,Zoe",
    "edit last -p Jun,Ara -s 2",
    "delete last",
    "undo",
    "players rename Jun Juno",
    "players merge Tim Jun",
    "players erase Ara --yes",
    "groups rename Owls Larks",
    "session end",
    "unknown answer basic",
    "rescore --yes",
    "hoola round --end out --by Jun --hand Ara=7S,8H --hand Tao=23/2",
    "hoola new -p Jun,Ara,Tao",
]


@pytest.fixture
def club(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A club with everything in it that a command can show, at a standing clock."""
    with open_club(shell.folder / "club.db") as log:
        add(log, "55555", "Mina, Jun, Ara", group="Owls", date="2026-11-20")
        add(log, "54432", "Mina, Jun", group="Owls", date="2026-11-21", ruleset="baobab")
        add(log, "", "Mina, Tim", total=17, ruleset="unknown", date="2026-11-22")
    shell.run("session", "start", "-p", "Mina, Jun", "-g", "Owls")
    shell.run("add", "44332", "-s", "1")
    shell.run("hoola", "new", "-p", "Jun, Ara, Tao")
    shell.run(
        "hoola", "round", "--end", "out", "--by", "Ara", "--hand", "Jun=7S,8H", "--hand", "Tao=9C"
    )
    monkeypatch.setattr(Session, "now", NOW)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.0)
    monkeypatch.setattr(publishing, "MANY", 1)
    return shell


def barge_in(path: Path) -> bool:
    """What the other program does; False where the log is held just then."""
    try:
        with open_club(path, seconds=9) as log:
            rename_player(log, "Mina", "Mila")
            rename_player(log, "Tao", "Taotao")
            add_game(log, Draft(players=("Mila", "Noa"), stacks="11111", strikes=3), new=True)
    except Conflict:
        return False
    return True


class Watch:
    """Counts the statements of a command, and lets somebody act before one of them."""

    def __init__(self) -> None:
        self.seen = 0
        self.at = 0
        self.act: Callable[[], object] = bool
        self._open = database.open_database

    def open(self, path: str, *, create: bool = False) -> sqlite3.Connection:
        connection = self._open(path, create=create)
        connection.set_trace_callback(self._note)
        return connection

    def run(self, words: list[str], at: int = 0) -> tuple[int, str]:
        """Exit code and output of a command that somebody barges into at a statement, from 1."""
        self.seen, self.at = 0, at
        result = CliRunner().invoke(root, words, prog_name="hanabi-log")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        return result.exit_code, result.stdout

    def _note(self, _statement: str) -> None:
        self.seen += 1
        if self.seen == self.at:
            self.act()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(opening, "open_database", made.open)
    return made


class Files:
    """The log as it was, and as the other program leaves it."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "club.db"
        self._before, self._after = folder / "before.db", folder / "after.db"
        shutil.copy(self.log, self._before)
        shutil.copy(self.log, self._after)
        assert barge_in(self._after)

    def reset(self) -> None:
        for end in ("", "-wal", "-shm"):
            Path(f"{self.log}{end}").unlink(missing_ok=True)
        shutil.copy(self._before, self.log)

    def go_on(self) -> None:
        """Put the later state into the log, in one transaction."""
        after, log = sqlite3.connect(self._after), sqlite3.connect(self.log, timeout=0)
        with closing(after), closing(log):
            after.backup(log)


@pytest.mark.parametrize("command", LOOKS)
def test_who_looks_sees_one_state(club: Shell, watch: Watch, command: str) -> None:
    words = [*command.split(), *([] if command.startswith("export") else ["--json"])]
    files = Files(club.folder)
    before = watch.run(words)
    statements = watch.seen
    files.go_on()
    states = [before, watch.run(words)]
    assert states[0][0] == states[1][0] == 0
    watch.act = files.go_on
    for at in range(1, statements + 1):
        files.reset()
        assert watch.run(words, at) in states, at


@pytest.mark.parametrize("command", CHANGES)
def test_who_changes_loses_nothing(club: Shell, watch: Watch, command: str) -> None:
    """Done as well, or refused with a word: the change of the other one stays in any case."""
    words = [*command.split(), *([] if command.startswith("rescore") else ["--json"])]
    files = Files(club.folder)
    assert watch.run(words)[0] == 0
    statements = watch.seen
    files.reset()
    with open_club(files.log) as log:
        (had,) = log.connection.execute("SELECT count(*) FROM batches").fetchone()
    done: list[bool] = []
    watch.act = lambda: done.append(barge_in(files.log))
    for at in range(1, statements + 1, 3):
        files.reset()
        code, shown = watch.run(words, at)
        assert code in (0, 4), (at, shown)
        with open_club(files.log) as log:
            (batches,) = log.connection.execute("SELECT count(*) FROM batches").fetchone()
        assert batches >= had + 3 * done.pop(), at
        checks = club.json("doctor")["checks"]
        assert [one for one in checks if one["level"] != "ok"] == []


def test_two_rounds_at_a_time_are_not_one(club: Shell) -> None:
    path = club.folder / "club.db"
    facts = {
        "end": "out",
        "by": "Jun",
        "hands": {"Ara": {"sum": 7, "laid": True}, "Tao": {"sum": 9, "laid": True}},
    }
    with open_club(path) as log, open_club(path) as other:
        mine, theirs = find_match(log, None), find_match(other, None)
        add_round(log, mine, facts)
        with pytest.raises(Conflict, match="just now"):
            add_round(other, theirs, facts)
        assert len(find_match(other, None).match.rounds) == 2


def test_a_plan_is_not_carried_out_on_another_log(club: Shell) -> None:
    with open_club(club.folder / "club.db") as log:
        plan = plan_rescoring(log)
        add(log)
        with pytest.raises(Conflict, match="meanwhile"):
            rescore(log, plan)


def test_whoever_is_erased_is_the_one_who_was_asked_about(
    club: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_words: object, **_options: object) -> str:
        with open_club(club.folder / "club.db", seconds=9) as log:
            merge_players(log, [Pair("Tim", "Jun")])
        return "Tim"

    monkeypatch.setattr("hanabi_log.cli.identity.on_terminal", lambda: True)
    monkeypatch.setattr("click.confirm", lambda *_words, **_options: True)
    monkeypatch.setattr("click.prompt", think)
    assert "just now" in club.run("players", "erase", "Tim", code=4).output
    assert "Jun" in club.run("players", "list").output


def test_the_last_game_is_the_one_that_was_last_at_first(
    club: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_words: object, **_options: object) -> int:
        assert barge_in(club.folder / "club.db")
        return 1

    last = club.json("show", "last")
    monkeypatch.setattr("hanabi_log.cli.slips.on_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", think)
    club.run("edit", "last", "-p", "Jun, Timm")
    assert club.json("show", last["id"])["players"] == ["Jun", "Tim"]
    assert club.json("show", "last")["players"] == ["Mila", "Noa"]


def test_nobody_waits_while_a_person_thinks(club: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def think(*_words: object, **_options: object) -> int:
        assert barge_in(club.folder / "club.db")
        return 1

    monkeypatch.setattr("hanabi_log.cli.slips.on_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", think)
    assert "Tim" in club.run("add", "54432", "-p", "Jun, Timm").output
    assert "Noa" in club.run("players", "list").output
    assert "Timm" not in club.run("players", "list").output
