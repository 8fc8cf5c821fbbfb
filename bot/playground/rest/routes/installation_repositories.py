"""What an installation reaches."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes.repositories import repository_shape

routes = Routes()


@routes.add(
    "GET",
    "/installation/repositories",
    caller=Caller.INSTALLATION,
    page="apps/installations#list-repositories-accessible-to-the-app-installation",
    answer=("InstallationRepositoriesGetResponse200",),
)
async def list_repositories(call: Call) -> Answer:
    """The repositories that this token reaches, oldest first."""
    world = call.world
    reached = [each for each in world.repositories.by_id.values() if call.token.reaches(each.id)]
    page = page_of(call, reached)
    narrowed = call.token.repository_ids is not None
    body = {
        "total_count": len(reached),
        "repository_selection": "selected" if narrowed else call.token.installation.selection,
        "repositories": [repository_shape(each, world.addresses) for each in page.items],
    }
    return Answer(body=body, headers=page.headers)
