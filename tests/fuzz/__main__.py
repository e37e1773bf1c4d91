"""`python -m tests.fuzz [FORMAT…]`: every importer, or those named, for FUZZ_SECONDS each.

Ten minutes if unsaid. Coverage-guided where atheris is installed, else by Hypothesis.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

from tests.fuzz.targets import ALL

TEN_MINUTES = "600"


def main() -> int:
    """The number of importers that were brought down."""
    way = "guided" if find_spec("atheris") else "blind"
    seconds = os.environ.get("FUZZ_SECONDS", TEN_MINUTES)
    fallen = []
    for format in sys.argv[1:] or ALL:
        print(f"{format}: {seconds} s, {way}", flush=True)
        command = [sys.executable, "-m", f"tests.fuzz.{way}", format, seconds]
        if subprocess.run(command).returncode:
            fallen.append(format)
    print("All stood." if not fallen else f"Brought down: {', '.join(fallen)}")
    return len(fallen)


if __name__ == "__main__":
    sys.exit(main())
