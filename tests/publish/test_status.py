"""The status comment, word for word (`tests/golden/`): what a run offers, and what became of it since."""

from typing import Any

import pytest
from markdown_it import MarkdownIt

from bot.models.offering import OfferedFinding, OfferedProposal, OfferedScreening, OfferedTurn, Offering
from bot.publish.status import AnswerShown, CommitShown, PlaceState, PullAddress, Status, status_of
from bot.render import render_text
from bot.vocabulary import (
    AmendmentRefusal,
    CommitKind,
    CriticCheck,
    OfferState,
    RelayKind,
    Stage,
    VerifyReason,
    VerifyStatus,
)
from tests.golden_files import assert_golden
from tests.publish.offerings import HEAD, offering, proposal, question

ADDRESS = PullAddress(web_url="https://github.example", full_name="octo/app", pull=7)
DETAILS = "https://obelize.example/runs/1"
ASKED = (question(), question("raise-python", "leave", "raise"))
HOSTILE = "a|b`<img src=x>` @octo #1 [x](javascript:y) ![p](https://evil.example/p.png) <!-- -->"


def status(one: Offering, *places: tuple[OfferedProposal, OfferState, int | None, str | None], **more: Any) -> Status:
    known = {p.fingerprint: PlaceState(state=s, comment_id=c, decided_by=by) for p, s, c, by in places}
    return status_of(
        one,
        known,
        more.get("commits", ()),
        more.get("answers", ()),
        ADDRESS,
        DETAILS,
        f"{DETAILS}/files/model/turn.txt",
    )


def text(of: Status) -> str:
    return render_text("comment/status.md.j2", status=of)


def commit(**more: Any) -> CommitShown:
    values: dict[str, Any] = {
        "sha": "f" * 40,
        "kind": CommitKind.ACCEPT,
        "speaker": "maintainer",
        "numbers": (1, 3),
        "verdict": None,
        "verdict_reason": None,
        "record_url": "https://obelize.example/runs/2",
    }
    return CommitShown(**{**values, **more})


ONE, TWO, THREE, FOUR = (proposal(number) for number in range(1, 5))
WAITS, TAKEN, DECLINED = OfferState.OFFERED, OfferState.ACCEPTED, OfferState.REJECTED
PLAIN = {"actionable": 8, "withheld": 0, "left": ()}


FOUND = OfferedFinding(check=CriticCheck.TEXT_LOST, text="getPage", why=HOSTILE, confirmed=True)
AMENDED = OfferedScreening(
    applied=("declare/pypdf: requirements.txt", f"{HOSTILE} is left out"),
    refused=(AmendmentRefusal.EVIDENCE_NOT_THERE,),
    lines=('"declare/pypdf": "requirements.txt"',),
    skipped=None,
)


def turn(**more: Any) -> OfferedTurn:
    values: dict[str, Any] = {
        "kind": RelayKind.AWAITING,
        "stage": Stage.STRATEGY,
        "turn": "0123456789abcdef",
        "prompt": f"turn: 0123456789abcdef\n\n```\n{HOSTILE}\n```\n",
        "ungrounded": False,
        "symbols": ("PyPDF2.PdfReader.getPage",),
        "refused": None,
    }
    return OfferedTurn(**{**values, **more})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("bump", status(offering(**PLAIN)), id="a bump that rules migrate as a whole"),
        pytest.param("left", status(offering()), id="places left, and no model"),
        pytest.param(
            "nothing",
            status(offering(actionable=0, rewritten=0, withheld=0, left=(), files=(), packs=())),
            id="nothing is left",
        ),
        pytest.param(
            "proposals",
            status(
                offering(ONE, TWO, THREE, FOUR),
                (ONE, WAITS, 501, None),
                (TWO, WAITS, None, None),
                (THREE, TAKEN, 503, "maintainer"),
                (FOUR, DECLINED, None, "maintainer"),
            ),
            id="proposals: a suggestion, a patch, an accepted and a declined one",
        ),
        pytest.param(
            "deletion",
            status(offering(proposal(first=5, last=7, replaces="a\nb\nc", replacement="", deletes=True))),
            id="lines taken out",
        ),
        pytest.param(
            "questions",
            status(offering(questions=ASKED), answers=(AnswerShown("old-key", "leave", "maintainer"),)),
            id="questions and an answer",
        ),
        pytest.param("turn", status(offering(turn=turn())), id="a turn of the relay"),
        pytest.param(
            "turn_long",
            status(offering(turn=turn(stage=Stage.CRITIC, prompt=None, ungrounded=True))),
            id="a turn that is a file, and ungrounded",
        ),
        pytest.param(
            "turn_gap",
            status(offering(turn=turn(kind=RelayKind.GAP, turn=None, prompt=None))),
            id="notes that are about something else",
        ),
        pytest.param(
            "turn_gate",
            status(offering(turn=turn(kind=None, turn=None, prompt=None, refused="The stage critic is not for it."))),
            id="the operator's gate",
        ),
        pytest.param(
            "amended",
            status(offering(proposal(1, findings=(FOUND,)), screening=AMENDED)),
            id="an amended plan, and what a critic found",
        ),
        pytest.param(
            "broken",
            status(
                offering(**PLAIN),
                commits=(
                    commit(verdict=VerifyStatus.PASS, kind=CommitKind.APPLY, numbers=()),
                    commit(sha=HEAD, verdict=VerifyStatus.FAIL, verdict_reason=VerifyReason.CHECK_BROKEN),
                ),
            ),
            id="a commit that broke the repository's own checks",
        ),
    ],
)
def test_the_words(name: str, shown: Status) -> None:
    assert_golden(f"status_{name}.md", text(shown))


def test_what_strangers_wrote_does_nothing() -> None:
    hostile = proposal(path=HOSTILE, replaces=HOSTILE, replacement=f"```\n{HOSTILE}", rationale=f"````\n{HOSTILE}")
    one = offering(
        hostile,
        questions=(question(HOSTILE, HOSTILE),),
        moved_pins=(HOSTILE,),
        model=HOSTILE,
        model_host=HOSTILE,
    )
    said = {"commits": (commit(speaker=HOSTILE),), "answers": (AnswerShown(HOSTILE, HOSTILE, HOSTILE),)}
    shown = text(status(one, **said)) + text(status(one, (hostile, DECLINED, None, HOSTILE), **said))
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(shown)
    assert "<img" not in page
    links = [part.split('"')[0] for part in page.split('href="')[1:]]
    assert all(link.startswith(("https://github", "https://obelize.example/")) for link in links)


def test_a_path_becomes_one_address() -> None:
    address = ADDRESS.lines(HEAD, "a b/ü#?.py", 5, 7)
    assert address == f"https://github.example/octo/app/blob/{HEAD}/a%20b/%C3%BC%23%3F.py#L5-L7"


def test_it_fits_into_a_comment_however_much_there_is() -> None:
    """GITHUB.md §9: at most 65,000 characters; what is longer still is cut when it is posted."""
    many = [proposal(n, replacement="x" * 2_000, rationale="y" * 5_000, path=f"{'d' * 120}/{n}.py") for n in range(90)]
    shown = text(
        status(
            offering(*many, questions=tuple(question(f"{'k' * 60}{n}", *(["v" * 60] * 9)) for n in range(40))),
            commits=[commit(numbers=tuple(range(30)))] * 90,
            answers=[AnswerShown("k" * 60, "v" * 60, "m")] * 90,
        )
    )
    assert len(shown.encode()) < 65_000
    assert "and 70 more on [the run page]" in shown
