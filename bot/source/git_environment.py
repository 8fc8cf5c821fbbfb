"""The environment and the options under which git runs, so that nothing but what Obelize asked for happens.

Git reads the system's, the user's and the repository's configuration, and many of their keys name programs that it
starts. Here the first two are switched off, and what the third could name is overridden on the command line, which
wins over every file. The keys whose names a repository can make up (`filter.<name>.clean`) are met in
`bot/source/repository.py`; `bot/source/object_store.py` reads objects without reading the configuration at all.

Environment variables of this process do not reach git. An operator's proxy or certificate bundle travels in the
`extra_env` of a fetch, as the token does.
"""

import base64
import binascii
import functools
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bot.source.git_failed import GitFailed

HARDENING: tuple[str, ...] = (
    # Programs that a configuration can name. An empty fsmonitor is "off" to every version; "false" was once a command.
    "core.fsmonitor=",
    "core.hooksPath=/dev/null",
    "core.askPass=",
    "core.sshCommand=/bin/false",
    "credential.helper=",
    "gc.auto=0",
    "maintenance.auto=false",
    # Where bytes may come from. GIT_ALLOW_PROTOCOL, when set, outweighs the next line, and a fetch opens exactly one.
    "protocol.allow=never",
    "http.followRedirects=false",
    "http.sslVerify=true",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
    # Nothing is checked out, and if something were: https://github.com/git/git/security/advisories (CVE-2021-21300).
    "core.symlinks=false",
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    # Objects are checked against their names, never for style: fsck refuses the old but harmless oddities of many
    # public repositories, and what it would protect, a checkout, does not take place. Names are judged by tree_path.
    "transfer.fsckObjects=false",
    "fetch.fsckObjects=false",
    # A folder that another user owns may be read, because nothing that its configuration names can run.
    "safe.directory=*",
    "safe.bareRepository=all",
    # The output that is parsed here must not depend on taste.
    "core.quotePath=true",
    "diff.suppressBlankEmpty=false",
    "color.ui=false",
)

_GITHUB_TOKEN = re.compile(r"\b(?:gh[a-z]_|github_pat_)[A-Za-z0-9_.\-]+")
_USER_OF_URL = re.compile(r"(?<=://)[^/\s@]+@")
_SHORTEST_SECRET = 6
_HIDDEN = "***"


@functools.cache
def git_program() -> str:
    """The absolute path of git, found once; GitFailed where there is none."""
    for folder in os.get_exec_path():
        found = Path(folder, "git")
        if found.is_absolute() and found.is_file() and os.access(found, os.X_OK):
            return str(found)
    raise GitFailed("git was not found on the PATH")


def hardened(arguments: Iterable[str], settings: Iterable[str]) -> list[str]:
    """The command line for a git command: program, hardening and other settings, then the arguments as they are."""
    options = [part for setting in (*HARDENING, *settings) for part in ("-c", setting)]
    return [git_program(), "--no-pager", "--no-replace-objects", "--literal-pathspecs", *options, *arguments]


def clean_environment() -> dict[str, str]:
    """All that git gets to see: a path to its own programs, no home, no configuration, no prompt, no transport."""
    return {
        "PATH": os.pathsep.join((str(Path(git_program()).parent), os.defpath)),
        "HOME": os.devnull,
        "XDG_CONFIG_HOME": os.devnull,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "GIT_EDITOR": "false",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_PROTOCOL_FROM_USER": "0",
    }


def redacted(text: str, extra_env: Mapping[str, str]) -> str:
    """The text without any value of `extra_env`, part of one, token of GitHub's or user of a URL."""
    secrets = {secret for value in extra_env.values() for secret in _forms_of(value)}
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return _USER_OF_URL.sub(f"{_HIDDEN}@", _GITHUB_TOKEN.sub(_HIDDEN, text))


def _forms_of(value: str) -> Iterator[str]:
    """A header's value, its words, and the password inside a Basic credential."""
    for word in (value, *value.split()):
        for form in (word, *_basic_credential(word)):
            if len(form) >= _SHORTEST_SECRET:
                yield form


def _basic_credential(word: str) -> tuple[str, ...]:
    try:
        return tuple(base64.b64decode(word, validate=True).decode().split(":"))
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ()
