"""Reading TOML files, with errors that name file and line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from hanabi_log.errors import reason_of, unreadable
from hanabi_log.i18n import _

DEEPEST = 20
"""Tables and lists in each other; ours have four."""


def read_toml(path: str) -> dict[str, Any]:
    """The table in a TOML file; a byte-order mark, as some editors write it, is no fault.

    Raises InvalidInput, with the line where it is known, when the file cannot be read.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
        table = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise unreadable(path, reason_of(error)) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = _("The text is not UTF-8; save it as UTF-8")
        raise unreadable(path, reason, line=line) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        raise unreadable(path, str(error), line=int(place[1]) if place else None) from None
    except RecursionError:
        raise unreadable(path, _("it is nested too deeply")) from None
    if _is_deeper(table, DEEPEST):
        raise unreadable(path, _("it is nested too deeply"))
    return table


def _is_deeper(value: Any, most: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return most == 0 or any(_is_deeper(one, most - 1) for one in inner)
