"""`last` means one game, whatever was imported since: the one that `add` logged last."""

from __future__ import annotations

from tests.cli.conftest import Shell

OLD = (
    "date,players,group,total,id\n2019-05-02,Nuri & Bori,Owl,7,a\n2019-05-01,Nuri & Bori,Elm,8,b\n"
)


def _import(shell: Shell) -> None:
    (shell.folder / "old.csv").write_text(OLD, encoding="utf-8")
    shell.run("import", "old.csv", "--yes")


def _last(shell: Shell) -> str | None:
    words = (("show", "last"), ("edit", "last", "--place", "Attic", "--dry-run"))
    dates = {str(shell.json(*command)["date"]) for command in words}
    history = shell.json("history", "last")
    dates |= {str(one["after"]["date"]) for one in history if one["command"] != "edit"}
    dates.add(str(shell.json("add", "11111", "--again", "--dry-run")["date"]))
    assert len(dates) == 1
    return dates.pop()


def test_an_import_does_not_change_what_last_means(shell: Shell) -> None:
    shell.run("add", "54432", "-p", "Mina, Jun", "-d", "2026-11-27")
    shell.run("add", "11111", "-p", "Mina, Jun", "-d", "2026-03-01")
    _import(shell)
    assert _last(shell) == "2026-03-01"
    shell.run("edit", "last", "--note", "mended")
    assert _last(shell) == "2026-03-01"
    shell.run("undo")
    shell.run("delete", "last")
    assert _last(shell) == "2026-11-27"


def test_where_all_was_imported_last_is_the_top_of_the_list(shell: Shell) -> None:
    _import(shell)
    assert _last(shell) == shell.json("list")[0]["date"] == "2019-05-02"
