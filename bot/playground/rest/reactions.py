"""Reactions to whatever has some: given, listed, taken back (GITHUB.md §9)."""

from collections.abc import Callable

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_found
from bot.playground.rest.route import Needed, Routes
from bot.playground.shapes.reactions import reaction_shape
from bot.playground.world.reactions import Reaction

_PAGES = "reactions/reactions#"


def reaction_routes(
    path: str,
    given_in: Callable[[Call], list[Reaction]],
    *,
    read: Needed,
    write: Needed,
    pages: tuple[str, str, str],
    body: str,
) -> Routes:
    """The three routes below a subject's `path`; `given_in` finds its reactions.

    `pages` are GitHub's names for listing, giving and taking back, `body` its model of what is given.
    """
    routes = Routes()
    listing, giving, taking_back = (_PAGES + page for page in pages)

    @routes.add("GET", path, needed=read, page=listing, answer=("Reaction",))
    async def list_reactions(call: Call) -> Answer:
        """Who reacted with what, oldest first; those of one `content` where the query names it."""
        wanted = call.query.get("content")
        page = page_of(call, [each for each in given_in(call) if wanted in (None, each.content)])
        return Answer(body=[reaction_shape(each, call.world.addresses) for each in page.items], headers=page.headers)

    @routes.add("POST", path, needed=write, page=giving, body=(body,), answer=("Reaction",))
    async def create_reaction(call: Call) -> Answer:
        """The App's bot reacts: 201 for a new one, 200 for one that stood there already."""
        reaction, new = call.world.reactions.add(given_in(call), call.app.bot, call.body["content"])
        return Answer(201 if new else 200, reaction_shape(reaction, call.world.addresses))

    @routes.add("DELETE", path + "/{reaction_id}", needed=write, page=taking_back)
    async def delete_reaction(call: Call) -> Answer:
        """The App's bot takes one of its own back. Raises RefusalError (404)."""
        given, number = given_in(call), call.number("reaction_id")
        found = next((each for each in given if each.id == number and each.by is call.app.bot), None)
        if found is None:
            raise not_found()
        given.remove(found)
        return Answer(204)

    return routes
