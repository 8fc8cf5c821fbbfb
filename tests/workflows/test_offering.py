"""What a finished run has to offer: kept with every byte that somebody may have committed later."""

from hashlib import sha256
from pathlib import Path

from bot.models.offering import Offering
from bot.store.artifacts import RunFolder
from tests.consult.endpoint import endpoint
from tests.workflows import test_consulting as consulting
from tests.workflows.stage import BASE, BUMP, CLEAN, Stage, pull_with, stage


def offering_of_newest(on_stage: Stage) -> tuple[Offering, RunFolder]:
    run = on_stage.runs()[-1]
    assert run.run_id is not None
    folder = RunFolder(run.repository_id, run.run_id)
    data = on_stage.services.artifacts.read_offering(folder)
    assert data is not None
    return Offering.model_validate_json(data), folder


async def test_files_of_the_rules_are_offered_with_their_bytes_before_and_after(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, BASE, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        offering, folder = offering_of_newest(on_stage)
        (check,) = await on_stage.checks(pull)
        (file,) = offering.files
        artifacts = on_stage.services.artifacts
        before, after = (artifacts.read_planned(folder, sha) for sha in (file.before_sha256, file.after_sha256))
    assert (offering.pull, offering.head_sha, offering.relevant) == (pull.number, pull.head_sha, True)
    assert (file.path, file.mode, file.rows, file.packs) == ("app/read.py", "100644", 4, ("py-pdf/pypdf2-to-pypdf",))
    assert (before, after) == (CLEAN, CLEAN.replace(b"PyPDF2", b"pypdf"))
    assert (offering.actionable, offering.rewritten, offering.withheld) == (7, 4, 3)
    assert offering.report.title == check["output"]["title"]
    assert [(pack.old, pack.new) for pack in offering.packs] == [("PyPDF2", "pypdf")]
    assert offering.moved_pins == ("requirements.txt",)
    assert [(count.word, count.places) for count in offering.left] == [("flag_only_surface", 3)]
    assert offering.proposals == ()


async def test_proposals_that_passed_are_offered_and_keep_their_fingerprint_over_a_push(tmp_path: Path) -> None:
    with endpoint(consulting.proposing) as served:
        async with stage(tmp_path, **consulting.settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, consulting.BASE, consulting.BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            offering, folder = offering_of_newest(on_stage)
            first, second = offering.proposals
            kept = on_stage.services.artifacts.read_proposal(folder, first.number)
            original = on_stage.services.artifacts.read_planned(folder, first.before_sha256)
            moved = {"tools/first.py": consulting.ASKED.replace(b"def second", b"# A line between.\ndef second")}
            await on_stage.playground.push_files(pull, moved)
            await on_stage.settled()
            after_push, _ = offering_of_newest(on_stage)
    assert (first.number, first.path, first.first, first.last) == (1, "tools/first.py", 5, 5)
    assert (first.replaces, first.replacement) == ("    return reader.getPage(0)", "    return reader.pages[0]")
    assert kept is not None
    assert sha256(kept).hexdigest() == first.after_sha256
    assert original == consulting.ASKED
    assert not first.suggestible, "the pull request's page does not show the file"
    assert first.fingerprint != second.fingerprint
    assert [one.fingerprint for one in after_push.proposals] == [first.fingerprint, second.fingerprint]
    assert [one.first for one in after_push.proposals] == [5, 10]
    assert all(one.suggestible for one in after_push.proposals)
    assert [(count.outcome, count.questions) for count in offering.asked] == [("not_applied", 2)]
    assert (offering.model, offering.model_host) == ("tiny", served.base_url.split("/")[2])
