"""What a file can do to its child costs that file's answer and no other."""

import signal
import sys

import pytest

from bot.analyser.jobs import COMPILE, Compiled
from bot.analyser.limits import Limits
from bot.analyser.outcomes import Died, Done, Job, Outcome, Raised, Refused, TimedOut
from bot.analyser.supervisor import Analyser
from bot.models.light_record import LightRecord
from tests.analyser.conftest import Anything, Ask

MEBIBYTE = 1024 * 1024
NESTED = b"x = " + b"(" * 2_000 + b"1" + b")" * 2_000 + b"\n"
NESTED_BEYOND_ANY_STACK = b"x = " + b"(" * 100_000 + b"1" + b")" * 100_000 + b"\n"
SUM = b"x = " + b" + ".join([b"a"] * 10_000) + b"\n"


def between_neighbours(analyser: Analyser, ask: Ask, job: Job[Anything]) -> Outcome[Anything]:
    """The outcome of a job whose neighbours on the slot have to be answered, in order and by their own bytes."""
    first, outcome, last = analyser.run([ask("echo", b"first", n=1), job, ask("echo", b"last", n=2)])
    assert isinstance(first, Done)
    assert isinstance(last, Done)
    assert (first.result["n"], first.payloads) == (1, (b"first",))
    assert (last.result["n"], last.payloads) == (2, (b"last",))
    return outcome


def test_files_that_break_the_native_parser_cost_only_their_own_rows(ask: Ask) -> None:
    """2,000 nested parentheses, 100,000 of them, and a sum of 10,000 terms, each between files that are well."""
    well = [Job(COMPILE, Compiled, payloads=(b"x = %d\n" % n,)) for n in range(4)]
    bad = [
        ask("parse_natively", NESTED),
        ask("parse_natively", NESTED_BEYOND_ANY_STACK),
        ask("parse_natively", SUM, seconds=1.0),
    ]
    jobs: list[Job[LightRecord]] = [well[0], bad[0], well[1], bad[1], well[2], bad[2], well[3]]
    with Analyser(registry="tests.analyser.readers", slots=2) as analyser:
        outcomes = list(analyser.run(jobs))
    assert outcomes[::2] == [Done(Compiled(error=None, line=None), ())] * 4
    assert isinstance(outcomes[1], Done | Died)  # a matter of the stack that the machine gives
    assert isinstance(outcomes[3], Died)
    assert outcomes[5] == TimedOut(1.0)


ASKED = {
    "first neighbour": Job("echo", Anything, payloads=(b"first neighbour",)),
    "hang": Job("hang", Anything, seconds=0.3),
    "wait_for_more": Job("wait_for_more", Anything, seconds=0.3),
    "crash": Job("crash", Anything),
    "leave": Job("leave", Anything, {"status": 3}),
    "write_junk": Job("write_junk", Anything),
    "middle neighbour": Job("echo", Anything, payloads=(b"middle neighbour",)),
    "forge_an_answer": Job("forge_an_answer", Anything),
    "claim_a_great_size": Job("claim_a_great_size", Anything),
    "claim_many_parts": Job("claim_many_parts", Anything),
    "answer_nested_json": Job("answer_nested_json", Anything),
    "answer_no_json": Job("answer_no_json", Anything),
    "last neighbour": Job("echo", Anything, payloads=(b"last neighbour",)),
}


@pytest.fixture(scope="module")
def answered() -> dict[str, Outcome[Anything]]:
    """The outcomes of one run in which nearly every job is fatal to its child."""
    with Analyser(registry="tests.analyser.hostile", slots=2) as analyser:
        return dict(zip(ASKED, analyser.run(ASKED.values()), strict=True))


