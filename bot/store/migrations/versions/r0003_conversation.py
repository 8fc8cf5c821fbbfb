"""What people say on a pull request, what is offered to them there, and what was committed at their word."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and the two columns of a pull request."""
    for name in ("muted", "paused"):
        op.add_column("pulls", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "commands",
        sa.Column("id", sa.String(100), nullable=False),
        _repository(),
        sa.Column("pull", sa.BigInteger, nullable=False),
        sa.Column("is_pull", sa.Boolean, nullable=False),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("comment_id", sa.BigInteger),
        sa.Column("shown_run_id", sa.String(32)),
        sa.Column("head_sha", sa.String(40)),
        sa.Column("speaker_id", sa.BigInteger, nullable=False),
        sa.Column("speaker", sa.String(100), nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("body_sha256", sa.String(64)),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("refusal", sa.String(32)),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("finished_at", sa.DateTime),
        _of_repository("commands"),
        sa.PrimaryKeyConstraint("id", name="pk_commands"),
    )
    op.create_index("ix_commands_repository_id_pull", "commands", ["repository_id", "pull"])
    op.create_index("ix_commands_state", "commands", ["state"])
    op.create_table(
        "given_answers",
        _repository(),
        sa.Column("pull", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("value", sa.String(500), nullable=False),
        sa.Column("given_by", sa.String(100), nullable=False),
        sa.Column("given_at", sa.DateTime, nullable=False),
        _of_repository("given_answers"),
        sa.PrimaryKeyConstraint("repository_id", "pull", "key", name="pk_given_answers"),
    )
    op.create_table(
        "offers",
        _repository(),
        sa.Column("pull", sa.BigInteger, nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("comment_id", sa.BigInteger),
        sa.Column("decided_by", sa.String(100)),
        sa.Column("reason", sa.String(500)),
        sa.Column("updated_at", sa.DateTime, nullable=False),
        _of_repository("offers"),
        sa.PrimaryKeyConstraint("repository_id", "pull", "fingerprint", name="pk_offers"),
    )
    op.create_table(
        "commits",
        _repository(),
        sa.Column("sha", sa.String(40), nullable=False),
        sa.Column("pull", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("parent_run_id", sa.String(32), nullable=False),
        sa.Column("before_sha", sa.String(40), nullable=False),
        sa.Column("command_id", sa.String(100), nullable=False),
        sa.Column("speaker", sa.String(100), nullable=False),
        sa.Column("numbers", sa.String(500), nullable=False),
        sa.Column("verdict", sa.String(32)),
        sa.Column("verdict_reason", sa.String(32)),
        sa.Column("verdict_run_id", sa.String(32)),
        sa.Column("created_at", sa.DateTime, nullable=False),
        _of_repository("commits"),
        sa.PrimaryKeyConstraint("repository_id", "sha", name="pk_commits"),
        sa.UniqueConstraint("run_id", name="uq_commits_run_id"),
    )
    op.create_index("ix_commits_repository_id_pull", "commits", ["repository_id", "pull"])


def downgrade() -> None:
    """Take them away."""
    for name in ("commits", "offers", "given_answers", "commands"):
        op.drop_table(name)
    for name in ("paused", "muted"):
        op.drop_column("pulls", name)


def _repository() -> sa.Column[int]:
    return sa.Column("repository_id", sa.BigInteger, nullable=False)


def _of_repository(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["repository_id"], ["repositories.id"], name=f"fk_{table}_repository_id", ondelete="CASCADE"
    )
