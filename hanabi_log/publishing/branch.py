"""Publishing to a branch of the club's repository, as GitHub Pages and others serve it.

The branch is written from a folder beside the repository: no work tree is touched, and
nothing is pushed that would replace what a publish of ours did not make. ghp-import writes
the commit; everything that could be lost is looked at before.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from hanabi_log.errors import Conflict, InvalidInput, Problem
from hanabi_log.i18n import _, ngettext
from hanabi_log.publishing.git import Repository, repository_of
from hanabi_log.site.notes import remove_notes
from hanabi_log.site.output import MARKER, Built, is_inside, kind_of, other_site

BRANCH = "gh-pages"
REMOTE = "origin"
_NOT_OURS_BUT_FINE = {"CNAME", "README.md"}
"""What a host writes into the branch itself, or people leave there for visitors."""
_WRITTEN_ANEW = {MARKER, ".nojekyll"}
"""Ours too, though no list of ours names them."""

Maker = Callable[[str], Built]
"""Writes the site into a folder."""


@dataclass(frozen=True, slots=True)
class Published:
    """Where the site went. `commit` is the one that the branch shows now."""

    target: str
    files: int
    changed: bool
    commit: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "target": self.target,
            "files": self.files,
            "changed": self.changed,
            "commit": self.commit,
        }


def publish_branch(
    folder: str,
    make: Maker,
    sources: Iterable[str],
    *,
    remote: str = REMOTE,
    branch: str = BRANCH,
    anyway: bool = False,
) -> Published:
    """Make the site and push it to a branch of the remote of the repository around `folder`.

    `sources` is what the site is made from; unsaved changes there are refused unless
    `anyway`. Raises InvalidInput without a repository or remote, and Conflict, naming all
    of it, for what would be lost or for what git refuses.
    """
    found = repository_of(folder)
    if found is None:
        raise InvalidInput(
            _("{folder} is in no git repository").format(folder=folder),
            [
                Problem(
                    _("Make one with git init, and add the remote {remote}.").format(remote=remote)
                )
            ],
        )
    there = _fetch(found, remote, branch)
    here = found.commit_of(f"refs/heads/{branch}")
    problems = [
        *_unfit(found, branch),
        *_would_be_lost(found, here, there, remote, branch),
        *([] if anyway else _unsaved(found, sources)),
    ]
    if problems:
        raise Conflict(_("Nothing was published"), problems)
    with TemporaryDirectory() as made:
        site = os.path.join(made, "site")
        built = make(site)
        remove_notes(site)
        before = there or here
        if before:
            _keep(found, before, site, branch)
        commit = _commit(found, site, there, remote, branch)
    if before and _tree(found, before) == _tree(found, commit) and there:
        _set(found, branch, there)
        return Published(f"{remote}/{branch}", built.files, False, there)
    try:
        found.tell(
            _("{remote} did not take the branch {branch}").format(remote=remote, branch=branch),
            *("push", "--quiet", remote, f"refs/heads/{branch}:refs/heads/{branch}"),
        )
    except Conflict:
        _set(found, branch, there or here)
        raise
    return Published(f"{remote}/{branch}", built.files, True, commit)


def _fetch(found: Repository, remote: str, branch: str) -> str | None:
    """The commit that the remote has on the branch, None if it has none."""
    if not found.ask("remote", "get-url", remote).fine:
        raise InvalidInput(
            _("The repository has no remote {remote}").format(remote=remote),
            [Problem(_("Add it with git remote add {remote} ADDRESS.").format(remote=remote))],
        )
    unreachable = _("{remote} cannot be reached").format(remote=remote)
    tracked = f"refs/remotes/{remote}/{branch}"
    if not found.tell(unreachable, "ls-remote", "--heads", remote, f"refs/heads/{branch}"):
        # A branch that was deleted there must not come back from memory.
        found.ask("update-ref", "-d", tracked)
        return None
    found.tell(unreachable, "fetch", "--quiet", remote, f"+refs/heads/{branch}:{tracked}")
    return found.commit_of(tracked)


def _unfit(found: Repository, branch: str) -> Iterator[Problem]:
    if f"branch refs/heads/{branch}" in found.ask("worktree", "list", "--porcelain").out.split(
        "\n"
    ):
        yield Problem(
            _("{branch} is checked out, and its work tree would no longer fit").format(
                branch=branch
            ),
            "branch",
        )
    for key, variable in (
        ("user.name", "GIT_COMMITTER_NAME"),
        ("user.email", "GIT_COMMITTER_EMAIL"),
    ):
        if not os.environ.get(variable) and not found.ask("config", key).out:
            message = _('git does not know who you are: say git config --global {key} "…"')
            yield Problem(message.format(key=key), key)


def _would_be_lost(
    found: Repository, here: str | None, there: str | None, remote: str, branch: str
) -> Iterator[Problem]:
    newest = there or here
    marker = _marker(found, newest) if newest else {}
    if (kind := kind_of(marker)) != "club":
        yield Problem(other_site(kind), "branch")
    if newest and _ours(found, newest) is None:
        names = found.files_at(newest)
        foreign = [name for name in names if name[0] != "." and name not in _NOT_OURS_BUT_FINE]
        if foreign:
            yield _foreign(foreign, branch)
    if here and there:
        ahead = found.ask("rev-list", "--count", f"{there}..{here}").out
        if ahead != "0":
            yield Problem(
                ngettext(
                    "{branch} has {n} commit here that {remote} has not",
                    "{branch} has {n} commits here that {remote} has not",
                    int(ahead or 0),
                ).format(branch=branch, n=ahead, remote=remote),
                "branch",
            )


def _foreign(names: Iterable[str], branch: str) -> Problem:
    return Problem(
        _("{branch} holds files that no build of ours made: {names}").format(
            branch=branch, names=", ".join(sorted(names)[:5])
        ),
        "branch",
    )


def _ours(found: Repository, commit: str) -> frozenset[str] | None:
    """The files of the site in a commit, None where no build of ours has left a list of them."""
    try:
        return frozenset(_marker(found, commit)["files"])
    except (KeyError, TypeError):
        return None


def _marker(found: Repository, commit: str) -> dict[str, Any]:
    """What the list of the site in a commit says, nothing where there is none to be read."""
    try:
        document = json.loads(found.content_at(commit, MARKER) or b"")
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _keep(found: Repository, commit: str, site: str, branch: str) -> None:
    """Put beside the new site what others have put beside the one in a commit.

    Raises Conflict for what cannot stay: the site has a file there now, or it is no plain file.
    """
    ours = (_ours(found, commit) or frozenset()) | _WRITTEN_ANEW
    lost = []
    for name, plain in found.all_files_at(commit):
        if name in ours:
            continue
        path = os.path.join(site, *name.split("/"))
        content = found.content_at(commit, name) if plain and is_inside(name) else None
        try:
            if content is None:
                raise FileExistsError
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(content)
        except (FileExistsError, NotADirectoryError):
            lost.append(name)
    if lost:
        raise Conflict(_("Nothing was published"), [_foreign(lost, branch)])


def _unsaved(found: Repository, sources: Iterable[str]) -> Iterator[Problem]:
    for path in found.unsaved(sources):
        yield Problem(_("This is not committed; commit it, or publish with --anyway"), file=path)


def _commit(found: Repository, site: str, there: str | None, remote: str, branch: str) -> str:
    # Imported when something is published and not before.
    from ghp_import import ghp_import

    before = found.commit_of(f"refs/heads/{branch}")
    failure = _("git did not take the site into {branch}").format(branch=branch)
    try:
        # ghp-import asks git where it stands.
        with chdir(found.folder):
            ghp_import(
                site,
                remote=remote,
                branch=branch,
                mesg=_("Publish the site"),
                nojekyll=True,
            )
    except Exception as error:
        # Where git's importer fails, ghp-import stumbles over its message.
        _set(found, branch, before)
        raise Conflict(failure, [Problem(str(error))]) from error
    made = found.commit_of(f"refs/heads/{branch}")
    if made is None or made == (there or before):
        raise Conflict(failure)
    return made


def _tree(found: Repository, commit: str) -> str:
    return found.ask("rev-parse", f"{commit}^{{tree}}").out


def _set(found: Repository, branch: str, commit: str | None) -> None:
    ref = f"refs/heads/{branch}"
    found.ask("update-ref", ref, commit) if commit else found.ask("update-ref", "-d", ref)
