"""What the analyser says of one dependency file; apart from the readers, which the process that asks does without."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.scan.facts import Judgement, Replacement, Row
from bot.vocabulary import Bail

LONGEST_SHOWN = 200
"""Characters of a line that are kept to be shown."""

Shown = Annotated[str, Bounds(max_length=LONGEST_SHOWN)]
Line = Annotated[int, Bounds(ge=1, le=1 << 31)]


class SeenLine(LightRecord):
    """A declaration as it stands: its line and text, and whether it asks for the old library (else for the new one)."""

    line: Line
    text: Shown
    old: bool


class SeenPython(LightRecord):
    """What the project promises about Python, as it is written; `line` is null where its place is not certain."""

    line: Line | None
    text: Shown


class ManifestOffer(LightRecord):
    """What could be written into one dependency file, each proven by itself; null where it cannot be said exactly.

    `declaration` declares the new library; `python` raises the lowest Python that is promised (empty where nothing has
    to change); `older_classifiers` tells that classifiers name Pythons below the new floor.
    """

    declaration: Replacement | None = None
    python: tuple[Replacement, ...] | None = None
    older_classifiers: bool = False


class ManifestFacts(LightRecord):
    """One dependency file, one pack.

    `declares_new`: it declares the new distribution, where both have one name in a release after those of the old
    library; `not_measured`: none of these releases is of the pack's range or later; `holds_old`: it declares the old
    distribution in no release after those of the old library; `lowest_python`: the lowest Python below the pack's floor
    that the project promises; `declared` and `pythons`: the lines of both libraries, and what is promised of Python;
    `names_old`: it could not be read and holds the old distribution's name;
    `named_elsewhere`: the name stands in it in a place that is no declaration, and it declares nothing of the library.
    """

    rows: tuple[Row, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    declares_new: bool = False
    not_measured: bool = False
    holds_old: bool = False
    lowest_python: str | None = None
    declared: tuple[SeenLine, ...] = ()
    pythons: tuple[SeenPython, ...] = ()
    names_old: bool = False
    named_elsewhere: bool = False
    failed: Bail | None = None
