"""The project's own modules as syntax trees, for the tests that watch its shape."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Module:
    """One module of the project: its dotted name and its tree."""

    name: str
    tree: ast.Module

    def within(self, *rooms: str) -> bool:
        """Whether the module is one of these, or inside one of them."""
        return any(self.name == room or self.name.startswith(f"{room}.") for room in rooms)


def modules() -> list[Module]:
    """Every module of bot/ and webhooks/; what packs bundle is data."""
    paths = [path for top in ("bot", "webhooks") for path in sorted((ROOT / top).rglob("*.py"))]
    return [_module(path) for path in paths if "bundled" not in path.parts]


def _module(path: Path) -> Module:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return Module(name, ast.parse(path.read_text()))


def sample(name: str, code: str) -> Module:
    """A made-up module, to show that a rule bites."""
    return Module(name, ast.parse(code))


def imported(module: Module) -> Iterator[str]:
    """Every dotted name that the module imports, names taken from a module included."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name}: a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def called(module: Module) -> Iterator[str]:
    """The name of every function that is called, dotted as far as it is spelled."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)
