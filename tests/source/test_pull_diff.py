"""What a pull request changes, checked against the files themselves and against plain git."""

import random
import re
from collections.abc import Iterable

import pytest

from bot.models.limitation import Limitation
from bot.models.names import CommitSha
from bot.source.git_failed import GitFailed
from bot.source.patch import LineRange, PatchLine
from bot.source.pull_diff import ChangedLines, PullDiff
from bot.vocabulary import LimitationCode, PathChange
from tests.source.git_repositories import FILE, LINK, SUBMODULE, Repo, Trap

LIMIT = 1_000_000
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def changes(repo: Repo, base: str, head: str) -> list[tuple[str, PathChange]]:
    with PullDiff(repo.git_dir, CommitSha(base), CommitSha(head), LIMIT) as diff:
        return [(changed.path, changed.change) for changed in diff.changes()]


def lines(
    repo: Repo, base: str, head: str, paths: Iterable[str], limit: int = LIMIT
) -> dict[str, ChangedLines | Limitation]:
    with PullDiff(repo.git_dir, CommitSha(base), CommitSha(head), limit) as diff:
        return dict(diff.lines(paths))


def hunks(repo: Repo, base: str, head: str, paths: Iterable[str]) -> dict[str, tuple[LineRange, ...]]:
    with PullDiff(repo.git_dir, CommitSha(base), CommitSha(head), LIMIT) as diff:
        return dict(diff.hunks(paths))


def plain_ranges(repo: Repo, base: str, head: str, *paths: str) -> tuple[LineRange, ...]:
    """What plain git shows as hunks, read by another pattern; none of its lines begin like one here."""
    patch = repo.git("diff", "-M", base, head, "--", *paths)
    return tuple(LineRange(int(start), int(count or 1)) for start, count in HUNK.findall(patch))


def git_lines(data: bytes) -> list[bytes]:
    """A line ends at LF; the last one may do without."""
    parts = data.split(b"\n")
    return parts if parts[-1] else parts[:-1]


def rebuilt(before: bytes, changed: ChangedLines) -> list[bytes]:
    """The new file's lines, made from the old ones and the changes: the numbers are right only if this is."""
    removed = {line.number for line in changed.removed}
    old = git_lines(before)
    for line in changed.removed:
        assert old[line.number - 1] == line.text
    kept = iter([text for number, text in enumerate(old, 1) if number not in removed])
    added = {line.number: line.text for line in changed.added}
    total = len(old) - len(removed) + len(added)
    return [added[number] if number in added else next(kept) for number in range(1, total + 1)]


def test_files_are_added_modified_and_deleted_and_a_rename_is_two_of_these(repo: Repo) -> None:
    base = repo.commit(kept__py=b"same\n", changed__py=b"old\n", gone__py=b"x\n" * 9, run__py=b"#!\n")
    (repo.path / "gone.py").rename(repo.path / "moved.py")
    (repo.path / "run.py").chmod(0o755)
    head = repo.commit(changed__py=b"new\n")
    assert changes(repo, base, head) == [
        ("changed.py", PathChange.MODIFIED),
        ("gone.py", PathChange.DELETED),
        ("moved.py", PathChange.ADDED),
        ("run.py", PathChange.MODIFIED),
    ]


def test_links_and_submodules_are_no_files(repo: Repo) -> None:
    code, target = repo.blob(b"code\n"), repo.blob(b"/etc/passwd")

    def commit(*entries: tuple[str, bytes, str]) -> str:
        return repo.commit_of(repo.tree(entries))

    base = commit((FILE, b"a.py", code), (LINK, b"b.py", target), (LINK, b"c.py", target), (SUBMODULE, b"d", "a" * 40))
    head = commit((LINK, b"a.py", target), (FILE, b"b.py", code), (LINK, b"c.py", code), (SUBMODULE, b"d", "b" * 40))
    assert changes(repo, base, head) == [("a.py", PathChange.DELETED), ("b.py", PathChange.ADDED)]
    found = lines(repo, base, head, ["a.py", "b.py", "c.py", "d"])
    assert found == {
        "a.py": ChangedLines(removed=(PatchLine(1, b"code"),), added=()),
        "b.py": ChangedLines(removed=(), added=(PatchLine(1, b"code"),)),
    }
    assert hunks(repo, base, head, ["a.py", "b.py", "c.py", "d"]) == {"b.py": (LineRange(1, 1),)}


