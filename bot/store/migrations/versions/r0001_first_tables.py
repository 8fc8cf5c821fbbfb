"""The first tables: deliveries, installations, repositories, pull requests, runs and leases."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them, written out once more: a revision says what a database held then, whatever the code says later."""
    _make_deliveries()
    _make_installations()
    _make_repositories()
    _make_pulls()
    _make_runs()
    _make_leases()


def downgrade() -> None:
    """Take them away, in the order that their references allow."""
    for table in (
        "leases",
        "runs",
        "pulls",
        "removed_repositories",
        "repositories",
        "installations",
        "deliveries",
    ):
        op.drop_table(table)


def _make_deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("guid", sa.String(64), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("event", sa.String(64), nullable=False),
        sa.Column("action", sa.String(64)),
        sa.Column("headers", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary),
        sa.Column("received_at", sa.DateTime, nullable=False),
        sa.Column("installation_id", sa.BigInteger),
        sa.Column("repository_id", sa.BigInteger),
        sa.Column("outcome", sa.String(32)),
        sa.Column("reason", sa.String(200)),
        sa.Column("finished_at", sa.DateTime),
        sa.PrimaryKeyConstraint("guid", name="pk_deliveries"),
    )
    op.create_index("ix_deliveries_installation_id", "deliveries", ["installation_id"])
    op.create_index("ix_deliveries_repository_id", "deliveries", ["repository_id"])
    op.create_index("ix_deliveries_outcome_received_at", "deliveries", ["outcome", "received_at"])


def _make_installations() -> None:
    op.create_table(
        "installations",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("account", sa.String(100), nullable=False),
        sa.Column("suspended", sa.Boolean, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_installations"),
    )


def _make_repositories() -> None:
    op.create_table(
        "repositories",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("installation_id", sa.BigInteger, nullable=False),
        sa.Column("full_name", sa.String(200), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("default_branch", sa.String(255)),
        sa.PrimaryKeyConstraint("id", name="pk_repositories"),
        sa.ForeignKeyConstraint(["installation_id"], ["installations.id"], name="fk_repositories_installation_id"),
    )
    op.create_index("ix_repositories_installation_id", "repositories", ["installation_id"])
    op.create_table(
        "removed_repositories",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("removed_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_removed_repositories"),
    )


def _make_pulls() -> None:
    op.create_table(
        "pulls",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("commented", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("updated_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("repository_id", "number", name="pk_pulls"),
        sa.ForeignKeyConstraint(
            ["repository_id"], ["repositories.id"], name="fk_pulls_repository_id", ondelete="CASCADE"
        ),
    )


def _make_runs() -> None:
    op.create_table(
        "runs",
        sa.Column("workflow_id", sa.String(100), nullable=False),
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("pull", sa.BigInteger, nullable=False),
        sa.Column("head_sha", sa.String(40), nullable=False),
        sa.Column("base_sha", sa.String(40), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("trigger", sa.String(64)),
        sa.Column("check_run_id", sa.BigInteger),
        sa.Column("run_id", sa.String(32)),
        sa.Column("conclusion", sa.String(32)),
        sa.Column("api_calls", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("started_at", sa.DateTime),
        sa.Column("finished_at", sa.DateTime),
        sa.Column("reason", sa.String(200)),
        sa.PrimaryKeyConstraint("workflow_id", name="pk_runs"),
        sa.UniqueConstraint("run_id", name="uq_runs_run_id"),
        sa.UniqueConstraint(
            "repository_id", "pull", "head_sha", "attempt", name="uq_runs_repository_id_pull_head_sha_attempt"
        ),
        sa.ForeignKeyConstraint(
            ["repository_id"], ["repositories.id"], name="fk_runs_repository_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_runs_repository_id_head_sha", "runs", ["repository_id", "head_sha"])
    op.create_index("ix_runs_state", "runs", ["state"])


def _make_leases() -> None:
    op.create_table(
        "leases",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("pull", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("holder", sa.String(100), nullable=False),
        sa.Column("executor_id", sa.String(64), nullable=False),
        sa.Column("taken_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("repository_id", "pull", name="pk_leases"),
        sa.ForeignKeyConstraint(
            ["repository_id"], ["repositories.id"], name="fk_leases_repository_id", ondelete="CASCADE"
        ),
    )
