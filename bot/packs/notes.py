"""The notes beside a pack, `notes.yaml`: facts about the migration, each with the page that makes it true.

They ground a critic; a run without one reads none of them.
"""

from pydantic import TypeAdapter, ValidationError

from bot.models.arc import Note
from bot.models.light_record import LightRecord
from bot.packs.complaints import complaints_about
from bot.packs.loaded import PackError
from bot.packs.yaml_text import YamlRefusedError, read_yaml

FILE_NAME = "notes.yaml"


class Notes(LightRecord):
    """The file."""

    notes: tuple[Note, ...]

    def __post_init__(self) -> None:
        ids = [note.id for note in self.notes]
        if len(set(ids)) != len(ids):
            raise ValueError("each id once")


def read_notes(data: bytes) -> tuple[Note, ...]:
    """The notes of a file, none for an empty one; raises PackError naming each problem."""
    if not data.strip():
        return ()
    try:
        document = read_yaml(data)
        return TypeAdapter(Notes).validate_python(document.value).notes
    except YamlRefusedError as error:
        raise PackError((f"{FILE_NAME}: {error}",)) from error
    except ValidationError as error:
        found = complaints_about(error, Notes)
        raise PackError(tuple(f"{FILE_NAME}: line {document.line(one.path)}: {one}" for one in found)) from error
