"""The pages about one part of a run: filtered, coloured, and safe whatever a repository or a model wrote."""

import json
import re
from typing import Any

import pytest

from bot.models.model_records import ProposalRecord
from bot.models.names import RowId
from bot.models.run import Withheld
from bot.vocabulary import Bail, CriticCheck, GuardRefusal, NotAsked, ProposalOutcome, ProviderName, RunState
from tests.evidence.test_account import FILES as PROGRAMS
from tests.evidence.test_run_folder import folder
from tests.webhooks.runs import RUN_ID, keep_run
from tests.webhooks.serving import Served
from webhooks.pages.diff_view import MOST_LINES, diff_of
from webhooks.pages.places_view import ON_A_PAGE, ForgeFiles, PlacesPage, Wanted, places_page, with_query

AT = ForgeFiles("https://github.com/octo/app", "a" * 40)
PATCH = b"""\
diff --git a/app/read.py b/app/read.py
--- a/app/read.py
+++ b/app/read.py
@@ -1,4 +1,4 @@ def f():
 import os
-from PyPDF2 import PdfReader
+from pypdf import PdfReader
+# <b>more</b>
 x = 1
--- y
diff --git a/notes.txt b/notes.txt
--- a/notes.txt
+++ b/notes.txt
@@ -7 +7 @@
-<script>alert(1)</script>
\\ No newline at end of file
+\xe2\x80\xaetxt\r
"""


def row(path: str, line: int, bail: Bail = Bail.STAR_IMPORTED, **more: Any) -> Withheld:
    values = {"row_id": RowId("f" * 16), "cell": None, "column": 1, "symbol": "PyPDF2.PdfReader", "caused_by": None}
    asking = {"asked": None, "skip": None, "not_asked": NotAsked.NO_PROVIDER}
    return Withheld(**{**values, **asking, "path": path, "line": line, "bail": bail, **more})


def page(rows: list[Withheld], records: dict[int, ProposalRecord] | None = None, **wanted: Any) -> PlacesPage:
    return places_page(rows, records or {}, AT, Wanted(**wanted), lambda query: with_query("/x?access=t", query))


def shown(found: PlacesPage) -> list[tuple[str, str]]:
    return [(place.path, place.where) for group in found.groups for place in group.places]


