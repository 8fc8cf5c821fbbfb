"""Holds the tables by which values are written for the new library, for the rules that write them."""

from bot.rules.written_values.tables import Tables as Parameters

__all__ = ["Parameters"]
