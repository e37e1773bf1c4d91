"""The folder of a club: its config, a place for the log, and one for house rules."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from hanabi_log.config import DEFAULT_DB, FILE_NAME, NO_SEASONS, Config, read_config
from hanabi_log.errors import Conflict
from hanabi_log.i18n import _, current_language


def set_up_club(
    folder: str, club: str | None, *, github_pages: bool = False
) -> tuple[Config, tuple[str, ...]]:
    """Make a club folder, with `github_pages` also what lets GitHub publish its site.

    A club that is there already and is not to be renamed just gets the latter. Gives back
    the config and the files that publishing needs, by their paths below the folder.
    Raises Conflict for anything that would be overwritten.
    """
    from hanabi_log.publishing.workflow import write_workflow

    there = os.path.exists(os.path.join(folder, FILE_NAME))
    if there and github_pages and club is None:
        config = read_config(folder)
    else:
        config = make_club_folder(folder, club)
    return config, write_workflow(folder) if github_pages else ()


def make_club_folder(
    folder: str,
    club: str | None,
    languages: tuple[str, ...] | None = None,
    seasons: Mapping[str, tuple[str, str]] = NO_SEASONS,
) -> Config:
    """Write a config into `folder` and make the folders it names; give back the config.

    `languages` are those of the site, `seasons` as in Config; without them the club may
    choose later. Raises Conflict when there is a config already: it is never overwritten.
    """
    from hanabi_log.publishing.workflow import ignore_private

    path = os.path.join(folder, FILE_NAME)
    if os.path.exists(path):
        raise Conflict(_("There is a club here already: {path}").format(path=path))
    for name in ("", "data", "rulesets"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    with open(path, "x", encoding="utf-8") as file:
        name = club or os.path.basename(os.path.abspath(folder))
        file.write(_config_text(name, languages, seasons))
    # Whoever makes the folder a repository later would commit every name and note.
    ignore_private(folder)
    return read_config(folder)


def _config_text(
    club: str, languages: tuple[str, ...] | None, seasons: Mapping[str, tuple[str, str]]
) -> str:
    lines = [
        "# " + _("The settings of a club for hanabi-log."),
        f"club = {json.dumps(club, ensure_ascii=False)}",
        f"db = {json.dumps(DEFAULT_DB.replace(os.sep, '/'))}",
        f'language = "{current_language()}"',
        "",
        "# " + _("What a game gets when nothing is said:"),
        f'# group = "{_("Tuesday table")}"',
        '# ruleset = "basic"',
        "",
        "# " + _("A game after midnight belongs to the evening before, until this hour:"),
        'day_starts = "05:00"',
        "",
        "# " + _("How people are published: full, initials, alias or hidden."),
        'visibility = "full"',
        "",
        "# " + _("How many dated backups are kept; without this, all of them."),
        "backups = 10",
        "",
        *_season_lines(seasons),
        "",
        "[site]",
        'out = "site"',
        "# " + _("The languages of the site, the first one first; unsaid, the one above."),
        f"languages = {json.dumps(languages)}" if languages else '# languages = ["ko", "en"]',
        "",
        "# " + _("The look of the site: files beside this one, and a light and a dark colour."),
        '# logo = "logo.svg"',
        '# css = "look.css"',
        '# plotly = "plotly-basic.min.js"',
        "# [site.colours]",
        '# ember = ["#0b5c46", "#7fd8b8"]',
        '# paper = ["#ffffff", "#101418"]',
        "",
    ]
    return "\n".join(lines)


def _season_lines(seasons: Mapping[str, tuple[str, str]]) -> list[str]:
    if not seasons:
        return ["# [seasons]", '# "2026" = ["2026-01-01", "2026-12-31"]']
    return ["[seasons]", *(f"{json.dumps(name)} = {json.dumps(s)}" for name, s in seasons.items())]
