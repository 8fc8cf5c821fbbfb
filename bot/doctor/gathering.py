"""Sees how everything is: asks GitHub, the database, the storage and git, and calls no model."""

import asyncio
import re
import stat
from pathlib import Path
from urllib.parse import urlsplit

from bot.forge.examination import examined
from bot.kept_app import FILE_NAME
from bot.models.health import Facts, ModelFacts
from bot.registration.app_file import app_file
from bot.registration.manifest import manifest_for
from bot.settings import Settings
from bot.source.git_command import run_git
from bot.source.git_failed import GitFailed
from bot.store.artifacts import Artifacts
from bot.store.condition import condition
from bot.store.database import StoreError
from bot.vocabulary import ProviderName

_GIT_SECONDS = 10.0
_VERSION = re.compile(rb"git version (\d+)\.(\d+)(?:\.(\d+))?")


async def gathered(settings: Settings) -> Facts:
    """Everything, side by side; raises nothing for what does not work."""
    manifest = manifest_for(app_file(), settings.public_url)
    key = settings.private_key.get_secret_value()
    app, database, storage_failure, git_version = await asyncio.gather(
        examined(str(settings.app_id), key, settings.github_api_url),
        asyncio.to_thread(condition, settings.database_address),
        asyncio.to_thread(_storage_failure, settings),
        asyncio.to_thread(_git_version),
    )
    return Facts(
        api_url=settings.github_api_url,
        hook_url=manifest["hook_attributes"]["url"],
        wanted_permissions=manifest["default_permissions"],
        wanted_events=tuple(manifest["default_events"]),
        shared_files=_shared(settings),
        app=app,
        database=database,
        storage_failure=storage_failure,
        git_version=git_version,
        model=_model(settings),
    )


def _shared(settings: Settings) -> tuple[str, ...]:
    """Files with a secret that the group or everybody may read."""
    candidates = [settings.private_key_path, settings.data / FILE_NAME]
    return tuple(str(path) for path in candidates if path is not None and _is_shared(path))


def _is_shared(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def _storage_failure(settings: Settings) -> str | None:
    try:
        Artifacts(settings.artifacts_address, settings.bucket).try_out()
    except StoreError as error:
        return str(error)
    return None


def _git_version() -> tuple[int, ...] | None:
    try:
        found = _VERSION.match(run_git(["version"], folder=Path(), seconds=_GIT_SECONDS))
    except GitFailed:
        return None
    return None if found is None else tuple(int(part) for part in found.groups() if part is not None)


def _model(settings: Settings) -> ModelFacts | None:
    if settings.model_provider is not ProviderName.OPENAI_COMPAT:
        return None
    return ModelFacts(
        name=settings.model_name,
        host=urlsplit(settings.model_base_url).netloc,
        key_variable=settings.model_api_key_env,
        has_key=settings.model_key is not None,
    )
