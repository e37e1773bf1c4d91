"""Where the files live that ship with the program.

In a wheel `data/` and `templates/` lie inside the package; in a checkout they lie
beside it. Both cases are told apart here and nowhere else.
"""

from __future__ import annotations

import os

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def package() -> str:
    """The folder of the program itself."""
    return _PACKAGE


def shipped(*parts: str) -> str:
    """The path of a shipped file or folder, for instance `shipped("data", "rulesets")`."""
    inside = os.path.join(_PACKAGE, *parts)
    return inside if os.path.exists(inside) else os.path.join(os.path.dirname(_PACKAGE), *parts)
