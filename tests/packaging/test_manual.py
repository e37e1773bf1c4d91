"""The manual page: it is today's, has every command, and is roff that nothing slips out of."""

from __future__ import annotations

from docs.making.commands import every_command
from docs.making.manual import PAGE, manual


def test_the_page_is_that_of_todays_commands() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual(), "run `make docs`"


def test_every_command_has_its_section() -> None:
    lines = manual().splitlines()
    for path, _command, _context in list(every_command())[1:]:
        name = " ".join(path).replace("-", "\\-")
        assert f'.SS "{name}"' in lines


def test_every_line_is_a_request_we_know_or_text() -> None:
    requests = {"TH", "SH", "SS", "PP", "TP", "nf", "fi"}
    for line in manual().splitlines()[1:]:
        assert not line.startswith("'")
        if line.startswith("."):
            assert line[1:].partition(" ")[0] in requests, line
        assert "\b" not in line
