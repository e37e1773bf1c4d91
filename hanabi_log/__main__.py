"""Runs the command line: `hanabi-log` and `python -m hanabi_log`."""

from __future__ import annotations


def main() -> None:
    """The console script."""
    import atexit
    import gc
    import sys

    # Start-up makes many lasting objects and hardly any garbage, and what is left at the end
    # goes with the process: nobody need look through it for cycles.
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)
    try:
        from hanabi_log.cli.app import root
    except KeyboardInterrupt:
        sys.exit(130)
    root(prog_name="hanabi-log")


if __name__ == "__main__":
    main()
