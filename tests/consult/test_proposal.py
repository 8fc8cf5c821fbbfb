"""What a model may answer, and how its answer is read."""

import json

import pytest

from bot.consult.proposal import Answered, Unreadable, read_answer
from bot.vocabulary import ProviderFailure

RIGHT = {
    "path": "app.py",
    "symbol": "lib.call",
    "start_line": 3,
    "end_line": 4,
    "replaces": "a\nb",
    "replacement": "",
    "rationale": "It is gone.",
}


def envelope(**changed: object) -> str:
    return json.dumps({"proposal": {**RIGHT, **changed}})


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(envelope(), id="the whole answer is JSON"),
        pytest.param(f"Sure.\n```json\n{envelope()}\n```\nDone.", id="a fence among prose"),
        pytest.param(f"```\n{envelope()}\n```", id="a fence without a language"),
        pytest.param(f"I suggest {envelope()} because it is gone.", id="from the first brace to the last"),
        pytest.param(f"  \n{envelope()}\n", id="blanks around it"),
    ],
)
def test_three_readings_find_the_same_proposal(content: str) -> None:
    answer = read_answer(content)
    assert isinstance(answer, Answered)
    assert answer.given == RIGHT
    assert answer.proposal is not None
    assert answer.proposal.replacement == ""


def test_null_is_a_normal_answer() -> None:
    assert read_answer('{"proposal": null}') == Answered(None, None)


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        pytest.param("", ProviderFailure.ANSWER_NOT_JSON, id="nothing"),
        pytest.param("I cannot help with that.", ProviderFailure.ANSWER_NOT_JSON, id="prose"),
        pytest.param("{'proposal': None}", ProviderFailure.ANSWER_NOT_JSON, id="a dictionary of Python"),
        pytest.param('{"proposal": NaN}', ProviderFailure.ANSWER_NOT_JSON, id="what only some call JSON"),
        pytest.param("[" * 100_000, ProviderFailure.ANSWER_NOT_JSON, id="too deep"),
        pytest.param("null", ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="null without its envelope"),
        pytest.param("[]", ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="a list"),
        pytest.param(json.dumps(RIGHT), ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="a proposal without its envelope"),
        pytest.param(
            '{"proposal": null, "files": []}', ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="something beside it"
        ),
        pytest.param('{"proposal": "do it"}', ProviderFailure.ANSWER_NOT_A_PROPOSAL, id="a text for a proposal"),
        pytest.param(envelope(start_line=0), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="line 0"),
        pytest.param(envelope(end_line=2), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="an end before the start"),
        pytest.param(envelope(start_line="3"), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a number as text"),
        pytest.param(envelope(start_line=True), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a truth value as a number"),
        pytest.param(envelope(start_line=3.0), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a fraction"),
        pytest.param(envelope(path=" "), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a blank path"),
        pytest.param(envelope(symbol=""), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="no symbol"),
        pytest.param(envelope(rationale="\n"), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a blank rationale"),
        pytest.param(envelope(replaces=""), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="nothing to replace"),
        pytest.param(envelope(replacement=None), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="null for a text"),
        pytest.param(envelope(replacement="\ud800"), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="half a character"),
        pytest.param(envelope(confidence=1), ProviderFailure.PROPOSAL_DOES_NOT_HOLD, id="a field that is not known"),
    ],
)
def test_an_answer_without_the_shape_is_unanswered(content: str, failure: ProviderFailure) -> None:
    answer = read_answer(content)
    assert isinstance(answer, Unreadable)
    assert answer.failure is failure


@pytest.mark.parametrize("levels", [6, 900, 9_000])
def test_what_is_nested_deep_is_not_kept(levels: int) -> None:
    """Written down with an indent, nine thousand levels would be 160 MB."""
    answer = read_answer(f'{{"proposal": {{"path": {"[" * levels}{"]" * levels}}}}}')
    assert isinstance(answer, Unreadable)
    assert (answer.failure, answer.given) == (ProviderFailure.PROPOSAL_DOES_NOT_HOLD, None)


def test_a_proposal_that_names_a_foreign_path_can_be_said() -> None:
    """It is refused by name later, and recorded."""
    answer = read_answer(envelope(path="../../.bashrc"))
    assert isinstance(answer, Answered)
    assert answer.proposal is not None
    assert answer.proposal.path == "../../.bashrc"
