"""The page for the table: log games on a phone without a connection, hand them over later.

It offers the names that people use in the log and are published in full; anybody else is
typed in. What is typed stays on the device until it is handed over as a file to `import`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hanabi_log.i18n import _, ngettext
from hanabi_log.site.contexts.base import Frame, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.contexts.table import house_rulesets, rules_block, table_frame, words_block
from hanabi_log.site.games import Games
from hanabi_log.site.gather import Gathered

PATH = "enter.html"
MANIFEST = "enter.webmanifest"
WORKER = "sw.js"


@dataclass(frozen=True, kw_only=True)
class EnterPage(Frame):
    """The page to log games at the table."""

    lede: str = says("what the page does")
    scripts: tuple[str, ...] = says("its scripts, from `top`, in the order they need")
    people: tuple[str, ...] = holds("the names that can be ticked, who played last first")
    groups: tuple[str, ...] = holds("the groups that can be chosen, who met last first")
    house: tuple[str, ...] = holds("the club's own rulesets that can be chosen")
    rules: Markup = says("editions, modules and house rules as JSON for the scripts")
    words: Markup = says("the words of the scripts as JSON")
    manifest: str = says("the manifest of the installed page, from `root`")
    worker: str = says("the service worker, from `top`")
    day_starts: int = says("when a new day begins, in minutes after midnight")
    method: tuple[str, ...] = says("how games get from the device into the log, step by step")


def enter(setting: Setting) -> Page:
    """The page for the table in one language."""
    log = setting.log
    house = house_rulesets(setting)
    context = EnterPage(
        **table_frame(
            setting,
            PATH,
            _("Enter games"),
            _("Log games at the table, with or without a connection."),
        ),
        lede=_("Log a game where it was played. It stays on this device until you hand it over."),
        scripts=tuple(
            setting.assets[name] for name in ("rules.js", "table.js", "waiting.js", "enter.js")
        ),
        people=_people(log),
        groups=_groups(log),
        house=tuple(ruleset.spec for ruleset in house),
        rules=rules_block(house),
        words=words_block(_words()),
        manifest=MANIFEST,
        worker=WORKER,
        day_starts=log.club.day_starts.hour * 60 + log.club.day_starts.minute,
        method=_method(),
    )
    return Page(PATH, "enter.html", context)


def _people(log: Gathered) -> tuple[str, ...]:
    """Names under which the log knows people too: an alias would make a new person there."""
    known = [
        player
        for player in log.club.players
        if not player.retired and (shown := log.people.seat(player)) and shown.text == player.name
    ]
    return _latest_first(log, [(player.name, log.games_of[player.id]) for player in known])


def _groups(log: Gathered) -> tuple[str, ...]:
    tables = [(table.group.name, table.games) for table in log.tables if table.group]
    return _latest_first(log, tables)


def _latest_first(log: Gathered, named: Sequence[tuple[str, Games]]) -> tuple[str, ...]:
    """Names by their latest game, those without one last and by the alphabet."""
    latest = [games.places[-1] if games else None for _name, games in named]
    there = sorted({place for place in latest if place is not None})
    hours = {
        place: (game.date or "", game.logged_at)
        for place, game in zip(there, Games(log.games.source, there), strict=True)
    }
    found = sorted(
        (name, hours.get(-1 if place is None else place, ("", 0)))
        for (name, _games), place in zip(named, latest, strict=True)
    )
    found.sort(key=lambda one: one[1], reverse=True)
    return tuple(name for name, _hour in found)


def _method() -> tuple[str, ...]:
    return (
        _("Tap in the games as you play. Each gets a number of its own that nothing else has."),
        _("Hand them over: share the file, save it, or copy its lines."),
        _("Whoever keeps the log runs hanabi-log import with the file. Twice does no harm."),
        _("Say here that they are imported, and the list is empty for the next evening."),
    )


def _words() -> dict[str, str | list[str]]:
    return {
        "keep": _("Keep this game"),
        "correct": _("Save the correction"),
        "edit": _("Correct"),
        "delete": _("Delete"),
        "edit_game": _("Correct the game of {date}, {points} points"),
        "delete_game": _("Delete the game of {date}, {points} points"),
        "kept": _("Kept on this device."),
        "corrected": _("Corrected."),
        "deleted": _("Deleted."),
        "take_back": _("Take it back"),
        "back": _("It is back."),
        "waiting": [ngettext("{n} game waits", "{n} games wait", n) for n in (1, 2)],
        "nothing": _("No game waits on this device."),
        "no_group": _("no group"),
        "no_date": _("No date"),
        "nobody": _("Nobody is named yet."),
        "guests": [_("guest"), ngettext("{n} guest", "{n} guests", 2)],
        "handed": _("handed over"),
        "shared": _("Handed over. When they are in the log, clear them here."),
        "copied": _("Copied. Paste the lines into a file and import it."),
        "no_copy": _("This browser does not copy by itself: here are the lines."),
        "clear": [
            ngettext("Imported: clear {n} game", "Imported: clear {n} games", n) for n in (1, 2)
        ],
        "clear_none": _("Imported: clear them"),
        "cleared": [ngettext("{n} game cleared.", "{n} games cleared.", n) for n in (1, 2)],
        "future": _("{date} lies in the future"),
        "untouched": _("Tap the fireworks first."),
        "offline": _("Ready: this page also opens without a connection."),
        "forgets": _(
            "This browser keeps nothing for this page. Hand the games over before you close it."
        ),
        "unreadable": _("The list on this device could not be read; a copy of it was put aside."),
        "seated": _("{name} sits at the table already"),
    }
