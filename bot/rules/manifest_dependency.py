"""Moves a dependency line from the old distribution to the new one.

The name, the extras and the specifier change; the marker, the spacing before it and everything around stay. A line
that pins one release gets the newest release that the pack was measured on, any other the pack's specifier.
"""

from bot.models.light_record import LightRecord
from bot.packs.schema import Pack
from bot.rules.engine.verdict import Migrate, Verdict, Withhold
from bot.rules.engine.written_declaration import Target, written
from bot.scan.manifests.declaration import Declaration
from bot.vocabulary import Bail


class Parameters(LightRecord):
    """None: the pack's `new` says it all."""


def judge_declaration(declaration: Declaration, pack: Pack, parameters: Parameters) -> Verdict:
    """The new text of the declaration, or why it is left."""
    del parameters
    if declaration.bail is not None:
        return Withhold(declaration.bail)
    if any(extra not in pack.new.extras for extra in declaration.extras):
        return Withhold(Bail.EXTRA_UNMAPPED)
    extras = tuple(sorted({pack.new.extras[extra] for extra in declaration.extras} - {""}))
    replacements = written(declaration, Target(pack.new.distribution, extras, _specifier(declaration, pack)))
    return Withhold(Bail.DECLARATION_NOT_REWRITABLE) if replacements is None else Migrate(replacements)


def _specifier(declaration: Declaration, pack: Pack) -> str:
    from bot.scan.manifests.specifiers import exact_pin

    if exact_pin(declaration.specifier):
        return f"=={pack.new.measured[-1]}"
    return pack.new.specifier
