"""The rules of Hoola King as JSON, for the calculator that reckons in the browser.

Numbers, spellings and sentences are those of the program, in the language in use; what the
browser makes of them is held to the program by a test.
"""

from __future__ import annotations

from markupsafe import Markup

from hanabi_log.games.hoola.cards import COPIES, RANKS, SEVEN, SUIT_WORDS
from hanabi_log.games.hoola.hands import DEALT
from hanabi_log.games.hoola.rounds import ENDS, MULTIPLIERS, PLAYERS, THRESHOLDS
from hanabi_log.games.hoola.words import templates
from hanabi_log.i18n import _
from hanabi_log.site.charts.base import as_json

LETTERS = "ABCDE"
"""What players are called in the calculator until somebody names them."""


def hoola_json() -> Markup:
    """Everything that scoring a round asks for, and the words of the form."""
    return as_json(
        {
            "ends": list(ENDS),
            "multipliers": dict(MULTIPLIERS),
            "thresholds": {name: limits._asdict() for name, limits in THRESHOLDS.items()},
            "players": [PLAYERS[0], PLAYERS[-1]],
            "ranks": list(RANKS),
            "suits": {suit: list(words) for suit, words in SUIT_WORDS.items()},
            "copies": COPIES,
            "seven": SEVEN,
            "dealt": DEALT,
            "words": templates(),
            "form": {
                "names": list(LETTERS),
                "limits": _("low {low}, high {high}, stop {stop}"),
                "twice": _("{name} sits at the table twice"),
                "nobody": _("Nobody"),
                "void": _("Nobody pays"),
                "undecided": _("Not decided yet"),
                "waiting": _("Fill in what everybody holds."),
                "name": _("Name"),
                "place": _("Rank"),
                "points": _("Points"),
                "caption": _("Places and points"),
            },
        }
    )
