"""An answer of the new releases that is made a dict holds what the old answer held: the same keys with the same values,
whether the service said null or left a part out. Only the order of its keys is another one.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from tests.wire.interpreters import OPENAI_NEW, OPENAI_OLD, interpreter
from tests.wire.openai_run import exchange

ANSWERS = {
    "ChatCompletion.create": ("chat.completions.create", 'model="m", messages=[{"role": "user", "content": "x"}], n=2'),
    "ChatCompletion.create with functions": ("chat.completions.create", 'model="m", messages=[], functions=[{"name": "f"}]'),
    "ChatCompletion.create with tools": (
        "chat.completions.create",
        'model="m", messages=[], tools=[{"type": "function", "function": {"name": "f"}}]',
    ),
    "Completion.create": ("completions.create", 'model="m", prompt="p"'),
    "Completion.create with logprobs": ("completions.create", 'model="m", prompt="p", logprobs=1'),
    "Embedding.create": ("embeddings.create", 'model="m", input=["a", "b"]'),
    "Moderation.create": ("moderations.create", 'input="x"'),
    "Image.create": ("images.generate", 'prompt="p", n=2'),
    "Model.list": ("models.list", ""),
    "Model.retrieve": ("models.retrieve", '"m"'),
    "File.list": ("files.list", ""),
    "FineTuningJob.list": ("fine_tuning.jobs.list", ""),
}  # fmt: skip


def shown(calls: list[tuple[str, str]], behind: str) -> str:
    """A program that shows each answer as a dict, its keys in order."""
    lines = [f"print(json.dumps(openai.{call}({given}){behind}, sort_keys=True))" for call, given in calls]
    return "\n".join(["import json", "import openai", *lines])


@cache
def before(folder: Path) -> list[str]:
    """What the old answers hold, a line each."""
    calls = [(name.partition(" ")[0], given) for name, (_, given) in ANSWERS.items()]
    done = exchange(interpreter(OPENAI_OLD), {"program.py": shown(calls, ".to_dict_recursive()")}, folder)
    assert done.outcome.raised is None
    return done.outcome.stdout.splitlines()


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_an_answer_made_a_dict_holds_what_the_old_one_held(environment: str, tmp_path: Path) -> None:
    done = exchange(interpreter(environment), {"program.py": shown([*ANSWERS.values()], ".to_dict()")}, tmp_path)
    assert done.outcome.raised is None
    after = done.outcome.stdout.splitlines()
    assert [json.loads(line) for line in after] == [json.loads(line) for line in before(tmp_path)]
    assert len(after) == len(ANSWERS)
