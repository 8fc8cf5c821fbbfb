"""Deliveries of the App's hook (schemas `hook-delivery-item`, `hook-delivery`)."""

from bot.playground.shapes import Json
from bot.playground.world.clock import stamp
from bot.playground.world.deliveries import Delivery


def delivery_item(delivery: Delivery) -> Json:
    """One attempt as listed."""
    return {
        "id": delivery.id,
        "guid": delivery.guid,
        "delivered_at": stamp(delivery.delivered_at),
        "redelivery": delivery.redelivery,
        "duration": round(delivery.duration, 2),
        "status": delivery.status,
        "status_code": delivery.status_code,
        "event": delivery.event,
        "action": delivery.action,
        "installation_id": delivery.installation_id,
        "repository_id": delivery.repository_id,
        "throttled_at": None,
    }


def delivery_shape(delivery: Delivery) -> Json:
    """One attempt with both messages."""
    return {
        **delivery_item(delivery),
        "url": delivery.url,
        "request": {"headers": delivery.request_headers, "payload": delivery.payload},
        "response": {"headers": delivery.response_headers, "payload": delivery.response_body},
    }
