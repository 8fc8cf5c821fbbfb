"""The bench measures a repository as it is when its dependency line has moved, without writing anything."""

from bench.coverage import share_of
from bench.moved_line import with_moved_line
from bot.cli.local_packs import chosen_packs
from bot.source.memory import MemoryTree

(PACK,) = chosen_packs(["openai/openai-0-to-1"])
ASKS = b"import openai\n\nanswer = openai.ChatCompletion.create(model='m', messages=[])\nprint(answer['id'])\n"
SHOWS = b"import openai\n\nprint(repr(openai.Model.list()))\n"


def files_of(tree: MemoryTree) -> dict[str, bytes]:
    moved = with_moved_line(tree, PACK)
    paths = [entry.path for entry in moved.listing().entries]
    return {path: content for path, content in moved.read(paths, 1_000) if isinstance(content, bytes)}


def test_a_line_that_asks_for_the_old_library_asks_for_the_new_one() -> None:
    tree = MemoryTree({"requirements.txt": b"rich\nopenai<1  # why\n", "app.py": ASKS})
    assert files_of(tree) == {"requirements.txt": b"rich\nopenai>=1.55.3,<4  # why\n", "app.py": ASKS}


def test_a_line_that_has_moved_is_left() -> None:
    tree = MemoryTree({"requirements.txt": b"openai>=1.60\n", "app.py": ASKS})
    assert files_of(tree) == {"requirements.txt": b"openai>=1.60\n", "app.py": ASKS}


def test_a_tree_that_declares_nothing_gets_a_line() -> None:
    assert files_of(MemoryTree({"app.py": ASKS}))["requirements.txt"] == b"openai>=1.55.3,<4\n"
    before = MemoryTree({"app.py": ASKS, "requirements.txt": b"rich"})
    assert files_of(before)["requirements.txt"] == b"rich\nopenai>=1.55.3,<4\n"


def test_each_file_then_goes_by_itself() -> None:
    """A call that stays holds every other one until the line has moved; the import needs no change."""
    tree = MemoryTree({"requirements.txt": b"openai==0.28.1\n", "asks.py": ASKS, "shows.py": SHOWS})
    before, after = share_of(tree, PACK), share_of(with_moved_line(tree, PACK), PACK)
    assert (before.actionable, before.rewritten) == (2, 0)
    assert (after.actionable, after.rewritten) == (2, 1)
