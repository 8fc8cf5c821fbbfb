"""What the analyser says of one dependency file; apart from the readers, which the process that asks does without."""

from bot.models.record import Record
from bot.scan.facts import Judgement, Row
from bot.vocabulary import Bail


class ManifestFacts(Record):
    """One dependency file, one pack.

    `declares_new`: it declares the new distribution, where both have one name in a release after those of the old
    library; `not_measured`: none of these releases is of the pack's range or later; `holds_old`: it declares the old
    distribution in no release after those of the old library; `lowest_python`: the lowest Python below the pack's floor
    that the project promises; `names_old`: it could not be read and holds the old distribution's name;
    `named_elsewhere`: the name stands in it in a place that is no declaration, and it declares nothing of the library.
    """

    rows: tuple[Row, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    declares_new: bool = False
    not_measured: bool = False
    holds_old: bool = False
    lowest_python: str | None = None
    names_old: bool = False
    named_elsewhere: bool = False
    failed: Bail | None = None
