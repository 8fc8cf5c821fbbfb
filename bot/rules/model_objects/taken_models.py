"""Models that a file takes from other modules of the repository, which will keep their names there."""

import ast
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.flow import Followed
from bot.rules.answers.shapes import Answer
from bot.rules.model_objects.constructions import CONFIG_SUFFIX
from bot.rules.model_objects.places import MODEL, ModelFlow
from bot.scan.rows import FileView
from bot.scan.scopes import NameImported


class TakenModel(Frozen):
    """One imported name of a model, and what came of following it. `configured` tells that its module keeps a
    configuration beside it.
    """

    alias: ast.alias
    followed: Followed
    configured: bool


def taken_models(view: FileView, flow: ModelFlow) -> Iterator[TakenModel]:
    """Follow every model that the file imports by its name."""
    imports = view.resolver.imports
    models = imports.reach.models
    for scope in view.anatomy.scopes() if models else ():
        for name, bindings in scope.bindings.items():
            for one in bindings:
                if not isinstance(one, NameImported):
                    continue
                module = imports.absolute(one.module, one.level)
                if (module, one.name) in models:
                    configured = (module, f"{one.name}{CONFIG_SUFFIX}") in models
                    kind = f"taken-{module}.{one.name}" if configured else ""
                    followed = flow.follow_import(one.statement, name, scope, Answer(f"{MODEL}{kind}"))
                    yield TakenModel(one.alias, followed, configured)
