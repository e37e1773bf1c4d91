"""Keeps the Korean catalog beside the texts: `make catalogs`, and the test that asks for it.

Texts are collected from code and templates with Babel. What is new comes in untranslated,
what is gone goes, and the compiled form that the program reads is written beside it.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "data" / "locales" / "ko" / "LC_MESSAGES"
PO, MO = FOLDER / "hanabi_log.po", FOLDER / "hanabi_log.mo"

METHODS = [("hanabi_log/**.py", "python"), ("templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "ngettext": (1, 2)}

Id = str | tuple[str, ...]


def extract() -> set[Id]:
    """Every text for people in the code and the templates; pairs for one and many."""
    found = extract_from_dir(ROOT, METHODS, keywords=KEYWORDS, directory_filter=_is_ours)
    return {message for _file, _line, message, _comments, _context in found}


def read() -> Catalog:
    """The catalog as it lies in the checkout."""
    with PO.open("rb") as file:
        return read_po(file, locale="ko", domain="hanabi_log")


def update() -> Catalog:
    """The catalog with exactly today's texts; translations are kept."""
    known = read()
    fresh = Catalog(
        locale="ko",
        domain="hanabi_log",
        project="hanabi-log",
        fuzzy=False,
        header_comment="# The Korean of hanabi-log; `make catalogs` brings it up to date.",
    )
    for message in sorted(extract(), key=str):
        before = known.get(message)
        fresh.add(message, before.string if before else "")
        # Braces are our only placeholders; a percent sign is a percent sign.
        fresh[message].flags.clear()
    return fresh


def main() -> None:
    """Bring both files up to date and say what is left to translate."""
    catalog = update()
    # Each file is there whole at any time: another run that read a half-written catalog
    # would take its texts for untranslated.
    for path, write in (
        (PO, partial(write_po, sort_output=True, omit_header=False)),
        (MO, write_mo),
    ):
        fresh = path.with_suffix(f".{os.getpid()}")
        with fresh.open("wb") as file:
            write(file, catalog)
        fresh.replace(path)
    missing = [message.id for message in catalog if message.id and not any(message.string)]
    print(f"{len(catalog)} texts, {len(missing)} to translate")
    for text in missing:
        print(f"  {text!r}")


def _is_ours(path: str) -> bool:
    name = Path(path).name
    return name in {ROOT.name, "hanabi_log", "templates"} or any(
        part in path for part in (f"{ROOT}/hanabi_log", f"{ROOT}/templates")
    )


if __name__ == "__main__":
    main()
