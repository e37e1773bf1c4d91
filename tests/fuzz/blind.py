"""One importer under Hypothesis for a time, where the coverage-guided fuzzer does not install.

Files are made by cutting seeds up and putting their pieces and words together anew.
"""

from __future__ import annotations

import sys
import tempfile
import time

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import seeds, target, tokens


def main(format: str, seconds: str) -> None:
    """Fuzz one format for so many seconds; raises with the smallest file that brings it down."""
    ready = seeds(format)
    places = st.integers(0, max(map(len, ready)))
    word = st.sampled_from([b"", *tokens(format)]) | st.binary(max_size=6)
    cut = st.tuples(st.sampled_from(ready), places, places, word)
    files = st.lists(cut, min_size=1, max_size=6).map(
        lambda cuts: b"".join(seed[min(a, b) : max(a, b)] + word for seed, a, b, word in cuts)
    )
    whole = st.tuples(st.sampled_from(ready), places, places, word).map(
        lambda found: found[0][: found[1]] + found[3] + found[0][found[1] + found[2] % 40 :]
    )
    until = time.monotonic() + float(seconds)
    with tempfile.TemporaryDirectory() as folder:
        run = target(format, folder)

        @settings(
            max_examples=500,
            deadline=20_000,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(content=files | whole | st.binary(max_size=200))
        def attack(content: bytes) -> None:
            run(content)

        while time.monotonic() < until:
            attack()


if __name__ == "__main__":
    main(*sys.argv[1:3])
