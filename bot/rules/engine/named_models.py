"""Which models of a service a file asks for: strings that are proven to be a call's model, and that the pack lists."""

import ast
from collections.abc import Iterable, Iterator

from bot.packs.schema import ModelNames
from bot.scan.arguments import argument_of
from bot.scan.facts import NamedModel
from bot.scan.plain_string import plain_string
from bot.scan.rows import FileView, Sighting
from bot.vocabulary import FindingKind


def named_models(view: FileView, sightings: Iterable[Sighting]) -> Iterator[NamedModel]:
    """The retired models that calls of the library name by a literal, in the order of the sightings."""
    models = view.surface.pack.models
    if models is None:
        return
    for sighting in sightings:
        if isinstance(sighting.node, ast.Call) and sighting.row.kind is not FindingKind.ATTRIBUTE:
            argument = models.arguments.get(view.surface.canonical(sighting.row.symbol or ""))
            if argument is not None:
                value = argument_of(sighting.node, argument.position, argument.keyword, 0)
                yield from _named(view, value, models)


def _named(view: FileView, value: ast.expr | None, models: ModelNames) -> Iterator[NamedModel]:
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return
    name = value.value.removeprefix(models.prefix)
    spot = plain_string(view.source, value)
    if spot is not None and any(name == retired.name for retired in models.retired):
        start = spot.start + len(value.value) - len(name)
        yield NamedModel(name=name, line=value.lineno, start=start, end=start + len(name))
