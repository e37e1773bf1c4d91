"""The tables of a log, as SQLite tells them of one that was just made."""

from __future__ import annotations

import sqlite3

from hanabi_log.storage.database import SCHEMA_VERSION
from hanabi_log.storage.migrations import migrate

TABLES = {
    "groups": "The tables that meet. `key` is the name as it is compared; `pk` is for joins only.",
    "players": "People. `merged_pk` points to the person that this one turned out to be.",
    "aliases": "Further names that a person answers to.",
    "rulesets": "Each definition of rules that a game was logged by, once, found by its digest.",
    "games": "A row for each game: the facts that were said, then, from `table_size` to"
    " `knowledge`, what they came to. `said` is an outcome that somebody told; `deleted_at` marks"
    " a deleted game.",
    "fireworks": "The last card of each suit of a game, 0 for none.",
    "seats": "Who sat where; a seat without a person is a guest.",
    "imports": "What the source of an imported game said last time, so that only what changed"
    " there is changed here.",
    "sessions": "Evenings that were started with `session start`; one at most is open.",
    "batches": "A row for each command that changed something. `undoes` names the batch that it"
    " took back; `final` marks what cannot be taken back.",
    "changes": "What a batch did to each thing, as its state before and after.",
    "hoola_matches": "Matches of Hoola King.",
    "hoola_seats": "Who sat in them; a seat without a person and without a bot is a guest.",
    "hoola_rounds": "How each round ended. What it paid follows from the facts.",
    "hoola_hands": "What everybody held at the end of a round.",
}
"""What each table is for; a table that is not here stops the making of the page."""


def schema_reference() -> str:
    """The schema as Markdown: a section for each table with its statements."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    rows = connection.execute(
        "SELECT tbl_name, sql FROM sqlite_schema"
        " WHERE sql <> '' AND tbl_name NOT LIKE '\\_%' ESCAPE '\\' AND tbl_name NOT LIKE 'sqlite%'"
        " ORDER BY type = 'index', rowid"
    ).fetchall()
    connection.close()
    statements: dict[str, list[str]] = {}
    for table, sql in rows:
        statements.setdefault(table, []).append(_plain(sql))
    lines = [f"The version of the schema is {SCHEMA_VERSION} (`PRAGMA user_version`).", ""]
    unknown = statements.keys() - TABLES.keys()
    if unknown:
        raise KeyError(f"docs/making/schema.py does not say what these are for: {sorted(unknown)}")
    for table, purpose in TABLES.items():
        lines += [f"## `{table}`", "", purpose, "", "```sql"]
        lines += [f"{sql};" for sql in statements[table]]
        lines += ["```", ""]
    return "\n".join(lines)


def _plain(sql: str) -> str:
    """A statement with an even indent, whatever the indent of the code it comes from."""
    first, *rest = sql.replace('"', "").splitlines()
    return "\n".join(
        [first, *(f"  {line.strip()}" if line.strip()[0] != ")" else line.strip() for line in rest)]
    )
