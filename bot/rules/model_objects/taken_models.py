"""Models that a file takes from other modules of the repository, which will keep their names there, and their
configurations beside them.
"""

import ast
from collections.abc import Iterator

from bot.models.struct import Frozen
from bot.rules.answers.flow import Followed
from bot.rules.answers.shapes import Answer
from bot.rules.model_objects.constructions import CONFIG_SUFFIX
from bot.rules.model_objects.places import MODEL, ModelFlow
from bot.scan.rows import FileView
from bot.scan.scopes import NameImported, Scope


class TakenModel(Frozen):
    """One imported name of a model, called `local` in the scope `home`, and what came of following it. `kind` tells it
    apart where its module keeps a configuration beside it, and is empty otherwise.
    """

    binding: NameImported
    local: str
    home: Scope
    kind: str
    followed: Followed

    @property
    def alias(self) -> ast.alias:
        """The import."""
        return self.binding.alias

    @property
    def config(self) -> str:
        """What its configuration is called here."""
        return f"{self.local}{CONFIG_SUFFIX}"

    @property
    def config_import(self) -> str:
        """The configuration as it is imported."""
        theirs = f"{self.binding.name}{CONFIG_SUFFIX}"
        return theirs if theirs == self.config else f"{theirs} as {self.config}"


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
                    yield TakenModel(one, name, scope, kind, followed)
