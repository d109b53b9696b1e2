"""Who may move a checker by mail: only the player to whom the letter went, writing himself, from his own address."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from games.models import IncomingMail, OutgoingMail, Profile, Table
from tests.site.factories import prompt
from tests.site.inbox.post import address_in, answer, answers, letter_to, mail, post, read_all, received, reply

pytestmark = pytest.mark.django_db

REFUSED = {"foreign-sender", "forged-sender"}


def entries(table: Table) -> int:
    return table.entries.count()


def test_a_player_answers_and_has_moved(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    asked = prompt(match, boris)
    row = answer(letter, "бросок")
    entry = match.entries.latest("seq")
    assert (row.outcome, row.address) == ("done", letter.addresses.get(purpose="reply"))
    assert (entry.seat.player, entry.source, entry.ask) == (boris, "letter", asked.number)
    boris.refresh_from_db()
    assert boris.last_letter_at == row.received_at


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ("Auto-Submitted: auto-replied\r\n", "auto"),
        ("Precedence: bulk\r\n", "auto"),
        ("X-Apple-Action: VACATION\r\n", "auto"),
        ("Return-Path: <>\r\n", "auto"),
        ("List-Id: <list.example.org>\r\n", "auto"),
        ("X-Failed-Recipients: boris@example.org\r\n", "bounce"),
        ("X-Nardy-Loop: play.example.org\r\n", "own"),
    ],
)
def test_a_robot_with_a_valid_command_moves_nothing_and_gets_no_answer(
    match: Table, letter: OutgoingMail, boris: Profile, fields: str, outcome: str
) -> None:
    before = entries(match)
    row = answer(letter, "roll", fields=fields)
    assert (row.outcome, entries(match), answers(boris)) == (outcome, before, [])
    boris.refresh_from_db()
    assert boris.last_letter_at is None


@pytest.mark.parametrize(
    ("source", "sender", "outcome"),
    [
        ("lmtp", "", "auto"),
        ("pipe", "<>", "auto"),
        ("pipe", "MAILER-DAEMON", "auto"),
        ("imap", "", "done"),
        ("webhook:mandrill", "", "done"),
    ],
)
def test_an_envelope_without_a_sender_is_a_robots(
    match: Table, letter: OutgoingMail, boris: Profile, source: str, sender: str, outcome: str
) -> None:
    """Absence notices of Exchange often show it by nothing else. Some doors are not told the envelope."""
    row = post(reply(letter, "roll"), to=address_in(letter), source=source, sender=sender)
    read_all()
    row.refresh_from_db()
    assert (row.outcome, answers(boris)) == (outcome, [])


def test_a_forged_token_is_nobody(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    before = entries(match)
    to = "g+" + "a" * 26 + "@play.example.org"
    row = received(mail("roll", to=to), to=to)
    assert (row.outcome, row.address, entries(match), answers(boris)) == ("unknown-address", None, before, [])


@pytest.mark.parametrize("header", ["Return-Path", "List-Unsubscribe"])
def test_the_other_secrets_of_a_letter_open_no_move(
    match: Table, letter: OutgoingMail, boris: Profile, header: str
) -> None:
    """They travel with forwarded letters."""
    before = entries(match)
    token = address_in(letter, header).partition("+")[2].partition("@")[0]
    for box in ("g", "bounce"):
        to = f"{box}+{token}@play.example.org"
        assert received(mail("roll", to=to), to=to).outcome in ("unknown-address", "unsubscribed")
    assert (entries(match), answers(boris)) == (before, [])


@pytest.mark.parametrize(
    "sender",
    [
        "Boris <boris@example.net>",
        "alice@example.org",
        '"boris@example.org" <chris@example.org>',
        "boris@example.org, chris@example.org",
        "chris@example.org, boris@example.org",
        "boris@example.org <chris@example.org>",
    ],
)
def test_another_sender_moves_nothing_and_the_player_is_told_at_his_own_address(
    match: Table, letter: OutgoingMail, boris: Profile, sender: str
) -> None:
    before = entries(match)
    row = answer(letter, "roll", "say hello", sender=sender)
    assert (row.outcome, entries(match), match.messages.count()) == ("foreign-sender", before, 0)
    (told,) = answers(boris)
    assert (told.to, told.context["code"], told.context["answers"]) == ("boris@example.org", "foreign-sender", "")


def test_two_from_fields_are_no_identity(match: Table, letter: OutgoingMail) -> None:
    before = entries(match)
    row = answer(letter, "roll", fields="From: Chris <chris@example.org>\r\n")
    assert (row.outcome, entries(match)) == ("foreign-sender", before)


def test_no_sender_at_all(match: Table, letter: OutgoingMail) -> None:
    before = entries(match)
    assert answer(letter, "roll", sender=None).outcome == "foreign-sender"
    assert entries(match) == before


def test_any_confirmed_address_of_the_player_is_his(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    second = EmailAddress.objects.create(user=boris.user, email="Boris@Elsewhere.example", verified=False)
    assert answer(letter, "roll", sender="boris@elsewhere.example").outcome == "foreign-sender"
    second.verified = True
    second.save()
    assert answer(letter, "roll", sender="BORIS@elsewhere.example").outcome == "done"


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ("mx.example.org; spf=fail; dkim=none; dmarc=fail header.from=example.org", "forged-sender"),
        ("MX.example.org 1; dmarc = fail (p=NONE)", "forged-sender"),
        ("mx.example.org; dmarc=pass (p=reject, not dmarc=fail)", "done"),
        ("mx.example.org; dmarc=none", "done"),
        ("mx.example.org; dmarc=pass header.from=EXAMPLE.org", "done"),
        ("mx.example.org; spf=pass; dmarc=pass (p=none) header.from=evil.example", "forged-sender"),
        ("mx.elsewhere.example; dmarc=fail", "done"),
        ("", "done"),
        (";;; ", "done"),
    ],
)
def test_what_a_trusted_server_says_of_the_sender(
    match: Table, letter: OutgoingMail, boris: Profile, settings: Settings, results: str, outcome: str
) -> None:
    settings.MAIL_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    row = answer(letter, "roll", fields=f"Authentication-Results: {results}\r\n")
    assert row.outcome == outcome
    assert [told.context["code"] for told in answers(boris)] == ([outcome] if outcome in REFUSED else [])


def test_a_from_that_the_trusted_server_could_not_see_is_not_believed(
    match: Table, letter: OutgoingMail, settings: Settings
) -> None:
    """Encoded, it has no domain that could be checked: DMARC says `none`, not `fail`."""
    hidden = "=?utf-8?q?Boris_=3Cboris=40example=2Eorg=3E?="
    verdict = "Authentication-Results: mx.example.org; dmarc=none\r\n"
    settings.MAIL_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    assert answer(letter, "roll", sender=hidden, fields=verdict).outcome == "forged-sender"
    settings.MAIL_TRUSTED_AUTHSERV_IDS = []
    assert answer(letter, "roll", sender=hidden, fields=verdict).outcome == "done", "some mailers do write it so"


@pytest.mark.parametrize("other", ["", "somebody", "undisclosed:;", "Boris <boris@example.org>"])
def test_a_second_from_field_is_no_identity_whatever_it_holds(match: Table, letter: OutgoingMail, other: str) -> None:
    before = entries(match)
    assert answer(letter, "roll", fields=f"From: {other}\r\n").outcome != "done"
    assert entries(match) == before


def test_only_the_topmost_result_counts(match: Table, letter: OutgoingMail, settings: Settings) -> None:
    """Whoever wrote the mail could have added the others."""
    settings.MAIL_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    good, bad = "Authentication-Results: mx.example.org; dmarc=", "pass\r\n"
    assert answer(letter, "roll", fields=f"{good}fail\r\n{good}{bad}").outcome == "forged-sender"


def test_without_trusted_servers_the_header_says_nothing(match: Table, letter: OutgoingMail) -> None:
    assert answer(letter, "roll", fields="Authentication-Results: mx.example.org; dmarc=fail\r\n").outcome == "done"


def test_the_address_is_found_in_the_headers_when_the_door_knew_none(match: Table, letter: OutgoingMail) -> None:
    raw = mail("roll", to="club@example.org", fields=f"Delivered-To: {address_in(letter).upper()}\r\n")
    assert received(raw, to="").outcome == "done"


def test_a_forwarded_letter_gives_nobody_else_a_move(
    match: Table, letter: OutgoingMail, alice: Profile, boris: Profile, chris: Profile
) -> None:
    before = entries(match)
    for other in (alice, chris):
        assert answer(letter, "roll", sender=f"{other.handle.lower()}@example.org").outcome == "foreign-sender"
    assert entries(match) == before
    assert not answers(alice)
    assert not answers(chris)


def test_no_secret_stands_in_a_log_line(
    match: Table, letter: OutgoingMail, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("games.inbox.read.reader.read", broken)
    answer(letter, "roll")
    token = address_in(letter).partition("+")[2].partition("@")[0]
    assert "could not be handled" in caplog.text
    assert token not in caplog.text


def test_a_second_letter_does_not_spoil_the_first(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    """Each has its own token, and both ask the same."""
    answer(letter, "show")
    shown = letter_to(boris, "shown", now=IncomingMail.objects.get().received_at)
    assert address_in(shown) != address_in(letter)
    assert answer(letter, "roll").outcome == "done"
    assert answer(shown, "roll").outcome == "stale"
    assert reply(letter) != reply(shown)
