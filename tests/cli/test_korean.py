"""The program speaks Korean when it is asked to."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.cli.conftest import Shell


def test_results_help_and_errors_are_korean(shell: Shell) -> None:
    assert "25점 중 18점 · 72.0 % · 호평" in shell.run("score", "54432", "--lang", "ko").stdout
    # Help is written when a module is loaded, so a program of its own is asked.
    command = [sys.executable, "-m", "hanabi_log", "--lang", "ko", "add", "-h"]
    spoken = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    asked = subprocess.run(command, capture_output=True, encoding="utf-8", env=spoken)
    assert "예:" in asked.stdout
    error = shell.json("--lang", "ko", "score", "54436", code=2)["error"]
    assert re.search("[가-힣]", error["problems"][0]["message"])
    assert re.search("[가-힣]", shell.run("--lang", "ko", "list", code=3).stderr)


def test_a_korean_club_from_nothing_to_a_page(shell: Shell) -> None:
    shell.run("--lang", "ko", "add", "빨강5 노랑4 초록3", "-p", "민지, 서준")
    shell.run("--lang", "ko", "build", "--out", "site", "--lang", "ko,en")
    korean = (shell.folder / "site" / "index.html").read_text(encoding="utf-8")
    english = (shell.folder / "site" / "en" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="ko"' in korean
    assert '<html lang="en"' in english
    assert "민지" in korean
    assert "민지" in english
