"""The registry of comment commands, made by walking `bot/conversation/commands`: a new one is a new module there."""

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType

from bot.conversation import commands
from bot.conversation.kind import CommandKind
from bot.vocabulary import CommandVerb


@cache
def command_kinds() -> MappingProxyType[CommandVerb, CommandKind]:
    """Verb to command, in the order of the vocabulary, which is that of the help."""
    names = [found.name for found in pkgutil.iter_modules(commands.__path__)]
    kinds: list[CommandKind] = [importlib.import_module(f"{commands.__name__}.{name}").COMMAND for name in names]
    by_verb = {kind.verb: kind for kind in kinds}
    return MappingProxyType({verb: by_verb[verb] for verb in CommandVerb if verb in by_verb})
