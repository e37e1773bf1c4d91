"""The terminal that types examples sees what is wrong with a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.terminal import Step, fits, steps_of, terminal, typed_elsewhere

PAGE = """
```console
$ hanabi-log where
...hanabi.db
$ hanabi-log list
```

<!-- $ touch unseen -->

```sh
hanabi-log add
```
"""


def test_a_page_is_read_as_lines_and_what_they_show() -> None:
    assert list(steps_of(PAGE)) == [
        Step("hanabi-log where", "...hanabi.db"),
        Step("hanabi-log list", ""),
        Step("touch unseen", ""),
    ]
    assert typed_elsewhere(PAGE) == ["hanabi-log add"]


def test_dots_stand_for_anything_and_nothing_else_does() -> None:
    assert fits("18 of ... · Good", "18 of 25 · Good  \n")
    assert fits("...\nlast", "one\ntwo\nlast\n")
    assert not fits("18 of ... · Good", "18 of 25 · Fair")
    assert not fits("first", "first\nsecond")


@pytest.mark.parametrize(
    "step",
    [
        Step("hanabi-log add 55565 -p 'Mina, Jun'", ""),
        Step("hanabi-log add 55565 -p 'Mina, Jun'", "..."),
        Step("hanabi-log add 54432 -p 'Mina, Jun'", "19 of 25"),
        Step("false", ""),
    ],
)
def test_what_fails_or_says_something_else_is_found(step: Step, tmp_path: Path) -> None:
    with terminal("none", tmp_path) as shell, pytest.raises(AssertionError):
        shell.type(step)
