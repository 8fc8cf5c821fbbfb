"""`ping`: GitHub made the hook. It names no installation."""

from bot.playground.shapes import Json
from bot.playground.world.clock import stamp
from bot.playground.world.world import World


def ping(world: World) -> Json:
    """Tells the hook's own settings."""
    app, at = world.app, world.addresses
    made = stamp(app.created_at)
    return {
        "zen": "Keep it logically awesome.",
        "hook_id": app.hook_id,
        "hook": {
            "type": "App",
            "id": app.hook_id,
            "name": "web",
            "active": app.hook_url is not None,
            "events": list(app.events),
            "config": {"content_type": "json", "url": app.hook_url or "", "insecure_ssl": "0"},
            "updated_at": made,
            "created_at": made,
            "app_id": app.id,
            "deliveries_url": f"{at.api}/app/hook/deliveries",
        },
    }
