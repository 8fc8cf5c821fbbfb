"""`obelize fix` with a model: asked about what no rule repairs, believed in nothing, written only where that was said."""

import json
from pathlib import Path

import jsonschema
import pytest

from bot.vocabulary import ProposalOutcome
from tests.cli.conftest import MOVES, Configure, Run
from tests.consult.endpoint import Answer, Raw, asked_about, endpoint
from tests.golden_files import assert_golden
from tests.source.git_repositories import Repo

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"
FAKE_KEY = "sk-proj-4f9aGk2LmQpXz8RtVw1YbC3dE5hJ7nKs0uTiOoPlAaSsDdFf"


def proposing(replacement: str) -> Answer:
    """A model that says the same of every place."""
    return lambda message: json.dumps({"proposal": {**asked_about(message), "replacement": replacement}})


RIGHT = proposing("    return reader.pages[0]")

ASKED = b"""\
import PyPDF2


def first(reader):
    return reader.getPage(0)


def count(path):
    return len(PyPDF2.PdfReader(path).pages)
"""


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """One file that moves, and one with a place that a model may be asked about: nothing tells what the reader is."""
    repo = Repo.new(tmp_path / "shop")
    repo.write("shop/pages.py", MOVES)
    repo.write("tools/first.py", ASKED)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.commit()
    return repo


def run_folder(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def record(repo: Repo, number: int = 1) -> dict[str, object]:
    found: dict[str, object] = json.loads((run_folder(repo) / f"model/proposals-{number}.json").read_bytes())
    jsonschema.validate(found, json.loads((SCHEMAS / "proposal.schema.json").read_text()))
    return found


def document(repo: Repo, name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((run_folder(repo) / name).read_bytes())
    return found


def test_a_dry_run_asks_and_writes_nothing(obelize: Run, shop: Repo, configure: Configure) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path)
    assert ran.exit_code == 4
    host = served.base_url.removeprefix("http://").removesuffix("/v1")
    assert ran.err == f"Model: openai_compat, tiny at {host}.\n"
    assert_golden("fix-model.txt", _told(ran.out, shop, host))
    assert_golden("fix-model-report.md", _told((run_folder(shop) / "REPORT.md").read_text(), shop, host))
    assert record(shop)["outcome"] == ProposalOutcome.NOT_APPLIED
    assert shop.git("status", "--porcelain") == ""
    run = document(shop, "run.json")
    assert [row["asked"] for row in run["withheld"] if row["asked"]] == [1]  # type: ignore[attr-defined]
    assert run["model"] == {"provider": "openai_compat", "host": host, "model": "tiny", "proposals": 1, "accepted": 0, "tokens_in": 11, "tokens_out": 7}  # fmt: skip
    assert run["timings"]["model_ms"] is not None  # type: ignore[index]
    jsonschema.validate(document(shop, "model/model.json"), json.loads((SCHEMAS / "model.schema.json").read_text()))
    (edit,) = [one for one in document(shop, "plan.json")["edits"] if one["status"] == "model_proposed"]  # type: ignore[attr-defined]
    assert (edit["rule_id"], edit["reason"]) == (None, "receiver_unresolved")


def _told(text: str, shop: Repo, host: str) -> str:
    return text.replace(str(shop.path), "SHOP").replace(run_folder(shop).name, "RUN-ID").replace(host, "HOST")


def test_what_is_accepted_is_written_together_with_what_the_rules_change(
    obelize: Run, shop: Repo, configure: Configure
) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path, "--apply", "--accept-model")
    assert ran.exit_code == 4, "a model's edit clears no row"
    assert "reader.pages[0]" in (shop.path / "tools/first.py").read_text()
    assert "from pypdf import PdfReader" in (shop.path / "shop/pages.py").read_text()
    assert record(shop)["outcome"] == ProposalOutcome.WRITTEN
    (edit,) = [one for one in document(shop, "run.json")["file_edits"] if one["proposals"]]  # type: ignore[attr-defined]
    assert (edit["path"], edit["rules"], edit["proposals"]) == ("tools/first.py", [], [1])
    replayed = obelize("replay", run_folder(shop))
    assert (replayed.exit_code, "wrote a model's answers (1), which no rule makes again" in replayed.err) == (2, True)
    assert obelize("undo", "--repo", shop.path).exit_code == 0
    assert shop.git("status", "--porcelain") == ""


def test_without_acceptance_only_the_rules_write(obelize: Run, shop: Repo, configure: Configure) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        obelize("fix", shop.path, "--apply")
    assert "getPage" in (shop.path / "tools/first.py").read_text()
    assert record(shop)["outcome"] == ProposalOutcome.NOT_ACCEPTED


