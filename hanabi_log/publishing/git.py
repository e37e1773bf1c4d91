"""Git, as far as publishing needs it: questions to a repository, and one word to its remote."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from typing import NamedTuple

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.i18n import _


class Answer(NamedTuple):
    """What git said: its exit code and both streams, without blanks at their ends."""

    code: int
    out: str
    err: str

    @property
    def fine(self) -> bool:
        """Whether git did as asked."""
        return self.code == 0


class Repository(NamedTuple):
    """A repository by the folder of its work tree."""

    folder: str

    def ask(self, *words: str) -> Answer:
        """Run git and give back what it said, whatever that is."""
        try:
            # git speaks UTF-8 everywhere; bytes of a name that are none come through.
            done = subprocess.run(
                ["git", *words],
                cwd=self.folder,
                capture_output=True,
                encoding="utf-8",
                errors="surrogateescape",
                check=False,
            )
        except FileNotFoundError:
            raise InvalidInput(
                _("git is not installed, and publishing to a branch needs it")
            ) from None
        return Answer(done.returncode, done.stdout.strip(), done.stderr.strip())

    def tell(self, failure: str, *words: str) -> str:
        """Run git and give back its answer; Conflict with `failure` and git's own words."""
        answer = self.ask(*words)
        if not answer.fine:
            raise Conflict(failure, [Problem(line) for line in answer.err.splitlines() if line])
        return answer.out

    def commit_of(self, ref: str) -> str | None:
        """The commit that a ref names, None where there is no such ref."""
        answer = self.ask("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        return answer.out if answer.fine else None

    def files_at(self, commit: str) -> tuple[str, ...]:
        """The names in the top folder of a commit."""
        listed = self.ask("ls-tree", "-z", "--name-only", commit).out
        return tuple(name for name in listed.split("\0") if name)

    def all_files_at(self, commit: str) -> tuple[tuple[str, bool], ...]:
        """The path of each file of a commit, and whether it is a plain file and no link."""
        listed = self.ask("ls-tree", "-r", "-z", commit).out
        entries = (entry.partition("\t") for entry in listed.split("\0") if entry)
        return tuple((path, facts.startswith("100")) for facts, _tab, path in entries)

    def content_at(self, commit: str, path: str) -> bytes | None:
        """The bytes of a file of a commit, None where it has no such file."""
        done = subprocess.run(
            ["git", "cat-file", "blob", f"{commit}:{path}"],
            cwd=self.folder,
            capture_output=True,
            check=False,
        )
        return done.stdout if done.returncode == 0 else None

    def unsaved(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Files among these paths that are changed or new since the last commit, sorted.

        What is ignored, or lies outside of the repository, is nobody's unsaved work here.
        """
        inside = [path for path in paths if self._holds(path)]
        if not inside:
            return ()
        listed = self.ask(
            "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", *inside
        )
        # The answer was stripped, so the two letters of the first entry may be one.
        entries = [entry.strip() for entry in listed.out.split("\0")]
        return tuple(sorted(entry.partition(" ")[2].strip() for entry in entries if entry))

    def _holds(self, path: str) -> bool:
        top, real = os.path.realpath(self.folder), os.path.realpath(path)
        try:
            return os.path.exists(path) and os.path.commonpath([top, real]) == top
        except ValueError:
            # On another drive.
            return False


def repository_of(folder: str) -> Repository | None:
    """The repository around a folder, None where there is none."""
    answer = Repository(folder).ask("rev-parse", "--show-toplevel")
    return Repository(os.path.normpath(answer.out)) if answer.fine and answer.out else None
