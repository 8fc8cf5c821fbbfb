"""What has to hold once everything is quiet, told by GitHub's state, by the rows, and by the stored run folders."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from bench.soak.conversations import Conversation
from bot.models.names import RunId
from bot.playground.playground import Playground
from bot.store import commands, runs
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.database import Database
from bot.store.runs import Run
from bot.store.tables import commits, deliveries
from bot.store.tables import runs as run_rows
from bot.vocabulary import CommandState, Conclusion, DeliveryOutcome, RunState

_AGAIN = {"rerequested", "requested_action"}
_WITHOUT_FOLDER = {None, Conclusion.INTERNAL_ERROR, Conclusion.SWITCHED_OFF}
"""Runs that read nothing."""
UNFINISHED = (RunState.ENQUEUED, RunState.RUNNING, RunState.DEFERRED)


@dataclass(frozen=True, slots=True)
class Ended:
    """The figures of the last line, and a sentence for each thing that does not hold."""

    deliveries: int
    finished: int
    lost: int
    doubled: int
    faults: tuple[str, ...]


@dataclass(slots=True)
class Judge:
    """Looks from outside; changes nothing."""

    playground: Playground
    database: Database
    artifacts: Artifacts
    conversations: list[Conversation]

    def owed(self) -> Counter[str]:
        """What is still to be done, by kind; empty once it is quiet."""
        found: Counter[str] = Counter()
        with self.database.read() as connection:
            for run in runs.in_state(connection, *UNFINISHED):
                found[f"run {run.state}"] += 1
            for run in self._broken(runs.in_state(connection, *RunState)):
                found[f"run {run.state}, attempt {run.attempt}"] += 1
            states = (CommandState.ENQUEUED, CommandState.DEFERRED, CommandState.BROKEN)
            for given in commands.in_state(connection, states):
                found[f"command {given.state}, attempt {given.attempt}"] += 1
        found["deliveries"] = len(self._sent() - self._finished())
        return +found

    def _broken(self, all_runs: list[Run]) -> Iterator[Run]:
        newest = {(run.repository_id, run.pull, run.head_sha): run for run in all_runs}
        return (run for run in newest.values() if run.state is RunState.BROKEN)

    def _sent(self) -> set[str]:
        return {delivery.guid for delivery in self.playground.world.deliveries.newest_first()}

    def _finished(self) -> set[str]:
        well = sa.and_(deliveries.c.outcome.is_not(None), deliveries.c.outcome != DeliveryOutcome.FAILED_DELIVERY.value)
        with self.database.read() as connection:
            return set(connection.execute(sa.select(deliveries.c.guid).where(well)).scalars())

    async def ended(self) -> Ended:
        """Everything that is counted and checked."""
        sent, finished = self._sent(), self._finished()
        lost = [f"lost: delivery {guid}" for guid in sorted(sent - finished)]
        doubled: list[str] = []
        for conversation in self.conversations:
            if not conversation.gone:
                missing, twice = await self._checked(conversation)
                lost += missing
                doubled += twice
        doubled += self._doubled_commits()
        torn = list(self._torn())
        wrong = [f"playground: {fault}" for fault in self.playground.faults_found + self.playground.unknown_routes]
        return Ended(
            len(sent), len(sent & finished), len(lost) + len(torn), len(doubled), (*lost, *doubled, *torn, *wrong)
        )

    async def _checked(self, conversation: Conversation) -> tuple[list[str], list[str]]:
        """What is missing on a pull request, and what is there twice."""
        pull = conversation.pull
        shown = await self.playground.snapshot(pull)
        missing, twice = [], []
        where = f"{pull.repository.full_name}#{pull.number}"
        for sha in pull.heads:
            checks = [check for check in shown["check_runs"] if check["head_sha"] == sha and check["name"] == "obelize"]
            states = [(check["external_id"], check["status"], check["conclusion"]) for check in checks]
            counting = [
                check for check in checks if check["status"] == "completed" and check["conclusion"] != "cancelled"
            ]
            open_ones = [check for check in checks if check["status"] != "completed"]
            if open_ones:
                missing.append(f"lost: a check in progress on {where} {sha[:7]}: {states}")
            if sha == pull.head_sha and not counting:
                missing.append(f"lost: no check that counts on the head of {where} {sha[:7]}: {states}")
            asked = Counter(self._asked_by(check["external_id"]) for check in counting)
            twice += [
                f"doubled: checks on {where} {sha[:7]} at the word of {who}: {states}"
                for who, times in asked.items()
                if times > 1
            ]
        said = [comment["body"] for comment in shown["comments"] if comment["user"]["type"] == "Bot"]
        status = [body for body in said if body.startswith("<!-- obelize:status")]
        if len(status) > 1:
            twice.append(f"doubled: status comments on {where}: {len(status)}")
        answers = Counter(body.split("\n", 1)[0] for body in said if body.startswith("<!-- obelize:answer"))
        twice += [f"doubled: answer {marker} on {where}" for marker, times in answers.items() if times > 1]
        asks = any(check["conclusion"] == "action_required" for check in shown["check_runs"])
        if asks and not status:
            missing.append(f"lost: the status comment on {where}")
        written = [
            commit["commit"]["message"] for commit in shown["commits"] if "Obelize-Run:" in commit["commit"]["message"]
        ]
        trailers = Counter(_trailer(message) for message in written)
        twice += [f"doubled: commit {trailer} on {where}" for trailer, times in trailers.items() if times > 1]
        with self.database.read() as connection:
            query = sa.select(sa.func.count()).select_from(commits)
            of_pull = (commits.c.repository_id == pull.repository.id, commits.c.pull == pull.number)
            kept = connection.execute(query.where(*of_pull)).scalar()
        if kept != len(written):
            missing.append(f"lost: {len(written)} commits on {where}, and {kept} rows")
        return missing, twice

    def _asked_by(self, workflow_id: str) -> str:
        """At whose word a run looked at its head again; all that GitHub tells of a head asks for one check together."""
        with self.database.read() as connection:
            query = sa.select(run_rows.c.trigger).where(run_rows.c.workflow_id == workflow_id)
            trigger = connection.execute(query).scalar() or ""
        again = {one.guid for one in self.playground.world.deliveries.newest_first() if one.action in _AGAIN}
        return trigger if trigger in again or "/" in trigger else "GitHub"

    def _doubled_commits(self) -> list[str]:
        with self.database.read() as connection:
            count = sa.func.count()
            query = sa.select(commits.c.command_id, count).group_by(commits.c.command_id).having(count > 1)
            return [f"doubled: {row[1]} commits for {row[0]}" for row in connection.execute(query)]

    def _torn(self) -> Iterator[str]:
        """Folders of runs that finished are there, whole, and hold the bytes that their index says."""
        with self.database.read() as connection:
            finished = runs.in_state(connection, RunState.FINISHED)
        for run in finished:
            folder = RunFolder(run.repository_id, RunId(str(run.run_id)))
            if run.conclusion in _WITHOUT_FOLDER:
                continue
            index = self.artifacts.read_file(folder, "run.json")
            if index is None or self.artifacts.read_archive(folder) is None:
                yield f"lost: run folder {run.run_id} of {run.workflow_id} ({run.conclusion})"
                continue
            for file in json.loads(index)["files"]:
                data = self.artifacts.read_file(folder, file["path"])
                if data is None or hashlib.sha256(data).hexdigest() != file["sha256"]:
                    yield f"torn: {file['path']} of run folder {run.run_id}"


def _trailer(message: str) -> str:
    return next((line for line in message.splitlines() if line.startswith("Obelize-Run:")), "")
