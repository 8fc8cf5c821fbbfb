"""The buttons of a check: commands that need no arguments. GitHub shows at most three (GITHUB.md §4)."""

from bot.conversation.spoken import NAME
from bot.models.forge import CheckButton
from bot.vocabulary import CommandVerb

_TEXTS = {
    CommandVerb.APPLY: ("Apply", "Commit what rules can rewrite"),
    CommandVerb.FIX: ("Ask again", "Read the pull request and plan anew"),
    CommandVerb.SHOW_CONTEXT: ("Show context", "Show what a model was sent"),
}
"""Label and description of each."""

_BY_IDENTIFIER = {verb.value: verb for verb in _TEXTS}


def buttons(*verbs: CommandVerb) -> tuple[CheckButton, ...]:
    """The buttons of these commands."""
    texts = ((verb, *_TEXTS[verb]) for verb in verbs)
    return tuple(CheckButton(identifier=verb.value, label=label, description=told) for verb, label, told in texts)


def verb_of(identifier: str) -> CommandVerb | None:
    """The command of the button that GitHub names in its event; null for one that is none of ours."""
    return _BY_IDENTIFIER.get(identifier)


def line_of(verb: CommandVerb) -> str:
    """The comment that would say the same as the button."""
    return f"{NAME} {verb.value}"
