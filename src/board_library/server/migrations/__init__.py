"""Migrations of the data file, run by alembic when a server opens it."""
