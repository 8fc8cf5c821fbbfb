"""Answers to a plan's questions: each is checked, changes the plan as its question says, and may change what is asked.

What a written dependency file means is read back by the parsers that its tools use.
"""

import tomllib
from collections.abc import Mapping

import pytest

from bot.models.given_answer import GivenAnswer
from bot.models.outcome import Outcome, PlanOutcome
from bot.vocabulary import AnsweredBy, LimitationCode
from tests.plan.test_dependency_files import ONE_NAME
from tests.running import ran

USES = {"app/read.py": "import oldlib\noldlib.Reader(f)\n"}
STAYS = {"app/stays.py": "import oldlib\noldlib.nonsense\n"}
DECLARE, FLOOR = "declare/newlib", "python-floor/newlib"


def answered(files: Mapping[str, str], answers: Mapping[str, str], *, insists: bool = True) -> Outcome:
    given = {key: GivenAnswer(value, AnsweredBy.PERSON, insists) for key, value in answers.items()}
    return ran(files, answers=given)


def plan_of(files: Mapping[str, str], answers: Mapping[str, str]) -> PlanOutcome:
    plan = answered(files, answers).plan
    assert plan is not None
    return plan


def texts(plan: PlanOutcome) -> dict[str, str]:
    return {written.path: written.after.decode() for written in plan.written}


def test_the_line_is_written_where_the_answer_says_and_the_answer_is_recorded() -> None:
    plan = plan_of({**USES, "requirements.txt": "requests\n"}, {DECLARE: "requirements.txt"})
    assert texts(plan) == {
        "app/read.py": "import newlib\nnewlib.Reader(f)\n",
        "requirements.txt": "requests\nnewlib>=2,<3\n",
    }
    (question,) = plan.questions
    assert (question.answer, question.answered_by) == ("requirements.txt", AnsweredBy.PERSON)
    (edit,) = [file for file in plan.files if file.path == "requirements.txt"]
    assert (edit.rules, edit.answers, edit.proposals) == ((), (DECLARE,), ())
    assert [(hunk.rows, hunk.answers) for hunk in edit.hunks] == [((), (DECLARE,))]
    assert plan.counts.actionable == plan.counts.auto + plan.counts.withheld


def test_what_is_declared_is_not_asked_again() -> None:
    files = {**USES, "requirements.txt": "requests\n"}
    after = {**files, **texts(plan_of(files, {DECLARE: "requirements.txt"}))}
    second = ran(after)
    assert second.plan is not None
    assert (second.plan.questions, second.plan.written) == ((), ())


def test_to_leave_it_is_an_answer_and_changes_nothing() -> None:
    files = {**USES, "requirements.txt": "requests\n"}
    plan, open_plan = plan_of(files, {DECLARE: "leave"}), plan_of(files, {})
    assert texts(plan) == texts(open_plan)
    assert [question.answer for question in plan.questions] == ["leave"]


def test_a_raised_floor_lets_the_line_move() -> None:
    manifest = (
        "[project]\nname = 'x'\nrequires-python = '>=3.7'\ndependencies = ['old-lib==1.9']\n"
        "classifiers = ['Programming Language :: Python :: 3.7']\n"
    )
    outcome = answered({**USES, "pyproject.toml": manifest}, {FLOOR: "raise"})
    assert outcome.plan is not None
    project = tomllib.loads(texts(outcome.plan)["pyproject.toml"])["project"]
    assert (project["requires-python"], project["dependencies"]) == (">=3.9", ["newlib==2.4"])
    assert [(one.code, one.path) for one in outcome.scan.limitations] == [
        (LimitationCode.CLASSIFIERS_LEFT, "pyproject.toml")
    ]
    (edit,) = [file for file in outcome.plan.files if file.path == "pyproject.toml"]
    assert edit.answers == (FLOOR,)
    assert edit.rules == ("demo/oldlib-to-newlib:dependency",)


def test_a_floor_in_another_file_than_the_line_rises_there() -> None:
    files = {**USES, "setup.cfg": "[options]\npython_requires = >=3.6, <4\n", "requirements.txt": "old-lib\n"}
    plan = plan_of(files, {FLOOR: "raise"})
    assert texts(plan)["setup.cfg"] == "[options]\npython_requires = >=3.9, <4\n"
    assert texts(plan)["requirements.txt"] == "newlib>=2,<3\n"