def test_names_are_exact_and_those_that_cannot_be_used_are_left_out(repo: Repo) -> None:
    names = [
        b"caf\xe9.py",
        b"new\nline.py",
        b'"quoted".py',
        b"tab and blank .py",
        b"n" * 255,
        "ü.py".encode(),
        b"-p",
        b"*",
    ]
    old = repo.tree([(FILE, name, repo.blob(b"old\n")) for name in names])
    new = repo.tree([(FILE, name, repo.blob(b"new\n")) for name in names])
    base, head = repo.commit_of(old), repo.commit_of(new)
    usable = sorted(['"quoted".py', "tab and blank .py", "n" * 255, "ü.py", "-p", "*"])
    assert [path for path, _ in changes(repo, base, head)] == usable
    found = lines(repo, base, head, usable)
    assert sorted(found) == usable
    assert set(found.values()) == {ChangedLines(removed=(PatchLine(1, b"old"),), added=(PatchLine(1, b"new"),))}


def test_a_path_is_no_pattern_and_no_folder(repo: Repo) -> None:
    """`*` is a name like any other, and a file that became a folder is not asked about by its name."""
    base = repo.commit(folder=b"a file\n", other__py=b"old\n")
    (repo.path / "folder").unlink()
    repo.write("folder/inside.py")
    head = repo.commit(other__py=b"new\n")
    assert lines(repo, base, head, ["*", ":(top)other.py", "o*"]) == {}
    assert list(lines(repo, base, head, ["other.py", ":(exclude)other.py", ":(nonsense"])) == ["other.py"]
    assert list(lines(repo, base, head, ["folder"])) == ["folder"]


@pytest.mark.parametrize("seed", range(6))
def test_changed_lines_turn_the_old_file_into_the_new_one(repo: Repo, seed: int) -> None:
    """Files with CR LF, without a final newline, empty, and with lines that look like a patch."""
    chance = random.Random(seed)  # noqa: S311 - a shuffle, no secret
    pool = [
        b"a",
        b"b\r",
        b"",
        b"--- a/x",
        b"@@ -1 +1 @@",
        b"\\ No newline at end of file",
        b"diff --git a/x b/x",
        b"\xff",
    ]

    def text() -> bytes:
        return b"\n".join(chance.choices(pool, k=chance.randrange(40))) + chance.choice([b"", b"\n"])

    before = {f"f{number}.py": text() for number in range(12)}
    after = {path: text() for path in before}
    base = repo.commit(**before)
    head = repo.commit(**after)
    found = lines(repo, base, head, before)
    assert sorted(found) == sorted(path for path in before if before[path] != after[path])
    for path, changed in found.items():
        assert isinstance(changed, ChangedLines)
        assert rebuilt(before[path], changed) == git_lines(after[path])


@pytest.mark.parametrize("seed", range(4))
def test_hunks_are_those_that_plain_git_shows(repo: Repo, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a shuffle, no secret
    text = [b"line %d" % number for number in range(200)]
    base = repo.commit(app__py=b"\n".join(text) + b"\n", same__py=b"x\n")
    for _ in range(12):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(3)] = [b"changed"] * chance.randrange(3)
    head = repo.commit(app__py=b"\n".join(text) + b"\n")
    expected = plain_ranges(repo, base, head, "app.py")
    assert len(expected) > 1
    assert hunks(repo, base, head, ["app.py", "same.py", "nowhere.py"]) == {"app.py": expected}


def test_a_renamed_file_shows_only_its_changed_hunks(repo: Repo) -> None:
    """As a pull request's page does; a comment on its other lines would be refused."""
    text = [b"line %d" % number for number in range(100)]
    base = repo.commit(old__py=b"\n".join(text))
    (repo.path / "old.py").rename(repo.path / "new.py")
    text[50] = b"changed"
    head = repo.commit(new__py=b"\n".join(text))
    assert hunks(repo, base, head, ["new.py", "old.py"]) == {"new.py": (LineRange(48, 7),)}
    assert plain_ranges(repo, base, head) == (LineRange(48, 7),)


def test_a_binary_or_too_large_file_is_a_value(repo: Repo) -> None:
    base = repo.commit(binary__py=b"a\0b\n", large__py=b"x\n", small__py=b"x\n")
    head = repo.commit(binary__py=b"a\0c\n", large__py=b"y\n" * 60_000, small__py=b"y\n")
    found = lines(repo, base, head, ["binary.py", "large.py", "small.py"], limit=100_000)
    for path in ("binary.py", "large.py"):
        told = found[path]
        assert isinstance(told, Limitation)
        assert (told.code, told.path) == (LimitationCode.DIFF_NOT_KNOWN, path)
    assert isinstance(found["small.py"], ChangedLines)


