"""The names by which a text may mean a library."""

from collections.abc import Iterator

from bot.packs.schema import Pack


def names_in(text: str, pack: Pack) -> Iterator[tuple[int, str]]:
    """Where the old library's modules and distribution stand in the text, each as a word of its own, in order; of two
    that begin at one place the first of the pack.

    The names are looked for one by one: a pattern of them all would stop at every word.
    """
    found = [(at, order, name) for order, name in enumerate(pack.old_names) for at in _places(text, name)]
    done = 0
    for at, _, name in sorted(found):
        if at >= done:
            done = at + len(name)
            yield at, name


def _places(text: str, name: str) -> Iterator[int]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_is_of_word(text, at - 1) or _is_of_word(text, end)):
            yield at
        at = text.find(name, end)


def _is_of_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")
