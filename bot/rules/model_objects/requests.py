"""Calls of a model's methods, and messages of chats, as calls of a client."""

import ast
from collections.abc import Sequence

from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import attribute_name
from bot.rules.model_objects.asking import Asking
from bot.rules.model_objects.call_edits import CallEdits
from bot.rules.model_objects.object_class import ObjectClass
from bot.rules.model_objects.streams import Streams
from bot.rules.model_objects.writing import Moved, Writing
from bot.rules.written_values.written import Written
from bot.vocabulary import Bail

STREAM = "stream"


class Requests:
    """Answers for the calls of one file."""

    def __init__(self, writing: Writing, streams: Streams) -> None:
        self._writing = writing
        self._streams = streams

    def written(self, one: Asking) -> Moved | Problem:
        """A call of a method of a model."""
        assert one.kind is not None
        if self._writing.objects is not None and self._writing.made_at(one.receiver) is None:
            return self._of_object(one, self._writing.objects)
        method = self._writing.tables.methods[one.symbol]
        client = self._writing.homes.expression(one.call)
        model = self._writing.model_at(one.receiver)
        for found in (client, model):
            if isinstance(found, Problem):
                return found
        streamed = self._streams.is_streamed(one.call)
        if isinstance(streamed, Problem):
            return streamed
        edits = CallEdits(self._writing.view, one.call)
        asked = f"{client}.{method.streamed if streamed and method.streamed else method.to}"
        edits.chosen(self._streams.choice(one.call, one.method.attr, asked, f"{client}.{method.to}"), asked)
        edits.first([f"model={model}"])
        moved = Moved()
        argument = edits.argument(*method.argument, one.call.args)
        if argument is not None:
            self.content(edits, moved, self._writing.values.contents(argument, one.scope))
        given = [keyword for keyword in one.call.keywords if keyword.arg in method.config]
        self.others(edits, one.call, {method.argument[0], *method.config}, streams=method.streamed is not None)
        if method.config:
            config = self._writing.config_at(one.call, one.receiver, one.scope, one.kind, given)
            self.config(edits, moved, given, config)
        elif not self.is_uncounted(one.kind, method.uncounted):
            edits.problem(
                one.call, "what the model is configured with counts in the old library", Bail.MODEL_CONFIGURED
            )
        return edits.finished(moved)

    def _of_object(self, one: Asking, objects: ObjectClass) -> Moved | Problem:
        """A call of a method that an object of the file's own class has."""
        method = self._writing.tables.methods[one.symbol]
        streamed = self._streams.is_streamed(one.call)
        if isinstance(streamed, Problem):
            return streamed
        if self._streams.decided_by(one.call) is not None:
            return Problem(Bail.STREAM_NOT_KNOWN, one.call)
        given = [keyword for keyword in one.call.keywords if keyword.arg in method.config]
        edits, moved = CallEdits(self._writing.view, one.call), Moved()
        new = objects.asks(one.symbol, streamed=streamed and method.streamed is not None, config=bool(given))
        if new != one.method.attr:
            edits.edits.append(attribute_name(self._writing.view, one.method, new))
        argument = edits.passed(*method.argument, one.call.args)
        if argument is not None:
            self.content(edits, moved, self._writing.values.contents(argument, one.scope))
        self.others(edits, one.call, {method.argument[0], *method.config}, streams=method.streamed is not None)
        if method.later and streamed and not self._writing.is_plain(one.receiver):
            edits.problem(one.call, "nothing holds the client while the answer comes", Bail.CLIENT_NOT_HELD)
        if method.config:
            config = self._writing.config_at(one.call, one.receiver, one.scope, "", given)
            self.config(edits, moved, given, config)
        elif not self.is_uncounted("", method.uncounted):
            edits.problem(
                one.call, "what the model is configured with counts in the old library", Bail.MODEL_CONFIGURED
            )
        return edits.finished(moved)

    def is_uncounted(self, kind: str, names: Sequence[str]) -> bool:
        """Whether a model is configured only with what counts nothing."""
        made = self._writing.constructions.by_kind().get(kind, [])
        return kind not in self._writing.taken and all(keyword.arg in names for one in made for keyword in one.config)

    def content(self, edits: CallEdits, moved: Moved, found: Written | Problem) -> None:
        """What a call is about, with what changes inside of it."""
        if isinstance(found, Problem):
            edits.problems.append(found)
        else:
            edits.edits += found.inside
            moved.take(found, in_place=True)

    def config(
        self, edits: CallEdits, moved: Moved, given: Sequence[ast.keyword], found: Written | Problem | None
    ) -> None:
        """The configuration, where the first of the arguments stood that are in it now."""
        if isinstance(found, Problem):
            edits.problems.append(found)
            return
        gone = list(given)
        if found is not None:
            moved.take(found)
            if gone:
                edits.replaced(gone.pop(0), f"config={found.text}")
            else:
                edits.added("config", found.text)
        for keyword in gone:
            edits.without(keyword)

    def others(self, edits: CallEdits, call: ast.Call, known: set[str], *, streams: bool) -> None:
        """Arguments that are no part of the configuration."""
        for keyword in call.keywords:
            if keyword.arg == STREAM and streams:
                edits.without(keyword)
            elif keyword.arg is None:
                edits.problem(keyword, "unpacked arguments", Bail.ARGUMENTS_NOT_KNOWN)
            elif keyword.arg not in known:
                edits.problem(keyword, f"the argument {keyword.arg}", Bail.ARGUMENT_CHANGED)
