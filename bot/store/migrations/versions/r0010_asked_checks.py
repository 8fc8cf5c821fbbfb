"""Whether a check may stand at GitHub whose number was never seen."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the mark; of what was asked before nothing is known."""
    op.add_column("runs", sa.Column("check_asked", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("runs", "check_asked")
