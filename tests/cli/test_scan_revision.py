"""`obelize scan --rev`: a commit is read through git objects, and the repository stays as it is."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import MOVES, Ran, Run
from tests.source.git_repositories import Repo, Trap


def paths(ran: Ran) -> set[str]:
    assert ran.exit_code == 0
    return {row["path"] for row in json.loads(ran.out)["findings"]}


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file of the folder, git's own among them, with its time and bytes; folders with their time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (path.lstat().st_mtime_ns, data)
    return found


def test_the_commit_is_scanned_and_not_what_stands_in_the_folder(obelize: Run, shop: Repo) -> None:
    (shop.path / "shop/pages.py").unlink()
    shop.write("new.py", MOVES)
    assert paths(obelize("scan", shop.path, "--rev", "HEAD", "--json")) == {
        "requirements.txt",
        "shop/pages.py",
        "tools/merge.py",
    }
    assert "new.py" in paths(obelize("scan", shop.path, "--json"))


def test_any_name_of_a_commit_will_do(obelize: Run, shop: Repo) -> None:
    first = shop.git("rev-parse", "HEAD")
    shop.git("tag", "-a", "-m", "one", "v1")
    shop.git("switch", "--quiet", "-c", "more")
    shop.write("more.py", MOVES)
    shop.commit()
    for name in (first, first[:10], "v1", "main", "HEAD~1", "more^"):
        assert "more.py" not in paths(obelize("scan", shop.path, "--rev", name, "--json"))
    assert "more.py" in paths(obelize("scan", shop.path, "--rev", "more", "--json"))


def test_a_clean_folder_and_its_commit_are_the_same_bytes(obelize: Run, shop: Repo) -> None:
    assert obelize("scan", shop.path, "--json").out == obelize("scan", shop.path, "--rev", "main", "--json").out
    assert obelize("scan", shop.path, "--sarif").out == obelize("scan", shop.path, "--rev", "main", "--sarif").out


def test_the_configuration_is_that_of_the_commit(obelize: Run, shop: Repo) -> None:
    shop.commit(__obelize__yml=b"exclude: [tools/]\n")
    shop.write(".obelize.yml", b"exclude: [shop/]\n")
    assert paths(obelize("scan", shop.path, "--rev", "HEAD", "--json")) == {"requirements.txt", "shop/pages.py"}
    assert paths(obelize("scan", shop.path, "--rev", "HEAD~1", "--json")) > {"shop/pages.py", "tools/merge.py"}


def test_nothing_in_the_repository_is_touched(obelize: Run, shop: Repo) -> None:
    before = state(shop.path)
    for options in ([], ["--json"], ["--sarif"], ["--fail-on", "eligible"]):
        obelize("scan", shop.path, "--rev", "main", *options)
        obelize("scan", shop.path, "--rev", "nowhere", *options)
    assert state(shop.path) == before


def test_nothing_that_the_repository_names_is_started(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    trap = Trap.set_in(tmp_path)
    trap.named_by(shop)
    assert paths(obelize("scan", shop.path, "--rev", "main", "--json"))
    obelize("scan", shop.path, "--rev", "main", "--sarif")
    assert not trap.sprung


def test_a_bare_repository_needs_no_checkout(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    shop.git("clone", "--quiet", "--bare", str(shop.path), str(bare))
    before = state(bare)
    assert obelize("scan", bare, "--rev", "main", "--json").out == obelize("scan", shop.path, "--json").out
    assert state(bare) == before


def test_a_folder_of_the_repository_is_scanned_alone(obelize: Run, shop: Repo) -> None:
    shop.write("tools/new.py", MOVES)
    assert paths(obelize("scan", shop.path / "tools", "--rev", "main", "--json")) == {"merge.py"}


def test_the_next_step_is_named_where_it_can_be_taken(obelize: Run, shop: Repo) -> None:
    assert "Next: `obelize fix`" in obelize("scan", shop.path).out
    assert "Next:" not in obelize("scan", shop.path, "--rev", "main").out


def test_save_keeps_a_run_folder_that_names_the_commit(obelize: Run, shop: Repo) -> None:
    shop.write("new.py")
    ran = obelize("scan", shop.path, "--rev", "main", "--save", "--fail-on", "eligible")
    assert ran.exit_code == 4
    latest = (shop.path / ".obelize/latest").read_text().strip()
    run = json.loads((shop.path / ".obelize/runs" / latest / "run.json").read_text())
    assert run["git"] == {"sha": shop.git("rev-parse", "main"), "branch": None, "dirty": False}
    assert run["exit_code"] == 4


@pytest.mark.parametrize("name", ["nowhere", "-x", "--all", "main:shop", "0" * 40, "", "a\nb", "main..more", "ü"])
def test_what_names_no_commit_is_one_clear_sentence(obelize: Run, shop: Repo, name: str) -> None:
    ran = obelize("scan", shop.path, f"--rev={name}")
    assert (ran.exit_code, ran.out) == (2, "")
    assert f"has no commit {name!a}. Name a branch, a tag or a commit" in ran.err
    assert ran.err.count("\n") == 1


def test_a_folder_that_the_commit_does_not_have_is_one_sentence(obelize: Run, shop: Repo) -> None:
    shop.write("later/app.py", MOVES)
    ran = obelize("scan", shop.path / "later", "--rev", "main")
    assert (ran.exit_code, ran.out) == (2, "")
    assert "The commit 'main' has no folder later." in ran.err
    assert ran.err.count("\n") == 1


def test_a_folder_outside_of_git_has_no_commits(obelize: Run, tmp_path: Path) -> None:
    ran = obelize("scan", tmp_path, "--rev", "main")
    assert (ran.exit_code, ran.out) == (2, "")
    assert "lies in no git repository" in ran.err


def test_a_bare_repository_keeps_no_run_folder(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    shop.git("clone", "--quiet", "--bare", str(shop.path), str(bare))
    before = state(bare)
    ran = obelize("scan", bare, "--rev", "main", "--save")
    assert (ran.exit_code, ran.out) == (2, "")
    assert "Leave out --save" in ran.err
    assert state(bare) == before
