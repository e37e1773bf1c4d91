"""Log the end states of Hanabi games, score them honestly, publish a club's page.

From Python: `from hanabi_log import score`, then `score("54432", strikes=1).score == 18`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hanabi_log.scoring import score

__all__ = ["__version__", "score"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # Loaded when asked for, so that the command line does not import what it may not need.
    if name == "score":
        from hanabi_log.scoring import score

        return score
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
