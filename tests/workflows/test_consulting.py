"""A model in the durable run: each question is asked once, judged, told at its place, and kept."""

import asyncio
import io
import json
import threading
import zipfile
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.consult.providers.openai_compat import OpenAICompat
from bot.models.names import RunId
from bot.store.artifacts import RunFolder
from tests.consult.endpoint import Answer, Endpoint, Raw, asked_about, endpoint
from tests.workflows.stage import Stage, pull_with, stage

ASKED = b"""\
import PyPDF2


def first(reader):
    return reader.getPage(0)


def second(reader):
    return reader.getPage(1)


def count(path):
    return len(PyPDF2.PdfReader(path).pages)
"""
BASE = {"tools/first.py": ASKED, "requirements.txt": b"PyPDF2==3.0.1\n"}
BUMP = {"requirements.txt": b"pypdf==7.1.1\n"}


def proposing(message: str) -> str:
    """What a good model would say."""
    about = asked_about(message)
    number = about["replaces"].split("getPage(")[1].split(")")[0]
    return json.dumps({"proposal": {**about, "replacement": f"    return reader.pages[{number}]"}})


def settings_for(served: Endpoint, **more: Any) -> dict[str, Any]:
    return {
        "OBELIZE_MODEL_PROVIDER": "openai_compat",
        "OBELIZE_MODEL_BASE_URL": served.base_url,
        "OBELIZE_MODEL_NAME": "tiny",
        **more,
    }


async def archive(on_stage: Stage, check: dict[str, Any]) -> dict[str, bytes]:
    async with aiohttp.ClientSession() as session, session.get(f"{check['details_url']}/archive") as answer:
        packed = zipfile.ZipFile(io.BytesIO(await answer.read()))
    return {name.split("/", 1)[1]: packed.read(name) for name in packed.namelist()}


async def run_with(
    folder: Path, answer: Answer, **more: object
) -> tuple[dict[str, Any], dict[str, bytes], Endpoint, bytes | None]:
    """The check, the run folder, the endpoint, and the bytes of the first proposal."""
    with endpoint(answer) as served:
        async with stage(folder, **settings_for(served, **more)) as on_stage:
            pull = await pull_with(on_stage.playground, BASE, BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            (check,) = await on_stage.checks(pull)
            kept = await archive(on_stage, check)
            run = on_stage.runs()[-1]
            home = RunFolder(run.repository_id, RunId(str(run.run_id)))
            proposal = await asyncio.to_thread(on_stage.services.artifacts.read_proposal, home, 1)
        return check, kept, served, proposal


async def test_what_a_model_answered_stands_at_its_place_and_in_the_run_folder(tmp_path: Path) -> None:
    check, kept, served, proposal = await run_with(tmp_path, proposing)
    assert len(served.bodies) == 2
    assert check["conclusion"] == "action_required", "a proposal waits for a person"
    host = served.base_url.removeprefix("http://").removesuffix("/v1")
    assert f"2 questions to `tiny` at `{host}`" in check["output"]["summary"]
    assert "- `not_applied` (2)" in check["output"]["summary"]
    messages = {a["start_line"]: a["message"] for a in check["annotations"] if a["path"] == "tools/first.py"}
    assert "A model's proposal 1 passed every check; a comment /obelize accept 1 commits it." in messages[5]
    assert "proposal 2 passed" in messages[9]
    run = json.loads(kept["run.json"])
    assert [row["asked"] for row in run["withheld"] if row["asked"]] == [1, 2]
    assert run["model"]["proposals"] == 2
    assert json.loads(kept["model/proposals-1.json"])["outcome"] == "not_applied"
    assert proposal == ASKED.replace(b"reader.getPage(0)", b"reader.pages[0]"), "the guarded bytes are kept for later"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(lambda _: Raw(503), "There is no answer. The endpoint answered with an error.", id="an endpoint that fails"),
        pytest.param(lambda _: '{"proposal": null}', "The model answered that it has nothing to propose.", id="null"),
        pytest.param(lambda m: json.dumps({"proposal": {**asked_about(m), "replacement": "    import os"}}), "The answer was checked and refused. It brings in a module, or reaches one, that is no public part of the library it may use.", id="a hostile one"),
    ],
)  # fmt: skip
async def test_every_other_answer_is_told_too_and_the_check_comes_anyway(
    tmp_path: Path, answer: Answer, said: str
) -> None:
    check, kept, served, proposal = await run_with(tmp_path, answer)
    assert (check["status"], len(served.bodies), proposal) == ("completed", 2, None)
    assert any(said in annotation["message"] for annotation in check["annotations"])
    assert {"model/model.json", "model/proposals-1.json", "model/proposals-2.json"} <= set(kept)


