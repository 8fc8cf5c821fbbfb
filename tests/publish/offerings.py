"""An offering as a run leaves it, with what a test wants to be different."""

from typing import Any

from bot.models.forge import CheckReport
from bot.models.names import CommitSha, PackId, RowId, RunId
from bot.models.offering import (
    OFFERING_VERSION,
    OfferedFile,
    OfferedPack,
    OfferedProposal,
    Offering,
    OpenQuestion,
    OutcomeCount,
    WordCount,
)
from bot.vocabulary import Bail, Conclusion, ProposalOutcome

HEAD = CommitSha("1a2b3c4d" * 5)
PACK = PackId("py-pdf/pypdf2-to-pypdf")


def proposal(number: int = 1, **more: Any) -> OfferedProposal:
    """A proposal for a line of a file of its own."""
    values: dict[str, Any] = {
        "number": number,
        "row_id": RowId(f"{number:016x}"),
        "pack": PACK,
        "path": f"app/read_{number}.py",
        "mode": "100644",
        "line": 5,
        "symbol": "PyPDF2.PdfReader.getPage",
        "bail": Bail.RECEIVER_UNRESOLVED,
        "first": 5,
        "last": 5,
        "replaces": "    return reader.getPage(0)",
        "replacement": "    return reader.pages[0]",
        "deletes": False,
        "rationale": "pages is what getPage became.",
        "before_sha256": "b" * 64,
        "after_sha256": "a" * 64,
        "fingerprint": f"{number:064x}",
        "suggestible": True,
    }
    return OfferedProposal(**{**values, **more})


def question(key: str = "client-home", *allowed: str) -> OpenQuestion:
    """A question that waits."""
    return OpenQuestion(
        key=key,
        sentence="From which module do files take their client?",
        allowed=allowed or ("leave", "app/clients.py"),
    )


def offering(*proposals: OfferedProposal, **more: Any) -> Offering:
    """What a run over a bump offers."""
    values: dict[str, Any] = {
        "version": OFFERING_VERSION,
        "run_id": RunId("20261130T142530Z-3f9a1c72"),
        "repository": "octo/app",
        "pull": 7,
        "head_sha": HEAD,
        "base_sha": CommitSha("0" * 40),
        "relevant": True,
        "quiet": False,
        "conclusion": Conclusion.WAITS_FOR_PERSON,
        "report": CheckReport(title="title", summary="summary", text=None),
        "packs": (OfferedPack(id=PACK, version="1.0.0", old="PyPDF2", new="pypdf"),),
        "moved_pins": ("requirements.txt",),
        "actionable": 9 + len(proposals),
        "rewritten": 8,
        "withheld": 1 + len(proposals),
        "files_with_rows": 4,
        "files": (
            OfferedFile(path="app/a.py", mode="100644", before_sha256="1" * 64, after_sha256="2" * 64, packs=(PACK,), rows=8),
        ),
        "proposals": proposals,
        "questions": (),
        "left": (
            *([WordCount(word=Bail.RECEIVER_UNRESOLVED, places=len(proposals))] if proposals else []),
            WordCount(word=Bail.SYMBOL_UNKNOWN, places=1),
        ),
        "asked": (OutcomeCount(outcome=ProposalOutcome.NOT_APPLIED, questions=len(proposals)),) if proposals else (),
        "model": "tiny" if proposals else None,
        "model_host": "127.0.0.1:11434" if proposals else None,
    }  # fmt: skip
    return Offering(**{**values, **more})
