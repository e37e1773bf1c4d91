"""The columns of a sheet: what they are called, and which heading means which.

Headings are matched without case and blanks, in English and Korean. Words of a club's own
come from a map.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.suits import STANDARD_NAMES, WORDS
from hanabi_log.i18n import _

SUITS = tuple("RYGBWPMK")
FIELDS = (
    "date",
    "group",
    "players",
    "guests",
    "ruleset",
    *SUITS,
    "strikes",
    "total",
    "outcome",
    "hints",
    "deck",
    "minutes",
    "talk",
    "place",
    "note",
    "tags",
    "id",
)
"""Our columns, in the order in which they are written."""
RESULT = "result"
"""A column that holds a total where it is a number, and else a word for the outcome."""

_HEADINGS: dict[str, tuple[str, ...]] = {
    "date": ("day", "when", "played", "날짜", "일자", "일시", "게임날짜", "연월일"),
    "group": ("team", "그룹", "그룹이름", "팀", "테이블"),
    "players": (
        *("player", "names", "people", "who", "participants", "attendees", "참가자", "참석자"),
        *(
            "참여자",
            "플레이어",
            "멤버",
            "이름",
            "사람",
            "명단",
            "참가자명단",
            "참석자명단",
            "인원명단",
        ),
    ),
    "guests": ("손님", "손님수", "게스트"),
    "ruleset": ("rules", "edition", "규칙", "룰", "룰셋", "규칙서", "판본", "버전"),
    "strikes": ("mistakes", "misfires", "fuses", "실수", "오류", "실수횟수", "번개"),
    "total": ("score", "points", "점수", "합계", "총점", "최종점수"),
    "outcome": ("ending", "끝", "결말"),
    "hints": ("hintsleft", "clues", "힌트", "남은힌트"),
    "deck": ("deckleft", "덱", "남은덱", "남은카드"),
    "minutes": ("duration", "소요시간", "걸린시간", "분"),
    "talk": ("대화",),
    "place": ("location", "장소"),
    "note": (
        "notes",
        "comment",
        "comments",
        "remark",
        "remarks",
        "비고",
        "메모",
        "기타",
        "특이사항",
    ),
    "tags": ("tag", "태그"),
    "id": ("gameid", "번호", "아이디"),
    RESULT: ("결과",),
}
_LAST_RESORTS = {"timestamp": "date", "타임스탬프": "date", "모임": "group"}
"""Headings that are taken for a column of ours only where no other one is: when a form was sent
for the date, and the Korean word for an evening and for those who meet for the group."""
_MOST_LISTED, _LONGEST_LISTED = 30, 40
_NUMBERED = re.compile(r"(player|참가자|참석자|플레이어|이름)\d{1,2}", re.ASCII)


def _folded(heading: str) -> str:
    composed = unicodedata.normalize("NFKC", heading).casefold()
    return "".join(c for c in composed if c.isalnum())


def headings() -> dict[str, tuple[str, ...]]:
    """Each column and all headings that mean it, our own name for it first."""
    words = {ours: (ours, *_HEADINGS.get(ours, ())) for ours in (*FIELDS, RESULT)}
    for code in SUITS:
        words[code] = (code, *WORDS[STANDARD_NAMES[code]])
    return words


_BY_HEADING = {_folded(word): ours for ours, words in headings().items() for word in words}


@dataclass(frozen=True, slots=True)
class Columns:
    """Which cell of a row is what; `width` counts the headings, `unused` are the others'."""

    places: Mapping[str, int]
    players: tuple[int, ...]
    width: int
    unused: tuple[str, ...] = field(default=())


def meaning(heading: str) -> str | None:
    """Our name of the column with this heading, None if it says nothing to us.

    Columns for one person each (`player1`, `Player 2`) mean `players` as well.
    """
    folded = _folded(heading)
    return "players" if _NUMBERED.fullmatch(folded) else _BY_HEADING.get(folded)


def understood(cells: Iterable[str], theirs: Iterable[str]) -> int:
    """How many cells of a row are headings, ours or those that a map names."""
    mapped = {heading.strip().casefold() for heading in theirs}
    filled = (cell for cell in cells if cell.strip())
    return sum(cell.strip().casefold() in mapped or meaning(cell) is not None for cell in filled)


def find_columns(
    headings: Sequence[str], theirs: Mapping[str, str], file: str, line: int
) -> Columns:
    """The columns of a sheet; `theirs` gives the heading of some of ours, as a map has it.

    Raises InvalidInput for a mapped heading that the sheet lacks, for two columns that
    mean the same, and for a sheet none of whose columns says how a game ended.
    """
    problems: list[Problem] = []
    by_folded = {heading.strip().casefold(): place for place, heading in enumerate(headings)}
    places: dict[str, int] = {}
    taken: dict[int, str] = {}
    for ours, heading in theirs.items():
        place = by_folded.get(heading.strip().casefold())
        if place is None:
            message = _("There is no column {heading}; there are {headings}").format(
                heading=repr(heading), headings=listed(headings)
            )
            problems.append(Problem(message, ours, file=file, line=line))
        else:
            places[ours] = place
            taken[place] = ours
    players = [places.pop("players")] if "players" in places else []
    unused = []
    for place, heading in enumerate(headings):
        found = meaning(heading) if place not in taken else None
        if found == "players" and "players" not in theirs:
            players.append(place)
        elif found and found != "players" and found not in theirs:
            if found in places:
                message = _("{first} and {second} both mean {ours}: say which with --map").format(
                    first=repr(headings[places[found]]), second=repr(heading), ours=found
                )
                problems.append(Problem(message, found, file=file, line=line))
            places.setdefault(found, place)
        elif place not in taken and heading.strip():
            unused.append(heading.strip())
    for heading in tuple(unused):
        ours = _LAST_RESORTS.get(_folded(heading), "")
        if ours and ours not in places:
            places[ours] = by_folded[heading.casefold()]
            unused.remove(heading)
    if not problems and not {*SUITS, "total", "outcome", RESULT} & places.keys():
        message = _(
            "No column says how a game ended; there are {headings}. Say with --map which one does"
        ).format(headings=listed(headings))
        problems.append(Problem(message, file=file, line=line))
    if problems:
        raise InvalidInput(_("{file} cannot be read as a sheet").format(file=file), problems)
    return Columns(places, tuple(players), len(headings), tuple(unused))


def listed(headings: Sequence[str]) -> str:
    """Headings in a message: the first ones, and each cut where it is long."""
    names = [heading.strip() or "''" for heading in headings[:_MOST_LISTED]]
    shown = [
        name if len(name) <= _LONGEST_LISTED else f"{name[:_LONGEST_LISTED]}…" for name in names
    ]
    return ", ".join([*shown, *(["…"] if len(headings) > _MOST_LISTED else [])])
