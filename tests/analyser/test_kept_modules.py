"""What is kept is run later without opening anything; what cannot be kept is imported at once."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot.analyser.kept_modules import KeptModules

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    folder = tmp_path / "kept_sample"
    (folder / "inner").mkdir(parents=True)
    (folder / "no_package").mkdir()
    for name in ("__init__.py", "inner/__init__.py", "no_package/stray.py"):
        (folder / name).touch()
    (folder / "one.py").write_text("from kept_sample.inner.two import VALUE\nWHERE = __file__\n")
    (folder / "inner" / "two.py").write_text("VALUE = 2\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    for name in ("one", "inner", "inner.two"):
        importlib.import_module(f"kept_sample.{name}")
    for name in [name for name in sys.modules if name.startswith("kept_sample.")]:
        del sys.modules[name]
    return importlib.import_module("kept_sample")


def kept(package: ModuleType) -> KeptModules:
    found = KeptModules()
    found.keep(package)
    return found


def test_kept_modules_run_when_they_are_needed_and_their_files_are_gone(
    package: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kept(package)
    assert "kept_sample.one" not in sys.modules
    folder = Path(package.__path__[0])
    for path in [*folder.rglob("*.py"), *folder.rglob("*.pyc")]:
        path.unlink()
    monkeypatch.setattr(sys, "meta_path", [found])
    one = importlib.import_module("kept_sample.one")
    assert (2, str(folder / "one.py")) == (one.VALUE, one.WHERE)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("kept_sample.no_package.stray")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("kept_sample.three")


@pytest.mark.parametrize("change", ["touched", "longer", "cut", "gone"])
def test_old_or_missing_code_is_imported_at_once(package: ModuleType, change: str) -> None:
    source = Path(package.__path__[0]) / "inner" / "two.py"
    compiled = Path(importlib.util.cache_from_source(str(source)))
    if change == "touched":
        os.utime(source, (1, 1))
    elif change == "longer":
        before = source.stat()
        source.write_text("VALUE = 22\n")
        os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif change == "cut":
        compiled.write_bytes(b"\0")
    else:
        compiled.unlink()
    kept(package)
    assert (22 if change == "longer" else 2) == sys.modules["kept_sample.inner.two"].VALUE


def test_a_child_can_run_every_rule_with_what_it_has_before_it_is_confined() -> None:
    """Whatever a rule imports from elsewhere has to be there already."""
    code = (
        "import sys; import bot.analyser.child; from bot.analyser.jobs import REGISTRY, jobs_of; "
        "from bot.analyser.preload import kept_modules, warm_up; from bot.analyser.run_setup import setup; "
        "from bot.rules.engine.kinds import rule_kinds; "
        "jobs_of(REGISTRY, setup((), ['app.py'], rewriting=False, configured=False)); warm_up(); "
        "assert not [name for name in sys.modules if name.startswith('bot.rules.rename')]; "
        "sys.meta_path[:] = [kept_modules()]; rule_kinds()"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
