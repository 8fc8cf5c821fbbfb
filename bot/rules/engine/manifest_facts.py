"""Everything a run wants to know of one dependency file, as one record; and the writing of it."""

import hashlib
from collections.abc import Sequence

from packaging.utils import canonicalize_name

from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.rules.engine.judge import judge_declaration
from bot.scan.facts import Judgement, Row
from bot.scan.manifests.declaration import Declaration, Writing
from bot.scan.manifests.encoded import Encoded, decoded
from bot.scan.manifests.facts import LONGEST_SHOWN, ManifestFacts, SeenLine, SeenPython
from bot.scan.manifests.forms import read_manifest
from bot.scan.manifests.mentions import mention
from bot.scan.manifests.promised_line import promised_line
from bot.scan.manifests.python_floor import lowest_python
from bot.scan.manifests.reading import Promise, Reading, UnreadableManifest
from bot.scan.manifests.selection import ManifestForm
from bot.scan.manifests.sides import admits_later, asks_for_old, holds_old, is_measured
from bot.scan.source_text import SourceText, text_source
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus


def manifest_facts(form: ManifestForm, data: bytes, pack: Pack) -> ManifestFacts:
    """The facts of one dependency file."""
    old, new = canonicalize_name(pack.old.distribution), canonicalize_name(pack.new.distribution)
    try:
        encoded = decoded(data)
        text = encoded.text
        reading = read_manifest(form, text, frozenset({old, new}))
    except (UnicodeDecodeError, UnreadableManifest):
        names_old = mention((data.decode(errors="replace"),), (pack.old.distribution,))
        return ManifestFacts(names_old=names_old, failed=Bail.MANIFEST_UNREADABLE)
    new_ones = [one for one in reading.declarations if form.declares and _declares_new(one, old, new, pack)]
    declares_new = bool(new_ones)
    found = _findings(form, encoded, reading, pack)
    source = text_source(text)
    return ManifestFacts(
        rows=tuple(_row(source, declaration, pack) for declaration in found),
        judgements=_judgements(found, pack, both_declared=declares_new and old != new),
        declares_new=declares_new,
        not_measured=declares_new and not any(is_measured(one, pack) for one in new_ones),
        holds_old=form.declares and any(holds_old(one, pack) for one in reading.declarations),
        lowest_python=lowest_python(reading.pythons, pack.new.python),
        declared=tuple(_seen_line(source, one, pack) for one in reading.declarations),
        pythons=tuple(_seen_python(text, promise) for promise in reading.pythons),
        named_elsewhere=not any(one.name == old for one in reading.declarations)
        and mention(reading.named_elsewhere, (pack.old.distribution, *pack.old.modules)),
    )


def _seen_line(source: SourceText, declaration: Declaration, pack: Pack) -> SeenLine:
    line, _ = source.position(declaration.start)
    text = source.line_text(line).strip()
    return SeenLine(line=line, text=text[:LONGEST_SHOWN], old=asks_for_old(declaration, pack))


def _seen_python(text: str, promise: Promise) -> SeenPython:
    return SeenPython(line=promised_line(text, promise.written), text=promise.written[:LONGEST_SHOWN])


def _declares_new(declaration: Declaration, old: str, new: str, pack: Pack) -> bool:
    if declaration.name != new or declaration.writing is Writing.NAME:
        return False
    return old != new or admits_later(declaration, pack)


def _findings(form: ManifestForm, encoded: Encoded, reading: Reading, pack: Pack) -> list[Declaration]:
    """The declarations of the old library: where both sides are one distribution, those that leave the new one out.

    Of a lock file the first one stands for all.
    """
    found = [one for one in reading.declarations if asks_for_old(one, pack)]
    if not encoded.has_its_lines:
        found = [altered(one, bail=one.bail or Bail.DECLARATION_NOT_REWRITABLE) for one in found]
    return found[:1] if form.is_lock else found


def _judgements(found: Sequence[Declaration], pack: Pack, *, both_declared: bool) -> tuple[Judgement, ...]:
    judged = [judge_declaration(declaration, pack) for declaration in found]
    if both_declared:
        judged = [_withheld(judgement, Bail.NEW_LIBRARY_DECLARED_TOO) for judgement in judged]
    return tuple(_repeated_names_together(found, judged))


def _repeated_names_together(found: Sequence[Declaration], judged: list[Judgement]) -> list[Judgement]:
    """The judgements, with a name that repeats a key withheld where a key is, and the other way round."""
    tied = [declaration.writing is not Writing.REQUIREMENT for declaration in found]
    words = [judgement.bail for judgement, is_tied in zip(judged, tied, strict=True) if is_tied and judgement.bail]
    if not words or all(declaration.writing is not Writing.NAME for declaration in found):
        return judged
    return [_withheld(j, words[0]) if is_tied else j for j, is_tied in zip(judged, tied, strict=True)]


def _withheld(judgement: Judgement, bail: Bail) -> Judgement:
    return judgement if judgement.bail is not None else Judgement(change=judgement.change, bail=bail)


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
