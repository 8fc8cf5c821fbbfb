"""`push`: a branch moved. The repository in it counts its times in seconds, unlike everywhere else."""

from datetime import datetime

from bot.playground.git.bare import Commit
from bot.playground.hooks.payloads.envelope import about_repository
from bot.playground.shapes import Json
from bot.playground.shapes.commits import simple_commit
from bot.playground.shapes.repositories import html_url
from bot.playground.world.accounts import Account
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World

NO_COMMIT = "0" * 40
"""Stands for the end that is not there, of a branch that was made or deleted."""


async def push(repository: Repository, branch: str, before: str, after: str, sender: Account, world: World) -> Json:
    """From one head of the branch to another; `NO_COMMIT` for none."""
    compare = f"{html_url(repository, world.addresses)}/compare/{before[:12]}...{after[:12]}"
    commit = await repository.git.commit(after) if after != NO_COMMIT else None
    about = about_repository(repository, sender, world)
    about["repository"] = {**about["repository"], **_in_seconds(about["repository"])}
    return {
        "ref": f"refs/heads/{branch}",
        "before": before,
        "after": after,
        "base_ref": None,
        "created": before == NO_COMMIT,
        "deleted": after == NO_COMMIT,
        "forced": False,
        "compare": compare,
        "commits": [_shown(commit, repository, world)] if commit is not None else [],
        "head_commit": _shown(commit, repository, world) if commit is not None else None,
        "pusher": {"name": sender.login, "email": f"{sender.login}@users.noreply.github.com"},
        **about,
    }


def _shown(commit: Commit, repository: Repository, world: World) -> Json:
    return {
        **simple_commit(commit),
        "distinct": True,
        "url": f"{html_url(repository, world.addresses)}/commit/{commit.sha}",
        "added": [],
        "removed": [],
        "modified": [],
    }


def _in_seconds(repository: Json) -> Json:
    times = {name: repository[name] for name in ("created_at", "pushed_at") if repository.get(name)}
    return {name: int(datetime.fromisoformat(value).timestamp()) for name, value in times.items()}
