"""Tests that replace something of the library move with the code that they test, or both stay."""

import pytest

from bot.models.outcome import PlanOutcome
from bot.packs.loader import bundled_packs
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models
from tests.running import ran

PACKS = {str(each.pack.id): each.pack for each in bundled_packs(parameter_models())}
OPENAI, PYPDF2 = PACKS["openai/openai-0-to-1"], PACKS["py-pdf/pypdf2-to-pypdf"]
MOVED = {"requirements.txt": "openai>=1.60\n"}

APP = """import openai

def ask(text):
    return openai.ChatCompletion.create(model="m", messages=[text])["choices"][0]["message"]["content"]
"""
HEAD = "from unittest.mock import MagicMock, patch\nimport app\nimport openai\n\n"
GIVES = '{"choices": [{"message": {"content": "x"}}]}'


def planned(files: dict[str, str], pack: Pack = OPENAI) -> PlanOutcome:
    outcome = ran(files, (pack,))
    assert outcome.plan is not None
    return outcome.plan


def words(plan: PlanOutcome) -> set[tuple[str, str]]:
    return {(row.path, str(row.bail)) for row in plan.withheld}


def after(test: str, app: str = APP) -> str:
    """The test after a run in which everything moved."""
    plan = planned({"app.py": app, "test_app.py": test, **MOVED})
    assert words(plan) == set()
    return {file.path: file.after.decode() for file in plan.written}["test_app.py"]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        pytest.param(
            'def test(monkeypatch):\n    monkeypatch.setattr(openai.ChatCompletion, "create", lambda **k: None)\n',
            'def test(monkeypatch):\n    monkeypatch.setattr(openai.chat.completions, "create", lambda **k: None)\n',
            id="an attribute that pytest sets",
        ),
        pytest.param(
            'def test(monkeypatch):\n    monkeypatch.setattr("openai.ChatCompletion.create", lambda **k: None)\n',
            'def test(monkeypatch):\n    monkeypatch.setattr("openai.chat.completions.create", lambda **k: None)\n',
            id="a path that pytest sets",
        ),
        pytest.param(
            'def test(mocker):\n    create = mocker.patch("openai.ChatCompletion.create")\n    create.side_effect = None\n',
            'def test(mocker):\n    create = mocker.patch("openai.chat.completions.create")\n    create.side_effect = None\n',
            id="pytest-mock",
        ),
        pytest.param(
            "@patch('app.openai.ChatCompletion.create')\ndef test(create):\n    create.assert_not_called()\n",
            "@patch('app.openai.chat.completions.create')\ndef test(create):\n    create.assert_not_called()\n",
            id="through the module that imports the library",
        ),
        pytest.param(
            f"@patch('openai.ChatCompletion.create')\n@patch('app.x')\ndef test(x, create):\n    x.y = create.return_value = {GIVES}\n",
            None,
            id="two targets of one assignment are not followed",
        ),
        pytest.param(
            f"@patch('openai.ChatCompletion.create')\n@patch('app.x')\ndef test(x, create):\n    create.return_value = {GIVES}\n",
            "@patch('openai.chat.completions.create')\n@patch('app.x')\ndef test(x, create):\n"
            f"    create.return_value = openai.types.chat.ChatCompletion.construct(**{GIVES})\n",
            id="the right one of two parameters",
        ),
    ],
)
def test_a_target_moves(before: str, expected: str | None) -> None:
    if expected is None:
        assert ("test_app.py", "mock_not_followed") in words(
            planned({"app.py": APP, "test_app.py": HEAD + before, **MOVED})
        )
    else:
        assert after(HEAD + before) == HEAD + expected


FIXTURES = """import pytest


@pytest.fixture
def asked():
    with patch("openai.ChatCompletion.create") as mock:
        yield mock


@pytest.fixture
def given():
    return {"choices": [{"message": {"content": "x"}}]}


def test_it(asked, given):
    asked.return_value = given
    assert app.ask("y") == "x"
"""
PATCHERS = """def test_it():
    patcher = patch("openai.ChatCompletion.create")
    create = patcher.start()
    create.return_value = {"choices": [{"message": {"content": "x"}}]}
    assert app.ask("y") == "x"
    patcher.stop()
    other = patch("openai.ChatCompletion.create", side_effect=ValueError).start()
    assert not other.called
"""


