"""The map of a site for search engines: every page with its other languages.

It needs full addresses, so it is written only where the address of the site is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote
from xml.etree import ElementTree

MOST = 40_000
"""Pages in one file; the protocol allows 50,000."""

_MAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML = "http://www.w3.org/1999/xhtml"


def sitemaps(
    paths: Sequence[str], languages: Sequence[str], base_url: str
) -> Iterator[tuple[str, bytes]]:
    """The files of the map: `sitemap.xml`, or an index of several where pages are many.

    `paths` are pages below the root of a language; the first language stands at the root.
    """
    ElementTree.register_namespace("", _MAP)
    ElementTree.register_namespace("xhtml", _XHTML)
    base = base_url.rstrip("/")
    addresses = [
        [(code, f"{base}/{f'{code}/' if place else ''}{quote(path)}")
         for place, code in enumerate(languages)]
        for path in paths
    ]  # fmt: skip
    entries = [(address, every) for every in addresses for _code, address in every]
    parts = [entries[at : at + MOST] for at in range(0, len(entries), MOST)] or [[]]
    if len(parts) == 1:
        yield "sitemap.xml", _map(parts[0])
        return
    index = ElementTree.Element(f"{{{_MAP}}}sitemapindex")
    for number, part in enumerate(parts, 1):
        path = f"sitemap-{number}.xml"
        place = ElementTree.SubElement(index, f"{{{_MAP}}}sitemap")
        ElementTree.SubElement(place, f"{{{_MAP}}}loc").text = f"{base}/{path}"
        yield path, _map(part)
    yield "sitemap.xml", _document(index)


def _map(entries: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> bytes:
    root = ElementTree.Element(f"{{{_MAP}}}urlset")
    for address, every in entries:
        url = ElementTree.SubElement(root, f"{{{_MAP}}}url")
        ElementTree.SubElement(url, f"{{{_MAP}}}loc").text = address
        if len(every) > 1:
            for code, other in every:
                ElementTree.SubElement(
                    url,
                    f"{{{_XHTML}}}link",
                    {"rel": "alternate", "hreflang": code, "href": other},
                )
    return _document(root)


def _document(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root, " ")
    text: str = ElementTree.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
