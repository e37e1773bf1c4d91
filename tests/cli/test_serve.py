"""`serve`: on this machine only, fresh at any time, and gone without a trace."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from hanabi_log.publishing.serving import Server
from hanabi_log.publishing.watching import Watch
from tests.cli.conftest import Shell

PROGRAM = (sys.executable, "-m", "hanabi_log")


class Serving:
    """A run of `serve` and what it answers."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def get(
        self, path: str, host: str | None = None, method: str = "GET"
    ) -> tuple[int, str, bytes]:
        response, body = self.answer(path, host, method)
        return response.status, response.getheader("Content-Type", ""), body

    def answer(
        self, path: str, host: str | None = None, method: str = "GET"
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": host} if host else {}
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def stop(self, by: signal.Signals) -> int:
        self.process.send_signal(by)
        return self.process.wait(timeout=60)


@contextmanager
def serving(shell: Shell, *words: str) -> Iterator[Serving]:
    temporary = shell.folder / "temporary"
    temporary.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0", "--json", *words],
        cwd=shell.folder,
        env={**os.environ, "TMPDIR": str(temporary), "LANG": "C.UTF-8"},
        # A test run in the background ignores Ctrl-C, and would hand that down.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line == "}\n":
                break
        address = json.loads("".join(lines))["address"]
        yield Serving(process, int(address.rstrip("/").rpartition(":")[2]))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def club(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.delenv("HANABI_LOG_DB")
    shell.run("init", ".", "--club", "Lantern")
    shell.run("add", "54432", "-p", "Mina, Jun")
    return shell


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_pages_come_with_their_types_and_the_end_is_clean(club: Shell, by: signal.Signals) -> None:
    with serving(club) as here:
        response, body = here.answer("/")
        assert response.status == 200
        assert response.getheader("Content-Type") == "text/html; charset=utf-8"
        assert response.getheader("Cache-Control") == "no-store"
        assert b"Lantern" in body
        assert here.get("/sw.js")[:2] == (200, "text/javascript; charset=utf-8")
        assert here.get("/enter.webmanifest")[:2] == (200, "application/manifest+json")
        status, kind, body = here.get("/nothing/here.html")
        assert (status, kind) == (404, "text/html; charset=utf-8")
        assert b'href="/index.html"' in body
        assert here.get("/assets/")[0] == 404
        assert here.get("/.hanabi-log-site")[0] == 404
        assert here.get("/../../etc/passwd")[0] == 404
        assert here.get("/", method="POST")[0] == 501
        assert here.get("/", host="evil.example")[0] == 403
        assert here.get("/", host=f"localhost:{here.port}")[0] == 200
        assert here.stop(by) == 0
    assert os.listdir(club.folder / "temporary") == []
    assert not (club.folder / "site").exists()


def until(here: Serving, path: str, wanted: bytes) -> bool:
    """Whether a page holds something before half a minute has passed."""
    for _look in range(150):
        if wanted in here.get(path)[2]:
            return True
        time.sleep(0.2)
    return False


def test_changes_are_seen(club: Shell) -> None:
    config = club.folder / "hanabi-log.toml"
    with serving(club, "--watch") as here:
        assert b"Zoe" not in here.get("/people/index.html")[2]
        club.run("add", "55555", "-p", "Mina, Zoe", "--new")
        assert until(here, "/people/index.html", b"Zoe")
        text = config.read_text()
        config.write_text(text.replace('"Lantern"', '"Lampion"'))
        assert until(here, "/index.html", b"Lampion")
        config.write_text("club = \n")
        time.sleep(1.5)
        assert b"Lampion" in here.get("/index.html")[2]
        config.write_text(text.replace('"Lantern"', '"Candle"'))
        assert until(here, "/index.html", b"Candle")
        assert here.stop(signal.SIGINT) == 0


def test_without_a_log_there_is_nothing_to_serve(shell: Shell) -> None:
    assert shell.json("serve", "--port", "0", code=3)["error"]["code"] == "not_found"


def test_a_port_that_is_taken_is_named(club: Shell) -> None:
    server = Server(str(club.folder), 0)
    try:
        port = server.address.rstrip("/").rpartition(":")[2]
        error = club.json("serve", "--port", port, code=4)["error"]
        assert error["message"] == f"Port {port} cannot be used"
        assert "--port 0" in error["problems"][0]["message"]
    finally:
        server.close()


def test_a_watch_sees_files_that_come_change_and_go(tmp_path: Path) -> None:
    folder, single = tmp_path / "rulesets", tmp_path / "club.db"
    folder.mkdir()
    watch = Watch([str(folder), str(single)])
    assert watch.changed() == ()
    (folder / "a.toml").write_text("one")
    single.write_text("log")
    assert watch.changed() == (str(single), str(folder / "a.toml"))
    (folder / "a.toml").write_text("longer")
    assert watch.changed() == (str(folder / "a.toml"),)
    (folder / "a.toml").unlink()
    (folder / "empty.toml").touch()
    assert watch.changed() == (str(folder / "a.toml"),)
    assert watch.changed() == ()
