"""The keys that every payload shares (GITHUB.md §3.1)."""

from bot.playground.shapes import Json
from bot.playground.shapes.repositories import repository_shape
from bot.playground.shapes.users import simple_user
from bot.playground.world.accounts import Account
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


def about_repository(repository: Repository, sender: Account, world: World) -> Json:
    """`repository`, `sender`, and `installation` where the App is installed on the repository."""
    at = world.addresses
    envelope: Json = {"repository": repository_shape(repository, at), "sender": simple_user(sender, at)}
    installation = world.apps.holding(world.app, repository.id)
    if installation is not None:
        envelope["installation"] = {"id": installation.id, "node_id": installation.node_id}
    return envelope
