"""Accounts by login; a bot's login ends in `[bot]`, its id is not the App's (GITHUB.md §6.5)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import not_found
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes.users import public_user

routes = Routes()


@routes.add("GET", "/users/{login}", caller=Caller.ANYONE, page="users/users#get-a-user", answer=("PublicUser",))
async def get_user(call: Call) -> Answer:
    """One account."""
    account = call.world.accounts.get(call.params["login"])
    if account is None:
        raise not_found()
    return Answer(body=public_user(account, call.world.addresses))
