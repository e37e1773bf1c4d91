"""Spark with two workers: the same figures, also when one of them is killed. `make spark`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hanabi_log.federation.reading import Federation
from tests.federation.making import (
    House,
    at_home,
    everything,
    in_federation,
    random_houses,
    together,
    write,
)

pytestmark = pytest.mark.spark
CLUSTER = "local-cluster[2,1,1024]"
"""A master and two workers, processes of their own, on this machine."""
SETTINGS = """
spark.driver.extraJavaOptions   -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
spark.executor.extraJavaOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
spark.sql.adaptive.enabled      false
spark.sql.codegen.wholeStage    false
spark.sql.codegen.factoryMode   NO_CODEGEN
"""
"""What Java and Spark do for large federations is a waste of minutes on some hundred games."""


@pytest.fixture(scope="module")
def houses() -> list[House]:
    return random_houses(20261130, 4)


@pytest.fixture(scope="module")
def paths(houses: list[House], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("datasets")
    return [write(houses[:3], folder / "one"), write(houses[3:], folder / "year=1 o'clock")]


@pytest.fixture(scope="module")
def federation(paths: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    """One session for all tests: to start one and to warm it up is most of what they take."""
    folder = tmp_path_factory.mktemp("spark")
    (folder / "settings").mkdir()
    (folder / "settings" / "spark-defaults.conf").write_text(SETTINGS, encoding="ascii")
    (folder / "temporary").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_CONF_DIR", str(folder / "settings"))
        patch.setattr("tempfile.tempdir", str(folder / "temporary"))
        with everything(paths, "spark", CLUSTER) as made:
            yield made
    assert os.listdir(folder / "temporary") == []


def test_two_workers_give_the_figures_of_the_clubs(
    houses: list[House], federation: Federation
) -> None:
    for house, figures in zip(houses, federation, strict=True):
        assert in_federation(figures) == at_home(house)


def test_all_clubs_together_are_those_of_sqlite(paths: list[str], federation: Federation) -> None:
    with everything(paths, "sqlite") as oracle:
        assert together(federation) == together(oracle)


def test_a_killed_worker_changes_nothing(houses: list[House], federation: Federation) -> None:
    assert federation.endings, "the workers are there and hold the games"
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(_kill_one_at_work)
        found = [in_federation(figures) for figures in federation]
        killed.result()
    assert found == [at_home(house) for house in houses]


def _kill_one_at_work() -> None:
    """Kill a worker as soon as Spark computes something with two of them; wait for the next."""
    from pyspark import SparkContext

    status = SparkContext.getOrCreate().statusTracker()
    patience = time.monotonic() + 120
    while not status.getActiveStageIds() or len(workers := set(_executors())) < 2:
        assert time.monotonic() < patience
        time.sleep(0.02)
    os.kill(min(workers), signal.SIGKILL)
    while len(set(_executors()) - {min(workers)}) < 2:
        assert time.monotonic() < patience, "nobody took the place of the one who was killed"
        time.sleep(0.2)


def _executors() -> Iterator[int]:
    """The processes of executors among the descendants of this one."""
    parents: dict[int, int] = {}
    executors = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                status = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(status[1])
            if b"CoarseGrainedExecutorBackend" in command and status[0] != "Z":
                executors.append(int(entry.name))
    for pid in executors:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            yield pid
