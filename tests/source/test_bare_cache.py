"""The cache of bare repositories: filled by exact commit, over HTTP, without a trace of the token."""

import base64
import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.models.limitation import Limitation
from bot.models.names import CommitSha, RepositoryId
from bot.source.bare_cache import BareCache, FetchBounds, Fetched
from bot.source.git_failed import GitFailed, GitTimedOut, OverLimit
from bot.source.git_objects import GitObjects
from bot.vocabulary import LimitationCode
from tests.source.git_http import GitServer, command_lines_of_git
from tests.source.git_repositories import Repo, Trap

TOKEN = "ghs_123456_eyJhbGciOi.J9-fake_TOKEN.only"
BASIC = base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode()
HEADER = f"Authorization: Basic {BASIC}"
WITH_TOKEN = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "http.extraHeader", "GIT_CONFIG_VALUE_0": HEADER}
NUMBER = RepositoryId(4_242)
NOWHERE = CommitSha("b" * 40)
WORKER = """
import sys
from pathlib import Path
from bot.source.bare_cache import BareCache
folder, address, head, header = sys.argv[1:]
token = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "http.extraHeader", "GIT_CONFIG_VALUE_0": header}
BareCache(Path(folder)).fetch(4242, address, [head], token)
"""


@pytest.fixture
def cache(tmp_path: Path) -> BareCache:
    return BareCache(tmp_path / "cache")


@pytest.fixture
def server(repo: Repo) -> Iterator[GitServer]:
    """Serves `repo` to whoever brings the token."""
    with GitServer(repo.path.parent, wanted=f"Basic {BASIC}").serving() as server:
        yield server


def within(cache: BareCache, bounds: FetchBounds) -> BareCache:
    """The same repositories, under other bounds."""
    return BareCache(cache.git_dir(NUMBER).parent, bounds)


def read(cache: BareCache, commit: CommitSha) -> dict[str, object]:
    with closing(GitObjects(cache.git_dir(NUMBER), commit)) as tree:
        return dict(tree.read([entry.path for entry in tree.listing().entries], 1_000_000))


def test_a_commit_is_fetched_by_its_name_and_read(cache: BareCache, server: GitServer, repo: Repo) -> None:
    """Neither of the two is what a branch points to, as a pull request's head is not."""
    base = repo.commit(app__py=b"base\n")
    head = repo.commit(app__py=b"head\n")
    repo.commit(app__py=b"later\n")
    fetched = cache.fetch(NUMBER, f"{server.url}/repo", [head, base, head], WITH_TOKEN)
    assert fetched == Fetched(present=tuple(sorted((base, head))), unknown=())
    assert read(cache, head) == {"app.py": b"head\n"}
    assert read(cache, base) == {"app.py": b"base\n"}


def test_a_commit_that_is_there_costs_no_request(cache: BareCache, server: GitServer, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN)
    server.requests.clear()
    assert cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN).present == (head,)
    assert server.requests == []


def test_history_is_not_fetched(cache: BareCache, server: GitServer, repo: Repo) -> None:
    first = repo.commit(app__py=b"first\n")
    head = repo.commit(app__py=b"head\n")
    cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN)
    with closing(GitObjects(cache.git_dir(NUMBER), first)) as tree, pytest.raises(GitFailed):
        tree.listing()


def test_commits_that_the_remote_does_not_know_are_values_and_the_others_arrive(
    cache: BareCache, server: GitServer, repo: Repo
) -> None:
    head = repo.commit(app__py=b"head\n")
    other = CommitSha("a" * 40)
    fetched = cache.fetch(NUMBER, f"{server.url}/repo", [NOWHERE, head, other], WITH_TOKEN)
    assert fetched == Fetched(present=(head,), unknown=(other, NOWHERE))


