"""What a run asks a person: records, with the answers that would be taken and the places that they are about."""

import pytest

from bot.models.question import Question
from tests.running import ran

USES = {"app/read.py": "import oldlib\noldlib.Reader(f)\n"}


def asked(files: dict[str, str]) -> tuple[Question, ...]:
    plan = ran(files).plan
    assert plan is not None
    return plan.questions


def test_a_repository_that_declares_nothing_is_asked_where_to() -> None:
    (question,) = asked({**USES, "requirements.txt": "requests\n", "docs/requirements.txt": "sphinx\n"})
    assert question.key == "declare/newlib"
    assert question.allowed == ("requirements.txt", "docs/requirements.txt", "leave")
    assert question.evidence == ("app/read.py",)
    assert (question.answer, question.answered_by) == (None, None)
    assert "newlib>=2,<3" in question.sentence


def test_without_any_dependency_file_the_only_answer_leaves_it() -> None:
    (question,) = asked(USES)
    assert question.allowed == ("leave",)


def test_a_promise_of_an_older_python_is_asked_about_and_the_code_moves() -> None:
    files = {
        **USES,
        "pyproject.toml": "[project]\nrequires-python = '>=3.7'\ndependencies = ['old-lib==1.9']\n",
    }
    outcome = ran(files)
    assert outcome.plan is not None
    (question,) = outcome.plan.questions
    assert question.key == "python-floor/newlib"
    assert question.allowed == ("raise", "leave")
    assert question.evidence == ("pyproject.toml: Python 3.7",)
    assert [written.path for written in outcome.plan.written] == ["app/read.py"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({**USES, "requirements.txt": "old-lib==1.9\n"}, id="declared, and new enough"),
        pytest.param({"app/read.py": "import os\n", "requirements.txt": "requests\n"}, id="not used"),
        pytest.param({"pyproject.toml": "[project]\nrequires-python = '>=3.7'\n"}, id="an old Python and no library"),
    ],
)
def test_nothing_is_asked_where_nothing_waits(files: dict[str, str]) -> None:
    assert asked(files) == ()
