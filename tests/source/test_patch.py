"""Reading a patch, whatever the files in it contain."""

import pytest

from bot.source.patch import LineRange, PatchLine, PatchUnreadable, Section, sections


def read(patch: bytes) -> list[Section]:
    return list(sections(patch.removesuffix(b"\n").split(b"\n")))


def test_lines_carry_the_number_of_their_own_side() -> None:
    """The example of https://git-scm.com/docs/diff-format, shortened to one hunk with context."""
    [section] = read(
        b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -10,3 +10,4 @@ def f():\n same\n-old\n+new\n+more\n same\n"
    )
    assert section.removed == [PatchLine(11, b"old")]
    assert section.added == [PatchLine(11, b"new"), PatchLine(12, b"more")]
    assert section.new_ranges == [LineRange(10, 4)]


def test_a_line_of_a_file_is_never_taken_for_one_of_git_s() -> None:
    """Removed lines that read `-- a/x` and added ones that read `@@ …` look like git's own with their sign."""
    [section] = read(
        b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n--- a/x\n-diff --git a/y b/y\n"
        b"++++ b/x\n+@@ -1 +1 @@\n+Binary files a and b differ\n"
    )
    assert [line.text for line in section.removed] == [b"-- a/x", b"diff --git a/y b/y"]
    assert [line.text for line in section.added] == [b"+++ b/x", b"@@ -1 +1 @@", b"Binary files a and b differ"]
    assert not section.binary


def test_a_missing_final_newline_is_no_line() -> None:
    [section] = read(
        b"diff --git a/x b/x\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n"
    )
    assert (section.removed, section.added) == ([PatchLine(1, b"old")], [PatchLine(1, b"new")])


def test_files_without_lines_have_a_section_of_their_own() -> None:
    mode, binary, last = read(
        b"diff --git a/m b/m\nold mode 100644\nnew mode 100755\n"
        b"diff --git a/b b/b\nBinary files a/b and b/b differ\n"
        b"diff --git a/x b/x\n@@ -0,0 +1 @@\n+x\n"
    )
    assert mode == Section()
    assert binary == Section(binary=True)
    assert last.added == [PatchLine(1, b"x")]


def test_an_empty_patch_has_no_section() -> None:
    assert list(sections([])) == []


@pytest.mark.parametrize(
    "patch",
    [
        pytest.param(b"@@ -1 +1 @@\n-a\n+b\n", id="a hunk before any file"),
        pytest.param(b"diff --git a/x b/x\n@@ -1,2 +1 @@\n-a\n", id="a hunk that ends too early"),
        pytest.param(b"diff --git a/x b/x\n@@ -1 +1 @@\n?a\n", id="a line of neither side"),
    ],
)
def test_what_git_does_not_print_is_refused(patch: bytes) -> None:
    with pytest.raises(PatchUnreadable):
        read(patch)
