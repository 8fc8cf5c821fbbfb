"""Every withheld row ends in exactly one of: a question, a skip word, a word for why this run did not ask."""

import ast
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.consult.context import CONTEXT_LINE_LIMIT, CONTEXT_MARGIN
from bot.consult.prompt import request_body
from bot.consult.provider import Exchange, ProviderError, Reply
from bot.consult.records import NOTHING_WRITTEN, Asked, Judged, model_document, records
from bot.models.consultation import Consultation
from bot.models.outcome import PlanOutcome
from bot.models.run import Withheld
from bot.plan.asking import unasked
from bot.vocabulary import Bail, ConsultSkip, NotAsked, ProviderFailure, ProviderName
from tests.demo_pack import PACK, SHARED
from tests.running import ran

HEADS = (
    "import oldlib\n",
    "from oldlib import Reader\n",
    "from oldlib import *\n",
    "import bothlib\n",
    "import oldlib, bothlib\n",
)
LINES = (
    "Reader(f).pages",
    "Reader(f).page_count",
    "x.get_text()",
    "oldlib.LegacyReader(f)",
    "r = oldlib.Reader(f)",
    "r.page_at(2)",
    "getattr(oldlib, f)",
    "bothlib.Chat.create()",
    "bothlib.api_key",
    "'oldlib.Reader'",
    "print(1)",
)
PATHS = ("a.py", "pkg/b.py", "c.pyi", "setup.py", "d.py", "tests/e.py")
MANIFESTS = (
    "Old-Lib==1.9\n",
    "bothlib<2\n",
    "bothlib>=2\n",
    "Old-Lib>=1 ; python_version<'3'\n",
    "-e git+https://x/Old-Lib\n",
)


@st.composite
def sources(draw: st.DrawFn) -> str:
    """A file: its imports, and lines in functions of any length."""
    text = "".join(draw(st.lists(st.sampled_from(HEADS), min_size=1, max_size=2)))
    for number in range(draw(st.integers(0, 3))):
        gap = "    f = 1\n" * draw(st.sampled_from([0, 1, 30, 100]))
        lines = draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=4))
        body = gap.join(f"    {line}\n" for line in lines)
        text += draw(st.sampled_from(["", "\n"])) + f"def f{number}(f, x, r):\n{body}{gap}"
    if draw(st.booleans()):
        text += "".join(f"{line}\n" for line in draw(st.lists(st.sampled_from(LINES), max_size=3)))
    return text if draw(st.integers(0, 9)) else text + "def (\n"


REPOSITORIES = st.builds(
    lambda code, manifest: {**code, **({"requirements.txt": manifest} if manifest else {})},
    st.dictionaries(st.sampled_from(PATHS), sources(), min_size=1, max_size=4),
    st.none() | st.lists(st.sampled_from(MANIFESTS), max_size=2).map("".join),
)
PACKS = st.sampled_from([(PACK,), (SHARED.pack,), (PACK, SHARED.pack)])
MANY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@MANY
@given(files=REPOSITORIES, packs=PACKS)
def test_withheld_is_asked_and_skipped_and_not_asked(files: dict[str, str], packs: tuple[object, ...]) -> None:
    plan = ran(files, packs, asking=True).plan  # type: ignore[arg-type]
    assert plan is not None
    words = Counter("asked" if row.asked else "skipped" if row.skip else "not asked" for row in plan.withheld)
    assert sum(words.values()) == plan.counts.withheld == len(plan.withheld)
    assert words["asked"] == len(plan.consultations)
    for row in plan.withheld:
        assert [row.asked, row.skip, row.not_asked].count(None) == 2
    asked = [row for row in plan.withheld if row.asked is not None]
    assert [row.asked for row in asked] == list(range(1, len(asked) + 1)), "numbered in document order"
    for row, question in zip(asked, plan.consultations, strict=True):
        holds_its_own(row, question, files[row.path])
    for row in plan.withheld:
        assert row.skip in expected_words(row, files[row.path])
        assert (row.not_asked is NotAsked.COUPLED_PACK) <= (SHARED.pack in packs)
        assert (row.not_asked is NotAsked.TWO_PACKS) <= (len(packs) == 2)
        assert row.not_asked in {None, NotAsked.COUPLED_PACK, NotAsked.TWO_PACKS}


def holds_its_own(row: Withheld, question: Consultation, text: str) -> None:
    """A question is about its row, and what is sent stands in the file."""
    assert (question.index, question.row_id, question.path) == (row.asked, row.row_id, row.path)
    assert (question.line, question.symbol, question.bail) == (row.line, row.symbol, row.bail)
    first, last = question.context.start_line, question.context.end_line
    assert first <= row.line <= last
    assert last - first < CONTEXT_LINE_LIMIT
    assert question.context.text == "\n".join(text.split("\n")[first - 1 : last])


