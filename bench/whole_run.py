"""What a run costs: a whole run over a commit against `git grep` for the same word, and against LibCST's parser.

Run with `python -m bench.whole_run`. The repository is the standard library's Python files, in a temporary clone; once
without any use of the library (what nearly every pull request is), once with some hundred files that use it.
"""

import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import libcst

from bench.measure import seconds_of, show
from bot.cli.local_packs import chosen_packs
from bot.cli.local_run import run_over
from bot.models.run import GitState
from bot.source.git_objects import GitObjects
from bot.vocabulary import RunMode

FILES, USERS = 1_500, 150
USE = b"""

from PyPDF2 import PdfReader, PdfWriter


def copy_pages(source, target):
    reader, writer = PdfReader(source), PdfWriter()
    for page in reader.pages:
        writer.add_page(page)
    with open(target, "wb") as out:
        writer.write(out)
    return len(reader.pages)
"""


def standard_library() -> list[bytes]:
    """Some Python files that many hands wrote."""
    paths = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))
    data = (path.read_bytes() for path in paths if "site-packages" not in path.parts and "test" not in path.parts)
    return [text for text in data if _is_readable(text)][:FILES]


def _is_readable(text: bytes) -> bool:
    try:
        compile(text, "file", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


@contextmanager
def repository(files: list[bytes], requirement: str) -> Iterator[tuple[Path, str]]:
    """A repository with these files, packed as a fetched one is, and its commit."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number, data in enumerate(files):
            path = root / f"package{number // 100}" / f"module{number}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        (root / "requirements.txt").write_text(f"{requirement}\n")
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"], ["gc", "-q"]):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *command], cwd=root, check=True)
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True)
        yield root, done.stdout.strip()


def whole_run(root: Path, commit: str) -> int:
    """List, read, scan, plan; how many rows were found."""
    with closing(GitObjects(root / ".git", commit)) as tree:  # type: ignore[arg-type]
        git = GitState(sha=commit, branch=None, dirty=False)
        outcome = run_over(tree, chosen_packs(()), RunMode.PLAN, git, named=False).outcome
    return sum(finding.actionable for finding in outcome.scan.findings)


def grep(root: Path, commit: str) -> None:
    """The least that anybody could do: one token, no understanding."""
    subprocess.run(
        ["git", "grep", "-c", "-F", "PyPDF2", commit, "--", "*.py"], cwd=root, capture_output=True, check=False
    )


def parse(files: list[bytes]) -> None:
    """The least that a codemod does with a file that it rewrites."""
    for data in files:
        libcst.parse_module(data)


def main() -> None:
    """Measure and print."""
    library = standard_library()
    users = [data + USE for data in library[:USERS]]
    with repository(library, "aiohttp==3.12.0") as (root, commit):
        unused = seconds_of(lambda: whole_run(root, commit))
        show(
            f"a run over {len(library)} files, none of them uses",
            unused,
            "git grep",
            seconds_of(lambda: grep(root, commit)),
        )
    with repository([*users, *library[USERS:]], "PyPDF2==3.0.1") as (root, commit):
        rows = whole_run(root, commit)
        if rows != 8 * USERS + 1:
            raise SystemExit(f"not a measurement: {rows} rows")
        used = seconds_of(lambda: whole_run(root, commit))
        parsing = seconds_of(lambda: parse(users))
        show(f"the same, {USERS} files are rewritten", used - unused, "LibCST parses those once", parsing)


if __name__ == "__main__":
    main()
