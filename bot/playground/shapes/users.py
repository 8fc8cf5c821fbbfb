"""Users and organisations (schemas `simple-user`, `public-user`)."""

from bot.playground.shapes import Json
from bot.playground.world.accounts import Account
from bot.playground.world.clock import stamp
from bot.playground.world.world import Addresses


def simple_user(account: Account, at: Addresses) -> Json:
    """The short form, which stands in nearly every answer."""
    name = account.login.replace("[", "%5B").replace("]", "%5D")
    api = f"{at.api}/users/{name}"
    html = f"{at.web}/apps/{account.login.removesuffix('[bot]')}" if account.type == "Bot" else f"{at.web}/{name}"
    return {
        "login": account.login,
        "id": account.id,
        "node_id": account.node_id,
        "avatar_url": f"{at.web}/avatars/u/{account.id}?v=4",
        "gravatar_id": "",
        "url": api,
        "html_url": html,
        "followers_url": f"{api}/followers",
        "following_url": f"{api}/following{{/other_user}}",
        "gists_url": f"{api}/gists{{/gist_id}}",
        "starred_url": f"{api}/starred{{/owner}}{{/repo}}",
        "subscriptions_url": f"{api}/subscriptions",
        "organizations_url": f"{api}/orgs",
        "repos_url": f"{api}/repos",
        "events_url": f"{api}/events{{/privacy}}",
        "received_events_url": f"{api}/received_events",
        "type": account.type,
        "user_view_type": "public",
        "site_admin": False,
    }


def public_user(account: Account, at: Addresses) -> Json:
    """The long form of `GET /users/{login}`."""
    return {
        **simple_user(account, at),
        "name": account.login,
        "company": None,
        "blog": "",
        "location": None,
        "email": None,
        "hireable": None,
        "bio": None,
        "public_repos": 0,
        "public_gists": 0,
        "followers": 0,
        "following": 0,
        "created_at": stamp(account.created_at),
        "updated_at": stamp(account.created_at),
    }
