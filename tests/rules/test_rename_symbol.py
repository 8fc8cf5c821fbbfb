"""rename_symbol: names, the imports they come from, their calls, and the neighbours that must stay.

The pack of PyPDF2 serves as the example; that what is written means the same is shown by `tests/wire`.
"""

import pytest

from bot.packs.surface import SurfaceIndex
from tests.packs.measured import pack
from tests.rules.rewriting import rewritten, words

SURFACE = SurfaceIndex(pack())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(f)", "from pypdf import PdfReader\nPdfReader(f, strict=True)", id="a class and its use"),
        pytest.param("from PyPDF2 import PdfFileReader as R\nR(f)", "from pypdf import PdfReader as R\nR(f, strict=True)", id="an alias stays"),
        pytest.param("from PyPDF2 import PdfFileReader as PdfReader\nPdfReader(f)", "from pypdf import PdfReader\nPdfReader(f, strict=True)", id="an alias that is the new name"),
        pytest.param("import PyPDF2\nPyPDF2.PdfFileReader(f)", "import pypdf\npypdf.PdfReader(f, strict=True)", id="behind the module"),
        pytest.param("import PyPDF2 as p\np.PdfFileReader(f)", "import pypdf as p\np.PdfReader(f, strict=True)", id="behind an alias of the module"),
        pytest.param("import PyPDF2\nPyPDF2.pdf.PdfFileWriter()", "import pypdf\npypdf.PdfWriter()", id="a shorter path"),
        pytest.param("from PyPDF2.utils import PdfReadError", "from pypdf.errors import PdfReadError", id="a module that moved"),
        pytest.param("from PyPDF2.pdf import PdfFileReader, ContentStream", "from pypdf.generic import ContentStream\nfrom pypdf import PdfReader", id="names that part"),
        pytest.param("def g():\n    from PyPDF2.pdf import ContentStream as C, PdfFileWriter\n    return PdfFileWriter()", "def g():\n    from pypdf.generic import ContentStream as C\n    from pypdf import PdfWriter\n    return PdfWriter()", id="names that part, indented"),
        pytest.param("from PyPDF2 import PdfFileWriter, PdfFileMerger\nPdfFileMerger()", "from pypdf import PdfWriter\nPdfWriter()", id="two names that became one"),
        pytest.param("from PyPDF2 import (\n    PdfFileReader,  # reads\n    PdfFileWriter,\n)", "from pypdf import (\n    PdfReader,  # reads\n    PdfWriter,\n)", id="several lines with comments"),
        pytest.param("try:\n    from PyPDF2 import PdfFileReader\nexcept ImportError:\n    PdfFileReader = None", "try:\n    from pypdf import PdfReader as PdfFileReader\nexcept ImportError:\n    PdfFileReader = None", id="a name that is bound twice keeps its name here"),
        pytest.param("from PyPDF2 import PdfFileReader\nPdfReader = f\nPdfFileReader(f)", "from pypdf import PdfReader as PdfFileReader\nPdfReader = f\nPdfFileReader(f, strict=True)", id="a new name that is taken"),
        pytest.param("from PyPDF2 import PdfFileReader\ndef g(r: 'list[PdfFileReader]'): ...", "from pypdf import PdfReader as PdfFileReader\ndef g(r: 'list[PdfFileReader]'): ...", id="an annotation in quotes"),
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(f, False)", "from pypdf import PdfReader\nPdfReader(f, False)", id="strict by position"),
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(f, warndest=None)", "from pypdf import PdfReader\nPdfReader(f, strict=True)", id="an argument that is gone"),
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(\n    f,\n)", "from pypdf import PdfReader\nPdfReader(\n    f, strict=True\n)", id="a comma at the end"),
        pytest.param("from PyPDF2 import PdfFileMerger\nPdfFileMerger(strict=False)", "from pypdf import PdfWriter\nPdfWriter()", id="all arguments gone"),
        pytest.param("from PyPDF2.utils import PdfReadError\ntry: f()\nexcept (PdfReadError, OSError): pass", "from pypdf.errors import PdfReadError\ntry: f()\nexcept (PdfReadError, OSError): pass", id="a handler"),
    ],
)  # fmt: skip
def test_rewrites(before: str, after: str) -> None:
    assert rewritten(f"{before}\n".encode(), SURFACE) == f"{after}\n".encode()


@pytest.mark.parametrize(
    ("code", "word"),
    [
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(*f)", "use_not_rewritable", id="unpacked arguments"),
        pytest.param("from PyPDF2 import PdfFileReader\nPdfFileReader(f, warndest=f)", "use_not_rewritable", id="an argument that is gone and not a constant"),
        pytest.param("from PyPDF2 import PdfFileWriter\nPdfFileWriter(f)", "use_not_rewritable", id="an argument that means something else"),
        pytest.param("from PyPDF2 import PdfFileReader\nclass R(PdfFileReader): ...", "subclassed", id="a base class"),
        pytest.param("import PyPDF2\nPyPDF2.PdfFileReader = f", "library_patched", id="a name that is replaced"),
        pytest.param("from PyPDF2 import PdfFileReader\nR = PdfFileReader if f else f.Other\nR(f)", "use_not_rewritable", id="perhaps another class"),
        pytest.param("x = 1; from PyPDF2.pdf import PdfFileReader, ContentStream", "use_not_rewritable", id="names that part, behind a statement"),
        pytest.param("from PyPDF2.pdf import (PdfFileReader,  # reads\n  ContentStream)", "use_not_rewritable", id="names that part around a comment"),
        pytest.param("try:\n    from PyPDF2 import PdfFileReader\nexcept ImportError:\n    from pyPdf import PdfFileReader", "import_has_fallback", id="one of several alternatives"),
        pytest.param("from unittest.mock import patch\npatch('PyPDF2.PdfFileReader')", "reached_by_string", id="a name in a string"),
    ],
)  # fmt: skip
def test_leaves(code: str, word: str) -> None:
    assert word in words(f"{code}\n".encode(), SURFACE)
