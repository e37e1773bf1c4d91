"""What needs an extra says so with the command of whoever installed the program."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from hanabi_log.extras import install_command
from tests.cli.conftest import Shell

INSTALLERS = {
    None: 'pip install "hanabi-log[sheets]"',
    "pipx_metadata.json": 'pipx install --force "hanabi-log[sheets]"',
    "uv-receipt.toml": 'uv tool install "hanabi-log[sheets]"',
}


@pytest.mark.parametrize(("receipt", "command"), INSTALLERS.items())
def test_the_command_is_the_installers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, receipt: str | None, command: str
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if receipt is not None:
        (tmp_path / receipt).touch()
    assert install_command("sheets") == command


def _without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    real = builtins.__import__

    def load(name: str, *rest: Any, **extra: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ImportError(name)
        return real(name, *rest, **extra)

    monkeypatch.setattr(builtins, "__import__", load)


def test_an_export_to_parquet_tells_the_command(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun")
    _without(monkeypatch, "pyarrow")
    result = shell.run("export", "--format", "parquet", "-o", "out", code=2)
    assert 'install "hanabi-log[parquet]"' in result.stderr
    assert not (shell.folder / "out").exists()


def test_a_workbook_tells_the_command(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    (shell.folder / "club.xlsx").write_bytes(b"PK\3\4")
    _without(monkeypatch, "python_calamine")
    result = shell.run("import", "club.xlsx", code=2)
    assert 'install "hanabi-log[sheets]"' in result.stderr
