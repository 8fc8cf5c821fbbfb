"""Whatever text a model sends: what the guard accepts compiles, imports nothing but the target, and reads no other name.

The names are counted here by means of their own: Python's own symbol tables, not the guard's.
"""

import ast
import builtins
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.consult.guard import Passed, judge
from bot.models.consultation import EditProposal
from tests.redteam.proposals import case, reachable

FUNCTION = case({"base": "function", "why": "any text"})
LICENSED = {"model", "response", "prompt", "genai", "types", "client", "made"}
PURE = {"len", "str", "sorted", "ValueError", "Exception"}

NAMES = st.sampled_from(
    ["model", "response", "prompt", "made", "os", "json", "subprocess", "eval", "open", "getattr", "print", "len", "str", "sorted", "__builtins__", "verbose", "ask"]
)  # fmt: skip
EXPRESSIONS = st.recursive(
    NAMES | st.sampled_from(["1", "'x'", "None", "__import__('os')", "'__class__'"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["text", "os", "__class__", "_x", "popen", "parts"])).map(".".join),
        st.tuples(inner, inner).map("{0[0]}({0[1]})".format),
        st.tuples(inner, inner).map("{0[0]}[{0[1]}]".format),
        st.tuples(inner, inner).map("[{0[0]}, {0[1]}]".format),
        inner.map("(lambda made: {})".format),
        st.tuples(inner, NAMES, inner).map("[{0[0]} for {0[1]} in {0[2]}]".format),
        st.tuples(NAMES, inner).map("({0[0]} := {0[1]})".format),
        inner.map("f'{{{}}}'".format),
    ),
    max_leaves=5,
)
STATEMENTS = st.one_of(
    st.tuples(NAMES, EXPRESSIONS).map("{0[0]} = {0[1]}".format),
    EXPRESSIONS,
    NAMES.map("import {}".format),
    NAMES.map("from google.genai import types as {}".format),
    st.tuples(NAMES, EXPRESSIONS).map("for {0[0]} in {0[1]}: pass".format),
    st.tuples(EXPRESSIONS, NAMES).map("with {0[0]} as {0[1]}: pass".format),
    st.tuples(NAMES, EXPRESSIONS).map("def {0[0]}(made={0[1]}): return made".format),
    st.tuples(NAMES).map("global {0[0]}".format),
    st.tuples(NAMES).map("del {0[0]}".format),
    st.just("response = prompt"),
    st.just("else: pass"),
    st.just("'''"),
    st.just("("),
    st.just("\\"),
)
TEXTS = st.lists(STATEMENTS, min_size=1, max_size=4).map(lambda lines: "".join(f"    {line}\n" for line in lines))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(replacement=TEXTS | st.text(max_size=60))
def test_what_is_accepted_brings_nothing_in(replacement: str) -> None:
    assert FUNCTION.current is not None
    changed = {name: getattr(FUNCTION.proposal, name) for name in EditProposal.record_fields} | {
        "replacement": replacement
    }
    verdict = judge(EditProposal(**changed), FUNCTION.question, FUNCTION.current, reachable())
    if not isinstance(verdict, Passed):
        return
    text = verdict.data.decode()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python only warns about was no fault before either
        compile(text, "app.py", "exec", dont_inherit=True)
    assert foreign_imports(text) <= {"os", "json", "subprocess", "google.generativeai", "google.genai"}
    before = {name for table in tables(FUNCTION.current.decode()) for name in table}
    new = {name for table in tables(text) for name in table} - before
    assert new <= LICENSED | PURE | made_in(text)
    assert text.count("__") == FUNCTION.current.decode().count("__")


def foreign_imports(text: str) -> set[str]:
    """Every module that an import statement of the text names."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
    return found


def tables(text: str) -> Iterator[set[str]]:
    """The global names that each scope of the text reads, by Python's own account."""
    waiting = [symtable.symtable(text, "app.py", "exec")]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        if table.get_type() == "module":
            yield {s.get_name() for s in table.get_symbols() if s.is_referenced() and not s.is_assigned()}
        else:
            yield {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}


def made_in(text: str) -> set[str]:
    """Names that the text binds, apart from modules that the file imports and what Python itself has."""
    stored = {
        node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return stored - {"os", "json", "subprocess"} - set(dir(builtins))


def test_the_property_bites() -> None:
    """A file with a foreign name in it would be noticed."""
    text = replace(FUNCTION).current.decode().replace("model.generate_content(prompt)", "eval(prompt)")  # type: ignore[union-attr]
    assert "eval" in {name for table in tables(text) for name in table}
