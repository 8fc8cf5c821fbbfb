"""A call that becomes too long for the repository's formatter is broken, and every line of it is a planned edit's."""

import pytest

from bot.packs.loader import bundled_packs
from bot.rules.engine.kinds import parameter_models
from tests.running import ran

(PACK,) = (each.pack for each in bundled_packs(parameter_models()) if each.pack.id == "openai/openai-0-to-1")
CODE = 'import openai\n\nanswer = openai.ChatCompletion.create(model="gpt-4", messages=messages, temperature=0)\n'
LONG = 'answer = openai.chat.completions.create(model="gpt-4", messages=messages, temperature=0)\n'
BROKEN = """answer = openai.chat.completions.create(
    model="gpt-4", messages=messages, temperature=0
)
"""


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, LONG, id="nothing says how long a line may be"),
        pytest.param({"pyproject.toml": "[tool.black]\n"}, LONG, id="Black's usual length leaves room"),
        pytest.param({"pyproject.toml": "[tool.black]\nline-length = 81\n"}, BROKEN, id="a length that it exceeds"),
        pytest.param({"app/.flake8": "[flake8]\nmax-line-length = 81\n"}, BROKEN, id="a linter's"),
        pytest.param({"pyproject.toml": "[tool.black]\nline-length = 79\n"}, LONG, id="it was too long before"),
        pytest.param({"docs/ruff.toml": "line-length = 81\n"}, LONG, id="settings of another folder"),
    ],
)
def test_a_line_that_newly_exceeds_the_length_is_broken(settings: dict[str, str], expected: str) -> None:
    code = CODE.replace("messages=messages", "messages=[]")
    assert len(code.splitlines()[2]) == 80
    outcome = ran({"app/main.py": code, **settings}, (PACK,))
    assert outcome.plan is not None
    (file,) = outcome.plan.written
    expected = expected.replace("messages=messages", "messages=[]")
    assert file.after.decode() == f"import openai\n\n{expected}"
    (edit,) = outcome.plan.files
    (hunk,) = edit.hunks
    assert (hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines) == (3, 1, 3, expected.count("\n"))
    assert hunk.rows != ()
