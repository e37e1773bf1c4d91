"""Workbooks made by hand: the least that a spreadsheet program accepts, and worse."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | float | date | None
Rows = Sequence[Sequence[Cell]]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_ODS = "application/vnd.oasis.opendocument.spreadsheet"


def xlsx(path: Path, sheets: Mapping[str, Rows], hidden: Sequence[str] = ()) -> str:
    """A workbook of Excel; dates are its day numbers in cells with a date's style."""
    names = list(sheets)

    def state(name: str) -> str:
        return "hidden" if name in hidden else "visible"

    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}" state="{state(name)}"/>'
        for n, name in enumerate(names, 1)
    )
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELATIONS}/worksheet"'
        f' Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    styles = '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r"'
        f' Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}'
        f'<Relationship Id="rIdS" Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><cellXfs count="3">{styles}</cellXfs>'
        "</styleSheet>",
        **{
            f"xl/worksheets/sheet{n}.xml": sheet_xml(sheets[name])
            for n, name in enumerate(names, 1)
        },
    }
    return pack(path, parts)


def sheet_xml(rows: Rows) -> str:
    """One sheet of Excel with cells that say where they are."""
    lines = []
    for n, row in enumerate(rows, 1):
        cells = "".join(
            _xlsx_cell(f"{chr(ord('A') + place)}{n}", cell)
            for place, cell in enumerate(row)
            if cell is not None
        )
        lines.append(f'<row r="{n}">{cells}</row>')
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def _xlsx_cell(address: str, cell: Cell) -> str:
    if isinstance(cell, str):
        return f'<c r="{address}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    if isinstance(cell, date):
        hour = cell if isinstance(cell, datetime) else datetime(cell.year, cell.month, cell.day)
        days = (hour - datetime(1899, 12, 30)).total_seconds() / 86400
        style = 2 if isinstance(cell, datetime) else 1
        return f'<c r="{address}" s="{style}"><v>{days}</v></c>'
    return f'<c r="{address}"><v>{cell}</v></c>'


def ods(path: Path, sheets: Mapping[str, Rows]) -> str:
    """A workbook of LibreOffice, with the repeated empty rows that it writes at the end."""
    spaces = " ".join(f'xmlns:{short}="{_OFFICE}:{short}:1.0"' for short in ("office", "table"))
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows
        )
        + '<table:table-row table:number-rows-repeated="1048000">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>'
        for name, rows in sheets.items()
    )
    content = (
        f'<office:document-content {spaces} xmlns:text="{_OFFICE}:text:1.0"><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    manifest = (
        f'<m:manifest xmlns:m="{_OFFICE}:manifest:1.0"><m:file-entry m:full-path="/"'
        f' m:media-type="{_ODS}"/></m:manifest>'
    )
    return pack(path, {"mimetype": _ODS, "content.xml": content, "META-INF/manifest.xml": manifest})


def _ods_cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, date):
        said = f'office:value-type="date" office:date-value="{cell.isoformat()}"'
    elif isinstance(cell, str):
        said = 'office:value-type="string"'
    else:
        said = f'office:value-type="float" office:value="{cell}"'
    return f"<table:table-cell {said}><text:p>{escape(str(cell))}</text:p></table:table-cell>"


def pack(path: Path, parts: Mapping[str, str | bytes]) -> str:
    """A zip file of these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return str(path)
