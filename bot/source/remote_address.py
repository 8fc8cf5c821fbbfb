"""The address of a remote as it may be shown: an absolute URI without user, password, query or fragment. Pure."""

import re

_URL = re.compile(r"(?P<scheme>https?|ssh|git)://(?:[^/@]*@)?(?P<host>[^/@]+)/(?P<path>[^?#]*)", re.IGNORECASE)
# `user@host:path`, which git reads as ssh: https://git-scm.com/docs/git-clone#_git_urls. One letter is a drive.
_SCP = re.compile(r"(?:[^/@:]*@)?(?P<host>[^/@:]{2,}):(?!:|//)/?(?P<path>[^?#@]+)")
_HOST = re.compile(r"[A-Za-z0-9.-]+(?::\d+)?|\[[0-9A-Fa-f:.]+\](?::\d+)?")
_PATH = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+")


def public_address(remote: str) -> str | None:
    """What `remote.origin.url` says, fit for a report; null for a path of this machine and for anything unusual."""
    found = _URL.fullmatch(remote) or _SCP.fullmatch(remote)
    if found is None or not _HOST.fullmatch(found["host"]) or not _PATH.fullmatch(found["path"]):
        return None
    scheme = found.groupdict().get("scheme") or "ssh"
    return f"{scheme.lower()}://{found['host']}/{found['path']}"
