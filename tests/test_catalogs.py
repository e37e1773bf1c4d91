"""Korean is complete: every text is translated, and keeps what is filled into it."""

from __future__ import annotations

import gettext
import re

from hanabi_log.i18n import speaking
from tests import catalogs

CATALOG = catalogs.read()
MESSAGES = [message for message in CATALOG if message.id]


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def test_the_catalog_has_exactly_todays_texts() -> None:
    known = {
        message.id if isinstance(message.id, str) else tuple(message.id) for message in MESSAGES
    }
    assert known == catalogs.extract()


def test_every_text_is_translated() -> None:
    assert len(MESSAGES) > 1000
    empty = [message.id for message in MESSAGES if not all(forms(message.string))]
    assert empty == []


def test_what_is_filled_in_stays() -> None:
    for message in MESSAGES:
        wanted = set(re.findall(r"{\w*}", forms(message.id)[-1]))
        for text in forms(message.string):
            assert set(re.findall(r"{\w*}", text)) == wanted, message.id


def test_the_compiled_catalog_is_the_written_one() -> None:
    with catalogs.MO.open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in MESSAGES:
        if isinstance(message.id, str):
            assert compiled.gettext(message.id) == message.string
        else:
            assert compiled.ngettext(*message.id, 2) == message.string[0]


def test_names_of_suits_follow_the_language() -> None:
    from hanabi_log.rulebook import Rulebook

    red = Rulebook().ruleset("basic").suits[0]
    assert red.label == "Red"
    with speaking("ko"):
        assert red.label == "빨강"
