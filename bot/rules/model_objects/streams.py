"""Answers that come in pieces: the old library asks when it is called, the new one at the first step of the loop.

That is the same where nothing lies between, and what catches errors of the one catches those of the other.
"""

import ast
from collections.abc import Iterator

from bot.rules.answers.flow import Followed, Problem
from bot.rules.answers.shapes import Answer, Later, Stream, Type
from bot.rules.model_objects.gathered_pieces import Gathered, GatheredPieces
from bot.rules.model_objects.places import RESPONSE, ModelFlow
from bot.rules.model_objects.streams_by_name import Choice, StreamsByName
from bot.rules.model_objects.tables import Pieces
from bot.vocabulary import Bail

_ARGUMENT = "stream"
_LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Raise)


class Streams:
    """Followed before the flow is settled, asked afterwards. `gathered` are the reads of streams as a whole that were
    found right, with their edits.
    """

    def __init__(self, flow: ModelFlow, pieces: Pieces) -> None:
        self._flow = flow
        self._pieces = GatheredPieces(flow.view, pieces)
        self._waits_for = pieces.gather
        self.gathered: dict[ast.Attribute, Gathered] = {}
        self._followed: dict[ast.Call, tuple[Followed, Answer, bool]] = {}
        self._named = StreamsByName(flow.view, flow.names)
        self._unknown: dict[ast.Call, ast.expr] = {}

    def follow(self, call: ast.Call, *, later: bool) -> bool:
        """Follow what a call gives, if that is a stream, or may be; tell whether it is."""
        for keyword in call.keywords:
            if keyword.arg == _ARGUMENT:
                if not isinstance(keyword.value, ast.Constant):
                    self._unknown[call] = keyword.value
                elif keyword.value.value:
                    piece = Answer(f"{RESPONSE}{len(self._followed)}")
                    given: Type = Later(Stream(piece, later=True)) if later else Stream(piece)
                    self._followed[call] = self._flow.follow(call, given), piece, later
        return call in self._unknown or call in self._followed

    def is_streamed(self, call: ast.Call) -> bool | Problem:
        """Whether a call gives a stream, or may where a name says so (`decided_by`); a problem where that is not known
        or the stream is not just read once.
        """
        if call in self._unknown:
            condition = self._named.condition(call, self._unknown[call])
            return condition if isinstance(condition, Problem) else True
        if call not in self._followed:
            return False
        followed, piece, later = self._followed[call]
        if followed.problems:
            return Problem(Bail.STREAM_KEPT, followed.problems[0].node)
        places, whole = self._flow.iterated.get(piece, []), self._flow.whole.get(piece, [])
        if whole:
            gathered = self._pieces.of(call, places, whole, later=later)
            if isinstance(gathered, Problem):
                return gathered
            self.gathered |= dict.fromkeys(whole, gathered)
        if any(one.attr == self._waits_for for one in whole):
            return True
        if len(places) != 1 or self._is_put_off(places[0]) or [*self._around(places[0])] != [*self._around(call)]:
            return Problem(Bail.STREAM_KEPT, call)
        if not self._is_reached(call, places[0]):
            return Problem(Bail.STREAM_KEPT, call, "the service is asked only where the loop is reached")
        return True

    def choice(self, call: ast.Call, method: str, streamed: str, plain: str) -> Choice | Problem | None:
        """One of two methods, for a call of which a name says whether it streams; None for any other call."""
        name = self.decided_by(call)
        found = self._named.chosen(call, name, method, streamed, plain) if name is not None else None
        return found if found is not None or name is None else Problem(Bail.NAME_TAKEN, call)

    def decided_by(self, call: ast.Call) -> str | None:
        """The name that says whether a call streams; None where the call says it itself."""
        condition = self._named.condition(call, self._unknown[call]) if call in self._unknown else None
        return condition if isinstance(condition, str) else None

    def _is_reached(self, call: ast.Call, place: ast.AST) -> bool:
        """Whether the pieces are read each time that the call is made: the old library asked there already."""
        anatomy = self._flow.anatomy
        asks, node = (anatomy.nearest(one, ast.stmt) for one in (call, place))
        while node is not asks:
            assert node is not None
            parent = anatomy.parents[node]
            blocks = [block for _, block in ast.iter_fields(parent) if isinstance(block, list)]
            for block in blocks:
                if node in block and asks in block:
                    between = block[block.index(asks) + 1 : block.index(node)]
                    left = (one for each in between for one in ast.walk(each))
                    return asks in block[: block.index(node)] and not any(isinstance(one, _LEAVES) for one in left)
            if not isinstance(parent, ast.With | ast.AsyncWith | ast.Try) or node not in parent.body:
                return False
            node = parent
        return True

    def _is_put_off(self, place: ast.AST) -> bool:
        """Whether a generator reads the pieces, which somebody else may ask later."""
        parents = self._flow.anatomy.parents
        generator = parents.get(place) if isinstance(place, ast.comprehension) else None
        return isinstance(generator, ast.GeneratorExp) and not isinstance(parents.get(generator), ast.Call)

    def _around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The function around a place, and the statements in it that catch what happens there."""
        parents = self._flow.anatomy.parents
        child, parent = node, parents.get(node)
        while parent is not None:
            if isinstance(parent, ast.Try | ast.With | ast.AsyncWith) and child in parent.body:
                yield parent
            if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                yield parent
                return
            child, parent = parent, parents.get(parent)
