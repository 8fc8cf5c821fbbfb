"""The tables, as SQLAlchemy Core knows them; `bot/store/migrations` is how a database gets there.

Words of closed sets are stored by their value, times in UTC. Nothing here holds code of a repository but
`deliveries.body`, which is GitHub's own payload and goes after a few days, and `arcs.document`, which holds the turn
that is open and the replies.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMES)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC; SQLite has no column that knows a zone."""

    impl = sa.DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware to naive UTC; a naive time is a mistake of the caller and raises ValueError."""
        del dialect
        if value is not None and value.tzinfo is None:
            raise ValueError("a time without a zone")
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Naive UTC to aware."""
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("guid", sa.String(64), primary_key=True),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("event", sa.String(64), nullable=False),
    sa.Column("action", sa.String(64)),
    sa.Column("headers", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary),
    sa.Column("received_at", UtcDateTime, nullable=False),
    # Known once the body was read: they say whose body goes when an installation or a repository does.
    sa.Column("installation_id", sa.BigInteger, index=True),
    sa.Column("repository_id", sa.BigInteger, index=True),
    sa.Column("outcome", sa.String(32)),
    sa.Column("reason", sa.String(200)),
    sa.Column("finished_at", UtcDateTime),
    sa.Index("ix_deliveries_outcome_received_at", "outcome", "received_at"),
)

installations = sa.Table(
    "installations",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("account", sa.String(100), nullable=False),
    sa.Column("suspended", sa.Boolean, nullable=False),
    # A deleted installation stays as its number alone, so that a late delivery does not bring it back.
    sa.Column("deleted", sa.Boolean, nullable=False),
)

