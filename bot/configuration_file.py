"""`.obelize.yml` read. Pure: text in, a checked record out, or every problem with its line."""

from pydantic import TypeAdapter, ValidationError

from bot.configuration import Configured, RepositorySettings, refused_configuration
from bot.packs.complaints import complaints_about
from bot.packs.yaml_text import YamlRefusedError, read_yaml

_SETTINGS = TypeAdapter(RepositorySettings)
"""Made here: in the confined child nothing can be brought in any more."""


def read_configuration(data: bytes, known_packs: frozenset[str]) -> Configured:
    """The settings in a file; every problem is one line with its line number, what was expected and what stands."""
    try:
        document = read_yaml(data)
    except YamlRefusedError as error:
        return refused_configuration(str(error))
    if document.value is None:
        return Configured(settings=RepositorySettings.defaults(), problems=())
    if not isinstance(document.value, dict):
        return refused_configuration("line 1: expected keys and values, such as `paused: true`")
    try:
        settings = _SETTINGS.validate_python(document.value)
    except ValidationError as error:
        found = complaints_about(error, RepositorySettings)
        return refused_configuration(*(f"line {document.line(complaint.path)}: {complaint}" for complaint in found))
    named = [("packs", name) for name in settings.packs or ()]
    named += [("client_names", name) for name in settings.client_names]
    unknown = [(key, name) for key, name in named if name not in known_packs]
    if unknown:
        there = ", ".join(sorted(known_packs))
        return refused_configuration(
            *(f"line {document.line((key,))}: {key}: expected one of {there}; found {name!a}" for key, name in unknown)
        )
    return Configured(settings=settings, problems=())
