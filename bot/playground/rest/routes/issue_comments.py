"""Comments in the conversation of a pull request or an issue (GITHUB.md §9)."""

from bot.playground.rest.actors import InstallationActor
from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.refusals import RefusalError, not_found, validation_failed
from bot.playground.rest.route import Needed, Routes
from bot.playground.shapes.comments import comment_shape
from bot.playground.world.clock import stamp
from bot.playground.world.comments import IssueComment

routes = Routes()

LONGEST = 65_536
"""Characters; the smaller of the limits that were reported (GITHUB.md §9)."""

READ: Needed = ({"issues": "read"}, {"pull_requests": "read"})
WRITE: Needed = ({"issues": "write", "pull_requests": "write"},)
"""GitHub's table says either of the two; an App with only one of them was refused (GITHUB.md §2.1), so both."""


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    needed=READ,
    page="issues/comments#list-issue-comments",
    answer=("IssueComment",),
)
async def list_comments(call: Call) -> Answer:
    """The conversation, oldest first."""
    since = call.query.get("since", "")
    comments = [
        one for one in call.world.comments.on(call.conversation("issue_number")) if stamp(one.updated_at) >= since
    ]
    page = page_of(call, comments)
    return Answer(body=[comment_shape(one, call.world.addresses) for one in page.items], headers=page.headers)


@routes.add(
    "POST",
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    needed=WRITE,
    page="issues/comments#create-an-issue-comment",
    body=("ReposOwnerRepoIssuesIssueNumberCommentsPostBody",),
    answer=("IssueComment",),
)
async def create_comment(call: Call) -> Answer:
    """A comment by the App's bot."""
    conversation = call.conversation("issue_number")
    if conversation.locked:
        # GITHUB.md §7: refused even with the App's write permissions.
        raise RefusalError(403, "Unable to create comment because issue is locked.")
    comment = call.world.comments.add(conversation, call.app.bot, _text(call), call.app)
    call.hooks.in_background(call.people.tell_of_comment(comment))
    shape = comment_shape(comment, call.world.addresses)
    return Answer(201, shape, headers={"Location": shape["url"]})


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}",
    needed=READ,
    page="issues/comments#get-an-issue-comment",
    answer=("IssueComment",),
)
async def get_comment(call: Call) -> Answer:
    """One comment."""
    return Answer(body=comment_shape(comment_of(call), call.world.addresses))


@routes.add(
    "PATCH",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}",
    needed=WRITE,
    page="issues/comments#update-an-issue-comment",
    body=("ReposOwnerRepoIssuesCommentsCommentIdPatchBody",),
    answer=("IssueComment",),
)
async def update_comment(call: Call) -> Answer:
    """Another text; nobody gets a mail, but the event comes."""
    comment, text = comment_of(call), _text(call)
    call.hooks.in_background(call.people.change_comment(comment, text, call.app.bot))
    return Answer(body=comment_shape(comment, call.world.addresses))


@routes.add(
    "DELETE",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}",
    needed=WRITE,
    page="issues/comments#delete-an-issue-comment",
)
async def delete_comment(call: Call) -> Answer:
    """The comment is gone."""
    call.hooks.in_background(call.people.remove_comment(comment_of(call), call.app.bot))
    return Answer(204)


def _text(call: Call) -> str:
    assert isinstance(call.actor, InstallationActor)
    text: str = call.body["body"]
    if not text.strip():
        raise validation_failed({"resource": "IssueComment", "code": "missing_field", "field": "body"})
    if len(text) > LONGEST:
        error = {
            "resource": "IssueComment",
            "code": "unprocessable",
            "field": "data",
            "message": f"Body is too long (maximum is {LONGEST} characters)",
        }
        raise validation_failed(error)
    return text


def comment_of(call: Call) -> IssueComment:
    """The comment of the path's `comment_id`. Raises RefusalError (404)."""
    found = call.world.comments.by_id.get(call.number("comment_id"))
    if found is None or found.conversation.repository is not call.repository:
        raise not_found()
    return found
