"""The user's own file, `config.yml` in their configuration folder: what a repository must never decide for them."""

from pathlib import Path
from typing import Annotated

from pydantic import TypeAdapter, ValidationError

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.packs.complaints import complaints_about
from bot.packs.yaml_text import YamlRefusedError, read_yaml
from bot.vocabulary import ModelClass, Stage

FILE_NAME = "config.yml"

Strict = Annotated[bool, Bounds(strict=True)]
Text = Annotated[str, Bounds(min_length=1, max_length=2_000)]


class UserModel(LightRecord):
    """Which model answers. With `screening` it may amend plans before they are shown. Of the relay: `model_class` is
    what kind of model is asked, `judgment` the stages that only one may answer that reasons first.
    """

    provider: Text | None = None
    base_url: Text | None = None
    model: Text | None = None
    api_key_env: Text = "OBELIZE_MODEL_API_KEY"
    log_prompts: Strict = False
    concurrency: Annotated[int, Bounds(ge=1, le=64)] = 4
    screening: Strict = False
    model_class: ModelClass = ModelClass.STANDARD
    judgment: tuple[Stage, ...] = ()


class UserFile(LightRecord):
    """`verify_allow` are verification commands, as a repository's file would spell them, that may be run whoever names
    them. `pack_dirs` are folders whose packs can be named by their id.
    """

    model: UserModel = UserModel()
    pack_dirs: tuple[Text, ...] = ()
    verify_allow: tuple[Text, ...] = ()
    allow_dirty: Strict = False


class UserFileError(Exception):
    """The file cannot be used; the message names each problem on a line of its own."""


def read_user_file(path: Path) -> UserFile:
    """The file at the path, the defaults where there is none; UserFileError for one that cannot be used."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return UserFile()
    except OSError as error:
        raise UserFileError(f"it cannot be read: {error.strerror}") from error
    try:
        document = read_yaml(data)
    except YamlRefusedError as error:
        raise UserFileError(str(error)) from error
    try:
        return TypeAdapter(UserFile).validate_python({} if document.value is None else document.value)
    except ValidationError as error:
        found = complaints_about(error, UserFile)
        raise UserFileError("\n".join(f"line {document.line(one.path)}: {one}" for one in found)) from error
