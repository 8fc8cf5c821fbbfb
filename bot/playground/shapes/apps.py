"""Apps, installations and tokens (schemas `integration`, `installation`, `installation-token`)."""

from bot.playground.shapes import Json
from bot.playground.shapes.repositories import repository_shape
from bot.playground.shapes.users import simple_user
from bot.playground.world.apps import App, Installation
from bot.playground.world.clock import stamp, stamp_or_none
from bot.playground.world.tokens import Token
from bot.playground.world.world import Addresses, World


def app_shape(app: App, at: Addresses) -> Json:
    """The App, as `GET /app` and check runs show it."""
    return {
        "id": app.id,
        "slug": app.slug,
        "client_id": app.client_id,
        "node_id": app.node_id,
        "owner": simple_user(app.owner, at),
        "name": app.name,
        "description": app.description,
        "external_url": app.external_url,
        "html_url": f"{at.web}/apps/{app.slug}",
        "created_at": stamp(app.created_at),
        "updated_at": stamp(app.created_at),
        "permissions": app.permissions,
        "events": list(app.events),
    }


def installation_shape(installation: Installation, at: Addresses) -> Json:
    """One installation."""
    suspender = installation.suspended_by
    return {
        "id": installation.id,
        "client_id": installation.app.client_id,
        "account": simple_user(installation.account, at),
        "repository_selection": installation.selection,
        "access_tokens_url": f"{at.api}/app/installations/{installation.id}/access_tokens",
        "repositories_url": f"{at.api}/installation/repositories",
        "html_url": f"{at.web}/settings/installations/{installation.id}",
        "app_id": installation.app.id,
        "app_slug": installation.app.slug,
        "target_id": installation.account.id,
        "target_type": installation.account.type,
        "permissions": installation.permissions,
        "events": list(installation.events),
        "created_at": stamp(installation.created_at),
        "updated_at": stamp(installation.updated_at),
        "single_file_name": None,
        "has_multiple_single_files": False,
        "single_file_paths": [],
        "suspended_by": None if suspender is None else simple_user(suspender, at),
        "suspended_at": stamp_or_none(installation.suspended_at),
    }


def token_shape(token: Token, world: World) -> Json:
    """What creating a token answers; `repositories` only when it was narrowed to some (GITHUB.md §1.2)."""
    shape: Json = {
        "token": token.value,
        "expires_at": stamp(token.expires_at),
        "permissions": token.permissions,
        "repository_selection": token.installation.selection,
    }
    if token.repository_ids is not None:
        shape["repository_selection"] = "selected"
        shape["repositories"] = [
            repository_shape(world.repositories.by_id[number], world.addresses)
            for number in sorted(token.repository_ids)
        ]
    return shape
