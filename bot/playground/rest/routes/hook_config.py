"""How the App's hook is set up (schema `webhook-config`)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.route import Caller, Routes

routes = Routes()


@routes.add(
    "GET",
    "/app/hook/config",
    caller=Caller.APP,
    page="apps/webhooks#get-a-webhook-configuration-for-an-app",
    answer=("WebhookConfig",),
)
async def get_hook_config(call: Call) -> Answer:
    """The secret is never told, only that there is one."""
    body = {"content_type": "json", "insecure_ssl": "0", "url": call.app.hook_url or ""}
    return Answer(body={**body, "secret": "********"} if call.app.webhook_secret else body)
