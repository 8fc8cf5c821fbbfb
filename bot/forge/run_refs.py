"""Run folders in the repository itself: `refs/obelize/runs/<run id>`, a commit without a parent for each.

No branch and no tag, so that nobody is shown it who does not ask for it. Never forced: what stands there stays.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime

from bot.forge.errors import Conflict, Missing, Refused, Unexpected
from bot.forge.git_data import GitData
from bot.forge.tree_names import tree_name
from bot.models.commit import FileBytes
from bot.models.names import RunId

_FILE_MODE = "100644"


def ref_of(run_id: RunId) -> str:
    """The full name of the ref."""
    return f"refs/{_name(run_id)}"


class RunRefs:
    """Of one repository; `own_address` is our account as git writes a person."""

    def __init__(self, objects: GitData, own_address: Callable[[], Awaitable[str]]) -> None:
        self._objects = objects
        self._own_address = own_address

    async def keep(self, run_id: RunId, files: Mapping[str, bytes], at: datetime) -> None:
        """Have the ref hold exactly these files; the same files of the same run are the same commit.

        Raises Conflict where another commit stands there, Unexpected where GitHub took other bytes.
        """
        expected = tree_name(files)
        standing = await self._objects.ref_target(_name(run_id))
        if standing is not None:
            if await self._objects.tree_of(standing) != expected:
                raise Conflict("another commit stands there")
            return
        entries = [FileBytes(path=path, mode=_FILE_MODE, content=data) for path, data in sorted(files.items())]
        tree = await self._objects.tree(entries)
        if tree != expected:
            raise Unexpected("GitHub made another tree of these files")
        name, _, address = (await self._own_address()).rpartition(" ")
        author = {"name": name, "email": address.strip("<>"), "date": f"{at:%Y-%m-%dT%H:%M:%SZ}"}
        commit = await self._objects.lone_commit(tree, f"Run {run_id}", author)
        await self._objects.create_ref(_name(run_id), commit)

    async def remove(self, run_id: RunId) -> None:
        """Take the ref away, if it is there."""
        with suppress(Missing, Refused):
            await self._objects.delete_ref(_name(run_id))


def _name(run_id: RunId) -> str:
    return f"obelize/runs/{run_id}"
