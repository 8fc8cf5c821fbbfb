"""One configuration laid over another, as the old library does it: key by key, and the safety settings by category."""

from bot.rules.answers.flow import Problem
from bot.rules.written_values import layout
from bot.rules.written_values.brought import Brought
from bot.rules.written_values.fields import Whole
from bot.rules.written_values.layout import Passed
from bot.rules.written_values.safety import SafetySettings, Settings
from bot.rules.written_values.tables import Tables
from bot.vocabulary import Bail

_NOT_READ = "names of another module in small letters are not read in a copy"
_LAID_OVER = "safety settings of model and call are laid over one another"


def laid_together(
    model: Brought, over: Brought, tables: Tables, types_name: str, safety: SafetySettings, indent: str
) -> str | Problem | None:
    """Both in one expression; None where neither brings anything."""
    if model.is_empty and over.is_empty:
        return None
    settings = _settings(model.safety, over.safety, safety, indent)
    if isinstance(settings, Problem):
        return settings
    rest = [Passed(tables.safety.argument, settings)] if settings is not None else []
    if model.whole is not None or over.whole is not None:
        unread = next((one for one in (over.safety, model.safety) if one is not None and one.to_be_read), None)
        if unread is not None:
            return Problem(Bail.ARGUMENT_CHANGED, unread.node, _NOT_READ)
        return _around_object(model, over, rest, tables, indent)
    return layout.call(f"{types_name}.{tables.config}", [*_entries(model, over), *rest], indent)


def laid_over_base(
    base: str, model: Brought, over: Brought, tables: Tables, safety: SafetySettings, indent: str
) -> str | Problem:
    """What a call brings over the configuration that `base` holds, which is `model`."""
    if over.is_empty:
        return base
    if over.whole is not None:
        return _unknown(over.whole)
    entries = list(over.fields.values())
    if over.safety is not None and over.safety.to_be_read:
        return Problem(Bail.ARGUMENT_CHANGED, over.safety.node, _NOT_READ)
    if over.safety is not None:
        settings = _settings(model.safety, over.safety, safety, indent)
        if settings is None or isinstance(settings, Problem):
            return settings or base
        entries.append(Passed(tables.safety.argument, settings))
    if over.spread is not None:
        entries.insert(0, Passed("", f"**{over.spread.text}"))
    return layout.copy(base, entries, indent)


def _entries(model: Brought, over: Brought) -> list[Passed]:
    """The fields and unpacked dicts; the later ones win, and no name is passed twice."""
    fields = {**model.fields, **over.fields}
    spreads = [one for one in (model.spread, over.spread) if one is not None]
    if not spreads:
        return list(fields.values())
    sides = [(model.spread, model.fields), (over.spread, over.fields)]
    names = {name for name in fields if any(one.keys is None or name in one.keys for one in spreads)}
    if not names and len(spreads) == 1:
        return [Passed("", f"**{spreads[0].text}"), *fields.values()]
    shown: list[str] = []
    for spread, brought in sides:
        shown += [f"**{spread.text}"] if spread is not None else []
        shown += [f'"{name}": {brought[name].text}' for name in brought if name in names]
    return [Passed("", f"**{{{', '.join(shown)}}}"), *(one for name, one in fields.items() if name not in names)]


def _around_object(model: Brought, over: Brought, rest: list[Passed], tables: Tables, indent: str) -> str | Problem:
    """An object of the configuration's class, with what else is brought."""
    whole = over.whole or model.whole
    assert whole is not None
    if model.spread is not None or over.spread is not None or (model.whole is not None and over.whole is not None):
        return _unknown(whole)
    fields = {**model.fields, **over.fields}
    if over.whole is not None:  # what it has wins over the model's
        inner = [name for name in model.fields if name in tables.fields]
        if inner and over.whole.sets is None:
            return _unknown(whole)
        fields = {name: one for name, one in fields.items() if name not in (over.whole.sets or ())}
    update = [*fields.values(), *rest]
    return layout.copy(whole.text, update, indent) if update else whole.text


def _unknown(whole: Whole) -> Problem:
    return Problem(Bail.ARGUMENTS_NOT_KNOWN, whole.node, "which fields the configuration has cannot be seen here")


def _settings(
    model: Settings | None, over: Settings | None, safety: SafetySettings, indent: str
) -> str | Problem | None:
    """The safety settings of both as text."""
    if model is None or over is None or _replaces(over, model):
        brought = over or model
        if brought is None:
            return None
        return brought.text if brought.text is not None else safety.rendered(brought.each, indent)
    if not model.each or not over.each:
        return Problem(Bail.ARGUMENTS_NOT_KNOWN, model.node, _LAID_OVER)
    merged = {one.category: one for one in model.each} | {one.category: one for one in over.each}
    return safety.rendered(list(merged.values()), indent)


def _replaces(over: Settings, model: Settings) -> bool:
    """Whether nothing of the model's settings is left."""
    if over.held is not None and over.held is model.held:
        return True
    return bool(model.each) and {one.category for one in model.each} <= {one.category for one in over.each}
