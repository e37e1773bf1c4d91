"""Korean and English.

English is written in the code and marked with `_`; Korean stands in a gettext catalog.
The language belongs to the running context, so that one build can write both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from hanabi_log.resources import shipped

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = ("en", "ko")

_language: ContextVar[str] = ContextVar("language", default="en")


def _(message: str) -> str:
    """The message in the language of the running context."""
    language = _language.get()
    return message if language == "en" else _catalog(language).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """The form of the message that fits the number `n`."""
    language = _language.get()
    if language == "en":
        return one if n == 1 else many
    return _catalog(language).ngettext(one, many, n)


def current_language() -> str:
    """The code of the language in use: `en` or `ko`."""
    return _language.get()


def use_language(language: str) -> None:
    """Speak `language` from here on in this context; unknown codes mean English."""
    _language.set(language if language in LANGUAGES else "en")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` inside the with-block only."""
    token = _language.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def language_of(environ: Mapping[str, str]) -> str:
    """The language that the locale variables name, in the order POSIX reads them."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "ko" if value.lower().startswith("ko") else "en"
    return "en"


@cache
def _catalog(language: str) -> NullTranslations:
    import gettext

    # A checkout whose catalogs were not compiled yet speaks English.
    return gettext.translation("hanabi_log", shipped("data", "locales"), [language], fallback=True)
