"""Publishing: into a folder, into a branch of a bare repository beside, and by a workflow."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from hanabi_log.publishing.address import pages_address
from hanabi_log.publishing.workflow import PUBLIC_LOG, WORKFLOW
from hanabi_log.site.output import MARKER
from tests.cli.conftest import Shell

HIDDEN = "Quillon Vane"


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def club(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A club folder with two games, in a repository with a bare one as its origin."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("HANABI_LOG_DB")
    origin = shell.folder / "origin.git"
    git(shell.folder, "init", "--quiet", "--bare", "--initial-branch=main", str(origin))
    folder = shell.folder / "club"
    shell.run("init", str(folder), "--club", "Lantern", "--github-pages")
    monkeypatch.chdir(folder)
    shell.folder = folder
    shell.run("add", "54432", "-s", "1", "-p", f"Mina, Oskar, {HIDDEN}", "--note", "Spilled tea")
    shell.run("add", "55555", "-p", "Mina, Oskar", "--place", "Cellar")
    shell.run("players", "publish", HIDDEN, "hidden")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "config", "user.name", "Keeper")
    git(folder, "config", "user.email", "keeper@club.example")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "The club")
    git(folder, "remote", "add", "origin", str(origin))
    git(folder, "push", "--quiet", "origin", "main")
    return shell


def origin(club: Shell) -> Path:
    return club.folder.parent / "origin.git"


def published(club: Shell) -> set[str]:
    """The names in the top folder of the published branch."""
    return set(git(origin(club), "ls-tree", "--name-only", "gh-pages").splitlines())


def messages(club: Shell, *words: str, code: int = 4) -> list[str]:
    """What is wrong, with the file it is about."""
    error = club.json("publish", *words, code=code)["error"]
    return [f"{one['file'] or ''} {one['message']}".strip() for one in error["problems"]]


def test_the_log_itself_is_not_in_the_repository(club: Shell) -> None:
    assert "data/hanabi.db" not in git(club.folder, "ls-files").splitlines()


def test_a_branch_gets_the_site_and_no_work_tree_is_touched(club: Shell) -> None:
    before = (git(club.folder, "rev-parse", "HEAD"), sorted(os.listdir(club.folder)))
    done = club.json("publish")
    assert done["changed"] is True
    assert done["commit"] == git(origin(club), "rev-parse", "gh-pages")
    assert {"index.html", "assets", ".nojekyll", MARKER, "sw.js"} <= published(club)
    assert "hanabi-log.toml" not in published(club)
    assert (git(club.folder, "rev-parse", "HEAD"), sorted(os.listdir(club.folder))) == before
    assert git(club.folder, "status", "--porcelain") == ""
    assert git(club.folder, "branch", "--show-current") == "main"


def test_publishing_the_same_again_makes_no_commit(club: Shell) -> None:
    first = club.json("publish")
    again = club.json("publish")
    assert (again["changed"], again["commit"]) == (False, first["commit"])
    club.run("add", "54432", "-p", "Mina, Oskar")
    third = club.json("publish")
    assert third["changed"] is True
    assert git(origin(club), "rev-list", "--count", "gh-pages") == "2"


def test_another_machine_may_have_published_meanwhile(club: Shell) -> None:
    club.json("publish")
    other = club.folder.parent / "other"
    git(club.folder.parent, "clone", "--quiet", str(origin(club)), str(other))
    git(other, "checkout", "--quiet", "gh-pages")
    git(other, "config", "user.name", "Other")
    git(other, "config", "user.email", "other@club.example")
    (other / "CNAME").write_text("hanabi.club.example\n")
    git(other, "add", "CNAME")
    git(other, "commit", "--quiet", "-m", "An address of our own")
    git(other, "push", "--quiet")
    club.run("add", "54432", "-p", "Mina, Oskar")
    assert club.json("publish")["changed"] is True
    assert git(origin(club), "show", "gh-pages:CNAME") == "hanabi.club.example"
    assert git(origin(club), "rev-list", "--count", "gh-pages") == "3"


def pushed_by_another(club: Shell, files: dict[str, bytes]) -> None:
    """Somebody else puts files into the published branch, from another clone."""
    other = club.folder.parent / "other"
    git(club.folder, "clone", "--quiet", "--branch", "gh-pages", str(origin(club)), str(other))
    git(other, "config", "user.name", "Other")
    git(other, "config", "user.email", "other@club.example")
    for name, content in files.items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(content)
        git(other, "add", name)
    git(other, "commit", "--quiet", "-m", "Files of ours")
    git(other, "push", "--quiet")


def test_the_site_of_a_federation_is_not_replaced(club: Shell) -> None:
    club.run("publish")
    marker = json.loads(git(origin(club), "show", f"gh-pages:{MARKER}"))
    pushed_by_another(club, {MARKER: json.dumps({**marker, "kind": "federation"}).encode()})
    club.run("add", "54432", "-p", "Mina, Oskar")
    (said,) = messages(club)
    assert said.startswith("It is the site of a federation")


def test_files_of_others_beside_a_published_site_stay(club: Shell) -> None:
    club.run("publish")
    files = {
        "mine.txt": b"two\r\nlines\n",
        "README.md": b"Hello\n",
        ".well-known/key": b"7",
        "en/사진.png": b"\x89PNG\0\xff",
    }
    pushed_by_another(club, files)
    assert club.json("publish")["changed"] is False
    club.run("add", "54432", "-p", "Mina, Oskar")
    assert club.json("publish")["changed"] is True
    after = club.folder.parent / "after"
    git(club.folder, "clone", "--quiet", "--branch", "gh-pages", str(origin(club)), str(after))
    assert {name: (after / name).read_bytes() for name in files} == files
    assert not set(files) & set(json.loads((after / MARKER).read_text())["files"])


def test_a_file_of_others_where_the_site_has_one_now_is_named(club: Shell) -> None:
    club.run("publish")
    pushed_by_another(club, {"people/wren.html": b"mine", "kept.txt": b"mine"})
    tip = git(origin(club), "rev-parse", "gh-pages")
    club.run("add", "54432", "-p", "Mina, Wren", "--new")
    assert messages(club) == [
        "gh-pages holds files that no build of ours made: people/wren.html",
    ]
    assert git(origin(club), "rev-parse", "gh-pages") == tip


def test_what_is_not_committed_is_named(club: Shell) -> None:
    (club.folder / "rulesets" / "달빛 table.toml").write_text('extends = "basic"\n')
    with (club.folder / "hanabi-log.toml").open("a") as config:
        config.write("# changed\n")
    (club.folder / "notes.txt").write_text("no part of the site")
    found = messages(club)
    assert [one.partition(" This is not committed")[0] for one in found] == [
        "hanabi-log.toml",
        "rulesets/달빛 table.toml",
    ]
    assert git(origin(club), "branch", "--list", "gh-pages") == ""
    assert club.json("publish", "--anyway")["changed"] is True


def test_a_branch_of_somebody_else_is_left_alone(club: Shell) -> None:
    git(club.folder, "checkout", "--quiet", "--orphan", "gh-pages")
    git(club.folder, "rm", "-r", "--quiet", "--cached", ".")
    (club.folder / "handmade.html").write_text("hello")
    git(club.folder, "add", "handmade.html")
    git(club.folder, "commit", "--quiet", "-m", "By hand")
    git(club.folder, "push", "--quiet", "origin", "gh-pages")
    git(club.folder, "checkout", "--quiet", "--force", "main")
    commit = git(origin(club), "rev-parse", "gh-pages")
    assert messages(club, "--anyway") == [
        "gh-pages holds files that no build of ours made: handmade.html"
    ]
    assert git(origin(club), "rev-parse", "gh-pages") == commit
    assert git(club.folder, "rev-parse", "gh-pages") == commit


def test_commits_that_only_this_repository_has_are_not_thrown_away(club: Shell) -> None:
    commit = club.json("publish")["commit"]
    tree = git(club.folder, "rev-parse", "gh-pages^{tree}")
    extra = git(club.folder, "commit-tree", tree, "-p", commit, "-m", "By hand")
    git(club.folder, "update-ref", "refs/heads/gh-pages", extra)
    assert messages(club) == ["gh-pages has 1 commit here that origin has not"]
    assert git(club.folder, "rev-parse", "gh-pages") == extra


def test_a_branch_that_is_checked_out_is_refused(club: Shell) -> None:
    club.json("publish")
    git(club.folder, "worktree", "add", "--quiet", "../pages", "gh-pages")
    assert messages(club) == ["gh-pages is checked out, and its work tree would no longer fit"]


def test_a_push_that_is_refused_leaves_everything_as_it_was(club: Shell) -> None:
    commit = club.json("publish")["commit"]
    hook = origin(club) / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho closed on Mondays >&2\nexit 1\n")
    hook.chmod(0o755)
    club.run("add", "54432", "-p", "Mina, Oskar")
    assert any("closed on Mondays" in line for line in messages(club))
    assert git(club.folder, "rev-parse", "gh-pages") == commit
    hook.unlink()
    assert club.json("publish")["changed"] is True


def test_a_first_push_that_is_refused_leaves_no_branch(club: Shell) -> None:
    hook = origin(club) / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert messages(club)
    assert git(club.folder, "branch", "--list", "gh-pages") == ""


def test_what_is_missing_for_a_branch_is_said(club: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "git remote add elsewhere" in messages(club, "--remote", "elsewhere", code=2)[0]
    git(club.folder, "remote", "set-url", "origin", str(club.folder / "gone.git"))
    assert club.json("publish", code=4)["error"]["message"] == "origin cannot be reached"
    git(club.folder, "remote", "set-url", "origin", str(origin(club)))
    git(club.folder, "config", "--unset", "user.email")
    assert messages(club) == [
        'git does not know who you are: say git config --global user.email "…"'
    ]
    bare = club.folder.parent / "no-repository"
    club.run("init", str(bare), "--club", "Bare")
    monkeypatch.chdir(bare)
    assert "git init" in messages(club, code=2)[0]


def test_a_folder_gets_the_site_and_foreign_files_stay(club: Shell, tmp_path: Path) -> None:
    target = tmp_path / "www"
    done = club.json("publish", "--to", str(target))
    assert (done["changed"], done["commit"]) == (True, None)
    assert (target / "index.html").is_file()
    assert club.json("publish", "--to", str(target))["changed"] is False
    assert "Nothing has changed" in club.run("publish", "--to", str(target)).stdout
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("years of work")
    assert "thesis.txt" in messages(club, "--to", str(foreign), code=2)[0]
    assert os.listdir(foreign) == ["thesis.txt"]


def test_a_public_file_holds_nothing_private(club: Shell) -> None:
    club.run("players", "publish", "Oskar", "initials")
    club.run("export", "--public", "-o", PUBLIC_LOG)
    text = (club.folder / PUBLIC_LOG).read_text()
    games = [json.loads(line) for line in text.splitlines()]
    assert [game["players"] for game in games] == [["Mina", "O.", None], ["Mina", "O."]]
    assert {game["note"] for game in games} == {game["place"] for game in games} == {None}
    assert HIDDEN not in text
    assert "tea" not in text


def test_who_has_retired_stays_off_the_boards_of_a_site_from_a_public_file(club: Shell) -> None:
    club.run("players", "publish", "Oskar", "alias", "--as", "Moss")
    club.run("players", "retire", "Oskar")
    club.run("export", "--public", "-o", PUBLIC_LOG)
    text = (club.folder / PUBLIC_LOG).read_text()
    assert [json.loads(line)["retired"] for line in text.splitlines()] == [["Moss"], ["Moss"]]
    assert "retired" not in club.run("export").stdout
    club.run("build", "--out", "from-log")
    club.run("build", "--from", PUBLIC_LOG, "--out", "from-file")
    for page in ("enter.html", "leaderboard.html", "people/index.html"):
        seen = [
            "Moss" in (club.folder / out / page).read_text() for out in ("from-log", "from-file")
        ]
        assert seen[0] == seen[1], page
    assert "Moss" not in (club.folder / "from-file" / "enter.html").read_text()
    assert club.run("import", PUBLIC_LOG, "--dry-run").exit_code == 0


def test_a_public_file_says_that_it_has_no_hoola(club: Shell) -> None:
    said = "Matches of Hoola King are not in a public file"
    assert said not in club.run("export", "--public", "-o", PUBLIC_LOG).stderr
    club.run("hoola", "new", "-p", "Mina, Oskar, Ara", "--rounds", "3", "--new")
    assert said in club.run("export", "--public", "-o", PUBLIC_LOG).stderr
    assert said not in club.run("export", "-o", "games.jsonl").stderr


def test_the_workflow_builds_the_site_from_the_public_file(club: Shell, tmp_path: Path) -> None:
    with (club.folder / "hanabi-log.toml").open() as config:
        hidden_by_default = config.read().replace('visibility = "full"', 'visibility = "hidden"')
    (club.folder / "hanabi-log.toml").write_text(hidden_by_default)
    club.run("players", "publish", "Mina", "full")
    club.run("players", "publish", "Oskar", "alias", "--as", "Moss")
    club.run("export", "--public", "-o", PUBLIC_LOG)
    git(club.folder, "add", ".")
    git(club.folder, "commit", "--quiet", "-m", "Tonight's games")
    git(club.folder, "push", "--quiet", "origin", "main")
    runner = tmp_path / "runner"
    git(tmp_path, "clone", "--quiet", str(origin(club)), str(runner))
    run = [
        line.partition("run: ")[2]
        for line in (runner / WORKFLOW).read_text().splitlines()
        if "run: hanabi-log" in line
    ]
    assert len(run) == 1
    steps = run[0].replace("$BASE_URL", "https://club.example/hanabi").replace('"', "")
    os.chdir(runner)
    club.run(*steps.split()[1:])
    home = (runner / "_site" / "index.html").read_text()
    assert 'href="https://club.example/hanabi/index.html"' in home
    people = (runner / "_site" / "people" / "index.html").read_text()
    assert "Mina" in people
    assert "Moss" in people
    every = "".join(path.read_text() for path in (runner / "_site").rglob("*.html"))
    assert HIDDEN not in every
    assert "Oskar" not in every
    assert not (runner / "data").exists()


def test_a_workflow_is_added_to_a_club_and_never_overwritten(shell: Shell) -> None:
    shell.run("init", "club", "--club", "Lantern")
    (shell.folder / "club" / ".gitignore").write_text("*.bak")
    made = shell.json("init", "club", "--github-pages")
    assert made["files"] == [WORKFLOW, ".gitignore"]
    assert (shell.folder / "club" / ".gitignore").read_text() == "*.bak\ndata/\nsite/\n"
    assert 'club = "Lantern"' in (shell.folder / "club" / "hanabi-log.toml").read_text()
    error = shell.json("init", "club", "--github-pages", code=4)["error"]
    assert error["message"] == "There is a workflow here already"


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("git@github.com:Lantern/club.git", "https://lantern.github.io/club/"),
        ("https://github.com/lantern/our.club", "https://lantern.github.io/our.club/"),
        ("ssh://git@github.com/lantern/club.git", "https://lantern.github.io/club/"),
        ("https://github.com/lantern/Lantern.github.io/", "https://lantern.github.io/"),
        ("https://example.org/github.com/lantern/club", None),
        ("git@example.org:lantern/club.git", None),
        ("../club.git", None),
        ("", None),
    ],
)
def test_the_address_of_a_site_is_told_where_the_remote_tells_it(
    remote: str, address: str | None
) -> None:
    assert pages_address(remote) == address


def test_publishing_says_where_to_look(club: Shell) -> None:
    told = club.run("publish").stderr
    assert "The host shows the branch gh-pages at an address that its settings tell." in told
    told = club.run("publish", "--base-url", "https://lantern.example/").stderr
    assert "Look at https://lantern.example/ in a few minutes." in told
