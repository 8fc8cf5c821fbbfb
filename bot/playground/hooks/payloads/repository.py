"""`repository`: renamed, transferred, privatized, publicized."""

from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.users import simple_user
from bot.playground.world.accounts import Account
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


def renamed(repository: Repository, old_name: str, sender: Account, world: World) -> Json:
    """The repository has another name; the id stays."""
    changes = {"repository": {"name": {"from": old_name}}}
    return {"action": "renamed", "changes": changes, **about_repository(repository, sender, world)}


def transferred(repository: Repository, old_owner: Account, sender: Account, world: World) -> Json:
    """The repository has another owner; the id stays."""
    kind = "organization" if old_owner.type == "Organization" else "user"
    former = simple_user(old_owner, world.addresses) if kind == "user" else _organization(old_owner, world)
    changes = {"owner": {"from": {kind: former}}}
    return {"action": "transferred", "changes": changes, **about_repository(repository, sender, world)}


def visibility(repository: Repository, sender: Account, world: World) -> Json:
    """`privatized` or `publicized`, as the repository is now."""
    action = "privatized" if repository.private else "publicized"
    return {"action": action, **about_repository(repository, sender, world)}


def _organization(account: Account, world: World) -> Json:
    url = f"{world.addresses.api}/orgs/{account.login}"
    return {
        "login": account.login,
        "id": account.id,
        "node_id": account.node_id,
        "url": url,
        "html_url": f"{world.addresses.web}/{account.login}",
        "repos_url": f"{url}/repos",
        "events_url": f"{url}/events",
        "hooks_url": f"{url}/hooks",
        "issues_url": f"{url}/issues",
        "members_url": f"{url}/members{{/member}}",
        "public_members_url": f"{url}/public_members{{/member}}",
        "avatar_url": f"{world.addresses.web}/avatars/u/{account.id}?v=4",
        "description": None,
    }
