"""A commit at somebody's word: exactly the bytes that were offered, on the head that was shown, at most once."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot.models.conversation import CommandPlace, Committed, Refused, TakeBack, WriteCommit
from bot.models.names import CommitSha, RunId
from bot.playground.world.pulls import PullRequest
from bot.store import commits, offers
from bot.store.artifacts import RunFolder
from bot.vocabulary import CommandRefusal, CommitKind, OfferState
from bot.workflows.committing import Committing
from tests.consult.endpoint import endpoint
from tests.forge.github_stage import forge_for
from tests.workflows import test_consulting as consulting
from tests.workflows.stage import BASE, BUMP, CLEAN, Stage, Tree, place_of, pull_with, stage


@dataclass(frozen=True)
class Scene:
    """A pull request whose run has ended, and the one who writes for people."""

    on_stage: Stage
    pull: PullRequest
    committing: Committing

    @property
    def run_id(self) -> RunId:
        """Of the newest run."""
        return RunId(str(self.on_stage.runs()[-1].run_id))

    def place(self, command: int = 1) -> CommandPlace:
        """Where the maintainer's command of that number is carried out."""
        return place_of(self.on_stage, self.pull.repository, self.pull.number, command)

    async def apply(self, command: int = 1, head_sha: str | None = None) -> Committed | Refused:
        act = WriteCommit(kind=CommitKind.APPLY, run_id=self.run_id, head_sha=CommitSha(head_sha or self.pull.head_sha))
        return await self.committing.carry_out(act, self.place(command))

    async def accept(self, *numbers: int, command: int = 1) -> Committed | Refused:
        head = CommitSha(self.pull.head_sha)
        act = WriteCommit(kind=CommitKind.ACCEPT, run_id=self.run_id, head_sha=head, numbers=numbers)
        return await self.committing.carry_out(act, self.place(command))

    async def undo(self, made: Committed, command: int = 9) -> Committed | Refused:
        return await self.committing.carry_out(TakeBack(commit_sha=made.sha), self.place(command))

    async def file(self, path: str) -> bytes | None:
        git = self.pull.repository.git
        entry = await git.entry(self.pull.head_sha, path)
        return None if entry is None else await git.blob(entry.sha)

    async def mode(self, path: str) -> str:
        entry = await self.pull.repository.git.entry(self.pull.head_sha, path)
        assert entry is not None
        return entry.mode

    async def message(self) -> str:
        return (await self.pull.repository.git.commit(self.pull.head_sha)).message

    async def page(self, run_id: str) -> str:
        """The page of a run, as a browser on this machine sees it."""
        address = f"{self.on_stage.settings.public_url}/runs/{run_id}"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert answer.status == 200
            return await answer.text()

    def kept(self, run_id: str, path: str) -> Any:
        folder = RunFolder(self.pull.repository.id, RunId(run_id))
        data = self.on_stage.services.artifacts.read_file(folder, path)
        return None if data is None else json.loads(data) if path.endswith(".json") else data


@asynccontextmanager
async def scene(folder: Path, base: Tree = BASE, change: Tree = BUMP, **more: Any) -> AsyncIterator[Scene]:
    async with stage(folder, **more) as on_stage:
        pull = await pull_with(on_stage.playground, base, change)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        async with committing_on(on_stage, pull) as opened:
            yield opened


@asynccontextmanager
async def committing_on(on_stage: Stage, pull: PullRequest) -> AsyncIterator[Scene]:
    async with forge_for(on_stage.playground) as forge:
        yield Scene(on_stage, pull, Committing(on_stage.services, forge))
        await on_stage.settled()


@asynccontextmanager
async def scene_with_proposals(folder: Path, **more: Any) -> AsyncIterator[Scene]:
    with endpoint(consulting.proposing) as served:
        settings = consulting.settings_for(served, **more)
        async with scene(folder, consulting.BASE, consulting.BUMP, **settings) as opened:
            yield opened


