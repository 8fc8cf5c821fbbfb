"""How a bucket that speaks S3 is reached."""

from dataclasses import dataclass

from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is null is left to obstore, which reads AWS's own variables.

    `endpoint` is an https address, or http where `allow_http`; null means Amazon's. The two halves of the key go
    together.
    """

    endpoint: str | None = None
    region: str | None = None
    key_id: str | None = None
    secret: SecretStr | None = None
    allow_http: bool = False
