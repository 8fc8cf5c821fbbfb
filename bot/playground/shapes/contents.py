"""Files, folders and links of a repository (the schemas behind `GET /contents/{path}`)."""

import base64
from urllib.parse import quote

from bot.playground.git.bare import Entry
from bot.playground.shapes import Json
from bot.playground.shapes.repositories import api_url, html_url
from bot.playground.world.repositories import Repository
from bot.playground.world.world import Addresses

_TYPES = {"120000": "symlink", "160000": "submodule", "040000": "dir"}


def entry_type(entry: Entry) -> str:
    """GitHub's word for what an entry is; a submodule says so in listings too since 2026-03-10 (GITHUB.md §0)."""
    return _TYPES.get(entry.mode, "file")


def listed_entry(entry: Entry, path: str, commit: str, repository: Repository, at: Addresses) -> Json:
    """One entry of a folder, without content; `path` is from the repository's root."""
    kind = entry_type(entry)
    quoted = quote(path.encode("utf-8", "surrogateescape"))
    url = f"{api_url(repository, at)}/contents/{quoted}?ref={commit}"
    page = f"{html_url(repository, at)}/{'tree' if kind == 'dir' else 'blob'}/{commit}/{quoted}"
    git_url = f"{api_url(repository, at)}/git/{'trees' if kind == 'dir' else 'blobs'}/{entry.sha}"
    return {
        "type": kind,
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": entry.sha,
        "size": entry.size or 0,
        "url": url,
        "html_url": page,
        "git_url": git_url,
        "download_url": f"{html_url(repository, at)}/raw/{commit}/{quoted}" if kind == "file" else None,
        "_links": {"self": url, "git": git_url, "html": page},
    }


def file_content(listed: Json, content: bytes) -> Json:
    """A file of up to 1 MB: base64 in lines of 60 characters, as GitHub cuts them."""
    text = base64.b64encode(content).decode()
    lines = [text[start : start + 60] + "\n" for start in range(0, len(text), 60)]
    return {**listed, "encoding": "base64", "content": "".join(lines)}


def link_content(listed: Json, target: bytes) -> Json:
    """A symbolic link whose target is not a file of the repository."""
    return {**listed, "target": target.decode("utf-8", "replace")}


def submodule_content(listed: Json, url: str) -> Json:
    """A submodule: a commit of another repository."""
    return {**listed, "submodule_git_url": url}
