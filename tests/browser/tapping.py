"""Tapping in an end state, as a person does on the calculator and on the page for the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

PHONE = {"width": 360, "height": 800}


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """A page in a context of its own; whatever it complains about fails the test."""
    options = {"viewport": PHONE, "reduced_motion": "reduce", **options}
    context = browser.new_context(**options)
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    try:
        page.goto(address)
        yield page
        assert complaints == []
        origin = address.rpartition("/")[0]
        assert [url for url in asked if not url.startswith((origin, "data:", "blob:"))] == []
    finally:
        context.close()


def tap_stacks(page: Page, **stacks: int) -> None:
    """Tap the last card of some suits, by their codes."""
    for code, last in stacks.items():
        tap(page, f"stack-{code}", last)


def tap(page: Page, name: str, value: int) -> None:
    """Tap a number in a row."""
    page.locator(f'input[name="{name}"][value="{value}"]').locator("..").click()


def module(page: Page, name: str) -> None:
    """Tick a module, or take it away."""
    box = page.locator(f'[data-module][value="{name}"]')
    if not box.is_visible():
        page.locator(".modules summary").click()
    box.click()
