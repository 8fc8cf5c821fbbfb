"""Verdicts: whether what was written keeps what worked working."""
