"""Objects that the new library has none of: to look at one that another module holds is a use of it."""

import pytest

from bot.models.struct import altered
from tests.demo_pack import PACK
from tests.running import Files, ran

READER = "oldlib.Reader"
_DESCRIBED = altered(PACK.surface.objects[READER], replaced=True)
REPLACED = altered(PACK, surface=altered(PACK.surface, objects={**PACK.surface.objects, READER: _DESCRIBED}))

HOLDER = """\
from oldlib import Reader

reader = Reader("a")
readers = {"a": Reader("a")}


class Client:
    def __init__(self, path):
        self.reader = Reader(path)
        self.name = path
"""


def lines_of(code: str, pack: object = REPLACED) -> list[int]:
    """The lines of `app.py` on which such an object is used as a whole."""
    files: Files = {"holder.py": HOLDER.encode(), "app.py": code.encode()}
    assert isinstance(pack, type(PACK))
    found = ran(files, (pack,)).scan.findings
    return [row.line for row in found if row.path == "app.py" and row.symbol == READER and row.kind == "attribute"]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        pytest.param("import holder\nshow(holder.reader)", 2, id="handed on"),
        pytest.param("import holder\nkept = holder.reader", 2, id="kept under another name"),
        pytest.param("from holder import Client\nshow(Client('x').reader)", 2, id="an attribute of an instance"),
        pytest.param("from holder import Client\nc = Client('x')\nc.reader = Fake()", 3, id="something else put there"),
        pytest.param("from holder import Client\nclass Mine(Client):\n    def f(self):\n        return self.reader", 4, id="inherited"),
        pytest.param("from holder import *\nshow(reader)", 2, id="a star import"),
        pytest.param("from holder import readers\nshow(readers['a'])", 2, id="out of a container"),
        pytest.param("import holder\nfor one in holder.readers.values():\n    show(one)", 2, id="a container in turn"),
    ],
)  # fmt: skip
def test_an_object_of_another_module_is_used_as_a_whole(code: str, line: int) -> None:
    assert line in lines_of(code)
    assert lines_of(code, PACK) == []


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import holder\nholder.reader.title", id="a member of it, which has its own row"),
        pytest.param("import holder\nif holder.reader and not holder.reader:\n    pass", id="its truth"),
        pytest.param("import holder\nholder.reader is not None", id="whether it is there"),
        pytest.param("import holder\nlen(holder.readers), 'a' in holder.readers", id="how many there are"),
        pytest.param("import holder\nholder.readers['a'].title", id="a member of one in a container"),
        pytest.param("from holder import Client\nc = Client('x')\nc.reader = None", id="nothing put there"),
        pytest.param("from holder import Client\nshow(Client('x').name)", id="something else of the instance"),
        pytest.param("from holder import Client\nclass Mine(Client):\n    def __init__(self):\n        self.reader = 1\n        show(self.reader)", id="an attribute of its own"),
        pytest.param("import other\nshow(other.reader)", id="another module"),
        pytest.param("def f(thing):\n    show(thing.reader)", id="something that nothing is known of"),
    ],
)  # fmt: skip
def test_what_comes_to_the_same_with_anything_else_is_none(code: str) -> None:
    assert lines_of(code) == []
