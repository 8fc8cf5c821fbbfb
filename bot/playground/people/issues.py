"""Issues that are no pull requests: opened and closed. The App has no events of them but the comments."""

from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.issues import Issue
from bot.playground.world.repositories import Repository


class IssueActs(Stage):
    """Whoever has something to say about a repository."""

    def open_issue(
        self, repository: Repository, title: str, body: str | None = None, by: Account | None = None
    ) -> Issue:
        """A new issue, under the number that is next for issues and pull requests alike."""
        return self.world.issues.open(repository, by or self.somebody, title, body)

    def close_issue(self, issue: Issue) -> None:
        """Done with."""
        issue.state, issue.closed_at, issue.updated_at = "closed", now(), now()
