"""Where the terminal keeps what the analyser answered: in this user's cache folder, never in the repository."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bot.answers.cache import NO_ANSWERS, AnswerCache, Answers
from bot.answers.engine import engine_version
from bot.answers.key import Circumstances
from bot.user_settings import user_cache_folder

_FILE = "answers-1.sqlite3"
"""The number is that of the file's shape."""


@contextmanager
def local_answers(root: Path, packs: Mapping[str, str]) -> Iterator[Answers]:
    """The answers of earlier runs over the folder at `root`; none where there is no folder to keep them in.

    `packs` are the SHA-256 of the packs that the run may use, by id.
    """
    folder, engine = _cache_folder(root.resolve()), engine_version()
    if folder is None or engine is None:
        yield NO_ANSWERS
        return
    space = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()
    with AnswerCache(folder / _FILE, Circumstances(space, engine, packs)) as answers:
        yield answers


def _cache_folder(root: Path) -> Path | None:
    folder = user_cache_folder()
    if folder is None or folder.resolve().is_relative_to(root):
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder
