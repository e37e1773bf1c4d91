"""What is handed out is whole: sdist and wheel have every file, and know their commit."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = ("hanabi_log", "templates", "data")
MANUAL = "hanabi_log-{version}.data/data/share/man/man1/hanabi-log.1"


def build(kind: str, root: Path, out: Path) -> Path:
    """An sdist or a wheel of the project in `root`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def content(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel, without the list of their digests."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/RECORD")]
        return {name: archive.read(name) for name in names}


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return content(build("wheel", unpacked, tmp_path_factory.mktemp("wheel")))


def ours(folder: str) -> set[str]:
    """What lies in a folder of the checkout and is shipped."""
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if "__pycache__" not in path.parts and ".db" not in path.name
    }


def test_a_wheel_of_the_sdist_is_the_wheel_of_the_checkout(
    wheel: dict[str, bytes], tmp_path: Path
) -> None:
    direct = content(build("wheel", ROOT, tmp_path))
    assert sorted(wheel) == sorted(direct)
    assert wheel == direct


@pytest.mark.parametrize("folder", SHIPPED)
def test_the_wheel_has_every_file(wheel: dict[str, bytes], folder: str) -> None:
    inside = "" if folder == "hanabi_log" else "hanabi_log/"
    assert {f"{inside}{path}" for path in ours(folder)} - set(wheel) == set()


@pytest.mark.parametrize("folder", [*SHIPPED, "tests", "docs"])
def test_the_sdist_has_every_file(unpacked: Path, folder: str) -> None:
    there = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    assert ours(folder) - there == set()


def test_the_wheel_says_that_it_is_typed_and_brings_the_manual(wheel: dict[str, bytes]) -> None:
    from hanabi_log import __version__

    assert "hanabi_log/py.typed" in wheel
    page = wheel[MANUAL.format(version=__version__)].decode()
    assert page == (ROOT / "docs" / "man" / "hanabi-log.1").read_text(encoding="utf-8")
    assert "hanabi_log/data/locales/ko/LC_MESSAGES/hanabi_log.mo" in wheel


def test_a_commit_goes_from_the_repository_through_the_sdist_into_the_wheel(
    unpacked: Path, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    shutil.copytree(unpacked, source)
    (source / "hanabi_log" / "commit.txt").unlink(missing_ok=True)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", str(source)]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, encoding="ascii"
    ).stdout
    with tarfile.open(build("sdist", source, tmp_path / "clean")) as archive:
        archive.extractall(tmp_path, filter="data")
    (root,) = tmp_path.glob("hanabi_log-*")
    made = content(build("wheel", root, tmp_path / "wheel"))
    assert made["hanabi_log/commit.txt"].decode() == f"{head[:12]}\n"
    (source / "README.md").write_text("changed", encoding="utf-8")
    dirty = content(build("wheel", source, tmp_path / "dirty"))
    assert dirty["hanabi_log/commit.txt"].decode() == f"{head[:12]}-dirty\n"
