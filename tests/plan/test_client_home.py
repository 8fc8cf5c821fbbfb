"""The plan's header says where a client is made that other modules can take: where there is one."""

from bot.models.header import PlanHeader
from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from tests.running import ran

(GEMINI,) = (each.pack for each in bundled_packs(parameter_models()) if each.pack.new.distribution == "google-genai")
MODEL = "import google.generativeai as genai\ngenai.configure(api_key='k')\nmodel = genai.GenerativeModel('m')\n"
LOCAL = (
    "import google.generativeai as genai\ndef ask(text):\n    genai.configure(api_key='k')\n"
    "    return genai.GenerativeModel('m').generate_content(text).text\n"
)


def header(files: dict[str, str]) -> PlanHeader:
    plan = ran(files, (GEMINI,)).plan
    assert plan is not None
    return plan.headers[0]


def test_the_one_home_is_told_with_the_clients_name() -> None:
    found = header(
        {"models.py": MODEL, "app.py": "from models import model\nprint(model.generate_content('x').text)\n"}
    )
    assert (found.client_home, found.client_name) == ("models.py", "client")


def test_of_several_none_is_the_home() -> None:
    found = header({"one.py": MODEL, "two.py": MODEL})
    assert (found.client_home, found.client_name) == (None, None)


def test_a_client_that_a_function_keeps_to_itself_is_no_home() -> None:
    found = header({"app.py": LOCAL})
    assert (found.client_home, found.client_name) == (None, None)
