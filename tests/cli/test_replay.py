"""`obelize replay`: a run folder is proof only if its patch can be made again from the commit."""

from pathlib import Path

from tests.cli.conftest import Run
from tests.source.git_repositories import Repo


def _fixed(obelize: Run, repo: Repo, folder: str = ".") -> Path:
    obelize("fix", repo.path / folder)
    home = repo.path / folder / ".obelize"
    return home / "runs" / (home / "latest").read_text().strip()


def test_the_same_commit_gives_the_same_patch(obelize: Run, shop: Repo) -> None:
    run_folder = _fixed(obelize, shop)
    shop.commit(later__py=b"import PyPDF2\n")
    ran = obelize("replay", run_folder)
    assert ran.exit_code == 0
    assert ran.out.startswith("The same patch: ")


def test_a_run_over_a_part_of_the_repository_is_made_again_over_that_part(obelize: Run, shop: Repo) -> None:
    ran = obelize("replay", _fixed(obelize, shop, "shop"))
    assert (ran.exit_code, ran.err) == (0, "")


def test_an_unpacked_run_folder_finds_the_clone_that_is_named(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    moved = tmp_path / "downloaded"
    _fixed(obelize, shop).rename(moved)
    assert obelize("replay", moved, "--repo", shop.path).exit_code == 0
    ran = obelize("replay", moved, "--repo", tmp_path)
    assert ran.exit_code == 2
    assert "name a clone with --repo" in ran.err


def test_a_patch_that_was_changed_is_noticed(obelize: Run, shop: Repo) -> None:
    run_folder = _fixed(obelize, shop)
    with (run_folder / "patch.diff").open("ab") as patch:
        patch.write(b"\n")
    ran = obelize("replay", run_folder)
    assert ran.exit_code == 2
    assert "patch.diff does not have the hash in run.json" in ran.err


def test_a_run_over_uncommitted_files_cannot_be_made_again(obelize: Run, shop: Repo) -> None:
    shop.write("new.py", b"import PyPDF2\n")
    ran = obelize("replay", _fixed(obelize, shop))
    assert ran.exit_code == 2
    assert "cannot be made again" in ran.err


def test_a_scan_has_no_patch_to_make_again(obelize: Run, shop: Repo) -> None:
    obelize("scan", shop.path, "--save")
    ran = obelize("replay", shop.path / ".obelize/runs" / (shop.path / ".obelize/latest").read_text().strip())
    assert ran.exit_code == 2
    assert "only scanned" in ran.err


def test_a_clone_without_the_commit_is_named(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    run_folder = _fixed(obelize, shop)
    other = Repo.new(tmp_path / "other")
    other.commit(a__py=b"pass\n")
    ran = obelize("replay", run_folder, "--repo", other.path)
    assert ran.exit_code == 2
    assert "could not be read" in ran.err