def test_a_local_repository_can_be_the_remote(cache: BareCache, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    fetched = cache.fetch(NUMBER, repo.path.as_uri(), [head, NOWHERE])
    assert fetched == Fetched(present=(head,), unknown=(NOWHERE,))


def test_the_token_is_in_no_argument_no_file_and_no_message(cache: BareCache, server: GitServer, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    seen: list[str] = []
    server.while_serving = lambda: seen.extend(command_lines_of_git())
    cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN)
    assert any("fetch" in line for line in seen), "git was seen at work"
    server.wanted = "Basic somebody else's"
    with pytest.raises(GitFailed) as failed:
        cache.fetch(NUMBER, f"{server.url}/repo", [NOWHERE], WITH_TOKEN)
    files = [path.read_bytes().decode("latin-1") for path in cache.git_dir(NUMBER).rglob("*") if path.is_file()]
    for secret in (TOKEN, BASIC):
        assert not any(secret in text for text in (*seen, *files, str(failed.value), failed.value.stderr))


@pytest.mark.parametrize("address", ["https://x-access-token:{}@github.com/o/r.git", "https://{}@github.com/o/r.git"])
def test_a_token_in_the_address_is_refused_and_not_repeated(cache: BareCache, address: str) -> None:
    with pytest.raises(GitFailed, match="without a user name") as failed:
        cache.fetch(NUMBER, address.format(TOKEN), [NOWHERE])
    assert TOKEN not in str(failed.value)


@pytest.mark.parametrize(
    "address",
    [
        "ssh://git@github.com/o/r.git",
        "git@github.com:o/r.git",
        "ext::sh -c touch% /tmp/x",
        "/srv/repo",
        "--upload-pack=touch /tmp/x",
        "git://github.com/o/r",
        "https://github.com/o/r\n",
        "",
    ],
)
def test_only_https_http_and_file_are_remotes(cache: BareCache, address: str) -> None:
    with pytest.raises(GitFailed, match="a remote is"):
        cache.fetch(NUMBER, address, [NOWHERE])


@pytest.mark.parametrize("name", ["HEAD", "main", "a" * 39, "--all", "+" + "a" * 39])
def test_only_whole_names_are_fetched(cache: BareCache, repo: Repo, name: str) -> None:
    with pytest.raises(GitFailed, match="40 hexadecimal digits"):
        cache.fetch(NUMBER, repo.path.as_uri(), [CommitSha(name)])


def test_a_redirect_is_not_followed_with_the_token(cache: BareCache, server: GitServer, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    with GitServer(repo.path.parent, wanted=None).serving() as other:
        server.redirect_to = other.url
        with pytest.raises(GitFailed):
            cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN)
        assert other.requests == []


def test_a_refusal_and_an_unreachable_remote_are_one_exception(cache: BareCache, server: GitServer, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    with pytest.raises(GitFailed, match="git fetch ended with status 128"):
        cache.fetch(NUMBER, f"{server.url}/repo", [head])
    with pytest.raises(GitFailed, match="git fetch ended with status 128"):
        cache.fetch(NUMBER, f"{server.url}/another", [head], WITH_TOKEN)
    with pytest.raises(GitFailed, match="git fetch ended with status 128"):
        cache.fetch(NUMBER, "http://127.0.0.1:9/repo", [head], WITH_TOKEN)


def test_a_remote_that_does_not_answer_ends_in_time_and_leaves_no_process(
    cache: BareCache, server: GitServer, repo: Repo
) -> None:
    head = repo.commit(app__py=b"head\n")
    over = threading.Event()
    server.while_serving = lambda: over.wait(20)
    with pytest.raises(GitTimedOut, match="git fetch took longer"):
        within(cache, FetchBounds(seconds=0.5)).fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN)
    assert not any(str(cache.git_dir(NUMBER)) in line or server.url in line for line in command_lines_of_git())
    over.set()
    server.while_serving = lambda: None
    assert cache.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN).present == (head,)


