"""Screening in the durable run: the operator's model amends the plan once, and the check tells what became of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.consult.endpoint import Answer, Raw, endpoint
from tests.conversation.talk import talk
from tests.workflows.stage import pull_with, stage
from tests.workflows.test_consulting import ASKED, archive, settings_for

MOVES = b"from PyPDF2 import PdfReader\n\n\ndef pages(path):\n    return len(PdfReader(path).pages)\n"
BASE = {"shop/pages.py": MOVES, "tools/first.py": ASKED, "requirements.txt": b"requests\n"}
BUMP = {"shop/pages.py": MOVES + b"\n"}
KEY = "declare/pypdf"
DECLARED = {"kind": "answer_question", "key": KEY, "value": "requirements.txt", "path": None, "reason": "There is no other.", "evidence": ["requirements.txt"]}  # fmt: skip
LEFT_OUT = {**DECLARED, "kind": "exclude_path", "key": None, "value": None, "path": "tools"}
NARROWED = {**DECLARED, "kind": "set_target_version", "key": "py-pdf/pypdf2-to-pypdf", "value": "<7"}


def amending(*amendments: dict[str, Any]) -> Answer:
    """A model that amends plans, and proposes nothing for places."""

    def answer(message: str) -> str:
        return json.dumps({"amendments": amendments} if message.startswith("asked for:") else {"proposal": None})

    return answer


async def run_with(folder: Path, answer: Answer, *, base: dict[str, bytes] = BASE, **more: object) -> tuple[dict[str, Any], dict[str, bytes], list[str]]:  # fmt: skip
    """The check, the run folder, and what the model was asked about."""
    with endpoint(answer) as served:
        async with stage(folder, **settings_for(served, **{"OBELIZE_MODEL_SCREENING": "true", **more})) as on_stage:
            pull = await pull_with(on_stage.playground, base, BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            (check,) = await on_stage.checks(pull)
            kept = await archive(on_stage, check)
        asked = [json.loads(body)["messages"][1]["content"].split("\n")[0] for body in served.bodies]
    return check, kept, asked


async def test_what_the_model_amends_is_planned_told_and_kept(tmp_path: Path) -> None:
    check, kept, asked = await run_with(tmp_path, amending(DECLARED, LEFT_OUT, {"kind": "?"}))
    assert asked == ["asked for: answer_questions"], "of a file that is left out nothing is asked"
    run = json.loads(kept["run.json"])
    assert [(one["key"], one["answer"], one["answered_by"]) for one in run["questions"]] == [(KEY, "requirements.txt", "screening")]  # fmt: skip
    assert [one["key"] for one in run["screening"]["answers"]] == [KEY]
    assert [one["summary"] for one in run["screening"]["applied"]] == ["tools is left out"]
    assert [one["refusal"] for one in run["screening"]["refused"]] == ["misshapen"]
    assert json.loads(kept["model/screening.json"])["outcome"] == run["screening"]
    assert {row["not_asked"] for row in run["withheld"] if row["bail"] == "receiver_unresolved"} == {"left_out"}
    assert "**A model amended the plan**: 1 answer taken, 1 amendment applied, 1 refused." in check["output"]["summary"]


async def test_a_narrower_release_reaches_the_patch(tmp_path: Path) -> None:
    _, kept, _ = await run_with(tmp_path, amending(DECLARED, NARROWED))
    assert b"+pypdf>=6.2.0,<8,<7" in kept["patch.diff"]
    assert json.loads(kept["run.json"])["config"]["releases"] == {"py-pdf/pypdf2-to-pypdf": ">=6.2.0,<8,<7"}


async def test_a_model_that_fails_leaves_the_plan_and_the_check_says_so(tmp_path: Path) -> None:
    check, kept, _ = await run_with(tmp_path, lambda _: Raw(500))
    run = json.loads(kept["run.json"])
    assert run["screening"]["skip_code"] == "unavailable"
    assert [one["answer"] for one in run["questions"]] == [None]
    assert "**The plan was not screened**" in check["output"]["summary"]
    assert check["conclusion"] == "action_required"


@pytest.mark.parametrize(
    ("more", "base"),
    [
        pytest.param({"OBELIZE_MODEL_SCREENING": "false"}, BASE, id="the operator did not turn it on"),
        pytest.param({}, {**BASE, ".obelize.yml": b"model: none\n"}, id="the owner switched the model off"),
    ],
)
async def test_nobody_is_shown_the_plan(tmp_path: Path, more: dict[str, str], base: dict[str, bytes]) -> None:
    _, kept, asked = await run_with(tmp_path, amending(DECLARED), base=base, **more)
    assert [one for one in asked if one.startswith("asked for:")] == []
    assert json.loads(kept["run.json"])["screening"] is None


async def test_it_counts_as_a_question_of_the_day(tmp_path: Path) -> None:
    _, kept, asked = await run_with(tmp_path, amending(DECLARED), OBELIZE_LIMIT_QUESTIONS_A_DAY="0")
    assert asked == []
    assert json.loads(kept["run.json"])["screening"]["skip_code"] == "unavailable"


async def test_what_was_amended_holds_for_later_heads_and_nobody_is_asked_again(tmp_path: Path) -> None:
    """The answer and the file that is left out are planned with on the next head too; what is wanted in words is asked
    about then, and goes before what held.
    """
    renamed = {**DECLARED, "value": "leave"}

    def answer(message: str) -> str:
        if not message.startswith("asked for:"):
            return json.dumps({"proposal": None})
        revised = message.startswith("asked for: revise_plan") and "Do not declare it." in message
        return json.dumps({"amendments": [renamed] if revised else [DECLARED, LEFT_OUT]})

    with endpoint(answer) as served:
        async with talk(tmp_path, BASE, BUMP, **settings_for(served, OBELIZE_MODEL_SCREENING="true")) as here:
            await here.on_stage.playground.push_files(here.pull, {"README": b"More.\n"})
            await here.on_stage.settled()
            (check,) = await here.on_stage.checks(here.pull)
            run = json.loads((await archive(here.on_stage, check))["run.json"])
            assert [one["answer"] for one in run["questions"]] == ["requirements.txt"]
            assert [one["summary"] for one in run["screening"]["applied"]] == ["tools is left out"]
            assert len(served.bodies) == 1, "nothing was open on the second head"
            comment = await here.say("/obelize revise Do not declare it.")
            assert here.reactions(comment) == ["eyes", "rocket"]
            *_, check = await here.on_stage.checks(here.pull)
            run = json.loads((await archive(here.on_stage, check))["run.json"])
            assert [one["answer"] for one in run["questions"]] == ["leave"]
            assert run["screening"]["function"] == "revise_plan"
            assert [one["summary"] for one in run["screening"]["applied"]] == ["tools is left out"]
            await here.say("/obelize fix")
            assert len(served.bodies) == 2, "the words were asked about once"
