"""Git objects and refs (schemas `git-commit`, `git-tree`, `short-blob`, `git-ref`)."""

from collections.abc import Iterable

from bot.playground.git.bare import Commit, Entry, Signature
from bot.playground.shapes import Json
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.world.clock import stamp
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


def blob_shape(sha: str, repository: Repository, world: World) -> Json:
    """A blob that was just made."""
    return {"sha": sha, "url": f"{api_url(repository, world.addresses)}/git/blobs/{sha}"}


def tree_shape(sha: str, entries: Iterable[Entry], repository: Repository, world: World) -> Json:
    """A tree and what stands in it."""
    api = api_url(repository, world.addresses)
    return {
        "sha": sha,
        "url": f"{api}/git/trees/{sha}",
        "truncated": False,
        "tree": [_entry(entry, api) for entry in entries],
    }


def git_commit_shape(commit: Commit, repository: Repository, world: World) -> Json:
    """A commit as an object, with whether GitHub signed it."""
    api, html = api_url(repository, world.addresses), html_url(repository, world.addresses)
    signed = commit.sha in world.signed_commits
    return {
        "sha": commit.sha,
        "node_id": f"C_{commit.sha[:20]}",
        "url": f"{api}/git/commits/{commit.sha}",
        "html_url": f"{html}/commit/{commit.sha}",
        "author": _person(commit.author),
        "committer": _person(commit.committer),
        "tree": {"sha": commit.tree, "url": f"{api}/git/trees/{commit.tree}"},
        "message": commit.message,
        "parents": [
            {"sha": sha, "url": f"{api}/git/commits/{sha}", "html_url": f"{html}/commit/{sha}"}
            for sha in commit.parents
        ],
        "verification": {
            "verified": signed,
            "reason": "valid" if signed else "unsigned",
            "signature": "-----BEGIN PGP SIGNATURE-----" if signed else None,
            "payload": f"tree {commit.tree}" if signed else None,
            "verified_at": stamp(commit.committer.when) if signed else None,
        },
    }


def ref_shape(ref: str, sha: str, repository: Repository, world: World) -> Json:
    """A ref, by its full name, that points to a commit."""
    api = api_url(repository, world.addresses)
    return {
        "ref": ref,
        "node_id": f"REF_{repository.id}_{ref}",
        "url": f"{api}/git/{ref}",
        "object": {"sha": sha, "type": "commit", "url": f"{api}/git/commits/{sha}"},
    }


def _entry(entry: Entry, api: str) -> Json:
    kinds = {"blob": "blobs", "tree": "trees", "commit": "commits"}
    shape: Json = {
        "path": entry.path,
        "mode": entry.mode,
        "type": entry.kind,
        "sha": entry.sha,
        "url": f"{api}/git/{kinds[entry.kind]}/{entry.sha}",
    }
    return shape if entry.size is None else {**shape, "size": entry.size}


def _person(signature: Signature) -> Json:
    return {"name": signature.name, "email": signature.email, "date": stamp(signature.when)}