async def test_apply_commits_the_planned_bytes_and_the_new_head_is_looked_at(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        shown, parent = on.pull.head_sha, on.run_id
        made = await on.apply()
        assert isinstance(made, Committed)
        await on.on_stage.settled()
        assert on.pull.head_sha == made.sha
        assert await on.file("app/read.py") == CLEAN.replace(b"PyPDF2", b"pypdf")
        commit = await on.pull.repository.git.commit(made.sha)
        assert commit.parents == (shown,)
        assert commit.message.startswith("Migrate PyPDF2 to pypdf in 1 file\n\n")
        assert "- app/read.py (4 places)\n" in commit.message
        assert commit.message.rstrip().split("\n")[-4:] == [
            f"Obelize-Run: {made.run_id}",
            "Obelize-Pack: py-pdf/pypdf2-to-pypdf@1.0.0",
            "Accepted-by: maintainer (write)",
            "Co-authored-by: maintainer <583+maintainer@users.noreply.127.0.0.1>",
        ]
        run = on.kept(made.run_id, "run.json")
        assert (run["mode"], run["parent"], run["git"]["sha"]) == ("apply", parent, shown)
        assert (run["trigger"]["command"], run["trigger"]["given_by"]) == ("apply", "maintainer")
        (edit,) = run["file_edits"]
        assert on.kept(made.run_id, f"snapshots/before/{edit['before_sha256']}") == CLEAN
        assert on.kept(made.run_id, f"snapshots/after/{edit['after_sha256']}") == CLEAN.replace(b"PyPDF2", b"pypdf")
        assert on.kept(made.run_id, "patch.diff") == on.kept(parent, "patch.diff")
        page = await on.page(made.run_id)
        assert "Somebody asked for what rules can rewrite." in page
        assert made.sha in page
        newest = on.on_stage.runs()[-1]
        assert (newest.head_sha, newest.state.value) == (made.sha, "finished")


async def test_the_same_command_again_finds_its_commit_and_writes_no_other(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        made = await on.apply()
        first = on.pull.head_sha
        assert await on.apply(head_sha=on.on_stage.runs()[0].head_sha) == made
        assert on.pull.head_sha == first


async def test_the_operator_frames_the_subject_and_has_it_signed_off(tmp_path: Path) -> None:
    framed = "chore(deps): {subject}"
    async with scene(tmp_path, OBELIZE_COMMIT_SUBJECT=framed, OBELIZE_SIGN_OFF=True) as on:
        assert isinstance(await on.apply(), Committed)
        message = await on.message()
        number = on.on_stage.playground.app.bot.id
        assert message.startswith("chore(deps): Migrate PyPDF2 to pypdf in 1 file\n\n")
        signed = f"Signed-off-by: obelize[bot] <{number}+obelize[bot]@users.noreply.127.0.0.1>"
        assert message.rstrip().endswith(signed)


async def test_accept_writes_the_guarded_bytes_and_says_what_became_of_each_proposal(tmp_path: Path) -> None:
    async with scene_with_proposals(tmp_path) as on:
        parent = on.run_id
        made = await on.accept(2)
        assert isinstance(made, Committed)
        await on.on_stage.settled()
        assert await on.file("tools/first.py") == consulting.ASKED.replace(b"getPage(1)", b"pages[1]")
        message = await on.message()
        assert message.startswith("Migrate PyPDF2 to pypdf: accept proposal 2\n\n")
        (edit,) = on.kept(made.run_id, "run.json")["file_edits"]
        assert f"Obelize-Proposal: {edit['after_sha256']}\n" in message
        assert (edit["rules"], edit["proposals"]) == ([], [2])
        outcomes = [on.kept(made.run_id, f"model/proposals-{n}.json")["outcome"] for n in (1, 2)]
        assert outcomes == ["not_accepted", "written"]
        assert on.kept(made.run_id, "model/model.json")["summary"]["accepted"] == 1
        assert on.kept(parent, "model/proposals-2.json")["outcome"] == "not_applied", "a finished folder never changes"
        assert b"-    return reader.getPage(1)\n+    return reader.pages[1]\n" in on.kept(made.run_id, "patch.diff")
        with on.on_stage.services.database.read() as connection:
            (row,) = commits.of_pull(connection, on.pull.repository.id, on.pull.number)
            standing = offers.of_pull(connection, on.pull.repository.id, on.pull.number)
        assert (row.sha, row.kind, row.parent_run_id, row.numbers) == (made.sha, CommitKind.ACCEPT, parent, (2,))
        assert [(o.number, o.decided_by) for o in standing.values() if o.state is OfferState.ACCEPTED] == [
            (2, "maintainer")
        ]


async def test_a_head_that_moved_is_never_written(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        shown = on.pull.head_sha
        await on.on_stage.playground.push_files(on.pull, {"other.py": b"x = 1\n"})
        pushed = on.pull.head_sha
        assert await on.apply(head_sha=shown) == Refused(refusal=CommandRefusal.HEAD_MOVED)
        assert on.pull.head_sha == pushed


async def test_undo_puts_the_bytes_from_before_back_and_the_proposal_on_the_table(tmp_path: Path) -> None:
    async with scene_with_proposals(tmp_path) as on:
        made = await on.accept(1)
        assert isinstance(made, Committed)
        await on.on_stage.settled()
        undone = await on.undo(made)
        assert isinstance(undone, Committed)
        assert (undone.kind, await on.file("tools/first.py")) == (CommitKind.UNDO, consulting.ASKED)
        await on.on_stage.settled()
        assert "Takes back what was written by Obelize's run" in await on.message()
        record = on.kept(undone.run_id, "undo.json")
        assert (record["undone"], record["restored"]) == (made.run_id, ["tools/first.py"])
        with on.on_stage.services.database.read() as connection:
            standing = offers.of_pull(connection, on.pull.repository.id, on.pull.number)
        assert {offer.state for offer in standing.values()} == {OfferState.OFFERED}
        again = await on.undo(made, command=10)
        assert again == Refused(refusal=CommandRefusal.NOTHING_TO_UNDO)


async def test_undo_leaves_a_file_that_somebody_changed_since(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        made = await on.apply()
        assert isinstance(made, Committed)
        edited = CLEAN.replace(b"PyPDF2", b"pypdf") + b"# mine\n"
        await on.on_stage.playground.push_files(on.pull, {"app/read.py": edited})
        refused = await on.undo(made)
        assert refused == Refused(refusal=CommandRefusal.CHANGED_SINCE, detail="Changed since: 1 of 1.")
        assert await on.file("app/read.py") == edited


async def test_undo_keeps_what_was_pushed_on_top(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        made = await on.apply()
        assert isinstance(made, Committed)
        await on.on_stage.playground.push_files(on.pull, {"other.py": b"x = 1\n"})
        assert isinstance(await on.undo(made), Committed)
        assert (await on.file("app/read.py"), await on.file("other.py")) == (CLEAN, b"x = 1\n")


async def test_a_closed_pull_request_is_not_written(tmp_path: Path) -> None:
    async with scene(tmp_path) as on:
        await on.on_stage.playground.close(on.pull)
        assert await on.apply() == Refused(refusal=CommandRefusal.PULL_CLOSED)


async def test_a_folder_of_github_is_never_written(tmp_path: Path) -> None:
    base = {**BASE, ".github/scripts/read.py": CLEAN}
    async with scene(tmp_path, base) as on:
        before = on.pull.head_sha
        assert await on.apply() == Refused(refusal=CommandRefusal.PATH_NEVER_WRITTEN)
        assert on.pull.head_sha == before
