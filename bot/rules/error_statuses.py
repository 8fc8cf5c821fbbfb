"""Holds the tables of errors of another package that the old library let through, for the rules that move its calls.

The new library raises its own errors, which say by their status what went wrong (`errors.status_handlers`).
"""

from bot.rules.errors.status_tables import StatusTables as Parameters

__all__ = ["Parameters"]
