"""GitHub about itself."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.route import Caller, Routes

routes = Routes()


@routes.add(
    "GET", "/meta", caller=Caller.ANYONE, page="meta/meta#get-apiname-meta-information", answer=("ApiOverview",)
)
async def get_meta(call: Call) -> Answer:  # noqa: ARG001  every handler takes the call
    """Where deliveries come from: `hooks` (GITHUB.md §3.1)."""
    loopback = ["127.0.0.1/32"]
    body = {"verifiable_password_authentication": False, "hooks": loopback, "web": loopback, "api": loopback}
    return Answer(body={**body, "git": loopback})
