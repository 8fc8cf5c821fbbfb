"""The run folder: the same input gives the same bytes, and run.json vouches for every other file."""

import hashlib
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bot.configuration import default_config
from bot.evidence.run_folder import PackFile, RunFacts, run_folder
from bot.evidence.schemas import schema_files
from bot.models.document import FORMAT_VERSION
from bot.models.finding import PackStamp
from bot.models.names import RunId
from bot.models.run import GitState, Timings, Trigger
from bot.vocabulary import PackSource, RunMode
from tests.demo_pack import PACK, TEXT
from tests.evidence.test_account import FILES
from tests.running import ran

STAMP = PackStamp(id=PACK.id, version=PACK.version, sha256=hashlib.sha256(TEXT).hexdigest())


def _facts(run_id: str = "20260101T000000Z-00000000", total_ms: int = 5) -> RunFacts:
    nothing: dict[str, Any] = dict.fromkeys(Trigger.record_fields)
    times: dict[str, Any] = dict.fromkeys(Timings.record_fields)
    return RunFacts(
        run_id=RunId(run_id),
        mode=RunMode.PLAN,
        trigger=Trigger(**nothing),
        parent=None,
        exit_code=4,
        python="3.13.0",
        platform="Linux",
        git=GitState(sha=None, branch=None, dirty=False),
        config=default_config(),
        timings=Timings(**{**times, "started_at": "a", "finished_at": "b", "total_ms": total_ms}),
    )


def folder(files: dict[str, str], facts: RunFacts | None = None) -> dict[str, bytes]:
    packs = [PackFile(STAMP, PackSource.BUNDLED, TEXT)]
    return run_folder(ran(files), facts or _facts(), packs, "# Obelize report\n")


def test_the_files_and_run_json_last() -> None:
    assert list(folder(FILES)) == [
        "findings.json", "plan.json", "patch.diff", "REPORT.md",
        "packs/demo/oldlib-to-newlib/pack.yaml", "packs/demo/oldlib-to-newlib/pack.sha256", "run.json",
    ]  # fmt: skip


def test_run_json_vouches_for_every_other_file() -> None:
    files = folder(FILES)
    index = {entry["path"]: (entry["sha256"], entry["bytes"]) for entry in json.loads(files.pop("run.json"))["files"]}
    assert index == {path: (hashlib.sha256(data).hexdigest(), len(data)) for path, data in files.items()}


def test_the_same_input_in_any_order_is_the_same_bytes() -> None:
    assert folder(FILES) == folder(dict(reversed(FILES.items())))


def test_only_run_json_knows_the_clock_and_the_id() -> None:
    one, two = folder(FILES), folder(FILES, _facts("20270101T000000Z-11111111", 99))
    differing = [path for path in one if one[path] != two[path]]
    assert differing == ["run.json"]
    first, second = json.loads(one["run.json"]), json.loads(two["run.json"])
    assert {key for key in first if first[key] != second[key]} == {"run_id", "timings"}


@pytest.mark.parametrize("name", ["run", "findings", "plan"])
def test_every_document_keeps_its_published_schema(name: str) -> None:
    schema = json.loads(schema_files()[f"{name}.schema.json"])
    Draft202012Validator(schema).validate(json.loads(folder(FILES)[f"{name}.json"]))


def test_documents_are_text_that_diffs_well() -> None:
    for path, data in folder(FILES).items():
        if path.endswith(".json"):
            assert data.endswith(b"}\n")
            assert json.loads(data)["version"] == FORMAT_VERSION


def test_withheld_rows_and_edits_agree() -> None:
    files = folder(FILES)
    run, plan = json.loads(files["run.json"]), json.loads(files["plan.json"])
    reasons = {edit["row_id"]: edit["reason"] for edit in plan["edits"] if edit["status"] != "auto"}
    assert {row["row_id"]: row["bail"] for row in run["withheld"]} == reasons
    rows = {
        finding["row_id"]
        for finding in json.loads(files["findings.json"])["findings"]
        if finding["scan_status"] != "not_a_usage"
    }
    assert {edit["row_id"] for edit in plan["edits"]} == rows
