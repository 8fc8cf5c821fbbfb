"""What reading a dependency file gives, whatever its form."""

from dataclasses import dataclass

from bot.scan.manifests.requirement import Declaration


@dataclass(frozen=True, slots=True)
class Reading:
    """The declarations of the wanted distributions in the order of the file.

    `pythons` are the specifiers (PEP 440) of the Pythons that the project promises. `named_elsewhere` are strings and
    keys of the file beside its declarations, in which a name may stand that matters.
    """

    declarations: tuple[Declaration, ...] = ()
    pythons: tuple[str, ...] = ()
    named_elsewhere: tuple[str, ...] = ()


class UnreadableManifest(Exception):  # noqa: N818 - it is an answer, not an accident
    """The text is not a document of its form."""
