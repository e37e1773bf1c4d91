"""The folders that a federation is made from, looked through before any work begins.

A dataset holds clubs as `export --format parquet --public` writes them. Everything that is
wrong with any of them is told in one go: what is no dataset, was written by another version
or with private columns, is damaged, holds what no log can hold, or is the same club twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from hanabi_log.errors import InvalidInput, Problem, reason_of
from hanabi_log.exporters.parquet import CLUB_FOLDER
from hanabi_log.federation.clubfile import Mark, mark_of, read_member
from hanabi_log.federation.figures import Member
from hanabi_log.i18n import _, ngettext
from hanabi_log.site.processes import spread, usable

WORTH_IT = 50
"""The fewest files for which a further process earns back what its start costs."""
MOST_PROBLEMS = 20
"""How many more there are is told."""
EXPORT = "hanabi-log export --format parquet --public -o FOLDER"
"""What makes a dataset."""


@dataclass(frozen=True, slots=True)
class ClubFolder:
    """A club in a dataset: the dataset's own path, the folder of the club, its Parquet files,
    how many games these hold, and the mark of the file that says who it is."""

    id: str
    name: str
    root: str
    path: str
    files: tuple[str, ...]
    games: int = 0
    mark: Mark | None = None

    def member(self) -> Member:
        """Who the club is; read when asked for, since a federation may have thousands.

        Raises InvalidInput where another export has taken its place.
        """
        return read_member(self.path, self.mark)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Clubs by their ids, and the suits that occur in any file."""

    clubs: tuple[ClubFolder, ...]
    suits: tuple[str, ...]

    @property
    def files(self) -> Iterator[tuple[str, str]]:
        """Club and path of each Parquet file."""
        return ((club.id, file) for club in self.clubs for file in club.files)


def open_datasets(paths: Sequence[str], processes: int | None = None) -> Dataset:
    """The clubs of some datasets, every file of them looked at.

    `processes` share the work, as many as pay if unsaid. Raises InvalidInput with everything
    that is wrong, by file.
    """
    # Imported before processes are copied, and not before somebody knows that it can be.
    from hanabi_log.federation.checking import look

    listed = [found for path in paths for found in _folders(path)]
    files = sum(len(found.files) for found in listed if isinstance(found, ClubFolder))
    tasks = [partial(look, found) for found in listed]
    looked = spread(tasks, processes or (usable() if files >= WORTH_IT else 1))
    problems = [problem for one in looked for problem in one.problems]
    clubs = [one.club for one in looked if one.club]
    clubs.sort(key=lambda club: (club.id, club.path))
    problems += _doubles(clubs)
    if not problems and not any(club.games for club in clubs):
        problems.append(Problem(_("There is not a single game in it"), file=", ".join(paths)))
    if problems:
        raise InvalidInput(_("The federation cannot be made from these datasets"), _some(problems))
    suits = {suit for one in looked for suit in one.suits}
    return Dataset(tuple(clubs), tuple(sorted(suits)))


def _some(problems: list[Problem]) -> list[Problem]:
    """The first problems, and how many there are besides."""
    more = len(problems) - MOST_PROBLEMS
    if more <= 0:
        return problems
    text = ngettext("And {n} problem more", "And {n} problems more", more).format(n=more)
    return [*problems[:MOST_PROBLEMS], Problem(text)]


def _folders(path: str) -> Iterator[ClubFolder | Problem]:
    """The clubs of a dataset, not looked at yet, or why there are none."""
    if not os.path.isdir(path):
        reason = _("There is no such folder") if path else _("An empty text names no folder")
        yield Problem(reason, "datasets", file=path or None)
        return
    try:
        found = sorted(name for name in os.listdir(path) if CLUB_FOLDER.fullmatch(name))
        for name in found:
            club = os.path.join(path, name)
            files = tuple(_files(club))
            yield ClubFolder(name.partition("=")[2], "", path, club, files, mark=mark_of(club))
    except OSError as error:
        yield Problem(reason_of(error), file=error.filename)
        return
    if not found:
        reason = _("This is no dataset: it has no folder of a club. `{command}` makes one").format(
            command=EXPORT
        )
        yield Problem(reason, file=path)


def _files(club: str) -> Iterator[str]:
    for year in _listed(club):
        if year.startswith("year="):
            folder = os.path.join(club, year)
            yield from (
                os.path.join(folder, file) for file in _listed(folder) if file.endswith(".parquet")
            )


def _listed(path: str) -> list[str]:
    return sorted(os.listdir(path)) if os.path.isdir(path) else []


def _doubles(clubs: Sequence[ClubFolder]) -> Iterator[Problem]:
    for one, other in pairwise(clubs):
        if one.id != other.id:
            continue
        if os.path.realpath(one.path) == os.path.realpath(other.path):
            yield Problem(_("This folder was given twice"), "datasets", file=other.path)
        else:
            text = _(
                "The club {name} is in {other} too, by the same id {id}. Take one of the exports"
            )
            text = text.format(name=one.name or one.id, other=one.path, id=one.id)
            yield Problem(text, "id", file=other.path)
