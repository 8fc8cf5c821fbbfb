"""A server process that speaks S3 on loopback, with one bucket: moto's."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from pydantic import SecretStr

from bot.models.bucket import Bucket

BUCKET = "artifacts"
_STARTING_SECONDS = 30.0


@contextmanager
def s3_server(port: int) -> Iterator[Bucket]:
    """How its bucket is reached; the process ends with the block."""
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _make_bucket(address)
        yield Bucket(address, "eu-north-7", "AKIDEXAMPLE", SecretStr("hush"), allow_http=True)
    finally:
        process.kill()
        process.wait()


def _make_bucket(address: str) -> None:
    deadline = time.monotonic() + _STARTING_SECONDS
    while True:
        try:
            httpx.put(f"{address}/{BUCKET}").raise_for_status()
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
