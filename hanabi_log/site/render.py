"""Templates and assets: a club's own folder first, ours behind it.

A file of the same name replaces ours; `{% extends "default:home.html" %}` builds on it.
Values are escaped unless they are markup of our own, and a name that a template misspells
is an error, not an empty place.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import fields
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    compiler,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _, ngettext
from hanabi_log.resources import shipped
from hanabi_log.site.compiled import Compiled
from hanabi_log.site.look import NO_LOOK, Look
from hanabi_log.site.look import assets as look_assets
from hanabi_log.site.output import Output

ASSETS = (
    *("site.css", "site.js", "charts.js"),
    *("tools.css", "rules.js", "table.js", "calculator.js", "waiting.js", "enter.js"),
    *("hoola.js", "home.css", "sheet.css", "pages.css"),
)
IMAGES = ("social.png",)
"""What previews show; a club may have its own."""
OWN_ASSETS = ("club.css",)
"""What only a club's own folder has; linked after ours."""
PLOTLY = "plotly.min.js"
KEPT = 4096
"""How many escaped texts and parts of pages are kept: most come again, but a log has many."""


class Renderer:
    """Renders contexts with the templates of a folder, or with ours."""

    def __init__(self, templates: str | None = None, look: Look = NO_LOOK) -> None:
        if templates is not None and not os.path.isdir(templates):
            raise InvalidInput(
                _("{folder} is not a folder").format(folder=templates),
                [Problem(_("Name a folder with templates."), "templates")],
            )
        self.look = look
        self.folders = [*([templates] if templates else []), shipped("templates")]
        built_in = FileSystemLoader(self.folders[-1])
        self.environment = _Environment(
            loader=ChoiceLoader(
                [
                    *([FileSystemLoader(templates)] if templates else []),
                    built_in,
                    PrefixLoader({"default": built_in}, delimiter=":"),
                ]
            ),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            extensions=["jinja2.ext.i18n"],
            bytecode_cache=Compiled(self.folders[-1], (compiler.__file__, __file__)),
        )
        self.environment.globals["once"] = Once()
        install: Any = self.environment.install_gettext_callables  # type: ignore[attr-defined]
        install(_, ngettext, newstyle=False)
        # The extension's own asks the context for what it was given above.
        self.environment.globals["_"] = _

    def render(self, template: str, context: Any) -> bytes:
        """A page as bytes. Raises InvalidInput when a template is at fault."""
        try:
            made = self.environment.get_template(template)
            return made.render(variables(context)).encode()
        except TemplateNotFound as error:
            raise InvalidInput(
                _("There is no template {name}").format(name=error.name or template)
            ) from error
        except TemplateError as error:
            raise InvalidInput(
                _("The template {name} cannot be used").format(name=template),
                [
                    Problem(
                        error.message or str(error),
                        file=getattr(error, "filename", None) or template,
                        line=getattr(error, "lineno", None),
                    )
                ],
            ) from error

    def compile(self, names: Iterable[str] | None = None) -> None:
        """Compile some templates, or those of a club's pages, so that processes that are copied
        need not do it each.

        What is wrong with one is told when a page asks for it.
        """
        for name in names or self.environment.list_templates(filter_func=_is_of_pages):
            with suppress(TemplateError):
                self.environment.get_template(name)

    def add_assets(
        self, output: Output, wanted: Container[str] | None = None
    ) -> tuple[dict[str, str], tuple[str, ...]]:
        """Add all assets, or those of some names; gives their files by name, and the styles that
        Plotly would make.
        """
        found = {
            name: content for name, content in self._assets() if wanted is None or name in wanted
        }
        files = {name: _hashed(name, content) for name, content in found.items()}
        for name, content in found.items():
            output.add(files[name], content)
        return files, _plotly_styles(found[PLOTLY])

    def _assets(self) -> Iterator[tuple[str, bytes]]:
        """The name and the content of each asset."""
        for name in (*ASSETS, *IMAGES, *OWN_ASSETS):
            content = self._asset(name)
            if content is not None:
                yield name, content
        yield from look_assets(self.look)
        yield PLOTLY, _plotly(self.look.plotly)

    def _asset(self, name: str) -> bytes | None:
        for folder in self.folders:
            try:
                with open(os.path.join(folder, "assets", name), "rb") as file:
                    return file.read()
            except FileNotFoundError:
                continue
        return None


def _escaped(value: Any) -> str:
    """What `escape` gives: pages say the same words again and again, and markup is ready."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]  # its kind says that it is markup
    return _escaped_text(value) if kind is str else escape(value)


_escaped_text = lru_cache(maxsize=KEPT)(escape)


class _Writer(CodeGenerator):
    """Writes templates that escape by `_escaped`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("environment.escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)


class _Caller(Context):
    """Calls what it is told to call; nothing here wants to be handed the context for it."""

    def call(
        self,
        called: Any,
        /,
        *arguments: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        return called(*arguments, **named)


class _Environment(Environment):
    """Jinja's, without its detours of calls and escapes: a tenth of the time of a build."""

    code_generator_class = _Writer
    context_class = _Caller
    escaped = staticmethod(_escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template knows. Each page copies it, and Jinja's chain of two mappings
        takes as long to copy as all of a page's frame takes to be written.
        """
        return {**self.globals, **(d or {})}


class Once:
    """Calls a macro once for equal arguments, and gives the same markup as long as it is kept.

    For parts that many pages share; a macro used with it asks for nothing but its arguments.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], Any] = {}

    def __call__(self, macro: Any, *arguments: Any) -> Any:
        key = (macro.name, *arguments)
        if key not in self._made:
            if len(self._made) >= KEPT:
                del self._made[next(iter(self._made))]
            self._made[key] = macro(*arguments)
        return self._made[key]


def _is_of_pages(name: str) -> bool:
    return name.endswith(".html") and "/" not in name and ":" not in name


def variables(context: Any) -> Mapping[str, Any]:
    """The names that a template finds: the fields of its context, nothing else."""
    kind: Any = type(context)
    return {name: getattr(context, name) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _hashed(name: str, content: bytes) -> str:
    """The file of an asset; another content gives another name, so nothing goes stale."""
    stem, _dot, ending = name.partition(".")
    return f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:10]}.{ending}"


def _plotly_styles(content: bytes) -> tuple[str, ...]:
    """The ids of the style elements that Plotly's file makes unless they are there."""
    found = re.findall(rb'getElementById\("([0-9a-f]{64})"\)', content)
    return tuple(sorted({id_.decode() for id_ in found}))


def _plotly(own: str | None = None) -> bytes:
    """The club's own bundle, or Plotly's script as its Python package brings it.

    The package is not imported for it. A bundle needs the traces `scatter` and `bar`.
    """
    if own is not None:
        with open(own, "rb") as file:
            return file.read()
    found = find_spec("plotly")
    for folder in (found.submodule_search_locations or ()) if found else ():
        with open(os.path.join(folder, "package_data", PLOTLY), "rb") as file:
            return file.read()
    raise InvalidInput(_("Plotly is not installed, so charts cannot be published."))
