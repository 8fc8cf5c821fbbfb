"""What is said about lines: comments, answers in threads, suggestions applied, threads resolved."""

from bot.playground.anchoring import diff_of, place
from bot.playground.git.bare import Signature
from bot.playground.git.writing import Change, write_commit
from bot.playground.hooks.payloads import pull_request_review_comment as payloads
from bot.playground.people.branches import BranchActs
from bot.playground.people.conversations import Telling
from bot.playground.suggestions import applied, suggested
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Anchor, ReviewComment, ReviewThread


class CannotApplyError(Exception):
    """GitHub shows no button to apply the suggestion; the message says why."""


class ReviewActs(BranchActs):
    """Whoever reads the diff."""

    async def comment_on_lines(
        self, pull: PullRequest, anchor: Anchor, body: str, by: Account | None = None
    ) -> ReviewComment:
        """A person's comment on lines of the diff. Raises AnchorError."""
        last, hunk = place(await diff_of(pull, pull.head_sha), anchor)
        reviews = self.world.reviews
        review = reviews.begin(pull, by or self.somebody, pull.head_sha, "COMMENTED")
        made = reviews.add(reviews.open_thread(review, anchor, hunk, last.position), review, body)
        await self.tell_of_review_comment(made)
        return made

    async def reply_in_thread(self, thread: ReviewThread, body: str, by: Account | None = None) -> ReviewComment:
        """A person's answer in a thread."""
        review = self.world.reviews.begin(thread.pull, by or self.somebody, thread.pull.head_sha, "COMMENTED")
        made = self.world.reviews.add(thread, review, body)
        await self.tell_of_review_comment(made)
        return made

    def resolve_thread(self, thread: ReviewThread, by: Account | None = None) -> None:
        """The button "Resolve conversation"; it sends nothing that the App gets."""
        thread.resolved_by = by or self.somebody

    async def apply_suggestion(self, comment: ReviewComment, by: Account) -> str:
        """The button "Apply suggestion": a commit by the clicker, with the suggester as co-author; its sha.

        Raises CannotApplyError for everything for which GitHub shows no such button (GITHUB.md §5.2).
        """
        thread, pull = comment.thread, comment.thread.pull
        text = self._applicable(comment, by)
        assert pull.head_repository is not None
        assert thread.line is not None
        git, path = pull.repository.git, thread.anchor.path
        async with self.moving:
            entry = await git.entry(pull.head_sha, path)
            assert entry is not None
            before = await git.blob(entry.sha)
            after = applied(before, thread.start_line or thread.line, thread.line, text)
            if after == before:
                raise CannotApplyError("This suggestion is invalid because no changes were made to the code.")
            message = f"Update {path}\n\nCo-authored-by: {comment.author.login} <{_address(comment.author)}>"
            clicker = Signature(by.login, _address(by), now())
            github = Signature("GitHub", "noreply@github.com", now())
            sha = await write_commit(git, pull.head_sha, Change({path: after}, message), clicker, github)
            push = await self.move_branch(pull.head_repository, pull.head_ref, pull.head_sha, sha, by)
        self.resolve_thread(thread, by)
        await self.tell_of_push(push)
        return sha

    def tell_of_review_comment(self, comment: ReviewComment) -> Telling:
        """`pull_request_review_comment.created`."""
        payload = payloads.created(comment, comment.author, self.world)
        return self.tell("pull_request_review_comment", payload, comment.repository)

    def change_review_comment(self, comment: ReviewComment, body: str, by: Account) -> Telling:
        """Changes the text at once; `pull_request_review_comment.edited` is what is left to send."""
        old, comment.body, comment.updated_at = comment.body, body, now()
        payload = payloads.edited(comment, old, by, self.world)
        return self.tell("pull_request_review_comment", payload, comment.repository)

    def _applicable(self, comment: ReviewComment, by: Account) -> str:
        """The text of the suggestion that `by` may apply now. Raises CannotApplyError.

        The words are those of GitHub's page, quoted whole in TanayGhanshyam/crispy-octo-guide#1.
        """
        thread, pull = comment.thread, comment.thread.pull
        text = suggested(comment.body)
        if text is None:
            raise CannotApplyError("there is no suggestion")
        if comment.review.pending:
            raise CannotApplyError("Suggestions cannot be applied from pending reviews.")
        if pull.state != "open":
            raise CannotApplyError("Suggestions cannot be applied while the pull request is closed.")
        if pull.in_merge_queue:
            raise CannotApplyError("Suggestions cannot be applied while the pull request is queued to merge.")
        if thread.outdated:
            raise CannotApplyError("Outdated suggestions cannot be applied.")
        if thread.resolved_by is not None:
            raise CannotApplyError("This suggestion has been applied or marked resolved.")
        if thread.anchor.side == "LEFT" or thread.of_file:
            raise CannotApplyError("Applying suggestions on deleted lines is not supported.")
        if not self._may_write_head(pull, by):
            raise CannotApplyError(f"{by.login} may not write the head branch")
        return text

    def _may_write_head(self, pull: PullRequest, by: Account) -> bool:
        writes, head = self.world.collaborators.may_write, pull.head_repository
        if head is None:
            return False
        return writes(head, by) or (pull.maintainer_can_modify and writes(pull.repository, by))


def _address(account: Account) -> str:
    return f"{account.id}+{account.login}@users.noreply.github.com"
