"""Buttons within GitHub's lengths, and each with its command."""

import pytest

from bot.conversation.buttons import buttons, line_of, verb_of
from bot.conversation.grammar import parse
from bot.models.conversation import Command
from bot.vocabulary import CommandVerb


@pytest.mark.parametrize("verb", [CommandVerb.APPLY, CommandVerb.FIX, CommandVerb.SHOW_CONTEXT])
def test_a_button_is_a_command_without_arguments(verb: CommandVerb) -> None:
    (button,) = buttons(verb)
    assert verb_of(button.identifier) is verb
    assert parse(line_of(verb)) == Command(verb=verb)


def test_another_button_is_none_of_ours() -> None:
    assert verb_of("accept") is None
