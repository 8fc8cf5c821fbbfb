"""Git over smart HTTP, read only: `git http-backend` as a CGI program over one bare repository.

The program gets an environment made here and the request's body as it comes; nothing of a request becomes an argument,
and its path is ours: the address's owner and name were looked up before and do not reach the disk.
"""

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator

from aiohttp import web

from bot.playground.git.bare import BareRepository

_PROTOCOL = re.compile(r"version=[0-9](?::[a-z0-9=-]+)*")
_BLOCK = 64 * 1024


async def serve_git(
    request: web.Request, repository: BareRepository, service_path: str, user: str
) -> web.StreamResponse:
    """Answers `info/refs` or `git-upload-pack` of a repository for an authenticated user."""
    process = await asyncio.create_subprocess_exec(
        repository.git.program,
        "http-backend",
        cwd=repository.path,
        env=_environment(request, repository, service_path, user),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    feeder = asyncio.create_task(_feed(process.stdin, request.content.iter_chunked(_BLOCK)))
    try:
        return await _relay(request, process.stdout)
    except BaseException:
        _kill(process)
        raise
    finally:
        feeder.cancel()
        await asyncio.gather(feeder, return_exceptions=True)
        # What is still in the pipe has to be read, or the pipe is never seen to end.
        await process.stdout.read()
        await process.wait()


def _environment(request: web.Request, repository: BareRepository, service_path: str, user: str) -> dict[str, str]:
    variables = {
        **repository.git.environment,
        "GIT_PROJECT_ROOT": str(repository.path.parent),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": f"/{repository.path.name}/{service_path}",
        "REQUEST_METHOD": request.method,
        "QUERY_STRING": "service=git-upload-pack" if service_path == "info/refs" else "",
        "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        "REMOTE_USER": user,
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PROTOCOL": "HTTP/1.1",
    }
    # No CONTENT_LENGTH and no content encoding: the server has already undone chunks and gzip, and the program reads
    # to the end of its input instead.
    protocol = request.headers.get("Git-Protocol", "")
    if _PROTOCOL.fullmatch(protocol):
        variables["GIT_PROTOCOL"] = protocol
    return variables


async def _feed(stdin: asyncio.StreamWriter, body: AsyncIterator[bytes]) -> None:
    try:
        async for block in body:
            stdin.write(block)
            await stdin.drain()
    except ConnectionError:
        return  # the program has read all it wanted, or the client went away
    finally:
        stdin.close()


async def _relay(request: web.Request, stdout: asyncio.StreamReader) -> web.StreamResponse:
    status, headers = await _read_head(stdout)
    response = web.StreamResponse(status=status, headers=headers)
    await response.prepare(request)
    while block := await stdout.read(_BLOCK):
        await response.write(block)
    await response.write_eof()
    return response


async def _read_head(stdout: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The CGI head: header lines up to an empty one, the status among them."""
    status, headers = 200, {}
    while line := (await stdout.readline()).decode("latin-1").rstrip("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "status":
            status = int(value.split()[0])
        else:
            headers[name] = value.strip()
    return (status, headers) if headers else (500, {})


def _kill(process: asyncio.subprocess.Process) -> None:
    """Ends the program and the `upload-pack` it started, which would wait for a reader for ever."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
