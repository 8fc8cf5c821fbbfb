"""`installation` (created, deleted, suspend, unsuspend) and `installation_repositories` (added, removed)."""

from bot.playground.shapes import Json
from bot.playground.shapes.apps import installation_shape
from bot.playground.shapes.repositories import named_repository
from bot.playground.shapes.users import simple_user
from bot.playground.world.accounts import Account
from bot.playground.world.apps import Installation
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


def installation(action: str, which: Installation, sender: Account, world: World) -> Json:
    """With the repositories that the installation reaches."""
    repositories = [world.repositories.by_id[number] for number in sorted(which.repository_ids)]
    payload: Json = {
        "action": action,
        "installation": installation_shape(which, world.addresses),
        "repositories": [named_repository(each) for each in repositories],
        "sender": simple_user(sender, world.addresses),
    }
    return {**payload, "requester": None} if action == "created" else payload


def repositories_added(which: Installation, added: list[Repository], sender: Account, world: World) -> Json:
    """The owner chose more repositories."""
    return _changed("added", which, added, [], sender, world)


def repositories_removed(which: Installation, removed: list[Repository], sender: Account, world: World) -> Json:
    """The owner took repositories away; what the App holds of them has to go."""
    return _changed("removed", which, [], removed, sender, world)


def _changed(
    action: str,
    which: Installation,
    added: list[Repository],
    removed: list[Repository],
    sender: Account,
    world: World,
) -> Json:
    return {
        "action": action,
        "installation": installation_shape(which, world.addresses),
        "repository_selection": which.selection,
        "repositories_added": [named_repository(each) for each in added],
        "repositories_removed": [named_repository(each) for each in removed],
        "requester": None,
        "sender": simple_user(sender, world.addresses),
    }
