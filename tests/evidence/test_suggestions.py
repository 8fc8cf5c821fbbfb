"""What to write instead is the pack's own sentence, for the rows that the pack leaves to a person and for no other."""

from bot.evidence.suggestions import Suggestions
from bot.vocabulary import RunMode
from tests.demo_pack import PACK
from tests.running import ran

CODE = """\
import oldlib


def count(path, other):
    oldlib.Writer(path)
    oldlib.LegacyReader
    other.page_count
    return oldlib.Reader(path).page_count
"""


def test_a_name_that_is_gone_has_its_suggestion_and_a_changed_argument_none() -> None:
    findings = ran({"app.py": CODE}, mode=RunMode.SCAN).scan.findings
    told = {(finding.line, finding.symbol, finding.bail): Suggestions([PACK]).about(finding) for finding in findings}
    assert {place: sentence for place, sentence in told.items() if place[2] is not None} == {
        (5, "oldlib.Writer", "argument_changed"): None,
        (6, "oldlib.LegacyReader", "flag_only_surface"): "Use Reader.",
        (7, "oldlib.Reader.page_count", "receiver_unresolved"): "Use len(reader.pages).",
        (8, "oldlib.Reader.page_count", "flag_only_surface"): "Use len(reader.pages).",
    }
    assert [sentence for place, sentence in told.items() if place[2] is None and sentence is not None] == []


def test_a_pack_that_was_not_used_says_nothing() -> None:
    findings = ran({"app.py": CODE}, mode=RunMode.SCAN).scan.findings
    assert {Suggestions([]).about(finding) for finding in findings} == {None}
