"""The ways in which GitHub says no, with the bodies it says it with.

`RefusalError` is raised by handlers and caught in one place, the dispatcher. Where GitHub's exact words are not in
GITHUB.md, the report that shows them is named.
"""

from collections.abc import Mapping
from typing import Any

DOCS = "https://docs.github.com/rest"


class RefusalError(Exception):
    """An answer that is not what was asked for. `page` is the part of the documentation that GitHub points to."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        errors: list[Any] | None = None,
        page: str | None = None,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.message = message
        self.errors = errors
        self.page = page
        self.headers = dict(headers or {})
        self.more = dict(more or {})

    def body(self, page: str | None) -> dict[str, Any]:
        """The JSON that GitHub sends; `page` is the route's own, used where the refusal names none."""
        place = self.page if self.page is not None else page
        body: dict[str, Any] = {"message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        body["documentation_url"] = DOCS if place is None else f"{DOCS}/{place}"
        body["status"] = str(self.status)
        return {**body, **self.more}


def bad_credentials() -> RefusalError:
    """The token is unknown, expired or revoked (GITHUB.md §1.2)."""
    return RefusalError(401, "Bad credentials", page="")


def requires_authentication() -> RefusalError:
    """Nobody is anybody without credentials."""
    return RefusalError(401, "Requires authentication", page="")


def undecodable_jwt() -> RefusalError:
    """What stands in the header is no JWT of the App; also said to an installation token on an /app route.

    urcomputeringpal/kubevalidator#48 shows the latter.
    """
    return RefusalError(401, "A JSON web token could not be decoded", page="")


def not_found() -> RefusalError:
    """It is not there, or the caller may not know that it is."""
    return RefusalError(404, "Not Found")


def not_accessible(accepted: str) -> RefusalError:
    """The token lacks a permission; the header says which would do (GITHUB.md §2.1)."""
    return RefusalError(
        403, "Resource not accessible by integration", headers={"X-Accepted-GitHub-Permissions": accepted}
    )


def invalid_request(*sentences: str) -> RefusalError:
    """The body does not fit the route's schema."""
    return RefusalError(422, "Invalid request.\n\n" + "\n".join(sentences))


def validation_failed(*errors: Any) -> RefusalError:
    """The body fits the schema and is wrong all the same."""
    return RefusalError(422, "Validation Failed", errors=list(errors))


def no_commit(sha: str) -> RefusalError:
    """The repository has no such commit (electron/build-tools#373, rust-lang/homu#141)."""
    return RefusalError(422, f"No commit found for SHA: {sha}")


def moved(url: str) -> RefusalError:
    """The repository has another name now."""
    return RefusalError(
        301,
        "Moved Permanently",
        page="guides/best-practices-for-using-the-rest-api#follow-redirects",
        headers={"Location": url},
        more={"url": url},
    )
