"""The places that ask a model for something, and what is known there of the model."""

import ast
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.shapes import Answer
from bot.rules.clients.homes import Needed
from bot.rules.model_objects.constructions import Construction, Constructions, Kept, home_of
from bot.rules.model_objects.places import MODEL, ModelFlow
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Assigned, Declared, Scope


class Asking(Frozen):
    """One call of a method of a model. `kind` is the kind of the model; None where nothing is known of it."""

    index: int
    symbol: str
    call: ast.Call
    method: ast.Attribute
    scope: Scope
    kind: str | None
    searched: bool

    @property
    def receiver(self) -> ast.expr:
        """What is asked."""
        return self.method.value


def asking(
    view: FileView, flow: ModelFlow, sightings: list[tuple[int, Sighting]], symbols: frozenset[str]
) -> Iterator[Asking]:
    """The calls among the sightings of methods that are called so."""
    for index, one in sightings:
        symbol = view.surface.canonical(one.row.symbol or "")
        node = one.node if isinstance(one.node, ast.Call) else view.anatomy.parents.get(one.node)
        if symbol in symbols and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if one.node not in (node, node.func):
                continue
            held = flow.asked.get(node.func)
            kind = held.shape.removeprefix(MODEL) if isinstance(held, Answer) and held.shape.startswith(MODEL) else None
            yield Asking(index, symbol, node, node.func, one.scope, kind, one.row.searched)


def needed(view: FileView, one: Asking, constructions: Constructions) -> Needed:
    """That the call needs a client, and after which constructions it is made."""
    kept, made = _kept_under(view, one.receiver, one.scope, constructions)
    return Needed(one.call, tuple(each.call for each in made), home_of(kept) if made else None)


def _kept_under(
    view: FileView, receiver: ast.expr, scope: Scope, constructions: Constructions
) -> tuple[Kept | None, list[Construction]]:
    """What keeps the model that a name or attribute reads, and all that make one for it; none where others may."""
    match receiver:
        case ast.Name(id=name):
            kept = Kept(name, scope.home(name))
            bound = kept.owner.bindings[name] if kept.owner is not None else []
            values = [one.value if isinstance(one, Assigned) and not one.steps else None for one in bound]
            values = [value for value, one in zip(values, bound, strict=True) if not isinstance(one, Declared)]
        case ast.Attribute(attr=name):
            kept = Kept(name, None)
            stores = (node for node, _ in view.anatomy.attributes[name] if not isinstance(node.ctx, ast.Load))
            values = [getattr(view.anatomy.parents[node], "value", None) for node in stores]
            of_classes = (one for scope in view.anatomy.classes.values() for one in scope.bindings.get(name, ()))
            values += [getattr(one, "value", None) for one in of_classes if not isinstance(one, Declared)]
        case _:
            return None, []
    made = [one for one in constructions.every if one.kept == kept]
    calls = {one.call for one in made}
    nothing = (value in calls or (isinstance(value, ast.Constant) and value.value is None) for value in values)
    return (kept, made) if all(nothing) else (None, [])
