"""What the modules and names of a pack's old library are called in the new one, gathered from all its changes."""

from collections.abc import Mapping

from bot.models.struct import Frozen, anew
from bot.packs.schema import Pack
from bot.rules.engine.once import once


class Renames(Frozen):
    """`modules` and `symbols` map full names of the old library to full names of the new one."""

    modules: Mapping[str, str] = anew(dict)
    symbols: Mapping[str, str] = anew(dict)

    @staticmethod
    @once
    def of(pack: Pack) -> "Renames":
        """The parameters `modules` and `symbols` of the pack's changes that have such."""
        modules: dict[str, str] = {}
        symbols: dict[str, str] = {}
        for change in pack.changes:
            modules |= change.parameters.get("modules", {})
            symbols |= change.parameters.get("symbols", {})
        return Renames(modules, symbols)

    def module(self, old: str) -> str | None:
        """What a module is called, also one below a renamed one; None for any other."""
        above, rest = old, ""
        while above:
            if above in self.modules:
                return self.modules[above] + rest
            above, dot, last = above.rpartition(".")
            rest = f"{dot}{last}{rest}"
        return None

    def symbol(self, old: str) -> str | None:
        """What a module, or a name in one, is called."""
        return self.symbols.get(old) or self.module(old)
