"""Where a client comes from that several modules could hand over is asked; the answer decides what is rewritten."""

import json
from collections.abc import Mapping

import pytest

from bot.configuration import default_config
from bot.models.finding import FindingsDocument
from bot.models.given_answer import GivenAnswer
from bot.models.outcome import Outcome, PlanOutcome
from bot.models.struct import altered
from bot.models.writing import compact
from bot.packs.loader import bundled_packs
from bot.pipeline import findings_document
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import AnsweredBy, LimitationCode, RunMode
from tests.running import ran, words

PACKS = {str(each.pack.id): each.pack for each in bundled_packs(parameter_models())}
GEMINI = PACKS["gemini/google-generativeai-to-google-genai"]
HOME = "client-home/google-genai"
DECLARED = {"requirements.txt": "google-generativeai\n"}


def configures(key: str) -> str:
    return f"import google.generativeai as genai\ngenai.configure(api_key='{key}')\n"


def asks(*modules: str) -> str:
    imports = "".join(f"import {module}\n" for module in modules)
    return (
        f"{imports}import google.generativeai as genai\ndef ask(text):\n"
        "    return genai.GenerativeModel('m').generate_content(text).text\n"
    )


TWO = {"one.py": configures("1"), "two.py": configures("2"), "app.py": asks("one", "two"), **DECLARED}


def answered(files: Mapping[str, str], answers: Mapping[str, str], *, insists: bool = True) -> Outcome:
    given = {key: GivenAnswer(value, AnsweredBy.PERSON, insists) for key, value in answers.items()}
    return ran(files, (GEMINI,), answers=given)


def plan_of(files: Mapping[str, str], answers: Mapping[str, str] | None = None) -> PlanOutcome:
    plan = answered(files, answers or {}).plan
    assert plan is not None
    return plan


def texts(plan: PlanOutcome) -> dict[str, str]:
    return {written.path: written.after.decode() for written in plan.written}


def test_it_is_asked_with_the_modules_as_answers_and_their_places_as_evidence() -> None:
    plan = plan_of(TWO)
    (question,) = plan.questions
    assert (question.key, question.allowed) == (HOME, ("one.py", "two.py", "leave"))
    assert question.evidence == ("one.py:2 makes client", "two.py:2 makes client", "app.py")
    assert plan.written == ()
    assert words(plan)["app.py"].count("client_home_open") == 1


def test_the_header_names_every_place_and_no_home() -> None:
    (header,) = plan_of(TWO).headers
    assert [(home.path, home.line, home.name) for home in header.client_homes] == [
        ("one.py", 2, "client"),
        ("two.py", 2, "client"),
    ]
    assert (header.client_home, header.client_name) == (None, None)


@pytest.mark.parametrize("module", ["one", "two"])
def test_the_answer_says_whose_client_is_imported_and_all_that_waited_moves(module: str) -> None:
    plan = plan_of(TWO, {HOME: f"{module}.py"})
    assert f"import {module}\nfrom {module} import client\n" in texts(plan)["app.py"]
    assert "client.models.generate_content(model='m', contents=text).text" in texts(plan)["app.py"]
    assert texts(plan).keys() == TWO.keys()
    assert plan.withheld == ()
    (question,) = plan.questions
    assert (question.answer, question.answered_by) == (f"{module}.py", AnsweredBy.PERSON)
    (header,) = plan.headers
    assert (header.client_home, header.client_name) == (f"{module}.py", "client")


def test_to_leave_it_keeps_the_files_as_they_are() -> None:
    plan = plan_of(TWO, {HOME: "leave"})
    assert plan.written == ()
    assert [(question.key, question.answer) for question in plan.questions] == [(HOME, "leave")]


def test_what_is_found_does_not_depend_on_the_answer() -> None:
    def found(outcome: Outcome) -> FindingsDocument:
        return findings_document(outcome.scan)

    scanned = ran(TWO, (GEMINI,), mode=RunMode.SCAN)
    assert json.loads(compact(found(answered(TWO, {HOME: "two.py"})))) == json.loads(compact(found(scanned)))


def test_an_answer_in_the_file_of_the_repository_serves_as_well() -> None:
    plan = answered(TWO, {HOME: "two.py"}, insists=False).plan
    assert plan is not None
    assert "from two import client\n" in texts(plan)["app.py"]


@pytest.mark.parametrize(
    "value", ["three.py", "", "../one.py", "one", "/one.py", "app.py", "one.py\n", "\x1b[31m", "requirements.txt"]
)
def test_another_answer_is_refused_with_one_sentence(value: str) -> None:
    plan = plan_of(TWO, {HOME: value})
    (refused,) = plan.refused
    assert refused.sentence.isprintable()
    assert refused.sentence.endswith("it takes one of: one.py, two.py, leave.")


def test_a_file_that_cannot_have_it_from_there_is_asked_about_by_itself() -> None:
    """`other.py` imports two of three; the answer for all names the third."""
    files = {**TWO, "three.py": configures("3"), "app.py": asks("one", "two", "three"), "other.py": asks("one", "two")}
    (question,) = plan_of(files).questions
    assert (question.allowed, len(question.evidence)) == (("one.py", "two.py", "three.py", "leave"), 5)
    plan = plan_of(files, {HOME: "three.py"})
    assert [(one.key, one.allowed, one.answer) for one in plan.questions] == [
        (HOME, ("one.py", "two.py", "three.py", "leave"), "three.py"),
        (f"{HOME}@other.py", ("one.py", "two.py", "leave"), None),
    ]
    both = plan_of(files, {HOME: "three.py", f"{HOME}@other.py": "two.py"})
    assert "from three import client\n" in texts(both)["app.py"]
    assert "from two import client\n" in texts(both)["other.py"]


