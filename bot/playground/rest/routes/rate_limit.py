"""What is left of the hour; asking is free (GITHUB.md §8)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.limits import Bucket
from bot.playground.rest.route import Caller, Routes
from bot.playground.shapes import Json

routes = Routes()


@routes.add(
    "GET",
    "/rate_limit",
    caller=Caller.ANYONE,
    page="rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user",
    answer=("RateLimitOverview",),
)
async def get_rate_limit(call: Call) -> Answer:
    """Per resource; the top-level `rate` is gone since 2026-03-10 (GITHUB.md §0)."""
    core = call.limits.bucket(call.actor.bucket)
    resources = {
        "core": _shape(core),
        "search": _shape(Bucket(30)),
        "graphql": _shape(Bucket(5_000)),
        "integration_manifest": _shape(Bucket(5_000)),
    }
    return Answer(body={"resources": resources})


def _shape(bucket: Bucket) -> Json:
    return {"limit": bucket.limit, "used": bucket.used, "remaining": bucket.remaining, "reset": bucket.reset_at}
