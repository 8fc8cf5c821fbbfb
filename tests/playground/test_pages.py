"""The pages and their buttons, as a browser asks for them."""

import json
import re

import pytest

from bot.playground.git.diffs import FileChange
from bot.playground.pages.code import annotated_file
from bot.playground.pages.diff import diff_files
from bot.playground.playground import Playground
from bot.playground.world.checks import Annotation
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Anchor
from tests.playground.clients import Client, Hook, Reply

HOSTILE = "<script>alert(1)</script>"


async def page(client: Client, address: str, **headers: str) -> Reply:
    async with client.session.get(address, headers=headers, allow_redirects=False) as answer:
        return Reply(answer.status, answer.headers, await answer.read(), None)


async def press(client: Client, address: str, form: dict[str, str] | None = None, /, **headers: str) -> Reply:
    async with client.session.post(address, data=form, headers=headers, allow_redirects=False) as answer:
        return Reply(answer.status, answer.headers, await answer.read(), None)


@pytest.fixture
async def checked(client: Client, pull: PullRequest) -> PullRequest:
    """The pull request with a finished check that has annotations inside and outside the diff."""
    annotations = [
        {
            "path": path,
            "start_line": line,
            "end_line": line,
            "annotation_level": "warning",
            "message": message,
            "title": "t",
        }
        for path, line, message in (
            ("app.py", 1, "in the code"),
            ("requirements.txt", 1, "in the diff"),
            ("app.py", 99, "past the end"),
        )
    ]
    output = {"title": f"Three {HOSTILE}", "summary": f"**three** {HOSTILE}", "annotations": annotations}
    body = {"name": "obelize", "head_sha": pull.head_sha, "conclusion": "action_required", "output": output}
    body["details_url"] = "http://127.0.0.1:9/runs/1"
    assert (await client.post("/repos/octo-org/example/check-runs", body)).status == 201
    return pull


async def test_the_index_leads_to_the_pull_request(playground: Playground, client: Client, pull: PullRequest) -> None:
    html = (await page(client, playground.web_url + "/")).raw.decode()
    assert 'href="/octo-org/example/pull/1"' in html
    assert pull.title in html


