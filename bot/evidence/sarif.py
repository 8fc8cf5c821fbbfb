"""A scan as SARIF 2.1.0, which GitHub code scanning and many viewers read.

The words that withhold a place are the rules, and `eligible` is one more; each row that is a use is a result, and
each limitation a notification. Records in, a document out: the same scan of the same commit gives the same bytes,
and no path of the machine, clock or address with a password is in them.

Facts of the format are cited by section of https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from bot import __version__
from bot.evidence.suggestions import Suggestions
from bot.models.finding import Finding, PackStamp
from bot.models.limitation import Limitation
from bot.models.outcome import ScanOutcome
from bot.models.run import GitState
from bot.models.struct import Frozen
from bot.packs.schema import Pack
from bot.safe_text import one_line
from bot.vocabulary import Bail, LimitationCode, ScanStatus, Word
from bot.word_pages import HOME, page_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "obelizeRowId/v1"
"""The row's id, which survives pushes; the number goes up when what it is made of changes (3.27.17)."""

_ROOT = "SRCROOT"
_LEVELS = {
    ScanStatus.ELIGIBLE: "note",
    ScanStatus.NEEDS_REVIEW: "warning",
    ScanStatus.UNSUPPORTED: "error",
}
_RULES: tuple[ScanStatus | Bail, ...] = (ScanStatus.ELIGIBLE, *Bail)
_RULE_INDEX = {word: index for index, word in enumerate(_RULES)}
_CODE_INDEX = {word: index for index, word in enumerate(LimitationCode)}

# RFC 3986, 2.3. A colon is not among them, so that no first segment reads as a scheme.
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
_WRITTEN_OUT = re.compile(r"\\x([0-9a-f]{2})")

Object = dict[str, Any]


class SarifSource(Frozen):
    """What was scanned: its commit; its path in the repository, "" or ending in a slash; the repository's address.

    The path is the file system's own: bytes that are not UTF-8 stand as surrogate escapes.
    """

    git: GitState
    prefix: str
    address: str | None


def sarif_document(scan: ScanOutcome, packs: Sequence[Pack], source: SarifSource) -> bytes:
    """The document, two spaces deep, in ASCII, one LF at the end; `packs` are those that the scan used."""
    suggestions = Suggestions(packs)
    uses = (finding for finding in scan.findings if finding.actionable)
    results = [_result(finding, suggestions.about(finding), source.prefix) for finding in uses]
    notifications = [_notification(limitation, source.prefix) for limitation in scan.limitations]
    run: Object = {
        "tool": _tool(scan.packs),
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
        "originalUriBaseIds": {_ROOT: {"description": _message("The root of the repository that was scanned.")}},
        **_provenance(source),
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2).encode() + b"\n"


def _tool(packs: Sequence[PackStamp]) -> Object:
    driver: Object = {
        "name": "Obelize",
        "version": __version__,
        "informationUri": HOME,
        "rules": [_descriptor(word, _level_of(word)) for word in _RULES],
        "notifications": [_descriptor(code, "warning") for code in LimitationCode],
    }
    return {"driver": driver, "extensions": [{"name": pack.id, "version": pack.version} for pack in packs]}


def _level_of(word: ScanStatus | Bail) -> str:
    """The level of a rule; a result states its own, since a word may withhold with either status."""
    return _LEVELS[word if isinstance(word, ScanStatus) else ScanStatus.NEEDS_REVIEW]


def _descriptor(word: Word, level: str) -> Object:
    """A word as a rule or a notification, with all that GitHub asks of one."""
    return {
        "id": str(word),
        "shortDescription": _message(word.sentence),
        "fullDescription": _message(word.sentence),
        "defaultConfiguration": {"level": level},
        "helpUri": page_of(word),
        "help": _message(word.action or word.sentence),
    }


def _result(finding: Finding, suggestion: str | None, prefix: str) -> Object:
    word = finding.bail or ScanStatus.ELIGIBLE
    about = f"{one_line(finding.symbol)}: {word.sentence}" if finding.symbol else word.sentence
    cell = f"{finding.position.capitalize()}." if finding.cell is not None else ""
    told = " ".join(sentence for sentence in (cell, about, one_line(suggestion or ""), word.action) if sentence)
    return {
        "ruleId": str(word),
        "ruleIndex": _RULE_INDEX[word],
        "level": _LEVELS[finding.scan_status],
        "message": _message(told),
        "locations": [_place(finding, prefix)],
        "partialFingerprints": {FINGERPRINT: finding.row_id},
        "properties": {
            "pack": finding.pack,
            "kind": str(finding.kind),
            "symbol": finding.symbol,
            "scan_status": str(finding.scan_status),
            "confidence_reason": str(finding.confidence_reason),
            **_in_cell(finding),
        },
    }


def _place(finding: Finding, prefix: str) -> Object:
    """From where the use begins to the end of its line, which is what a region without an end means (3.30.8).

    A line of a notebook's cell stands inside a string of the file, so there the whole line of the file is the region.
    """
    region = {"startLine": finding.line, "startColumn": finding.column + 1}
    if finding.file_line is not None:
        region = {"startLine": finding.file_line}
    return {"physicalLocation": {"artifactLocation": _artifact(prefix, finding.path), "region": region}}


def _in_cell(finding: Finding) -> Object:
    """Where in its cell a use stands, with the column that the region of a notebook cannot tell."""
    if finding.cell is None:
        return {}
    return {"cell": finding.cell, "cell_line": finding.line, "cell_column": finding.column + 1}


def _notification(limitation: Limitation, prefix: str) -> Object:
    detail = f" {one_line(limitation.detail)}" if limitation.detail else ""
    notification: Object = {
        "descriptor": {"id": str(limitation.code), "index": _CODE_INDEX[limitation.code]},
        "level": "warning",
        "message": _message(f"{limitation.code.sentence}{detail}"),
    }
    if limitation.path is not None:
        place: Object = {"artifactLocation": _artifact(prefix, limitation.path)}
        if limitation.line is not None:
            place["region"] = {"startLine": limitation.line}
        notification["locations"] = [{"physicalLocation": place}]
    return notification


def _artifact(prefix: str, path: str) -> Object:
    return {"uri": _quoted(prefix.encode(errors="surrogateescape")) + _relative_uri(path), "uriBaseId": _ROOT}


def _relative_uri(path: str) -> str:
    r"""The path as a relative reference; `\xNN`, as which limitations show a byte, is that byte again."""
    literal, *written = _WRITTEN_OUT.split(path)
    pieces = [_quoted(literal.encode(errors="surrogatepass"))]
    for byte, following in zip(written[::2], written[1::2], strict=True):
        pieces += [f"%{byte.upper()}", _quoted(following.encode(errors="surrogatepass"))]
    return "".join(pieces)


def _quoted(name: bytes) -> str:
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in name)


def _provenance(source: SarifSource) -> Object:
    """Where the files come from, if the address is known; a commit only if nothing was scanned that is not in it."""
    if source.address is None:
        return {}
    details: Object = {"repositoryUri": source.address, "mappedTo": {"uriBaseId": _ROOT}}
    if source.git.sha is not None and not source.git.dirty:
        details["revisionId"] = source.git.sha
    if source.git.branch is not None:
        details["branch"] = source.git.branch
    return {"versionControlProvenance": [details]}


def _message(text: str) -> Object:
    """A plain text message: braces are doubled lest one reads as a placeholder, and no link begins (3.11.5, 3.11.6)."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}
