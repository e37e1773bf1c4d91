"""A build that leaves alone what nothing touched gives the bytes of a build from nothing.

Three hundred random changes of every kind are made to a small club; after each, the site is
built where it lies, and anew into an empty folder.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from hanabi_log.cli.app import root
from hanabi_log.site.notes import NOTES
from hanabi_log.site.render import Renderer
from tests.cli.conftest import Shell

CHANGES = 100
"""From each of three seeds."""
PEOPLE = ("Mina", "Jun", "Ara", "Bo", "서연", "Oskar")
GROUPS = ("Attic", "Tuesday")
RULES = ("basic", "basic+rainbow", "baobab+wild+black", "rnr")


class Compiled(BytecodeCache):
    """Templates that were compiled once: six hundred builds would do nothing else."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.codes.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture
def club(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A club of fifteen games on a few days, whose charts need no large script."""
    compiled = Compiled()
    make = Renderer.__init__

    def made(self: Renderer, *arguments: object, **named: object) -> None:
        make(self, *arguments, **named)  # type: ignore[arg-type]
        self.environment.bytecode_cache = compiled

    monkeypatch.setattr(Renderer, "__init__", made)
    monkeypatch.delenv("HANABI_LOG_DB")
    folder = shell.folder / "club"
    shell.run("init", str(folder), "--club", "Lantern")
    monkeypatch.chdir(folder)
    shell.folder = folder
    (folder / "plotly.js").write_text("// scatter bar")
    configure(folder, 0)
    chance = random.Random(1)
    for _number in range(15):
        add(shell, chance)
    return shell


def configure(folder: Path, number: int) -> None:
    """Another config for each number: a default of visibility, and an address or none."""
    lines = [
        f'club = "Lantern {number % 3}"',
        f'visibility = "{("full", "initials")[number % 2]}"',
        "[site]",
        'plotly = "plotly.js"',
        *(['base_url = "https://club.example/"'] if number % 4 == 3 else []),
    ]
    (folder / "hanabi-log.toml").write_text("\n".join(lines))


def say(*words: str) -> None:
    """A command, whether there is anything to do for it or not."""
    result = CliRunner().invoke(root, words, prog_name="hanabi-log")
    assert "Traceback" not in result.output
    assert result.exit_code in (0, 2, 3, 4), result.output


def stacks(chance: random.Random, suits: int) -> str:
    return "".join(str(chance.randint(1, 5)) for _suit in range(suits))


def facts(chance: random.Random) -> list[str]:
    rules = chance.choice(RULES)
    suits = {"basic": 5, "rnr": 5, "basic+rainbow": 6, "baobab+wild+black": 7}[rules]
    return [stacks(chance, suits), "-r", rules, "-s", str(chance.randint(0, 2))]


def day(chance: random.Random) -> str:
    start = date(2025, 12, 20)
    return (start + timedelta(days=chance.randint(0, 12))).isoformat()


def table(chance: random.Random) -> str:
    seats = chance.sample(PEOPLE, chance.randint(2, 4))
    return ", ".join([*seats, *(["guest"] if chance.random() < 0.2 else [])])


def add(shell: Shell, chance: random.Random) -> None:
    group = ["-g", chance.choice(GROUPS)] if chance.random() < 0.8 else []
    say("add", *facts(chance), "-p", table(chance), "-d", day(chance), "--new", *group)


def some_game(shell: Shell, chance: random.Random) -> str:
    games = shell.json("list", "--limit", "0")
    listed = games["games"] if isinstance(games, dict) else games
    return str(chance.choice(listed)["id"]) if listed else "last"


def edit(shell: Shell, chance: random.Random) -> None:
    changes: list[list[str]] = [
        facts(chance),
        ["-d", day(chance)],
        ["-d", "-"],
        ["-p", table(chance), "--new"],
        ["-g", chance.choice((*GROUPS, "-"))],
        ["--tag", chance.choice(("final", "late"))],
        ["--exclude", "a test"],
        ["--count"],
        ["--outcome", "abandoned"],
        ["--minutes", str(chance.randint(10, 60))],
        ["--talk", chance.choice(("strict", "relaxed"))],
        ["--note", f"note {chance.random()}"],
        ["--place", "cellar"],
        ["--hints", str(chance.randint(0, 8))],
        ["--guests", "1"],
    ]
    say("edit", some_game(shell, chance), *chance.choice(changes))


def hands(shell: Shell, chance: random.Random) -> None:
    say("hoola", "new", "-p", "Mina, Jun, Ara", "--rounds", "1")
    say(
        "hoola",
        "round",
        "--end",
        "out",
        "--by",
        "Mina",
        "--hand",
        "Jun=7S 8H",
        "--hand",
        "Ara=23/2",
    )


def imported(shell: Shell, chance: random.Random) -> None:
    rows = [
        f"{day(chance)},Mina;Jun,basic,{stacks(chance, 5)},1"
        for _row in range(chance.randint(1, 4))
    ]
    path = shell.folder / "sheet.csv"
    path.write_text("\n".join(["date,players,ruleset,stacks,strikes", *rows]) + "\n")
    say("import", str(path), "--yes")


def tamper(shell: Shell, chance: random.Random) -> None:
    files = [path for path in sorted((shell.folder / "site").rglob("*.*")) if path.is_file()]
    path = chance.choice([path for path in files if not path.name.startswith(".")])
    how = chance.randint(0, 3)
    if how == 0:
        path.unlink()
    elif how == 1:
        path.write_bytes(b"x" * path.stat().st_size)
    elif how == 2:
        path.write_bytes(path.read_bytes() + b" ")
    else:
        (shell.folder / "site" / NOTES).write_text(chance.choice(("", "{}", "[1]", '{"left": 3}')))


def later(shell: Shell, chance: random.Random) -> None:
    shell.now += timedelta(hours=chance.choice((1, 30, 800)))


KINDS: tuple[tuple[int, Callable[[Shell, random.Random], object]], ...] = (
    (30, add),
    (30, edit),
    (8, lambda shell, chance: say("delete", some_game(shell, chance))),
    (4, lambda shell, chance: say("restore", "last")),
    (14, lambda shell, chance: say("undo")),
    (
        4,
        lambda shell, chance: say(
            "players", "rename", chance.choice(PEOPLE), f"N{chance.random()}"
        ),
    ),
    (4, lambda shell, chance: say("players", "merge", *chance.sample(PEOPLE, 2))),
    (2, lambda shell, chance: say("players", "unmerge", chance.choice(PEOPLE))),
    (3, lambda shell, chance: say("players", "hide", chance.choice(PEOPLE))),
    (3, lambda shell, chance: say("players", "publish", chance.choice(PEOPLE), "initials")),
    (2, lambda shell, chance: say("players", "publish", chance.choice(PEOPLE), "default")),
    (2, lambda shell, chance: say("players", "retire", chance.choice(PEOPLE))),
    (1, lambda shell, chance: say("players", "erase", chance.choice(PEOPLE[3:]), "--yes")),
    (
        3,
        lambda shell, chance: say("groups", "rename", chance.choice(GROUPS), f"G{chance.random()}"),
    ),
    (
        2,
        lambda shell, chance: say("groups", "edit", chance.choice(GROUPS), "--visibility", "alias"),
    ),
    (2, lambda shell, chance: say("groups", "move-games", *GROUPS)),
    (5, imported),
    (3, hands),
    (5, lambda shell, chance: configure(shell.folder, chance.randint(0, 11))),
    (10, tamper),
    (5, later),
    (2, lambda shell, chance: say("rescore", "--yes")),
)


def build(out: Path) -> dict[str, int]:
    result = CliRunner().invoke(
        root, ["build", "--out", str(out), "--json"], prog_name="hanabi-log"
    )
    assert result.exit_code == 0, result.output
    found: dict[str, int] = json.loads(result.stdout)
    return found


def files(folder: Path) -> dict[str, bytes]:
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {path: content for path, content in found.items() if path != NOTES}


def stamps(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*.html")
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_changes_the_site_is_that_of_a_build_from_nothing(club: Shell, seed: int) -> None:
    chance = random.Random(seed)
    weights = [weight for weight, _change in KINDS]
    site, fresh = club.folder / "site", club.folder / "fresh"
    build(site)
    for number in range(CHANGES):
        ((_weight, change),) = chance.choices(KINDS, weights)
        change(club, chance)
        before, old = files(site), stamps(site)
        build(site)
        build(fresh)
        after = files(site)
        assert after == files(fresh), number
        rewritten = {path for path, time in stamps(site).items() if old.get(path) != time}
        assert rewritten == {path for path in rewritten if before.get(path) != after[path]}, number
        shutil.rmtree(fresh)
