"""Repositories, from the five fields of an installation's list to the full answer of `GET /repos/{o}/{r}`."""

from bot.playground.shapes import Json
from bot.playground.shapes.users import simple_user
from bot.playground.world.clock import stamp
from bot.playground.world.repositories import Repository
from bot.playground.world.world import Addresses

_RESOURCES = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def api_url(repository: Repository, at: Addresses) -> str:
    """The repository's REST address."""
    return f"{at.api}/repos/{repository.full_name}"


def html_url(repository: Repository, at: Addresses) -> str:
    """The repository's page."""
    return f"{at.web}/{repository.full_name}"


def named_repository(repository: Repository) -> Json:
    """The five fields that installation events carry."""
    return {
        "id": repository.id,
        "node_id": repository.node_id,
        "name": repository.name,
        "full_name": repository.full_name,
        "private": repository.private,
    }


def minimal_repository(repository: Repository, at: Addresses) -> Json:
    """The form inside check suites (schema `minimal-repository`)."""
    api = api_url(repository, at)
    return {
        **named_repository(repository),
        "owner": simple_user(repository.owner, at),
        "html_url": html_url(repository, at),
        "description": repository.description,
        "fork": repository.fork_of is not None,
        "url": api,
        **{name: api + suffix for name, suffix in _RESOURCES.items()},
    }


def repository_shape(repository: Repository, at: Addresses, open_issues: int = 0) -> Json:
    """The usual form, in pull requests, lists and deliveries (schema `repository`)."""
    html = html_url(repository, at)
    return {
        **minimal_repository(repository, at),
        "created_at": stamp(repository.created_at),
        "updated_at": stamp(repository.updated_at),
        "pushed_at": stamp(repository.pushed_at),
        "git_url": f"git://{html.partition('://')[2]}.git",
        "ssh_url": f"git@{at.web.partition('://')[2]}:{repository.full_name}.git",
        "clone_url": f"{html}.git",
        "svn_url": html,
        "homepage": None,
        "size": 0,
        "stargazers_count": 0,
        "watchers_count": 0,
        "language": "Python",
        "has_issues": True,
        "has_projects": True,
        "has_wiki": True,
        "has_pages": False,
        "has_discussions": False,
        "forks_count": 0,
        "mirror_url": None,
        "archived": False,
        "disabled": False,
        "open_issues_count": open_issues,
        "license": None,
        "allow_forking": True,
        "is_template": False,
        "web_commit_signoff_required": False,
        "topics": [],
        "visibility": "private" if repository.private else "public",
        "forks": 0,
        "open_issues": open_issues,
        "watchers": 0,
        "default_branch": repository.default_branch,
    }


def full_repository(repository: Repository, at: Addresses, open_issues: int) -> Json:
    """What `GET /repos/{o}/{r}` answers (schema `full-repository`)."""
    return {
        **repository_shape(repository, at, open_issues),
        "temp_clone_token": None,
        "subscribers_count": 0,
        "network_count": 0,
    }
