"""Commits and changed files (schemas `commit`, `simple-commit`, `diff-entry`)."""

from datetime import datetime
from urllib.parse import quote

from bot.playground.git.bare import Commit, Signature
from bot.playground.git.diffs import FileChange
from bot.playground.shapes import Json
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.world.clock import stamp
from bot.playground.world.repositories import Repository
from bot.playground.world.world import Addresses


def commit_shape(commit: Commit, repository: Repository, at: Addresses) -> Json:
    """A commit with its place in the repository; whose account wrote it is not known here."""
    api, html = api_url(repository, at), html_url(repository, at)
    return {
        "url": f"{api}/commits/{commit.sha}",
        "sha": commit.sha,
        "node_id": f"C_{commit.sha[:20]}",
        "html_url": f"{html}/commit/{commit.sha}",
        "comments_url": f"{api}/commits/{commit.sha}/comments",
        "commit": {
            "url": f"{api}/git/commits/{commit.sha}",
            "author": _person(commit.author),
            "committer": _person(commit.committer),
            "message": commit.message,
            "comment_count": 0,
            "tree": {"sha": commit.tree, "url": f"{api}/git/trees/{commit.tree}"},
            "verification": _UNSIGNED,
        },
        "author": None,
        "committer": None,
        "parents": [
            {"sha": parent, "url": f"{api}/commits/{parent}", "html_url": f"{html}/commit/{parent}"}
            for parent in commit.parents
        ],
    }


_UNSIGNED: Json = {
    "verified": False,
    "reason": "unsigned",
    "signature": None,
    "payload": None,
    "verified_at": None,
}


def simple_commit(commit: Commit) -> Json:
    """The form inside check suites."""
    return {
        "id": commit.sha,
        "tree_id": commit.tree,
        "message": commit.message,
        "timestamp": _iso(commit.committer.when),
        "author": {"name": commit.author.name, "email": commit.author.email},
        "committer": {"name": commit.committer.name, "email": commit.committer.email},
    }


def changed_file(change: FileChange, sha: str, repository: Repository, at: Addresses) -> Json:
    """One file of a comparison; `patch` is left out where git shows none (GITHUB.md §10)."""
    path = quote(change.path.encode("utf-8", "surrogateescape"))
    shape: Json = {
        "sha": change.blob_sha,
        "filename": change.path,
        "status": change.status,
        "additions": change.additions,
        "deletions": change.deletions,
        "changes": change.additions + change.deletions,
        "blob_url": f"{html_url(repository, at)}/blob/{sha}/{path}",
        "raw_url": f"{html_url(repository, at)}/raw/{sha}/{path}",
        "contents_url": f"{api_url(repository, at)}/contents/{path}?ref={sha}",
    }
    if change.patch is not None:
        shape["patch"] = change.patch
    if change.previous_path is not None:
        shape["previous_filename"] = change.previous_path
    return shape


def _person(signature: Signature) -> Json:
    return {"name": signature.name, "email": signature.email, "date": stamp(signature.when)}


def _iso(when: datetime) -> str:
    return when.isoformat()
