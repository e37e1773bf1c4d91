"""Runs the command line: `hanabi-log` and `python -m hanabi_log`."""

from __future__ import annotations


def main() -> None:
    """The console script."""
    from hanabi_log.cli.app import root

    root(prog_name="hanabi-log")


if __name__ == "__main__":
    main()
