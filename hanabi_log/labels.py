"""What fields, values and commands are called when they are shown to people.

Options, columns and JSON have names that scripts read, and they stay as they are; on a terminal
and in a report people read these words instead. In English most are the same.
"""

from __future__ import annotations

from hanabi_log.i18n import _


def field_label(field: str) -> str:
    """The word for a field of a game, a person or a group; any other name stays as it is."""
    return _fields().get(field, field)


def value_label(field: str, value: str) -> str:
    """The word for a value that a field has by a name of its own; any other stays as it is."""
    return _values().get(field, {}).get(value, value)


def command_label(command: str) -> str:
    """What a command of the history did, in words."""
    return _commands().get(command, command)


def _fields() -> dict[str, str]:
    return {
        "date": _("date"),
        "group": _("group"),
        "players": _("players"),
        "guests": _("guests"),
        "ruleset": _("ruleset"),
        "stacks": _("stacks"),
        "strikes": _("strikes"),
        "total": _("total"),
        "outcome": _("outcome"),
        "hints": _("hints"),
        "deck": _("deck"),
        "discards": _("discards"),
        "minutes": _("minutes"),
        "talk": _("talk"),
        "place": _("place"),
        "note": _("note"),
        "tags": _("tags"),
        "excluded": _("excluded"),
        "source": _("source"),
        "name": _("name"),
        "visibility": _("visibility"),
        "alias": _("alias"),
        "aliases": _("aliases"),
        "retired": _("retired"),
        "merged_into": _("merged_into"),
        "R": _("R"),
        "Y": _("Y"),
        "G": _("G"),
        "B": _("B"),
        "W": _("W"),
        "P": _("P"),
        "M": _("M"),
        "K": _("K"),
        "hands": _("hands"),
        "end": _("end"),
        "by": _("by"),
        "winner": _("winner"),
        "thanked_from": _("thanked_from"),
        "target": _("target"),
        "host": _("host"),
        "agreed": _("agreed"),
        "vote": _("vote"),
        "status": _("status"),
        "thresholds": _("thresholds"),
        "void": _("void"),
    }


def _values() -> dict[str, dict[str, str]]:
    outcomes = {
        "perfect": _("perfect"),
        "finished": _("finished"),
        "lost": _("lost"),
        "struck_out": _("struck_out"),
        "abandoned": _("abandoned"),
    }
    return {
        "visibility": {
            "full": _("full"),
            "initials": _("initials"),
            "alias": _("alias"),
            "hidden": _("hidden"),
        },
        "talk": {"strict": _("strict"), "relaxed": _("relaxed")},
        "outcome": outcomes,
        "said": outcomes,
    }


def _commands() -> dict[str, str]:
    return {
        "add": _("add"),
        "edit": _("edit"),
        "delete": _("delete"),
        "restore": _("restore"),
        "undo": _("undo"),
        "import": _("import"),
        "merge": _("merge"),
        "rescore": _("rescore"),
        "doctor --fix": _("doctor --fix"),
        "session start": _("session start"),
        "session end": _("session end"),
        "players add": _("players add"),
        "players alias": _("players alias"),
        "players erase": _("players erase"),
        "players merge": _("players merge"),
        "players publish": _("players publish"),
        "players rename": _("players rename"),
        "players retire": _("players retire"),
        "players unmerge": _("players unmerge"),
        "groups add": _("groups add"),
        "groups edit": _("groups edit"),
        "groups move-games": _("groups move-games"),
        "groups rename": _("groups rename"),
        "hoola edit": _("hoola edit"),
        "hoola import": _("hoola import"),
        "hoola new": _("hoola new"),
        "hoola round": _("hoola round"),
        "unknown answer": _("unknown answer"),
    }
