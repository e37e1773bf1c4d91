"""Where rulesets come from: the shipped editions and a club's own TOML files.

Each file is read only when a spec asks for it, so that logging a game stays quick.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from hanabi_log.errors import InvalidInput, Problem, reason_of, unreadable
from hanabi_log.games.hanabi.definition import Definition, examine, read_definition, unfit_file
from hanabi_log.games.hanabi.rulesets import Module, Ruleset, compose
from hanabi_log.i18n import _
from hanabi_log.names import DEVICES
from hanabi_log.resources import shipped
from hanabi_log.tomlfile import read_toml

DEFAULT = "basic"
_HOUSE_NAME = re.compile(r"[a-z0-9-]+")


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
        """The definition of one edition or house ruleset, without modules.

        Case and blanks around the name do not matter. Raises InvalidInput for a name that
        is unknown (with the nearest ones) or whose file is unfit (with its problems).
        """
        name = _matched(name)
        path = self.names.get(name)
        if path is None:
            raise InvalidInput(
                _("Unknown ruleset: {spec}").format(spec=name or "''"),
                [Problem(self._suggestion(name), "ruleset")],
            )
        if not self.is_house(name):
            return read_definition(read_toml(path), origin=os.path.basename(path))
        definition, problems = _read_house(path)
        if problems:
            raise unfit_file(path, problems)
        return definition

    @cached_property
    def names(self) -> dict[str, str]:
        """The file of each edition, and of each house ruleset, which may not reuse a name."""
        found = dict(_editions())
        if self.house and os.path.isdir(self.house):
            for name, path in _toml_files(self.house).items():
                found.setdefault(name, path)
        return found

    @property
    def modules(self) -> Mapping[str, Module]:
        """The modules in canonical order."""
        return MODULES

    def is_house(self, spec: str) -> bool:
        """Whether a ruleset, with modules or without, is the club's own."""
        name = _matched(spec.partition("+")[0])
        return name in self.names and name not in _editions()

    def check_file(self, path: str) -> Ruleset:
        """The ruleset that a house file makes, wherever the file lies.

        What it extends is looked up here. Raises InvalidInput with every problem: what
        `find` and `compose` refuse, and a file name that is unfit or an edition's.
        """
        definition, problems = _read_house(path)
        if definition.extends is None:
            definition = replace(definition, extends=DEFAULT)
        name = _matched(_stem(path))
        if name in _editions():
            problems.append(Problem(_taken(name), "name", file=path))
        if any(problem.field == "name" for problem in problems):
            # Under its own name the file could stand for another one, or not be a spec.
            name = ""
        try:
            ruleset = compose(
                name, lambda asked: definition if asked == name else self.find(asked), self.modules
            )
        except InvalidInput as error:
            problems += error.problems
        if problems:
            raise unfit_file(path, dict.fromkeys(problems))
        return ruleset

    def new_house_file(self, name: str, extends: str) -> str:
        """The text of a house file: `extends`, and all fields as comments with their values.

        Raises InvalidInput for a name that is unfit or there already, and as `ruleset`
        does for what it extends.
        """
        from hanabi_log.games.hanabi.housefile import house_file

        problems = list(_faults_of_name(name))
        if name in DEVICES:
            message = _("{name} is a device on Windows, where no file can be called so")
            problems.append(Problem(message.format(name=name), "name"))
        if _matched(name) in self.names:
            problems.append(Problem(_taken(_matched(name)), "name"))
        try:
            base = self.ruleset(extends)
            if not base.known:
                message = _("{name} has no rules to change").format(name=base.spec)
                problems.append(Problem(message, "extends"))
        except InvalidInput as error:
            problems += error.problems
        if problems:
            raise InvalidInput(
                _("{name} cannot be made a ruleset").format(name=name or "''"), problems
            )
        return house_file(name, base)

    def _suggestion(self, name: str) -> str:
        from difflib import get_close_matches

        if name in self.modules:
            message = _("{name} is a module, which goes behind an edition: {example}")
            return message.format(name=name, example=f"{DEFAULT}+{name}")
        near = get_close_matches(name, self.names, cutoff=0.5)
        known = ", ".join(map(self._titled, self.names))
        if near:
            return _("There is no ruleset {name}; near: {near}; all: {known}").format(
                name=name, near=", ".join(near), known=known
            )
        return _("There is no ruleset {name}; there are {known}").format(
            name=name or "''", known=known
        )

    def _titled(self, name: str) -> str:
        """The name with the title that a box has on its lid, where it is an edition."""
        return name if self.is_house(name) else f"{name} ({self.ruleset(name).label})"


def _matched(name: str) -> str:
    return name.strip().lower()


def _stem(path: str) -> str:
    return os.path.basename(path).removesuffix(".toml")


def _taken(name: str) -> str:
    return _("There is a ruleset {name} already").format(name=name)


def _faults_of_name(name: str) -> Iterator[Problem]:
    if not _HOUSE_NAME.fullmatch(name):
        message = _("{name} is no name for a ruleset; allowed: small letters a to z, digits and -")
        yield Problem(message.format(name=repr(name)), "name")


@cache
def _editions() -> dict[str, str]:
    return _toml_files(shipped("data", "rulesets"))


class _Modules(Mapping[str, Module]):
    """The shipped modules in canonical order, read when somebody asks for one."""

    def __getitem__(self, name: str) -> Module:
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    @cached_property
    def _read(self) -> dict[str, Module]:
        tables = read_toml(shipped("data", "modules.toml"))
        return {name: _module(name, table) for name, table in tables.items()}


MODULES = _Modules()


def _module(name: str, table: dict[str, Any]) -> Module:
    excludes = tuple(table.pop("excludes", ()))
    return Module(name, read_definition(table, add_suits=True), excludes)


def _toml_files(folder: str) -> dict[str, str]:
    try:
        files = sorted(os.listdir(folder))
    except OSError as error:
        raise unreadable(folder, reason_of(error)) from None
    return {
        _matched(_stem(name)): os.path.join(folder, name)
        for name in files
        if name.endswith(".toml")
    }


def _read_house(path: str) -> tuple[Definition, list[Problem]]:
    problems = [problem._replace(file=path) for problem in _faults_of_name(_stem(path))]
    try:
        table = read_toml(path)
    except InvalidInput as error:
        raise InvalidInput(error.message, [*problems, *error.problems]) from None
    definition, found = examine(table, origin=path)
    if "extends" not in table:
        message = _("A house file names the ruleset that it changes, such as {example}")
        found.append(
            Problem(message.format(example=f'extends = "{DEFAULT}"'), "extends", file=path)
        )
    return definition, [*problems, *found]
