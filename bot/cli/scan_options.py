"""What `obelize scan` was told, apart from the scan, which takes long to be imported."""

from bot.models.struct import Frozen
from bot.vocabulary import ScanStatus


class ScanOptions(Frozen):
    """What the command line says. `jobs` None leaves the number of analyser processes to the machine."""

    packs: tuple[str, ...] = ()
    revision: str | None = None
    jobs: int | None = None
    as_json: bool = False
    as_sarif: bool = False
    save: bool = False
    fail_on: frozenset[ScanStatus] = frozenset()
    plain: bool = False
    cached: bool = True
