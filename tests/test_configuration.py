"""`.obelize.yml` narrows and never widens; what is wrong with it is told by line."""

import json

import pytest

from bot.configuration import MAX_FILE_BYTES
from bot.configuration_file import read_configuration
from bot.models.given_answer import GivenAnswer
from bot.vocabulary import AnsweredBy, ConfigSource

KNOWN = frozenset({"py-pdf/pypdf2-to-pypdf"})


def test_every_key_is_read() -> None:
    text = b"""\
include: ["/src/"]
exclude: [tests/data/, "*.generated.py"]
max_file_bytes: 200000
packs: [py-pdf/pypdf2-to-pypdf]
paused: false
quiet: true
model: none
"""
    configured = read_configuration(text, KNOWN)
    assert configured.problems == ()
    assert configured.settings.quiet
    assert not configured.settings.paused
    assert configured.settings.packs == ("py-pdf/pypdf2-to-pypdf",)
    run = configured.run_config()
    assert run.source is ConfigSource.REPOSITORY
    assert (run.include, run.exclude, run.max_file_bytes) == (("/src/",), ("tests/data/", "*.generated.py"), 200_000)


@pytest.mark.parametrize("text", [b"", b"\n", b"# nothing but a comment\n", b"~\n"])
def test_a_file_that_says_nothing_is_the_defaults(text: bytes) -> None:
    configured = read_configuration(text, KNOWN)
    assert configured.problems == ()
    assert configured.run_config().max_file_bytes == MAX_FILE_BYTES


def test_answers_are_of_a_person_and_may_be_about_what_is_not_asked() -> None:
    configured = read_configuration(b"answers: {declare/pypdf: setup.cfg}\n", KNOWN)
    assert configured.answers() == {"declare/pypdf": GivenAnswer("setup.cfg", AnsweredBy.PERSON, insists=False)}


def test_names_of_clients_are_by_pack_and_part_of_what_a_run_records() -> None:
    configured = read_configuration(b"client_names: {py-pdf/pypdf2-to-pypdf: llm}\n", KNOWN)
    assert configured.run_config().client_names == {"py-pdf/pypdf2-to-pypdf": "llm"}


@pytest.mark.parametrize(
    "name",
    ["1st", "my client", "a.b", "class", "match", "print", "_own", "__x__", "\u00e4rger", "", "x" * 61, "x\n", "x;y"],
)
def test_a_client_takes_the_name_of_a_plain_variable_and_no_other(name: str) -> None:
    text = f"paused: false\nclient_names:\n  py-pdf/pypdf2-to-pypdf: {json.dumps(name)}\n"
    (problem,) = read_configuration(text.encode(), KNOWN).problems
    assert problem.startswith("line 3: client_names")
    assert problem.isprintable()


def test_run_folders_go_into_the_repository_and_nowhere_else_that_it_names() -> None:
    assert read_configuration(b"artifacts: ref\n", KNOWN).settings.artifacts == "ref"
    (problem,) = read_configuration(b"paused: false\nartifacts: s3://elsewhere\n", KNOWN).problems
    assert problem.startswith("line 2: artifacts: expected ref")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(b"quite: true\n", "line 1: quite: ", id="an unknown key"),
        pytest.param(b"quiet: true\nquiet: false\n", "line 2: ", id="a key twice"),
        pytest.param(b"\npaused: maybe\n", "line 2: paused: ", id="a wrong value"),
        pytest.param(b"paused: 1\n", "line 1: paused: ", id="a number is no yes"),
        pytest.param(b"max_file_bytes: 2000000\n", "line 1: max_file_bytes: ", id="a limit cannot be widened"),
        pytest.param(b"packs: [x/y]\n", "line 1: packs: expected one of py-pdf/pypdf2-to-pypdf; found 'x/y'", id="an unknown pack"),
        pytest.param(b"client_names: {x/y: llm}\n", "line 1: client_names: expected one of py-pdf/pypdf2-to-pypdf; found 'x/y'", id="a client of an unknown pack"),
        pytest.param(b"client_names: [llm]\n", "line 1: client_names: ", id="clients of no pack"),
        pytest.param(b"model: some-model\n", "a repository can switch the model off, not choose one", id="a model cannot be chosen"),
        pytest.param(b"model: {url: 'http://evil.example'}\n", "a repository can switch the model off", id="nor an address"),
        pytest.param(b"- quiet\n", "line 1: expected keys and values", id="a list"),
        pytest.param(b"quiet: [\n", "line 2: ", id="no YAML"),
        pytest.param(b"quiet: &x true\npaused: *x\n", "line 1: ", id="an anchor"),
        pytest.param(b"quiet: !!python/object:os.system x\n", "line 1: ", id="a tag"),
        pytest.param(b"\xff\xfe", "line 1: the text is not UTF-8", id="not text"),
        pytest.param(b"exclude: ['']\n", "line 1: exclude", id="an empty pattern"),
        pytest.param(b"exclude: 'tests/'\n", "line 1: exclude: ", id="text where a list belongs"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_line_and_nothing_of_it_holds(text: bytes, problem: str) -> None:
    configured = read_configuration(text, KNOWN)
    assert any(problem in found for found in configured.problems), configured.problems
    assert configured.run_config().exclude == ()


def test_every_problem_is_named_at_once() -> None:
    configured = read_configuration(b"quite: true\npaused: maybe\nmax_file_bytes: 0\n", KNOWN)
    assert len(configured.problems) == 3
