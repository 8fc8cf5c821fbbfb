"""Under which name an answer is kept: the hash of everything that it depends on."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from bot.models.struct import Frozen
from bot.models.want import Job


class Circumstances(Frozen):
    """What all answers of a run depend on.

    `space` keeps repositories apart: a file that took its child over may leave wrong answers about the files around
    it, and they must not reach another repository. `packs`: pack id to the sha256 of its pack.yaml.
    """

    space: str
    engine: str
    packs: Mapping[str, str]


def answer_key(job: Job, content: bytes, circumstances: Circumstances) -> bytes | None:
    """32 bytes: a hash of file, job, every parameter, pack and engine; null for a pack that is not known.

    A job without a pack hangs on none.
    """
    asked_for = job.parameters.get("pack")
    pack = circumstances.packs.get(asked_for) if asked_for is not None else None
    if pack is None and asked_for is not None:
        return None
    parts = [circumstances.space, circumstances.engine, pack, job.name, job.parameters]
    return _hashed([*parts, hashlib.sha256(content).hexdigest()])


def document_key(name: str, circumstances: Circumstances, *, shared: bool) -> bytes:
    """32 bytes: a hash of the document's name, repository and engine; it depends on no pack.

    A `shared` document is the same for every repository, since nothing of a repository had a part in it.
    """
    return _hashed([None if shared else circumstances.space, circumstances.engine, name])


def _hashed(parts: list[Any]) -> bytes:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).digest()
