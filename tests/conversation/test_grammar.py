"""The grammar of comment commands: closed, each command with its neighbours that are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.conversation.grammar import parse
from bot.conversation.kinds import command_kinds
from bot.models.conversation import Command, Refused
from bot.vocabulary import CommandRefusal, CommandVerb


def command(verb: CommandVerb, **arguments: object) -> Command:
    return Command.model_validate({"verb": verb, **arguments})


ACCEPT, REJECT = CommandVerb.ACCEPT, CommandVerb.REJECT


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("/obelize help", command(CommandVerb.HELP), id="a verb alone"),
        pytest.param("/OBELIZE Fix", command(CommandVerb.FIX), id="whatever the case"),
        pytest.param("/obelize  undo ", command(CommandVerb.UNDO), id="whatever the blanks"),
        pytest.param("/obelize apply", command(CommandVerb.APPLY), id="apply on what is shown"),
        pytest.param("/obelize apply @AB12CD3", command(CommandVerb.APPLY, head="ab12cd3"), id="apply on a commit"),
        pytest.param("/obelize accept 3", command(ACCEPT, numbers=(3,)), id="one number"),
        pytest.param("/obelize accept 3,1", command(ACCEPT, numbers=(1, 3)), id="numbers, in order"),
        pytest.param("/obelize accept 1 , 3", command(ACCEPT, numbers=(1, 3)), id="numbers with blanks"),
        pytest.param("/obelize accept 2-4", command(ACCEPT, numbers=(2, 3, 4)), id="a range"),
        pytest.param("/obelize accept 1-2,2-3", command(ACCEPT, numbers=(1, 2, 3)), id="each number once"),
        pytest.param("/obelize accept all", command(ACCEPT, every=True), id="all"),
        pytest.param("/obelize accept 3@1a2b3c4", command(ACCEPT, numbers=(3,), head="1a2b3c4"), id="a number and commit"),
        pytest.param("/obelize accept all @1a2b3c4", command(ACCEPT, every=True, head="1a2b3c4"), id="all and a commit"),
        pytest.param("/obelize reject 2", command(REJECT, numbers=(2,)), id="reject without a reason"),
        pytest.param(
            "/obelize reject 1,3 we drop this",
            command(REJECT, numbers=(1, 3), reason="we drop this"),
            id="reject with a reason",
        ),
        pytest.param("/obelize reject all no", command(REJECT, every=True, reason="no"), id="reject all"),
        pytest.param("/obelize explain 2", command(CommandVerb.EXPLAIN, numbers=(2,)), id="explain"),
        pytest.param("/obelize show-context", command(CommandVerb.SHOW_CONTEXT), id="context of everything"),
        pytest.param("/obelize show-context 2", command(CommandVerb.SHOW_CONTEXT, numbers=(2,)), id="context of one"),
        pytest.param(
            "/obelize answer client-home/google-genai@src app/a b.py",
            command(CommandVerb.ANSWER, key="client-home/google-genai@src", value="app/a b.py"),
            id="an answer goes to the end of the line",
        ),
    ],
)  # fmt: skip
def test_a_command(line: str, expected: Command) -> None:
    assert parse(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("/obelize help me", id="help takes nothing"),
        pytest.param("/obelize fix --model x", id="no options"),
        pytest.param("/obelize apply ab12cd3", id="a commit without @"),
        pytest.param("/obelize apply @ab12cd", id="a commit too short to mean one"),
        pytest.param("/obelize apply @zz12cd3", id="a commit that is none"),
        pytest.param("/obelize accept", id="nothing accepted"),
        pytest.param("/obelize accept 0", id="numbers begin at 1"),
        pytest.param("/obelize accept -1", id="no minus"),
        pytest.param("/obelize accept 12345", id="more than four digits"),
        pytest.param("/obelize accept \u0661", id="digits of another script"),
        pytest.param("/obelize accept 4-2", id="a range backwards"),
        pytest.param("/obelize accept 1-101", id="a range of more than a hundred"),
        pytest.param("/obelize accept 1 2", id="numbers without a comma"),
        pytest.param("/obelize accept 1,", id="a comma without a number"),
        pytest.param("/obelize accept 1 please", id="a word behind"),
        pytest.param("/obelize accept everything", id="a word that is not all"),
        pytest.param("/obelize reject why not", id="a reason without numbers"),
        pytest.param("/obelize reject 2because", id="a reason that hangs on the number"),
        pytest.param("/obelize explain", id="explain wants a number"),
        pytest.param("/obelize explain 1,2", id="explain takes one"),
        pytest.param("/obelize answer client-home/x", id="an answer without a value"),
        pytest.param("/obelize answer home value", id="a key that no question has"),
        pytest.param(f"/obelize answer client-home/x {'v' * 501}", id="a value too long to be one"),
    ],
)  # fmt: skip
def test_arguments_that_are_refused_with_the_usage(line: str) -> None:
    refused = parse(line)
    assert isinstance(refused, Refused)
    assert refused.refusal is CommandRefusal.WRONG_ARGUMENTS
    assert refused.detail is not None
    assert refused.detail.startswith(f"It is written `/obelize {line.split()[1]}")


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        pytest.param("/obelize", None, id="the name alone"),
        pytest.param("/obelize aply", "Perhaps `/obelize apply`?", id="a slip of the finger"),
        pytest.param("/obelize show_context", "Perhaps `/obelize show-context`?", id="another dash"),
        pytest.param("/obelize $(reboot)", None, id="nothing of ours"),
        pytest.param("/obelize merge it all", None, id="what it never does"),
    ],
)
def test_an_unknown_command(line: str, detail: str | None) -> None:
    """What was written is not repeated."""
    assert parse(line) == Refused(refusal=CommandRefusal.UNKNOWN_COMMAND, detail=detail)


@pytest.mark.parametrize("kind", command_kinds().values(), ids=lambda kind: kind.verb.value)
def test_a_command_takes_its_examples(kind: object) -> None:
    for example in kind.examples:  # type: ignore[attr-defined]
        assert isinstance(parse(example), Command)


def test_every_verb_is_a_command() -> None:
    assert list(command_kinds()) == list(CommandVerb)


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    assert isinstance(parse(f"/obelize {text}"), Command | Refused)
