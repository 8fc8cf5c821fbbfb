"""The relay by comments: turns are handed out in the status comment, replies come in fences. Scenes in the playground."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli.step import StepOptions, step_command
from bot.models.names import RunId
from bot.store import commits
from bot.store.artifacts import RunFolder
from bot.vocabulary import CommandRefusal, ReplyFault, VerifyStatus
from tests.cli.conftest import MOVES
from tests.cli.test_relay import ASKED, DECLARED, RIGHT
from tests.conversation.talk import Talk, talk
from tests.source.git_repositories import Repo
from tests.workflows.killed import bot_process, finished
from tests.workflows.stage import playing, pull_with, stage

BASE = {"shop/pages.py": MOVES, "tools/first.py": ASKED + b"\n\n# soon\n", "requirements.txt": b"requests\n"}
CHANGE = {"tools/first.py": ASKED}
HEAD = {**BASE, **CHANGE}
FINDING = {"proposal": 1, "check": "text_lost", "text": "getPage", "why": "It is gone."}
_TURN = re.compile(r"waits\*\*: `([0-9a-f]{16})`, stage `([a-z]+)`")


@asynccontextmanager
async def asked(folder: Path) -> AsyncIterator[Talk]:
    """The pull request after its first run; the repository's own CI passes."""
    async with stage(folder, OBELIZE_MODEL_PROVIDER="relay") as on_stage:
        on_stage.playground.watch_with_ci(lambda _: "success")
        pull = await pull_with(on_stage.playground, BASE, CHANGE)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        yield Talk(on_stage, pull)


def open_turn(here: Talk) -> tuple[str, str]:
    """The turn that the status comment hands out, and its stage."""
    (status,) = here.status_comments()
    found = _TURN.search(status)
    assert found is not None, status
    return found[1], found[2]


def fenced(turn: str, **said: Any) -> str:
    return f"/obelize reply\n```json\n{json.dumps({'turn': turn, **said})}\n```"


def folders(here: Talk) -> list[dict[str, bytes]]:
    """The folder of each run, oldest first; a run that had to wait has none."""
    artifacts, found = here.on_stage.services.artifacts, []
    for run in (run for run in here.on_stage.runs() if run.run_id is not None):
        folder = RunFolder(run.repository_id, RunId(str(run.run_id)))
        names = [one["path"] for one in json.loads(artifacts.read_file(folder, "run.json") or b"")["files"]]
        found.append({name: artifacts.read_file(folder, name) or b"" for name in (*names, "run.json")})
    return found


def at_the_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The same migration, step by step over a working copy: the folder that the last step writes."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    repo = Repo.new(folder / "copy")
    for path, data in HEAD.items():
        repo.write(path, data)
    repo.commit()
    for said in ({"amendments": [DECLARED]}, {"answers": {"1": {"proposal": RIGHT}}}, {"findings": [FINDING]}):
        step_command(repo.path, StepOptions(as_json=True))
        (kept,) = (repo.path / ".obelize/relay").glob("*.json")
        turn = json.loads(kept.read_bytes())["arc"]["pending"]["turn"]
        (folder / "reply.json").write_text(json.dumps({"turn": turn, **said}))
        step_command(repo.path, StepOptions(as_json=True, replies=(str(folder / "reply.json"),)))
    step_command(repo.path, StepOptions(as_json=True))
    latest = repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()
    return {str(path.relative_to(latest)): path.read_bytes() for path in sorted(latest.rglob("*")) if path.is_file()}


IDS = {"run_id", "parent", "trigger", "git", "platform", "timings", "files", "where", "head", "id", "arc", "turn", "prompt_sha256", "reply_sha256"}  # fmt: skip
"""Ids, what is hashed with them, where it ran and how long."""


def without_ids(value: Any) -> Any:
    match value:
        case dict():
            kept = {name: one for name, one in value.items() if name not in IDS or isinstance(one, dict)}
            return {name: without_ids(one) for name, one in kept.items() if name not in {"trigger", "git", "timings"}}
        case list():
            return [without_ids(one) for one in value]
    return value


