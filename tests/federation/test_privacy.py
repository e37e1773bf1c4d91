"""What a club keeps to itself is in no file of its dataset, and in no figure."""

from __future__ import annotations

from pathlib import Path

from pyarrow import parquet

from hanabi_log.federation.figures import Person
from hanabi_log.stats.rolls import rolls
from tests.cli.conftest import Shell, shell
from tests.federation.making import everything

__all__ = ["shell"]

SECRETS = ("Jun", "Ara Sol", "Bora", "secret", "Back room", "old sheet")


def test_names_and_notes_stay_at_home(shell: Shell, tmp_path: Path) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun, Ara Sol", "-s", "1", "-d", "2026-05-01",
              "--note", "secret", "--place", "Back room", "-g", "Attic")  # fmt: skip
    shell.run("add", "55432", "-p", "Mina, Ara Sol", "-s", "0", "-d", "2026-05-01")
    shell.run("add", "44432", "-p", "Mina, Bora", "-s", "0", "-d", "2026-05-08")
    shell.run("edit", "last", "--exclude", "from an old sheet")
    shell.run("players", "hide", "Jun")
    shell.run("players", "publish", "Ara Sol", "initials")
    shell.run("players", "publish", "Bora", "alias", "--as", "Moon")
    shell.run("players", "retire", "Mina")
    shell.run("export", "--public", "--format", "parquet", "-o", "columns")
    folder = tmp_path / "columns"
    texts = [str(parquet.read_table(path).to_pydict()) for path in folder.rglob("*.parquet")]
    texts += [path.read_text("utf-8") for path in folder.rglob("*.json")]
    assert len(texts) == 2
    assert [secret for secret in SECRETS for text in texts if secret in text] == []
    with everything([str(folder)], "sqlite") as federation:
        (club,) = federation
    assert club.member.people == {
        "A. S.": Person("A. S."),
        "Moon": Person("Moon"),
        "Mina": Person("Mina", retired=True),
    }
    assert "Mina" not in club.member.boarded
    assert {key: roll.sums.games for key, roll in rolls(club.tables, "person").items()} == {
        "Mina": 2,
        "A. S.": 2,
    }
    assert set(rolls(club.tables, "lineup")) == {("A. S.", "Mina")}
    assert (club.games, club.sessions) == (3, 1)
