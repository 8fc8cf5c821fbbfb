"""Two packs over one file: each plans over what the ones before it would write, and tells of what stands in the tree."""

from bot.vocabulary import RunMode
from tests.demo_pack import PACK, SHARED
from tests.running import ran

FILES = {
    "app.py": "import oldlib; import bothlib\nprint(oldlib.VERSION); bothlib.Chat.create(); bothlib.base = oldlib.VERSION\n",
    "requirements.txt": "Old-Lib>=1\nbothlib<2\n",
}
PACKS = (PACK, SHARED.pack)


def test_findings_are_the_same_whether_a_run_scans_or_plans() -> None:
    planned = ran(FILES, PACKS)
    assert planned.plan is not None
    assert b"newlib" in planned.plan.patch
    assert planned.scan == ran(FILES, PACKS, mode=RunMode.SCAN).scan
    assert {f.symbol for f in planned.scan.findings} >= {"oldlib.VERSION", "bothlib.Chat.create", "bothlib.base"}


def test_every_edit_is_of_a_finding() -> None:
    outcome = ran(FILES, PACKS)
    assert outcome.plan is not None
    findings = {one.row_id: (one.path, one.line, one.column) for one in outcome.scan.findings}
    assert len(outcome.plan.edits) == len(findings)
    assert all(findings[edit.row_id] == (edit.path, edit.line, edit.column) for edit in outcome.plan.edits)
