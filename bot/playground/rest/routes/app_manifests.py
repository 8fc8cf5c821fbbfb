"""A code of the manifest flow for the App that came of it, with its key and its secrets (GITHUB.md §2)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import not_found
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes.apps import app_shape

routes = Routes()


@routes.add(
    "POST",
    "/app-manifests/{code}/conversions",
    caller=Caller.ANYONE,
    page="apps/apps#create-a-github-app-from-a-manifest",
    answer=("AppManifestsCodeConversionsPostResponse201",),
)
async def convert(call: Call) -> Answer:
    """Told once, to whoever has the code."""
    app = call.world.manifests.redeem(call.params["code"])
    if app is None:
        raise not_found()
    secrets = {"client_secret": app.client_secret, "webhook_secret": app.webhook_secret, "pem": app.key.private}
    return Answer(201, {**app_shape(app, call.world.addresses), **secrets})
