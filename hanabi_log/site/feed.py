"""A feed of sessions (Atom, RFC 4287): whoever follows it hears of a new evening.

Dates are the civil dates of the log at midnight, so the same log gives the same feed.
Sessions without a date are not in it, for an entry needs one.
"""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from hanabi_log.i18n import _
from hanabi_log.site import words
from hanabi_log.site.contexts.setting import Setting
from hanabi_log.site.gather import Session

PATH = "feed.xml"
MOST = 30
GAMES = 12
"""The most games that an entry lists."""

_ATOM = "http://www.w3.org/2005/Atom"


def feed(setting: Setting) -> bytes:
    """The feed of one language, the latest session first."""
    ElementTree.register_namespace("", _ATOM)
    log = setting.log
    dated = [session for session in log.sessions if session.date is not None][-MOST:][::-1]
    root = ElementTree.Element(f"{{{_ATOM}}}feed", {"xml:lang": setting.language})
    _text(root, "id", _id(setting, PATH))
    _text(root, "title", _("{club}: sessions").format(club=log.club.name))
    _text(root, "updated", _moment(dated[0].date if dated else None))
    _link(root, "self", _address(setting, PATH), "application/atom+xml")
    _link(root, "alternate", _address(setting, "index.html"), "text/html")
    author = ElementTree.SubElement(root, f"{{{_ATOM}}}author")
    _text(author, "name", log.club.name)
    for session in dated:
        root.append(_entry(setting, session))
    ElementTree.indent(root, " ")
    text: str = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def titles(setting: Setting) -> frozenset[str]:
    """The names from the log that the feed holds, for the check of privacy."""
    log = setting.log
    return frozenset((log.club.name, *(table.group.name for table in log.tables if table.group)))


def _entry(setting: Setting, session: Session) -> ElementTree.Element:
    entry = ElementTree.Element(f"{{{_ATOM}}}entry")
    day = words.long_day(session.date)
    title = f"{day} · {session.group.name}" if session.group else day
    _text(entry, "id", _id(setting, session.href()))
    _text(entry, "title", title)
    _text(entry, "updated", _moment(session.date))
    _link(entry, "alternate", _address(setting, session.href()), "text/html")
    _text(entry, "summary", _summary(setting, session))
    return entry


def _summary(setting: Setting, session: Session) -> str:
    """A line for each game: what it came to, under which rules, and who sat there."""
    lines = []
    for game in session.games[:GAMES]:
        made = setting.cards.card(game)
        people = [*(name.text for name in made.names), *([made.guests] if made.guests else [])]
        score = _("{points} of {most}").format(points=made.points, most=made.out_of)
        parts = [score if made.out_of else made.points, made.verdict, made.rules]
        lines.append(
            _("{result}: {people}").format(
                result=words.listing([part for part in parts if part]),
                people=words.listing(people),
            )
        )
    more = len(session.games) - GAMES
    return "\n".join([*lines, *([words.games(more)] if more > 0 else [])])


def _text(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}").text = writable(text)


def _link(parent: ElementTree.Element, rel: str, href: str, kind: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}link", {"rel": rel, "href": href, "type": kind})


def _address(setting: Setting, href: str) -> str:
    """The full address where the site's is known; else one from the feed's own."""
    if setting.base_url is None:
        return href
    return f"{setting.base_url.rstrip('/')}/{setting.prefix}{href}"


def _id(setting: Setting, href: str) -> str:
    if setting.base_url is not None:
        return _address(setting, href)
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{setting.log.club.name}/{setting.prefix}{href}')}"


def _moment(date: str | None) -> str:
    return f"{date or '1970-01-01'}T00:00:00Z"


def writable(text: str) -> str:
    """The text without the characters that XML 1.0 cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter in "\t\n\r" or " " <= letter <= "\ud7ff" or "\ue000" <= letter <= "\ufffd"
        or letter >= "\U00010000"
    )  # fmt: skip
