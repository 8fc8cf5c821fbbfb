"""Packs whose two libraries are one distribution, and rewritings that count on seeing every use of a name."""

import pytest

from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import LimitationCode
from tests.running import Files, ran

(PACK,) = (each.pack for each in bundled_packs(parameter_models()) if each.pack.id == "openai/openai-0-to-1")

MOVES = 'import openai\nprint(openai.Model.list()["data"][0]["id"])\n'
STAYS = "import openai\nprint(repr(openai.Model.list()))\n"
HELPER = """import openai

def complete(**options):
    return openai.Completion.create(**options)

print(complete(model="m", prompt="p")["choices"][0]["text"])
"""


def written(files: Files) -> list[str]:
    """The paths that a run would write."""
    outcome = ran(files, (PACK,))
    assert outcome.plan is not None
    return [file.path for file in outcome.plan.written]


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        pytest.param("openai==0.28.1\n", [], id="a pin on the old library"),
        pytest.param("openai<1\n", [], id="a range that ends before the new one"),
        pytest.param("openai>=0.27,<0.29\n", [], id="a range of old releases"),
        pytest.param("requests\n", [], id="nothing declares it"),
        pytest.param("openai>=1.60\n", ["moves.py"], id="a line that has moved"),
        pytest.param("openai==1.3.5\n", ["moves.py"], id="a pin below the pack's range, and after the old library"),
        pytest.param("openai\n", ["moves.py"], id="a line that admits the new releases"),
    ],
)
def test_one_place_that_stays_holds_all_until_the_line_has_moved(line: str, moved: list[str]) -> None:
    assert written({"moves.py": MOVES, "stays.py": STAYS, "requirements.txt": line}) == moved


def test_without_a_place_that_stays_code_and_line_move_together() -> None:
    assert written({"moves.py": MOVES, "requirements.txt": "openai==0.28.1\n"}) == ["moves.py", "requirements.txt"]


def test_the_run_says_which_places_hold_the_repository() -> None:
    outcome = ran({"moves.py": MOVES, "stays.py": STAYS, "requirements.txt": "openai<1\n"}, (PACK,))
    (told,) = (one for one in outcome.scan.limitations if one.code is LimitationCode.DISTRIBUTION_NOT_FREE)
    assert told.detail == "What stays: stays.py:2 (answer_shown)."


BOT = """import openai

class Bot:
    def complete(self, text):
        return openai.Completion.create(model="m", prompt=text)

print(Bot().complete("p")["choices"][0]["text"])
"""


@pytest.mark.parametrize(
    ("other", "moves"),
    [
        pytest.param(
            "def use(bot):\n    return bot.complete('p')['choices']\n", False, id="on an object from anywhere"
        ),
        pytest.param("def use(bot):\n    return bot.finish('p')\n", True, id="the neighbour: another method"),
        pytest.param(
            "from bot import Bot\nclass Other(Bot):\n    def complete(self, text): ...\n", False, id="overridden"
        ),
        pytest.param("# complete\ncomplete = 1\nprint(complete)\n", True, id="the neighbour: a name of its own"),
    ],
)
def test_a_method_whose_calls_were_all_seen_is_spelt_nowhere_else(other: str, moves: bool) -> None:
    assert written({"bot.py": BOT, "other.py": other}) == (["bot.py"] if moves else [])


OWN_KEY = 'import openai\nprint(openai.Model.list(api_key="k")["data"][0]["id"])\n'


@pytest.mark.parametrize(
    ("other", "moves"),
    [
        pytest.param("import openai\nopenai.organization = 'o'\n", False, id="an organization"),
        pytest.param("import openai\nopenai.api_base = 'http://h/v1'\n", False, id="an address"),
        pytest.param("import openai\nopenai.api_key = 'k'\n", True, id="the neighbour: the key"),
        pytest.param("class Mine:\n    organization = 'o'\n\nMine.organization = 'p'\n", True, id="another's setting"),
    ],
)
def test_a_client_is_made_only_where_no_other_file_makes_settings_that_it_would_need(other: str, moves: bool) -> None:
    assert ("call.py" in written({"call.py": OWN_KEY, "other.py": other})) == moves


@pytest.mark.parametrize(
    ("other", "moves"),
    [
        pytest.param("from helper import complete\ncomplete(engine='e')\n", False, id="taken by name"),
        pytest.param("import helper\nhelper.complete(engine='e')\n", False, id="reached through the module"),
        pytest.param("from helper import *\ncomplete(engine='e')\n", False, id="taken with all names"),
        pytest.param("from helper import complete\n", True, id="the neighbour: taken and not called"),
        pytest.param("import helper\n", True, id="the neighbour: the module alone"),
        pytest.param("def complete(): ...\n", True, id="the neighbour: a name of its own, and nothing imported"),
    ],
)
def test_a_function_whose_calls_were_all_seen_is_not_called_elsewhere(other: str, moves: bool) -> None:
    assert written({"helper.py": HELPER, "other.py": other}) == (["helper.py"] if moves else [])
