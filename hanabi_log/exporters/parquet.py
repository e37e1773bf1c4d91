"""The log for programs that read columns: a folder of Parquet files by club and year.

Clubs and years are folders, `club=c0ffee/year=2026`, which DuckDB, pandas, Polars, Spark and
their kin read as one table that has the columns `club` and `year` as well. Beside the years
lies a small file that says who the club is. Folders of several clubs may be put together, and
an export replaces the folder of its own club only.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.exporters.target import allowed, beside, blaming_folder
from hanabi_log.extras import missing_extra
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.suits import STANDARD_NAMES
from hanabi_log.i18n import _
from hanabi_log.names import tidy
from hanabi_log.records import Game
from hanabi_log.stats.counting import tells_colours
from hanabi_log.stats.plays import play_of

if TYPE_CHECKING:
    from hanabi_log.exporters.registry import Export

VERSION = 1
"""The version of the columns and of the club's file; it stands in both."""
MARKER = "_hanabi-log"
"""A file that marks a folder as ours; readers of Parquet pass over names that begin so."""
CLUB_FILE = "_club.json"
CLUB_FOLDER = re.compile(r"club=([A-Za-z0-9_-]+)")
METADATA = b"hanabi-log"
"""The key in the metadata of a Parquet file under which VERSION stands."""
PUBLIC = b"hanabi-log-public"
"""The key under which `yes` stands where nothing private is in the file."""
UNDATED = "undated"
"""The year of games without a date."""
PRIVATE = ("place", "note", "source", "excluded", "warnings")
"""Columns that a public export does not have."""


def save(export: Export, path: str) -> None:
    """Write the games into the folder `path`, which is new, empty, or holds exports.

    Of those the folder of the same club is replaced as a whole, and no other one. Raises
    InvalidInput for any other folder and where pyarrow is not installed.
    """
    try:
        import pyarrow
    except ImportError:
        raise InvalidInput(
            _("Parquet files need a further package"),
            [missing_extra("parquet", "format")],
        ) from None
    path = os.path.realpath(path)
    _check_folder(path)
    with blaming_folder(path):
        made = tempfile.mkdtemp(*beside(path))
    try:
        club = _fill(made, export, pyarrow)
        os.chmod(made, allowed(0o777))
        if os.path.isdir(path) and os.listdir(path):
            _replace(os.path.join(made, club), path, club)
        else:
            with suppress(FileNotFoundError):
                os.rmdir(path)
            os.rename(made, path)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def row_of(game: Game, rules: Ruleset | None) -> dict[str, Any]:
    """A game as a row: its keys as in JSON, and two columns for each suit.

    `stack_R` is the last card of a suit; `laid_R` is how many cards lay there, where the game
    enters the figures of colours. `players` holds null for a guest, `seats` counts everybody
    at the table, `rules` is the digest of the definition that was in force.
    """
    row, play = game.as_json(), play_of(game, rules)
    stacks = row.pop("stacks") or {}
    laid = play.stacks if play.stacks and tells_colours(play) else ()
    return {
        **row,
        **{f"stack_{code}": last for code, last in stacks.items()},
        **{f"laid_{code}": cards for code, cards, _last in laid},
        "date": date.fromisoformat(game.date) if game.date else None,
        "month": game.date[:7] if game.date else None,
        "players": [player and player.name for player in game.seats],
        "seats": play.seats,
        "rules": game.digest,
        "win_or_lose": play.win_or_lose,
    }


def club_document(export: Export) -> dict[str, Any]:
    """Who the club is, as it stands beside its years: only names that the games show."""
    people = {player.name: player for game in export.games for player in game.players}
    rules = {game.digest: export.rules[game.digest] for game in export.games}
    return {
        "version": VERSION,
        "public": export.public,
        "id": export.club.id,
        "name": tidy(export.club.name),
        "people": {name: {"retired": people[name].retired} for name in sorted(people)},
        "groups": sorted({game.group.name for game in export.games if game.group}),
        "rulesets": {digest: rules[digest].as_definition() for digest in sorted(rules)},
    }


def _fill(made: str, export: Export, arrow: Any) -> str:
    """Write an export into an empty folder; gives the name of the club's own in it."""
    from pyarrow import parquet

    _write_text(os.path.join(made, MARKER), "hanabi-log export\n")
    name = f"club={export.club.id}"
    club = os.path.join(made, name)
    os.mkdir(club)
    document = json.dumps(club_document(export), ensure_ascii=False, indent=1)
    _write_text(os.path.join(club, CLUB_FILE), document + "\n")
    schema = schema_of(export.games, export.public, arrow)
    years: defaultdict[str, list[Game]] = defaultdict(list)
    for game in export.games:
        years[game.date[:4] if game.date else UNDATED].append(game)
    for year, games in sorted(years.items()):
        folder = os.path.join(club, f"year={year}")
        os.mkdir(folder)
        rows = [row_of(game, export.rules.get(game.digest)) for game in games]
        table = arrow.Table.from_pylist(rows, schema=schema)
        path = os.path.join(folder, "games-0.parquet")
        parquet.write_table(table, path, write_page_checksum=True)
    return name


def schema_of(games: Sequence[Game], public: bool, arrow: Any) -> Any:
    """The columns; those of house suits come after the usual ones, and only where they occur."""
    text, small, words = arrow.string(), arrow.int32(), arrow.list_(arrow.string())
    found = {code for game in games for code in game.end.stacks or ()}
    suits = (*STANDARD_NAMES, *sorted(found - set(STANDARD_NAMES)))
    kinds: Mapping[Any, str] = {
        text: "id month group ruleset rules outcome knowledge band excluded talk place note source",
        small: "seats guests strikes points score max_score hints deck minutes",
        words: "players discards tags warnings",
        arrow.int8(): " ".join(f"stack_{code} laid_{code}" for code in suits),
        arrow.date32(): "date",
        arrow.float64(): "percent",
        arrow.bool_(): "counted win_or_lose",
    }
    return arrow.schema(
        [
            (name, kind)
            for kind, names in kinds.items()
            for name in names.split()
            if not (public and name in PRIVATE)
        ],
        metadata={METADATA: str(VERSION), PUBLIC: "yes" if public else "no"},
    )


def _write_text(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _check_folder(path: str) -> None:
    if not os.path.lexists(path):
        return
    if not os.path.isdir(path):
        reason = _("It is a file; Parquet files are written into a folder")
    elif foreign := _foreign(os.listdir(path)):
        reason = _("This folder holds something else ({names}); name a new one or an empty one")
        reason = reason.format(names=", ".join(foreign[:5]))
    else:
        return
    raise InvalidInput(_("{path} cannot be written").format(path=path), [Problem(reason, "output")])


def _foreign(names: Sequence[str]) -> list[str]:
    """What no export has written of a folder's content; all of it where no export was."""
    if MARKER not in names:
        return sorted(names)
    return sorted(name for name in names if name != MARKER and not CLUB_FOLDER.fullmatch(name))


def _replace(made: str, path: str, club: str) -> None:
    """Put the finished folder of a club in the place of its old one, which goes away last."""
    target, old = os.path.join(path, club), f"{os.path.dirname(made)}.old"
    if os.path.lexists(target):
        os.rename(target, old)
    try:
        os.rename(made, target)
    except BaseException:
        if os.path.lexists(old):
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)
