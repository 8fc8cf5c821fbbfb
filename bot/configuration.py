"""`.obelize.yml`: what a repository may say about how Obelize treats it, as records; `configuration_file` reads it.

It may narrow, never widen; it can name no command, address or model that anything here would follow. On the forge it
is read from the default branch only, at the terminal from the working tree.
"""

import builtins
import keyword
from typing import Annotated, Literal, Self

from bot.models.bounds import Bounds, Checked
from bot.models.given_answer import Given, GivenAnswer
from bot.models.light_record import LightRecord
from bot.models.run import RunConfig
from bot.models.struct import anew
from bot.vocabulary import AnsweredBy, ConfigSource

FILE_NAME = ".obelize.yml"
MAX_FILE_BYTES = 1_000_000
"""The size over which a file is not read, unless the repository sets a lower one."""

_LONGEST_NAME = 60

_ARTIFACTS_REFUSED = "expected ref: the operator decides where else run folders are kept"
_MODEL_REFUSED = "expected none: a repository can switch the model off, not choose one"


def _pattern(text: str) -> str:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([text])
    except ValueError as error:
        raise ValueError("expected a pattern as in .gitignore") from error
    return text


def _only_none(value: object) -> object:
    if value is not None and value != "none":
        raise ValueError(_MODEL_REFUSED)
    return value


def _only_ref(value: object) -> object:
    if value is not None and value != "ref":
        raise ValueError(_ARTIFACTS_REFUSED)
    return value


def is_client_name(text: str) -> bool:
    """Whether clients can be called so: a plain name for a variable, that nothing else has."""
    plain = text.isascii() and text.isidentifier() and not text.startswith("_") and len(text) <= _LONGEST_NAME
    return plain and not (keyword.iskeyword(text) or keyword.issoftkeyword(text) or hasattr(builtins, text))


def _client_name(text: str) -> str:
    if not is_client_name(text):
        raise ValueError(
            "expected a name for a variable: ASCII letters, digits and _, no keyword or builtin, no _ in front"
        )
    return text


Pattern = Annotated[str, Bounds(min_length=1, max_length=500), Checked(_pattern)]
Strict = Annotated[bool, Bounds(strict=True)]
Text = Annotated[str, Bounds(min_length=1, max_length=2_000)]
ClientName = Annotated[str, Bounds(min_length=1, max_length=_LONGEST_NAME), Checked(_client_name)]


class VerifySettings(LightRecord):
    """Commands for the terminal; the forge asks the repository's own CI instead."""

    commands: tuple[Text, ...] = ()
    timeout_s: Annotated[int, Bounds(ge=1, le=86_400)] = 600


class RepositorySettings(LightRecord):
    """The keys of the file."""

    include: Annotated[tuple[Pattern, ...], Bounds(max_length=200)] = ()
    exclude: Annotated[tuple[Pattern, ...], Bounds(max_length=200)] = ()
    max_file_bytes: Annotated[int, Bounds(ge=1, le=MAX_FILE_BYTES)] = MAX_FILE_BYTES
    packs: tuple[Text, ...] | None = None
    paused: Strict = False
    quiet: Strict = False
    model: Annotated[Literal["none"] | None, Checked(_only_none, before=True)] = None
    artifacts: Annotated[Literal["ref"] | None, Checked(_only_ref, before=True)] = None
    verify: VerifySettings = VerifySettings()
    answers: dict[Text, Text] = anew(dict)
    client_names: dict[Text, ClientName] = anew(dict)

    @classmethod
    def defaults(cls) -> Self:
        """What holds without a file."""
        return cls()


class Configured(LightRecord):
    """The file can be used; `problems` is empty. Otherwise `settings` are the defaults and nothing is run."""

    settings: RepositorySettings
    problems: tuple[str, ...]

    def answers(self) -> Given:
        """Answers to questions of a plan, by their keys."""
        given = self.settings.answers.items()
        return {key: GivenAnswer(value, AnsweredBy.PERSON, insists=False) for key, value in given}

    def run_config(self) -> RunConfig:
        """What a run records of it."""
        return RunConfig(
            source=ConfigSource.REPOSITORY,
            include=self.settings.include,
            exclude=self.settings.exclude,
            max_file_bytes=self.settings.max_file_bytes,
            client_names=self.settings.client_names,
            releases={},
            left_out=(),
        )


def default_config() -> RunConfig:
    """What a run records where there is no file."""
    return RunConfig(
        source=ConfigSource.DEFAULTS,
        include=(),
        exclude=(),
        max_file_bytes=MAX_FILE_BYTES,
        client_names={},
        releases={},
        left_out=(),
    )


def refused_configuration(*problems: str) -> Configured:
    """A file that cannot be used, for these reasons."""
    return Configured(settings=RepositorySettings.defaults(), problems=tuple(sorted(problems)))
