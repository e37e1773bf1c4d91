"""The shell of the tests of the command line, here too."""

from tests.cli.conftest import shell

__all__ = ["shell"]
