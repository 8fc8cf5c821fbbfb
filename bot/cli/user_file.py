"""The user's own file as commands at the terminal take it: found, read, or refused in one sentence."""

from pathlib import Path

from bot.cli.errors import CommandError
from bot.user_file import FILE_NAME, UserFile, UserFileError, read_user_file
from bot.user_settings import user_configuration_folder


def user_file_path() -> Path | None:
    """Where the file is looked for; null where the system names no home."""
    folder = user_configuration_folder()
    return folder / FILE_NAME if folder is not None else None


def user_file() -> UserFile:
    """What the file says; CommandError where it cannot be used."""
    path = user_file_path()
    if path is None:
        return UserFile()
    try:
        return read_user_file(path)
    except UserFileError as error:
        raise CommandError(f"{path} cannot be used:\n{error}") from error
