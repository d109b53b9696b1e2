"""Until the answers of a batch are shown, others are told how many are missing, and not whose (chouette.md 4.1)."""

from __future__ import annotations

import pytest

from games import queries
from games.models import OutgoingMail, Profile, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Order, Proxy, Roll
from games.rules.facts import Sealed
from tests.site.chouette.conftest import DROP, TAKE
from tests.site.chouette.test_clubs import browser, refused
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, answer, player, prompt, refs, seat
from tests.site.inbox.post import NOON
from tests.site.inbox.post import answer as reply
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send
from tests.site.web.conftest import words

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]


def sealed_facts(table: Table, reader: int | None) -> list[int]:
    lines = queries.history(table, reader_seat=reader)
    return [fact.seat for line in lines for fact in line.facts if isinstance(fact, Sealed)]


@pytest.fixture
def half(doubled: Table, chris: Profile) -> Table:
    """Chris has dropped; Boris and Dora have not answered."""
    answer(doubled, DROP, by=chris)
    return doubled


def test_the_log_tells_others_that_one_more_is_in(half: Table, chris: Profile) -> None:
    own = seat(half, chris).number
    for reader in (None, *range(4)):
        assert sealed_facts(half, reader) == [own if reader == own else -1]
        last = queries.history(half, reader_seat=reader)[-1]
        assert last.seat == (own if reader == own else None)


def test_pages_look_the_same_whoever_has_answered(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """For a reader it makes no difference whether Chris has answered or Dora."""
    Profile.objects.filter(pk=boris.pk).update(language="en")
    answer(doubled, DROP, by=chris)
    client = browser(boris)
    page = words(client.get(f"/t/{doubled.pk}/"))
    assert "2 answers are missing" in page
    assert "has answered" not in page
    assert "One more answer is in" in page
    assert page.count("answers the double") == 3, "each as he was asked"
    guest = words(browser(player("Guest")).get(f"/t/{doubled.pk}/"))
    assert "waits for: " not in guest
    answer(doubled, TAKE, by=dora)
    assert "1 answer is missing" in words(client.get(f"/t/{doubled.pk}/"))
    answer(doubled, TAKE, by=boris)
    assert "missing" not in words(client.get(f"/t/{doubled.pk}/"))
    same(doubled)


def test_whoever_made_the_table_sees_whose_are_missing(half: Table, alice: Profile, boris: Profile) -> None:
    page = words(browser(alice).get(f"/t/{half.pk}/"))
    assert "has answered" in page
    assert "Boris" in page.partition("waits for:")[2][:40]
    assert "drop" not in page.partition("Bets of this game")[0].partition("Box, captain")[2]


def test_who_holds_a_window_is_nobodys_business(window: Table, alice: Profile, chris: Profile, dora: Profile) -> None:
    Table.objects.filter(pk=window.pk).update(host=dora)
    volunteer(seat(window, chris).pk, Order("hold"), source=Source.PAGE, ref="h", now=NOW)
    page = words(browser(alice).get(f"/t/{window.pk}/"))
    assert page.count("throws or doubles") == 1, "of the captain everybody knows it"
    assert "2 answers are missing" in page
    answer(window, Roll(), by=chris)
    assert "1 answer is missing" in words(browser(alice).get(f"/t/{window.pk}/"))
    assert seat(window, chris).number not in sealed_facts(window, seat(window, alice).number)


def test_letters_name_nobody_who_is_missing(half: Table, chris: Profile) -> None:
    send()
    for letter in OutgoingMail.objects.exclude(player=chris).filter(rendered_at__isnull=False):
        assert "Chris: the answer is in" not in letter.text


def test_a_proxy_named_while_a_question_is_open_is_asked_by_letter(
    doubled: Table, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """Also for what waits already; nobody is asked twice."""
    send()
    before = OutgoingMail.objects.filter(player=chris, kind="double").count()
    for _ in range(2):
        volunteer(seat(doubled, dora).pk, Proxy(seat(doubled, chris).number), source=Source.PAGE, ref="p", now=NOW)
    send()
    asking = OutgoingMail.objects.filter(player=chris, kind="double", prompt__seat=seat(doubled, dora))
    assert (before, asking.count()) == (1, 1)
    letter = asking.get()
    assert "For Dora, whose proxy you are" in letter.text
    assert reply(letter, "take", sender="Chris <chris@example.org>", now=NOON).outcome == "done"
    assert prompt(doubled, dora).answered_at is not None
    answer(doubled, DROP, by=chris)
    volunteer(seat(doubled, dora).pk, Proxy(seat(doubled, boris).number), source=Source.PAGE, ref=next(refs), now=NOW)
    assert not OutgoingMail.objects.filter(player=boris, prompt__seat=seat(doubled, dora)).exists(), "it is answered"
    same(doubled)


def test_no_order_to_beaver_where_nobody_can(doubled: Table, boris: Profile) -> None:
    order = Order("if-doubled", "beaver")
    refused("no-beavers", lambda: volunteer(seat(doubled, boris).pk, order, source=Source.PAGE, ref="b", now=NOW))


def test_every_line_of_a_proxys_letter_is_done_for_whom_it_is(doubled: Table, chris: Profile, dora: Profile) -> None:
    """The answer for the absent one, then an order and words of his own."""
    volunteer(seat(doubled, dora).pk, Proxy(seat(doubled, chris).number), source=Source.PAGE, ref="p", now=NOW)
    send()
    letter = OutgoingMail.objects.get(player=chris, kind="double", prompt__seat=seat(doubled, dora))
    mail = reply(letter, "take", "auto on", "say Dora is ill.", sender="Chris <chris@example.org>", now=NOON)
    assert mail.outcome == "done"
    assert prompt(doubled, dora).answered_at is not None
    assert doubled.messages.get().seat == seat(doubled, chris)
    entries = list(doubled.entries.order_by("-seq").values_list("seat__player__handle", "action__action")[:2])
    assert entries == [("Chris", "Order"), ("Chris", "Answer")]
    mail = reply(letter, "drop", "take", sender="Chris <chris@example.org>", now=NOON)
    assert mail.outcome != "failed"
    same(doubled)
