"""The JSON object that a request's body has to be."""

import json

from bot.playground.rest.refusals import RefusalError
from bot.playground.shapes import Json


def json_object(raw: bytes) -> Json:
    """What the bytes say; nothing is an empty object. Raises RefusalError (400)."""
    try:
        body = json.loads(raw or b"{}")
    except ValueError as error:
        raise RefusalError(400, "Problems parsing JSON") from error
    if not isinstance(body, dict):
        raise RefusalError(400, "Body should be a JSON object")
    return body
