"""A workbook taken out of its package without trusting what the package says of itself.

Workbooks are zip files of XML. A small one can unpack to gigabytes, a sheet of two cells can
claim a million rows, and a thousand cells can share one long text. So the parts are unpacked here,
under a limit, and measured, and only then handed to the library that reads them.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from typing import Literal
from xml.parsers import expat

from hanabi_log.errors import reason_of, unreadable
from hanabi_log.i18n import _

Kind = Literal["xlsx", "ods"]
MOST_BYTES = 64 << 20
"""Of all parts together, unpacked; pictures are left out."""
MOST_PARTS = 2_000
MOST_CELLS = 2_000_000
"""Of all sheets, empty ones between the first and the last of each included."""
MOST_LETTERS = 64 << 20
"""Of all cells, a text that several share counted for each of them."""
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 14
"""Of a sheet in any spreadsheet program. Readers count beyond them without a doubt."""
_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_CAPITALS = 26


class _TooLargeError(Exception):
    """A part that is not to be read."""


class _NowhereError(Exception):
    """A cell that says it is where no sheet has one."""


def unpack(path: str) -> tuple[Kind, BytesIO]:
    """What a workbook is, and a package with its parts that is safe to read.

    Raises InvalidInput when the file is damaged, locked, too large or no workbook.
    """
    try:
        with zipfile.ZipFile(path) as package:
            parts = _parts(package)
        kind = _kind_of(parts)
        _measure(parts, kind)
    except _TooLargeError:
        message = _("it is too large: at most {cells} cells and {size} MB unpacked")
        reason = message.format(cells=f"{MOST_CELLS:,}", size=MOST_BYTES >> 20)
        raise unreadable(path, reason) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise unreadable(path, _("it is damaged, or no workbook")) from None
    except (expat.ExpatError, _NowhereError):
        raise unreadable(path, _("it is damaged")) from None
    except RuntimeError:
        raise unreadable(path, _("it is locked with a password")) from None
    except OSError as error:
        raise unreadable(path, reason_of(error)) from None
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    packed.seek(0)
    return kind, packed


def _parts(package: zipfile.ZipFile) -> dict[str, bytes]:
    entries = [
        entry
        for entry in package.infolist()
        if entry.filename == "mimetype" or entry.filename.endswith((".xml", ".rels"))
    ]
    if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise _TooLargeError
    # What is read stops at the size that was announced, whatever is packed behind it.
    return {entry.filename: package.read(entry) for entry in entries}


def _kind_of(parts: Mapping[str, bytes]) -> Kind:
    if "[Content_Types].xml" in parts and any(name.startswith("xl/") for name in parts):
        return "xlsx"
    if parts.get("mimetype", b"").startswith(_ODS) and "content.xml" in parts:
        return "ods"
    raise zipfile.BadZipFile


def _measure(parts: Mapping[str, bytes], kind: Kind) -> None:
    """Raise _TooLargeError where all cells come to too much, _NowhereError for cells that
    no sheet has, and ExpatError for no XML."""
    cells = _Xlsx() if kind == "xlsx" else _Ods()
    for name, content in parts.items():
        if name.endswith(".xml"):
            parser = expat.ParserCreate()
            parser.buffer_text = True
            parser.StartElementHandler = cells.start
            parser.CharacterDataHandler = cells.hear
            parser.StartDoctypeDeclHandler = _refuse
            cells.begin()
            parser.Parse(content, True)
    if cells.letters > MOST_LETTERS:
        raise _TooLargeError


def _refuse(*_declaration: object) -> None:
    # No program writes one, and with it a few bytes can stand for any number of others.
    raise _TooLargeError


class _Cells:
    """The cells of a workbook, sheet by sheet: each spans from its first one to its last."""

    def __init__(self) -> None:
        self._before = 0
        self._first: tuple[int, int] | None = None
        self._last = (0, 0)
        self._row, self._column = 0, 0

    def begin(self) -> None:
        """A part or a sheet begins."""
        self._before += self._span
        self._first, self._last = None, (0, 0)
        self._row, self._column = 0, 0

    @property
    def _span(self) -> int:
        if self._first is None:
            return 0
        return (self._last[0] - self._first[0] + 1) * (self._last[1] - self._first[1] + 1)

    def _hold(self, row: int, column: int) -> None:
        """There is something in this cell."""
        first = self._first or (row, column)
        self._first = (min(first[0], row), min(first[1], column))
        self._last = (max(self._last[0], row), max(self._last[1], column))
        if self._before + self._span > MOST_CELLS:
            raise _TooLargeError


class _Xlsx(_Cells):
    """Cells say where they are, or stand beside the one before; they share texts by number."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: list[int] = []
        self._uses: Counter[int] = Counter()
        self._is_list = self._is_shared = self._is_number = False

    @property
    def letters(self) -> int:
        """The letters of the shared texts, as often as they are shared."""
        return sum(length * self._uses[number] for number, length in enumerate(self._texts))

    def begin(self) -> None:
        super().begin()
        self._is_list = self._is_shared = self._is_number = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self._is_number = self._is_shared and name == "v"
        if name == "row":
            given = attributes.get("r")
            self._row = self._row + 1 if given is None else _number(given, MOST_ROWS)
            self._column = 0
        elif name == "c":
            self._column += 1
            self._is_shared = attributes.get("t") == "s"
            if "r" in attributes:
                match = _ADDRESS.fullmatch(attributes["r"])
                if match is None:
                    raise _NowhereError
                self._column, self._row = _column(match[1]), _number(match[2], MOST_ROWS)
        elif name in ("v", "is"):
            self._hold(self._row, self._column)
        elif name == "si":
            self._is_list = True
            self._texts.append(0)

    def hear(self, text: str) -> None:
        if self._is_list:
            self._texts[-1] += len(text)
        elif self._is_number and text.strip():
            self._uses[_number(text, MOST_LETTERS, least=0)] += 1


class _Ods(_Cells):
    """Rows and cells stand one after the other, and may say how often they are repeated."""

    def __init__(self) -> None:
        super().__init__()
        self.letters = 0
        self._rows = 1
        self._times = self._heard = 0

    def begin(self) -> None:
        super().begin()
        self._rows = 1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "table":
            self.begin()
        elif name == "table-row":
            self._row += self._rows
            self._rows = _number(attributes.get("table:number-rows-repeated", "1"), MOST_ROWS)
            self._column = self._heard = 0
        elif name in ("table-cell", "covered-table-cell"):
            given = attributes.get("table:number-columns-repeated", "1")
            columns = _number(given, MOST_COLUMNS)
            if "office:value-type" in attributes:
                self._hold(self._row, self._column + 1)
                self._hold(self._row + self._rows - 1, self._column + columns)
            self._column += columns
            self._times, self._heard = self._rows * columns, 0
            self.letters += len(attributes.get("office:string-value", "")) * self._times
        elif name == "p":
            self._hold(max(self._row, 1), max(self._column, 1))
            self._heard = self._times
        elif name == "s":
            # So many blanks.
            self.letters += _number(attributes.get("text:c", "1"), MOST_LETTERS) * self._times

    def hear(self, text: str) -> None:
        self.letters += len(text) * self._heard


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * _CAPITALS + ord(letter) - ord("A") + 1
    if number > MOST_COLUMNS:
        raise _NowhereError
    return number


def _number(given: str, most: int, least: int = 1) -> int:
    """A number from `least` to `most`; _NowhereError for anything else."""
    if not (given.isascii() and given.isdecimal() and len(given) <= len(str(most))):
        raise _NowhereError
    if not least <= int(given) <= most:
        raise _NowhereError
    return int(given)
