"""Runs a piece of code through the rules and the rewriting, as a run does with one file."""

from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import is_stable, python_facts
from bot.rules.engine.rewrite import rewrite
from bot.vocabulary import Bail, ScanStatus
from tests.demo_pack import SURFACE


def words(code: bytes, surface: SurfaceIndex = SURFACE) -> set[str]:
    """The words of the withheld rows of a file."""
    facts = python_facts("app.py", code, surface, {}, vendored=False)
    actionable = [j for r, j in zip(facts.rows, facts.judgements, strict=True) if r.scan_status is not ScanStatus.NOT_A_USAGE]  # fmt: skip
    return {str(judgement.bail) for judgement in actionable if judgement.bail is not None}


def rewritten(code: bytes, surface: SurfaceIndex = SURFACE) -> bytes | Bail:
    """The file after the rules; it must be stable, and nothing in it withheld."""
    facts = python_facts("app.py", code, surface, {}, vendored=False)
    assert not words(code, surface)
    result = rewrite(code, [r for judgement in facts.judgements for r in judgement.replacements])
    assert isinstance(result, Bail) or is_stable(result, surface, {}, "app.py")
    return result
