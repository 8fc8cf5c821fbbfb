"""How this process's children fared, as plain numbers: the terminal needs no more, and the server tells them on."""

import threading
from collections import Counter

from bot.vocabulary import ChildFate

_lock = threading.Lock()
_counted: Counter[ChildFate] = Counter()


def note(fate: ChildFate) -> None:
    """One more; from any thread."""
    with _lock:
        _counted[fate] += 1


def counted() -> dict[ChildFate, int]:
    """Since this process began."""
    with _lock:
        return {fate: _counted[fate] for fate in ChildFate}