@pytest.mark.parametrize("test", [FIXTURES, PATCHERS], ids=["fixtures of the file", "patchers"])
def test_a_mock_is_followed_through(test: str) -> None:
    new = test.replace("ChatCompletion.create", "chat.completions.create")
    given = '{"choices": [{"message": {"content": "x"}}]}'
    assert after(HEAD + test) == HEAD + new.replace(given, f"openai.types.chat.ChatCompletion.construct(**{given})")


def test_a_fixture_that_another_file_takes_stays() -> None:
    """Whether pytest passes it there is not asked: the name is enough."""
    other = "def test_other(asked):\n    asked.return_value = {}\n"
    plan = planned({"app.py": APP, "conftest.py": HEAD + FIXTURES, "test_other.py": other, **MOVED})
    assert plan.written == ()
    assert ("conftest.py", "called_elsewhere") in words(plan)


@pytest.mark.parametrize(
    "test",
    [
        pytest.param("@patch('openai.ChatCompletion.create')\ndef test(c):\n    shared(c)\n", id="a mock handed on"),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = made()\n",
            id="a value from elsewhere",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c, given):\n    c.return_value = given\n",
            id="a fixture's value",
        ),
        pytest.param(
            f"R = {GIVES}\n@patch('openai.ChatCompletion.create', return_value=R)\ndef test(c):\n    assert app.ask('') == R['choices'][0]\n",
            id="a dict that is read besides",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = {**base}\n",
            id="a dict with others in it",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = {}\n", id="an empty dict"
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = {'choices': [message]}\n",
            id="parts that are not written out",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = MagicMock(**{'choices': 1})\n",
            id="names in a dict",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value.__getitem__.return_value = 1\n",
            id="items of a mock",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create', autospec=True)\ndef test(c):\n    pass\n",
            id="a mock with the old signature",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create', side_effect=fake)\ndef test(c):\n    pass\n",
            id="a function from elsewhere",
        ),
        pytest.param(
            f"def fake(**k):\n    yield {GIVES}\n@patch('openai.ChatCompletion.create', fake)\ndef test():\n    pass\n",
            id="pieces",
        ),
        pytest.param(
            "class R(dict):\n    pass\n@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.return_value = R()\n",
            id="a dict of a class",
        ),
        pytest.param("@patch('openai.ChatCompletion.create')\nclass Test:\n    pass\n", id="a class that is decorated"),
        pytest.param(
            "@patch('openai.ChatCompletion.create')\n@patch.multiple(app, x=1)\ndef test(c):\n    pass\n",
            id="several at once beside",
        ),
        pytest.param(
            f"@patch('openai.ChatCompletion.create')\n@app.with_database\ndef test(c, d):\n    d.return_value = {GIVES}\n",
            id="a decorator that may pass something",
        ),
        pytest.param(
            "class R:\n    @property\n    def choices(self):\n        return [{'message': {}}]\n"
            "@patch('openai.ChatCompletion.create', return_value=R())\ndef test(c):\n    pass\n",
            id="a part that is computed",
        ),
        pytest.param(
            "class R:\n    def __init__(self, **given):\n        self.__dict__.update(given)\n"
            f"@patch('openai.ChatCompletion.create', return_value=R(**{GIVES}))\ndef test(c):\n    pass\n",
            id="parts that are set unseen",
        ),
        pytest.param(
            "@patch('openai.ChatCompletion.create', return_value=type('R', (dict,), {})())\ndef test(c):\n    pass\n",
            id="a dict that is made by type",
        ),
        pytest.param(
            "from app import SimpleNamespace\n"
            "@patch('openai.ChatCompletion.create', return_value=SimpleNamespace(x=1))\ndef test(c):\n    pass\n",
            id="a maker from elsewhere",
        ),
        pytest.param(
            "import pytest\n@pytest.fixture\ndef asked():\n    return patch('openai.ChatCompletion.create')\n",
            id="a fixture that gives what replaces",
        ),
        pytest.param(
            f"@patch('openai.ChatCompletion.create', return_value={GIVES})\ndef test(c):\n    try:\n        app.ask('')\n    except KeyError:\n        pass\n",
            id="a key that may be missing",
        ),
        pytest.param(
            "def patch(x):\n    return x\n@patch('openai.ChatCompletion.create')\ndef test(c):\n    pass\n",
            id="another patch",
        ),
    ],
)
def test_a_test_that_cannot_be_followed_stays_and_keeps_the_code(test: str) -> None:
    """With its own word; the code would otherwise ask the service in the test."""
    plan = planned({"app.py": APP, "test_app.py": HEAD + test, **MOVED})
    assert plan.written == ()
    assert ("app.py", "mocked_by_test") in words(plan)
    assert {word for path, word in words(plan) if path == "test_app.py"} & {"mock_not_followed", "reached_by_string"}


