"""A run told for people; the ledger is counted from the rows, so that a row which got lost shows."""

from bot.evidence.account import Ledger, account_of, ledger_of
from bot.models.struct import altered
from bot.vocabulary import Bail, ConsultSkip, NotAsked, RunMode
from tests.demo_pack import PACK
from tests.running import ran

MOVES = "from oldlib import Reader\n\nprint(Reader('a').title)\n"
STAYS = "import oldlib\n\nreader = oldlib.LegacyReader('a')\nprint(reader.page_count)\n"
FILES = {"moves.py": MOVES, "stays.py": STAYS, "requirements.txt": "old-lib==1.9\n"}


def _ledger(files: dict[str, str]) -> Ledger:
    outcome = ran(files)
    assert outcome.plan is not None
    return ledger_of(outcome.scan, outcome.plan)


def test_both_sums_hold() -> None:
    ledger = _ledger(FILES)
    assert ledger.actionable == ledger.rewritten + ledger.withheld
    assert ledger.withheld == ledger.asked + sum(n for _, n in (*ledger.skipped, *ledger.not_asked))
    assert ledger.adds_up
    assert (ledger.rewritten, ledger.asked) == (3, 0)


def test_each_withheld_row_ends_in_one_word() -> None:
    ledger = _ledger(FILES)
    assert dict(ledger.skipped) == {
        ConsultSkip.NOT_A_SOURCE_FILE: 1,
        ConsultSkip.ATOMICITY_ONLY: 1,
        ConsultSkip.PACK_REFUSED: 2,
    }
    assert ledger.not_asked == ()


def test_what_no_rule_can_repair_waits_for_a_model() -> None:
    ledger = _ledger({"a.py": "import oldlib\n\n\ndef f(reader):\n    return oldlib.nonsense(reader)\n"})
    assert dict(ledger.not_asked) == {NotAsked.NO_PROVIDER: 1}


def test_a_row_that_got_lost_shows() -> None:
    outcome = ran(FILES)
    scan, plan = outcome.scan, outcome.plan
    assert plan is not None
    assert not ledger_of(scan, altered(plan, withheld=plan.withheld[1:])).adds_up
    assert not ledger_of(scan, altered(plan, edits=plan.edits[1:])).adds_up
    assert not ledger_of(altered(scan, findings=scan.findings[1:]), plan).adds_up


def test_the_account_counts_what_the_documents_list() -> None:
    outcome = ran(FILES)
    assert outcome.plan is not None
    account = account_of(outcome, [PACK])
    assert account.libraries == ("Old-Lib",)
    assert (account.actionable, account.rewritten, account.withheld) == (7, 3, 4)
    assert [(file.path, file.rows) for file in account.moved] == [("moves.py", 3)]
    assert [group.word for group in account.groups] == sorted(
        {row.bail for row in outcome.plan.withheld}, key=list(Bail).index
    )


def test_a_scan_has_no_ledger() -> None:
    account = account_of(ran(FILES, mode=RunMode.SCAN), [PACK])
    assert (account.ledger, account.groups, account.moved, account.actionable) == (None, (), (), 7)


def test_a_repository_without_the_library_uses_no_pack() -> None:
    account = account_of(ran({"a.py": "print(1)\n"}), [PACK])
    assert (account.libraries, account.packs, account.actionable) == ((), (), 0)
