"""A table of three at Hoola King, for the tests of its commands."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Shell

OUT = ("hoola", "round", "--end", "out", "--by", "Mina")
HANDS = ("--hand", "Jun=7S 8H", "--hand", "Ara=23/2")
THREE = "Mina, Jun, Ara"


def begin(shell: Shell, *more: str) -> Any:
    return shell.json("hoola", "new", "-p", THREE, "--rounds", "3", *more)


def won(shell: Shell, winner: str = "Mina") -> Any:
    others = [name for name in ("Mina", "Jun", "Ara") if name != winner]
    return shell.json(
        *("hoola", "round", "--end", "out", "--by", winner),
        *(word for n, name in enumerate(others) for word in ("--hand", f"{name}={10 + n}/0")),
    )


def scored(shell: Shell, *found: Any, code: int = 0) -> list[Any]:
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in found)
    result = shell.run("hoola", "score", "-", input=text, code=code)
    return [json.loads(line) for line in result.stdout.splitlines()]
