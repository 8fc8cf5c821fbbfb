"""Names for plain strings and numbers that mean something."""

from typing import NewType

CommitSha = NewType("CommitSha", str)
"""40 lower-case hexadecimal digits."""
BlobSha = NewType("BlobSha", str)
"""Git's object name of a file's bytes, 40 lower-case hexadecimal digits."""
DeliveryId = NewType("DeliveryId", str)
"""GitHub's GUID of a webhook delivery; a redelivery carries the same one."""
PackId = NewType("PackId", str)
"""Such as `py-pdf/pypdf2-to-pypdf`: two segments of lower-case letters, digits, dots and dashes."""
RowId = NewType("RowId", str)
"""16 hexadecimal digits, stable across pushes."""
RunId = NewType("RunId", str)
"""`20261130T142530Z-3f9a1c72`: UTC, then 8 random hexadecimal digits; sorts by time."""
RepoPath = NewType("RepoPath", str)
"""A path inside the repository, relative, with forward slashes."""
InstallationId = NewType("InstallationId", int)
RepositoryId = NewType("RepositoryId", int)