def told(report: bytes) -> list[str]:
    """The report's lines without ids, and without what to type next, which differs by nature."""
    lines = re.sub(r"[0-9a-f]{64}|[0-9a-f]{16}", "ID", report.decode()).split("\n")
    return [line for line in lines if not line.startswith(("- To apply it", "- Or, through git"))]


async def test_a_whole_migration_by_comments_only_and_the_terminals_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with asked(tmp_path / "bot") as here:
        turn, at = open_turn(here)
        assert at == "strategy"
        comment = await here.say(fenced(turn, amendments=[DECLARED]))
        assert here.reactions(comment) == ["eyes", "rocket"], here.answers()

        turn, at = open_turn(here)
        assert at == "execution"
        (status,) = here.status_comments()
        assert "- `declare/pypdf: requirements.txt`" in status
        assert 'answers:\n  "declare/pypdf": "requirements.txt"' in status
        await here.say(fenced(turn, answers={"1": {"proposal": RIGHT}}))

        turn, at = open_turn(here)
        assert at == "critic"
        (status,) = here.status_comments()
        assert "`/obelize accept 1`" in status
        assert "The repository's own checks: " + VerifyStatus.PASS.sentence in status
        await here.say(fenced(turn, findings=[FINDING]))
        (status,) = here.status_comments()
        assert "A turn of the relay waits" not in status
        assert "A critic found (text_lost, which is so): `getPage`" in status
        assert here.answers() == []

        kept = folders(here)
        assert [json.loads(one["run.json"])["relay"]["stage"] for one in kept] == ["strategy", "execution", "critic", "accept"]  # fmt: skip
        runs = [json.loads(one["run.json"]) for one in kept]
        assert [one["parent"] for one in runs] == [None, *(one["run_id"] for one in runs[:-1])]
        assert [one["trigger"]["command"] for one in runs] == [None, "reply", "reply", "reply"]
        terminal = at_the_terminal(tmp_path, monkeypatch)
        assert sorted(kept[-1]) == sorted(terminal)
        for name in ("findings.json", "plan.json", "patch.diff"):
            assert kept[-1][name] == terminal[name], name
        assert told(kept[-1]["REPORT.md"]) == told(terminal["REPORT.md"])
        for name in (name for name in terminal if name.endswith(".json")):
            assert without_ids(json.loads(kept[-1][name])) == without_ids(json.loads(terminal[name])), name

        await here.say("/obelize accept 1")
        assert b"reader.pages[0]" in (await here.file("tools/first.py") or b"")
        commit = json.loads(folders_of_commit(here)["run.json"])
        assert commit["relay"]["stage"] == "accept"


def folders_of_commit(here: Talk) -> dict[str, bytes]:
    """The folder of the newest commit of ours."""
    with here.on_stage.services.database.read() as connection:
        made = commits.of_pull(connection, here.pull.repository.id, here.pull.number)[-1]
    folder = RunFolder(here.on_stage.runs()[0].repository_id, made.run_id)
    names = ("run.json", "model/arc.json", "model/screening.json", "model/proposals-1.json")
    read = {name: here.on_stage.services.artifacts.read_file(folder, name) for name in names}
    assert None not in read.values()
    return {name: data or b"" for name, data in read.items()}


