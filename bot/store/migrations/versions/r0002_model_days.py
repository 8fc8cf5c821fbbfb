"""How many questions were asked of a model, by installation and day."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "model_days",
        sa.Column("installation_id", sa.BigInteger, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("installation_id", "day", name="pk_model_days"),
    )


def downgrade() -> None:
    """Take it away."""
    op.drop_table("model_days")
