"""The texts of click, in our catalog: headings of a help, and what is wrong with a command.

click asks the system's catalogs, which have no Korean of it and know nothing of `--lang`. Its
modules are given our translator instead, once, and only for another language than English.
"""

from __future__ import annotations

from importlib import import_module

from hanabi_log.i18n import _, ngettext

MODULES = ("core", "exceptions", "formatting", "parser", "termui", "types", "_termui_impl")
"""Those of click that speak to people."""


def speak_ours() -> None:
    """Let click take its texts from our catalog from here on."""
    for name in MODULES:
        texts = vars(import_module(f"click.{name}"))
        for key, translate in (("_", _), ("ngettext", ngettext)):
            # A release of click without texts in one of them loses nothing.
            if key in texts:
                texts[key] = translate


def click_texts() -> frozenset[str]:
    """Those texts of click that our commands can bring up, for the catalog."""
    return frozenset(
        (
            _("Options"),
            _("Commands"),
            _("Usage:"),
            _("required"),
            _("default: {default}"),
            _("env var: {var}"),
            _("Missing command."),
            _("Missing argument"),
            _("Missing option"),
            _("Missing parameter"),
            _("Choose from:\n\t{choices}"),
            _("No such option {name!r}."),
            _("No such command {name!r}."),
            _("Option {name!r} does not take a value."),
            _("Invalid value: {message}"),
            _("Invalid value for {param_hint}: {message}"),
            _("{value!r} is not a valid {number_type}."),
            _("{value} is not in the range {range}."),
            _("{name} {filename!r} does not exist."),
            _("{name} {filename!r} is a file."),
            _("{name} {filename!r} is a directory."),
            _("{name} {filename!r} is not readable."),
            _("{name} {filename!r} is not writable."),
            _("file"),
            _("directory"),
            _("path"),
            _("Error: {message}"),
            _("Error: invalid input"),
            _("{editor}: Editing failed"),
            _("{editor}: Editing failed: {e}"),
            *_plurals(1),
            *_plurals(2),
        )
    )


def _plurals(n: int) -> tuple[str, ...]:
    return (
        ngettext(
            "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", n
        ),
        ngettext(
            "Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given.", n
        ),
        ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n),
        ngettext(
            "Option {name!r} requires an argument.",
            "Option {name!r} requires {nargs} arguments.",
            n,
        ),
        ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", n),
    )
