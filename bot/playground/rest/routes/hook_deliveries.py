"""The log of the App's hook, and asking for a delivery again (GITHUB.md §3.1)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import cursor_link, per_page
from bot.playground.rest.refusals import RefusalError, not_found
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes.deliveries import delivery_item, delivery_shape
from bot.playground.world.deliveries import Delivery

routes = Routes()


@routes.add(
    "GET",
    "/app/hook/deliveries",
    caller=Caller.APP,
    page="apps/webhooks#list-deliveries-for-an-app-webhook",
    answer=("HookDeliveryItem",),
)
async def list_deliveries(call: Call) -> Answer:
    """Attempts, newest first, walked by cursor."""
    status = call.choice("status", ("success", "failure", ""), "")
    size = per_page(call)
    rest = [each for each in call.world.deliveries.newest_first() if _wanted(each, status)]
    rest = [each for each in rest if each.id < _cursor(call)]
    following = f"v1_{rest[size - 1].id}" if len(rest) > size else None
    return Answer(body=[delivery_item(each) for each in rest[:size]], headers=cursor_link(call, following))


@routes.add(
    "GET",
    "/app/hook/deliveries/{delivery_id}",
    caller=Caller.APP,
    page="apps/webhooks#get-a-delivery-for-an-app-webhook",
    answer=("HookDelivery",),
)
async def get_delivery(call: Call) -> Answer:
    """One attempt with what was sent and answered."""
    return Answer(body=delivery_shape(_delivery(call)))


@routes.add(
    "POST",
    "/app/hook/deliveries/{delivery_id}/attempts",
    caller=Caller.APP,
    page="apps/webhooks#redeliver-a-delivery-for-an-app-webhook",
    answer=("AppHookDeliveriesDeliveryIdAttemptsPostResponse202",),
)
async def redeliver(call: Call) -> Answer:
    """Accepted; the delivery goes out after the answer, under the same GUID."""
    call.hooks.in_background(call.hooks.redeliver(_delivery(call)))
    return Answer(202, {})


def _wanted(delivery: Delivery, status: str) -> bool:
    succeeded = 200 <= delivery.status_code <= 399
    return {"success": succeeded, "failure": delivery.failed}.get(status, True)


def _cursor(call: Call) -> float:
    text = call.query.get("cursor", "")
    if text == "":
        return float("inf")
    number = text.removeprefix("v1_")
    if number == text or not number.isdecimal():
        raise RefusalError(422, "Invalid cursor")
    return int(number)


def _delivery(call: Call) -> Delivery:
    found = call.world.deliveries.get(call.number("delivery_id"))
    if found is None:
        raise not_found()
    return found
