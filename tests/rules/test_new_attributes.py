"""Which objects take an attribute that their class does not speak of (Python's data model: slots; dataclasses; pydantic
refuses what is no field).
"""

import ast

import pytest

from bot.rules.clients.new_attributes import takes_new_attributes
from bot.scan.binder import take_apart

CASES = {
    "a plain class": ("class A:\n    pass", True),
    "a class that derives from another library's": ("class A(Base):\n    pass", True),
    "slots": ("class A:\n    __slots__ = ()", False),
    "slots of a base": ("class B:\n    __slots__ = ()\nclass A(B):\n    pass", False),
    "a class of pydantic": ("class A(BaseModel):\n    pass", False),
    "fields under a base that is not known": ("class A(LLM):\n    name: str = ''", False),
    "fields under a base that is known": ("class B:\n    pass\nclass A(B):\n    name: str = ''", True),
    "a dataclass": ("@dataclass\nclass A:\n    name: str", True),
    "a frozen dataclass": ("@dataclass(frozen=True)\nclass A:\n    name: str", False),
    "a dataclass with slots": ("@dataclasses.dataclass(slots=True)\nclass A:\n    name: str", False),
    "a class of attrs": ("@attrs.define\nclass A:\n    name: str", False),
    "its own way of setting attributes": ("class A:\n    def __setattr__(self, name, value): ...", False),
    "a class that derives from itself": ("class A(A):\n    pass", True),
}


@pytest.mark.parametrize(("code", "takes"), CASES.values(), ids=CASES.keys())
def test_new_attributes(code: str, takes: bool) -> None:
    tree = ast.parse(code)
    anatomy = take_apart(tree)
    cls = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "A")
    assert takes_new_attributes(anatomy, cls) is takes
