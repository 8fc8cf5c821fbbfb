"""The first never: pure code does no I/O. Values in, values out; no clock, no async, an allow-list of imports."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import Module, called, imported, modules, sample

PURE = (
    "bot.vocabulary", "bot.models", "bot.packs", "bot.scan", "bot.rules", "bot.plan", "bot.consult.selection", "bot.consult.context", "bot.consult.prompt", "bot.consult.proposal", "bot.consult.guard",
    "bot.consult.outcomes", "bot.consult.target", "bot.consult.splice", "bot.consult.licence", "bot.consult.brought_in",
    "bot.consult.running_past", "bot.consult.reach_of_names", "bot.consult.secrets",
    "bot.consult.providers.completion", "bot.consult.records",
    "bot.evidence", "bot.publish", "bot.pipeline", "bot.configuration", "bot.safe_text", "bot.word_pages", "webhooks.events",
    "bot.screening.amendments", "bot.screening.split", "bot.screening.apply", "bot.screening.landing",
    "bot.screening.answer", "bot.screening.prompt", "bot.screening.releases", "bot.screening.drafted",
    "bot.screening.tree_source", "bot.screening.held", "bot.relay",
    "bot.source.tree", "bot.source.tree_path", "bot.source.remote_address", "bot.forge.words", "bot.forge.fitting", "bot.forge.own_texts",
    "bot.forge.check_payloads", "bot.forge.permissions", "bot.forge.scope", "bot.analyser.protocol", "bot.writing.gate",
    "bot.verify.verdict", "bot.verify.bounded_output", "bot.conversation",
    "bot.doctor.diagnoses", "bot.registration.manifest", "bot.registration.reasons", "bot.registration.new_app",
)  # fmt: skip

ALLOWED = frozenset(
    {
        "__future__", "abc", "ast", "bisect", "builtins", "codecs", "collections", "configparser", "contextlib", "copy",
        "dataclasses", "difflib", "enum",
        "functools", "hashlib", "io", "itertools", "json", "keyword", "math", "operator", "pathlib", "re", "shlex", "string", "textwrap",
        "tokenize", "tomllib", "types", "typing", "unicodedata", "warnings", "zipfile", "datetime",
        "detect_secrets", "libcst", "packaging", "pathspec", "pydantic", "pydantic_core", "tomlkit", "yaml", "bot", "webhooks",
    }
)  # fmt: skip
"""Modules whose use is no I/O, or (io, zipfile, pathlib, codecs, configparser) whose pure part is what is used; calls are checked below."""

PURE_PARTS = ("urllib.parse.",)
"""Of a package whose other modules do I/O."""

READS_FILES_AT_START = ("bot.packs.loader", "bot.packs.loaded", "bot.rules.engine.kinds", "bot.conversation.kinds")
"""The pack loader reads its own folder, the registries of rule kinds and of commands walk theirs."""

BRINGS_IN_LATER = ("bot.scan.manifests.forms",)
"""Imports what reads a form of dependency file when there is one."""

FORBIDDEN_CALLS = ("open", "print", "input", "exec", "eval")
FORBIDDEN_METHODS = frozenset(
    {"read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "iterdir", "glob", "exists", "is_file", "is_dir", "stat", "now", "utcnow", "today", "monotonic", "perf_counter", "resolve"}
)  # fmt: skip


def impurities(module: Module) -> Iterator[str]:
    """What makes a module impure, one line each."""
    for name in imported(module):
        if (
            name.split(".")[0] not in ALLOWED
            and not name.startswith(PURE_PARTS)
            and not (
                name.startswith(("importlib", "pkgutil")) and module.within(*READS_FILES_AT_START, *BRINGS_IN_LATER)
            )
        ):
            yield f"imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
            yield f"is async in line {node.lineno}"
    for name in called(module):
        forbidden = name in FORBIDDEN_CALLS or (name.rpartition(".")[2] in FORBIDDEN_METHODS and "." in name)
        if forbidden and not module.within(*READS_FILES_AT_START):
            yield f"calls {name}"


def shells_imported(module: Module) -> Iterator[str]:
    """Rooms that a pure module may not reach: they do I/O."""
    shells = ("bot.analyser.supervisor", "bot.analyser.process", "bot.forge.client", "bot.store", "bot.workflows", "bot.cli", "bot.playground", "bot.driver", "bot.render", "bot.settings", "bot.source.git_objects", "bot.source.working_tree")  # fmt: skip
    for name in imported(module):
        if any(name == shell or name.startswith(f"{shell}.") for shell in shells):
            yield f"imports the shell {name}"


@pytest.mark.parametrize("module", [m for m in modules() if m.within(*PURE)], ids=lambda m: m.name)
def test_a_pure_module_does_no_io(module: Module) -> None:
    assert list(impurities(module)) == []
    assert list(shells_imported(module)) == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        pytest.param("import os", "imports os", id="a module that is not on the list"),
        pytest.param("from pathlib import Path\nPath('x').read_text()", "calls Path('x').read_text", id="a file is read"),
        pytest.param("def f():\n    return open('x')", "calls open", id="open"),
        pytest.param("async def f(): ...", "is async in line 1", id="async"),
        pytest.param("import datetime\ndatetime.datetime.now()", "calls datetime.datetime.now", id="a clock"),
    ],
)  # fmt: skip
def test_the_rule_bites(code: str, fault: str) -> None:
    assert fault in list(impurities(sample("bot.scan.sample", code)))


def test_the_rule_about_shells_bites() -> None:
    assert list(shells_imported(sample("bot.scan.sample", "from bot.store.runs import x")))


def test_every_pure_room_exists() -> None:
    found = modules()
    for room in PURE:
        assert any(module.within(room) for module in found), room
