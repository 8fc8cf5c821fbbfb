"""Dependency files written to break their reader: facts or a word, never an exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.engine.manifest_facts import manifest_facts
from bot.scan.manifests.selection import ManifestForm
from tests.demo_pack import PACK

FORMS = st.sampled_from(list(ManifestForm))
PIECES = st.sampled_from(
    [
        "old-lib", "Old_Lib==1.9", "[project]\n", "[tool.poetry.dependencies]\n", "[options]\n", "[packages]\n", "[testenv]\n", "dependencies = ",
        "dependencies:\n", "- pip:\n", "  - ", "install_requires", "=", ": ", "[", "]", "{", "}", "'", '"', "\n", "\n  ", "\\\n", "# ", ";", "-r x", "^1.2",
        "setup(install_requires=[", ")", "RUN pip install ", "run: |\n", "run: ", "&a ", "*a", "\0", "\ue000", "é", "\ud7ff", "extras = ", "version", "[[package]]\nname = ",
    ]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    FORMS,
    st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode())),
)
def test_whatever_stands_in_a_file_there_are_facts(form: ManifestForm, data: bytes) -> None:
    facts = manifest_facts(form, data, PACK)
    assert len(facts.rows) == len(facts.judgements)
    assert facts.failed is None or not facts.rows


DEEP = 5_000


@pytest.mark.parametrize("form", list(ManifestForm), ids=lambda form: form.value)
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"a = " + b"[" * DEEP + b"]" * DEEP + b"\nold-lib\n", id="brackets"),
        pytest.param(b"[" * DEEP + b'"old-lib"' + b"]" * DEEP, id="brackets from the start"),
        pytest.param(b'{"a":' * DEEP, id="braces"),
        pytest.param(b"old-lib ; " + b"(" * DEEP + b"\n", id="a marker"),
        pytest.param(b"old-lib" + b"x" * 500_000 + b"\n", id="a long name"),
        pytest.param(b"old-lib==" + b"1." * 100_000 + b"\n", id="a long version"),
        pytest.param(b"old-lib \\\n" * 20_000, id="lines that go on"),
        pytest.param(b"old-lib\0\n\0", id="NUL"),
        pytest.param(b"\xff\xfeold-lib", id="half of UTF-16"),
        pytest.param(b"- &a [*a, old-lib]\n", id="an alias of itself"),
        pytest.param(b"a: &a [x]\n" + b"".join(b"k%d: &k%d [%s]\n" % (n, n, b"*a, " * 9) for n in range(50)), id="aliases"),
        pytest.param("\r\n".join(["old-lib"] * 50).encode("utf-16"), id="UTF-16"),
        pytest.param(b"pip install " * 20_000, id="a command line"),
    ],
)  # fmt: skip
def test_a_file_that_is_extreme(form: ManifestForm, data: bytes) -> None:
    facts = manifest_facts(form, data, PACK)
    assert facts.failed is None or not facts.rows
