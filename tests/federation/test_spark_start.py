"""What is told when Spark cannot start. `make spark`; no session may be open in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.federation.reading import federate
from tests.federation.making import random_houses, write

pytestmark = pytest.mark.spark


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    return [write(random_houses(20261130, 1), tmp_path / "one")]


def test_no_java_is_told_before_any_work(
    paths: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InvalidInput, match="Java 17"), federate([*paths, "nowhere"], "spark"):
        pass
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(InvalidInput, match="JAVA_HOME names"), federate(paths, "spark"):
        pass


def test_a_master_that_is_none(paths: list[str]) -> None:
    with (
        pytest.raises(InvalidInput, match="Spark did not start") as caught,
        federate(paths, "spark", "lokal"),
    ):
        pass
    assert caught.value.problems[-1].field == "master"
