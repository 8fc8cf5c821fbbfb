"""ETags: an answer that did not change costs nothing (GITHUB.md §8)."""

import hashlib
from collections.abc import Mapping


def entity_tag(content: bytes, accept: str, accepted_by: str | None) -> str:
    """A weak tag over the bytes, the media type asked for and the caller, since GitHub varies by all three."""
    digest = hashlib.sha256(b"\0".join((content, accept.encode(), (accepted_by or "").encode()))).hexdigest()
    return f'W/"{digest}"'


def is_unchanged(headers: Mapping[str, str], tag: str) -> bool:
    """Whether the caller already has what `tag` names."""
    known = headers.get("If-None-Match", "")
    return tag.removeprefix("W/") in [each.strip().removeprefix("W/") for each in known.split(",")]
