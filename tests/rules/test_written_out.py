"""Functions of the old library that stand in the file afterwards, and uses of them for which they do not.

That they do the same is shown by `tests/wire/programs/openai/helpers_written_out`.
"""

import pytest

from bot.packs.loader import bundled_packs
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.kinds import parameter_models
from tests.rules.rewriting import rewritten, words

(SURFACE,) = (
    SurfaceIndex(each.pack) for each in bundled_packs(parameter_models()) if each.pack.id == "openai/openai-0-to-1"
)
TAKEN = "from openai.embeddings_utils import cosine_similarity\n"


def test_the_function_calls_a_module_as_the_file_does() -> None:
    """The imports that it needs are there already, so that the line goes; a line's end stays what it is in the file."""
    before = f"import numpy as np\n{TAKEN}\nprint(cosine_similarity(np.ones(1), b=[1.0]))\n"
    after = (
        "import numpy as np\n\n\ndef cosine_similarity(a, b):\n"
        "    return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))\n\n\n"
        "print(cosine_similarity(np.ones(1), b=[1.0]))\n"
    )
    assert rewritten(before.encode(), SURFACE) == after.encode()
    windows = before.replace("\n", "\r\n")
    assert rewritten(windows.encode(), SURFACE) == after.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(f"numpy = None\n{TAKEN}", id="a module's name stands for something else"),
        pytest.param(f"x = 1\n{TAKEN}", id="the import is not at the head"),
        pytest.param(f"try:\n    {TAKEN}except ImportError:\n    pass\n", id="the import may fail"),
        pytest.param("from openai.embeddings_utils import cosine_similarity as near\n", id="another name"),
        pytest.param(f"{TAKEN}cosine_similarity = print\n", id="the name is bound again"),
        pytest.param(f"{TAKEN}compare = cosine_similarity\n", id="a use whose calls are not seen"),
        pytest.param(f"{TAKEN}cosine_similarity(*both)\n", id="arguments that are not seen"),
        pytest.param("from openai.embeddings_utils import aget_embedding\n", id="a function that stays gone"),
        pytest.param("from openai.embeddings_utils import get_embedding\nget_embedding('t', user='u')\n", id="an argument more"),
        pytest.param("from openai.embeddings_utils import *\n", id="names that are not written out"),
    ],
)  # fmt: skip
def test_what_is_not_understood_stays(code: str) -> None:
    """With a word, whichever says more."""
    assert words(code.encode(), SURFACE)
