"""The configuration of a request, out of what a model is made with and what its call overrides.

The old library takes a configuration, safety settings and instructions apart from one another, for a model and again
for each call, and lays one over the other key by key; the new one takes a single object that holds everything.
"""

import ast
from collections.abc import Sequence

from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.written_values.brought import Reader
from bot.rules.written_values.laid_over import laid_over_base, laid_together
from bot.rules.written_values.tables import Tables
from bot.rules.written_values.written import Written, gathered
from bot.scan.rows import FileView


def config_text(
    view: FileView,
    names: Names,
    model_keywords: Sequence[ast.keyword],
    call_keywords: Sequence[ast.keyword],
    tables: Tables,
    *,
    types_name: str,
    base: str | None = None,
    indent: str = "",
) -> Written | Problem | None:
    """The expression for the configuration of a request, of which lines after the first begin with `indent`.

    The keywords are those of the model and of the call that `tables.arguments` lists; others are not looked at. With
    `base`, an expression that holds what the model's keywords became, it is taken as it is where the call brings
    nothing, and copied with what the call brings over it. None where there is nothing to say.
    """
    reader = Reader(view, names, tables, types_name)
    model = reader.read(model_keywords)
    if isinstance(model, Problem):
        return model
    over = reader.read(call_keywords)
    if isinstance(over, Problem):
        return over
    if base is None:
        text = laid_together(model, over, tables, types_name, reader.safety, indent)
        parts = [*model.written, *over.written]
    else:
        text = laid_over_base(base, model, over, tables, reader.safety, indent)
        parts = over.written
    if text is None or isinstance(text, Problem):
        return text
    return gathered(text, [*parts, _names_read(text, types_name)])


def _names_read(text: str, types_name: str) -> Written:
    return Written("", needs=frozenset({types_name}) if f"{types_name}." in text else frozenset())
