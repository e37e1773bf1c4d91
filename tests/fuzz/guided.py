"""One importer under coverage-guided fuzzing: `python -m tests.fuzz.guided FORMAT SECONDS`.

A run of its own for each format, since the fuzzer ends its process. What brings an importer
down is kept in a file and its name is printed; it belongs into an ordinary test.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["hanabi_log.importers", "hanabi_log.drafts"]):
    from tests.fuzz.targets import seeds, target, tokens


def main(format: str, seconds: str) -> None:
    """Fuzz one format for so many seconds; ends the process."""
    folder = tempfile.mkdtemp(prefix=f"fuzz-{format}-")
    corpus = Path(folder, "corpus")
    corpus.mkdir()
    for number, seed in enumerate(seeds(format)):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = Path(folder, "words")
    words.write_bytes(b"".join(b'"%s"\n' % word for word in tokens(format) if word.isascii()))
    options = [
        *(f"-max_total_time={seconds}", "-rss_limit_mb=1024", "-timeout=20", "-max_len=8192"),
        *(f"-dict={words}", f"-artifact_prefix={folder}/", "-print_final_stats=1"),
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], target(format, folder))
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:3])
