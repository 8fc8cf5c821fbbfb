"""Reactions to whatever has some: given, listed, taken back."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import not_found
from bot.playground.shapes.reactions import reaction_shape
from bot.playground.world.reactions import Reaction


def listed(call: Call, given: list[Reaction]) -> Answer:
    """The reactions of one subject, those of one `content` where the query names it."""
    wanted = call.query.get("content")
    page = page_of(call, [each for each in given if wanted in (None, each.content)])
    return Answer(body=[reaction_shape(each, call.world.addresses) for each in page.items], headers=page.headers)


def react(call: Call, given: list[Reaction]) -> Answer:
    """The App's bot reacts."""
    reaction, new = call.world.reactions.add(given, call.app.bot, call.body["content"])
    return Answer(201 if new else 200, reaction_shape(reaction, call.world.addresses))


def withdraw(call: Call, given: list[Reaction]) -> Answer:
    """The App's bot takes a reaction of its own back. Raises RefusalError (404)."""
    number = call.number("reaction_id")
    found = next((each for each in given if each.id == number and each.by is call.app.bot), None)
    if found is None:
        raise not_found()
    given.remove(found)
    return Answer(204)
