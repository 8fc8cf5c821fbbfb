"""`--answer KEY=VALUE`: what a person at the terminal answers to questions of a plan."""

from collections.abc import Iterable

from bot.cli.errors import CommandError
from bot.models.given_answer import Given, GivenAnswer
from bot.vocabulary import AnsweredBy


def given_answers(options: Iterable[str]) -> Given:
    """The answers by key; what they may be is checked where they are asked for."""
    given: dict[str, GivenAnswer] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise CommandError(f"--answer takes KEY=VALUE, such as declare/pypdf=requirements.txt; found {option!a}.")
        if key in given and given[key].value != value:
            raise CommandError(f"--answer was given two answers to {key}: {given[key].value!a} and {value!a}.")
        given[key] = GivenAnswer(value, AnsweredBy.PERSON, insists=True)
    return given