def test_a_fetch_waits_for_another_one_of_the_same_repository_only(cache: BareCache, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    cache.fetch(NUMBER, repo.path.as_uri(), [head])
    held = os.open(cache.git_dir(NUMBER), os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with pytest.raises(GitTimedOut, match="another fetch"):
        within(cache, FetchBounds(seconds=0.1)).fetch(NUMBER, repo.path.as_uri(), [head])
    assert cache.fetch(RepositoryId(7), repo.path.as_uri(), [head]).present == (head,)
    os.close(held)
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,)


def test_a_fetch_that_waited_while_its_repository_was_removed_makes_it_anew(
    cache: BareCache, repo: Repo, tmp_path: Path
) -> None:
    """Otherwise it would fill a folder that nobody finds any more."""
    head = repo.commit(app__py=b"head\n")
    cache.fetch(NUMBER, repo.path.as_uri(), [head])
    held = os.open(cache.git_dir(NUMBER), os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    waiting = threading.Thread(target=cache.fetch, args=(NUMBER, repo.path.as_uri(), [head]))
    waiting.start()
    while not _is_open_twice(cache.git_dir(NUMBER)):
        time.sleep(0.01)
    cache.git_dir(NUMBER).rename(tmp_path / "removed")
    os.close(held)
    waiting.join()
    assert read(cache, head) == {"app.py": b"head\n"}


def _is_open_twice(folder: Path) -> bool:
    """Whether somebody else in this process has the folder open as well: it waits for the lock."""
    places = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            places.append(descriptor.readlink())
    return places.count(folder) == 2


def test_many_fetches_at_once_all_find_their_commit(cache: BareCache, repo: Repo) -> None:
    commits = [repo.commit(app__py=b"%d\n" % number) for number in range(4)]
    results: list[Fetched] = []

    def fetch(commit: CommitSha) -> None:
        results.append(cache.fetch(NUMBER, repo.path.as_uri(), [commit]))

    threads = [threading.Thread(target=fetch, args=(commit,)) for commit in commits * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.present for result in results) == sorted((commit,) for commit in commits * 2)


def test_what_a_killed_git_left_behind_is_no_hindrance(cache: BareCache, repo: Repo) -> None:
    first = repo.commit(app__py=b"first\n")
    cache.fetch(NUMBER, repo.path.as_uri(), [first])
    head = repo.commit(app__py=b"head\n")
    git_dir = cache.git_dir(NUMBER)
    leftovers = ["shallow.lock", "config.lock", f"refs/obelize/keep/{head}.lock", "objects/pack/tmp_pack_abc"]
    for leftover in leftovers:
        (git_dir / leftover).write_bytes(b"half")
    with pytest.raises(subprocess.CalledProcessError):
        Repo(git_dir).git("fetch", "--depth=1", repo.path.as_uri(), f"{head}:refs/obelize/keep/{head}")
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,)
    assert not any((git_dir / leftover).exists() for leftover in leftovers)


def test_a_repository_left_half_made_is_made_anew(cache: BareCache, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    cache.git_dir(NUMBER).mkdir(parents=True)
    (cache.git_dir(NUMBER) / "refs").mkdir()
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,)


def test_a_git_that_outlives_its_parent_still_keeps_others_out(cache: BareCache, server: GitServer, repo: Repo) -> None:
    """The lock is the child's too: killed with -9, a worker must not leave a git that a second one runs into."""
    head = repo.commit(app__py=b"head\n")
    reached, over = threading.Event(), threading.Event()

    def hold() -> None:
        reached.set()
        over.wait(20)

    server.while_serving = hold
    address = f"{server.url}/repo"
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(cache.git_dir(NUMBER).parent), address, head, HEADER])
    assert reached.wait(20)
    worker.kill()
    worker.wait()
    with pytest.raises(GitTimedOut, match="another fetch"):
        within(cache, FetchBounds(seconds=0.2)).fetch(NUMBER, address, [head], WITH_TOKEN)
    over.set()
    server.while_serving = lambda: None
    assert cache.fetch(NUMBER, address, [head], WITH_TOKEN).present == (head,)


def test_the_cache_is_for_its_owner_only(cache: BareCache, repo: Repo) -> None:
    cache.fetch(NUMBER, repo.path.as_uri(), [repo.commit(app__py=b"x\n")])
    assert cache.git_dir(NUMBER).stat().st_mode & 0o077 == 0


def test_a_removed_repository_is_gone_and_can_come_back(cache: BareCache, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    cache.fetch(NUMBER, repo.path.as_uri(), [head])
    assert cache.remove(NUMBER, 20)
    assert list(cache.git_dir(NUMBER).parent.iterdir()) == []
    assert not cache.remove(NUMBER, 20)
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,)