def test_a_floor_that_cannot_be_written_is_not_offered() -> None:
    files = {**USES, "environment.yml": "dependencies:\n  - python=3.7\n", "requirements.txt": "old-lib\n"}
    (question,) = plan_of(files, {}).questions
    assert question.allowed == ("leave",)


def test_one_answer_may_bring_another_question() -> None:
    """What is declared in a project with a low floor waits for the floor."""
    files = {**USES, "pyproject.toml": "[project]\nname = 'x'\nrequires-python = '>=3.7'\ndependencies = []\n"}
    assert [question.key for question in plan_of(files, {}).questions] == [DECLARE]
    waiting = plan_of(files, {DECLARE: "pyproject.toml"})
    assert [(question.key, question.answer) for question in waiting.questions] == [
        (DECLARE, "pyproject.toml"),
        (FLOOR, None),
    ]
    assert "pyproject.toml" not in texts(waiting)
    both = plan_of(files, {DECLARE: "pyproject.toml", FLOOR: "raise"})
    project = tomllib.loads(texts(both)["pyproject.toml"])["project"]
    assert (project["requires-python"], project["dependencies"]) == (">=3.9", ["newlib>=2,<3"])


def test_a_raised_floor_may_bring_the_question_where_to_declare() -> None:
    """The old line stays for code that stays; only on a newer Python can the new one stand beside it."""
    files = {
        **USES,
        **STAYS,
        "pyproject.toml": "[project]\nname = 'x'\nrequires-python = '>=3.7'\ndependencies = ['old-lib']\n",
    }
    assert [question.key for question in plan_of(files, {}).questions] == [FLOOR]
    raised = plan_of(files, {FLOOR: "raise"})
    assert [(question.key, question.answer) for question in raised.questions] == [(DECLARE, None), (FLOOR, "raise")]
    assert "pyproject.toml" not in texts(raised)
    both = texts(plan_of(files, {FLOOR: "raise", DECLARE: "pyproject.toml"}))
    project = tomllib.loads(both["pyproject.toml"])["project"]
    assert (project["requires-python"], project["dependencies"]) == (">=3.9", ["old-lib", "newlib>=2,<3"])


def test_the_new_line_stands_beside_the_old_one_that_other_code_needs() -> None:
    files = {
        **USES,
        **STAYS,
        "requirements.txt": "old-lib==1.9\n",
        "setup.cfg": "[options]\ninstall_requires =\n  old-lib\n",
    }
    (question,) = plan_of(files, {}).questions
    assert question.allowed == ("requirements.txt", "setup.cfg", "every", "leave")
    one = texts(plan_of(files, {DECLARE: "setup.cfg"}))
    assert one["setup.cfg"] == "[options]\ninstall_requires =\n  old-lib\n  newlib>=2,<3\n"
    assert "requirements.txt" not in one
    assert texts(plan_of(files, {DECLARE: "every"})).keys() == {"app/read.py", "requirements.txt", "setup.cfg"}


SEVERAL = {
    "a/read.py": "import oldlib\noldlib.Reader(f)\n",
    "b c/read.py": "import oldlib\noldlib.Reader(f)\n",
    "tool.py": "import oldlib\noldlib.Reader(f)\n",
    "a/requirements.txt": "x\n",
    "b c/requirements.txt": "x\n",
    "requirements.txt": "x\n",
}


def test_each_project_of_a_repository_is_asked_about() -> None:
    questions = plan_of(SEVERAL, {}).questions
    assert [(question.key, question.allowed[0], question.evidence) for question in questions] == [
        ("declare/newlib", "requirements.txt", ("tool.py",)),
        ("declare/newlib@a", "a/requirements.txt", ("a/read.py",)),
        ("declare/newlib@b%20c", "b c/requirements.txt", ("b c/read.py",)),
    ]
    inner = plan_of(SEVERAL, {"declare/newlib@a": "a/requirements.txt"})
    assert [question.answer for question in inner.questions] == [None, "a/requirements.txt", None]


