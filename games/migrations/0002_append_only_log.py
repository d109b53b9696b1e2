"""The log is append-only, and the database itself says so.

An entry is never changed. PostgreSQL refuses its deletion too (Django's test flush truncates, which no row trigger
sees); SQLite cannot tell a test's flush from a deletion, so there only Django's PROTECT stands before it. SQLite makes
a table anew when a later migration alters it, and the trigger is lost: such a migration must end with these operations
(a test asks for them).
"""

from django.db import migrations

POSTGRESQL = """
CREATE FUNCTION games_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER games_entry_append_only BEFORE UPDATE OR DELETE ON games_entry
    FOR EACH ROW EXECUTE FUNCTION games_entry_refuse();
"""
SQLITE = """
CREATE TRIGGER games_entry_append_only BEFORE UPDATE ON games_entry
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
"""
UNDO_POSTGRESQL = "DROP TRIGGER games_entry_append_only ON games_entry; DROP FUNCTION games_entry_refuse();"
UNDO_SQLITE = "DROP TRIGGER games_entry_append_only;"


def guard(apps, schema_editor):
    """Set the trigger."""
    schema_editor.execute(POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE)


def unguard(apps, schema_editor):
    """Take the trigger away."""
    schema_editor.execute(UNDO_POSTGRESQL if schema_editor.connection.vendor == "postgresql" else UNDO_SQLITE)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard, elidable=False)]
