"""A language that is no language: every message of the program is decorated.

It proves that what people read goes through the catalogs, before anybody has translated
anything: what comes out bare was not asked for.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Iterator

import pytest

from hanabi_log import i18n
from hanabi_log.site import build as building

MARK = "가"
"""Stands before and after every message; Hangul, so that pages look as Korean ones will."""


class Pseudo(gettext.NullTranslations):
    """Gives every message back with a mark on both sides."""

    def gettext(self, message: str) -> str:
        return f"{MARK}{message}{MARK}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{MARK}{msgid2}{MARK}"


def forget() -> None:
    """Empty what the program remembers by language, for the language means something else."""
    for name, module in list(sys.modules.items()):
        if name.startswith("hanabi_log."):
            for value in vars(module).values():
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()


def speak_pseudo(patch: pytest.MonkeyPatch) -> None:
    """Make Korean that language, as long as the patch lasts."""
    forget()
    patch.setattr(building, "_has_catalog", lambda code: True)
    patch.setattr(i18n, "_catalog", lambda language: Pseudo())


@pytest.fixture(scope="module")
def pseudo_korean() -> Iterator[None]:
    """Korean is a decorated English while a module of tests runs."""
    with pytest.MonkeyPatch.context() as patch:
        speak_pseudo(patch)
        yield
    forget()
