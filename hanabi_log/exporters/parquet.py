"""The log for programs that read columns: a folder of Parquet files by month and group.

Months and groups are folders, `month=2026-11/group=Attic`, which DuckDB, pandas, Polars and
their kin read as one table that has the columns `month` and `group` as well. Only what an
export has written before is ever replaced.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.target import allowed, beside, blaming_folder
from hanabi_log.games.hanabi.suits import STANDARD_NAMES
from hanabi_log.i18n import _
from hanabi_log.records import Game

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

MARKER = "_hanabi-log"
"""A file that marks a folder as ours; readers of Parquet pass over names that begin so."""
PARTITIONS = ("month", "group")
_INSTALL = "pip install 'hanabi-log[parquet]'"


def save(export: Export, path: str) -> None:
    """Write the games into the folder `path`, which is new, empty, or an earlier export.

    Raises InvalidInput for any other folder and where pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InvalidInput(
            _("Parquet files need a further package"),
            [Problem(_("Install it with: {command}").format(command=_INSTALL), "format")],
        ) from None
    path = os.path.realpath(path)
    _check_folder(path)
    with blaming_folder(path):
        made = tempfile.mkdtemp(*beside(path))
    try:
        table = pyarrow.Table.from_pylist(
            [row_of(game) for game in export.games], schema=_schema(export.games, pyarrow)
        )
        # A level of folders that all have no name is one that pandas and pyarrow cannot read.
        levels = [name for name in PARTITIONS if table[name].null_count < len(table)]
        parquet.write_to_dataset(
            table, made, partition_cols=levels, basename_template="games-{i}.parquet"
        )
        with open(os.path.join(made, MARKER), "w", encoding="utf-8") as marker:
            marker.write("hanabi-log export\n")
        os.chmod(made, allowed(0o777))
        _swap(made, path)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def row_of(game: Game) -> dict[str, Any]:
    """A game as a row: its keys as in JSON, and one column for the last card of each suit.

    `players` holds null for a guest, `month` is the year and month of the date.
    """
    row = game.as_json()
    stacks = row.pop("stacks") or {}
    return {
        **row,
        **{f"stack_{code}": last for code, last in stacks.items()},
        "date": date.fromisoformat(game.date) if game.date else None,
        "month": game.date[:7] if game.date else None,
        "players": [player and player.name for player in game.seats],
    }


def _schema(games: Sequence[Game], arrow: Any) -> Any:
    """The columns; those of house suits come after the usual ones, and only where they occur."""
    text, small, words = arrow.string(), arrow.int32(), arrow.list_(arrow.string())
    found = {code for game in games for code in game.end.stacks or ()}
    suits = (*STANDARD_NAMES, *sorted(found - set(STANDARD_NAMES)))
    kinds = {
        text: "id month group ruleset outcome knowledge band excluded talk place note source",
        small: "guests strikes points score max_score hints deck minutes",
        words: "players discards tags warnings",
        arrow.int8(): " ".join(f"stack_{code}" for code in suits),
        arrow.date32(): "date",
        arrow.float64(): "percent",
        arrow.bool_(): "counted",
    }
    return arrow.schema([(name, kind) for kind, names in kinds.items() for name in names.split()])


def _check_folder(path: str) -> None:
    if not os.path.lexists(path):
        return
    if not os.path.isdir(path):
        reason = _("It is a file; Parquet files are written into a folder")
    elif os.listdir(path) and not os.path.exists(os.path.join(path, MARKER)):
        reason = _("This folder holds something else; name a new one or an empty one")
    else:
        return
    raise InvalidInput(_("{path} cannot be written").format(path=path), [Problem(reason, "output")])


def _swap(made: str, path: str) -> None:
    """Put the finished folder in the place of the old one, which goes away last."""
    old = f"{made}.old"
    if os.path.lexists(path):
        os.rename(path, old)
    os.rename(made, path)
    shutil.rmtree(old, ignore_errors=True)
