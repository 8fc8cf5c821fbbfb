"""GitHub's signature of a delivery: HMAC-SHA256 over the raw bytes, as `sha256=` and 64 lower-case hexadecimal digits.

The old SHA-1 header is never looked at.
"""

import hashlib
import hmac
import re

from pydantic import SecretStr

HEADER = "X-Hub-Signature-256"
_FORM = re.compile(r"sha256=[0-9a-f]{64}")


def sign(secret: SecretStr, body: bytes) -> str:
    """The header's value for a body."""
    return "sha256=" + hmac.new(secret.get_secret_value().encode(), body, hashlib.sha256).hexdigest()


def is_signed(secret: SecretStr, body: bytes, signature: str) -> bool:
    """Whether the signature is the body's, in a time that does not tell how much of it is right.

    Text of another form (non-ASCII included) is wrong without a comparison, so `compare_digest` never raises.
    """
    if _FORM.fullmatch(signature) is None:
        return False
    return hmac.compare_digest(sign(secret, body).encode(), signature.encode())
