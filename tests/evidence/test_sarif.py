"""The SARIF document: valid by the official schema, one result a use, and places that a viewer finds again."""

import json
import os
import re
from typing import Any
from urllib.parse import unquote, unquote_to_bytes, urljoin, urlsplit

import pytest

from bot.cli.generated_docs import DOCS
from bot.evidence.sarif import SarifSource, sarif_document
from bot.models.limitation import limitation
from bot.models.outcome import ScanOutcome
from bot.models.run import GitState
from bot.source.tree_path import judged_path, printable
from bot.vocabulary import Bail, LimitationCode, RunMode, ScanStatus
from tests.demo_pack import PACK
from tests.running import Files, ran
from tests.sarif_schema import complaints

SHA = "0123456789abcdef0123456789abcdef01234567"
NOWHERE = SarifSource(GitState(sha=None, branch=None, dirty=False), "", None)
FILES = {
    "app.py": "import oldlib\n\noldlib.Reader('a').page_count\n# oldlib is old\n",
    "broken.py": "import oldlib (\n",
    "requirements.txt": "Old-Lib==1.9\n",
}


def scan_of(files: Files) -> ScanOutcome:
    return ran(files, mode=RunMode.SCAN).scan


def run_of(scan: ScanOutcome, source: SarifSource = NOWHERE) -> Any:
    """The one run of the document, which the official schema accepts."""
    document = json.loads(sarif_document(scan, [PACK], source))
    assert complaints(document) == []
    assert [*document] == ["$schema", "version", "runs"]
    (run,) = document["runs"]
    return run


def place(result: Any) -> Any:
    (location,) = result["locations"]
    return location["physicalLocation"]


