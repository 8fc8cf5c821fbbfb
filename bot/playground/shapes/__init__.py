"""GitHub's JSON of each resource, REST version 2026-03-10, as answers and deliveries share it.

Functions from what the world holds to plain JSON values; they read no clock, no disk and no request. Every shape is
checked against GitHub's published description when it is sent (`bot/playground/schemas.py`).
"""

from typing import Any

Json = dict[str, Any]
"""A JSON object."""
