"""Reading what a build wrote: links, ids, text."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

VOID = frozenset(("meta", "link", "br", "img", "input", "hr"))


class PageReader(HTMLParser):
    """A page taken apart. `unclosed` is what was opened and never closed, or closed wrongly."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.unclosed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def ids(self) -> list[str]:
        return [str(attrs["id"]) for _tag, attrs in self.tags if attrs.get("id")]

    @property
    def links(self) -> list[str]:
        found = []
        for tag, attrs in self.tags:
            if tag == "use":
                continue
            found += [str(attrs[key]) for key in ("href", "src", "data-plotly") if attrs.get(key)]
        return found


def read(path: Path) -> PageReader:
    """A written page, taken apart."""
    page = PageReader()
    page.feed(path.read_text())
    page.close()
    return page
