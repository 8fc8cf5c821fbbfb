"""REST versions and the User-Agent: what GitHub looks at before anything else (GITHUB.md §0)."""

from collections.abc import Mapping

from bot.playground.rest.refusals import RefusalError

VERSION = "2026-03-10"
"""The only version whose shapes the playground knows."""

_OLDER = "2022-11-28"
_HEADER = "X-GitHub-Api-Version"


class VersionError(Exception):
    """GitHub would answer in the shapes of an older version; the playground cannot, and must not pretend to."""


def check_request_head(headers: Mapping[str, str]) -> None:
    """Raises RefusalError (403 without a User-Agent, 400 for an unknown version) or VersionError."""
    check_user_agent(headers)
    asked = headers.get(_HEADER, _OLDER)
    if asked == _OLDER:
        raise VersionError(f"{_HEADER} {_OLDER}, which is also what its absence means")
    if asked != VERSION:
        # Word for word in expipiplus1/update-nix-fetchgit#79; 410 is for a version that once was supported.
        raise RefusalError(
            400,
            f'The version you specified in the "X-GitHub-API-Version" request header, "{asked}", is not a supported'
            f' version. The following versions are currently supported: "{VERSION}" (most recent), "{_OLDER}".',
            page="",
        )


def check_user_agent(headers: Mapping[str, str]) -> None:
    """Raises RefusalError (403) without one."""
    if not headers.get("User-Agent"):
        raise RefusalError(
            403,
            "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.",
            page="overview/resources-in-the-rest-api#user-agent-required",
        )
