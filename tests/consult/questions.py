"""Questions as the pipeline makes them, for tests."""

from hashlib import sha256

from bot.models.consultation import Consultation, Context
from bot.models.names import PackId, RowId
from bot.vocabulary import Bail


def question(index: int = 1, text: str = "a = lib.call()\nb = a", line: int = 1) -> Consultation:
    """About one line of a file of two."""
    return Consultation(
        index=index,
        row_id=RowId(f"row-{index}"),
        pack=PackId("some/pack"),
        path=f"app{index}.py",
        line=line,
        symbol="lib.call",
        bail=Bail.SYMBOL_UNKNOWN,
        context=Context(start_line=1, end_line=2, text=text, sha256=sha256(text.encode()).hexdigest()),
        limitations=("It is not the same.",),
        to_modules=("newlib",),
        before_sha256=sha256(text.encode()).hexdigest(),
    )
