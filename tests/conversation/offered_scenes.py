"""A pull request on which a model has something to propose, and what stands there afterwards."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.forge.comments import MARKER
from bot.models.names import RepositoryId
from bot.models.offering import Offering
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import ReviewComment, ReviewThread
from bot.store import offers
from bot.store.artifacts import RunFolder
from bot.store.offers import Offer
from tests.consult.endpoint import endpoint
from tests.workflows.stage import Stage, Tree, pull_with, stage
from tests.workflows.test_consulting import ASKED, proposing, settings_for

ELSEWHERE = b"import PyPDF2\n\n\ndef title(reader):\n    return reader.getPage(7)\n"
BASE = {"tools/first.py": ASKED, "web/title.py": ELSEWHERE, "requirements.txt": b"PyPDF2==3.0.1\n"}
TOUCHED = ASKED.replace(b"import PyPDF2\n", b"import PyPDF2  # soon pypdf\n")
BUMP = {"requirements.txt": b"pypdf==7.1.1\n", "tools/first.py": TOUCHED}
"""Its page shows the lines 1 to 4 of `tools/first.py`; line 5, where the first proposal stands, is not among them."""
NEAR = ASKED.replace(b"def first(reader):", b"def first(reader):  # the first page")
BUMP_NEAR = {**BUMP, "tools/first.py": NEAR}
"""Its page shows line 5 as well."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The stage and its pull request."""

    on_stage: Stage
    pull: PullRequest

    @property
    def threads(self) -> list[ReviewThread]:
        """The threads on lines, oldest first."""
        return self.on_stage.playground.world.reviews.threads_of(self.pull)

    @property
    def suggestions(self) -> list[ReviewComment]:
        """The first comment of each thread."""
        return [thread.comments[0] for thread in self.threads]

    @property
    def reviews(self) -> int:
        """How many reviews there are."""
        return len({comment.review.id for comment in self.suggestions})

    async def status(self) -> str:
        """The one status comment; answers to commands are comments of their own."""
        said = [str(comment["body"]) for comment in await self.on_stage.comments(self.pull)]
        (status,) = [body for body in said if body.startswith(MARKER)]
        return status

    async def push(self, change: Tree) -> None:
        """A push to the head branch, and the run that follows."""
        await self.on_stage.playground.push_files(self.pull, change)
        await self.on_stage.settled()

    @property
    def repository_id(self) -> RepositoryId:
        """The repository."""
        return RepositoryId(self.pull.repository.id)

    def places(self) -> dict[str, Offer]:
        """What is remembered of the places that were offered, by their fingerprint."""
        with self.on_stage.services.database.read() as connection:
            return offers.of_pull(connection, self.repository_id, self.pull.number)

    def newest(self) -> tuple[Offering, RunFolder]:
        """What the newest run offers."""
        run = self.on_stage.runs()[-1]
        assert run.run_id is not None
        folder = RunFolder(run.repository_id, run.run_id)
        data = self.on_stage.services.artifacts.read_offering(folder)
        assert data is not None
        return Offering.model_validate_json(data), folder


@asynccontextmanager
async def offered(folder: Path, change: Tree = BUMP_NEAR) -> AsyncIterator[Scene]:
    """The pull request as it is after its first run."""
    with endpoint(proposing) as served:
        async with stage(folder, **settings_for(served)) as on_stage:
            pull = await pull_with(on_stage.playground, BASE, change)
            await on_stage.playground.announce(pull)
            await on_stage.settled()
            yield Scene(on_stage, pull)
