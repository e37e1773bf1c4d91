"""Writing into a folder: what is touched, what is refused, what survives a failure."""

import json
import os
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.site.output import MARKER, Built, Kind, writing


def write(out: Path, files: dict[str, str]) -> Built:
    with writing(str(out)) as output:
        for path, text in files.items():
            output.add(path, text.encode())
        return output.finish()


def content(out: Path) -> dict[str, str]:
    return {
        str(path.relative_to(out)): path.read_text() for path in out.rglob("*") if path.is_file()
    }


FIRST = {"index.html": "one", "people/ann.html": "Ann", "assets/site.css": "css"}


def test_the_first_build_makes_the_folder_and_lists_its_files(tmp_path: Path) -> None:
    built = write(tmp_path / "a" / "site", FIRST)
    assert built.written == tuple(sorted(FIRST))
    assert built.files == 3
    marker = json.loads((tmp_path / "a" / "site" / MARKER).read_text())
    assert marker == {"kind": "club", "files": sorted(FIRST)}
    assert os.listdir(tmp_path / "a") == ["site"]


def test_unchanged_files_keep_their_time_and_orphans_go(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(out, FIRST)
    for path in out.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    built = write(out, {"index.html": "two", "assets/site.css": "css"})
    assert (built.written, built.unchanged, built.removed) == (
        ("index.html",),
        ("assets/site.css",),
        ("people/ann.html",),
    )
    assert (out / "assets/site.css").stat().st_mtime == 1_000_000_000
    assert (out / "index.html").stat().st_mtime > 1_000_000_000
    assert not (out / "people").exists()


def test_a_site_of_another_kind_is_refused_and_an_old_list_is_a_clubs(tmp_path: Path) -> None:
    write(tmp_path / "club", FIRST)
    (tmp_path / "club" / MARKER).write_text(json.dumps({"files": sorted(FIRST)}))
    write(tmp_path / "club", FIRST)
    with writing(str(tmp_path / "many"), "federation") as output:
        output.add("index.html", b"many")
        output.finish()
    others: tuple[tuple[Kind, str], ...] = (("federation", "club"), ("club", "many"))
    for kind, other in others:
        before = content(tmp_path / other)
        with (
            pytest.raises(InvalidInput, match="a site of another kind"),
            writing(str(tmp_path / other), kind),
        ):
            pass
        assert content(tmp_path / other) == before


def test_nothing_new_touches_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(out, FIRST)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert write(out, FIRST).written == ()
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_files_of_the_club_stay(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(out, FIRST)
    (out / "CNAME").write_text("club.example")
    (out / "people" / "photo.txt").write_text("mine")
    write(out, {"index.html": "one"})
    assert (out / "CNAME").read_text() == "club.example"
    assert (out / "people" / "photo.txt").read_text() == "mine"


def test_a_folder_with_only_dotfiles_is_taken(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / ".gitignore").write_text("*")
    write(out, FIRST)
    assert (out / ".gitignore").read_text() == "*"


@pytest.mark.parametrize("kind", ["folder", "file", "broken marker"])
def test_what_is_not_ours_is_refused_and_left_alone(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "site"
    if kind == "file":
        out.write_text("mine")
    else:
        out.mkdir()
        (out / "thesis.txt").write_text("mine")
        if kind == "broken marker":
            (out / MARKER).write_text("{")
    with pytest.raises(InvalidInput) as caught:
        write(out, FIRST)
    assert caught.value.problems
    assert (out if kind == "file" else out / "thesis.txt").read_text() == "mine"
    assert os.listdir(tmp_path) == ["site"]


def test_a_marker_cannot_lead_outside(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(out, FIRST)
    (tmp_path / "precious.txt").write_text("mine")
    listed = ["../precious.txt", str(tmp_path / "precious.txt"), "index.html"]
    (out / MARKER).write_text(json.dumps({"files": listed}))
    assert write(out, {"about.html": "a"}).removed == ("index.html",)
    assert (tmp_path / "precious.txt").read_text() == "mine"


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt])
def test_an_interrupted_build_leaves_the_old_site_whole(
    tmp_path: Path, failure: type[BaseException]
) -> None:
    out = tmp_path / "site"
    write(out, FIRST)
    before = content(out)

    def stopped() -> None:
        with writing(str(out)) as output:
            output.add("index.html", b"half")
            output.add("new.html", b"half")
            raise failure

    with pytest.raises(failure):
        stopped()
    assert content(out) == before
    assert os.listdir(tmp_path) == ["site"]


def test_a_failed_first_build_leaves_no_folder(tmp_path: Path) -> None:
    def stopped() -> None:
        with writing(str(tmp_path / "site")) as output:
            output.add("index.html", b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        stopped()
    assert os.listdir(tmp_path) == []


def test_a_move_cut_short_is_finished_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    moved: list[str] = []
    replace = os.replace

    def failing(source: str, target: str) -> None:
        if not target.endswith(MARKER):
            if moved:
                raise OSError(28, "No space left on device")
            moved.append(target)
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", failing)
        with pytest.raises(InvalidInput):
            write(out, FIRST)
    assert moved == [str(out / "assets/site.css")]
    built = write(out, {"index.html": "one"})
    assert built.removed == ("assets/site.css",)
    assert set(content(out)) == {"index.html", MARKER}


def test_leftovers_of_a_killed_build_are_cleared(tmp_path: Path) -> None:
    (tmp_path / ".site.hanabi-log-build-dead").mkdir()
    (tmp_path / ".site.hanabi-log-build-dead" / "index.html").write_text("half")
    write(tmp_path / "site", FIRST)
    assert os.listdir(tmp_path) == ["site"]


def test_two_pages_never_share_a_file(tmp_path: Path) -> None:
    def twice() -> None:
        with writing(str(tmp_path / "site")) as output:
            output.add("index.html", b"one")
            output.add("index.html", b"two")

    with pytest.raises(ValueError, match=r"index\.html"):
        twice()


def test_built_as_json_counts() -> None:
    assert Built(("a",), ("b", "c"), (), "site").as_json() == {
        "out": "site",
        "files": 3,
        "written": 1,
        "unchanged": 2,
        "removed": 0,
    }