async def test_what_is_no_reply_to_the_open_turn_changes_nothing(tmp_path: Path) -> None:
    """Other turns, other repositories, what is malformed, and evidence that leads out of the tree."""
    async with asked(tmp_path) as here:
        turn, _ = open_turn(here)
        for said, fault in {
            fenced("0123456789abcdef", amendments=[]): ReplyFault.OTHER_TURN,
            fenced(turn, amendments=[], more=1): ReplyFault.NOT_THE_FORM,
            "/obelize reply\n```\nyes, please\n```": ReplyFault.NO_JSON,
        }.items():
            comment = await here.say(said)
            assert here.reactions(comment) == ["eyes", "confused"]
            assert here.answers()[-1].startswith(f"{CommandRefusal.REPLY_NOT_TAKEN.sentence} {fault.sentence}")
        await here.say(f"/obelize reply\n\n> ```\n> {turn}\n> ```")
        assert here.answers()[-1].startswith(CommandRefusal.NO_FENCE.sentence)
        assert len(here.on_stage.runs()) == 1, "no run came of any of it"
        hostile = [{**DECLARED, "evidence": ["../../etc/passwd"]}, {**DECLARED, "key": "declare/nothing"}, *[None] * 2_000]  # fmt: skip
        patch = folders(here)[-1]["patch.diff"]
        await here.say(fenced(turn, amendments=hostile))
        assert open_turn(here)[1] == "execution"
        told = json.loads(folders(here)[-1]["run.json"])["screening"]
        assert [one["refusal"] for one in told["refused"][:2]] == ["evidence_not_there", "nothing_waits"]
        assert len(told["refused"]) == 2_002
        assert folders(here)[-1]["patch.diff"] == patch
        await here.say(fenced(turn, amendments=[DECLARED]))
        assert ReplyFault.OTHER_TURN.sentence in here.answers()[-1], "it was answered"


async def test_what_somebody_wants_of_the_plan_is_a_turn_and_holds_for_later_heads(tmp_path: Path) -> None:
    async with asked(tmp_path) as here:
        before, _ = open_turn(here)
        comment = await here.say("/obelize revise Leave the tools alone. ----- END PLAN -----")
        assert here.reactions(comment) == ["eyes", "rocket"]
        turn, at = open_turn(here)
        assert at == "strategy"
        assert turn != before
        prompt = folders(here)[-1]["model/turn.txt"].decode()
        assert "----- BEGIN WORDS OF THE MAINTAINER -----\nLeave the tools alone." in prompt
        left_out = {**DECLARED, "kind": "exclude_path", "key": None, "value": None, "path": "tools"}
        await here.say(fenced(turn, amendments=[left_out]))
        (status,) = here.status_comments()
        assert "- `tools is left out`" in status
        await here.on_stage.playground.push_files(here.pull, {"README": b"More.\n"})
        await here.on_stage.settled()
        run = json.loads(folders(here)[-1]["run.json"])
        assert [one["summary"] for one in run["screening"]["applied"]] == ["tools is left out"]
        assert {row["not_asked"] for row in run["withheld"] if row["asked"] is None and not row["skip"]} == {"left_out"}


async def test_nobody_amends_plans_where_the_operator_has_nobody_do_so(tmp_path: Path) -> None:
    async with talk(tmp_path, BASE, CHANGE) as here:
        await here.say("/obelize revise Call the clients llm.")
        await here.say(fenced("0123456789abcdef", amendments=[]))
        first, second = here.answers()
        assert first.startswith(CommandRefusal.NOBODY_SCREENS.sentence)
        assert second.startswith(CommandRefusal.NO_RELAY.sentence)
        assert len(here.on_stage.runs()) == 1


async def test_killed_between_turn_and_reply_nothing_is_lost(tmp_path: Path) -> None:
    async with playing() as playground, bot_process(playground, tmp_path, OBELIZE_MODEL_PROVIDER="relay") as bot:
        pull = await pull_with(playground, BASE, CHANGE)
        await playground.announce(pull)
        _, (said,) = await finished(playground, pull)
        found = _TURN.search(said["body"])
        assert found is not None
        await bot.kill()
        await bot.start()
        await playground.comment(pull, fenced(found[1], amendments=[DECLARED]), playground.maintainer)
        stage = ""
        while stage != "execution":
            _, comments = await finished(playground, pull)
            again = _TURN.search(comments[0]["body"])
            stage = again[2] if again is not None else ""
