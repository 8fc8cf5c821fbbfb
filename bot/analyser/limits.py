"""What the analyser may use: time, memory, and bytes under way. Numbers only."""

from bot.models.struct import Frozen

MEBIBYTE = 1024 * 1024


class Limits(Frozen):
    """Limits of one analyser.

    `seconds`: wall time of a job that names none of its own. `start_seconds`: wall time until a child is ready.
    `memory_bytes`: address space of a child beyond what it holds once everything is imported.
    `cpu_seconds`: processor time of a child, kept by the kernel; a child is replaced before honest jobs could use it
    up, so that it ends what nobody supervises any more. `jobs_per_child`: a child is replaced after so many.
    `document_bytes`, `payload_bytes`: the JSON and the raw bytes that an answer may hold.
    `look_ahead_jobs`, `look_ahead_bytes`: how much of its input a run may hold beyond the answer that is due.
    """

    seconds: float = 20.0
    start_seconds: float = 60.0
    memory_bytes: int = 1024 * MEBIBYTE
    cpu_seconds: int = 300
    jobs_per_child: int = 5_000
    document_bytes: int = 8 * MEBIBYTE
    payload_bytes: int = 64 * MEBIBYTE
    look_ahead_jobs: int = 256
    look_ahead_bytes: int = 32 * MEBIBYTE
