"""What repositories cost that were made to hurt: wall time and peak memory of fetching and planning each.

Run with `python -m bench.hostile [NAME ...]`. Each repository is made by a script, in a temporary folder that goes
afterwards; the largest needs some 5 GB there. Each is then fetched as the worker fetches it and planned in a process of
its own, and one line says what came of it. Nothing of this is in the suite: there a small limit shows the same.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from bot.cli.local_packs import chosen_packs
from bot.cli.local_run import run_over
from bot.models.names import CommitSha, RepositoryId
from bot.models.run import GitState
from bot.source.bare_cache import BareCache
from bot.source.git_failed import GitFailed
from bot.source.git_objects import GitObjects
from bot.vocabulary import RunMode

_IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
_USE = b"import PyPDF2\n"
_CALL = b"PyPDF2.PdfFileReader(path).getPage(0).extractText()\n"

Files = Iterable[tuple[str, bytes]]


def many_files(repo: Path) -> str:
    """200,000 files, of which 200 use the library."""
    return _committed(
        repo, ((f"p{n // 500}/m{n}.py", _USE if n % 1_000 == 0 else b"import os\n") for n in range(200_000))
    )


def many_users(repo: Path) -> str:
    """20,000 files that all use the library."""
    return _committed(repo, ((f"p{n // 500}/m{n}.py", _USE + _CALL) for n in range(20_000)))


def many_rows(repo: Path) -> str:
    """20 files of a megabyte, each with as many uses as fit."""
    data = _USE + _CALL * ((999_999 - len(_USE)) // len(_CALL))
    return _committed(repo, ((f"m{n}.py", data + b"#" * n) for n in range(20)))


def large_pack(repo: Path) -> str:
    """2 GB that cannot be compressed, in files of 2 MB that nobody reads; and one that uses the library."""
    chance = random.Random(7)  # noqa: S311 - the same repository every time
    return _committed(
        repo, [("use.py", _USE + _CALL)], ((f"b{n}.bin", chance.randbytes(2_000_000)) for n in range(1_000))
    )


def large_pack_of_small_files(repo: Path) -> str:
    """2 GB that cannot be compressed, in files that are small enough to be read."""
    chance = random.Random(7)  # noqa: S311 - the same repository every time
    return _committed(repo, ((f"p{n // 50}/b{n}.py", chance.randbytes(900_000)) for n in range(2_200)))


def zeros(repo: Path) -> str:
    """One file of a gigabyte of zeros, a megabyte on the way; and one that uses the library."""
    return _committed(repo, [("use.py", _USE + _CALL)], [("zeros.py", bytes(1_000_000_000))])


def deltas(repo: Path) -> str:
    """3,000 files of 900 KB, each a difference from the next, in a pack of some megabytes."""
    chance = random.Random(7)  # noqa: S311 - the same repository every time
    text = b"".join(b"# %032x\n" % chance.getrandbits(128) for _ in range(25_000))
    commit = _committed(repo, ((f"p{n // 50}/m{n}.py", text + b"# %d\n" % n) for n in range(3_000)))
    _git(repo, "repack", "-adfq", "--depth=4000", "--window=5", "--window-memory=100m")
    return commit


def tree_bomb(repo: Path) -> str:
    """Ten trees that each hold the next one ten times: 10,000,000,000 paths."""
    tree, kind = _object(repo, "blob", b"x = 1\n"), b"100644"
    for _ in range(10):
        tree, kind = _object(repo, "tree", _entries((kind, b"%02d" % n, tree) for n in range(10))), b"40000"
    return _commit_of(repo, tree)


def deep_tree(repo: Path) -> str:
    """A folder in a folder, 20,000 deep."""
    tree = _object(repo, "tree", _entries([(b"100644", b"a.py", _object(repo, "blob", _USE))]))
    for _ in range(20_000):
        tree = _object(repo, "tree", _entries([(b"40000", b"d", tree)]))
    return _commit_of(repo, tree)


def long_names(repo: Path) -> str:
    """1,000 files below ten folders with names of 100 KB."""
    blob = _object(repo, "blob", _USE)
    tree = _object(repo, "tree", _entries((b"100644", b"%04d.py" % n, blob) for n in range(1_000)))
    for _ in range(10):
        tree = _object(repo, "tree", _entries([(b"40000", b"n" * 100_000, tree)]))
    return _commit_of(repo, tree)


def links(repo: Path) -> str:
    """200,000 symbolic links and submodules, each to be told of."""
    blob = _object(repo, "blob", b"/etc/passwd")
    kinds = [(b"120000", b"l%06d" % n, blob) for n in range(100_000)]
    kinds += [(b"160000", b"s%06d" % n, "1" * 40) for n in range(100_000)]
    return _commit_of(repo, _object(repo, "tree", _entries(kinds)))


def long_lines(repo: Path) -> str:
    """A line of 50 MB, and one of a megabyte that uses the library."""
    line = _USE[:-1] + b"; x = [" + b"PyPDF2.PdfReader(p), " * 45_000 + b"]\n"
    return _committed(repo, [("long.py", b"x = '" + b"a" * 50_000_000 + b"'\n"), ("use.py", line)])


def parsers(repo: Path) -> str:
    """Texts on which parsers break: depth, length, numbers, encodings, circles of names."""
    texts = {
        "brackets.py": b"(" * 200_000,
        "signs.py": b"x = " + b"-" * 400_000 + b"1\n",
        "sums.py": b"x = " + b"1 + " * 200_000 + b"1\n",
        "calls.py": b"f" + b"()" * 200_000 + b"\n",
        "blocks.py": b"".join(b" " * n + b"if x:\n" for n in range(1_300)),
        "number.py": b"x = 0x" + b"f" * 900_000 + b"\n",
        "formatted.py": b"x = " + b'f"{' * 150 + b"1" + b'}"' * 150 + b"\n",
        "names.py": b"".join(b"a%d = a%d.b\n" % (n, n + 1) for n in range(40_000)),
        "coding.py": b"# -*- coding: utf-7 -*-\n+AGE-\n",
        "nul.py": b"x = 1\0\n",
        "requirements.txt": b"PyPDF2" + b"[" * 500_000 + b"\n",
        "pyproject.toml": b"a = " + b"[" * 400_000 + b"# PyPDF2\n",
        "environment.yml": b"a: &a [PyPDF2]\n" + b"".join(b"b%d: [*a, *a]\n" % n for n in range(9_000)),
        "notebook.ipynb": b'{"cells": ' + b"[" * 400_000 + b'"PyPDF2"',
    }
    return _committed(repo, ((name, _USE + data if name.endswith(".py") else data) for name, data in texts.items()))


REPOSITORIES: tuple[Callable[[Path], str], ...] = (
    many_files,
    many_users,
    many_rows,
    large_pack,
    large_pack_of_small_files,
    zeros,
    deltas,
    tree_bomb,
    deep_tree,
    long_names,
    links,
    long_lines,
    parsers,
)


def main(names: list[str]) -> None:
    """Make and measure all, or those that are named."""
    for make in REPOSITORIES:
        if not names or make.__name__ in names:
            with tempfile.TemporaryDirectory() as folder:
                repo = Path(folder, "repo")
                repo.mkdir()
                _git(repo, "init", "-q", "--bare", ".")
                _git(repo, "config", "uploadpack.allowAnySHA1InWant", "true")
                _git(repo, "config", "uploadpack.allowFilter", "true")
                commit = make(repo)
                print(f"{make.__name__:<28}", end="", flush=True)
                subprocess.run([sys.executable, "-m", "bench.hostile", "--one", folder, commit], check=False)


def one(folder: Path, commit: CommitSha) -> None:
    """Fetch and plan it, and say what that took."""
    began = time.perf_counter()
    cache, number = BareCache(folder / "cache"), RepositoryId(1)
    said, fetched = "", 0.0
    try:
        cache.fetch(number, (folder / "repo").as_uri(), [commit])
        fetched = time.perf_counter() - began
        with closing(GitObjects(cache.git_dir(number), commit)) as tree:
            git = GitState(sha=commit, branch=None, dirty=False)
            outcome = run_over(tree, chosen_packs(()), RunMode.PLAN, git, named=False).outcome
        counts = outcome.scan.counts
        said = f"{counts.files_listed:,} files, {counts.findings:,} rows, {counts.limitations:,} limitations"
    except GitFailed as error:
        said = str(error)
    seconds = time.perf_counter() - began
    size = sum(path.stat().st_size for path in (folder / "cache").rglob("*") if path.is_file()) / 1e6
    own, children = (
        resource.getrusage(who).ru_maxrss / 1e3 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    memory = f"{own:6.0f} MB, children {children:6.0f} MB, disk {size:6.0f} MB"
    print(f"{seconds:7.1f} s (fetch {fetched:.1f})  {memory}  {said}")


def _committed(repo: Path, *files: Files) -> str:
    """One commit of these files, each written as it comes."""
    importer = subprocess.Popen(
        ["git", "-c", "core.bigFileThreshold=1m", "fast-import", "--quiet", "--force"], cwd=repo, stdin=subprocess.PIPE
    )
    assert importer.stdin is not None
    write = importer.stdin.write
    write(b"commit refs/heads/main\ncommitter a <a@b> 0 +0000\ndata 0\n")
    for path, data in _each(files):
        write(b"M 100644 inline %s\ndata %d\n" % (path.encode(), len(data)))
        write(data)
        write(b"\n")
    importer.stdin.close()
    if importer.wait():
        raise SystemExit("git fast-import failed")
    return _git(repo, "rev-parse", "refs/heads/main")


def _each(files: Iterable[Files]) -> Iterator[tuple[str, bytes]]:
    for some in files:
        yield from some


def _entries(entries: Iterable[tuple[bytes, bytes, str]]) -> bytes:
    return b"".join(mode + b" " + name + b"\0" + bytes.fromhex(sha) for mode, name, sha in entries)


def _object(repo: Path, kind: str, data: bytes) -> str:
    return _git(repo, "hash-object", "-w", "-t", kind, "--literally", "--stdin", given=data)


def _commit_of(repo: Path, tree: str) -> str:
    commit = _git(repo, "commit-tree", tree, "-m", "made by hand")
    _git(repo, "update-ref", "refs/heads/main", commit)
    return commit


def _git(repo: Path, *arguments: str, given: bytes = b"") -> str:
    environment = {**os.environ, **_IDENTITY}
    done = subprocess.run(["git", *arguments], cwd=repo, env=environment, input=given, capture_output=True, check=True)
    return done.stdout.decode().strip()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(Path(sys.argv[2]), CommitSha(sys.argv[3]))
    else:
        main(sys.argv[1:])
