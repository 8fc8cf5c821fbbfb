"""What a person who signed in sees through the App, and the end of their token (GITHUB.md §11)."""

from bot.playground.rest.access import sees
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_found
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes.repositories import repository_shape
from bot.playground.shapes.users import public_user

routes = Routes()


@routes.add("GET", "/user", caller=Caller.USER, page="users/users#get-the-authenticated-user", answer=("PublicUser",))
async def get_signed_in_user(call: Call) -> Answer:
    """Whose token it is."""
    return Answer(body=public_user(call.user_token.person, call.world.addresses))


@routes.add(
    "GET",
    "/user/installations/{installation_id}/repositories",
    caller=Caller.USER,
    page="apps/installations#list-repositories-accessible-to-the-user-access-token",
    answer=("UserInstallationsInstallationIdRepositoriesGetResponse200",),
)
async def list_installation_repositories(call: Call) -> Answer:
    """Those of the installation that the person may see, too; an installation without any is as good as none."""
    token, world = call.user_token, call.world
    installation = world.apps.installations.get(call.number("installation_id"))
    if installation is None or installation.app is not token.app:
        raise not_found()
    held = [world.repositories.by_id[number] for number in sorted(installation.repository_ids)]
    seen = [each for each in held if sees(token, each, world)]
    if not seen:
        raise not_found()
    page = page_of(call, seen)
    shapes = [repository_shape(each, world.addresses) for each in page.items]
    return Answer(body={"total_count": len(seen), "repositories": shapes}, headers=page.headers)


@routes.add(
    "DELETE",
    "/applications/{client_id}/token",
    caller=Caller.CLIENT,
    page="apps/oauth-applications#delete-an-app-token",
    body=("ApplicationsClientIdTokenDeleteBody",),
)
async def delete_token(call: Call) -> Answer:
    """The App gives a person's token back; what the person authorised stays."""
    token = call.world.sign_ins.find(call.body["access_token"])
    if token is None or token.app is not call.app or call.params["client_id"] != call.app.client_id:
        raise not_found()
    call.world.sign_ins.revoke(token)
    return Answer(status=204)
