"""What a file may reach of other modules' names: `answer` is one of a module, `.answer` a member."""

import pytest

from bot.scan.facts import ReachedNames
from bot.scan.reached_names import reached_names

BOTH = (".answer", "answer")
CASES = {
    "a comment reaches nothing": ("# the answer", ()),
    "a text for people reaches nothing": ("print('the answer is')", ()),
    "a variable of its own is none": ("answer = 1\nprint(answer)", ()),
    "nor is a parameter, or a local": ("def f(answer):\n    return answer", ()),
    "what pytest gives to a test is one": ("def test_it(answer): ...", BOTH),
    "and to a fixture": ("@pytest.fixture\ndef other(answer): ...", BOTH),
    "an imported name is one": ("from helpers import answer", ("answer",)),
    "the same of the library is none": ("from openai import answer\nprint(answer)", ()),
    "a name that nothing binds may come with a star": ("from helpers import *\nprint(answer)", ("answer",)),
    "an attribute may be either": ("helpers.answer", BOTH),
    "so may a string that is the name": ("getattr(helpers, 'answer')", BOTH),
    "so may the end of a dotted one": ("patch('helpers.answer')", BOTH),
    "so may a format that reads a member": ("'{0.answer!r}'.format(it)", BOTH),
    "so may any text where texts are run": ("exec('print(answer)')", BOTH),
    "a keyword may fill a field": ("Asked(answer=1)", (".answer",)),
    "a class may have a member of its own for it": ("class Mine(Asked):\n    answer = 1", (".answer",)),
    "a pattern may take a field": ("match it:\n    case Asked(answer=x): pass", (".answer",)),
    "a file that does not parse may reach all": ("answer(", BOTH),
}


@pytest.mark.parametrize(("text", "names"), CASES.values(), ids=CASES.keys())
def test_reached(text: str, names: tuple[str, ...]) -> None:
    assert reached_names(text.encode(), BOTH, frozenset({"openai"})) == ReachedNames(names=names)
