"""What was found on default branches, by commit."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "branch_scans",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("sha", sa.String(40), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(200)),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("finished_at", sa.DateTime),
        _of_repository("branch_scans"),
        sa.PrimaryKeyConstraint("repository_id", "sha", name="pk_branch_scans"),
    )
    op.create_index("ix_branch_scans_state", "branch_scans", ["state"])
    op.create_table(
        "usage_counts",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("sha", sa.String(40), nullable=False),
        sa.Column("pack", sa.String(200), nullable=False),
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        _of_repository("usage_counts"),
        sa.PrimaryKeyConstraint("repository_id", "sha", "pack", "word", name="pk_usage_counts"),
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("usage_counts")
    op.drop_table("branch_scans")


def _of_repository(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["repository_id"], ["repositories.id"], name=f"fk_{table}_repository_id", ondelete="CASCADE"
    )
