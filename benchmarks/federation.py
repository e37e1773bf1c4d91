"""Federations of any size and what each engine takes for them.

`python -m benchmarks.federation make GAMES FOLDER` writes a dataset, `... site ENGINE FOLDER OUT`
builds its whole site, and `... grow FOLDER` does both for several sizes and prints a table of
CPU seconds per million games, so that sizes and engines can be compared.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.timing import run
from hanabi_log.exporters.parquet import CLUB_FILE, schema_of
from hanabi_log.rulebook import Rulebook

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
CLUB = 10_000
"""Games of a club, in ten years of evenings."""
YEARS = range(2016, 2026)
TOWNS = ("Lantern", "Harbour", "Hill", "River", "Mill", "Orchard", "Station", "Bridge", "달빛")
MEETINGS = ("club", "tables", "evenings", "league", "corner", "circle", "house", "모임")
RULESETS = (("basic", 25, 5), ("rnr", 25, 5), ("rnr+black", 25, 6), ("basic+rainbow", 30, 6))
ENGINES = {"sqlite": 1_000_000, "duckdb": 10_000_000, "spark": 10_000_000}
"""The largest size that each engine is tried with."""


class Habits(NamedTuple):
    """What tells a club from others: its tables, with the people of each; how many play the same
    from evening to evening, 0 to 1; how good it is, 0 to 1; and how often it plays each ruleset."""

    tables: Sequence[Sequence[str]]
    loyal: float
    good: float
    weights: Sequence[int]


def make(games: int, folder: Path) -> None:
    """Write a dataset of clubs of CLUB games each; the last one has what remains."""
    for number, start in enumerate(range(0, games, CLUB)):
        _make_club(f"c{number:06}", min(CLUB, games - start), folder, Random(number))


def _make_club(club: str, games: int, folder: Path, dice: Random) -> None:
    import pyarrow
    from pyarrow import parquet

    book = Rulebook()
    rules = {spec: book.ruleset(spec) for spec, _most, _suits in RULESETS}
    habits = _habits(dice)
    path = folder / f"club={club}"
    path.mkdir(parents=True)
    people = {name for table in habits.tables for name in table}
    document: dict[str, Any] = {
        "version": 1,
        "public": True,
        "id": club,
        "name": f"{dice.choice(TOWNS)} {dice.choice(MEETINGS)}",
        "people": {name: {"retired": dice.random() < 0.05} for name in sorted(people)},
        "groups": [f"Group {number}" for number in range(len(habits.tables))],
        "rulesets": {one.digest: one.as_definition() for one in rules.values()},
    }
    (path / CLUB_FILE).write_text(json.dumps(document), encoding="utf-8")
    schema = schema_of((), True, pyarrow)
    share = -(-games // len(YEARS))
    for number, year in enumerate(YEARS):
        size = min(share, games - number * share)
        if size > 0:
            rows = _rows(club, year, size, habits, rules, dice)
            (path / f"year={year}").mkdir()
            table = pyarrow.Table.from_pylist(rows, schema=schema)
            file = path / f"year={year}" / "games-0.parquet"
            parquet.write_table(table, file, write_page_checksum=True)


def _habits(dice: Random) -> Habits:
    """One to six tables of 5 to 30 people; some sit at several of them."""
    names = [f"Player {number}" for number in range(dice.randrange(12, 120))]
    tables = [
        dice.sample(names, min(len(names), dice.randrange(5, 31)))
        for _table in range(dice.randrange(1, 7))
    ]
    weights = [dice.choice((0, 1, 1, 4, 9)) for _ruleset in RULESETS]
    weights[dice.randrange(len(RULESETS))] += 1
    return Habits(tables, dice.random(), dice.random(), weights)


def _rows(
    club: str, year: int, size: int, habits: Habits, rules: dict[str, Any], dice: Random
) -> list[dict[str, Any]]:
    """So many games, about five an evening, with people who stay together for it."""
    made: list[dict[str, Any]] = []
    evenings = max(1, size // 5)
    marks = ["".join(dice.choices("0123456789abcdef", k=32)) for _game in range(size)]
    for number, mark in enumerate(marks):
        if number % 5 == 0:
            day = date(year, 1, 1) + timedelta(number // 5 * 364 // evenings)
            group = dice.randrange(len(habits.tables))
            near = habits.tables[group]
            many = min(len(near), dice.choice((2, 3, 3, 4, 4, 5)))
            together = near[:many] if dice.random() < habits.loyal else dice.sample(near, many)
            ((spec, most, suits),) = dice.choices(RULESETS, habits.weights)
        laid = [round(5 * dice.betavariate(2 + 6 * habits.good, 2)) for _suit in range(suits)]
        points, strikes = sum(laid), min(3, int(dice.expovariate(0.8 + habits.good)))
        struck = strikes == 3
        perfect = points == most and not struck
        made.append(
            {
                "id": f"{mark[:8]}-{mark[8:12]}-{mark[12:16]}-{mark[16:20]}-{mark[20:]}",
                "date": day,
                "month": str(day)[:7],
                "group": f"Group {group}",
                "players": together,
                "seats": many,
                "guests": 0,
                "ruleset": spec,
                "rules": rules[spec].digest,
                "strikes": strikes,
                "outcome": "struck_out" if struck else "perfect" if perfect else "finished",
                "points": points,
                "score": 0 if struck else points,
                "max_score": most,
                "percent": 100 * points / most,
                "knowledge": "full",
                "counted": True,
                "win_or_lose": False,
                **{
                    f"{what}_{suit.code}": cards
                    for suit, cards in zip(rules[spec].suits, laid, strict=True)
                    for what in ("laid", "stack")
                },
            }
        )
    return made


def site(engine: str, dataset: str, out: str) -> tuple[int, float, float]:
    """The whole site of a dataset, as `federation build` makes it: how many files that are, CPU
    seconds, and peak MiB."""
    from hanabi_log.federation.collecting import collected
    from hanabi_log.site.federation.build import build

    master = "local[2]" if engine == "spark" else None
    with collected([dataset], engine, master) as clubs:  # type: ignore[arg-type]  # one of ENGINES
        built = build(clubs, out, name="Grown")
    return built.files, *_java()


def grow(folder: Path) -> None:
    """Sizes against engines: CPU seconds, those of a million games, and memory."""
    print(f"{'games':>12} {'MiB':>8} {'engine':<8} {'CPU s':>8} {'per million':>12} {'MiB':>7}")
    for games in SIZES:
        dataset = folder / f"games-{games}"
        if not dataset.exists():
            make(games, dataset)
        size = sum(file.stat().st_size for file in dataset.rglob("*") if file.is_file())
        for engine, most in ENGINES.items():
            if games <= most:
                with TemporaryDirectory(dir=folder) as out:
                    cpu, memory = _measured(engine, str(dataset), os.path.join(out, "site"))
                print(
                    f"{games:>12,} {size / 2**20:>8.1f} {engine:<8} {cpu:>8.1f}"
                    f" {cpu * 1e6 / games:>12.1f} {memory:>7.0f}",
                    flush=True,
                )


def _measured(engine: str, dataset: str, out: str) -> tuple[float, float]:
    """CPU seconds and peak MiB of a build in processes of its own."""
    made = run([sys.executable, "-m", "benchmarks.federation", "site", engine, dataset, out])
    _files, cpu, memory = made.output.split()
    return made.cpu + float(cpu), max(made.memory, float(memory))


def _java() -> tuple[float, float]:
    """CPU seconds and peak MiB of the Java that this process started, from /proc: it is still
    running, so nobody else can tell what it took."""
    cpu, memory = 0.0, 0.0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _is_ours(entry):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            status = (entry / "status").read_text()
            memory += int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return cpu, memory


def _is_ours(entry: Path) -> bool:
    try:
        fields = (entry / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return int(fields[1]) == os.getpid() and fields[0] != "Z"


def main() -> None:
    """What the arguments ask for."""
    match sys.argv[1:]:
        case ["make", games, folder]:
            make(int(games), Path(folder))
        case ["site", engine, dataset, out]:
            print(*site(engine, dataset, out))
        case ["grow", folder]:
            grow(Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
