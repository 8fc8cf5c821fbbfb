"""What reading a dependency file gives, whatever its form."""

from bot.models.struct import Frozen
from bot.scan.manifests.declaration import Declaration


class Promise(Frozen):
    """On which Pythons the project promises to run: as a specifier (PEP 440), and as it is written."""

    specifier: str
    written: str


class Reading(Frozen):
    """The declarations of the wanted distributions in the order of the file.

    `named_elsewhere` are strings and keys of the file beside its declarations, in which a name may stand that matters.
    """

    declarations: tuple[Declaration, ...] = ()
    pythons: tuple[Promise, ...] = ()
    named_elsewhere: tuple[str, ...] = ()


class UnreadableManifest(Exception):  # noqa: N818 - it is an answer, not an accident
    """The text is not a document of its form."""