def expected_words(row: Withheld, text: str) -> set[ConsultSkip | None]:
    """What may become of the row's status, file, word and length, by the design's own order."""
    if row.path.endswith((".txt", ".pyi")) or row.symbol is None or row.bail is Bail.RULE_FAILED:
        return {ConsultSkip.NOT_NEEDS_REVIEW, ConsultSkip.NOT_A_SOURCE_FILE}
    if row.path == "setup.py" and row.skip is ConsultSkip.NOT_A_SOURCE_FILE:
        return {ConsultSkip.NOT_A_SOURCE_FILE}
    later = {
        Bail.FILE_NOT_FULLY_MIGRATED: ConsultSkip.ATOMICITY_ONLY,
        Bail.FLAG_ONLY_SURFACE: ConsultSkip.PACK_REFUSED,
        Bail.CONFIGURE_CONSUMED_ELSEWHERE: ConsultSkip.CONSUMED_ELSEWHERE,
        Bail.CONSUMER_NOT_MIGRATED: ConsultSkip.CONSUMED_ELSEWHERE,
        Bail.NAME_USED_ELSEWHERE: ConsultSkip.CONSUMED_ELSEWHERE,
    }.get(row.bail)
    if later is not None:
        return {ConsultSkip.NOT_NEEDS_REVIEW, later}
    fits = 2 * CONTEXT_MARGIN + 1 + longest_function(text) <= CONTEXT_LINE_LIMIT
    return {ConsultSkip.NOT_NEEDS_REVIEW, None} | (set() if fits else {ConsultSkip.CONTEXT_TOO_LARGE})


def longest_function(text: str) -> int:
    """In lines: no group of what belongs together within one function is longer."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return max([0, *((node.end_lineno or 0) - node.lineno + 1 for node in functions)])


@MANY
@given(files=REPOSITORIES, packs=PACKS)
def test_without_a_provider_the_words_are_the_same_but_for_length(
    files: dict[str, str], packs: tuple[object, ...]
) -> None:
    """No context is built, so that nobody knows whether it would be too large."""
    asking = ran(files, packs, asking=True).plan  # type: ignore[arg-type]
    silent = ran(files, packs).plan  # type: ignore[arg-type]
    assert asking is not None
    assert silent is not None
    assert silent.consultations == ()
    for one, other in zip(asking.withheld, silent.withheld, strict=True):
        pure = one.skip if one.skip is not ConsultSkip.CONTEXT_TOO_LARGE else None
        assert (other.skip, other.not_asked) == (pure, None if pure else NotAsked.NO_PROVIDER)
        assert (one.row_id, one.bail) == (other.row_id, other.bail)
    assert unasked(asking).withheld == silent.withheld


FAILED = ProviderError(ProviderFailure.ENDPOINT_REFUSED, "503")
ENDINGS = st.lists(st.sampled_from([Reply(None, None, (1, 2)), FAILED]), min_size=30, max_size=30)


@MANY
@given(files=REPOSITORIES, endings=ENDINGS)
def test_every_withheld_row_has_one_record(files: dict[str, str], endings: list[Reply | ProviderError]) -> None:
    plan = ran(files, asking=True).plan
    assert plan is not None
    judged = [
        Judged(Exchange(question, request_body(question, "m"), endings[number % len(endings)]))
        for number, question in enumerate(plan.consultations)
    ]
    asked = Asked(ProviderName.OPENAI_COMPAT, "host", "m")
    kept = list(records(judged, NOTHING_WRITTEN, asked))
    summary = model_document(judged, NOTHING_WRITTEN, asked, plan.withheld)
    assert [one.index for one in kept] == list(range(1, summary.consulted + 1))
    assert summary.consulted + len(summary.skipped) == plan.counts.withheld
    told = Counter([row_of(plan, one.index) for one in kept] + [one.row_id for one in summary.skipped])
    assert told == Counter(row.row_id for row in plan.withheld)


def row_of(plan: PlanOutcome, number: int) -> str:
    """The row that was asked about under a number."""
    (row,) = (row for row in plan.withheld if row.asked == number)
    return row.row_id


def test_rows_of_one_file_end_differently() -> None:
    files = {"a.py": "from oldlib import Reader\ndef f(f, x):\n    Reader(f).page_count\n    x.get_text()\n"}
    plan = ran(files, asking=True).plan
    assert plan is not None
    assert {row.skip for row in plan.withheld} == {ConsultSkip.ATOMICITY_ONLY, ConsultSkip.PACK_REFUSED, None}