def test_a_module_that_imports_the_file_is_no_answer() -> None:
    """To import it back would be a circle. It configures all the same, so the other is not taken without a question."""
    files = {**TWO, "two.py": f"import app\n{configures('2')}"}
    (question,) = plan_of(files).questions
    assert question.allowed == ("one.py", "leave")
    assert "from one import client\n" in texts(plan_of(files, {HOME: "one.py"}))["app.py"]


def test_one_module_under_two_names_is_one_home() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/settings.py": configures("1"),
        "shop/app.py": f"from . import settings\nfrom shop import settings as same\n{asks()}",
        **DECLARED,
    }
    plan = plan_of(files)
    assert (plan.questions, plan.withheld) == ((), ())


def test_a_module_of_the_same_name_elsewhere_hands_over_nothing() -> None:
    """`settings` is the file beside the importing one, which makes no client."""
    files = {"a/settings.py": "X = 1\n", "a/app.py": asks("settings"), "b/settings.py": configures("1"), **DECLARED}
    plan = plan_of(files)
    assert plan.written == ()
    assert "configured_elsewhere" in words(plan)["a/app.py"]


LATER = {
    "settings.py": configures("1"),
    "answers.py": asks(),
    "run.py": "from answers import ask\nimport settings\nprint(ask('x'))\n",
    **DECLARED,
}


def test_a_module_that_is_imported_later_is_asked_about_alone() -> None:
    (question,) = plan_of(LATER).questions
    assert (question.key, question.allowed) == (HOME, ("settings.py", "leave"))
    assert "from settings import client\n" in texts(plan_of(LATER, {HOME: "settings.py"}))["answers.py"]


def test_one_that_was_surely_imported_before_is_not_asked_about() -> None:
    plan = plan_of({**LATER, "run.py": "import settings\nfrom answers import ask\nprint(ask('x'))\n"})
    assert plan.questions == ()
    assert "from settings import client\n" in texts(plan)["answers.py"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"other.py": "import answers\n"}, id="another importer does not import it"),
        pytest.param({"run.py": "try:\n    import settings\nexcept ImportError:\n    pass\nimport answers\n"}, id="perhaps"),
        pytest.param({"run.py": "import settings\ndef f():\n    import answers\n"}, id="within a function"),
        pytest.param({"answers.py": f"{asks()}if __name__ == '__main__':\n    ask('x')\n"}, id="a program of its own"),
        pytest.param({"two.py": configures("2"), "run.py": "import settings, two\nimport answers\n"}, id="two homes"),
        pytest.param(
            {
                "two.py": "import google.generativeai as genai\ndef f(key):\n    genai.configure(api_key=key)\n",
                "run.py": "import settings, two\nimport answers\n",
            },
            id="another configuration in a function",
        ),
    ],
)  # fmt: skip
def test_where_that_is_not_certain_it_is_asked(files: dict[str, str]) -> None:
    before = {**LATER, "run.py": "import settings\nimport answers\n", **files}
    plan = plan_of(before)
    assert [question.key for question in plan.questions] == [HOME]
    assert "client_home_open" in words(plan)["answers.py"]
    assert "answers.py" not in texts(plan)


def test_a_program_apart_hands_over_nothing() -> None:
    files = {"a/settings.py": configures("1"), "a/run.py": "import settings\n", "b/answers.py": asks(), **DECLARED}
    plan = plan_of(files)
    assert HOME not in {question.key for question in plan.questions}
    assert "configured_elsewhere" in words(plan)["b/answers.py"]


def test_a_package_that_imports_the_file_is_no_answer() -> None:
    """To import `shop.settings` from there would run `shop/__init__.py` again, before it is done."""
    files = {
        "shop/__init__.py": "import answers\n",
        "shop/settings.py": configures("1"),
        "answers.py": asks(),
        "run.py": "import shop.settings\n",
        **DECLARED,
    }
    assert HOME not in {question.key for question in plan_of(files).questions}


def named(files: Mapping[str, str], name: str, pack: str = str(GEMINI.id)) -> Outcome:
    config = altered(default_config(), client_names={pack: name})
    return ran(files, (PACKS[pack],), config=config)


def test_a_client_is_called_as_the_owner_wants_in_its_module_and_where_it_is_imported() -> None:
    plan = named({"one.py": configures("1"), "app.py": asks("one"), **DECLARED}, "llm").plan
    assert plan is not None
    assert "llm = genai.Client(api_key='1'," in texts(plan)["one.py"]
    assert "from one import llm\n" in texts(plan)["app.py"]
    assert "llm.models.generate_content(" in texts(plan)["app.py"]
    assert plan.headers[0].client_name == "llm"


@pytest.mark.parametrize("name", ["taken", "genai", "types", "text_of", "error", "model_config", "google"])
def test_where_the_name_is_taken_the_client_has_the_pack_s_and_the_line_says_so(name: str) -> None:
    plan = named({"one.py": f"{configures('1')}taken = 1\n", "app.py": asks("one"), **DECLARED}, name).plan
    assert plan is not None
    assert "\nclient = genai.Client(" in texts(plan)["one.py"]
    said = [edit.warnings for edit in plan.edits if edit.path == "one.py" and edit.line == 2]
    assert said == [(f"The client is called client here: the name {name}, which .obelize.yml asks for, is taken.",)]


def test_a_migration_without_clients_takes_no_name() -> None:
    outcome = named({"app.py": "import PyPDF2\nPyPDF2.PdfReader('x')\n"}, "llm", "py-pdf/pypdf2-to-pypdf")
    assert [one.detail for one in outcome.scan.limitations if one.code is LimitationCode.CLIENT_NAME_NOT_USED] == [
        "py-pdf/pypdf2-to-pypdf: llm"
    ]
