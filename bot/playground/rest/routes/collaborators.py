"""What a person may do in the repository (GITHUB.md §7)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.refusals import RefusalError, not_found
from bot.playground.rest.route import Routes
from bot.playground.shapes.users import simple_user
from bot.playground.world.collaborators import PERMISSIONS

routes = Routes()


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/collaborators/{username}/permission",
    page="collaborators/collaborators#get-repository-permissions-for-a-user",
    answer=("RepositoryCollaboratorPermission",),
)
async def get_permission(call: Call) -> Answer:
    """The highest of all grants; everybody has at least `read` where the repository is public."""
    account = call.world.accounts.get(call.params["username"])
    if account is None:
        raise not_found()
    if account.type != "User":
        raise RefusalError(404, f"{account.login} is not a user")
    role = call.world.collaborators.role(call.repository, account)
    permission = PERMISSIONS[role]
    user = {
        **simple_user(account, call.world.addresses),
        "permissions": _flags(role),
        "role_name": role,
    }
    return Answer(body={"permission": permission, "role_name": role, "user": user})


def _flags(role: str) -> dict[str, bool]:
    """Which of the roles are included in this one."""
    order = ("read", "triage", "write", "maintain", "admin")
    held = order[: order.index(role) + 1] if role in order else ()
    names = {"read": "pull", "triage": "triage", "write": "push", "maintain": "maintain", "admin": "admin"}
    return {names[each]: each in held for each in order}