repositories = sa.Table(
    "repositories",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("installation_id", sa.ForeignKey("installations.id"), nullable=False, index=True),
    sa.Column("full_name", sa.String(200), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    # Since when it is private or public, as GitHub dated the change; null where no change was told.
    sa.Column("visibility_at", UtcDateTime),
    sa.Column("default_branch", sa.String(255)),
)

removed_repositories = sa.Table(
    "removed_repositories",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("removed_at", UtcDateTime, nullable=False),
    # The workflow that deletes what is kept of it; null once nothing is left.
    sa.Column("forgetting", sa.String(100)),
    # It can be reached again, as soon as nothing is left.
    sa.Column("given_back", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
)

run_refs = sa.Table(
    "run_refs",
    metadata,
    # Run folders that lie in the repository itself, as `refs/obelize/runs/<run id>`.
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("run_id", sa.String(32), primary_key=True),
)

pulls = sa.Table(
    "pulls",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("closed", sa.Boolean, nullable=False),
    # A status comment of ours stands, or is about to: it is brought up to date whatever a later run finds.
    sa.Column("commented", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    # Said by comment: no comments of ours here, and no reading at all.
    sa.Column("muted", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("paused", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("updated_at", UtcDateTime, nullable=False),
)

model_days = sa.Table(
    "model_days",
    metadata,
    # No reference: a day's count outlives an installation that is removed and comes back.
    sa.Column("installation_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("questions", sa.Integer, nullable=False),
)

runs = sa.Table(
    "runs",
    metadata,
    sa.Column("workflow_id", sa.String(100), primary_key=True),
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), nullable=False),
    sa.Column("pull", sa.BigInteger, nullable=False),
    sa.Column("head_sha", sa.String(40), nullable=False),
    sa.Column("base_sha", sa.String(40), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("state", sa.String(32), nullable=False),
    sa.Column("trigger", sa.String(64)),
    # GitHub was asked to make the check, and its answer was not seen: it may be there without a number.
    sa.Column("check_asked", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("check_run_id", sa.BigInteger),
    sa.Column("run_id", sa.String(32), unique=True),
    sa.Column("conclusion", sa.String(32)),
    sa.Column("api_calls", sa.Integer, nullable=False, default=0),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("started_at", UtcDateTime),
    sa.Column("finished_at", UtcDateTime),
    sa.Column("reason", sa.String(200)),
    sa.UniqueConstraint("repository_id", "pull", "head_sha", "attempt"),
    sa.Index("ix_runs_repository_id_head_sha", "repository_id", "head_sha"),
    sa.Index("ix_runs_state", "state"),
)

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String(100), nullable=False),
    sa.Column("executor_id", sa.String(64), nullable=False),
    sa.Column("taken_at", UtcDateTime, nullable=False),
)

branch_scans = sa.Table(
    "branch_scans",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("sha", sa.String(40), primary_key=True),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("state", sa.String(32), nullable=False),
    sa.Column("reason", sa.String(200)),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("finished_at", UtcDateTime),
    sa.Index("ix_branch_scans_state", "state"),
)

usage_counts = sa.Table(
    "usage_counts",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("sha", sa.String(40), primary_key=True),
    sa.Column("pack", sa.String(200), primary_key=True),
    # A reason for which places are left, or empty: those that rules can rewrite.
    sa.Column("word", sa.String(64), primary_key=True),
    sa.Column("places", sa.Integer, nullable=False),
)

migration_branches = sa.Table(
    "migration_branches",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    # Where and by whom it was asked for.
    sa.Column("issue", sa.BigInteger, nullable=False),
    sa.Column("command_id", sa.String(100), nullable=False),
    sa.Column("speaker_id", sa.BigInteger, nullable=False),
    sa.Column("speaker", sa.String(100), nullable=False),
    sa.Column("permission", sa.String(32), nullable=False),
    # Where we moved the branch, and where we are about to.
    sa.Column("sha", sa.String(40)),
    sa.Column("made_sha", sa.String(40)),
    # The commit of the default branch and the run that the newer of the two comes from.
    sa.Column("base_sha", sa.String(40)),
    sa.Column("run_id", sa.String(32)),
    sa.Column("pull", sa.BigInteger),
)

commands = sa.Table(
    "commands",
    metadata,
    # Of a comment its number, of a button the delivery's GUID: a redelivery finds the row.
    sa.Column("id", sa.String(100), primary_key=True),
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), nullable=False),
    # The number of the pull request, or of the issue.
    sa.Column("pull", sa.BigInteger, nullable=False),
    sa.Column("is_pull", sa.Boolean, nullable=False),
    sa.Column("origin", sa.String(32), nullable=False),
    sa.Column("comment_id", sa.BigInteger),
    # The run whose result stood when the person spoke, and the head that it had read.
    sa.Column("shown_run_id", sa.String(32)),
    sa.Column("head_sha", sa.String(40)),
    sa.Column("speaker_id", sa.BigInteger, nullable=False),
    sa.Column("speaker", sa.String(100), nullable=False),
    # The lines that hold commands, as they were written; nothing else of a comment is kept.
    sa.Column("lines", sa.Text, nullable=False),
    # Of the whole body, so that an edit before the command's turn is seen.
    sa.Column("body_sha256", sa.String(64)),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("state", sa.String(32), nullable=False),
    sa.Column("refusal", sa.String(32)),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("finished_at", UtcDateTime),
    sa.Index("ix_commands_repository_id_pull", "repository_id", "pull"),
    sa.Index("ix_commands_state", "state"),
)

given_answers = sa.Table(
    "given_answers",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(200), primary_key=True),
    sa.Column("value", sa.String(500), nullable=False),
    sa.Column("given_by", sa.String(100), nullable=False),
    sa.Column("given_at", UtcDateTime, nullable=False),
)

plan_amendments = sa.Table(
    "plan_amendments",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    # The newest is the first.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # The amendment as JSON: it lands on each head anew, or is refused there.
    sa.Column("amendment", sa.Text, nullable=False),
    # Who asked for it or brought it; null where the operator's model gave it by itself.
    sa.Column("given_by", sa.String(100)),
)

revisions = sa.Table(
    "revisions",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    # What somebody wants of the plan of this head, until a model was asked.
    sa.Column("head_sha", sa.String(40), nullable=False),
    sa.Column("words", sa.String(1_000), nullable=False),
    sa.Column("given_by", sa.String(100), nullable=False),
)

arcs = sa.Table(
    "arcs",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("head_sha", sa.String(40), primary_key=True),
    # The arc as it stands in the run folder.
    sa.Column("document", sa.LargeBinary, nullable=False),
    # What it began with: a maintainer's words and who said them, and the amendments that held then, as JSON.
    sa.Column("words", sa.String(1_000)),
    sa.Column("words_by", sa.String(100)),
    sa.Column("held", sa.Text, nullable=False),
    # The run that handed out the open turn, and the one whose turn was replied to last: where, and by whom.
    sa.Column("run_id", sa.String(32), nullable=False),
    sa.Column("replied_run_id", sa.String(32)),
    sa.Column("replied_command_id", sa.String(100)),
    sa.Column("replied_by", sa.String(100)),
    sa.Column("updated_at", UtcDateTime, nullable=False),
)

offers = sa.Table(
    "offers",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pull", sa.BigInteger, primary_key=True, autoincrement=False),
    # Of path, enclosing function, old text and rule: the same place after a push is the same offer.
    sa.Column("fingerprint", sa.String(64), primary_key=True),
    # The newest run that offers it, and its number there.
    sa.Column("run_id", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("state", sa.String(32), nullable=False),
    # The review comment that holds it as a suggestion, if one does.
    sa.Column("comment_id", sa.BigInteger),
    sa.Column("decided_by", sa.String(100)),
    sa.Column("reason", sa.String(500)),
    sa.Column("updated_at", UtcDateTime, nullable=False),
)

commits = sa.Table(
    "commits",
    metadata,
    sa.Column("repository_id", sa.ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("sha", sa.String(40), primary_key=True),
    sa.Column("pull", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(32), nullable=False),
    # The run that made it, the run whose plan it wrote, and the head that this one had read.
    sa.Column("run_id", sa.String(32), nullable=False, unique=True),
    sa.Column("parent_run_id", sa.String(32), nullable=False),
    sa.Column("before_sha", sa.String(40), nullable=False),
    sa.Column("command_id", sa.String(100), nullable=False),
    sa.Column("speaker", sa.String(100), nullable=False),
    sa.Column("numbers", sa.String(500), nullable=False),
    # What the repository's own checks say of it, once they said it.
    sa.Column("verdict", sa.String(32)),
    sa.Column("verdict_reason", sa.String(32)),
    sa.Column("verdict_run_id", sa.String(32)),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Index("ix_commits_repository_id_pull", "repository_id", "pull"),
)

page_answers = sa.Table(
    "page_answers",
    metadata,
    # A signed-in browser, and what GitHub answered about it. No reference: it may be asked about what is not there.
    sa.Column("session", sa.String(64), primary_key=True),
    sa.Column("repository_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("may_read", sa.Boolean, nullable=False),
    sa.Column("until", UtcDateTime, nullable=False, index=True),
)

executors = sa.Table(
    "executors",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    # The shape of the workflows that the process can carry out.
    sa.Column("shape", sa.String(32), nullable=False),
    # By the database's clock, in seconds since 1970: the processes' own may differ.
    sa.Column("started_at", sa.Double, nullable=False),
    sa.Column("beat_at", sa.Double, nullable=False),
)
