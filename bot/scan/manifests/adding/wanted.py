"""What is to be declared."""

from bot.models.struct import Frozen


class Wanted(Frozen):
    """A distribution, and a specifier by PEP 440 that Poetry and pipenv read as well."""

    distribution: str
    specifier: str

    @property
    def requirement(self) -> str:
        """The dependency by PEP 508, with which every reader of one begins."""
        return f"{self.distribution}{self.specifier}"