def test_one_answer_may_take_other_questions_away() -> None:
    """The root's file serves what lies below it as well."""
    outcome = answered(SEVERAL, {DECLARE: "requirements.txt", "declare/newlib@a": "a/requirements.txt"})
    assert outcome.plan is not None
    assert [question.key for question in outcome.plan.questions] == [DECLARE]
    assert outcome.plan.refused == ()
    assert [(one.code, one.detail) for one in outcome.scan.limitations] == [
        (LimitationCode.ANSWER_NOT_USED, "declare/newlib@a: another answer made this one unnecessary.")
    ]


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        pytest.param(DECLARE, "setup.py", f"{DECLARE} does not take the answer 'setup.py'; it takes one of: requirements.txt, leave.", id="a value that is not allowed"),
        pytest.param(DECLARE, " ", f"{DECLARE} was given no answer; it takes one of: requirements.txt, leave.", id="an empty value"),
        pytest.param("declare/other", "leave", f"declare/other is not asked in this run; it asks {DECLARE}.", id="a key that is not asked"),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_taken_is_refused_with_one_sentence(key: str, value: str, sentence: str) -> None:
    files = {**USES, "requirements.txt": "x\n"}
    plan = plan_of(files, {key: value})
    assert [(one.key, one.sentence) for one in plan.refused] == [(key, sentence)]
    assert [question.answer for question in plan.questions] == [None]
    told = answered(files, {key: value}, insists=False)
    assert told.plan is not None
    assert told.plan.refused == ()
    assert (LimitationCode.ANSWER_NOT_USED, sentence) in [(one.code, one.detail) for one in told.scan.limitations]


def test_nothing_is_put_beside_a_line_of_the_same_distribution() -> None:
    """Such a line has to rise; a second one beside it would ask for two releases at once."""
    files = {**USES, "a/requirements.txt": "newlib<2 --hash=sha256:00\n", "requirements.txt": "x\n"}
    outcome = ran(files, (ONE_NAME,))
    assert outcome.plan is not None
    assert outcome.plan.questions == ()


def test_a_file_that_is_no_place_for_a_dependency_is_not_offered() -> None:
    files = {
        **USES,
        "constraints.txt": "x<2\n",
        "requirements-locked.txt": "x==1 --hash=sha256:00\n",
        "requirements-compiled.txt": "# This file is autogenerated by pip-compile\nx==1\n",
        "pyproject.toml": "[tool.black]\n",
        "setup.py": "from setuptools import setup\nsetup(install_requires=read())\n",
        "leave": "x\n",
        "requirements.txt": "-r leave\n",
    }
    (question,) = plan_of(files, {}).questions
    assert question.allowed == ("requirements.txt", "leave")


def test_the_header_tells_what_stands_and_what_becomes_of_it() -> None:
    """A pin stays a pin: the newest release that the pack was measured on (the pack's own data)."""
    files = {
        **USES,
        "requirements.txt": "b\nold-lib==1.9  # why\n",
        "pyproject.toml": "[project]\nname = 'x'\nrequires-python = \">=3.10\"\n",
        "dev/requirements.txt": "newlib\n",
    }
    (header,) = plan_of(files, {}).headers
    assert [(one.path, one.line, one.text, one.old, one.becomes) for one in header.declared] == [
        ("dev/requirements.txt", 1, "newlib", False, None),
        ("requirements.txt", 2, "old-lib==1.9  # why", True, "newlib==2.4  # why"),
    ]
    assert [(one.path, one.line, one.text, one.lowest) for one in header.promised] == [
        ("pyproject.toml", 3, ">=3.10", None)
    ]
    assert (header.requirement, header.python) == ("newlib>=2,<3", "3.9")
    assert (header.client_home, header.client_name) == (None, None)


def test_a_floor_is_not_asked_about_where_the_line_waits_for_code_anyway() -> None:
    files = {**STAYS, "pyproject.toml": "[project]\nrequires-python = '>=3.7'\ndependencies = ['old-lib']\n"}
    assert plan_of(files, {}).questions == ()


def test_a_file_that_is_called_like_an_answer_is_none() -> None:
    """`leave` is included by another file and declares the library: the answer leaves it, and names no file."""
    files = {**USES, **STAYS, "requirements.txt": "-r leave\nold-lib\n", "leave": "old-lib\n"}
    (question,) = plan_of(files, {}).questions
    assert question.allowed == ("requirements.txt", "leave")
    assert texts(plan_of(files, {DECLARE: "leave"})).keys() == {"app/read.py"}


def test_a_file_that_cannot_be_read_is_no_place_for_the_line() -> None:
    files = {
        **USES,
        **STAYS,
        "pyproject.toml": "[[[ old-lib",
        "setup.cfg": "[options]\ninstall_requires =\n  old-lib\n",
    }
    (question,) = plan_of(files, {}).questions
    assert question.allowed == ("setup.cfg", "leave")
