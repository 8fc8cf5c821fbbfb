"""Why the App asks for what it asks for, in a sentence each for the owner; GitHub's names, as in `app.yml`."""

from collections.abc import Mapping

PERMISSIONS: Mapping[str, str] = {
    "checks": "to post the one check, with its annotations and buttons",
    "contents": (
        "to read the commits of a pull request; to write only when somebody asks for a commit, or when the "
        "configuration on the default branch asks for run folders in the repository"
    ),
    "issues": "to hear commands in comments and to keep the one status comment",
    "metadata": "to know a repository by its number when it is renamed; every App has it",
    "pull_requests": "to read what a pull request changes, and to suggest edits at its lines",
    "statuses": "to read what other CI says of a commit that Obelize made",
}

EVENTS: Mapping[str, str] = {
    "issue_comment": "a comment may hold a command",
    "pull_request": "a pull request was opened, or its branch moved",
    "push": "the default branch moved, so what is left there is counted again",
    "repository": "a repository was renamed, moved, hidden or shown",
    "status": "other CI has spoken of a commit that Obelize made",
}
