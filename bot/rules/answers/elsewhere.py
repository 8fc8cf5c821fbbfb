"""How a file reads an answer that another one hands on to it: as it stands, or only in ways in which a dict is read."""

import ast
from collections.abc import Iterator

from bot.packs.schema import Change
from bot.packs.surface import SurfaceIndex
from bot.rules.answers.flow import Flow, Followed
from bot.rules.answers.shapes import Shapes, Type, as_dicts, is_read_as_before, read_type
from bot.rules.engine.kinds import parameters_of
from bot.scan.examine import Examined, examine
from bot.scan.facts import AnswerReads, HandedOn
from bot.scan.reach import Reach
from bot.scan.rows import FileView
from bot.scan.scopes import Defined, NameImported, Opaque


def shapes_of(change: Change) -> Shapes | None:
    """What answers are made of, as a change of a pack states it; None for one that has no answers."""
    stated = getattr(parameters_of(change), "shapes", None)
    return Shapes(shapes=stated) if stated is not None else None


def answer_reads(data: bytes, surface: SurfaceIndex, package: str, shapes: Shapes, handed: HandedOn) -> AnswerReads:
    """What the file does with all that is handed on; nothing is said of one that cannot be read."""
    examined = examine(data, surface, Reach({}), package)
    held = read_type(handed.holds)
    if not isinstance(examined, Examined) or held is None:
        return AnswerReads()
    alike, within = _is_read(examined.view, shapes, handed, held)
    as_dict, within_as_dict = _is_read(examined.view, shapes, handed, as_dicts(held))
    return AnswerReads(alike=alike, as_dict=as_dict, within_file=tuple(sorted(within | within_as_dict)))


def _is_read(view: FileView, shapes: Shapes, handed: HandedOn, held: Type) -> tuple[bool, set[str]]:
    """Whether every read is understood and none has to be written anew, and names that no other file may use."""
    flow = Flow(view, shapes)
    every = list(_of_parameter(flow, handed, held) if handed.is_passed else _of_calls(flow, handed, held))
    found = [one for one in every if one is not None]
    understood = len(found) == len(every) and not any(one.problems or one.edits for one in found)
    further = [handed for one in found for handed in one.handed]
    understood = understood and all(one.called and not one.is_passed for one in further)
    return understood, {name for one in found for name in one.within_file} | {one.name for one in further}


def _of_parameter(flow: Flow, handed: HandedOn, held: Type) -> Iterator[Followed | None]:
    match flow.anatomy.root.bindings.get(handed.name.rpartition(".")[2], []):
        case [Defined(node=ast.FunctionDef(decorator_list=[]) | ast.AsyncFunctionDef(decorator_list=[]) as function)]:
            yield _followed_into(flow, function, handed, held, 0)
        case [Defined(node=ast.ClassDef(decorator_list=[], keywords=[]) as cls)]:
            made = [one for one in cls.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
            yield _followed_into(flow, made[0], handed, held, 1) if len(made) == 1 else None
        case _:
            yield None


def _followed_into(
    flow: Flow, function: ast.FunctionDef | ast.AsyncFunctionDef, handed: HandedOn, held: Type, offset: int
) -> Followed | None:
    """What becomes of the argument; None where no parameter is known to take it."""
    positional = [*function.args.posonlyargs, *function.args.args][offset:]
    if handed.position is not None:
        found = positional[handed.position : handed.position + 1]
    else:
        found = [one for one in (*positional, *function.args.kwonlyargs) if one.arg == handed.keyword]
    return flow.follow_parameter(function, found[0], held) if found and not function.decorator_list else None


def _of_calls(flow: Flow, handed: HandedOn, held: Type) -> Iterator[Followed | None]:
    anatomy, name = flow.anatomy, handed.name.lstrip(".")
    aliases = [alias for statement, _ in anatomy.imports for alias in statement.names]
    names = {name} | {alias.asname for alias in aliases if alias.name == name and alias.asname is not None}
    uses: list[ast.expr] = [use for use, _ in anatomy.attributes.get(name, ())]
    if not handed.name.startswith("."):
        uses += [use for each in sorted(names) for use, _ in anatomy.names.get(each, ()) if _may_be(flow, use)]
    for use in uses:
        call = anatomy.parents.get(use)
        called = isinstance(call, ast.Call) and call.func is use
        yield flow.follow(call, held) if isinstance(call, ast.Call) and called else None
    if _is_overridden(flow, handed) and not is_read_as_before(held):
        yield None
    if any(text.value.rpartition(".")[2] == name for text, _ in anatomy.strings if isinstance(text.value, str)):
        yield None


def _is_overridden(flow: Flow, handed: HandedOn) -> bool:
    """Whether a class of the file has a method of the name: the calls of the other file may get what that one gives."""
    name = handed.name.removeprefix(".")
    return name != handed.name and any(name in scope.bindings for scope in flow.anatomy.classes.values())


def _may_be(flow: Flow, use: ast.Name) -> bool:
    """Whether the name may stand for what was imported, or came with a star."""
    home = flow.names.home(use)
    bindings = home.bindings.get(use.id, ()) if home is not None else ()
    return not bindings or any(isinstance(one, NameImported | Opaque) for one in bindings)