def uri_of(path: str, prefix: str = "") -> str:
    run = run_of(scan_of({path: "import oldlib\n"}), SarifSource(NOWHERE.git, prefix, None))
    (result,) = run["results"]
    assert place(result)["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    uri: str = place(result)["artifactLocation"]["uri"]
    return uri


def test_every_use_is_a_result_and_a_mention_is_none() -> None:
    scan = scan_of(FILES)
    results = run_of(scan)["results"]
    uses = [finding for finding in scan.findings if finding.scan_status is not ScanStatus.NOT_A_USAGE]
    assert len(uses) < len(scan.findings)
    assert [result["partialFingerprints"] for result in results] == [{"obelizeRowId/v1": use.row_id} for use in uses]


def test_the_level_follows_the_status() -> None:
    results = run_of(scan_of(FILES))["results"]
    assert {(result["properties"]["scan_status"], result["level"]) for result in results} == {
        ("eligible", "note"),
        ("needs_review", "warning"),
        ("unsupported", "error"),
    }


def test_a_result_names_the_word_that_withholds_it_with_sentence_suggestion_and_action() -> None:
    results = run_of(scan_of(FILES))["results"]
    told = {result["ruleId"]: result["message"]["text"] for result in results}
    assert told["flag_only_surface"] == (
        "oldlib.Reader.page_count: The pack names this as gone or changed in the new library and leaves the rewriting "
        "to a person. Use len(reader.pages). Change it as the suggestion beside it says."
    )
    assert told["file_does_not_parse"].startswith("The file is not valid for the Python that runs Obelize. Repair")


def test_the_rules_are_the_words_and_each_result_leads_to_its_own() -> None:
    run = run_of(scan_of(FILES))
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {*Bail, "eligible"}
    helped = {rule["id"]: (rule["fullDescription"]["text"], rule["help"]["text"]) for rule in rules}
    assert all(helped[word] == (word.sentence, word.action) for word in Bail)
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [r["ruleId"] for r in run["results"]]


def test_every_word_has_what_github_asks_of_a_rule_and_a_page_that_explains_it() -> None:
    """GitHub, "SARIF support for code scanning": id, shortDescription, fullDescription and help are required."""
    driver = run_of(scan_of(FILES))["tool"]["driver"]
    rows = re.findall(r'<a id="([^"]+)"></a>`([^`]+)`', (DOCS / "VOCABULARY.md").read_text())
    for descriptor in (*driver["rules"], *driver["notifications"]):
        texts = [descriptor[key]["text"] for key in ("shortDescription", "fullDescription", "help")]
        assert all(text.endswith(".") for text in texts)
        page, _, anchor = descriptor["helpUri"].partition("#")
        assert page.endswith("/docs/VOCABULARY.md")
        assert (anchor, descriptor["id"]) in rows


def test_columns_count_code_points_from_1_as_the_document_declares() -> None:
    """SARIF 3.30.6: the first column is 1; an emoji is one code point and two UTF-16 units."""
    line = "x = ('😀', oldlib.Reader)"
    run = run_of(scan_of({"app.py": f"import oldlib\n{line}\n"}))
    assert run["columnKind"] == "unicodeCodePoints"
    regions = [place(result)["region"] for result in run["results"]]
    assert {"startLine": 2, "startColumn": line.index("oldlib") + 1} in regions
    assert {"startLine": 1, "startColumn": 1} in regions


def test_a_use_in_a_notebook_is_its_line_of_the_file_and_tells_the_cell() -> None:
    source = ["import oldlib\n", "print(1), oldlib.Reader\n"]
    cells = [{"cell_type": "markdown", "metadata": {}, "source": ["text"]}, {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source}]  # fmt: skip
    notebook = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    (result,) = [
        r for r in run_of(scan_of({"a.ipynb": notebook}))["results"] if r["properties"]["symbol"] == "oldlib.Reader"
    ]
    assert result["message"]["text"].startswith("Cell 2, line 2. oldlib.Reader: ")
    assert (result["properties"]["cell"], result["properties"]["cell_line"]) == (2, 2)
    assert result["properties"]["cell_column"] == source[1].index("oldlib") + 1
    (line,) = [number for number, text in enumerate(notebook.splitlines(), start=1) if "oldlib.Reader" in text]
    assert place(result)["region"] == {"startLine": line}


def test_a_column_of_0_would_not_pass_the_schema() -> None:
    document = json.loads(sarif_document(scan_of(FILES), [PACK], NOWHERE))
    place(document["runs"][0]["results"][0])["region"]["startColumn"] = 0
    assert any("startColumn" in complaint for complaint in complaints(document))


@pytest.mark.parametrize(
    "path",
    ["a b.py", "100%.py", "50%25.py", "a#b.py", "a?b.py", "c:d.py", "[x].py", "ü/日本.py", "a&b=c+d.py", "~x/_-.py", "'\".py"],
)  # fmt: skip
def test_a_uri_leads_back_to_the_path_whatever_is_in_it(path: str) -> None:
    uri = uri_of(path)
    parts = urlsplit(uri)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert uri.isascii()
    assert unquote(uri) == path
    assert unquote(urljoin("https://example.org/root/", uri)) == f"https://example.org/root/{path}"


def test_paths_start_at_the_root_of_the_repository_when_a_folder_of_it_was_scanned() -> None:
    assert uri_of("app.py", prefix="my tools/") == "my%20tools/app.py"


@pytest.mark.parametrize("raw", [b"caf\xe9/", b"a\\x41/", "b\u00fc/".encode()])
def test_a_folder_is_named_by_its_own_bytes(raw: bytes) -> None:
    assert unquote_to_bytes(uri_of("app.py", prefix=os.fsdecode(raw))) == raw + b"app.py"


@pytest.mark.parametrize("raw", [b"a\xff.py", b"a\\b.py", b"a\nb.py", "a\u202eb.py".encode()])
def test_a_path_that_was_refused_is_named_by_its_own_bytes(raw: bytes) -> None:
    refused = judged_path(raw)
    assert not isinstance(refused, str)
    assert refused.path == printable(raw)
    scan = ScanOutcome((), scan_of({}).counts, (), (refused,))
    (notification,) = run_of(scan)["invocations"][0]["toolExecutionNotifications"]
    assert unquote_to_bytes(place(notification)["artifactLocation"]["uri"]) == raw


def test_every_limitation_is_a_notification_with_what_is_known_of_it() -> None:
    limitations = (
        limitation(LimitationCode.REACH_BOUND_HIT),
        limitation(LimitationCode.FILE_TOO_LARGE, "big.py", detail="2 bytes, the limit is 1"),
        limitation(LimitationCode.LONE_CARRIAGE_RETURN, "mac.py", 7),
    )
    run = run_of(ScanOutcome((), scan_of({}).counts, (), limitations))
    plain, large, lone = run["invocations"][0]["toolExecutionNotifications"]
    known = run["tool"]["driver"]["notifications"]
    for notification, word in ((plain, "reach_bound_hit"), (large, "file_too_large"), (lone, "lone_carriage_return")):
        assert notification["descriptor"]["id"] == word
        assert known[notification["descriptor"]["index"]]["id"] == word
    assert "locations" not in plain
    assert large["message"]["text"] == "The file is over the size limit and was not read. 2 bytes, the limit is 1"
    assert place(lone)["region"] == {"startLine": 7}


def test_text_of_a_repository_becomes_neither_a_placeholder_nor_a_link() -> None:
    r"""SARIF 3.11.5: a brace stands doubled; 3.11.6: `[text](target)` is a link."""
    detail = "{0} [here](https://example.org) \x1b"
    scan = ScanOutcome((), scan_of({}).counts, (), (limitation(LimitationCode.FILE_VANISHED, "a.py", detail=detail),))
    (notification,) = run_of(scan)["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].endswith(" {{0}} [here] (https://example.org) \\u001b")


def test_the_packs_that_were_used_stand_beside_the_tool() -> None:
    assert run_of(scan_of(FILES))["tool"]["extensions"] == [{"name": "demo/oldlib-to-newlib", "version": "1.0.0"}]


@pytest.mark.parametrize(
    ("git", "told"),
    [
        pytest.param(GitState(sha=SHA, branch="main", dirty=False), {"revisionId": SHA, "branch": "main"}, id="clean"),
        pytest.param(GitState(sha=SHA, branch=None, dirty=False), {"revisionId": SHA}, id="detached"),
        pytest.param(GitState(sha=SHA, branch="main", dirty=True), {"branch": "main"}, id="with changes of its own"),
    ],
)
def test_the_commit_is_named_when_it_is_what_was_scanned(git: GitState, told: dict[str, str]) -> None:
    address = "https://github.com/example/shop"
    (provenance,) = run_of(scan_of(FILES), SarifSource(git, "", address))["versionControlProvenance"]
    assert provenance == {"repositoryUri": address, "mappedTo": {"uriBaseId": "SRCROOT"}, **told}


def test_without_an_address_nothing_is_said_of_where_the_files_come_from() -> None:
    git = GitState(sha=SHA, branch="main", dirty=False)
    assert "versionControlProvenance" not in run_of(scan_of(FILES), SarifSource(git, "", None))


def test_a_repository_with_nothing_to_report_is_a_run_without_results() -> None:
    """SARIF 3.14.23: an empty array says that the scan ran and found nothing; no array, that it did not run."""
    run = run_of(scan_of({"app.py": "print(1)\n"}))
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is True


def test_the_same_files_in_any_order_are_the_same_bytes() -> None:
    assert sarif_document(scan_of(FILES), [PACK], NOWHERE) == sarif_document(
        scan_of(dict(reversed(FILES.items()))), [PACK], NOWHERE
    )