def text_of(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def test_a_patch_is_shown_line_by_line_with_both_numbers() -> None:
    first, second = diff_of(PATCH).files
    assert (first.path, first.added, first.removed) == ("app/read.py", 2, 2)
    (hunk,) = first.hunks
    assert [(line.kind, line.old, line.new, text_of(line.html)) for line in hunk.lines] == [
        ("same", 1, 1, "import os"),
        ("removed", 2, None, "from PyPDF2 import PdfReader"),
        ("added", None, 2, "from pypdf import PdfReader"),
        ("added", None, 3, "# &lt;b&gt;more&lt;/b&gt;"),
        ("same", 3, 4, "x = 1"),
        # It is a line of the file, though it looks like one of git's.
        ("removed", 4, None, "-- y"),
    ]
    assert [line.kind for line in second.hunks[0].lines] == ["removed", "added"]


def test_lines_stand_beside_those_that_replace_them() -> None:
    (hunk,) = diff_of(PATCH).files[0].hunks
    pairs = [(pair.left and pair.left.old, pair.right and pair.right.new) for pair in hunk.pairs]
    assert pairs == [(1, 1), (2, 2), (None, 3), (3, 4), (4, None)]


def test_nothing_of_a_patch_is_markup() -> None:
    html = "".join(line.html for file in diff_of(PATCH).files for hunk in file.hunks for line in hunk.lines)
    assert "<script" not in html
    assert "<b>" not in html
    assert "\u202e" not in html
    assert set(re.findall(r"<(\w+)", html)) == {"span"}


@pytest.mark.parametrize(
    ("lines", "files", "cut"),
    [([1000] * 4, 4, False), ([1000] * 6, 4, True), ([5000], 1, True), ([3000, 1500], 2, True), ([4000], 1, False)],
)
def test_a_page_holds_so_many_lines_of_a_patch(lines: list[int], files: int, cut: bool) -> None:
    patch = "".join(
        f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -0,0 +1,{many} @@\n" + "+x\n" * many
        for name, many in enumerate(lines)
    )
    diff = diff_of(patch.encode())
    assert (len(diff.files), diff.cut) == (files, cut)
    assert sum(len(hunk.lines) for file in diff.files for hunk in file.hunks) == min(MOST_LINES, sum(lines))
    assert [file.added for file in diff.files] == lines[:files]


@pytest.mark.parametrize("patch", [b"", b"@@ -1 +1 @@\n+x", b"diff --git a/x b/x\n@@ -1,9 +1,9 @@\n+x", b"\xff\x00"])
def test_what_is_no_patch_breaks_nothing(patch: bytes) -> None:
    assert not diff_of(patch).cut


def test_places_are_grouped_by_reason_the_most_frequent_first() -> None:
    rows = [row("b.py", 1, Bail.FLAG_ONLY_SURFACE), row("a.py", 2), row("a.py", 9), row("n.ipynb", 3, cell=2)]
    found = page(rows)
    assert [(group.word, len(group.places)) for group in found.groups] == [
        (Bail.STAR_IMPORTED, 3),
        (Bail.FLAG_ONLY_SURFACE, 1),
    ]
    assert shown(found)[:3] == [("a.py", "line 2"), ("a.py", "line 9"), ("n.ipynb", "cell 2, line 3")]
    addresses = [place.address for place in found.groups[0].places]
    assert addresses[0] == f"https://github.com/octo/app/blob/{'a' * 40}/a.py#L2"
    assert addresses[2].endswith("/n.ipynb")


def test_filters_count_what_the_others_leave_and_can_be_taken_off() -> None:
    rows = [row("a.py", 1), row("a.py", 2, Bail.FLAG_ONLY_SURFACE), row("b.py", 3, Bail.FLAG_ONLY_SURFACE)]
    found = page(rows, path="a.py")
    assert shown(found) == [("a.py", "line 2"), ("a.py", "line 1")]
    reason, _, file = found.filters
    assert [(one.text, one.places) for one in reason.choices] == [("flag_only_surface", 1), ("star_imported", 1)]
    assert reason.choices[0].address == "/x?access=t&word=flag_only_surface&path=a.py"
    assert [(one.text, one.places, one.chosen, one.address) for one in file.choices] == [
        ("a.py", 2, True, "/x?access=t"),
        ("b.py", 1, False, "/x?access=t&path=b.py"),
    ]


def test_five_thousand_places_are_turned_page_by_page() -> None:
    rows = [row("a.py", line) for line in range(1, 5_001)]
    first, last = page(rows), page(rows, page=25)
    assert (len(shown(first)), first.previous, first.next) == (ON_A_PAGE, None, "/x?access=t&page=2")
    assert (shown(last)[-1], last.previous, last.next) == (("a.py", "line 5000"), "/x?access=t&page=24", None)
    assert shown(page(rows, page=26)) == []


@pytest.mark.parametrize("given", ["", "0", "-1", "x", "1" * 30, "\u0663"])
def test_a_page_that_is_no_number_is_the_first(given: str) -> None:
    assert Wanted.of({"page": given}).page == 1


def test_hostile_names_stay_in_the_address_of_the_file() -> None:
    (group,) = page([row("a b/#x?y&\u202e<i>.py", 3)]).groups
    assert group.places[0].address.endswith("/a%20b/%23x%3Fy%26%E2%80%AE%3Ci%3E.py#L3")
    assert "\u202e" not in group.places[0].path


async def test_a_runs_page_leads_to_its_parts(bot: Served) -> None:
    keep_run(bot, files=folder(PROGRAMS))
    _, text, _ = await bot.get(f"/runs/{RUN_ID}")
    for part in ("places", "changes"):
        assert f'href="/runs/{RUN_ID}/{part}"' in text
        status, page_text, _ = await bot.get(f"/runs/{RUN_ID}/{part}")
        assert (status, f'href="/runs/{RUN_ID}"' in page_text) == (200, True)
    assert f'href="/runs/{RUN_ID}/questions"' not in text


async def test_what_a_model_said_is_shown_as_text(bot: Served) -> None:
    record = {
        "version": 1, "index": 1, "path": "a.py", "line": 3, "symbol": "PyPDF2", "bail": Bail.STAR_IMPORTED.value,
        "context_start_line": 1, "context_end_line": 9, "prompt_sha256": "0" * 64, "prompt": None,
        "provider": ProviderName.OPENAI_COMPAT.value, "model": "m<b>", "tokens_in": 1200, "tokens_out": 7,
        "outcome": ProposalOutcome.GUARD_REFUSED.value, "failure": None, "refusal": next(iter(GuardRefusal)).value,
        "detail": None,
        "proposal": {"replacement": "<script>alert(1)</script>", "rationale": "![x](http://evil)", "replaces": 7},
        "findings": [{"number": 1, "proposal": 1, "check": next(iter(CriticCheck)).value,
                      "text": "<b>wrong</b>", "why": "because", "confirmed": None}],
    }  # fmt: skip
    keep_run(bot, files={**folder(PROGRAMS), "model/proposals-1.json": json.dumps(record).encode()})
    status, text, _ = await bot.get(f"/runs/{RUN_ID}/questions")
    assert status == 200
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script" not in text
    assert "![x](http://evil)" in text
    assert "1,200 in, 7 out" in text
    assert re.search(r'/blob/[0-9a-f]{40}/[^"]+#L1-L9" [^>]*>lines 1 to 9</a>', text)
    assert "&lt;b&gt;wrong&lt;/b&gt;" in text


async def test_a_run_on_its_way_leads_to_its_own_page(bot: Served) -> None:
    keep_run(bot, RunState.RUNNING, files={})
    for part in ("places", "changes", "questions"):
        async with bot.http.get(f"{bot.address}/runs/{RUN_ID}/{part}", allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, f"/runs/{RUN_ID}")
