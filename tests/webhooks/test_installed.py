"""`/setup/installed`: the page after installing says what happens next, and names repositories to whoever may see them."""

from pathlib import Path

import pytest

from bot.models.decision import RepositoryFacts
from bot.models.names import InstallationId, RepositoryId
from bot.store import installations
from tests.webhooks.serving import Served, served

HERE = "/setup/installed?installation_id="


def install(bot: Served) -> None:
    facts = RepositoryFacts(id=RepositoryId(5), full_name="octo/secret-plans", private=True, default_branch="main")
    with bot.services.database.write() as connection:
        installations.put_installation(connection, InstallationId(7), "octo")
        installations.put_repository(connection, InstallationId(7), facts)


async def test_at_home_it_names_the_repositories_once_github_has_told_of_them(bot: Served) -> None:
    status, before, _ = await bot.get(f"{HERE}7&setup_action=install")
    assert (status, "secret-plans" in before) == (200, False)
    assert '<a href="/installations/7">they are listed</a>' in before
    install(bot)
    _, after, _ = await bot.get(f"{HERE}7&setup_action=install")
    assert "octo/secret-plans" in after
    assert 'href="https://github.com/octo/secret-plans"' in after


async def test_a_made_up_number_tells_a_stranger_nothing(tmp_path: Path) -> None:
    """Anybody can write one; the page is the same whether or not there is such an installation."""
    async with served(tmp_path, OBELIZE_PUBLIC_URL="https://obelize.example.org") as bot:
        install(bot)
        there, missing = [await text_of(bot, f"{HERE}{number}") for number in (7, 8)]
        assert there.replace("/7", "/8") == missing
        assert "secret-plans" not in there


async def text_of(bot: Served, path: str) -> str:
    """What a stranger is shown."""
    async with bot.http.get(f"http://127.0.0.1:{bot.settings.port}{path}") as answer:
        assert answer.status == 200
        return await answer.text()


@pytest.mark.parametrize("number", ["", "abc", "-1", "7" * 30, "%3Cscript%3E", "1%20OR%201"])
async def test_what_is_no_number_is_no_installation(bot: Served, number: str) -> None:
    status, text, _ = await bot.get(f"{HERE}{number}")
    assert status == 200
    assert "Obelize is installed" in text
    assert "<script>" not in text
    assert "/installations/" not in text


async def test_a_member_who_may_not_install_is_told_to_wait(bot: Served) -> None:
    _, text, _ = await bot.get("/setup/installed?setup_action=request")
    assert "An owner has to agree" in text
    assert "Obelize is installed" not in text
