"""The console script, as the tests of the terminal call it."""

from tests.cli.conftest import obelize, root_logger

__all__ = ["obelize", "root_logger"]
