"""The patch, judged by git itself: `git apply` turns the one tree into the other, byte for byte."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models.outcome import PlanOutcome
from bot.plan.patch import Stretch, blob_sha, file_patch, lines_of
from bot.plan.stretches import planned_stretches
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement
from tests.running import planned

LONG = "".join(f"line {number}\n" for number in range(40))


def git(folder: Path, *arguments: str, data: bytes = b"") -> bytes:
    return subprocess.run(["git", *arguments], cwd=folder, input=data, capture_output=True, check=True).stdout


def applied(folder: Path, files: dict[str, bytes], patch: bytes) -> dict[str, bytes]:
    """The files after `git apply` of the patch."""
    git(folder, "init", "-q")
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    git(folder, "apply", "--whitespace=nowarn", "-", data=patch)
    return {name: (folder / name).read_bytes() for name in files}


FILES = {
    "plain.py": b"import oldlib\noldlib.VERSION\n",
    "crlf.py": b"import oldlib\r\n\r\noldlib.VERSION\r\n",
    "mixed_line_ends.py": b"import oldlib\r\nx = 1\noldlib.VERSION\r\n",
    "no_final_newline.py": b"import oldlib",
    "last_line_changes.py": b"import oldlib\nx = 1\noldlib.VERSION",
    "bom.py": b"\xef\xbb\xbfimport oldlib\noldlib.VERSION\n",
    "latin1.py": b"# coding: latin-1\nx = '\xe9\xfc'\nfrom oldlib import Reader\n",
    "tabs.py": b"if 1:\n\timport oldlib\n\toldlib.VERSION\t# x  \n",
    "form_feed.py": b"import oldlib\n\x0c\noldlib.VERSION\n",
    "far_apart.py": f"import oldlib\n{LONG.replace('line', 'a =')}oldlib.VERSION\n".encode(),
    "close_together.py": b"import oldlib\n1\n2\n3\n4\n5\n6\noldlib.VERSION\n7\n8\n9\n10\n11\n12\n13\noldlib.VERSION\n",
    "with space.py": b"import oldlib\n",
    'quo"te.py': b"import oldlib\n",
    "gr\u00fc\u00df/\u540d.py": b"import oldlib\n",
    "-dash.py": b"import oldlib\n",
    "requirements.txt": b"# pins\r\nOld-Lib==1.9 ; python_version < '4'  # why\r\n",
    "pyproject.toml": b'[project]\nname = "x"\nversion = "1"\ndependencies = [\n\t"Old-Lib[fast]>=1",  # why\n]',
}


def after(plan: PlanOutcome) -> dict[str, bytes]:
    return {file.path: file.after for file in plan.written}


@pytest.mark.parametrize("name", FILES)
def test_git_turns_the_tree_into_exactly_what_the_plan_says(name: str, tmp_path: Path) -> None:
    files = {name: FILES[name]}
    plan = planned(files)
    expected = files[name].replace(b"oldlib", b"newlib")
    expected = expected.replace(b"Old-Lib==1.9", b"newlib==2.4").replace(b"Old-Lib[fast]>=1", b"newlib[quick]>=2,<3")
    assert expected != files[name]
    assert after(plan) == {name: expected}
    assert applied(tmp_path, files, plan.patch) == {name: expected}


def test_all_files_of_a_plan_stand_in_one_patch(tmp_path: Path) -> None:
    plan = planned(FILES)
    assert applied(tmp_path, FILES, plan.patch) == after(plan)


def test_a_patch_says_what_git_itself_would_say(tmp_path: Path) -> None:
    """The same header, hunks and object names as `git diff --full-index` gives for the same change."""
    plan = planned(FILES)
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    git(tmp_path, "init", "-q")
    git(tmp_path, "-c", "core.autocrlf=false", "add", "-A")
    for name, data in after(plan).items():
        (tmp_path / name).write_bytes(data)
    git_says = git(tmp_path, "-c", "core.autocrlf=false", "diff", "--full-index", "--no-color", "--no-ext-diff")
    assert _without_headings(plan.patch) == _without_headings(git_says)


def _without_headings(patch: bytes) -> list[bytes]:
    """The lines of a patch; what git adds behind the second `@@` is a guess at the function, not part of the format."""
    return sorted(line[: line.index(b"@@", 2) + 2] if line.startswith(b"@@ ") else line for line in patch.split(b"\n"))


def test_an_executable_file_keeps_its_mode_in_the_header() -> None:
    patch = file_patch("x.py", b"a\n", b"b\n", [Stretch(0, 1, 0, 1)], executable=True)
    assert patch.startswith(
        b"diff --git a/x.py b/x.py\nindex " + blob_sha(b"a\n") + b".." + blob_sha(b"b\n") + b" 100755\n"
    )


def test_object_names_are_gits() -> None:
    """Git's documentation: `echo 'test content' | git hash-object --stdin`."""
    assert blob_sha(b"test content\n") == b"d670460b4b4aece5915caf5c68d12f560a9fe3e4"


@settings(max_examples=150, deadline=None)
@given(
    lines=st.lists(st.sampled_from(["a", "bb", "", "c\r"]), min_size=1, max_size=30),
    final_newline=st.booleans(),
    data=st.data(),
)
def test_any_replacements_give_a_patch_that_applies(
    lines: list[str], final_newline: bool, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = "\n".join(lines) + ("\n" if final_newline else "")
    starts = data.draw(st.sets(st.integers(0, max(len(text) - 1, 0)), max_size=6)) if text else set()
    replacements = [
        Replacement(start=at, end=at + 1, old=text[at], new=data.draw(st.sampled_from(["", "X", "Y\nZ", "\n"])))
        for at in sorted(starts)
    ]
    result = spliced(text, replacements)
    assert isinstance(result, str)
    if result == text or not result:
        return
    stretches = [planned.stretch for planned in planned_stretches(text, replacements)]
    patch = file_patch("f.txt", text.encode(), result.encode(), stretches, executable=False)
    folder = tmp_path_factory.mktemp("tree")
    assert applied(folder, {"f.txt": text.encode()}, patch) == {"f.txt": result.encode()}


def test_lines_end_at_lf_and_nowhere_else() -> None:
    assert lines_of("a\rb\x0cc\u2028d\r\ne".encode()) == ["a\rb\x0cc\u2028d\r\n".encode(), b"e"]
    assert lines_of(b"") == []
    assert lines_of(b"\n") == [b"\n"]
