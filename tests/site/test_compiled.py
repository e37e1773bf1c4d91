"""Templates that are kept compiled: never those of another text, another compiler, or of a club."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from jinja2 import ChoiceLoader, Environment, FileSystemLoader

from hanabi_log.site.compiled import Compiled

PAGE = "page.html"


class Counting(Environment):
    """Counts what it compiles."""

    compiled = 0

    def _generate(self, *arguments: Any, **named: Any) -> str:
        Counting.compiled += 1
        return super()._generate(*arguments, **named)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(Counting, "compiled", 0)
    for name in ("ours", "club"):
        (tmp_path / name).mkdir()
    (tmp_path / "ours" / PAGE).write_text("Hello {{ name }}")
    (tmp_path / "maker.py").write_text("1")
    return tmp_path


def made(folder: Path) -> str:
    ours = str(folder / "ours")
    loader = ChoiceLoader([FileSystemLoader(str(folder / "club")), FileSystemLoader(ours)])
    cache = Compiled(ours, (str(folder / "maker.py"),))
    environment = Counting(loader=loader, bytecode_cache=cache)
    return environment.get_template(PAGE).render(name="Mina")


def kept(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" in str(path)]


def test_a_template_is_compiled_once(folder: Path) -> None:
    assert [made(folder), made(folder)] == ["Hello Mina"] * 2
    assert Counting.compiled == 1
    assert len(kept(folder)) == 1


def test_another_text_or_compiler_makes_it_anew(folder: Path) -> None:
    made(folder)
    (folder / "ours" / PAGE).write_text("Bye {{ name }}")
    assert made(folder) == "Bye Mina"
    (folder / "maker.py").write_text("12")
    assert made(folder) == "Bye Mina"
    assert Counting.compiled == 3


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense", "cut"])
def test_what_cannot_be_read_is_made_anew(folder: Path, content: bytes | str) -> None:
    made(folder)
    (file,) = kept(folder)
    file.write_bytes(file.read_bytes()[:-9] if isinstance(content, str) else content)
    assert made(folder) == "Hello Mina"
    assert Counting.compiled == 2


def test_templates_of_a_club_are_not_kept(folder: Path) -> None:
    (folder / "club" / PAGE).write_text("Ours {{ name }}")
    assert [made(folder), made(folder)] == ["Ours Mina"] * 2
    assert Counting.compiled == 2
    assert kept(folder) == []


def test_nothing_is_written_where_python_writes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert made(folder) == "Hello Mina"
    assert kept(folder) == []


def test_where_nobody_may_write_it_is_compiled_each_time(folder: Path) -> None:
    (folder / "ours" / "__pycache__").write_text("in the way")
    assert [made(folder), made(folder)] == ["Hello Mina"] * 2
    assert Counting.compiled == 2
    assert not [name for name in os.listdir(folder / "ours") if name.endswith(".pyc")]
