"""`artifacts: ref`: the run folder in the repository itself, as a commit that no branch holds."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.forge.errors import Conflict
from bot.forge.forge import Forge
from bot.models.names import InstallationId, RepositoryId
from bot.models.run_ids import time_of
from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.store import expiry
from bot.store.artifacts import RunFolder
from bot.store.tables import pulls
from bot.workflows.clean_up import CleanUp
from bot.workflows.run_ref_keeping import Removed, RunRefKeeping
from tests.workflows.stage import BASE, BUMP, counting, pull_with, stage

WANTED = {**BASE, ".obelize.yml": b"artifacts: ref\n"}


async def test_the_repository_keeps_the_run_folder_and_loses_it_with_the_run(tmp_path: Path) -> None:
    """The exact bytes; the same commit however often; nothing else moves. What stands there is never replaced."""
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, WANTED, BUMP)
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (run,), services, git = on_stage.runs(), on_stage.services, pull.repository.git
        assert run.run_id is not None
        folder, ref = RunFolder(pull.repository.id, run.run_id), f"refs/obelize/runs/{run.run_id}"
        sha = await git.resolve(ref)
        assert sha is not None
        kept = {
            file.path: services.artifacts.read_file(folder, file.path) for file in services.artifacts.files_of(folder)
        }
        assert await git.files(sha) == kept
        assert (await git.commit(sha)).parents == ()
        (check,) = counting(await on_stage.checks(pull))
        assert f"git fetch origin {ref}" in check["output"]["summary"]
        async with Forge(
            app_id=str(on_stage.settings.app_id),
            private_key=on_stage.settings.private_key.get_secret_value(),
            api_url=on_stage.settings.github_api_url,
            web_url=on_stage.settings.github_url,
            spacing=0.0,
        ) as forge:
            installation = on_stage.playground.installation_of(pull.repository)
            number, name = RepositoryId(pull.repository.id), pull.repository.full_name
            here = forge.repository(InstallationId(installation.id), number, name)
            keeping = RunRefKeeping(services, forge)
            await keeping.keep(here, folder, time_of(run.run_id))
            await git.delete_ref(ref)
            await keeping.keep(here, folder, time_of(run.run_id))
            assert await git.resolve(ref) == sha
            await git.set_ref(ref, pull.head_sha)
            with pytest.raises(Conflict):
                await keeping.keep(here, folder, time_of(run.run_id))
            assert await git.resolve(ref) == pull.head_sha
            later = replace(services, now=lambda: dt.datetime.now(dt.UTC) + dt.timedelta(days=200))
            with services.database.write() as connection:
                connection.execute(sa.update(pulls).values(closed=True))
            assert CleanUp.of(later).carry_out().runs == 1
            assert await RunRefKeeping(later, forge).remove_old() == Removed(refs=1, failed=0)
            assert await git.resolve(ref) is None
            assert await RunRefKeeping(later, forge).remove_old() == Removed(refs=0, failed=0)
            with services.database.write() as connection:
                expiry.put_ref(connection, number, run.run_id)
            assert await RunRefKeeping(later, forge).remove_old() == Removed(refs=1, failed=0)  # gone before


async def test_a_repository_that_does_not_take_it_is_told_so_and_the_run_goes_on(tmp_path: Path) -> None:
    async with stage(tmp_path) as on_stage:
        pull = await pull_with(on_stage.playground, WANTED, BUMP)
        on_stage.playground.injections.append(Injection(broken(422), method="POST", path="git/refs"))
        await on_stage.playground.announce(pull)
        await on_stage.settled()
        (check,) = counting(await on_stage.checks(pull))
        assert check["conclusion"] == "action_required"
        assert (
            "could not be kept in this repository** as `.obelize.yml` wants: GitHub answered 422."
            in check["output"]["summary"]
        )
