"""The registry of rule kinds, made by walking `bot/rules/`: adding a kind is adding one module there."""

import importlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import bot.rules
from bot.models.light_record import LightRecord
from bot.models.reading import read
from bot.packs.schema import Change
from bot.rules.engine.once import once


@cache
def rule_kind(kind: str) -> ModuleType:
    """The module of a kind that a pack names; `ModuleNotFoundError` for what no loader let pass."""
    return importlib.import_module(f"bot.rules.{kind}")


def rule_kinds() -> Mapping[str, ModuleType]:
    """Kind to module; every module of `bot/rules/` is a kind."""
    names = {path.stem for path in Path(bot.rules.__path__[0]).glob("*.py")} - {"__init__"}
    return {name: rule_kind(name) for name in sorted(names)}


def parameter_models() -> dict[str, type[LightRecord]]:
    """Kind to the closed model of its parameters, for the pack loader."""
    return {name: module.Parameters for name, module in rule_kinds().items()}


@once
def parameters_of(change: Change) -> Any:
    """The parameters of a change as its rule reads them; `MisfitError` for what no loader let pass."""
    return read(rule_kind(change.kind).Parameters, change.parameters)
