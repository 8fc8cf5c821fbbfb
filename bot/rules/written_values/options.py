"""The time limit of a request, which the new library counts in thousandths of a second."""

import ast

from bot.rules.answers.flow import Problem
from bot.rules.written_values.classes import makes
from bot.rules.written_values.tables import Options
from bot.rules.written_values.written import Written
from bot.scan.rows import FileView
from bot.vocabulary import Bail


def limit(view: FileView, node: ast.expr, options: Options, types_name: str) -> Written | Problem | None:
    """The options of a request that say no more than a time limit; None for those that say nothing."""
    match node:
        case ast.Dict(keys=[], values=[]):
            return None
        case ast.Dict(keys=[ast.Constant(value=key)], values=[seconds]) if key == options.seconds:
            taken = frozenset[ast.AST]()
        case ast.Call(args=[], keywords=[ast.keyword(arg=key, value=seconds)]) if key == options.seconds and makes(
            view, node, options.classes
        ):
            taken = frozenset({node, *ast.walk(node.func)})
        case _:
            return Problem(Bail.ARGUMENT_CHANGED, node, "the options of the request are more than a time limit")
    if isinstance(seconds, ast.Constant) and isinstance(seconds.value, int | float) and seconds.value is not True:
        shown = str(round(seconds.value * 1000))
    else:
        return Problem(Bail.ARGUMENT_CHANGED, seconds, "the time limit is not written out")
    return Written(f"{types_name}.{options.cls}({options.milliseconds}={shown})", taken=taken)
