"""What is still to be deleted of removed repositories, and the run folders that lie in repositories themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("removed_repositories", sa.Column("forgetting", sa.String(100)))
    given_back = sa.Column("given_back", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("removed_repositories", given_back)
    op.create_table(
        "run_refs",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["repository_id"], ["repositories.id"], name="fk_run_refs_repository_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("repository_id", "run_id", name="pk_run_refs"),
    )


def downgrade() -> None:
    """Take them away."""
    op.drop_table("run_refs")
    op.drop_column("removed_repositories", "given_back")
    op.drop_column("removed_repositories", "forgetting")
