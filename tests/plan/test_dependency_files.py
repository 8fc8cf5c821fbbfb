"""Dependency files of every form through a whole plan: what is rewritten, what is withheld with which word, and where
only one distribution has both sides. What each form means is cited at its reader in `bot/scan/manifests`.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Generator
from textwrap import dedent

import pytest

from bot.configuration import default_config
from bot.models.finding import PackStamp
from bot.models.outcome import Outcome
from bot.models.want import Answer, Search, SearchResult, Want
from bot.packs.loader import load_pack
from bot.pipeline import RunRequest, run
from bot.rules.engine.kinds import parameter_models
from bot.source.memory import MemoryTree
from bot.vocabulary import FindingKind, LimitationCode, RunMode
from tests.demo_pack import PACK, SURFACE, TEXT
from tests.running import Files, ran, words

STAMP = PackStamp(id=PACK.id, version=PACK.version, sha256="0" * 64)

ONE_NAME = load_pack(TEXT.replace(b"distribution: Old-Lib", b"distribution: NewLib"), parameter_models())
"""A library whose two sides are releases of one distribution; the new one begins at 2."""


def moved(path: str, text: str) -> str:
    """The text of a dependency file after the plan, in which every row of it is rewritten."""
    outcome = ran({path: dedent(text)})
    assert outcome.plan is not None
    assert set(words(outcome.plan)[path]) == {"auto"}
    (written,) = outcome.plan.written
    return written.after.decode()


@pytest.mark.parametrize(("mark", "codec"), [(BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")])
def test_a_file_of_a_windows_shell_keeps_its_encoding(mark: bytes, codec: str) -> None:
    text = "rich==13.0\r\nold-lib>=1\r\nsix\r\n"
    outcome = ran({"requirements.txt": mark + text.encode(codec)})
    assert outcome.plan is not None
    (written,) = outcome.plan.written
    assert written.after == mark + moved("requirements.txt", text).encode(codec)


def rows(files: Files) -> list[tuple[str, int, str]]:
    """Path, line and last word of every row that is no mention."""
    outcome = ran({path: dedent(text) if isinstance(text, str) else text for path, text in files.items()})
    assert outcome.plan is not None
    return [(edit.path, edit.line, str(edit.reason or "auto")) for edit in outcome.plan.edits]


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        pytest.param("requirements.txt", "Old-Lib[fast]==1.9 ; python_version > '3'  # why\n", "newlib[quick]==2.4 ; python_version > '3'  # why\n", id="a pin with extra, marker and comment"),
        pytest.param("requirements.txt", "a\nold_lib \\\n  >=1 \\\n\nb\n", "a\nnewlib>=2,<3 \\\n\nb\n", id="a line that goes on"),
        pytest.param("requirements/dev.in", "old.lib~=1.2\r\nb\r\n", "newlib>=2,<3\r\nb\r\n", id="a compiled file's source, with CRLF"),
        pytest.param("constraints.txt", "OLD-LIB<2\n", "newlib>=2,<3\n", id="constraints"),
        pytest.param("pyproject.toml", "[build-system]\nrequires = ['old-lib']\n", "[build-system]\nrequires = ['newlib>=2,<3']\n", id="PEP 518"),
        pytest.param("pyproject.toml", "[dependency-groups]\na = [{include-group = 'b'}, 'old-lib==1']\nb = []\n", "[dependency-groups]\na = [{include-group = 'b'}, 'newlib==2.4']\nb = []\n", id="PEP 735"),
        pytest.param("pyproject.toml", "[tool.poetry.dependencies]\npython = '^3.9'\nOld-Lib = \"^1.2\" # why\n", "[tool.poetry.dependencies]\npython = '^3.9'\nnewlib = \">=2,<3\" # why\n", id="Poetry"),
        pytest.param("pyproject.toml", "[tool.poetry.dev-dependencies]\nold_lib = '1.9'\n", "[tool.poetry.dev-dependencies]\nnewlib = '2.4'\n", id="Poetry, an exact version as it writes them"),
        pytest.param("pyproject.toml", "[tool.poetry.group.t.dependencies]\nold-lib = { version = '~1', optional = true }\n", "[tool.poetry.group.t.dependencies]\nnewlib = { version = '>=2,<3', optional = true }\n", id="Poetry, a group and an inline table"),
        pytest.param("pyproject.toml", "[tool.poetry.dependencies.Old-Lib] # why\nversion = '*'\nmarkers = \"sys_platform == 'linux'\"\n", "[tool.poetry.dependencies.newlib] # why\nversion = '>=2,<3'\nmarkers = \"sys_platform == 'linux'\"\n", id="Poetry, a table with a header"),
        pytest.param("pyproject.toml", "[tool.poetry.dependencies]\nold-lib = {version = '^1', optional = true}\n[tool.poetry.extras]\npdf = ['other', 'Old_Lib']\n", "[tool.poetry.dependencies]\nnewlib = {version = '>=2,<3', optional = true}\n[tool.poetry.extras]\npdf = ['other', 'newlib']\n", id="Poetry, an extra that names the dependency"),
        pytest.param("pyproject.toml", "[tool.uv]\ndev-dependencies = ['old-lib']\nconstraint-dependencies = ['old-lib<2']\n", "[tool.uv]\ndev-dependencies = ['newlib>=2,<3']\nconstraint-dependencies = ['newlib>=2,<3']\n", id="uv"),
        pytest.param("pyproject.toml", "[tool.pdm.dev-dependencies]\nt = ['old-lib']\n", "[tool.pdm.dev-dependencies]\nt = ['newlib>=2,<3']\n", id="PDM"),
        pytest.param("pyproject.toml", "[tool.hatch.envs.t]\nextra-dependencies = ['old-lib']\n", "[tool.hatch.envs.t]\nextra-dependencies = ['newlib>=2,<3']\n", id="Hatch"),
        pytest.param("Pipfile", "[packages]\nold-lib = '*'\n[dev-packages]\n\"Old_Lib\" = {version = '==1.9', index = 'x'}\n", "[packages]\nnewlib = '>=2,<3'\n[dev-packages]\n\"newlib\" = {version = '==2.4', index = 'x'}\n", id="Pipfile"),
        pytest.param("setup.cfg", "[options]\ninstall_requires =\n    # old-lib\n    Old-Lib>=1 ; python_version > '3'\n\n    b\n[options.extras_require]\nx = b; old_lib==1\n", "[options]\ninstall_requires =\n    # old-lib\n    newlib>=2,<3 ; python_version > '3'\n\n    b\n[options.extras_require]\nx = b; newlib==2.4\n", id="setup.cfg"),
        pytest.param("setup.py", "from setuptools import setup\nNEEDS = [\n    'b',\n    \"Old-Lib>=1\",\n]\nsetup(install_requires=NEEDS, extras_require={'x': ['old_lib==1']}, keywords=['old-lib'])\n", "from setuptools import setup\nNEEDS = [\n    'b',\n    \"newlib>=2,<3\",\n]\nsetup(install_requires=NEEDS, extras_require={'x': ['newlib==2.4']}, keywords=['old-lib'])\n", id="setup.py, a list by name, and what is no dependency"),
        pytest.param("environment.yml", "dependencies:\n  - pip\n  - pip:\n    - Old-Lib==1.9  # why\n    - \"old_lib>1\"\n", "dependencies:\n  - pip\n  - pip:\n    - newlib==2.4  # why\n    - \"newlib>=2,<3\"\n", id="conda's pip list"),
        pytest.param("pyproject.toml", "\ufeff[project]\r\ndependencies = [\r\n  'Old-Lib', # ü\r\n]\r\n", "\ufeff[project]\r\ndependencies = [\r\n  'newlib>=2,<3', # ü\r\n]\r\n", id="a byte order mark, CRLF and letters beyond ASCII"),
    ],
)  # fmt: skip
def test_a_declaration_is_rewritten_and_nothing_else(path: str, before: str, after: str) -> None:
    assert moved(path, before) == after


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"requirements.txt": "old-lib==1 \\\n  --hash=sha256:00\n"}, [("requirements.txt", 1, "requirement_hashed")], id="hashes on a line that goes on"),
        pytest.param({"requirements.txt": "-e git+https://x.example/Old-Lib.git@v1\n"}, [("requirements.txt", 1, "requirement_from_url")], id="an editable source without #egg="),
        pytest.param({"requirements.txt": "https://x.example/Old_Lib-1.9-py3-none-any.whl\n./libs/old-lib\nold-lib @ file:///x\n"}, [("requirements.txt", line, "requirement_from_url") for line in (1, 2, 3)], id="a wheel, a path, a direct reference"),
        pytest.param({"requirements.txt": "old-lib==${VERSION}\n"}, [("requirements.txt", 1, "requirement_unreadable")], id="a version from the environment"),
        pytest.param({"requirements.txt": "# \u0a05\nold-lib>=1\n".encode("utf-16")}, [("requirements.txt", 2, "declaration_not_rewritable")], id="UTF-16 with a letter that holds a line's end"),
        pytest.param({"pyproject.toml": "[project]\ndependencies = [\"old-lib\\u003e=1\"]\n"}, [("pyproject.toml", 2, "declaration_not_rewritable")], id="TOML with escapes"),
        pytest.param({"pyproject.toml": "[project]\ndependencies = ['old-lib']\n[tool.uv.sources]\nOld_Lib = {path = 'x'}\n"}, [("pyproject.toml", 2, "requirement_from_url")], id="uv, a source of its own"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\nold-lib = {git = 'https://x.example'}\n"}, [("pyproject.toml", 2, "requirement_from_url")], id="Poetry, a source of its own"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\nold-lib = [{version='^1', python='<3.9'}, {version='^1.5', python='>=3.9'}]\n"}, [("pyproject.toml", 2, "declaration_not_rewritable")], id="Poetry, several constraints"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\nold-lib = {version = '^1', extras = ['fast']}\n"}, [("pyproject.toml", 2, "declaration_not_rewritable")], id="Poetry, extras that would change"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\nold-lib = {path = 'x'}\n[tool.poetry.extras]\nx = ['old-lib']\n"}, [("pyproject.toml", 2, "requirement_from_url"), ("pyproject.toml", 4, "requirement_from_url")], id="Poetry, an extra whose dependency stays"),
        pytest.param({"Pipfile": "[packages]\nold-lib = '1.x'\n"}, [("Pipfile", 2, "declaration_not_rewritable")], id="Pipfile, no specifier"),
        pytest.param({"setup.py": "from setuptools import setup\nsetup(install_requires=['old-lib'] + more)\n"}, [("setup.py", 2, "declaration_computed")], id="setup.py, a sum"),
        pytest.param({"setup.py": "from setuptools import setup\nNEEDS = ['old-lib']\nNEEDS.append('b')\nsetup(install_requires=NEEDS)\n"}, [("setup.py", 2, "declaration_computed")], id="setup.py, a list that changes"),
        pytest.param({"setup.py": "from setuptools import setup\nsetup(install_requires=[f'old-lib=={v}'])\n"}, [("setup.py", 2, "declaration_computed")], id="setup.py, a version that is put in"),
        pytest.param({"setup.py": "from setuptools import setup\nNAME = 'old-lib'\nsetup(name=NAME, packages=['old-lib'])\n"}, [], id="setup.py of the library itself"),
        pytest.param({"setup.py": "from setuptools import setup\nsetup(install_requires=['old-lib' '>=1'])\n"}, [("setup.py", 2, "declaration_not_rewritable")], id="setup.py, text in two pieces"),
        pytest.param({"setup.py": "import oldlib\nfrom setuptools import setup\nsetup(install_requires=['old-lib'])\n"}, [("setup.py", 1, "auto"), ("setup.py", 3, "used_in_the_same_file")], id="setup.py that uses the library itself"),
        pytest.param({"setup.py": "print 'x'\nsetup(install_requires=['old-lib'])\n"}, [("setup.py", 1, "manifest_unreadable")], id="setup.py of Python 2"),
        pytest.param({"setup.py": "print 'oldlib'\nsetup(install_requires=['old-lib'])\n"}, [("setup.py", 1, "file_does_not_parse")], id="the same, told once"),
        pytest.param({"environment.yml": "dependencies:\n  - conda-forge::old-lib=1.9\n  - old-lib[version='<2']\n"}, [("environment.yml", 2, "conda_package"), ("environment.yml", 3, "requirement_unreadable")], id="conda packages"),
        pytest.param({"environment.yml": "dependencies: [pip, {pip: [old-lib]}]\n"}, [("environment.yml", 1, "declaration_not_rewritable")], id="a YAML flow that the new text would break"),
        pytest.param({"tox.ini": "[testenv]\ndeps =\n    py{38,39}: old-lib>1\n    b\ncommands = python -m pip install old_lib\n"}, [("tox.ini", 3, "manifest_not_edited"), ("tox.ini", 5, "manifest_not_edited")], id="tox"),
        pytest.param({"Dockerfile": "FROM x\n# pip install old-lib\nRUN apt-get update && \\\n    # old-lib\n    pip install --no-cache-dir b \\\n    'old-lib[fast]==1' && echo old-lib\nRUN [\"pip3\", \"install\", \"old_lib\"]\n"}, [("Dockerfile", 6, "manifest_not_edited"), ("Dockerfile", 7, "manifest_not_edited")], id="a Dockerfile"),
        pytest.param({".github/workflows/ci.yml": "env: {x: old-lib}\njobs:\n  t:\n    steps:\n      - run: |\n          echo old-lib\n          uv pip install 'old-lib>1'\n      - run: >\n          pip install\n          b old_lib\n"}, [(".github/workflows/ci.yml", 7, "manifest_not_edited"), (".github/workflows/ci.yml", 10, "manifest_not_edited")], id="a workflow, also folded"),
        pytest.param({"requirements.txt": "old-lib\n", "poetry.lock": "[[package]]\nname = \"b\"\n\n[[package]]\nname = \"old-lib\"\nversion = \"1.9\"\n"}, [("poetry.lock", 5, "lock_file_outdated"), ("requirements.txt", 1, "auto")], id="a lock file in TOML"),
        pytest.param({"requirements.txt": "old-lib\n", "Pipfile.lock": '{"_meta": {}, "default": {},\n"develop": {\n  "old-lib": {"version": "==1.9"}}}'}, [("Pipfile.lock", 3, "lock_file_outdated"), ("requirements.txt", 1, "auto")], id="a lock file in JSON"),
        pytest.param({"uv.lock": "[[package]]\nname = \"old-lib\"\nversion = \"1.9\"\n"}, [], id="a lock file alone: another package brings it in"),
        pytest.param({"a.py": "# oldlib\n", "pylock.toml": "[[packages]]\nname = \"old-lib\"\nversion = \"1.9\"\n"}, [], id="nor with a mere mention"),
        pytest.param({"a.py": "import oldlib\n", "pdm.lock": "[[package]]\nname = \"old-lib\"\nversion = \"1.9\"\n"}, [("a.py", 1, "auto"), ("pdm.lock", 2, "lock_file_outdated")], id="the neighbour: code that uses it"),
        pytest.param({"requirements.txt": "-r deps/base\n", "deps/base": "-r ../requirements.txt\n-c pins\nold-lib\n", "deps/pins": "old-lib==1\n", "other": "old-lib\n"}, [("deps/base", 3, "auto"), ("deps/pins", 1, "auto")], id="included files whatever their name, in a circle"),
        pytest.param({"Dockerfile": "RUN pip install -r needs.pip\n", "needs.pip": "old-lib\n"}, [("needs.pip", 1, "auto")], id="a file that a Dockerfile installs from"),
        pytest.param({"Pipfile": "[packages]\nold-lib = '*'\n[requires]\npython_version = '3.8'\n"}, [("Pipfile", 2, "python_floor_too_low")], id="the Python of a Pipfile"),
        pytest.param({"requirements.txt": "old-lib\n", "setup.cfg": "[options]\npython_requires = >=3.8.1\n"}, [("requirements.txt", 1, "python_floor_too_low")], id="the Python of setup.cfg"),
        pytest.param({"requirements.txt": "old-lib\n", "setup.py": "from setuptools import setup\nsetup(python_requires='>=3.6')\n"}, [("requirements.txt", 1, "python_floor_too_low")], id="the Python of setup.py"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\npython = '^3.8'\nold-lib = '*'\n"}, [("pyproject.toml", 3, "python_floor_too_low")], id="the Python of Poetry"),
        pytest.param({"pyproject.toml": "[tool.poetry.dependencies]\npython = '^3.9'\nold-lib = '*'\n"}, [("pyproject.toml", 3, "auto")], id="the neighbour: the floor itself"),
        pytest.param({"a.py": "import oldlib\nf(oldlib)\n", "setup.cfg": "[options]\ninstall_requires = old-lib\n"}, [("a.py", 1, "file_not_fully_migrated"), ("a.py", 2, "module_as_value"), ("setup.cfg", 2, "repo_not_fully_migrated")], id="a declaration waits for the code"),
        pytest.param({"x/a.py": "import oldlib\nf(oldlib)\n", "Dockerfile": "RUN pip install old-lib\n", "y/requirements.txt": "old-lib\n"}, [("Dockerfile", 1, "manifest_not_edited"), ("x/a.py", 1, "file_not_fully_migrated"), ("x/a.py", 2, "module_as_value"), ("y/requirements.txt", 1, "repo_not_fully_migrated")], id="a Dockerfile serves no code"),
    ],
)  # fmt: skip
def test_what_stays_has_its_word(files: dict[str, str | bytes], expected: list[tuple[str, int, str]]) -> None:
    assert rows(files) == expected


def test_a_string_that_declares_is_no_mention_as_well() -> None:
    outcome = ran(
        {"setup.py": "from setuptools import setup\nsetup(install_requires=['oldlib', 'old-lib'])\n# oldlib\n"}
    )
    assert [(found.line, found.kind) for found in outcome.scan.findings] == [(2, FindingKind.MANIFEST), (3, FindingKind.TEXT_MENTION)]  # fmt: skip


# ---- one distribution on both sides


@pytest.mark.parametrize(
    ("path", "text", "after"),
    [
        ("requirements.txt", "newlib==1.9\n", "newlib==2.4\n"),
        ("requirements.txt", "NewLib<2 ; python_version > '3'\n", "newlib>=2,<3 ; python_version > '3'\n"),
        ("requirements.txt", "newlib~=1.2\nnewlib\n", "newlib>=2,<3\nnewlib\n"),
        ("pyproject.toml", "[tool.poetry.dependencies]\nnewlib = '^1.9'\n", "[tool.poetry.dependencies]\nnewlib = '>=2,<3'\n"),
    ],
)  # fmt: skip
def test_a_line_that_leaves_the_new_releases_out_gets_the_new_specifier(path: str, text: str, after: str) -> None:
    outcome = ran({path: text}, (ONE_NAME,))
    assert outcome.plan is not None
    assert [written.after.decode() for written in outcome.plan.written] == [after]


USES = {"a.py": "from oldlib import Reader\nReader(f).title\n"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("requirements.txt", "newlib\n"), ("requirements.txt", "newlib>=0.27\n"), ("requirements.txt", "newlib==2.1\n"),
        ("requirements.txt", "newlib==2.4 --hash=sha256:00\n"), ("requirements.txt", "newlib<=2\n"), ("requirements.txt", "newlib>=3\n"),
        ("requirements.txt", "newlib @ https://x.example/y\n"), ("pyproject.toml", "[tool.poetry.dependencies]\nnewlib = '^1.9 || ^2'\n"),
        ("environment.yml", "dependencies: [newlib=2.1]\n"), ("Pipfile", "[packages]\nnewlib = '*'\n"), ("setup.cfg", "[options]\ninstall_requires = newlib>1\n"),
    ],
)  # fmt: skip
def test_a_line_that_admits_a_new_release_is_no_finding_and_declares_it(path: str, text: str) -> None:
    outcome = ran({path: text, **USES}, (ONE_NAME,))
    assert {found.path for found in outcome.scan.findings} == {"a.py"}
    assert outcome.scan.limitations == ()


@pytest.mark.parametrize("text", ["newlib==2.1\n", "newlib<2.2\n", "newlib>=2\n"])
def test_a_release_between_the_old_ones_and_the_measured_ones_is_new_and_told(text: str) -> None:
    """The line of a dependency bump: it stays as it is, and what the rules were measured on is said."""
    text_of_pack = TEXT.replace(b"distribution: Old-Lib", b"distribution: NewLib")
    later = text_of_pack.replace(b'specifier: ">=2,<3"', b'specifier: ">=2.2,<3"').replace(b"[2.0, 2.4]", b"[2.2, 2.4]")
    outcome = ran({"requirements.txt": text, **USES}, (load_pack(later, parameter_models()),))
    assert {found.path for found in outcome.scan.findings} == {"a.py"}
    told = [] if text == "newlib>=2\n" else [(LimitationCode.RELEASE_NOT_MEASURED, "requirements.txt")]
    assert [(one.code, one.path) for one in outcome.scan.limitations] == told


@pytest.mark.parametrize(
    ("path", "text", "word"),
    [
        ("requirements.txt", "newlib==1.9 --hash=sha256:00\n", "requirement_hashed"),
        ("requirements.txt", "newlib==$V\n", "requirement_unreadable"),
        ("environment.yml", "dependencies: [newlib=1.9]\n", "conda_package"),
        ("Dockerfile", "RUN pip install 'newlib<2' newlib\n", "manifest_not_edited"),
        ("setup.py", "from setuptools import setup\nsetup(install_requires=['newlib<2'] + x)\n", "declaration_computed"),
    ],
)  # fmt: skip
def test_a_line_that_leaves_them_out_and_cannot_move_has_its_word(path: str, text: str, word: str) -> None:
    outcome = ran({path: text}, (ONE_NAME,))
    assert outcome.plan is not None
    assert words(outcome.plan) == {path: [word]}


def test_a_lock_file_that_holds_a_new_release_is_no_finding() -> None:
    lock = '[[package]]\nname = "newlib"\nversion = "{}"\n'
    files = {"new/uv.lock": lock.format("2.4"), "old/uv.lock": lock.format("1.9"), **USES}
    outcome = ran(files, (ONE_NAME,))
    assert {found.path for found in outcome.scan.findings} == {"a.py", "old/uv.lock"}


# ---- what is said beside the rows


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"pyproject.toml": "[tool.pixi.pypi-dependencies]\nold-lib = '*'\n"}, [("library_named_elsewhere", "pyproject.toml")], id="a table that is not read"),
        pytest.param({"pyproject.toml": "[[tool.mypy.overrides]]\nmodule = 'oldlib.*'\n"}, [("library_named_elsewhere", "pyproject.toml")], id="a tool's settings"),
        pytest.param({"pyproject.toml": "[project]\nname = 'x'\ndescription = 'uses oldlib'\nkeywords = ['old-lib']\n"}, [("old_library_not_declared", None)], id="the neighbour: what a project says of itself"),
        pytest.param({"pyproject.toml": "[project]\ndependencies = ['other[oldlib,old-lib]>=1']\n"}, [("old_library_not_declared", None)], id="the neighbour: an extra of another distribution"),
        pytest.param({"noxfile.py": "session.install('old-lib')\n"}, [("form_not_read_yet", "noxfile.py")], id="a form that is not read"),
        pytest.param({"Dockerfile": "ENV OLDLIB_KEY=x\n"}, [("old_library_not_declared", None)], id="a setting of the library in a Dockerfile"),
        pytest.param({"requirements.txt": "b\n"}, [("old_library_not_declared", None)], id="nothing"),
    ],
)  # fmt: skip
def test_what_is_no_declaration_is_named_where_it_may_matter(
    files: dict[str, str], expected: list[tuple[str, str | None]]
) -> None:
    outcome = ran({**files, **USES})
    assert [(str(found.code), found.path) for found in outcome.scan.limitations] == expected


def test_code_that_moves_where_only_a_reported_line_declares_is_said() -> None:
    outcome = ran({"requirements.txt": "old-lib --hash=sha256:00\n", "Dockerfile": "RUN pip install old-lib\n", **USES})
    assert [(found.code, found.path) for found in outcome.scan.limitations] == [
        (LimitationCode.NEW_LIBRARY_NOT_DECLARED, "requirements.txt")
    ]


def test_a_lone_lock_file_or_no_name_at_all_starts_no_analysis() -> None:
    """A child process is started only for an `Analyse`; a repository that never names the library costs a search."""
    files = {"requirements.txt": b"-r base\n", "base": b"b\n", "pyproject.toml": b"[", "uv.lock": b'name = "old-lib"'}
    pipeline = run(RunRequest(RunMode.PLAN, ((SURFACE, STAMP),), True, MemoryTree(files).listing(), default_config()))
    searched, outcome = only_searched(pipeline, hit="uv.lock", includes={"requirements.txt": frozenset({"base"})})
    assert outcome.scan.findings == ()
    assert {"requirements.txt", "base", "pyproject.toml", "uv.lock"} <= searched


def only_searched(
    pipeline: Generator[Want, Answer, Outcome], *, hit: str, includes: dict[str, frozenset[str]]
) -> tuple[set[str], Outcome]:
    """The paths that a pipeline searches, in one of which the name stands; it must not want anything else."""
    searched: set[str] = set()
    try:
        want = next(pipeline)
        while True:
            assert isinstance(want, Search)
            searched |= set(want.paths)
            hits = {path: frozenset({b"old-lib"}) for path in want.paths if path == hit}
            named = {path: found for path, found in includes.items() if path in want.includes}
            want = pipeline.send(SearchResult(hits, (), named))
    except StopIteration as finished:
        outcome: Outcome = finished.value
    return searched, outcome
