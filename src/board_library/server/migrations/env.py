"""What alembic runs: the open connection comes from ``storage``, which also owns the transaction."""

from alembic import context

from board_library.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
