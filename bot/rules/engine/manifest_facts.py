"""Everything a run wants to know of one dependency file, as one record; and the writing of it."""

import hashlib
import tomllib
from collections.abc import Iterator, Sequence

from packaging.utils import canonicalize_name

from bot.models.record import Record
from bot.packs.schema import Pack
from bot.rules.engine.judge import judge_declaration
from bot.rules.engine.splice import spliced
from bot.scan.facts import Judgement, Replacement, Row
from bot.scan.manifests import pyproject_toml, requirements_txt
from bot.scan.manifests.requirement import Declaration
from bot.scan.manifests.selection import ManifestForm
from bot.scan.source_text import SourceText, text_source
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus


class ManifestFacts(Record):
    """One dependency file, one pack. `declares_new`: it names the new distribution; `lowest_python`: the lowest Python
    below the pack's floor that the project promises; `names_old`: the old distribution's name stands in the text.
    """

    rows: tuple[Row, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    declares_new: bool = False
    lowest_python: str | None = None
    names_old: bool = False
    failed: Bail | None = None


def manifest_facts(form: ManifestForm, data: bytes, pack: Pack) -> ManifestFacts:
    """The facts of one dependency file."""
    try:
        text = data.decode("utf-8-sig")
        found, floor, declares_new = _read(form, text, pack)
    except (UnicodeDecodeError, pyproject_toml.UnreadableToml):
        names_old = pack.old.distribution.lower().encode() in data.lower()
        return ManifestFacts(names_old=names_old, failed=Bail.MANIFEST_UNREADABLE)
    source = text_source(text)
    return ManifestFacts(
        rows=tuple(_row(source, declaration, pack) for declaration in found),
        judgements=tuple(_judged(declaration, pack, declares_new) for declaration in found),
        declares_new=declares_new,
        lowest_python=floor,
        names_old=pack.old.distribution.lower() in text.lower(),
    )


def _read(form: ManifestForm, text: str, pack: Pack) -> tuple[list[Declaration], str | None, bool]:
    old, new = canonicalize_name(pack.old.distribution), canonicalize_name(pack.new.distribution)
    if form is ManifestForm.PYPROJECT_TOML:
        found = list(pyproject_toml.declarations(text, old))
        declares_new = any(pyproject_toml.declarations(text, new))
        return found, pyproject_toml.lowest_python(text, pack.new.python), declares_new
    everything = list(requirements_txt.declarations(text))
    found = [declaration for declaration in everything if declaration.name == old]
    return found, None, any(declaration.name == new for declaration in everything)


def _judged(declaration: Declaration, pack: Pack, declares_new: bool) -> Judgement:
    judgement = judge_declaration(declaration, pack)
    if judgement.bail is None and declares_new:
        return Judgement(change=judgement.change, bail=Bail.NEW_LIBRARY_DECLARED_TOO)
    return judgement


def _row(source: SourceText, declaration: Declaration, pack: Pack) -> Row:
    line, column = source.position(declaration.start)
    text = source.line_text(line).strip()
    return Row(
        line=line,
        column=column,
        kind=FindingKind.MANIFEST,
        confidence_reason=ConfidenceReason.DECLARED_DEPENDENCY,
        symbol=pack.old.distribution,
        scan_status=ScanStatus.NEEDS_REVIEW if declaration.bail else ScanStatus.ELIGIBLE,
        bail=declaration.bail,
        scope="",
        text_hash=hashlib.sha256(text.encode()).hexdigest()[:16],
    )


def rewrite_manifest(form: ManifestForm, data: bytes, replacements: Sequence[Replacement]) -> bytes | Bail:
    """The file with its replacements; in TOML exactly the planned values differ afterwards."""
    bom = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    text = data[len(bom) :].decode()
    result = spliced(text, replacements)
    if isinstance(result, Bail):
        return result
    if form is ManifestForm.PYPROJECT_TOML and not _only_planned(text, result, replacements):
        return Bail.RULE_FAILED
    return bom + result.encode()


def _only_planned(before: str, after: str, replacements: Sequence[Replacement]) -> bool:
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        return False
    changed = [pair for pair in zip(_leaves(old), _leaves(new), strict=False) if pair[0] != pair[1]]
    same_shape = sum(1 for _ in _leaves(old)) == sum(1 for _ in _leaves(new))
    return same_shape and len(changed) == len(set(replacements))


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path, value
