"""The turns of the relay, what people want of plans, and how models amended them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "plan_amendments",
        *_of_pull(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("amendment", sa.Text, nullable=False),
        sa.Column("given_by", sa.String(100)),
        _of_repository("plan_amendments"),
        sa.PrimaryKeyConstraint("repository_id", "pull", "number", name="pk_plan_amendments"),
    )
    op.create_table(
        "revisions",
        *_of_pull(),
        sa.Column("head_sha", sa.String(40), nullable=False),
        sa.Column("words", sa.String(1_000), nullable=False),
        sa.Column("given_by", sa.String(100), nullable=False),
        _of_repository("revisions"),
        sa.PrimaryKeyConstraint("repository_id", "pull", name="pk_revisions"),
    )
    op.create_table(
        "arcs",
        *_of_pull(),
        sa.Column("head_sha", sa.String(40), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("words", sa.String(1_000)),
        sa.Column("words_by", sa.String(100)),
        sa.Column("held", sa.Text, nullable=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("replied_run_id", sa.String(32)),
        sa.Column("replied_command_id", sa.String(100)),
        sa.Column("replied_by", sa.String(100)),
        sa.Column("updated_at", sa.DateTime, nullable=False),
        _of_repository("arcs"),
        sa.PrimaryKeyConstraint("repository_id", "pull", "head_sha", name="pk_arcs"),
    )


def downgrade() -> None:
    """Take them away."""
    for name in ("arcs", "revisions", "plan_amendments"):
        op.drop_table(name)


def _of_pull() -> tuple[sa.Column[int], sa.Column[int]]:
    return (
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("pull", sa.BigInteger, nullable=False),
    )


def _of_repository(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["repository_id"], ["repositories.id"], name=f"fk_{table}_repository_id", ondelete="CASCADE"
    )