def test_attributes_and_configuration_of_the_repository_have_no_say(repo: Repo, trap: Trap) -> None:
    """A pull request could hide its own change by `*.py binary`, a clone could show it through a program."""
    repo.write(".gitattributes", b"*.py -diff diff=evil filter=evil\n")
    base = repo.commit(app__py=b"old\n")
    head = repo.commit(app__py=b"new\n")
    trap.named_by(repo)
    for key, value in {
        "diff.context": "0",
        "diff.noprefix": "true",
        "diff.algorithm": "patience",
        "color.ui": "always",
    }.items():
        repo.git("config", key, value)
    (repo.git_dir / "info" / "attributes").write_text("*.py binary\n")
    assert lines(repo, base, head, ["app.py"]) == {
        "app.py": ChangedLines(removed=(PatchLine(1, b"old"),), added=(PatchLine(1, b"new"),))
    }
    assert hunks(repo, base, head, ["app.py"]) == {"app.py": (LineRange(1, 1),)}
    assert not trap.sprung
    repo.git("diff", "--ext-diff", base, head)
    assert trap.sprung, "plain git does start it"


def test_more_paths_than_a_command_line_holds_are_asked_in_parts(repo: Repo) -> None:
    names = [f"{'p' * 200}{number:04}.py" for number in range(1_200)]
    old, new = repo.blob(b"old\n"), repo.blob(b"new\n")
    base = repo.commit_of(repo.tree([(FILE, name.encode(), old) for name in names]))
    head = repo.commit_of(repo.tree([(FILE, name.encode(), new) for name in names]))
    assert sorted(lines(repo, base, head, names)) == names


def test_nothing_asked_or_nothing_changed_is_nothing(repo: Repo) -> None:
    head = repo.commit(app__py=b"x\n")
    assert changes(repo, head, head) == []
    assert lines(repo, head, head, ["app.py"]) == {}
    assert lines(repo, repo.commit(app__py=b"y\n"), head, []) == {}


def test_a_commit_or_object_that_is_not_there_is_one_exception(repo: Repo) -> None:
    base = repo.commit(app__py=b"old\n")
    head = repo.commit(app__py=b"new\n")
    with pytest.raises(GitFailed):
        changes(repo, base, "b" * 40)
    name = repo.git("rev-parse", f"{head}:app.py")
    (repo.git_dir / "objects" / name[:2] / name[2:]).unlink()
    assert changes(repo, base, head) == [("app.py", PathChange.MODIFIED)]
    with pytest.raises(GitFailed):
        lines(repo, base, head, ["app.py"])


@pytest.mark.parametrize("name", ["HEAD", "--output=x", "a" * 39])
def test_commits_are_taken_by_their_whole_names_only(repo: Repo, name: str) -> None:
    with pytest.raises(GitFailed, match="40 hexadecimal digits"):
        PullDiff(repo.git_dir, CommitSha(name), CommitSha("a" * 40), LIMIT)


def test_a_diff_that_names_too_many_files_is_refused(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.source.raw_changes.MAX_CHANGES", 100)
    base = repo.commit()
    tree = repo.tree([(FILE, b"%03d" % number, repo.blob(b"")) for number in range(101)])
    with pytest.raises(GitFailed, match="more than 100 files"):
        changes(repo, base, repo.commit_of(tree))


def test_where_large_files_were_not_fetched_hunks_of_the_others_are_known(repo: Repo) -> None:
    """To find a file that was renamed and changed, git would read the large ones."""
    base = repo.commit(app__py=b"a\n", film__bin=b"b" * 5_000)
    (repo.path / "film.bin").unlink()
    head = repo.commit(app__py=b"c\n", other__bin=b"b" * 4_900)
    for commit, name in ((base, "film.bin"), (head, "other.bin")):
        blob = repo.git("rev-parse", f"{commit}:{name}")
        (repo.git_dir / "objects" / blob[:2] / blob[2:]).unlink()
    (repo.git_dir / "obelize-filtered").touch()
    with PullDiff(repo.git_dir, base, head, 1_000) as diff:
        assert [path for path, _ in diff.hunks(["app.py"])] == ["app.py"]