def test_a_refused_apply_has_sent_nothing(obelize: Run, shop: Repo, configure: Configure) -> None:
    (shop.path / "new.py").write_text("a = 1\n")
    (shop.path / "shop/pages.py").write_text("import PyPDF2\n")
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path, "--apply", "--accept-model")
    assert ran.exit_code == 5
    assert served.bodies == []
    assert not (run_folder(shop) / "model").exists()


@pytest.mark.parametrize(
    ("answer", "outcome", "because"),
    [
        pytest.param(lambda _: '{"proposal": null}', ProposalOutcome.NOTHING_PROPOSED, None, id="nothing"),
        pytest.param(lambda _: "no", ProposalOutcome.UNANSWERED, "answer_not_json", id="prose"),
        pytest.param(lambda _: Raw(500), ProposalOutcome.UNANSWERED, "endpoint_refused", id="an error"),
        pytest.param(proposing("    import os"), ProposalOutcome.GUARD_REFUSED, "import_outside_the_target", id="a foreign import"),
        pytest.param(proposing("    return (((" + "(" * 3_000), ProposalOutcome.GUARD_REFUSED, "output_does_not_parse", id="what breaks a parser"),
    ],
)  # fmt: skip
def test_every_other_answer_ends_in_one_word(
    obelize: Run, shop: Repo, configure: Configure, answer: Answer, outcome: ProposalOutcome, because: str | None
) -> None:
    with endpoint(answer) as served:
        configure(served)
        ran = obelize("fix", shop.path, "--apply", "--accept-model")
    assert ran.exit_code == 4
    found = record(shop)
    assert found["outcome"] == outcome
    assert (found["failure"] or found["refusal"]) == because
    assert "getPage" in (shop.path / "tools/first.py").read_text()


def test_two_runs_with_the_same_replies_keep_the_same(obelize: Run, shop: Repo, configure: Configure) -> None:
    kept = []
    with endpoint(RIGHT) as served:
        configure(served, log_prompts=True)
        for _ in range(2):
            obelize("fix", shop.path)
            kept.append(without_time(run_folder(shop)))
    assert kept[0] == kept[1]
    assert {"run.json", "REPORT.md", "patch.diff", "model/model.json", "model/proposals-1.json"} <= set(kept[0])


def without_time(folder: Path) -> dict[str, str]:
    """Every file of a run folder but for when it ran, how long that took, and what it was called then."""
    files = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}
    run = json.loads(files["run.json"])
    del run["timings"]
    for entry in run["files"]:
        del entry["sha256"]
    files["run.json"] = json.dumps(run)
    return {name: text.replace(folder.name, "RUN-ID") for name, text in files.items()}


def test_where_there_is_nothing_to_ask_the_words_are_kept_all_the_same(
    obelize: Run, shop: Repo, configure: Configure
) -> None:
    shop.write("tools/broken.py", b"import PyPDF2\ndef (\n")
    shop.write("tools/first.py", b"a = 1\n")
    shop.commit()
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path)
    assert (ran.exit_code, served.bodies) == (4, [])
    run, model = document(shop, "run.json"), document(shop, "model/model.json")
    jsonschema.validate(model, json.loads((SCHEMAS / "model.schema.json").read_text()))
    assert (model["consulted"], run["model"], run["timings"]["model_ms"]) == (0, model["summary"], None)  # type: ignore[index]
    assert [row["row_id"] for row in model["skipped"]] == [row["row_id"] for row in run["withheld"]]  # type: ignore[attr-defined]
    assert "What a model was asked" not in (run_folder(shop) / "REPORT.md").read_text()


def test_no_secret_leaves_or_is_kept(obelize: Run, shop: Repo, configure: Configure) -> None:
    source = (
        (shop.path / "tools/first.py")
        .read_text()
        .replace("    return reader", f"    # the key is {FAKE_KEY}\n    return reader")
    )
    (shop.path / "tools/first.py").write_text(source)
    shop.commit()
    with endpoint(lambda _: '{"proposal": null}') as served:
        configure(served, log_prompts=True)
        ran = obelize("fix", shop.path)
    assert len(served.bodies) == 1
    assert b"secret taken out" in served.bodies[0]
    kept = {path: path.read_bytes() for path in run_folder(shop).rglob("*") if path.is_file()}
    for text in (*served.bodies, ran.out.encode(), ran.err.encode(), *kept.values()):
        assert FAKE_KEY[:16].encode() not in text
    prompt = record(shop)["prompt"]
    assert isinstance(prompt, str)
    assert prompt.encode() == served.bodies[0]


