"""`repository(owner, name)`, and from there a pull request."""

from typing import Any

from bot.playground.graphql.asking import Asking, Info, asking
from bot.playground.graphql.refusals import FieldRefusalError, forbidden, no_repository
from bot.playground.graphql.values import Value, pull_value
from bot.playground.world.repositories import Repository


async def repository(info: Info, **arguments: Any) -> Value:
    """A repository that the token sees, also by a former name. Raises FieldRefusalError."""
    asked = asking(info)
    found = _named(asked, f"{arguments['owner']}/{arguments['name']}", follow=arguments["followRenames"])

    def pull_request(_: Info, **given: Any) -> Value:
        pull = asked.world.pulls.numbered(found, given["number"])
        if not asked.allows(found, pull_requests="read"):
            raise forbidden()
        if pull is None:
            message = f"Could not resolve to a PullRequest with the number of {given['number']}."
            raise FieldRefusalError("NOT_FOUND", message)
        return pull_value(pull, asked.world)

    return {
        "id": found.node_id,
        "databaseId": found.id,
        "nameWithOwner": found.full_name,
        "pullRequest": pull_request,
    }


def _named(asked: Asking, full_name: str, *, follow: bool) -> Repository:
    repositories = asked.world.repositories
    found = repositories.named(full_name) or (repositories.formerly_named(full_name) if follow else None)
    if found is None or not asked.sees(found):
        raise no_repository(full_name)
    return found
