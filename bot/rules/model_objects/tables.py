"""The tables of a pack that say what becomes of a model object, its methods, its chats, and the module's functions."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.models.struct import anew
from bot.packs.schema import DottedName, Identifier, Sentence
from bot.rules.errors.status_tables import StatusTables
from bot.rules.reads.tables import PackFunction

Text = Annotated[str, Bounds(min_length=1, max_length=200)]


class ModelClass(LightRecord):
    """`cls`: the old class. `parameters`: what it is made with, by position; the first is the model's name, and
    `default` what it is where it is left out.
    """

    cls: DottedName
    parameters: Annotated[tuple[Identifier, ...], Bounds(min_length=1)]
    default: Text


class ModelObject(LightRecord):
    """What holds a model where its name alone would not do: a class that is called by the first of `names` that is
    free. `client` is the new library's class of clients, `config` that of configurations, in its module of classes.
    """

    names: Annotated[tuple[Identifier, ...], Bounds(min_length=1)]
    client: Identifier
    config: Identifier


class Method(LightRecord):
    """One method of the model. `to`: its path from a client; `streamed` the path where `stream=True` is passed.

    `argument`: the first parameter, in the old call and the new one. `config`: the parameters whose values go into the
    configuration; where there are none, a model may only be configured with what is `uncounted`, and that is left out.
    """

    to: DottedName
    streamed: DottedName | None = None
    argument: tuple[Identifier, Identifier]
    config: tuple[Identifier, ...] = ()
    uncounted: tuple[Identifier, ...] = ()
    later: bool = False


class Mapped(LightRecord):
    """An answer that was a mapping with one `key`, which held one value, or a list of them where `by` is a list.

    Now it holds a list under `attribute`, and each of that the value as `member`. `note` is said where it is a list.
    """

    by: Identifier
    key: Text
    attribute: Identifier
    member: Identifier
    note: Sentence | None = None


class Function(LightRecord):
    """One function of the module. `to`: its path from a client. `positional`: the names of its parameters in their
    order; `named`: each parameter that the new call takes by itself, to its new name; `config`: those that become
    entries of the dict `config`; `ignored`: those that go where they have one of these values. `part`: parameters for
    which the old call took an object of the library as well as what that has as an attribute. `file_name`: a parameter
    for a path, and one of `config` that was the last part of that path where it is left out. `words`: for parameters
    of `config`, the words in lower case that were understood, to how they are spelt now. `answer`: how the answer is
    read, where it is read in another way.
    """

    to: DottedName
    positional: tuple[Identifier, ...] = ()
    named: dict[Identifier, Identifier] = anew(dict)
    config: tuple[Identifier, ...] = ()
    ignored: dict[Identifier, tuple[str, ...]] = anew(dict)
    part: dict[Identifier, Identifier] = anew(dict)
    file_name: tuple[Identifier, Identifier] | None = None
    words: dict[Identifier, dict[Text, Text]] = anew(dict)
    answer: Mapped | None = None


class Chat(LightRecord):
    """Chats. `starts`: the method of the model that begins one; `to` its path from a client, `later` the one for
    chats that are awaited. `history`: the argument; `ignored`: others, that
    may be False. `send`, `send_later`: the methods of `cls` that send; `sends` what
    both are called afterwards, `streamed` where `stream=True` is passed. `message`: the argument, before and after.
    `refuses`: entries of a configuration with which the old library began no chat. `reads`: members, to what is
    written for a read of them; `valid`: the same where a message that failed may be among them; `joined` gives the
    turns where a streamed answer may be several of them. `last` is the last answer, which is given the first of the
    names of `named` that is free.
    """

    starts: DottedName
    to: DottedName
    later: DottedName
    classes: tuple[DottedName, DottedName]
    history: Identifier
    ignored: tuple[Identifier, ...] = ()
    cls: DottedName
    send: Identifier
    send_later: Identifier
    sends: Identifier
    streamed: Identifier
    message: tuple[Identifier, Identifier]
    config: tuple[Identifier, ...]
    refuses: tuple[Identifier, ...] = ()
    reads: dict[Identifier, Text]
    valid: dict[Identifier, Text]
    joined: PackFunction
    last: Identifier
    named: tuple[Identifier, ...]


class Pieces(PackFunction):
    """An answer that came in pieces, read as a whole: `gather` is its method that waited for all of them, `text` the
    member that held their text. The function gives that of a list of pieces now.
    """

    gather: Identifier
    text: Identifier


class ModelTables(LightRecord):
    """Everything that the kind `model_calls` knows of a library. `errors` are of another package, and came through."""

    model: ModelClass
    object: ModelObject
    methods: dict[DottedName, Method]
    functions: dict[DottedName, Function] = anew(dict)
    chat: Chat
    pieces: Pieces
    errors: StatusTables | None = None