def test_the_key_of_the_endpoint_is_in_no_file(
    obelize: Run, shop: Repo, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", FAKE_KEY)
    with endpoint(lambda _: Raw(401, {}, f"{FAKE_KEY} is wrong".encode())) as served:
        configure(served, api_key_env="TINY_KEY", log_prompts=True)
        ran = obelize("fix", shop.path)
    assert served.headers[0]["Authorization"] == f"Bearer {FAKE_KEY}"
    for path in (path for path in run_folder(shop).rglob("*") if path.is_file()):
        assert FAKE_KEY.encode() not in path.read_bytes()
    assert FAKE_KEY not in ran.out + ran.err


def test_what_would_be_asked_is_shown_and_nothing_is_sent(obelize: Run, shop: Repo, configure: Configure) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path, "--show-context")
    assert ran.exit_code == 0
    assert served.bodies == []
    assert not (shop.path / ".obelize").exists()
    assert_golden(
        "fix-show-context.txt", ran.out.replace(served.base_url.removeprefix("http://").removesuffix("/v1"), "HOST")
    )


def test_without_a_model_it_is_shown_as_well(obelize: Run, shop: Repo) -> None:
    ran = obelize("fix", shop.path, "--show-context", "--model", "none")
    assert ran.exit_code == 0
    assert ran.out.startswith("No model is configured")
    assert "line: 5\n" in ran.out
    assert ran.err == ""


def test_under_none_there_is_no_folder_and_no_socket(obelize: Run, shop: Repo, configure: Configure) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path, "--model", "none")
    assert (served.bodies, ran.err) == ([], "")
    assert not (run_folder(shop) / "model").exists()
    assert document(shop, "run.json")["model"] is None
    rows = document(shop, "run.json")["withheld"]
    assert {row["not_asked"] for row in rows} <= {"no_provider", None}  # type: ignore[attr-defined]


def test_a_repository_can_switch_it_off_and_not_on(obelize: Run, shop: Repo, configure: Configure) -> None:
    shop.write(".obelize.yml", b"model: none\n")
    shop.commit()
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path)
        assert "The model is not asked: .obelize.yml says `model: none`." in ran.err
        shop.write(".obelize.yml", b"model: openai_compat\n")
        assert obelize("fix", shop.path).exit_code == 2
    assert served.bodies == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--accept-model"], "--accept-model writes what a model proposed. Give --apply as well, or leave it out."),
        (["--show-context", "--apply"], "--show-context only shows what a model would be asked. Leave out --apply."),
        (["--model", "gpt"], "--model: expected one of none, openai_compat, relay; found 'gpt'."),
        (["--model", "relay", "--screen"], "With the relay a plan is amended by a turn"),
        (["--model", "none", "--apply", "--accept-model"], "--accept-model needs a model."),
        (["--show-context", "--json"], "--show-context prints what a person reads, --json one document."),
    ],
)
def test_a_command_line_that_contradicts_itself_is_refused_before_the_scan(
    obelize: Run, shop: Repo, configure: Configure, arguments: list[str], said: str
) -> None:
    with endpoint(RIGHT) as served:
        configure(served)
        ran = obelize("fix", shop.path, *arguments)
    assert ran.exit_code == 2
    assert said in ran.err
    assert not (shop.path / ".obelize").exists()


def test_an_endpoint_that_is_not_configured_is_one_sentence(
    obelize: Run, shop: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "empty"))
    ran = obelize("fix", shop.path, "--model", "openai_compat")
    assert ran.exit_code == 2
    assert "No endpoint is configured. Write model.base_url and model.model into" in ran.err


def test_two_packs_are_not_asked_about_together(obelize: Run, shop: Repo, configure: Configure) -> None:
    shop.write("ask.py", b"import openai\n\nprint(repr(openai.Completion.create(prompt='a')))\n")
    shop.commit()
    with endpoint(RIGHT) as served:
        configure(served)
        assert obelize("fix", shop.path, "--model", "openai_compat").exit_code == 2
        shown = obelize("fix", shop.path, "--show-context")
        assert shown.out.startswith("This run asks no model: this is what one would be asked. Nothing was sent.\n")
        ran = obelize("fix", shop.path)
        assert "The model is not asked: this run uses openai/openai-0-to-1 and py-pdf/pypdf2-to-pypdf." in ran.err
        assert served.bodies == []
        assert obelize("fix", shop.path, "--model", "openai_compat", "--pack", "py-pdf/pypdf2-to-pypdf").exit_code == 4
    assert len(served.bodies) == 1
