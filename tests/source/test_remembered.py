"""A remembered tree reads each file once, and says the same as the tree behind it."""

from collections.abc import Iterator, Sequence

from bot.models.limitation import Limitation
from bot.source.memory import MemoryTree
from bot.source.remembered import RememberedTree
from bot.source.tree import Content

FILES = {"a.py": b"1234", "b.py": b"56789", "c.py": b""}


class Counting(MemoryTree):
    """Files in memory that count how often they are read."""

    asked: list[str]

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        for path, content in super().read(paths, max_bytes):
            self.asked.append(path)
            yield path, content


def counting() -> Counting:
    tree = Counting(FILES)
    tree.asked = []
    return tree


def test_what_fits_is_read_once() -> None:
    tree = counting()
    remembered = RememberedTree(tree)
    first = list(remembered.read(["a.py", "b.py", "a.py"], 100))
    again = list(remembered.read(["c.py", "b.py", "a.py"], 100))
    assert first == [("a.py", b"1234"), ("b.py", b"56789"), ("a.py", b"1234")]
    assert again == [("c.py", b""), ("b.py", b"56789"), ("a.py", b"1234")]
    assert sorted(tree.asked) == ["a.py", "a.py", "b.py", "c.py"]
    assert remembered.listing() == tree.listing()


def test_what_does_not_fit_is_read_again() -> None:
    tree = counting()
    remembered = RememberedTree(tree, max_bytes=5)
    for _ in range(2):
        assert dict(remembered.read(list(FILES), 100)) == FILES
    assert tree.asked == ["a.py", "b.py", "c.py", "b.py"]


def test_two_readings_at_once_do_not_disturb_each_other() -> None:
    remembered = RememberedTree(counting())
    one, other = remembered.read(list(FILES), 100), remembered.read(list(FILES), 100)
    both = [pair for pairs in zip(one, other, strict=True) for pair in pairs]
    assert both == [pair for item in FILES.items() for pair in (item, item)]


def test_a_limit_on_size_is_part_of_the_question() -> None:
    remembered = RememberedTree(counting())
    ((_, small),) = remembered.read(["b.py"], 2)
    ((_, whole),) = remembered.read(["b.py"], 100)
    assert isinstance(small, Limitation)
    assert whole == FILES["b.py"]