async def test_beyond_the_budget_of_a_run_and_of_a_day_nothing_is_sent(tmp_path: Path) -> None:
    check, kept, served, _ = await run_with(tmp_path / "run", proposing, OBELIZE_LIMIT_QUESTIONS=1)
    assert len(served.bodies) == 1
    assert json.loads(kept["model/proposals-2.json"])["failure"] == "budget_spent"
    assert any("It was never sent" in annotation["message"] for annotation in check["annotations"])
    _, kept, served, _ = await run_with(tmp_path / "day", proposing, OBELIZE_LIMIT_QUESTIONS_A_DAY=1)
    assert len(served.bodies) == 1
    assert [json.loads(kept[f"model/proposals-{n}.json"])["failure"] for n in (1, 2)].count("budget_spent") == 1


async def test_a_model_that_never_answers_is_given_up_and_the_check_comes_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it waited for costs the deadline a few times, and not once for each question."""
    monkeypatch.setattr(OpenAICompat.__init__, "__defaults__", (0.3,))
    monkeypatch.setattr("bot.workflows.run_head.MOST_SILENT", 1)
    over = threading.Event()
    check, kept, served, _ = await run_with(tmp_path, lambda _: str(over.wait(20)), OBELIZE_MODEL_CONCURRENCY=1)
    over.set()
    assert (check["status"], len(served.bodies)) == ("completed", 1)
    records = [json.loads(kept[f"model/proposals-{number}.json"]) for number in (1, 2)]
    assert [record["failure"] for record in records] == ["endpoint_unreachable"] * 2
    assert records[1]["detail"].endswith("this one was not sent.")


async def test_the_same_question_is_not_asked_again_after_a_push(tmp_path: Path) -> None:
    with endpoint(proposing) as served:
        async with stage(tmp_path, **settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, BASE, BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            await on_stage.playground.push_files(pull, {"README.md": b"hello\n"})
            await on_stage.settled()
            checks = await on_stage.checks(pull)
            assert checks[-1]["conclusion"] == "action_required"
    assert len(served.bodies) == 2


async def test_where_there_is_nothing_to_ask_the_words_are_kept_all_the_same(tmp_path: Path) -> None:
    base = {"tools/broken.py": b"import PyPDF2\ndef (\n", "requirements.txt": b"PyPDF2==3.0.1\n"}
    with endpoint(proposing) as served:
        async with stage(tmp_path, **settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, base, BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            (check,) = await on_stage.checks(pull)
            kept = await archive(on_stage, check)
    assert served.bodies == []
    run, model = json.loads(kept["run.json"]), json.loads(kept["model/model.json"])
    assert (model["consulted"], run["model"], run["timings"]["model_ms"]) == (0, model["summary"], None)
    assert [row["row_id"] for row in model["skipped"]] == [row["row_id"] for row in run["withheld"]]
    assert "What a model was asked" not in check["output"]["summary"]


async def test_prompts_are_kept_only_where_the_operator_wants_them(tmp_path: Path) -> None:
    for wanted in ("0", "1"):
        _, kept, served, _ = await run_with(tmp_path / wanted, proposing, OBELIZE_LOG_PROMPTS=wanted)
        prompts = [json.loads(kept[f"model/proposals-{number}.json"])["prompt"] for number in (1, 2)]
        assert sorted(map(str, prompts)) == sorted(body.decode() if wanted == "1" else "None" for body in served.bodies)


async def test_a_repository_can_switch_the_model_off(tmp_path: Path) -> None:
    with endpoint(proposing) as served:
        async with stage(tmp_path, **settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, {**BASE, ".obelize.yml": b"model: none\n"}, BUMP)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            (check,) = await on_stage.checks(pull)
            kept = await archive(on_stage, check)
    assert served.bodies == []
    assert not any(name.startswith("model/") for name in kept)
    assert "`no_provider`" in check["output"]["summary"]
