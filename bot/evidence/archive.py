"""The run folder as a zip: the same files give the same bytes, no path leaves the folder, nothing is a link."""

import io
import zipfile
from collections.abc import Mapping

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can state: an archive tells nothing of when it was made."""

_REGULAR_FILE = 0o100644 << 16


class UnsafeNameError(ValueError):
    """A name that would leave the folder it is unpacked into."""


def zip_archive(folder: str, files: Mapping[str, bytes]) -> bytes:
    """The files under one top folder, deflated, in the order of their names. UnsafeNameError for a name that leaves."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            if name.startswith("/") or "\\" in name or any(part in {"", ".", ".."} for part in name.split("/")):
                raise UnsafeNameError(name)
            entry = zipfile.ZipInfo(f"{folder}/{name}", _EPOCH)
            entry.external_attr = _REGULAR_FILE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])
    return buffer.getvalue()
