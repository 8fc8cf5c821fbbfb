"""`obelize pack`: a new pack works at once, a broken one is told line by line, and an example that is wrong fails."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def folder(obelize: Run, tmp_path: Path) -> Path:
    """A pack that was just begun."""
    began = obelize("pack", "new", "me/foo-to-bar", "--old", "foo", "--new", "bar", "--into", tmp_path)
    assert began.exit_code == 0
    return tmp_path / "me/foo-to-bar"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_new_pack_can_be_used_and_its_examples_hold(obelize: Run, folder: Path) -> None:
    assert (
        obelize("pack", "validate", folder).out == f"{folder}/pack.yaml: me/foo-to-bar 0.1.0 can be used; 3 changes.\n"
    )
    tested = obelize("pack", "test", folder)
    assert (tested.exit_code, tested.out.splitlines()[-1]) == (0, "me/foo-to-bar: 3 examples, 0 failed.")


def test_the_bundled_packs_can_be_used(obelize: Run) -> None:
    ran = obelize("pack", "validate")
    assert ran.exit_code == 0
    assert len(ran.out.splitlines()) >= 3


def test_everything_that_is_wrong_is_told_at_once(obelize: Run, folder: Path) -> None:
    edit(folder / "pack.yaml", "kind: flag_only", "kind: flag_all")
    edit(folder / "pack.yaml", 'measured: ["1.0"]', 'measured: ["3.0"]')
    ran = obelize("pack", "validate", folder / "pack.yaml")
    assert ran.exit_code == 7
    assert "line 23: new.measured[0]: expected a release of new.specifier" in ran.out
    assert "changes[2].kind: expected one of" in ran.out


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        pytest.param(
            "fixtures/import/after/app.py",
            "bar.example",
            "bar.other",
            "app.py was rewritten differently: line 3 is 'bar.example()', expected 'bar.other()'.",
            id="other text",
        ),
        pytest.param(
            "fixtures/gone-name/case.yaml",
            "file_not_fully_migrated",
            "flag_only_surface",
            "app.py:1 foo was not withheld with flag_only_surface.",
            id="another word",
        ),
        pytest.param(
            "fixtures/only-mentioned/before/app.py",
            'print("foo was used here")',
            "import foo",
            "app.py was rewritten and should have stayed.",
            id="a file that moves",
        ),
        pytest.param(
            "fixtures/import/before/app.py",
            "foo.example()",
            "foo.old_name()",
            "app.py was left alone and should have been rewritten.",
            id="a file that stays",
        ),
        pytest.param(
            "fixtures/import/after/requirements.txt",
            "bar>=1,<2",
            "foo",
            "after/requirements.txt is what before/ holds; leave out what does not change.",
            id="nothing changes",
        ),
    ],
)
def test_an_example_that_does_not_hold_says_where(
    obelize: Run, folder: Path, path: str, old: str, new: str, said: str
) -> None:
    edit(folder / path, old, new)
    ran = obelize("pack", "test", folder)
    assert ran.exit_code == 7
    assert said in ran.out
    assert ran.out.splitlines()[-1] == "me/foo-to-bar: 3 examples, 1 failed."


def test_a_word_that_there_is_not_is_told_with_its_case_and_line(obelize: Run, folder: Path) -> None:
    edit(folder / "fixtures/gone-name/case.yaml", "bail: flag_only_surface", "bail: flag_surface")
    ran = obelize("pack", "test", folder)
    assert ran.exit_code == 7
    assert "gone-name/case.yaml: line 3: withheld[0].bail" in ran.err


def test_a_pack_without_examples_is_told_how_to_get_some(obelize: Run, folder: Path) -> None:
    (folder / "fixtures").rename(folder / "elsewhere")
    ran = obelize("pack", "test", folder)
    assert (ran.exit_code, "has no examples" in ran.err) == (2, True)


def test_a_new_pack_overwrites_nothing(obelize: Run, folder: Path) -> None:
    ran = obelize("pack", "new", "me/foo-to-bar", "--old", "a", "--new", "b", "--into", folder.parents[1])
    assert (ran.exit_code, "is there already" in ran.err) == (2, True)


@pytest.mark.parametrize("pack", ["../x/y", "x", "a/b/c", "A/b", "a/..", "a/b\n"])
def test_an_id_that_is_no_id_makes_no_folder(obelize: Run, tmp_path: Path, pack: str) -> None:
    ran = obelize("pack", "new", pack, "--old", "a", "--new", "b", "--into", tmp_path)
    assert (ran.exit_code, "cannot be used: expected" in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_pack_is_found_by_its_id_in_a_folder_of_the_users_file(
    obelize: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config/obelize").mkdir(parents=True)
    (tmp_path / "config/obelize/config.yml").write_text(f"pack_dirs:\n  - {folder.parents[1]}\n")
    (tmp_path / "code").mkdir()
    (tmp_path / "code/a.py").write_text("import foo\nfoo.example()\n")
    ran = obelize("fix", tmp_path / "code", "--pack", "me/foo-to-bar")
    assert "+import bar\n" in ran.out
    assert "There is no pack 'me/none'" in obelize("fix", tmp_path / "code", "--pack", "me/none").err
