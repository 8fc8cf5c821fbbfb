"""Repositories, by name or by id. The id outlives renames and transfers (GITHUB.md §3.1)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.route import Routes
from bot.playground.shapes.repositories import full_repository

routes = Routes()


@routes.add("GET", "/repos/{owner}/{repo}", page="repos/repos#get-a-repository", answer=("FullRepository",))
@routes.add("GET", "/repositories/{repository_id}", page="repos/repos#get-a-repository", answer=("FullRepository",))
async def get_repository(call: Call) -> Answer:
    """One repository."""
    open_pulls = [pull for pull in call.world.pulls.of(call.repository) if pull.state == "open"]
    return Answer(body=full_repository(call.repository, call.world.addresses, len(open_pulls)))
