"""The rows of a club's files, looked through before an engine sees any of them.

Whoever wrote a file may have meant anything by it, and a sound footer says nothing of what
lies before it. Each column that is read is compared as a whole with what a log can hold and
with what the club says of itself, many rows at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from pyarrow import (
    ArrowException,
    Table,
    array,
    chunked_array,
    compute,
    concat_tables,
    parquet,
    string,
)

from hanabi_log.errors import Problem
from hanabi_log.exporters.parquet import CLUB_FILE
from hanabi_log.federation.aggregates import COLUMNS, LAID
from hanabi_log.federation.figures import Member
from hanabi_log.games.hanabi.endstate import OUTCOMES
from hanabi_log.games.hanabi.fields import shown
from hanabi_log.games.hanabi.suits import MOST_SUITS, RANKS
from hanabi_log.i18n import _

MOST = 100
"""As far from 0 as points and a score can be: no house rule gives a struck-out game more."""
AT_ONCE = 200_000
"""Rows that are looked at together, of one file or of several."""
_WORDS = ("month", "group", "ruleset", "rules", "outcome", "players.list.element")
"""Columns of few different texts, which are looked at once each."""
_SHOWN = 60


class Fault(NamedTuple):
    """A column, which of its rows are unfit, and what is allowed there."""

    column: str
    rows: Any
    allowed: str


class _Piece(NamedTuple):
    """Rows of a file that stand together; `first` is how many stand before them."""

    file: str
    first: int
    table: Any


class _Part(NamedTuple):
    """Pieces of one file or of several, and all their rows as one table."""

    pieces: Sequence[_Piece]
    table: Any


def check_rows(folder: str, files: Sequence[str], member: Member) -> tuple[int, list[Problem]]:
    """How many games the files of a club hold, and what is wrong with them.

    Of each file and column the first row that is unfit is named, its number from 1 being the
    line. The files have the columns of `aggregates.COLUMNS`; `folder` is the club's.
    """
    problems: list[Problem] = []
    ids: list[Any] = []
    for part in _parts(files, problems):
        for fault in _faults(part.table, member):
            if fault.rows.true_count:
                problems += _named(part, fault, member)
        ids.append(part.table["id"].combine_chunks())
    return sum(map(len, ids)), [*problems, *_doubles(ids, folder)]


def _named(part: _Part, fault: Fault, member: Member) -> Iterator[Problem]:
    start = 0
    for piece in part.pieces:
        size = piece.table.num_rows
        row = compute.index(fault.rows.slice(start, size), True).as_py()
        if row >= 0:
            value = _python(part.table[fault.column][start + row])
            if fault.column == "players" and value is not None:
                value = [name for name in value if name and name not in member.people]
            text = _("{found} does not fit; allowed: {allowed}").format(
                found=_short(value), allowed=fault.allowed
            )
            yield Problem(text, fault.column, file=piece.file, line=piece.first + row + 1)
        start += size


def _parts(files: Sequence[str], problems: list[Problem]) -> Iterator[_Part]:
    pieces: list[_Piece] = []
    for file in files:
        try:
            for piece in _pieces(file):
                pieces.append(piece)
                if sum(piece.table.num_rows for piece in pieces) >= AT_ONCE:
                    yield _together(pieces)
                    pieces = []
        except (ArrowException, OSError) as error:
            pieces = [piece for piece in pieces if piece.file != file]
            text = _("The file is damaged ({text})").format(text=str(error).splitlines()[0])
            problems.append(Problem(text, file=file))
    if pieces:
        yield _together(pieces)


def _pieces(file: str) -> Iterator[_Piece]:
    with parquet.ParquetFile(
        file, read_dictionary=_WORDS, page_checksum_verification=True
    ) as games:
        suits = [name for name in games.schema_arrow.names if name.startswith(LAID)]
        first = 0
        for batch in games.iter_batches(AT_ONCE, columns=[*COLUMNS, *suits]):
            batch.validate(full=True)
            yield _Piece(file, first, Table.from_batches([batch]))
            first += len(batch)


def _together(pieces: Sequence[_Piece]) -> _Part:
    # A suit that only some of the files have is null in the others.
    table = concat_tables([piece.table for piece in pieces], promote_options="default")
    return _Part(tuple(pieces), table.combine_chunks())


def _faults(table: Any, member: Member) -> Iterator[Fault]:
    columns = {name: table[name].combine_chunks() for name in table.column_names}
    day, month, players = columns["date"], columns["month"], columns["players"]
    rules = columns["rules"]
    for name in ("id", "counted", "win_or_lose"):
        yield Fault(name, compute.is_null(columns[name]), _("a value in every row"))
    yield Fault("date", _outside(compute.year(day), 1, 9999), "0001-01-01 … 9999-12-31")
    yield Fault("month", _differ(_months(day), _plain(month)), _("the month of the date"))
    yield Fault("group", _strange(columns["group"], member.groups), _of_the_club())
    yield Fault("players", _with_strangers(players, member.people), _of_the_club())
    yield Fault(
        "seats",
        compute.and_(
            players.is_valid(), _differ(compute.list_value_length(players), columns["seats"])
        ),
        _("as many as there are players and guests"),
    )
    known = compute.index_in(
        rules.dictionary, value_set=array(list(member.rulesets), string())
    ).take(rules.indices)
    yield Fault("rules", compute.is_null(known), _of_the_club())
    specs = array([one.spec for one in member.rulesets.values()], string()).take(known)
    yield Fault(
        "ruleset",
        compute.and_(compute.is_valid(known), _differ(specs, _plain(columns["ruleset"]))),
        _("the name that its rules have"),
    )
    yield Fault("outcome", _strange(columns["outcome"], OUTCOMES), ", ".join(OUTCOMES))
    most = MOST_SUITS * RANKS
    yield Fault("max_score", _outside(columns["max_score"], 0, most), _whole(0, most))
    for name in ("points", "score"):
        yield Fault(name, _outside(columns[name], -MOST, MOST), _whole(-MOST, MOST))
    for name, column in columns.items():
        if name.startswith(LAID):
            yield Fault(name, _outside(column, 0, RANKS), _whole(0, RANKS))


def _whole(low: int, high: int) -> str:
    return _("a whole number from {low} to {high}").format(low=low, high=high)


def _of_the_club() -> str:
    return _("what {file} of the club lists").format(file=CLUB_FILE)


def _outside(column: Any, low: int, high: int) -> Any:
    """Where a number is out of range; one that is not known is not."""
    beyond = compute.or_(compute.less(column, low), compute.greater(column, high))
    return compute.fill_null(beyond, False)


def _differ(wanted: Any, found: Any) -> Any:
    """Where two columns differ, two values that are not known being equal."""
    one_is_null = compute.xor(compute.is_null(wanted), compute.is_null(found))
    return compute.fill_null(compute.not_equal(wanted, found), one_is_null)


def _plain(column: Any) -> Any:
    return column.dictionary.take(column.indices)


def _months(day: Any) -> Any:
    days = day.dictionary_encode()
    named = compute.utf8_slice_codeunits(days.dictionary.cast(string()), 0, len("2026-11"))
    return named.take(days.indices)


def _strange(column: Any, known: Iterable[str]) -> Any:
    """Where a text is none of those that are known; none at all is not strange."""
    fit = compute.is_in(column.dictionary, value_set=array(list(known), string()))
    return compute.fill_null(compute.invert(fit.take(column.indices)), False)


def _with_strangers(players: Any, known: Iterable[str]) -> Any:
    rows = compute.is_null(players).to_numpy(zero_copy_only=False).copy()
    strange = _strange(players.flatten(), known)
    if strange.true_count:
        rows[compute.list_parent_indices(players).filter(strange).to_numpy()] = True
    return array(rows)


def _doubles(ids: Sequence[Any], folder: str) -> Iterator[Problem]:
    """A game that a club has twice; if there are several, one of them."""
    together = chunked_array(ids, string())
    if compute.count_distinct(together, mode="all").as_py() == len(together):
        return
    counts = compute.value_counts(together)
    twice = counts.field("values").filter(compute.greater(counts.field("counts"), 1))
    text = _("The game {id} is there more than once").format(id=_short(twice[0].as_py()))
    yield Problem(text, "id", file=folder)


def _python(found: Any) -> Any:
    try:
        return found.as_py()
    except OverflowError:
        # A day that no calendar of Python has.
        return found.cast(string()).as_py()


def _short(value: object) -> str:
    text = shown(str(value) if isinstance(value, date) else value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
