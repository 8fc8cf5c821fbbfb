"""Who may see and do what: 401 without credentials, 404 for what the caller may not see, 403 for what it may not do.

Public repositories are readable by everybody, with or without a permission; GitHub documents that for each of the
reading routes here. A private repository is the strict case, and the default of the playground.
"""

from bot.playground.rest.actors import Actor, Anonymous, AppActor, ClientActor, InstallationActor, UserActor
from bot.playground.rest.refusals import (
    bad_credentials,
    moved,
    not_accessible,
    not_found,
    requires_authentication,
    undecodable_jwt,
)
from bot.playground.rest.route import Caller, Route
from bot.playground.world.repositories import Repository
from bot.playground.world.sign_ins import UserToken
from bot.playground.world.world import World


def check_caller(route: Route, actor: Actor) -> None:
    """Refuses the wrong kind of caller: a JWT opens the /app routes and nothing else (GITHUB.md §1.1)."""
    if route.caller is Caller.APP and not isinstance(actor, AppActor):
        raise undecodable_jwt()
    if route.caller in (Caller.INSTALLATION, Caller.USER) and isinstance(actor, Anonymous):
        raise requires_authentication()
    if route.caller is Caller.CLIENT and not isinstance(actor, ClientActor):
        raise not_found()
    if route.caller in (Caller.INSTALLATION, Caller.REPOSITORY, Caller.USER) and isinstance(actor, AppActor):
        raise bad_credentials()
    if route.caller is not Caller.CLIENT and isinstance(actor, ClientActor):
        raise bad_credentials()
    if route.caller is Caller.INSTALLATION and isinstance(actor, UserActor):
        raise not_accessible(route.accepted_permissions)
    if route.caller is Caller.USER and isinstance(actor, InstallationActor):
        raise not_accessible(route.accepted_permissions)


def find_repository(world: World, params: dict[str, str], rest_of_path: str) -> Repository:
    """The repository that a path names by owner and name, or by id. Raises RefusalError (301, 404)."""
    if "repository_id" in params:
        number = params["repository_id"]
        found = world.repositories.by_id.get(int(number)) if number.isdecimal() else None
    else:
        full_name = f"{params['owner']}/{params['repo']}"
        found = world.repositories.named(full_name)
        former = world.repositories.formerly_named(full_name) if found is None else None
        if former is not None:
            raise moved(f"{world.addresses.api}/repositories/{former.id}{rest_of_path}")
    if found is None:
        raise not_found()
    return found


def check_repository(route: Route, actor: Actor, repository: Repository, world: World) -> None:
    """Refuses who may not see the repository, then who may not do this in it."""
    reading = route.method in ("GET", "HEAD")
    if reading and not repository.private:
        return
    if isinstance(actor, Anonymous):
        raise not_found() if repository.private else requires_authentication()
    if isinstance(actor, UserActor):
        if not sees(actor.token, repository, world):
            raise not_found()
        if not reading:
            # People write with their own hands here; Obelize does nothing in their name.
            raise not_accessible(route.accepted_permissions)
        return
    assert isinstance(actor, InstallationActor)
    if not actor.token.reaches(repository.id):
        raise not_found() if repository.private else not_accessible(route.accepted_permissions)
    if not any(_holds(actor, needed) for needed in route.needed):
        raise not_accessible(route.accepted_permissions)


def sees(token: UserToken, repository: Repository, world: World) -> bool:
    """Whether a person's token reaches a private repository: the App is installed there and the person may read it."""
    narrowed = token.repository_id is None or token.repository_id == repository.id
    installation = world.apps.holding(token.app, repository.id)
    installed = installation is not None and installation.suspended_at is None
    return narrowed and installed and world.collaborators.role(repository, token.person) != "none"


def _holds(actor: InstallationActor, needed: dict[str, str]) -> bool:
    return all(actor.token.allows(permission, level) for permission, level in needed.items())
