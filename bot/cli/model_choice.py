"""Which model a run at the terminal may ask: the command line's word, then the user's own file.

Never the repository's. What speaks to an endpoint is brought in where there is one.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.errors import CommandError
from bot.models.struct import Frozen
from bot.user_file import UserModel
from bot.user_settings import user_variable
from bot.vocabulary import ProviderName

if TYPE_CHECKING:
    from bot.consult.providers.openai_compat import OpenAICompat

_KEY_LETTERS = frozenset(map(chr, range(0x21, 0x7F)))


class OutOfBand(Frozen):
    """The relay: nothing is sent, and who answers is not known."""

    name: ProviderName = ProviderName.RELAY
    host: str = "out of band"
    model: str = "not known"


class ModelChoice(Frozen):
    """A model that can be asked; `named` tells that the command line named the provider, `screening` that plans are
    screened without being asked for.
    """

    provider: "OpenAICompat | OutOfBand"
    named: bool
    log_prompts: bool
    concurrency: int
    screening: bool

    @property
    def is_out_of_band(self) -> bool:
        """Whether turns are handed out and replies brought back."""
        return isinstance(self.provider, OutOfBand)


def chosen_model(named: str | None, own: UserModel, file: Path | None) -> ModelChoice | None:
    """The model, null for none. Raises CommandError for a provider that is not known, or that lacks what it needs."""
    word = named if named is not None else (own.provider or ProviderName.NONE)
    known = ", ".join(ProviderName)
    if word not in set(ProviderName):
        where = "--model" if named is not None else f"{file}: model.provider"
        raise CommandError(f"{where}: expected one of {known}; found {word!r}.")
    if word == ProviderName.NONE:
        return None
    if word == ProviderName.RELAY:
        return ModelChoice(OutOfBand(), named is not None, own.log_prompts, own.concurrency, own.screening)
    if own.base_url is None or own.model is None:
        raise CommandError(
            f"No endpoint is configured. Write model.base_url and model.model into {file}, "
            "such as base_url: http://127.0.0.1:11434/v1 and model: qwen2.5-coder."
        )
    from bot.consult.providers.openai_compat import AddressError, OpenAICompat

    try:
        provider = OpenAICompat(own.base_url, own.model, _key(own.api_key_env))
    except AddressError as error:
        raise CommandError(f"{file}: model.base_url: {error}.") from error
    return ModelChoice(provider, named is not None, own.log_prompts, own.concurrency, own.screening)


def _key(variable: str) -> str | None:
    """The key that the variable holds; a variable that is not set is no error, local endpoints need none."""
    key = user_variable(variable).strip()
    if not set(key) <= _KEY_LETTERS:
        raise CommandError(f"The variable {variable} holds what cannot be a key: blanks, line ends or special letters.")
    return key or None
