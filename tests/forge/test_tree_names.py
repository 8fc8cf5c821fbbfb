"""Trees are named as git names them: held to git itself."""

import subprocess
from pathlib import Path

import pytest

from bot.forge.tree_names import tree_name

FILES = {
    "run.json": b"{}\n",
    "a/b": b"\xff\x00\r\n",
    "a.b": b"",
    "a-b": b"x",
    "a0": b"y",
    "packs/py-pdf/pypdf2-to-pypdf/pack.yaml": b"schema: 1\n",
    "packs/x": b"z",
}


@pytest.mark.parametrize("paths", [["run.json"], sorted(FILES), sorted(FILES, reverse=True)], ids=len)
def test_a_tree_has_the_name_that_git_gives_it(tmp_path: Path, paths: list[str]) -> None:
    """Among them names that sort otherwise as a folder than as a file."""

    def git(*arguments: str) -> str:
        return subprocess.check_output(["git", *arguments], cwd=tmp_path, text=True).strip()

    git("init", "--quiet")
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(FILES[path])
    git("-c", "core.autocrlf=false", "add", ".")
    assert tree_name({path: FILES[path] for path in paths}) == git("write-tree")
