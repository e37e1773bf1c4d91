"""What a club changes about the look without writing a template: colours, logo, sheet, charts.

Colours come in pairs, light and dark, and are refused where text could not be read in them
(WCAG 2.2, 1.4.3: contrast of 4.5 with the ground). Suits keep their colours.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.i18n import _

COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fbfaf6", "#10182b"),
    "sky": ("#f3eee3", "#0a1022"),
    "hill": ("#e6ddcb", "#16203c"),
    "line": ("#d8d0c0", "#2e3a59"),
    "ink": ("#1b2036", "#f1ede4"),
    "mute": ("#575d70", "#a9b2c8"),
    "ember": ("#97470b", "#f2a65e"),
    "focus": ("#1a4497", "#ffd98a"),
}
"""The colours that can be changed, as our sheet has them in light and in dark."""

LOGOS = {"svg", "png", "webp", "jpg", "jpeg"}
MOST_BYTES = 200_000
"""Of a logo, which every visitor loads."""

_TEXT = ("ink", "mute", "ember")
_GROUNDS = ("paper", "sky")
_LEAST_TEXT, _LEAST_FOCUS = 4.5, 3.0


@dataclass(frozen=True, slots=True)
class Look:
    """The club's own look; `logo`, `css` and `plotly` are paths of files.

    `colours` maps a name of `COLOURS` to six hexadecimal digits in light and in dark.
    """

    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    logo: str | None = None
    css: str | None = None
    plotly: str | None = None

    @property
    def logo_name(self) -> str:
        """The name of the logo among the assets; empty without one."""
        return f"logo.{_ending(self.logo)}" if self.logo else ""


NO_LOOK = Look()


def assets(look: Look) -> Iterator[tuple[str, bytes]]:
    """The assets that a look adds: name and content.

    Raises InvalidInput, with every fault, for files that cannot be used and colours that
    cannot be read.
    """
    problems = list(_problems(look))
    if problems:
        raise InvalidInput(_("The look of the site cannot be used"), problems)
    if look.colours:
        yield "colours.css", sheet(look.colours).encode()
    if look.css:
        yield "extra.css", _read(look.css)
    if look.logo:
        yield look.logo_name, _read(look.logo)


def sheet(colours: Mapping[str, tuple[str, str]]) -> str:
    """The style sheet of a club's colours."""
    lines = [
        f"  --{name}: light-dark({light}, {dark});"
        for name, (light, dark) in sorted(colours.items())
    ]
    if "ember" in colours:
        # The band of intervals is the ember thinned out, as in our own sheet.
        light, dark = colours["ember"]
        lines.append(f"  --wash: light-dark({light}24, {dark}2e);")
    return "\n".join([":root {", *lines, "}", ""])


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance of sRGB)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _problems(look: Look) -> Iterator[Problem]:
    yield from _unreadable(look.colours)
    if look.logo:
        if _ending(look.logo) not in LOGOS:
            yield Problem(
                _("Not a picture for the web; allowed: {kinds}").format(
                    kinds=", ".join(sorted(LOGOS))
                ),
                "site.logo",
                file=look.logo,
            )
        elif os.path.isfile(look.logo) and os.path.getsize(look.logo) > MOST_BYTES:
            yield Problem(
                _("The logo has {n} kB; at most {most} are allowed").format(
                    n=os.path.getsize(look.logo) // 1000, most=MOST_BYTES // 1000
                ),
                "site.logo",
                file=look.logo,
            )
    for key, path in (("logo", look.logo), ("css", look.css), ("plotly", look.plotly)):
        if path and not os.path.isfile(path):
            yield Problem(_("There is no such file"), f"site.{key}", file=path)


def _unreadable(own: Mapping[str, tuple[str, str]]) -> Iterator[Problem]:
    colours = {**COLOURS, **own}
    for theme, word in enumerate((_("light"), _("dark"))):
        for name in (*_TEXT, "focus"):
            for ground in _GROUNDS:
                if name not in own and ground not in own:
                    continue
                least = _LEAST_FOCUS if name == "focus" else _LEAST_TEXT
                found = contrast(colours[name][theme], colours[ground][theme])
                if found < least:
                    yield Problem(
                        _(
                            "{name} on {ground} has a contrast of {found} in the {theme} theme;"
                            " at least {least} is needed to read it"
                        ).format(
                            name=name, ground=ground, found=f"{found:.1f}", theme=word, least=least
                        ),
                        f"site.colours.{name if name in own else ground}",
                    )


def _ending(path: str | None) -> str:
    return os.path.splitext(path or "")[1].lstrip(".").lower()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
