"""How GraphQL says no: an error beside a field that reads null, in an answer that is a 200."""

from typing import Any


class FieldRefusalError(Exception):
    """A field that is refused. `kind` is GitHub's `type`: NOT_FOUND, FORBIDDEN, STALE_DATA, UNPROCESSABLE."""

    def __init__(self, kind: str, message: str, extensions: dict[str, Any] | None = None) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.message = message
        self.extensions = extensions


def forbidden() -> FieldRefusalError:
    """The token lacks the permission (fpicalausa/remove-stale-branches#49 shows the whole error)."""
    return FieldRefusalError("FORBIDDEN", "Resource not accessible by integration", {"saml_failure": False})


def no_repository(full_name: str) -> FieldRefusalError:
    """It is not there, or the token may not know that it is."""
    return FieldRefusalError("NOT_FOUND", f"Could not resolve to a Repository with the name '{full_name}'.")


def no_node(identity: str) -> FieldRefusalError:
    """Nothing has that global id."""
    return FieldRefusalError("NOT_FOUND", f"Could not resolve to a node with the global id of '{identity}'.")
