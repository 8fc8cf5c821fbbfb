"""The third never: contributed text is never run and never becomes a template."""

from collections.abc import Iterator

import pytest

from tests.architecture.sources import Module, called, modules, sample

NEVER = frozenset({"eval", "exec", "__import__", "from_string", "format_map", "Template", "literal_eval", "unsafe_load", "full_load"})  # fmt: skip
COMPILE = ("bot.rules.engine.rewrite", "bot.analyser")
"""The syntax gates: `compile()` of a file's bytes, never followed by running them."""


def dangers(module: Module) -> Iterator[str]:
    """Calls that would run text or make a template of it."""
    for name in called(module):
        last = name.rpartition(".")[2]
        if last in NEVER or name in {"pickle.loads", "marshal.loads", "yaml.load"}:
            yield name
        if name == "compile" and not module.within(*COMPILE):
            yield name


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.name)
def test_no_module_runs_text(module: Module) -> None:
    assert list(dangers(module)) == []


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("eval(x)", id="eval"),
        pytest.param("Environment().from_string(x)", id="a template from text"),
        pytest.param("x.format_map(y)", id="format_map"),
        pytest.param("compile(x, 'f', 'exec')", id="compile outside the gates"),
        pytest.param("pickle.loads(x)", id="pickle"),
    ],
)
def test_the_rule_bites(code: str) -> None:
    assert list(dangers(sample("bot.conversation.sample", code)))
