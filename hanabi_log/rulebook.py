"""Where rulesets come from: the shipped editions and a club's own TOML files.

Each file is read only when a spec asks for it, so that logging a game stays quick.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache, cached_property
from typing import Any

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.definition import Definition, read_definition
from hanabi_log.games.hanabi.rulesets import Module, Ruleset, compose
from hanabi_log.i18n import _
from hanabi_log.resources import shipped

DEFAULT = "basic"


class Rulebook:
    """The rulesets that a club can play: shipped ones and those in its `house` folder."""

    def __init__(self, house: str | None = None) -> None:
        self.house = house
        self._composed: dict[str, Ruleset] = {}

    def ruleset(self, spec: str) -> Ruleset:
        """The ruleset of a spec; InvalidInput with the nearest names if there is none."""
        if spec not in self._composed:
            self._composed[spec] = compose(spec, self.find, self.modules)
        return self._composed[spec]

    def find(self, name: str) -> Definition:
        """The definition of one edition or house ruleset, without modules."""
        path = self.names.get(name)
        if path is None:
            raise InvalidInput(
                _("Unknown ruleset: {spec}").format(spec=name or "''"),
                [Problem(self._suggestion(name), "ruleset")],
            )
        return read_definition(_read_toml(path), origin=os.path.basename(path))

    @cached_property
    def names(self) -> dict[str, str]:
        """The file of each edition, and of each house ruleset, which may not reuse a name."""
        found = _toml_files(shipped("data", "rulesets"))
        if self.house and os.path.isdir(self.house):
            for name, path in _toml_files(self.house).items():
                found.setdefault(name, path)
        return found

    @property
    def modules(self) -> dict[str, Module]:
        """The modules in canonical order."""
        return _modules()

    def is_house(self, name: str) -> bool:
        """Whether a ruleset is the club's own."""
        return os.path.dirname(self.names[name]) == self.house

    def _suggestion(self, name: str) -> str:
        from difflib import get_close_matches

        known = list(self.names)
        near = get_close_matches(name, known, cutoff=0.5)
        if near:
            return _("There is no ruleset {name}; near: {near}; all: {known}").format(
                name=name, near=", ".join(near), known=", ".join(known)
            )
        return _("There is no ruleset {name}; there are {known}").format(
            name=name or "''", known=", ".join(known)
        )


@cache
def _modules() -> dict[str, Module]:
    tables = _read_toml(shipped("data", "modules.toml"))
    return {name: _module(name, table) for name, table in tables.items()}


def _module(name: str, table: dict[str, Any]) -> Module:
    excludes = tuple(table.pop("excludes", ()))
    return Module(name, read_definition(table, origin="modules.toml", add_suits=True), excludes)


def _toml_files(folder: str) -> dict[str, str]:
    return {
        name.removesuffix(".toml"): os.path.join(folder, name)
        for name in sorted(os.listdir(folder))
        if name.endswith(".toml")
    }


def _read_toml(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(
            _("{file} cannot be read as TOML").format(file=os.path.basename(path)),
            [Problem(str(error), file=path)],
        ) from None
    except OSError as error:
        raise InvalidInput(
            _("{file} cannot be read").format(file=path),
            [Problem(error.strerror or str(error), file=path)],
        ) from None
