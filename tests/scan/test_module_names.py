"""Modules that the old library shares: with the new one by name, or with other libraries by namespace."""

import pytest

from tests.demo_pack import NAMESPACED, SHARED
from tests.scan.looking import Seen, seen


def shared(code: str) -> list[Seen]:
    return [row for row in seen(code, surface=SHARED) if row[1] != "text_mention"]


def namespaced(code: str) -> list[tuple[int, str, str | None]]:
    return [row[:3] for row in seen(code, surface=NAMESPACED) if row[1] != "text_mention"]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import bothlib\nbothlib.api_key = k\nbothlib.Client().chat.create(m)", id="the new library"),
        pytest.param("from bothlib import Client, RateLimit\ntry:\n    Client().x()\nexcept RateLimit:\n    pass", id="names"),
        pytest.param("import bothlib\nwrap(bothlib)\nclass A(bothlib.Base):\n    pass", id="the module itself"),
        pytest.param("import bothlib.types\nbothlib.types.Part()", id="a module that only the new one has"),
        pytest.param("from bothlib import *\nClient()", id="a star import"),
        pytest.param("import importlib\nm = importlib.import_module('bothlib')\nm.Client()", id="by string"),
        pytest.param("from unittest.mock import patch\n@patch('bothlib.Client.chat')\ndef f(m):\n    pass", id="a patch"),
    ],
)  # fmt: skip
def test_code_of_the_new_library_under_the_same_name_is_nothing(code: str) -> None:
    assert shared(code) == []


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        pytest.param("import bothlib\na = bothlib.Chat.create(m=1)\na.choices\na.to_dict()", [(2, "call", "bothlib.Chat.create"), (4, "method_call", "bothlib.Answer.to_dict")], id="a class's method, and its answer"),
        pytest.param("import bothlib\nbothlib.base = u", [(2, "attribute", "bothlib.base")], id="a setting"),
        pytest.param("import bothlib\ntry:\n    x()\nexcept bothlib.errors.Limit:\n    pass", [(4, "attribute", "bothlib.errors.Limit")], id="an error class"),
        pytest.param("from bothlib.errors import Limit", [(1, "import", "bothlib.errors.Limit")], id="a name of a module that is gone"),
        pytest.param("import bothlib.errors as e\ne.Limit", [(1, "import", "bothlib.errors"), (2, "attribute", "bothlib.errors.Limit")], id="a module that is gone"),
        pytest.param("from bothlib import errors", [(1, "import", "bothlib.errors")], id="the same as a name"),
        pytest.param("from bothlib import Chat as C\nC.create()", [(1, "import", "bothlib.Chat"), (2, "call", "bothlib.Chat.create")], id="under another name"),
        pytest.param("from bothlib import *\nChat.create()", [(2, "call", "bothlib.Chat.create")], id="by a star import"),
        pytest.param("import bothlib\nbothlib.Chat.unheard()", [(2, "call", "bothlib.Chat.unheard")], id="an unlisted member of a class that is gone"),
        pytest.param("import bothlib\ngetattr(bothlib, 'Chat')", [(2, "dynamic", "bothlib.Chat")], id="getattr"),
        pytest.param("from unittest.mock import patch\n@patch('app.llm.bothlib.Chat.create')\ndef f(m):\n    pass", [(2, "dynamic", "bothlib.Chat.create")], id="a patch through a module of the repository"),
    ],
)  # fmt: skip
def test_what_is_gone_under_the_same_name_is_found(code: str, rows: list[tuple[int, str, str]]) -> None:
    assert [row[:3] for row in shared(code)] == rows
    assert {row[3] for row in shared(code)} <= {"flag_only_surface", "reached_by_string"}


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        pytest.param("import corp.oldlib\ncorp.oldlib.Reader(f)", [(1, "import", "corp.oldlib"), (2, "call", "corp.oldlib.Reader")], id="the whole name"),
        pytest.param("import corp.oldlib as o\no.Reader(f)", [(1, "import", "corp.oldlib"), (2, "call", "corp.oldlib.Reader")], id="another name"),
        pytest.param("from corp import oldlib\noldlib.Reader(f)", [(1, "import", "corp.oldlib"), (2, "call", "corp.oldlib.Reader")], id="from the namespace"),
        pytest.param("from corp.oldlib import Reader\nReader(f).pages", [(1, "import", "corp.oldlib.Reader"), (2, "attribute", "corp.oldlib.Reader.pages"), (2, "call", "corp.oldlib.Reader")], id="from the module"),
        pytest.param("import importlib\nimportlib.import_module('corp.oldlib').Reader(f)", [(2, "call", "corp.oldlib.Reader"), (2, "dynamic", "corp.oldlib")], id="by string"),
        pytest.param("import sys\nsys.modules['corp.oldlib'].VERSION", [(2, "attribute", "corp.oldlib.VERSION"), (2, "dynamic", "corp.oldlib")], id="the table of modules"),
        pytest.param("import corp.other\ncorp.other.Reader(f)\nfrom corp import another\nanother.x(corp)", [], id="another library of the namespace"),
        pytest.param("import corp.oldlibrary\ncorp.oldlibrary.Reader(f)", [], id="a longer name"),
    ],
)  # fmt: skip
def test_a_library_below_a_namespace(code: str, rows: list[tuple[int, str, str]]) -> None:
    assert namespaced(code) == rows
