"""The relay at the terminal: turns are printed, replies are brought, and `fix --model relay` writes what passed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bot.vocabulary import ProposalOutcome
from tests.cli.conftest import MOVES, Run
from tests.golden_files import assert_golden
from tests.source.git_repositories import Repo

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
ASKED = b"""\
import PyPDF2


def first(reader):
    return reader.getPage(0)


def count(path):
    return len(PyPDF2.PdfReader(path).pages)
"""
RIGHT = {
    "path": "tools/first.py",
    "symbol": "PyPDF2.PdfReader.getPage",
    "start_line": 5,
    "end_line": 5,
    "replaces": "    return reader.getPage(0)",
    "replacement": "    return reader.pages[0]",
    "rationale": "pages replaces getPage.",
}


@pytest.fixture(autouse=True)
def no_user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's own file, which is not there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "obelize"


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """One file that moves, one with a place to ask about, and an open question about the dependency line."""
    repo = Repo.new(tmp_path / "shop")
    repo.write("shop/pages.py", MOVES)
    repo.write("tools/first.py", ASKED)
    repo.write("requirements.txt", b"requests\n")
    repo.commit()
    return repo


class Relay:
    """Steps over a repository, as somebody who pastes turns and brings replies."""

    def __init__(self, obelize: Run, repo: Repo, where: Path) -> None:
        self.obelize, self.repo, self.where = obelize, repo, where

    def step(self, *options: str) -> dict[str, Any]:
        ran = self.obelize("step", self.repo.path, "--json", *options)
        assert ran.exit_code in {0, 4, 12}, ran.err
        told: dict[str, Any] = json.loads(ran.out)
        assert list(told) == ["kind", "turn", "stage", "prompt", "ungrounded"]
        return {**told, "exit": ran.exit_code}

    def file(self, text: str) -> str:
        path = self.where / "reply.json"
        path.write_text(text)
        return str(path)

    def reply(self, **said: Any) -> dict[str, Any]:
        return self.step("--reply", self.file(json.dumps({"turn": self.step()["turn"], **said})))

    def to_the_end(self) -> dict[str, Any]:
        self.reply(amendments=[DECLARED])
        self.reply(answers={"1": {"proposal": RIGHT}})
        if self.step()["stage"] == "critic":
            self.reply(findings=[{"proposal": 1, "check": "text_lost", "text": "getPage", "why": "It is gone."}])
        return self.step()


DECLARED = {
    "kind": "answer_question",
    "key": "declare/pypdf",
    "value": "requirements.txt",
    "path": None,
    "reason": "It is the one file there is.",
    "evidence": ["requirements.txt"],
}


@pytest.fixture
def relay(obelize: Run, shop: Repo, tmp_path: Path) -> Relay:
    return Relay(obelize, shop, tmp_path)


def latest(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def document(repo: Repo, name: str) -> Any:
    found = json.loads((latest(repo) / name).read_bytes())
    schema = {"model/arc.json": "arc", "model/screening.json": "screening", "run.json": "run", "model/proposals-1.json": "proposal"}.get(name)  # fmt: skip
    if schema is not None:
        jsonschema.validate(found, json.loads((SCHEMAS / f"{schema}.schema.json").read_text()))
    return found


def test_a_whole_migration_by_the_terminal(relay: Relay, obelize: Run, shop: Repo) -> None:
    first = relay.step()
    assert (first["kind"], first["stage"]) == ("awaiting", "strategy")
    assert "declare/pypdf" in first["prompt"]
    assert relay.reply(amendments=[DECLARED])["stage"] == "execution"
    second = relay.step()
    assert (second["kind"], second["stage"]) == ("awaiting", "execution")
    assert "5:     return reader.getPage(0)" in second["prompt"]
    assert relay.reply(answers={"1": {"proposal": RIGHT}})["stage"] == "critic"
    third = relay.step()
    assert third["stage"] == "critic"
    assert "+    return reader.pages[0]" in third["prompt"]
    assert RIGHT["rationale"] not in third["prompt"]
    assert third["ungrounded"] is False
    assert relay.reply(findings=[{"proposal": 1, "check": "text_lost", "text": "getPage", "why": "Gone."}])["stage"] == "evaluation"  # fmt: skip
    last = relay.step()
    assert (last["kind"], last["stage"], last["prompt"], last["exit"]) == ("advanced", "accept", None, 4)

    assert document(shop, "model/proposals-1.json")["outcome"] == ProposalOutcome.NOT_APPLIED
    ran = obelize("fix", shop.path, "--model", "relay", "--apply", "--accept-model")
    assert ran.exit_code == 4, "a model's edit clears no row"
    assert (shop.path / "requirements.txt").read_text() == "requests\npypdf>=6.2.0,<8\n"
    assert "reader.pages[0]" in (shop.path / "tools/first.py").read_text()
    run, arc = document(shop, "run.json"), document(shop, "model/arc.json")["arc"]
    assert run["relay"]["arc"] == arc["id"]
    assert [turn["stage"] for turn in run["relay"]["turns"]] == ["strategy", "execution", "critic"]
    assert [turn["turn"] for turn in run["relay"]["turns"]] == [first["turn"], second["turn"], third["turn"]]
    assert [(one["text"], one["confirmed"]) for one in run["relay"]["findings"]] == [("getPage", True)]
    assert run["screening"]["adapter"] == "relay"
    assert [one["key"] for one in document(shop, "model/screening.json")["outcome"]["answers"]] == ["declare/pypdf"]
    proposal = document(shop, "model/proposals-1.json")
    assert (proposal["outcome"], proposal["provider"]) == (ProposalOutcome.WRITTEN, "relay")
    assert [one["check"] for one in proposal["findings"]] == ["text_lost"]
    assert run["model"]["accepted"] == 1


def test_the_words_at_the_end(relay: Relay, obelize: Run, shop: Repo) -> None:
    relay.to_the_end()
    ran = obelize("step", shop.path)
    assert ran.exit_code == 4
    told = ran.out.replace(str(shop.path), "SHOP").replace(latest(shop).name, "RUN-ID")
    assert_golden("step-accept.txt", told)
    report = (latest(shop) / "REPORT.md").read_text().replace(latest(shop).name, "RUN-ID")
    assert "A critic found (text_lost, which is so): `getPage`" in report
    assert "handed out as a turn of the relay" in report


def test_emitting_again_gives_the_same_bytes_and_a_killed_process_loses_nothing(relay: Relay, shop: Repo) -> None:
    """Killed after the arc was kept, it is the open turn; killed before, the same turn is made again."""
    first = relay.step()
    assert relay.step() == first
    (kept,) = (shop.path / ".obelize/relay").glob("*.json")
    before = kept.read_bytes()
    kept.unlink()
    assert relay.step() == first
    assert kept.read_bytes() == before


def test_killed_while_it_keeps_the_arc_the_old_one_stands(relay: Relay, shop: Repo) -> None:
    """A process that ends without a word at the last moment: the exchange has not happened."""
    first = relay.step()
    (kept,) = (shop.path / ".obelize/relay").glob("*.json")
    before = kept.read_bytes()
    reply = relay.file(json.dumps({"turn": first["turn"], "amendments": []}))
    code = (
        "import os, pathlib, sys\n"
        "pathlib.Path.replace = lambda *_: os.kill(os.getpid(), 9)\n"
        f"sys.argv = ['obelize', 'step', {str(shop.path)!r}, '--reply', {reply!r}]\n"
        "from bot.cli.start import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, env=dict(os.environ)
    )
    assert done.returncode == -9, done.stderr
    assert kept.read_bytes() == before
    assert relay.step() == first
    assert relay.step("--reply", reply)["stage"] == "execution"


def test_the_turn_is_printed_to_be_pasted(obelize: Run, shop: Repo) -> None:
    ran = obelize("step", shop.path)
    assert ran.exit_code == 0
    assert ran.out.startswith("This is one turn of a migration")
    turn = ran.out.split("turn: ")[1].split("\n")[0]
    assert f"Turn {turn}, stage strategy, waits for its reply: obelize step --reply FILE." in ran.err
    assert json.dumps({"turn": turn})[1:-1] in ran.out, "the form of the reply names it"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param("Yes, please.", "It holds no JSON object.", id="prose"),
        pytest.param('{"amendments": []}', "It does not say which turn it answers.", id="no turn"),
        pytest.param('{"turn": "0123456789abcdef", "amendments": []}', "It answers another turn", id="a turn of something else"),
        pytest.param("x" * 1_100_000, "It is longer than is read.", id="1 MB"),
    ],
)  # fmt: skip
def test_a_reply_that_is_not_taken_changes_nothing_and_ends_with_2(
    relay: Relay, obelize: Run, shop: Repo, reply: str, said: str
) -> None:
    first = relay.step()
    (kept,) = (shop.path / ".obelize/relay").glob("*.json")
    before = kept.read_bytes()
    ran = obelize("step", shop.path, "--reply", relay.file(reply))
    assert ran.exit_code == 2
    assert said in ran.err
    assert kept.read_bytes() == before
    assert relay.step() == first


def test_bytes_that_are_no_text_are_refused(relay: Relay, obelize: Run, shop: Repo) -> None:
    relay.step()
    path = relay.where / "reply.json"
    path.write_bytes(b'{"turn": "\xff"}')
    ran = obelize("step", shop.path, "--reply", path)
    assert (ran.exit_code, "byte 10" in ran.err) == (2, True)


def test_hostile_amendments_are_refused_with_words_and_the_plan_stays(relay: Relay, obelize: Run, shop: Repo) -> None:
    obelize("fix", shop.path)
    patch = (latest(shop) / "patch.diff").read_bytes()
    hostile = [{**DECLARED, "evidence": ["../../etc/passwd"]}, {**DECLARED, "key": "declare/nothing"}, None, DECLARED | {"value": "x"}, *[None] * 9_999]  # fmt: skip
    relay.reply(amendments=hostile)
    relay.reply(answers={"1": {"proposal": None}})
    relay.step()
    outcome = document(shop, "run.json")["screening"]
    assert len(outcome["refused"]) == 10_003
    assert [one["refusal"] for one in outcome["refused"][:4]] == ["evidence_not_there", "nothing_waits", "misshapen", "not_allowed"]  # fmt: skip
    assert {one["refusal"] for one in outcome["refused"][32:]} == {"too_many"}
    assert (latest(shop) / "patch.diff").read_bytes() == patch


def test_a_reply_of_another_head_is_refused_and_a_new_head_is_asked_anew(
    relay: Relay, obelize: Run, shop: Repo
) -> None:
    first = relay.step()
    shop.write("tools/second.py", ASKED)
    shop.commit()
    second = relay.step()
    assert second["turn"] != first["turn"]
    ran = obelize("step", shop.path, "--reply", relay.file(json.dumps({"turn": first["turn"], "amendments": []})))
    assert ran.exit_code == 2
    shop.git("reset", "--hard", "HEAD~1")
    assert relay.step() == first, "its arc is still there"


def test_a_file_that_has_no_part_in_it_changes_no_turn(relay: Relay, shop: Repo) -> None:
    """A reply is saved where somebody stands, which is in the repository."""
    first = relay.step()
    shop.write("reply.json", b"{}")
    assert relay.step() == first
    shop.write("tools/first.py", ASKED + b"\n\nsecond = first(3)\nthird = first(4).getText()\n")
    assert relay.step()["turn"] != first["turn"]


def test_what_the_guard_refuses_is_told_and_goes_to_no_critic(relay: Relay, shop: Repo) -> None:
    relay.reply(amendments=[])
    relay.reply(answers={"1": {"proposal": {**RIGHT, "replacement": "    import os; return os.system('x')"}}})
    assert relay.step()["stage"] == "accept"
    assert document(shop, "model/proposals-1.json")["outcome"] == ProposalOutcome.GUARD_REFUSED


def test_a_strategy_that_wants_no_edits_leaves_the_questions_without_a_reply(relay: Relay, shop: Repo) -> None:
    relay.reply(amendments=[], resolution="leave")
    assert relay.step()["stage"] == "accept"
    record = document(shop, "model/proposals-1.json")
    assert (record["outcome"], record["failure"]) == ("unanswered", "no_reply")
    assert document(shop, "run.json")["relay"]["resolution"] == "leave"


def test_while_a_turn_is_open_its_questions_are_parked(relay: Relay, obelize: Run, shop: Repo) -> None:
    relay.step()
    ran = obelize("fix", shop.path, "--model", "relay")
    assert ran.exit_code == 4
    run = document(shop, "run.json")
    assert {row["not_asked"] for row in run["withheld"]} >= {"parked"}
    assert run["model"] is None
    assert not list(latest(shop).glob("model/proposals-*"))


def test_the_gate_ends_with_5_before_anything_is_asked(obelize: Run, shop: Repo, no_user_file: Path) -> None:
    no_user_file.mkdir(parents=True)
    (no_user_file / "config.yml").write_text("model:\n  judgment:\n    - strategy\n")
    ran = obelize("step", shop.path)
    assert (ran.exit_code, ran.out) == (5, "")
    assert "only to be answered by a model of the class reasoning" in ran.err
    assert obelize("step", shop.path, "--model-class", "reasoning").exit_code == 0
    assert obelize("step", shop.path, "--model-class", "clever").exit_code == 2


def test_notes_that_say_nothing_about_what_was_changed_end_with_12(relay: Relay, shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    notes = "notes:\n  - id: other\n    symbols:\n      - PyPDF2.PageRange\n    fact: Something else.\n    source: https://lib.example/\n"
    monkeypatch.setattr("bot.relay.ground.notes_beside", lambda _: notes.encode())
    relay.reply(amendments=[DECLARED])
    relay.reply(answers={"1": {"proposal": RIGHT}})
    told = relay.step()
    assert (told["kind"], told["stage"], told["prompt"], told["exit"]) == ("gap", "critic", None, 12)


def test_without_notes_the_critic_is_asked_ungrounded_and_the_run_says_so(relay: Relay, shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr("bot.relay.ground.notes_beside", lambda _: b"")
    relay.reply(amendments=[DECLARED])
    relay.reply(answers={"1": {"proposal": RIGHT}})
    assert relay.step()["ungrounded"] is True
    relay.reply(findings=[])
    relay.step()
    assert document(shop, "run.json")["relay"]["ungrounded"] is True
    assert "**Ungrounded:**" in (latest(shop) / "REPORT.md").read_text()


def test_run_takes_one_reply_after_the_other(relay: Relay, obelize: Run, shop: Repo, tmp_path: Path) -> None:
    replies: list[Path] = []
    turns: list[dict[str, Any]] = [
        {"amendments": [DECLARED]},
        {"answers": {"1": {"proposal": RIGHT}}},
        {"findings": []},
    ]
    for number, said in enumerate(turns):
        ran = obelize("run", shop.path, "--json", *(part for one in replies for part in ("--reply", one)))
        told = json.loads(ran.out)
        assert told["kind"] == "awaiting"
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({"turn": told["turn"], **said}))
        replies = [path]
    assert obelize("run", shop.path, "--reply", replies[0]).exit_code == 4
    assert document(shop, "run.json")["relay"]["stage"] == "accept"


def test_the_owner_can_forbid_it(obelize: Run, shop: Repo) -> None:
    shop.write(".obelize.yml", b"model: none\n")
    shop.commit()
    ran = obelize("step", shop.path)
    assert ran.exit_code == 5
    assert "`model: none`" in ran.err


def test_where_nothing_is_used_nothing_is_asked(obelize: Run, tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "empty")
    repo.write("a.py", b"import os\n")
    repo.commit()
    ran = obelize("step", repo.path, "--json")
    assert ran.exit_code == 0
    assert json.loads(ran.out)["kind"] == "advanced"


def test_two_packs_are_not_asked_about_together(obelize: Run, shop: Repo) -> None:
    shop.write("ask.py", b"import openai\n\nprint(openai.Completion.create(prompt='a'))\n")
    shop.commit()
    ran = obelize("step", shop.path)
    assert ran.exit_code == 2
    assert "one pack at a time" in ran.err
    assert obelize("step", shop.path, "--pack", "py-pdf/pypdf2-to-pypdf").exit_code == 0
