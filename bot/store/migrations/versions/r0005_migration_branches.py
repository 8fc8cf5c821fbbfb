"""The branches on which default branches are migrated."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "migration_branches",
        sa.Column("repository_id", sa.BigInteger, nullable=False),
        sa.Column("issue", sa.BigInteger, nullable=False),
        sa.Column("command_id", sa.String(100), nullable=False),
        sa.Column("speaker_id", sa.BigInteger, nullable=False),
        sa.Column("speaker", sa.String(100), nullable=False),
        sa.Column("permission", sa.String(32), nullable=False),
        sa.Column("sha", sa.String(40)),
        sa.Column("made_sha", sa.String(40)),
        sa.Column("base_sha", sa.String(40)),
        sa.Column("run_id", sa.String(32)),
        sa.Column("pull", sa.BigInteger),
        sa.ForeignKeyConstraint(
            ["repository_id"],
            ["repositories.id"],
            name="fk_migration_branches_repository_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("repository_id", name="pk_migration_branches"),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("migration_branches")
