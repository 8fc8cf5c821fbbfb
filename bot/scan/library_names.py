"""The names by which a text may mean a library."""

import re

from bot.packs.schema import Pack


def names_of(pack: Pack) -> re.Pattern[str]:
    """The old library's modules and distribution, each as a word of its own."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, pack.old_names))})\b")
