"""What moves together and what does not: files, groups of files, and dependency lines."""

import pytest

from tests.running import planned, words

CLEAN = "from oldlib import Reader\nReader(f).pages\n"
MANIFEST = "Old-Lib==1.9\n"


def test_a_file_moves_only_as_a_whole() -> None:
    plan = planned({"a.py": "from oldlib import Reader\nReader(f).page_count\n", "b.py": CLEAN})
    assert words(plan) == {
        "a.py": ["file_not_fully_migrated", "file_not_fully_migrated", "flag_only_surface"],
        "b.py": ["auto", "auto", "auto"],
    }
    assert [edit.caused_by for edit in plan.edits if edit.path == "a.py"] == [
        ("flag_only_surface",), ("flag_only_surface",), None,
    ]  # fmt: skip
    assert [file.path for file in plan.files] == ["b.py"]


def test_a_member_name_that_is_gone_counts_in_files_that_use_the_library_only() -> None:
    plan = planned(
        {"a.py": "import oldlib\nx.get_text()\n", "b.py": "# oldlib\nx.get_text()\n", "c.py": "x.get_text()\n"}
    )
    assert words(plan) == {"a.py": ["file_not_fully_migrated", "receiver_unresolved"]}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"pdf.py": "from oldlib import Reader\ndef opened(p):\n    return Reader(p)\n", "main.py": "from pdf import opened\nopened(f).page_count\n"},
            {"pdf.py": {"consumer_not_migrated"}, "main.py": {"flag_only_surface"}},
            id="a reader that another file reads a gone member of",
        ),
        pytest.param(
            {"pdf.py": "from oldlib import Reader\ndef opened(p):\n    return Reader(p)\n", "main.py": "from pdf import opened\nopened(f).title\n"},
            {"pdf.py": {"auto"}, "main.py": {"auto"}},
            id="the neighbour: only members that stay",
        ),
        pytest.param(
            {"count.py": "def count(r):\n    return r.page_count\n", "main.py": "from oldlib import Reader\nfrom count import count\ncount(Reader(f))\n"},
            {"count.py": {"flag_only_surface"}, "main.py": {"consumer_not_migrated"}},
            id="a reader handed to a function of another file",
        ),
        pytest.param(
            {"count.py": "def count(r):\n    return r.page_count\n", "main.py": "from oldlib import Reader\nReader(f).title\n"},
            {"main.py": {"auto"}},
            id="the neighbour: nothing is handed out, nothing is imported",
        ),
        pytest.param(
            {"pkg/__init__.py": "", "pkg/a.py": "from oldlib import Reader\n", "pkg/b.py": "from .a import Reader\nReader(f).page_count\n"},
            {"pkg/a.py": {"consumer_not_migrated"}, "pkg/b.py": {"file_not_fully_migrated", "flag_only_surface"}},
            id="a class that is imported on through a package",
        ),
        pytest.param(
            {"compat.py": "import oldlib\n", "main.py": "from compat import oldlib\noldlib.Reader(f)\n"},
            {"compat.py": {"name_used_elsewhere"}, "main.py": {"reached_through_module", "file_not_fully_migrated"}},
            id="the module taken from another file by its old name",
        ),
        pytest.param(
            {"app/pdf.py": "import oldlib\noldlib.Reader(f)\n", "tests/test_pdf.py": "mock.patch('app.pdf.oldlib.Reader')\n"},
            {"app/pdf.py": {"name_used_elsewhere", "file_not_fully_migrated"}, "tests/test_pdf.py": {"reached_by_string"}},
            id="a patch target that goes through the import",
        ),
        pytest.param(
            {"app/pdf.py": "from oldlib import Reader\nReader(f)\n", "tests/test_pdf.py": "mock.patch('app.pdf.Reader')\n"},
            {"app/pdf.py": {"auto"}, "tests/test_pdf.py": {"auto"}},
            id="the neighbour: a patch target whose name does not change",
        ),
        pytest.param(
            {"a.py": "from oldlib import Reader\nfrom b import use\nuse(Reader(f))\n", "b.py": "from oldlib import LegacyReader\ndef use(r): ...\n"},
            {"a.py": {"consumer_not_migrated"}, "b.py": {"flag_only_surface"}},
            id="objects of the new library must not reach a file that keeps the old one",
        ),
        pytest.param(
            {"oldlib/__init__.py": "", "a.py": "import oldlib\n"},
            {"a.py": {"library_vendored"}},
            id="a repository that carries the library itself",
        ),
        pytest.param(
            {"tools/oldlib.py": "", "a.py": "import oldlib\n"},
            {"a.py": {"library_vendored"}},
            id="a module of its name beside scripts",
        ),
        pytest.param(
            {"llms/__init__.py": "", "llms/oldlib.py": "", "a.py": "import oldlib\n"},
            {"a.py": {"auto"}},
            id="the neighbour: a module of its name in a package, which no import of the library means",
        ),
    ],
)  # fmt: skip
def test_files_between_which_objects_travel(files: dict[str, str], expected: dict[str, set[str]]) -> None:
    assert {path: set(found) for path, found in words(planned(files)).items()} == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"a.py": CLEAN, "requirements.txt": MANIFEST}, ["auto"], id="no code needs the old one"),
        pytest.param({"requirements.txt": MANIFEST}, ["auto"], id="no code at all"),
        pytest.param({"a.py": "import oldlib\nf(oldlib)\n", "requirements.txt": MANIFEST}, ["repo_not_fully_migrated"], id="a place is left"),
        pytest.param({"a.py": "import oldlib\nprint 1\n", "requirements.txt": MANIFEST}, ["repo_not_fully_migrated"], id="a file cannot be read"),
        pytest.param({"x/a.py": "import oldlib\nf(oldlib)\n", "x/requirements.txt": "", "y/requirements.txt": MANIFEST}, ["repo_not_fully_migrated"], id="code that no declaring file serves"),
        pytest.param({"x/a.py": "import oldlib\nf(oldlib)\n", "x/requirements.txt": MANIFEST, "y/requirements.txt": MANIFEST}, ["repo_not_fully_migrated", "auto"], id="another project of the repository"),
        pytest.param({"src/a.py": "import oldlib\nf(oldlib)\n", "requirements/base.txt": MANIFEST}, ["repo_not_fully_migrated"], id="a folder of requirements serves what lies beside it"),
        pytest.param({"requirements.txt": "Old-Lib==1.9 --hash=sha256:00\n"}, ["requirement_hashed"], id="a hash"),
        pytest.param({"requirements.txt": "Old-Lib[slow]\n"}, ["extra_unmapped"], id="an extra without counterpart"),
        pytest.param({"requirements.txt": "-e git+https://x.example/y#egg=old_lib\n"}, ["requirement_from_url"], id="a source of its own"),
        pytest.param({"requirements.txt": "old.lib oops\n"}, ["requirement_unreadable"], id="no requirement at all"),
        pytest.param({"requirements.txt": "old-lib\nnewlib\n"}, ["new_library_declared_too"], id="both are declared"),
        pytest.param({"requirements.txt": MANIFEST, "pyproject.toml": '[project]\nname="x"\nversion="1"\nrequires-python=">=3.8"\n'}, ["python_floor_too_low"], id="the project promises an older Python"),
        pytest.param({"requirements.txt": MANIFEST, "pyproject.toml": '[project]\nname="x"\nversion="1"\nrequires-python=">=3.9"\n'}, ["auto"], id="the neighbour: the floor itself"),
        pytest.param({"pyproject.toml": '[project]\ndependencies = ["Old-Lib"\n'}, ["manifest_unreadable"], id="no TOML"),
    ],
)  # fmt: skip
def test_a_pin_moves_when_no_code_needs_the_old_library(files: dict[str, str], expected: list[str]) -> None:
    plan = planned(files)
    assert [w for path, found in words(plan).items() if not path.endswith(".py") for w in found] == expected


def test_every_withheld_row_ends_in_exactly_one_word_about_asking() -> None:
    plan = planned(
        {
            "a.py": "import oldlib\nf(oldlib)\nx.get_text()\nclass A(oldlib.Reader): ...\n",
            "b.py": "import oldlib\nprint 1\n",
            "requirements.txt": MANIFEST,
        }
    )
    assert [(str(row.bail), row.skip or row.not_asked) for row in plan.withheld] == [
        ("file_not_fully_migrated", "atomicity_only"),
        ("module_as_value", "no_provider"),
        ("receiver_unresolved", "no_provider"),
        ("subclassed", "no_provider"),
        ("file_does_not_parse", "not_needs_review"),
        ("repo_not_fully_migrated", "not_a_source_file"),
    ]  # fmt: skip
