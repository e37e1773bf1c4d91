"""The list of clubs, a hundred to a page: by games, and by name with the letters to jump to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hanabi_log.i18n import _
from hanabi_log.names import key_of
from hanabi_log.site import words
from hanabi_log.site.contexts.base import Frame, Link, holds, says
from hanabi_log.site.contexts.setting import Page, Setting
from hanabi_log.site.federation.home import clubs_in_words
from hanabi_log.site.federation.portraits import Entry
from hanabi_log.site.people import Name

Order = Literal["games", "name"]
ORDERS: tuple[Order, ...] = ("games", "name")

PER_PAGE = 100
_NEAR = 2
"""How many pages before and after the one at hand are linked."""
_MOST_LETTERS = 60
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in the list."""

    anchor: str = says("its id on the page, to be linked to")
    name: Name = holds("the club")
    mean: str = says("the mean of its points; empty when there is none")
    mean_note: str = says("the interval of the mean; may be empty")
    facts: str = says("games and people, and since when")


@dataclass(frozen=True, kw_only=True)
class ClubsPage(Frame):
    """A part of the list of clubs."""

    lede: str = says("how many clubs and games there are, and which of them stand here")
    orders: tuple[Link, ...] = says("the orders that the list comes in")
    letters: tuple[Link, ...] = holds("first letters; empty in other orders and short lists")
    rows: tuple[ClubRow, ...] = holds("the clubs")
    pages: tuple[Link, ...] = says("the pages near this one, the first and the last; may be empty")


def clubs_pages(setting: Setting, entries: Sequence[Entry]) -> Iterator[Page]:
    """The list in the language in use, in each order."""
    for order in ORDERS:
        ranked = _ranked(entries, order)
        letters = _letters(ranked) if order == "name" else {}
        for number in range(1, _pages(len(ranked)) + 1):
            yield _page(setting, ranked, order, number, letters)


def path_of(order: Order, number: int) -> str:
    """The file of a page of the list, counted from 1."""
    # Dots keep these apart from the pages of clubs, whose slugs have none.
    part = "" if number == 1 else f".{number}"
    return f"clubs/index{part}.html" if order == "games" else f"clubs/by.name{part}.html"


def _page(
    setting: Setting, ranked: Sequence[Entry], order: Order, number: int, letters: Mapping[str, int]
) -> Page:
    path, count = path_of(order, number), _pages(len(ranked))
    shown = ranked[(number - 1) * PER_PAGE : number * PER_PAGE]
    lede = words.listing(
        [clubs_in_words(len(ranked)), words.games(sum(entry.games for entry in ranked))]
    )
    if count > 1:
        lede = _("{all}. Here: {first} to {last}.").format(
            all=lede,
            first=words.number((number - 1) * PER_PAGE + 1),
            last=words.number((number - 1) * PER_PAGE + len(shown)),
        )
    context = ClubsPage(
        **setting.frame(path, _("Clubs"), description=lede),
        lede=lede,
        orders=tuple(
            Link(text, path_of(other, 1), current=other == order)
            for other, text in _orders().items()
        )
        if len(ranked) > 1
        else (),
        letters=tuple(
            Link(letter, f"{path_of('name', place // PER_PAGE + 1)}#{_anchor(place)}")
            for letter, place in letters.items()
        ),
        rows=tuple(
            _row(_anchor(place), entry)
            for place, entry in enumerate(shown, (number - 1) * PER_PAGE)
        ),
        pages=tuple(
            Link(words.number(page), path_of(order, page), current=page == number)
            for page in range(1, count + 1)
            if abs(page - number) <= _NEAR or page in (1, count)
        )
        if count > 1
        else (),
    )
    return Page(path, "federation/clubs.html", context)


def _orders() -> dict[Order, str]:
    return {"games": _("most games first"), "name": _("by name")}


def _row(anchor: str, entry: Entry) -> ClubRow:
    facts = [words.games(entry.games), words.people(entry.people)]
    if entry.first:
        facts.append(_("since {month}").format(month=words.month(entry.first)))
    mean = entry.mean
    spread = ""
    if mean is not None and mean.low is not None and mean.high is not None:
        spread = words.unbroken(words.mean_interval(mean.low, mean.high))
    return ClubRow(
        anchor,
        entry.link,
        words.number(mean.value, 1) if mean else "",
        spread,
        words.listing(facts),
    )


def _ranked(entries: Sequence[Entry], order: Order) -> list[Entry]:
    if order == "games":
        return sorted(entries, key=lambda entry: (-entry.games, key_of(entry.name), entry.id))
    return sorted(entries, key=lambda entry: (_group(entry.name), key_of(entry.name), entry.id))


def _pages(clubs: int) -> int:
    return max(1, -(-clubs // PER_PAGE))


def _letters(ranked: Sequence[Entry]) -> dict[str, int]:
    """At which place, from 0, the names with each first letter begin; none in a short list."""
    found: dict[str, int] = {}
    for place, entry in enumerate(ranked):
        found.setdefault(_initial(entry.name), place)
    return found if len(ranked) > PER_PAGE and len(found) <= _MOST_LETTERS else {}


def _anchor(place: int) -> str:
    return f"club-{place + 1}"


def _group(name: str) -> tuple[bool, str]:
    # What begins with no letter stands together, at the end.
    initial = _initial(name)
    return not initial.isalpha(), initial


def _initial(name: str) -> str:
    """The first letter in capitals; of a syllable of Hangul its first sound; `#` for no letter."""
    first = key_of(name)[:1]
    if "가" <= first <= "힣":
        return _INITIALS[(ord(first) - ord("가")) // 588]
    return first.upper()[:1] if first.isalpha() else "#"