@pytest.mark.parametrize(
    "app",
    [
        pytest.param(APP.replace('model="m"', 'model="m", api_key="k"'), id="a client of its own"),
        pytest.param(APP.replace('model="m"', 'engine="m"'), id="an argument that is called differently"),
        pytest.param("x = 1\n", id="no call in the repository"),
        pytest.param(
            'import openai\nanswer = openai.ChatCompletion.create(model="m", messages=[])\nprint(answer.response_ms)\n',
            id="an answer as it came",
        ),
        pytest.param(
            'import openai\nfor piece in openai.ChatCompletion.create(model="m", messages=[], stream=True):\n'
            '    print(piece["id"])\n',
            id="an answer in pieces",
        ),
    ],
)
def test_a_target_stays_where_a_call_does_not_go_through_the_new_one(app: str) -> None:
    test = HEAD + "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.side_effect = None\n"
    plan = planned({"app.py": app, "test_app.py": test, **MOVED})
    assert plan.written == ()
    assert ("test_app.py", "mock_misses_call") in words(plan)


ASKS = """import openai

def ask(text):
    message = openai.ChatCompletion.create(model="m", messages=[text])["choices"][0]["message"]
    return "function_call" in message
"""


@pytest.mark.parametrize(
    ("gives", "moves"),
    [
        pytest.param(f"c.return_value = {GIVES}", True, id="a dict has no such key on both sides"),
        pytest.param("c.side_effect = ValueError('x')", True, id="an error is raised on both sides"),
        pytest.param("pass", False, id="a mock holds nothing, and has every attribute"),
        pytest.param("c.return_value.choices = [MagicMock()]", False, id="one inside another"),
        pytest.param("c.return_value = MagicMock(choices=[])", False, id="one that is made"),
    ],
)
def test_a_mock_moves_only_where_attributes_are_read(gives: str, moves: bool) -> None:
    test = HEAD + f"@patch('openai.ChatCompletion.create')\ndef test(c):\n    {gives}\n"
    plan = planned({"app.py": ASKS, "test_app.py": test, **MOVED})
    assert bool(plan.written) is moves


def test_what_another_file_takes_of_a_test_stays() -> None:
    test = HEAD + f"R = {GIVES}\n@patch('openai.ChatCompletion.create', return_value=R)\ndef test(c):\n    pass\n"
    other = "from test_app import R\nprint(R['choices'])\n"
    plan = planned({"app.py": APP, "test_app.py": test, "test_other.py": other, **MOVED})
    assert plan.written == ()
    assert ("test_app.py", "called_elsewhere") in words(plan)


def test_code_that_stays_keeps_its_test() -> None:
    app = APP + "\nprint(repr(openai.Model.list()))\n"
    test = HEAD + "@patch('openai.ChatCompletion.create')\ndef test(c):\n    c.side_effect = None\n"
    plan = planned({"app.py": app, "test_app.py": test, **MOVED})
    assert plan.written == ()
    assert ("app.py", "answer_shown") in words(plan)


def test_code_that_the_test_does_not_import_moves_by_itself() -> None:
    other = APP.replace("ask", "answer")
    through = "import app\n"
    test = HEAD.replace("import app", "import through") + (
        "@patch('openai.ChatCompletion.create')\ndef test(c):\n    shared(c)\n"
    )
    files = {"app.py": APP, "other.py": other, "through.py": through, "test_app.py": test, **MOVED}
    assert [file.path for file in planned(files).written] == ["other.py"]


def test_a_test_that_imports_none_of_the_code_holds_all_of_it() -> None:
    """As where a framework finds the code by a text."""
    test = HEAD.replace("import app\n", "") + ("@patch('openai.ChatCompletion.create')\ndef test(c):\n    shared(c)\n")
    assert planned({"app.py": APP, "test_app.py": test, **MOVED}).written == ()