@pytest.mark.parametrize("name", [name for name in ASKED if name.endswith("neighbour")])
def test_a_neighbour_of_fatal_jobs_is_answered_by_its_own_bytes(
    answered: dict[str, Outcome[Anything]], name: str
) -> None:
    assert answered[name] == Done(Anything(), (name.encode(),))


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        pytest.param("hang", TimedOut(0.3), id="a hang is killed at its deadline"),
        pytest.param("wait_for_more", TimedOut(0.3), id="a child that waits for more is killed at its deadline"),
        pytest.param("crash", Died(signal.SIGSEGV, None, memory=False), id="a crash names the signal"),
        pytest.param("leave", Died(None, 3, memory=False), id="an exit names the status"),
    ],
)
def test_how_the_child_ended_is_told(
    answered: dict[str, Outcome[Anything]], name: str, outcome: Outcome[Anything]
) -> None:
    assert answered[name] == outcome


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("write_junk", id="junk on standard output"),
        pytest.param("forge_an_answer", id="an answer that was prepared"),
        pytest.param("claim_a_great_size", id="a frame that says it is four gigabytes"),
        pytest.param("claim_many_parts", id="a frame that says it has four thousand million parts"),
        pytest.param("answer_nested_json", id="JSON nested 100,000 deep"),
        pytest.param("answer_no_json", id="a result that is not JSON"),
    ],
)
def test_what_is_not_an_answer_is_refused(answered: dict[str, Outcome[Anything]], name: str) -> None:
    assert isinstance(answered[name], Refused)


@pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded on Linux only")
def test_a_job_that_takes_all_memory_dies_of_it(ask: Ask) -> None:
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=Limits(memory_bytes=100 * MEBIBYTE)) as analyser:
        outcome = between_neighbours(analyser, ask, ask("take_memory"))
    assert isinstance(outcome, Died)
    assert outcome.memory


@pytest.mark.parametrize("where", ["document", "payload"])
def test_an_answer_over_the_limit_is_refused_and_one_at_the_limit_is_taken(ask: Ask, where: str) -> None:
    around = len('{"text":""}') if where == "document" else 0
    limits = Limits(document_bytes=MEBIBYTE, payload_bytes=MEBIBYTE)
    with Analyser(registry="tests.analyser.hostile", slots=1, limits=limits) as analyser:
        over, fits = analyser.run(
            ask("answer_at_length", where=where, size=MEBIBYTE - around + more) for more in (1, 0)
        )
    assert over == Refused("over the size limit")
    assert isinstance(fits, Done)


def test_a_result_of_another_shape_is_refused(hostile: Analyser, ask: Ask) -> None:
    (outcome,) = hostile.run([Job("echo", Compiled, {"error": None, "line": "seven"})])
    assert isinstance(outcome, Refused)


@pytest.mark.parametrize(
    ("name", "exception"),
    [
        pytest.param("raise_an_error", "KeyError", id="an error that nobody caught"),
        pytest.param("exit_the_interpreter", "SystemExit", id="sys.exit"),
        pytest.param("recurse", "RecursionError", id="a recursion without end"),
        pytest.param("answer_a_lone_surrogate", "UnicodeEncodeError", id="text that JSON cannot hold"),
    ],
)
def test_what_a_job_raises_is_told_by_class_and_place(hostile: Analyser, ask: Ask, name: str, exception: str) -> None:
    outcome = between_neighbours(hostile, ask, ask(name, b"the file's own words"))
    assert isinstance(outcome, Raised)
    assert outcome.exception == exception
    assert outcome.place.rpartition(":")[0] in {"tests/analyser/hostile.py", "bot/models/writing.py"}
    assert "words" not in repr(outcome)


def test_an_unknown_job_is_told_too(hostile: Analyser, ask: Ask) -> None:
    assert isinstance(between_neighbours(hostile, ask, ask("no_such_job")), Raised)


def test_what_a_library_prints_goes_nowhere(hostile: Analyser, ask: Ask) -> None:
    assert isinstance(between_neighbours(hostile, ask, ask("print_something")), Done)


def test_a_file_is_not_blamed_for_what_an_earlier_one_did_to_the_child(hostile: Analyser, ask: Ask) -> None:
    """A child that dies under a job it might not have died of is replaced, and the job is asked once more."""
    poisoned, victim = hostile.run([ask("poison"), ask("die_when_poisoned")])
    assert isinstance(poisoned, Done)
    assert isinstance(victim, Done)
