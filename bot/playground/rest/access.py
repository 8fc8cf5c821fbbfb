"""Who may see and do what: 401 without credentials, 404 for what the caller may not see, 403 for what it may not do.

Public repositories are readable by everybody, with or without a permission; GitHub documents that for each of the
reading routes here. A private repository is the strict case, and the default of the playground.
"""

from bot.playground.rest.actors import Actor, Anonymous, AppActor, InstallationActor
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
from bot.playground.world.world import World


def check_caller(route: Route, actor: Actor) -> None:
    """Refuses the wrong kind of caller: a JWT opens the /app routes and nothing else (GITHUB.md §1.1)."""
    if route.caller is Caller.APP and not isinstance(actor, AppActor):
        raise undecodable_jwt()
    if route.caller is Caller.INSTALLATION and isinstance(actor, Anonymous):
        raise requires_authentication()
    if route.caller in (Caller.INSTALLATION, Caller.REPOSITORY) and isinstance(actor, AppActor):
        raise bad_credentials()


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


def check_repository(route: Route, actor: Actor, repository: Repository) -> None:
    """Refuses who may not see the repository, then who may not do this in it."""
    reading = route.method in ("GET", "HEAD")
    if reading and not repository.private:
        return
    if isinstance(actor, Anonymous):
        raise not_found() if repository.private else requires_authentication()
    assert isinstance(actor, InstallationActor)
    if not actor.token.reaches(repository.id):
        raise not_found() if repository.private else not_accessible(route.accepted_permissions)
    if not any(_holds(actor, needed) for needed in route.needed):
        raise not_accessible(route.accepted_permissions)


def _holds(actor: InstallationActor, needed: dict[str, str]) -> bool:
    return all(actor.token.allows(permission, level) for permission, level in needed.items())