def test_an_awaited_call_that_is_replaced_keeps_its_code() -> None:
    app = APP.replace("def ask", "async def ask").replace(
        "openai.ChatCompletion.create", "(await openai.ChatCompletion.acreate"
    )
    app = app.replace("messages=[text])", "messages=[text]))")
    test = HEAD + "@patch('openai.ChatCompletion.acreate')\ndef test(c):\n    pass\n"
    plan = planned({"app.py": app, "test_app.py": test, **MOVED})
    assert words(plan) == {("app.py", "mocked_by_test"), ("test_app.py", "mock_not_followed")}


def test_other_code_moves_beside_a_test_that_stays() -> None:
    other = 'import openai\nprint(openai.Embedding.create(input="x", model="m")["data"][0]["embedding"])\n'
    test = HEAD + "@patch('openai.ChatCompletion.create')\ndef test(c):\n    shared(c)\n"
    plan = planned({"app.py": APP, "other.py": other, "test_app.py": test, **MOVED})
    assert [file.path for file in plan.written] == ["other.py"]


# ---- a library whose module has another name now

READS = "import PyPDF2\n\ndef count(path):\n    return len(PyPDF2.PdfReader(path).pages)\n"
PATCHES = """from unittest.mock import patch

import reads


@patch("PyPDF2.PdfReader")
def test_count(reader):
    reader.return_value.pages = [1, 2]
    assert reads.count("x.pdf") == 2
    reader.assert_called_once_with("x.pdf")
"""


def test_a_class_that_both_share_is_replaced_in_the_new_module() -> None:
    plan = planned({"reads.py": READS, "test_reads.py": PATCHES}, PYPDF2)
    assert words(plan) == set()
    files = {file.path: file.after.decode() for file in plan.written}
    assert files == {
        "reads.py": READS.replace("PyPDF2", "pypdf"),
        "test_reads.py": PATCHES.replace("PyPDF2", "pypdf"),
    }


@pytest.mark.parametrize(
    ("reads", "test"),
    [
        pytest.param(READS.replace("len(PyPDF2.PdfReader(path).pages)", "PyPDF2.PdfReader(path).getNumPages()"), PATCHES, id="a member that is called differently"),
        pytest.param(READS, PATCHES.replace("    reader.return_value.pages", "    reader.configure_mock(numPages=2)\n    reader.return_value.pages"), id="a mock that is given what is gone"),
        pytest.param(READS, PATCHES.replace('"PyPDF2.PdfReader"', '"reads.PyPDF2.PdfReader"'), id="through the module that imports it"),
        pytest.param("x = 1\n", PATCHES, id="no use in the repository"),
    ],
)  # fmt: skip
def test_otherwise_neither_moves(reads: str, test: str) -> None:
    assert planned({"reads.py": reads, "test_reads.py": test}, PYPDF2).written == ()


def test_a_module_that_is_replaced_keeps_the_code() -> None:
    test = 'import sys\nfrom unittest.mock import MagicMock\nsys.modules["PyPDF2"] = MagicMock()\nimport reads\n'
    plan = planned({"reads.py": READS, "test_reads.py": test}, PYPDF2)
    assert plan.written == ()
    assert ("reads.py", "mocked_by_test") in words(plan)


def test_a_dict_that_stands_for_two_kinds_of_answers_is_left() -> None:
    """Each target would make another object of it; edits that overlap are never written."""
    app = (
        APP + '\n\ndef end(text):\n    return openai.Completion.create(model="m", prompt=text)["choices"][0]["text"]\n'
    )
    test = HEAD + (
        'GIVEN = {"choices": [{"message": {"content": "x"}, "text": "y"}]}\n\n'
        "@patch('openai.ChatCompletion.create', return_value=GIVEN)\n"
        "@patch('openai.Completion.create', return_value=GIVEN)\n"
        "def test(end, create):\n    end.assert_not_called()\n"
    )
    plan = planned({"app.py": app, "test_app.py": test, **MOVED})
    assert plan.written == ()
    assert {word for path, word in words(plan) if path == "test_app.py"} == {"edits_overlap"}
