"""The log is append-only: the database refuses to change an entry, whoever asks."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from games.models import Entry, Table

pytestmark = pytest.mark.django_db


def test_no_entry_is_changed(match: Table) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Entry.objects.filter(table=match).update(ref="forged")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_entry SET facts = '[]'")
    assert match.entries.get().ref == "start"


def test_no_table_with_a_log_is_deleted(match: Table) -> None:
    with pytest.raises(ProtectedError):
        match.delete()


@pytest.mark.skipif(
    "connection.vendor != 'postgresql'", reason="SQLite cannot tell a deletion from the flush of the tests"
)
def test_no_entry_is_deleted(match: Table) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        match.entries.all()._raw_delete(match.entries.db)
    assert match.entries.exists()


def test_one_cause_is_one_entry_for_the_database_too(match: Table) -> None:
    first = match.entries.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(table=match, seq=2, ref=first.ref, source="page", at=first.at, action={})
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(table=match, seq=1, ref="another", source="page", at=first.at, action={})