def test_fetched_content_starts_nothing(cache: BareCache, repo: Repo, trap: Trap) -> None:
    """The remote's configuration is that of a stranger, when the remote is a local folder."""
    repo.write(".gitattributes", b"*.py filter=evil\n")
    repo.write(".lfsconfig", b"[lfs]\n\turl = http://127.0.0.1:9/\n")
    head = repo.commit(app__py=b"x\n", __gitmodules=b'[submodule "a"]\n\tpath = a\n\turl = ext::sh\n')
    trap.named_by(repo)
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,)
    assert read(cache, head)["app.py"] == b"x\n"
    assert not trap.sprung


def test_a_sha256_remote_is_one_exception(cache: BareCache, tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "sha256", "--object-format=sha256")
    with pytest.raises(GitFailed):
        cache.fetch(NUMBER, repo.path.as_uri(), [NOWHERE])


def test_what_was_used_since_or_is_being_fetched_is_not_evicted(cache: BareCache, repo: Repo) -> None:
    """A fetch is a use, even of what is there already; what a killed removal left goes with the next look."""
    head, other = repo.commit(a=b"1\n"), RepositoryId(7)
    for number in (NUMBER, other):
        cache.fetch(number, repo.path.as_uri(), [head])
        os.utime(cache.git_dir(number), (1_000 + number, 1_000 + number))
    left = cache.git_dir(NUMBER).parent / ".removed-0"
    (left / "objects").mkdir(parents=True)
    first, second = cache.held()
    assert (first.repository, second.repository, first.used_at) == (other, NUMBER, 1_007.0)
    assert first.size > 0
    assert not left.exists()
    cache.fetch(other, repo.path.as_uri(), [head])
    assert not cache.evict(first)
    descriptor = os.open(cache.git_dir(NUMBER), os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    assert not cache.evict(second)
    os.close(descriptor)
    assert cache.evict(second)
    assert [one.repository for one in cache.held()] == [other]


def test_of_a_repository_that_is_too_large_only_files_that_may_be_read_are_fetched(
    cache: BareCache, server: GitServer, repo: Repo
) -> None:
    """What cannot be compressed is as large on the way as it is; a later head is fetched so from the start."""
    repo.git("config", "uploadpack.allowFilter", "true")
    narrow = within(cache, FetchBounds(pack_bytes=300_000, file_bytes=2_000))
    heads = [repo.commit(app__py=b"%d\n" % n, film__py=os.urandom(400_000)) for n in range(2)]
    for number, head in enumerate(heads):
        assert narrow.fetch(NUMBER, f"{server.url}/repo", [head], WITH_TOKEN).present == (head,)
        seen = read(narrow, head)
        assert seen["app.py"] == b"%d\n" % number
        assert isinstance(told := seen["film.py"], Limitation)
        assert (told.code, told.detail) == (LimitationCode.FILE_TOO_LARGE, "larger, the limit is 1,000,000")
    assert sum(pack.stat().st_size for pack in cache.git_dir(NUMBER).rglob("*.pack")) < 10_000
    config = (cache.git_dir(NUMBER) / "config").read_bytes()
    assert TOKEN.encode() not in config
    assert BASIC.encode() not in config


def test_a_repository_whose_small_files_are_too_much_is_over_a_limit(cache: BareCache, repo: Repo) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    for number in range(4):
        repo.write(f"{number}.py", os.urandom(100_000))
    head = repo.commit()
    with pytest.raises(OverLimit, match=r"up to 200,000 bytes are more than 300,000 bytes .*OBELIZE_LIMIT_FETCH_MB"):
        within(cache, FetchBounds(pack_bytes=300_000, file_bytes=200_000)).fetch(NUMBER, repo.path.as_uri(), [head])
    assert sum(file.stat().st_size for file in cache.git_dir(NUMBER).rglob("*")) < 100_000, "nothing of it stays"
    assert cache.fetch(NUMBER, repo.path.as_uri(), [head]).present == (head,), "once the limit is raised"


def test_a_pack_that_unfolds_to_more_memory_than_git_may_have_is_over_a_limit(cache: BareCache, repo: Repo) -> None:
    head = repo.commit(app__py=b"head\n")
    with pytest.raises(OverLimit, match=r"8,000,000 bytes of memory \(OBELIZE_LIMIT_GIT_MEMORY_MB\)"):
        within(cache, FetchBounds(memory_bytes=8_000_000)).fetch(NUMBER, repo.path.as_uri(), [head])
