"""What alembic runs for an upgrade: the revisions, on the connection that `bot/store/migrate.py` hands over."""

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
