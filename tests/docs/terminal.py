"""A terminal that types what a page shows in its `console` blocks, and compares what comes back.

A comment `<!-- $ … -->` between them is typed as well, unseen by readers. `hanabi-log` runs in
this process under a clock that stands on a known evening; everything else is real, with a home
folder of its own. Where a page says GitHub or `/srv`, a bare repository or a folder lies beside.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi_log.cli.app import root
from hanabi_log.cli.context import Session
from hanabi_log.i18n import speaking

ROOT = Path(__file__).parents[2]
GIVENS = Path(__file__).parent / "givens"
NOT_RUN = {"make", "pip", "pipx", "uv"}
"""Programs that set up this one, or are run by what checks a change as a whole."""
_FENCE = re.compile(
    r"^```(\w*)\n(.*?)^```$|^<!-- (?P<unseen>\$ .*?) -->$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Step:
    """A line after the prompt, and what the page shows under it; nothing means anything."""

    line: str
    shown: str


def steps_of(text: str) -> Iterator[Step]:
    """What is typed in the console blocks of a page, in order."""
    for language, block, unseen in _FENCE.findall(text):
        if language == "console" or unseen:
            for part in re.split(r"^\$ ", block or unseen, flags=re.MULTILINE)[1:]:
                line, _newline, shown = part.partition("\n")
                yield Step(line, shown.rstrip())


def typed_elsewhere(text: str) -> list[str]:
    """Commands in blocks that nobody runs."""
    return [
        line
        for language, block, _unseen in _FENCE.findall(text)
        if language != "console"
        for line in block.splitlines()
        if line.startswith(("hanabi-log ", "$ "))
    ]


class Terminal:
    """A folder, a clock and an environment; `type` runs one step."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self.now = datetime(2026, 11, 28, 21)

    def tick(self) -> datetime:
        """The hour, a second later each time that anybody looks."""
        self.now += timedelta(seconds=1)
        return self.now

    def type(self, step: Step) -> None:
        """Run a step; it has to succeed unless the page shows how it is refused."""
        code, said = 0, ""
        for part in step.line.split(" && "):
            code, more = self._run(part)
            said += more
            if code:
                break
        assert "Traceback" not in said, said
        assert code == 0 or "×" in step.shown, f"$ {step.line}\n{said}"
        if step.shown:
            assert fits(step.shown, said), (
                f"$ {step.line}\n{said}\n--- the page shows\n{step.shown}"
            )

    def _run(self, part: str) -> tuple[int, str]:
        part = part.replace("/srv/", f"{self.folder.as_posix()}/srv/")
        words = shlex.split(part, comments=True)
        if words[0] in NOT_RUN:
            return 0, ""
        if words[0] == "cd":
            os.chdir(words[1])
            return 0, ""
        if words[:2] == ["hanabi-log", "serve"]:
            return 0, _first_line(words)
        if words[0] == "hanabi-log" and not {"|", ">", "<"} & set(words):
            with speaking(self.language):
                result = CliRunner().invoke(root, words[1:], prog_name="hanabi-log")
            return result.exit_code, result.output
        done = subprocess.run(
            ["bash", "-c", part], capture_output=True, text=True, encoding="utf-8", check=False
        )
        return done.returncode, done.stdout + done.stderr


@contextmanager
def terminal(page: str, folder: Path, language: str = "en") -> Iterator[Terminal]:
    """A terminal in a new folder with what the page takes for given."""
    made = Terminal(folder, language)
    home, remotes = folder / "home", folder / "remotes"
    home.mkdir()
    (home / ".gitconfig").write_text(_GIT.format(remotes=remotes.as_posix()), encoding="utf-8")
    subprocess.run(["git", "init", "-q", "--bare", str(remotes / "lantern/club.git")], check=True)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in _environment(home, language).items():
            patch.setenv(name, value)
        for name in ("HANABI_LOG_DB", "LC_ALL", "LANGUAGE", "LC_MESSAGES", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        patch.setattr(Session, "now", property(lambda _session: made.tick()))
        desk = folder / "desk"
        desk.mkdir()
        patch.chdir(desk)
        given = GIVENS / page
        if given.is_dir():
            shutil.copytree(given, desk, dirs_exist_ok=True)
        commands = desk / "commands.txt"
        if commands.exists():
            lines = commands.read_text(encoding="utf-8").splitlines()
            commands.unlink()
            for line in lines:
                made.type(Step(line, ""))
        yield made


def fits(shown: str, said: str) -> bool:
    """Whether a page shows what was said; `...` stands for anything."""
    pattern = re.escape(_tidy(shown)).replace(re.escape("..."), ".*")
    return re.fullmatch(pattern, _tidy(said), re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def _environment(home: Path, language: str) -> Mapping[str, str]:
    return {
        "HOME": str(home),
        "LANG": "ko_KR.UTF-8" if language == "ko" else "C.UTF-8",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
        "VISUAL": "true",
        "SAMPLES": str(ROOT / "data" / "samples"),
        "FIXTURES": str(ROOT / "tests" / "importers" / "fixtures"),
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
    }


def _first_line(words: list[str]) -> str:
    """What a server says first; then it is ended."""
    with subprocess.Popen(
        [*words, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        server.terminate()
    return said


_GIT = """[user]
    name = Mina
    email = mina@example.org
[init]
    defaultBranch = main
[url "{remotes}/"]
    insteadOf = git@github.com:
"""
