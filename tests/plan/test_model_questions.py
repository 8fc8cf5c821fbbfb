"""Models that are switched off: found where a call names one, asked about where there is a successor, written if chosen.

The pack's own data say which are gone; what stands in the code afterwards is read by Python.
"""

import ast
from collections.abc import Mapping

from bot.models.given_answer import GivenAnswer
from bot.models.outcome import Outcome
from bot.packs.loader import load_pack
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import AnsweredBy, LimitationCode
from tests.demo_pack import TEXT
from tests.running import ran

PACK = load_pack(
    TEXT
    + b"""\
models:
  source: https://newlib.example/models
  prefix: models/
  arguments:
    oldlib.open_reader: {keyword: model, position: 0}
  retired:
    - {name: old-1, switched_off: "2024-01-04", successors: [new-1, new-2]}
    - {name: old-2, switched_off: "2025-01-04"}
""",
    parameter_models(),
)
KEY = "model-name/old-1"
CODE = """\
import oldlib

NAME = "old-1"
print("old-1", NAME)
a = oldlib.open_reader("old-1")
b = oldlib.open_reader(model='models/old-1')
c = oldlib.open_reader(NAME)
d = oldlib.open_reader(f"old-1")
e = oldlib.open_reader("old-1-tuned")
"""


def outcome(files: Mapping[str, str], **answers: str) -> Outcome:
    given = {f"model-name/{key}": GivenAnswer(value, AnsweredBy.PERSON, True) for key, value in answers.items()}
    return ran({"requirements.txt": "old-lib\n", **files}, (PACK,), answers=given)


def told(found: Outcome) -> list[tuple[str | None, int | None, str | None]]:
    return [
        (one.path, one.line, one.detail)
        for one in found.scan.limitations
        if one.code is LimitationCode.MODEL_SWITCHED_OFF
    ]


def test_a_call_that_names_one_is_told_and_asked_about() -> None:
    found = outcome({"a.py": CODE})
    assert found.plan is not None
    (question,) = found.plan.questions
    assert (question.key, question.allowed) == (KEY, ("new-1", "new-2", "leave"))
    assert question.evidence == ("a.py:5", "a.py:6")
    assert told(found) == [("a.py", 5, "old-1, since 2024-01-04"), ("a.py", 6, "old-1, since 2024-01-04")]
    (header,) = found.plan.headers
    (model,) = header.retired_models
    assert (model.name, model.switched_off, model.successors, model.places) == (
        "old-1",
        "2024-01-04",
        ("new-1", "new-2"),
        ("a.py:5", "a.py:6"),
    )


def test_the_answer_exchanges_the_literal_and_nothing_else() -> None:
    found = outcome({"a.py": CODE}, **{"old-1": "new-2"})
    assert found.plan is not None
    (written,) = [one for one in found.plan.written if one.path == "a.py"]
    after = written.after.decode()
    expected = (
        CODE.replace("oldlib", "newlib").replace('("old-1")\nb', '("new-2")\nb').replace("models/old-1", "models/new-2")
    )
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(expected))
    (edit,) = [one for one in found.plan.files if one.path == "a.py"]
    assert edit.answers == (KEY,)
    assert edit.rules == ("demo/oldlib-to-newlib:rename-import",)
    assert told(found) == []


def test_a_file_that_stays_keeps_its_model() -> None:
    files = {"a.py": "import oldlib\noldlib.open_reader('old-1')\noldlib.nonsense\n"}
    found = outcome(files)
    assert found.plan is not None
    assert found.plan.questions == ()
    assert told(found) == [("a.py", 2, "old-1, since 2024-01-04")]
    both = outcome({**files, "b.py": "import oldlib\noldlib.open_reader('old-1')\n"}, **{"old-1": "new-1"})
    assert both.plan is not None
    assert [one.path for one in both.plan.written] == ["b.py"]
    assert told(both) == [("a.py", 2, "old-1, since 2024-01-04")]


def test_without_a_successor_nothing_is_asked() -> None:
    found = outcome({"a.py": "import oldlib\noldlib.open_reader('old-2')\n"})
    assert found.plan is not None
    assert found.plan.questions == ()
    assert told(found) == [("a.py", 2, "old-2, since 2025-01-04")]
    assert outcome({"a.py": "import oldlib\noldlib.open_reader('live')\n"}).scan.limitations == ()
