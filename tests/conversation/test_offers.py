"""What a run offers on the pull request: suggestions where GitHub can show them, patches elsewhere, each place once."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from markdown_it import MarkdownIt

from bot.models.names import InstallationId, RunId
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.rest.refusals import validation_failed
from bot.store import offers, pulls, tables
from bot.vocabulary import OfferState, RunState
from bot.workflows.speaking import Speaking
from tests.conversation.offered_scenes import BUMP, NEAR, Scene, offered
from tests.forge.github_stage import forge_for


async def test_a_proposal_on_a_shown_line_is_a_suggestion_and_the_others_are_patches(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene:
        (suggestion,) = scene.suggestions
        status = await scene.status()
        offering, folder = scene.newest()
        kept = scene.on_stage.services.artifacts.read_proposal(folder, 1)
        playground, git = scene.on_stage.playground, scene.pull.repository.git
        playground.people_move_in(scene.pull.repository)
        sha = await playground.apply_suggestion(suggestion, playground.maintainer)
        entry = await git.entry(sha, "tools/first.py")
        assert entry is not None
        written = await git.blob(entry.sha)
    assert [one.number for one in offering.proposals] == [1, 2, 3]
    assert (suggestion.thread.anchor.path, suggestion.thread.anchor.line) == ("tools/first.py", 5)
    assert "```suggestion\n    return reader.pages[0]\n```" in suggestion.body
    assert "[suggestion](" in status
    assert "<summary>Proposal 2</summary>" in status
    assert "<summary>Proposal 3</summary>" in status
    assert "<summary>Proposal 1</summary>" not in status
    assert "+    return reader.pages[7]" in status
    assert written == kept, "the button writes what the guard checked"


async def test_what_is_not_on_the_page_is_in_the_status_comment_alone(tmp_path: Path) -> None:
    async with offered(tmp_path, BUMP) as scene:
        assert scene.suggestions == []
        status = await scene.status()
        assert all(f"<summary>Proposal {number}</summary>" in status for number in (1, 2, 3))
        assert {offer.state for offer in scene.places().values()} == {OfferState.OFFERED}


async def test_a_renamed_file_with_a_name_that_would_break_the_page(tmp_path: Path) -> None:
    """The suggestion stands at the new name; nothing of it acts in the comment."""
    name = "tools/a|b`] [x](y) <img src=x> @octocat #1.py"
    async with offered(tmp_path, {**BUMP, "tools/first.py": None, name: NEAR}) as scene:
        (suggestion,) = scene.suggestions
        assert (suggestion.thread.anchor.path, suggestion.thread.anchor.line) == (name, 5)
        page = MarkdownIt("commonmark", {"html": True}).enable("table").render(await scene.status())
        assert "<img" not in page
        assert all(link.startswith("http") for link in re.findall(r'href="([^"]*)"', page))
        status = await scene.status()
        assert "tools/a%7Cb%60%5D%20%5Bx%5D%28y%29%20%3Cimg%20src%3Dx%3E%20%40octocat%20%231.py#L5-L5" in status


async def test_a_push_moves_numbers_and_repeats_nothing(tmp_path: Path) -> None:
    """PEERS.md, resyntax#224: accepting one of n suggestions posted the others again."""
    async with offered(tmp_path) as scene:
        await scene.push({"app/early.py": b"import PyPDF2\n\n\ndef early(reader):\n    return reader.getPage(9)\n"})
        first, second = scene.suggestions
        assert scene.reviews == 2
        assert first.body.splitlines()[1].startswith("**Proposal 2**")
        assert "/obelize accept 2" in first.body
        assert (second.thread.anchor.path, "**Proposal 1**" in second.body) == ("app/early.py", True)
        await scene.push({"README.md": b"hello\n"})
        assert len(scene.suggestions) == 2
        assert sorted(offer.number for offer in scene.places().values()) == [1, 2, 3, 4]
        assert len(await scene.on_stage.comments(scene.pull)) == 1


@pytest.mark.parametrize("answered", [False, True], ids=["nobody answered", "somebody answered"])
async def test_an_outdated_suggestion_is_put_away(tmp_path: Path, answered: bool) -> None:
    async with offered(tmp_path) as scene:
        (thread,) = scene.threads
        if answered:
            await scene.on_stage.playground.reply_in_thread(thread, "Is that so?")
        await scene.push({"tools/first.py": NEAR.replace(b"reader.getPage(0)", b"reader.getPage(3)")})
        (thread, *more) = scene.threads
        assert thread.outdated
        assert thread.comments[0].minimized is not None
        assert (thread.resolved_by is not None) is not answered
        assert len(more) == 1, "the line says something else now, which is another place"
        states = sorted(offer.state for offer in scene.places().values())
        assert states == [OfferState.OFFERED] * 3 + [OfferState.STALE]


async def spoken_again(scene: Scene, run_id: RunId) -> set[str]:
    """The methods of the requests that are made when a run's steps are done once more."""
    playground = scene.on_stage.playground
    before = len(playground.journal.requests)
    async with forge_for(playground) as forge:
        installation = InstallationId(playground.installation_of(scene.pull.repository).id)
        here = forge.repository(installation, scene.repository_id, scene.pull.repository.full_name)
        speaking = Speaking(scene.on_stage.services, forge)
        await speaking.suggest(here, scene.repository_id, scene.pull.number, run_id)
        await speaking.comment(here, scene.repository_id, scene.pull.number, run_id)
    asked = playground.journal.requests[before:]
    return {request.method for request in asked if not request.path.endswith("/access_tokens")}


