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
from bot.scan.values import RepositoryModule, RepositoryName

_CALLED = "()"


class TakenPlace(Frozen):
    """One expression that reads a model out of another module, as an attribute or by a call, and what came of it."""

    node: ast.expr
    followed: Followed


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


def taken_places(view: FileView, flow: ModelFlow) -> Iterator[TakenPlace]:
    """Follow every model without a configuration that the file reads out of other modules: `llm.model`,
    `Models.fast`, `get_model()`.
    """
    models = view.resolver.imports.reach.models
    for module, path in sorted(models):
        if (module, f"{path}{CONFIG_SUFFIX}") in models:
            continue
        for node in _reads(view, module, path):
            yield TakenPlace(node, flow.follow(node, Answer(MODEL)))


def _reads(view: FileView, module: str, path: str) -> Iterator[ast.expr]:
    """The expressions that read what lies in a module under a path, and can be nothing else."""
    if path.endswith(_CALLED):
        meant = RepositoryName(module, path.removesuffix(_CALLED))
        for call, scope in view.anatomy.calls:
            if view.resolver.values(call.func, scope) == {meant}:
                yield call
        return
    owner, _, name = path.rpartition(".")
    held = RepositoryName(module, owner) if owner else RepositoryModule(module)
    for node, scope in view.anatomy.attributes[name]:
        if isinstance(node.ctx, ast.Load) and view.resolver.values(node.value, scope) == {held}:
            yield node
