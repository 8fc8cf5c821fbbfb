"""Where the artifacts lie: a folder of this machine, or a bucket that speaks S3; the door for the storage's exceptions.

What the storage says of an error holds paths, addresses and, from some services, the key's name: it is read here to
tell kinds of errors apart and goes no further.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote, urlsplit

from obstore.exceptions import BaseError, NotFoundError, PermissionDeniedError, UnauthenticatedError
from obstore.store import LocalStore, ObjectStore, S3Store

from bot.models.bucket import Bucket
from bot.store.database import StoreError

if TYPE_CHECKING:
    from obstore.store import S3Config

_CONNECT = timedelta(seconds=5)
_WHOLE_REQUEST = timedelta(seconds=60)
_RETRIES = 3
_RETRYING = timedelta(seconds=30)

_REFUSED = "refuses the credentials, or does not let them do this"
_NO_BUCKET = "has no such bucket"
_REFUSES = re.compile(r"status code: 40[13]\b")
_MISSES = re.compile(r"status code: 404\b")
_OTHER_STATUS = re.compile(r"status code: ([1-5][0-9]{2})\b")
_UNREACHED = re.compile(r"error sending request|operation timed out|error decoding response|error reading a body")
_PLAIN_HTTP = re.compile(r"\bBadScheme\b")
_WITHOUT_KEY = re.compile(r"//169\.254\.")
"""Without a key obstore asks the machine's cloud for one, at addresses that exist only inside it."""


def open_place(address: str, bucket: Bucket) -> ObjectStore:
    """The storage at a `file:///folder` or `s3://bucket/prefix` URL; `StoreError` for another, or one without a name.

    Nothing is asked of a bucket yet.
    """
    parts = urlsplit(address)
    with storage_errors():
        if parts.scheme == "file":
            folder = Path(unquote(parts.path))
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return LocalStore(folder, automatic_cleanup=True)
        if parts.scheme == "s3" and parts.hostname:
            return _bucket(parts.hostname, parts.path.strip("/"), bucket)
    raise StoreError("artifacts: expected a URL such as file:///folder or s3://bucket/prefix")


def _bucket(name: str, prefix: str, bucket: Bucket) -> ObjectStore:
    given = {
        "endpoint": bucket.endpoint,
        "region": bucket.region,
        "access_key_id": bucket.key_id,
        "secret_access_key": bucket.secret.get_secret_value() if bucket.secret else None,
    }
    return S3Store(
        name,
        prefix=prefix or None,
        # By path: a name below the endpoint's host is not there on most services that are not Amazon's.
        virtual_hosted_style_request=False,
        client_options={
            "allow_http": bucket.allow_http,
            "connect_timeout": _CONNECT,
            "timeout": _WHOLE_REQUEST,
        },
        retry_config={"max_retries": _RETRIES, "retry_timeout": _RETRYING},
        config=cast("S3Config", {key: value for key, value in given.items() if value is not None}),
    )


@contextmanager
def storage_errors() -> Iterator[None]:
    """The storage's exceptions end here, as `StoreError` with one sentence of ours."""
    try:
        yield
    except (BaseError, OSError, ValueError) as error:
        raise StoreError(f"artifacts: the storage {_fault(error)}") from error


def _fault(error: Exception) -> str:
    text = str(error)
    match error:
        case PermissionDeniedError() | UnauthenticatedError():
            return _REFUSED
        case NotFoundError():
            return _NO_BUCKET
        case OSError() if not isinstance(error, BaseError) and "status code" not in text:
            return f"cannot be used ({type(error).__name__})"
    if _WITHOUT_KEY.search(text):
        return "got no credentials"
    if _REFUSES.search(text):
        return _REFUSED
    if _MISSES.search(text):
        return _NO_BUCKET
    if _PLAIN_HTTP.search(text):
        return "is to be reached without encryption, which is allowed on loopback only"
    if _UNREACHED.search(text):
        return "cannot be reached"
    status = _OTHER_STATUS.search(text)
    return f"answered {status[1]}" if status else f"failed ({type(error).__name__})"
