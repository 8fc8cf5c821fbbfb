"""What keeps a branch from being written: classic protection, and the rules of rulesets (GITHUB.md §6.5)."""

from dataclasses import dataclass, field

from bot.playground.shapes import Json
from bot.playground.world.repositories import Repository

REFUSING = {
    "pull_request": "Changes must be made through a pull request.",
    "update": "Cannot update this protected ref.",
    "required_status_checks": "Required status check is expected.",
    "merge_queue": "Changes must be made through the merge queue",
}
"""Rules that refuse a plain commit, each with GitHub's line; others, such as `required_signatures`, let ours pass."""


@dataclass(slots=True)
class BranchRules:
    """All rules. `protected` holds GitHub's reason for each branch under classic protection, which no App may ask."""

    _rules: dict[tuple[int, str], list[Json]] = field(default_factory=dict)
    protected: dict[tuple[int, str], str] = field(default_factory=dict)

    def add(self, repository: Repository, branch: str, rule: Json) -> None:
        """One more active ruleset rule, as `GET /rules/branches/{branch}` lists it."""
        self._rules.setdefault((repository.id, branch), []).append(rule)

    def of(self, repository: Repository, branch: str) -> list[Json]:
        """The active ruleset rules; classic protection is not among them."""
        return list(self._rules.get((repository.id, branch), []))

    def refusal(self, repository: Repository, branch: str) -> str | None:
        """GitHub's words when a new commit on the branch is refused; null when it is not."""
        broken = [REFUSING[rule["type"]] for rule in self.of(repository, branch) if rule["type"] in REFUSING]
        if broken:
            return "\n\n".join(["Repository rule violations found", *broken]) + "\n\n"
        reason = self.protected.get((repository.id, branch))
        return None if reason is None else f"protected branch '{branch}' check failed:\n  {reason}"
