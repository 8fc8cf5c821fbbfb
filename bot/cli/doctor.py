"""`obelize doctor`: what is in order, what is not, and how to mend it."""

import asyncio
import json
import sys
from collections.abc import Sequence

from bot.cli.terminal import Line, show, shown
from bot.doctor.diagnoses import diagnoses, is_well, of_settings
from bot.doctor.gathering import gathered
from bot.models.health import Diagnosis
from bot.settings import ConfigurationError, read_settings_if_registered
from bot.vocabulary import ExitCode, Health, Part

_FORMAT = 1
_STYLES = {Health.WELL: "green", Health.PROBLEM: "bold red", Health.UNKNOWN: "yellow"}
_HEALTH_WIDTH = max(len(health) for health in Health)
_PART_WIDTH = max(len(part) for part in Part)


def doctor_command(*, as_json: bool, plain: bool) -> ExitCode:
    """Look at everything. USAGE where the settings cannot be used, UNEXPECTED where something has to be mended."""
    code, found = _found()
    if as_json:
        document = {"version": _FORMAT, "well": is_well(found), "parts": [each.model_dump() for each in found]}
        sys.stdout.write(json.dumps(document, indent=2) + "\n")
    else:
        show([line for each in found for line in _lines(each)], plain=plain)
    return code


def _found() -> tuple[ExitCode, Sequence[Diagnosis]]:
    try:
        settings = read_settings_if_registered()
    except ConfigurationError as error:
        return ExitCode.USAGE, of_settings(error.problems)
    if settings is None:
        return ExitCode.USAGE, of_settings(())
    found = diagnoses(asyncio.run(gathered(settings)))
    return ExitCode.DONE if is_well(found) else ExitCode.UNEXPECTED, found


def _lines(each: Diagnosis) -> list[Line]:
    head: Line = (
        (f"{each.health:<{_HEALTH_WIDTH}}", _STYLES[each.health]),
        (f"  {each.part:<{_PART_WIDTH}}  {shown(each.sentence)}", ""),
    )
    indent = " " * (_HEALTH_WIDTH + _PART_WIDTH + 4)
    return [head, ((f"{indent}{shown(each.mend)}", "bold"),)] if each.mend else [head]
