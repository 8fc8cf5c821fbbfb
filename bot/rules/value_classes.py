"""Takes the members of enumerations whose class is called otherwise, or lives elsewhere, in the new library.

It holds as well the tables by which values are written (`written_values`), for the rules that write them.
"""

import ast
from collections.abc import Iterable, Sequence

from bot.packs.schema import Pack
from bot.packs.surface import Same
from bot.rules.engine.library_prefix import class_named, prefix_edits
from bot.rules.engine.renames import Renames
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.written_values.tables import Tables as Parameters
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Scope
from bot.vocabulary import Bail, FindingKind

__all__ = ["Parameters", "judge"]


def judge(
    view: FileView, sightings: Sequence[Sighting], pack: Pack, parameters: Parameters
) -> Iterable[tuple[int, Verdict]]:
    """Takes `Class.MEMBER` where the pack renames the class and has measured that the member is there."""
    del parameters
    renames = Renames.of(pack)
    for index, one in enumerate(sightings):
        if one.row.kind is not FindingKind.ATTRIBUTE or not isinstance(one.node, ast.Attribute) or one.row.searched:
            continue
        named = _class_in(view, one.node, one.scope, renames)
        if named is not None:
            edits = prefix_edits(view, renames, named, one.scope)
            yield index, Withhold(Bail.USE_NOT_REWRITABLE) if edits is None else Migrate(edits)


def _class_in(view: FileView, node: ast.Attribute, scope: Scope, renames: Renames) -> ast.expr | None:
    """The renamed class that the expression is, or begins with before a member that both libraries have."""
    if not isinstance(node.ctx, ast.Load):
        return None
    if _is_renamed(view, node, scope, renames):
        return node
    if not _is_renamed(view, node.value, scope, renames):
        return None
    values = view.resolver.values(node.value, scope)
    members = [view.surface.class_member(str(class_named(view, one)), node.attr) for one in values]
    return node.value if all(isinstance(one, Same) for one in members) else None


def _is_renamed(view: FileView, node: ast.expr, scope: Scope, renames: Renames) -> bool:
    classes = {class_named(view, one) for one in view.resolver.values(node, scope)}
    return bool(classes) and all(one is not None and one in renames.symbols for one in classes)
