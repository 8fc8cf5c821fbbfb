"""What is seen of the real parts: the playground as GitHub, a database, a folder, git."""

from pathlib import Path

from bot.doctor.diagnoses import diagnoses
from bot.doctor.gathering import gathered
from bot.playground.playground import Playground
from bot.settings import Settings
from bot.store.database import Database
from bot.vocabulary import Health, Part
from tests.workflows.stage import EVENTS, PERMISSIONS, bot_settings, key_pair


async def problems(settings: Settings) -> dict[Part, str]:
    return {each.part: each.sentence for each in diagnoses(await gathered(settings)) if each.health is not Health.WELL}


async def test_a_server_in_order_and_what_breaks_it(tmp_path: Path) -> None:
    """One scene: all well before the first start and after it; then the hook, the owner, the storage, the key."""
    async with await Playground.start(permissions=PERMISSIONS, events=EVENTS, key=key_pair()) as github:
        settings = bot_settings(github, tmp_path / "data")
        github.hook_url = f"{settings.public_url}/webhooks/github"
        await github.add_repository(None)
        assert await problems(settings) == {Part.DELIVERIES: await newest_failure(github)}
        assert not (tmp_path / "data" / "obelize.sqlite3").exists()
        with Database(settings.database_address):
            pass
        github.hook_url = "https://elsewhere.example/webhooks/github"
        github.app.permissions = {**PERMISSIONS, "actions": "read"}
        artifacts = tmp_path / "data" / "artifacts"
        assert list(artifacts.rglob("*")) == []
        artifacts.rmdir()
        artifacts.write_text("no folder")
        found = await problems(settings)
        assert set(found) == {Part.DELIVERIES, Part.WEBHOOK, Part.PERMISSIONS, Part.STORAGE}
        assert "octo-org has not granted actions: read" in found[Part.PERMISSIONS]
        stranger = settings.model_copy(update={"app_id": 99})
        assert "no App of that number" in (await problems(stranger))[Part.KEY]
        assert github.faults_found == []
    assert "gave no answer" in (await problems(settings))[Part.KEY]


async def newest_failure(github: Playground) -> str:
    """Nobody listens where the playground delivered `installation` to."""
    (only,) = github.world.deliveries.newest_first()
    assert only.failed
    return f"The newest ({only.event}) failed with {only.status_code}, 1 of the last 1 attempts did."
