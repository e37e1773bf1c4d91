"""The keys of `hanabi-log.toml`, the exit codes, and the formats of files."""

from __future__ import annotations

from hanabi_log.config import Config, SiteOptions
from hanabi_log.errors import HanabiLogError
from hanabi_log.exporters.registry import FORMATS as WRITTEN
from hanabi_log.importers.columns import headings
from hanabi_log.importers.sniffing import FORMATS as READ

CLUB_KEYS = {
    "db": ("where the log lies, from the folder of the config", '`"data/hanabi.db"`'),
    "club": ("the name of the club, as the site shows it", ""),
    "language": ("`ko` or `en`: the language of the site", "that of your system"),
    "group": ("the group of games that name none", ""),
    "ruleset": ("the rules of games that name none", "`basic`"),
    "day_starts": ("`HH:MM`; a game before this hour belongs to the evening before", '`"05:00"`'),
    "visibility": ("`full`, `initials`, `alias` or `hidden`: who asked for nothing", '`"full"`'),
    "seasons": ("a table: a name = `[first day, last day]`", ""),
    "backups": ("how many dated backups are kept, from 1 on", "all"),
}
SITE_KEYS = {
    "out": ("the folder of the site", '`"site"`'),
    "languages": ("a list of `ko`, `en`; the first one first", "`language`"),
    "base_url": ("the address where the site will stand, from `https://`", ""),
    "templates": ("a folder of templates of your own", ""),
    "colours": ("a table: a colour = `[light, dark]` or one for both", ""),
    "logo": ("a picture for the head: svg, png, webp or jpg, up to 200 kB", ""),
    "css": ("a style sheet that comes after ours", ""),
    "plotly": ("a smaller bundle of Plotly", ""),
}
NOT_SAID = {"folder"}
"""Fields of the config that are no keys."""

CODES = {
    0: "Done. `doctor` ends so with warnings, too.",
    1: "A bug in hanabi-log. Please report it with what `--debug` shows.",
    130: "Stopped with Ctrl-C; nothing was stored.",
    141: "Whoever read the output went away, as `head` does. What was stored stays stored.",
}

INTO = {
    "csv": "a sheet as text; comma, semicolon or tab",
    "xlsx": "a workbook (extra `sheets`)",
    "ods": "a workbook (extra `sheets`)",
    "jsonl": "one game a line, as `export` and the page to enter games write them",
    "bgstats": "an export of the app BG Stats",
    "bgg-xml": "plays of BoardGameGeek, from its XML API",
    "bgg-csv": "plays of BoardGameGeek, as the site saves them",
    "bgg-json": "plays of BoardGameGeek, as other tools write them",
    "hanablive": "histories and whole games of hanab.live",
    "league": "the table of a hanab.live league",
}
OUT_OF = {
    "jsonl": "one game a line, nothing lost",
    "csv": "a sheet",
    "parquet": "a folder of Parquet files (extra `parquet`)",
    "bgstats-link": "a link for each game that the app BG Stats opens",
}


def config_reference() -> str:
    """The keys of the config as Markdown."""
    return "\n".join(
        [
            *("## At the top", ""),
            *_keys(CLUB_KEYS, set(Config._fields) - NOT_SAID - {"site"}),
            *("", "## Under `[site]`", ""),
            *_keys(SITE_KEYS, set(SiteOptions._fields)),
        ]
    )


def exit_code_reference() -> str:
    """The exit codes as Markdown, those of errors with what their class says."""
    codes = dict(CODES)
    for kind in HanabiLogError.__subclasses__():
        codes[kind.exit_code] = f"{str(kind.__doc__).partition(chr(10))[0]} (`{kind.code}`)"
    rows = [f"| {code} | {meaning} |" for code, meaning in sorted(codes.items())]
    return "\n".join(["| code | what it means |", "|---|---|", *rows])


def format_reference() -> str:
    """The formats that are read and written, and the headings of sheets, as Markdown."""
    lines = ["## Read by `import`", "", "| `--format` | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {INTO[name]} |" for name in READ]
    lines += ["", "## Written by `export`", "", "| `--format` | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {OUT_OF[name]} |" for name in WRITTEN]
    lines += ["", "## Headings of a sheet", "", "| column | headings that mean it |", "|---|---|"]
    for column, words in headings().items():
        lines.append(f"| `{column}` | {', '.join(f'`{word}`' for word in words)} |")
    return "\n".join(lines)


def _keys(said: dict[str, tuple[str, str]], there: set[str]) -> list[str]:
    if there != said.keys():
        raise KeyError(f"docs/making/settings.py and the config differ: {there ^ said.keys()}")
    rows = [f"| `{key}` | {meaning} | {usual} |" for key, (meaning, usual) in said.items()]
    return ["| key | what it says | without it |", "|---|---|---|", *rows]
