"""The App itself, its installations and their tokens (GITHUB.md §1)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import RefusalError, invalid_request, not_found
from bot.playground.rest.route import Caller, Routes
from bot.playground.rest.sentences import no_more_than
from bot.playground.shapes import Json
from bot.playground.shapes.apps import app_shape, installation_shape, token_shape
from bot.playground.world.apps import LEVELS, Installation, Permissions

routes = Routes()

MOST_REPOSITORIES = 500
"""How many repositories one token may be narrowed to."""


@routes.add("GET", "/app", caller=Caller.APP, page="apps/apps#get-the-authenticated-app", answer=("Integration",))
async def get_app(call: Call) -> Answer:
    """The App that signed the JWT."""
    count = len(call.world.apps.of_app(call.app))
    return Answer(body={**app_shape(call.app, call.world.addresses), "installations_count": count})


@routes.add(
    "GET",
    "/app/installations",
    caller=Caller.APP,
    page="apps/apps#list-installations-for-the-authenticated-app",
    answer=("Installation",),
)
async def list_installations(call: Call) -> Answer:
    """The App's installations, suspended ones included."""
    page = page_of(call, call.world.apps.of_app(call.app))
    return Answer(body=[installation_shape(each, call.world.addresses) for each in page.items], headers=page.headers)


@routes.add(
    "GET",
    "/app/installations/{installation_id}",
    caller=Caller.APP,
    page="apps/apps#get-an-installation-for-the-authenticated-app",
    answer=("Installation",),
)
async def get_installation(call: Call) -> Answer:
    """One installation of the App."""
    return Answer(body=installation_shape(_installation(call), call.world.addresses))


@routes.add(
    "POST",
    "/app/installations/{installation_id}/access_tokens",
    caller=Caller.APP,
    page="apps/apps#create-an-installation-access-token-for-an-app",
    body=("AppInstallationsInstallationIdAccessTokensPostBody",),
    answer=("InstallationToken",),
)
async def create_token(call: Call) -> Answer:
    """A token, narrowed as asked and never widened (GITHUB.md §1.2)."""
    installation = _installation(call)
    if installation.suspended_at is not None:
        raise RefusalError(403, "This installation has been suspended")
    token = call.world.tokens.issue(
        installation,
        _narrowed_permissions(installation, call.body.get("permissions")),
        _narrowed_repositories(call, installation),
        stateless=call.headers.get("X-GitHub-Stateless-S2S-Token", "enabled") != "disabled",
    )
    return Answer(201, token_shape(token, call.world))


@routes.add(
    "DELETE",
    "/installation/token",
    caller=Caller.INSTALLATION,
    page="apps/installations#revoke-an-installation-access-token",
)
async def revoke_token(call: Call) -> Answer:
    """Gives the token back; it is worth nothing from now on."""
    call.world.tokens.revoke(call.token)
    return Answer(204)


def _installation(call: Call) -> Installation:
    found = call.world.apps.installations.get(call.number("installation_id"))
    if found is None or found.app is not call.app:
        raise not_found()
    return found


def _narrowed_permissions(installation: Installation, asked: Permissions | None) -> Permissions:
    if not asked:
        return dict(installation.permissions)
    for name, level in asked.items():
        if LEVELS[level] > LEVELS.get(installation.permissions.get(name, ""), 0):
            # The words are in peter-murray/workflow-application-token-action#48.
            raise RefusalError(422, "The permissions requested are not granted to this installation.")
    return {**asked, "metadata": "read"}


def _narrowed_repositories(call: Call, installation: Installation) -> frozenset[int] | None:
    names, numbers = call.body.get("repositories"), call.body.get("repository_ids")
    if names is None and numbers is None:
        return None
    asked = [*(names or []), *(numbers or [])]
    if len(asked) > MOST_REPOSITORIES:
        raise invalid_request(no_more_than(MOST_REPOSITORIES, len(asked)))
    held = {number: call.world.repositories.by_id[number] for number in installation.repository_ids}
    by_name: Json = {each.name.lower(): each.id for each in held.values()}
    chosen: set[int] = {by_name.get(one.lower(), 0) if isinstance(one, str) else one for one in asked}
    if not chosen <= held.keys():
        raise RefusalError(
            422,
            "There is at least one repository that does not exist or is not accessible to the parent installation.",
        )
    return frozenset(chosen)
