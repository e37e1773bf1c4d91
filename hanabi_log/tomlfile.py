"""Reading TOML files, with errors that name the file."""

from __future__ import annotations

import tomllib
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _


def read_toml(path: str) -> dict[str, Any]:
    """The table in a TOML file; InvalidInput when it cannot be read or parsed."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        reason = str(error)
    except OSError as error:
        reason = error.strerror or str(error)
    raise InvalidInput(
        _("{file} cannot be read as TOML").format(file=path), [Problem(reason, file=path)]
    )