async def test_a_page_shows_the_check_its_annotations_and_the_diff(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    answer = await page(client, playground.page_of(checked))
    html = answer.raw.decode()
    assert answer.status == 200
    assert "Action required" in html
    assert '<a class="button" href="http://127.0.0.1:9/runs/1"' in html
    assert "<strong>three</strong>" in html
    assert html.count("in the code") == 1
    assert html.count("in the diff") == 2  # once at the check, once at its line in the diff
    assert html.count("past the end") == 1
    assert re.search(r'class="line added".*pypdf==7.1.1', html)
    assert re.search(r'class="line removed".*PyPDF2==3.0.1', html)


async def test_what_others_wrote_is_text(playground: Playground, client: Client, checked: PullRequest) -> None:
    checked.title = HOSTILE
    await playground.comment(checked, HOSTILE)
    await playground.push_files(checked, {f"{HOSTILE}.py": HOSTILE.encode()}, HOSTILE)
    for address in (playground.page_of(checked), playground.web_url + "/"):
        html = (await page(client, address)).raw.decode()
        assert "<script" not in html
        assert "&lt;script&gt;" in html


async def test_a_page_allows_its_own_style_and_nothing_else(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    headers = (await page(client, playground.page_of(checked))).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "script" not in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


async def test_a_page_looks_again_until_the_check_is_finished(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    address = playground.page_of(pull)
    assert "Refresh" in (await page(client, address)).headers
    body = {"name": "obelize", "head_sha": pull.head_sha, "status": "in_progress"}
    run = (await client.post("/repos/octo-org/example/check-runs", body)).json
    assert "Refresh" in (await page(client, address)).headers
    await client.patch(f"/repos/octo-org/example/check-runs/{run['id']}", {"conclusion": "success"})
    assert "Refresh" not in (await page(client, address)).headers
    await playground.rerun(playground.world.checks.runs[run["id"]])
    assert "Refresh" in (await page(client, address)).headers


async def test_a_page_that_looks_again_comes_back_to_its_place(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    """A browser only scrolls to an address that differs in nothing but its fragment; it must load."""
    address = playground.page_of(pull)
    path = "/octo-org/example/pull/1"
    assert (await page(client, address)).headers["Refresh"] == f"2; url={path}"
    for asked, then in (("", "1"), ("&again=1", "2"), ("&again=2", "1")):
        answer = await page(client, f"{address}?at=checks{asked}")
        assert answer.headers["Refresh"] == f"2; url={path}?at=checks&again={then}#checks"
    assert (await page(client, f"{address}?at=%0d%0aX: y")).headers["Refresh"] == f"2; url={path}"


async def test_a_details_link_that_is_no_web_address_is_not_one(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    (run,) = playground.world.checks.runs.values()
    run.details_url = "javascript:alert(1)"
    assert "javascript:" not in (await page(client, playground.page_of(checked))).raw.decode()


async def test_a_check_runs_own_address_leads_to_its_place(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    (run,) = playground.world.checks.runs.values()
    answer = await page(client, f"{playground.web_url}/octo-org/example/runs/{run.id}")
    assert (answer.status, answer.headers["Location"]) == (302, f"/octo-org/example/pull/1#run-{run.id}")
    assert (await page(client, f"{playground.web_url}/octo-org/example/runs/1")).status == 404


@pytest.mark.parametrize("path", ["/octo-org/example/pull/2", "/octo-org/nothing/pull/1", "/favicon.ico"])
async def test_a_page_that_is_not_there_is_not_found(
    playground: Playground, client: Client, pull: PullRequest, path: str
) -> None:
    assert (await page(client, playground.web_url + path)).status == 404


async def test_the_buttons_do_what_people_do(
    playground: Playground, client: Client, hook: Hook, checked: PullRequest
) -> None:
    (run,) = playground.world.checks.runs.values()
    here, address = playground.web_url, playground.page_of(checked)
    for button, event in ((f"/rerun/{run.id}", "check_run"), ("/close", "pull_request"), ("/reopen", "pull_request")):
        answer = await press(client, address + button, Origin=here)
        assert answer.status == 303
        assert answer.headers["Location"].startswith("/octo-org/example/pull/1")
        assert hook.events()[-1] == event
    assert checked.state == "open"


async def filled_in(playground: Playground, client: Client, pull: PullRequest, button: str, **form: str) -> Reply:
    """A form of the pull request's page, sent from the page."""
    return await press(client, playground.page_of(pull) + button, form, Origin=playground.web_url)


async def test_the_box_makes_a_comment_of_the_person_chosen(
    playground: Playground, client: Client, hook: Hook, checked: PullRequest
) -> None:
    form = {"as": "reader", "body": "/obelize help\r\nplease"}
    assert (await filled_in(playground, client, checked, "/comment", **form)).status == 303
    (made,) = playground.world.comments.on(checked)
    assert (made.author.login, made.body) == ("reader", "/obelize help\nplease")
    assert hook.events()[-1] == "issue_comment"
    nobody = await filled_in(playground, client, checked, "/comment", **{"as": "mona", "body": "x"})
    empty = await filled_in(playground, client, checked, "/comment", **{"as": "reader", "body": " "})
    assert (nobody.status, empty.status, len(playground.world.comments.by_id)) == (400, 303, 1)
    await playground.lock(checked)
    assert (await filled_in(playground, client, checked, "/comment", **form)).status == 403


async def test_an_issue_is_opened_shown_and_commented_on(
    playground: Playground, client: Client, hook: Hook, checked: PullRequest
) -> None:
    here = playground.web_url
    form = {"as": "maintainer", "title": f"Migrate {HOSTILE}"}
    opened = await press(client, f"{here}/octo-org/example/issues", form, Origin=here)
    assert (opened.status, opened.headers["Location"]) == (303, "/octo-org/example/issues/2")
    untitled = {"as": "maintainer", "title": " "}
    assert (await press(client, f"{here}/octo-org/example/issues", untitled, Origin=here)).status == 400
    assert (await press(client, f"{here}/octo-org/example/issues", form)).status == 403
    address = f"{here}/octo-org/example/issues/2"
    said = {"as": "maintainer", "body": "/obelize migrate"}
    assert (await press(client, address + "/comment", said, Origin=here)).status == 303
    assert hook.events()[-1] == "issue_comment"
    answer = await page(client, address)
    html = answer.raw.decode()
    assert ("/obelize migrate" in html, "<script" in html, "Refresh" in answer.headers) == (True, False, True)
    assert 'href="/octo-org/example/issues/2"' in (await page(client, f"{here}/")).raw.decode()
    assert (await page(client, f"{here}/octo-org/example/issues/1")).headers["Location"] == "/octo-org/example/pull/1"
    assert (await page(client, f"{here}/octo-org/example/issues/3")).status == 404


async def test_reactions_and_folded_comments_are_shown(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    seen = await playground.comment(checked, "look here")
    playground.react(seen, "rocket", playground.maintainer)
    (await playground.comment(checked, "old words")).minimized = "outdated"
    html = (await page(client, playground.page_of(checked))).raw.decode()
    assert re.search(r'title="maintainer">🚀 rocket 1<', html)
    assert re.search(r"Hidden as outdated</summary>.*old words", html)


async def test_a_thread_shows_its_suggestion_and_applies_it(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    body = f"Better {HOSTILE}\n```suggestion\npypdf==7.1.2\n```"
    comment = await playground.comment_on_lines(checked, Anchor("requirements.txt", 1), body, playground.reader)
    html = (await page(client, playground.page_of(checked))).raw.decode()
    assert re.search(r'class="line removed"><code>pypdf==7.1.1<', html)
    assert re.search(r'class="line added"><code>pypdf==7.1.2<', html)
    assert "<script" not in html
    reply = await filled_in(
        playground, client, checked, f"/reply/{comment.thread.id}", **{"as": "author", "body": "ok"}
    )
    assert (reply.status, [each.body for each in comment.thread.comments]) == (303, [body, "ok"])
    refused = await filled_in(playground, client, checked, f"/apply/{comment.id}", **{"as": "reader"})
    head = checked.head_sha
    assert refused.status == 409
    assert (await filled_in(playground, client, checked, f"/apply/{comment.id}", **{"as": "maintainer"})).status == 303
    assert (checked.head_sha != head, comment.thread.outdated) == (True, True)
    assert "Apply suggestion" not in (await page(client, playground.page_of(checked))).raw.decode()


async def test_the_buttons_of_a_check_are_pressed_by_the_person_chosen(
    playground: Playground, client: Client, hook: Hook, checked: PullRequest
) -> None:
    (run,) = playground.world.checks.runs.values()
    run.actions = [{"label": "Apply", "description": "Write the edits", "identifier": "apply"}]
    assert 'name="identifier" value="apply"' in (await page(client, playground.page_of(checked))).raw.decode()
    form = {"as": "reader", "identifier": "apply"}
    assert (await filled_in(playground, client, checked, f"/click/{run.id}", **form)).status == 303
    payload = json.loads(hook.received[-1][1])
    assert (payload["action"], payload["sender"]["login"]) == ("requested_action", "reader")
    assert (
        await filled_in(playground, client, checked, f"/click/{run.id}", **{**form, "identifier": "x"})
    ).status == 404


async def test_a_page_stays_while_somebody_writes(playground: Playground, client: Client, pull: PullRequest) -> None:
    """A page that looks again would take the text with it."""
    again = await page(client, playground.page_of(pull))
    stays = await page(client, playground.page_of(pull) + "?stay=1")
    assert ("Refresh" in again.headers, "<textarea" in again.raw.decode()) == (True, False)
    assert ("Refresh" in stays.headers, "<textarea" in stays.raw.decode()) == (False, True)


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="no origin"),
        pytest.param({"Origin": "https://example.com"}, id="another site"),
        pytest.param({"Origin": "null"}, id="an origin that hides"),
        pytest.param({"Origin": "{here}", "Sec-Fetch-Site": "cross-site"}, id="the browser says cross-site"),
        pytest.param({"Origin": "http://evil.example", "Host": "evil.example"}, id="a name made to point here"),
    ],
)
async def test_a_button_is_not_pressed_from_elsewhere(
    playground: Playground, client: Client, checked: PullRequest, headers: dict[str, str]
) -> None:
    given = {name: value.replace("{here}", playground.web_url) for name, value in headers.items()}
    answer = await press(client, playground.page_of(checked) + "/close", None, **given)
    assert answer.status == 403
    assert checked.state == "open"


async def test_a_page_is_not_shown_under_another_name(
    playground: Playground, client: Client, checked: PullRequest
) -> None:
    assert (await page(client, playground.page_of(checked), Host="evil.example")).status == 403


def note(start: int, end: int) -> Annotation:
    return Annotation("a.py", start, end, "notice", "message")


def test_code_is_cut_to_the_lines_around_annotations() -> None:
    lines = [f"line {number}" for number in range(1, 31)]
    shown = annotated_file("a.py", lines, [note(2, 2), note(4, 5), note(25, 25), note(31, 31)])
    assert [[line.number for line in stretch] for stretch in shown.stretches] == [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [22, 23, 24, 25, 26, 27, 28],
    ]
    assert [line.number for line in shown.stretches[0] if line.marked] == [2, 4, 5]
    assert [line.number for line in shown.stretches[0] if line.annotations] == [2, 5]
    assert shown.elsewhere == (note(31, 31),)
    assert shown.count == 4


def test_an_annotation_stands_at_its_line_on_the_new_side_of_the_diff() -> None:
    patch = "@@ -1,3 +1,3 @@ class A:\n one\n-two\n+TWO\n three\n\\ No newline at end of file"
    (shown,) = diff_files([FileChange("a.py", None, "modified", "0", 1, 1, patch)], [note(2, 2), note(9, 9)])
    assert [(line.kind, line.old, line.new) for line in shown.lines] == [
        ("hunk", None, None),
        ("same", 1, 1),
        ("removed", 2, None),
        ("added", None, 2),
        ("same", 3, 3),
        ("note", None, None),
    ]
    assert [line.kind for line in shown.lines if line.annotations] == ["added"]
