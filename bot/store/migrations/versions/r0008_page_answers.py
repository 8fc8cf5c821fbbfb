"""Who may read which repository's pages, for minutes; and since when a repository is private or public."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "page_answers",
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("repository_id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("may_read", sa.Boolean, nullable=False),
        sa.Column("until", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("session", "repository_id", name="pk_page_answers"),
    )
    op.create_index("ix_page_answers_until", "page_answers", ["until"])
    op.add_column("repositories", sa.Column("visibility_at", sa.DateTime))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("repositories", "visibility_at")
    op.drop_table("page_answers")
