"""The two signatures of a delivery, over its raw bytes (GITHUB.md §3.1)."""

import hashlib
import hmac


def sha256_signature(secret: str, body: bytes) -> str:
    """The value of X-Hub-Signature-256: `sha256=` and lower-case hexadecimal digits."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def sha1_signature(secret: str, body: bytes) -> str:
    """The value of X-Hub-Signature, which GitHub still sends and nobody may rely on."""
    return "sha1=" + hmac.new(secret.encode(), body, hashlib.sha1).hexdigest()