async def test_doing_it_again_writes_nothing(tmp_path: Path) -> None:
    """A step that a crash tore runs again from its beginning, perhaps before anything was kept of it."""
    async with offered(tmp_path) as scene:
        with scene.on_stage.services.database.write() as connection:
            connection.execute(sa.delete(tables.offers))
        assert await spoken_again(scene, scene.newest()[0].run_id) == {"GET"}
        assert sorted(offer.comment_id is not None for offer in scene.places().values()) == [False, False, True]
        (check,) = scene.on_stage.playground.world.checks.runs_on(scene.pull.repository, scene.pull.head_sha)
        await scene.on_stage.playground.rerun(check)
        await scene.on_stage.settled()
        assert (len(scene.threads), len(await scene.on_stage.comments(scene.pull))) == (1, 1)


async def test_a_run_whose_head_has_moved_shows_nothing_at_lines(tmp_path: Path) -> None:
    async with offered(tmp_path, BUMP) as scene:
        old = scene.newest()[0].run_id
        with scene.on_stage.unreachable():
            await scene.on_stage.playground.push_files(scene.pull, {"tools/first.py": NEAR})
        await spoken_again(scene, old)
        assert scene.threads == []


async def decided(scene: Scene, number: int, state: OfferState) -> None:
    """Somebody said so by a command."""
    with scene.on_stage.services.database.write() as connection:
        known = offers.of_pull(connection, scene.repository_id, scene.pull.number).values()
        (offer,) = [offer for offer in known if offer.number == number]
        offers.put(connection, replace(offer, state=state, decided_by="maintainer"))
    async with forge_for(scene.on_stage.playground) as forge:
        await Speaking(scene.on_stage.services, forge).refresh(scene.repository_id, scene.pull.number)


async def test_a_declined_place_is_put_away_and_never_offered_again(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene:
        await decided(scene, 1, OfferState.REJECTED)
        (thread,) = scene.threads
        assert thread.comments[0].minimized is not None
        assert thread.resolved_by is not None
        assert "by `maintainer`" in await scene.status()
        await scene.push({"README.md": b"hello\n"})
        assert len(scene.threads) == 1
        assert "by `maintainer`" in await scene.status()
        assert scene.places()[scene.newest()[0].proposals[0].fingerprint].state is OfferState.REJECTED


@pytest.mark.parametrize(
    ("injections", "threads"),
    [
        pytest.param([Injection(validation_failed("Line could not be resolved"), "POST", "/reviews")], 1, id="a 422"),
        pytest.param([Injection(broken(502), "POST", "/reviews", after_acting=True)], 1, id="a lost answer"),
        pytest.param(
            [
                Injection(validation_failed("Line could not be resolved"), "POST", "/reviews"),
                Injection(validation_failed("Line could not be resolved"), "POST", "/comments"),
            ],
            0,
            id="a line that GitHub does not know",
        ),
    ],
)
async def test_what_github_refuses_falls_back_and_is_never_posted_twice(
    tmp_path: Path, injections: list[Injection], threads: int
) -> None:
    async with offered(tmp_path, BUMP) as scene:
        scene.on_stage.playground.injections.extend(replace(one) for one in injections)
        await scene.push({"app/new.py": b"import PyPDF2\n\n\ndef new(reader):\n    return reader.getPage(4)\n"})
        assert len(scene.threads) == threads
        assert ("<summary>Proposal 1</summary>" in await scene.status()) is not bool(threads)
        scene.on_stage.playground.injections.clear()
        await scene.push({"README.md": b"hello\n"})
        assert len(scene.threads) == threads
        assert len(await scene.on_stage.comments(scene.pull)) == 1


async def test_a_muted_pull_request_gets_no_suggestion(tmp_path: Path) -> None:
    async with offered(tmp_path, BUMP) as scene:
        with scene.on_stage.services.database.write() as connection:
            pulls.set_muted(connection, scene.repository_id, scene.pull.number, muted=True)
        before = await scene.status()
        await scene.push({"tools/first.py": NEAR})
        assert scene.suggestions == []
        assert await scene.status() == before


async def test_in_a_locked_conversation_only_what_stands_is_edited(tmp_path: Path) -> None:
    async with offered(tmp_path, BUMP) as scene:
        scene.pull.locked = True
        await scene.push({"tools/first.py": NEAR})
        assert scene.suggestions == []
        assert f"`{scene.pull.head_sha[:7]}`" in await scene.status()
        (check,) = await scene.on_stage.checks(scene.pull)
        assert check["status"] == "completed"


async def test_where_threads_may_not_be_closed_everything_else_is_said(tmp_path: Path) -> None:
    """An owner who has not accepted contents:write yet: what is outdated is left, and the run is over all the same."""
    async with offered(tmp_path) as scene:
        playground = scene.on_stage.playground
        playground.installation_of(scene.pull.repository).permissions["contents"] = "read"
        await scene.push({"tools/first.py": NEAR.replace(b"reader.getPage(0)", b"reader.getPage(3)")})
        assert [run.state for run in scene.on_stage.runs()] == [RunState.FINISHED] * 2
        assert [run.reason for run in scene.on_stage.runs()] == [None, None]
        assert f"at `{scene.pull.head_sha[:7]}`" in await scene.status()
        threads = [(thread.outdated, thread.resolved_by is not None) for thread in scene.threads]
        assert threads == [(True, False), (False, False)]
