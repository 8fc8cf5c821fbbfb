"""`obelize fix` shows the plan and touches nothing; what it prints is a patch that git applies."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.golden_files import assert_golden
from tests.notebooks import notebook
from tests.source.git_repositories import Repo

_RUN_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")


def _latest(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def test_the_plan_is_a_diff_and_an_account_and_the_repository_stays_as_it_is(obelize: Run, shop: Repo) -> None:
    ran = obelize("fix", shop.path)
    assert ran.exit_code == 4
    assert_golden("fix.txt", _RUN_ID.sub("RUN-ID", ran.out).replace(str(shop.path), "SHOP"))
    assert shop.git("status", "--porcelain") == ""


def test_a_place_in_a_notebook_is_told_by_cell_and_line(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_bytes(notebook("import PyPDF2", "x = 1\nPyPDF2.generic.AnnotationBuilder"))
    ran = obelize("fix", tmp_path)
    assert ran.exit_code == 4
    assert "\n  a.ipynb, cell 1, line 1 PyPDF2\n" in ran.out
    assert "\n  a.ipynb, cell 2, line 2 PyPDF2.generic.AnnotationBuilder: " in ran.out


def test_git_applies_the_patch(obelize: Run, shop: Repo) -> None:
    obelize("fix", shop.path)
    shop.git("apply", str(_latest(shop) / "patch.diff"))
    assert (shop.path / "shop/pages.py").read_text().startswith("from pypdf import PdfReader\n")
    assert b"merger.addJS" in (shop.path / "tools/merge.py").read_bytes()


def test_the_line_that_applies_it_is_one_for_the_shell(obelize: Run, shop: Repo, tmp_path: Path) -> None:
    spaced = shop.path.rename(tmp_path / "my shop")
    ran = obelize("fix", spaced / "shop")
    line = next(line for line in ran.out.splitlines() if line.startswith("Or, through git: "))
    subprocess.run(line.removeprefix("Or, through git: "), shell=True, check=True, cwd=tmp_path)  # noqa: S602
    assert (spaced / "shop/pages.py").read_text().startswith("from pypdf import PdfReader\n")


def test_nothing_left_exits_with_0(obelize: Run, shop: Repo) -> None:
    (shop.path / "tools/merge.py").unlink()
    assert obelize("fix", shop.path).exit_code == 0


def test_json_is_the_plan(obelize: Run, shop: Repo) -> None:
    ran = obelize("fix", shop.path, "--json")
    assert ran.out.encode() == (_latest(shop) / "plan.json").read_bytes()
    assert [file["path"] for file in json.loads(ran.out)["files"]] == ["shop/pages.py"]


@pytest.mark.parametrize("link", [".obelize", ".obelize/runs"])
def test_a_run_folder_is_never_written_through_a_link(obelize: Run, shop: Repo, tmp_path: Path, link: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (shop.path / link).parent.mkdir(exist_ok=True)
    (shop.path / link).symlink_to(elsewhere)
    ran = obelize("fix", shop.path)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "Remove the link" in ran.err
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("name", ["latest", ".gitignore"])
def test_a_link_that_the_repository_planted_inside_is_replaced(
    obelize: Run, shop: Repo, tmp_path: Path, name: str
) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine\n")
    (shop.path / ".obelize").mkdir()
    (shop.path / ".obelize" / name).symlink_to(precious)
    assert obelize("fix", shop.path).exit_code == 4
    assert precious.read_text() == "mine\n"
