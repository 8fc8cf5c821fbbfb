"""What is asked of the analyser, and every way in which that can end.

match outcome:
    case Done(result, payloads): ...
    case Died() | Refused(): ...        # the file's fault: analyser_died
    case TimedOut(): ...                # the file's fault: analyser_timed_out
    case Raised(exception, place): ...  # a fault of ours, or a job that lets an error of its file escape
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from bot.analyser.protocol import Document
from bot.models.light_record import LightRecord
from bot.models.struct import Frozen, anew

Result = TypeVar("Result", bound=LightRecord)
_Result_co = TypeVar("_Result_co", bound=LightRecord, covariant=True)


class Job(Frozen, Generic[_Result_co]):
    """One question about some bytes.

    `name` is a job of the analyser's registry; `shape` is the record that its result must fit; `payloads` are contents
    of files; `seconds` is the wall time it may take, None for the analyser's own limit.
    """

    name: str
    shape: type[_Result_co]
    parameters: Document = anew(dict)
    payloads: Sequence[bytes] = ()
    seconds: float | None = None

    @property
    def weight(self) -> int:
        """Bytes of the payloads."""
        return sum(map(len, self.payloads))


class Done(Frozen, Generic[_Result_co]):
    """The job ended. The result fits the job's shape and is otherwise as trustworthy as the file."""

    result: _Result_co
    payloads: tuple[bytes, ...]


class Raised(Frozen):
    """The job raised: the class of the exception, and where in our code (`bot/scan/facts.py:120`)."""

    exception: str
    place: str


class Died(Frozen):
    """The child ended under the job: killed by `signal`, or with `exit_code`; `memory` when it had none left."""

    signal: int | None
    exit_code: int | None
    memory: bool


class TimedOut(Frozen):
    """The job was not done after so many seconds of wall time, and its child was killed."""

    seconds: float


class Refused(Frozen):
    """What came back is not an answer: broken framing, over a limit, of another shape. Its child was killed."""

    why: str


Failure = Died | TimedOut | Refused
Outcome = Done[Result] | Raised | Failure
