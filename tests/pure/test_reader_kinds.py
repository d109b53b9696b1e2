"""What kind of mail it is: own, bounce, auto, empty, human, the first that fits (spec/mail_reader.md §2)."""

from __future__ import annotations

import pytest

from games.inbox.reader import Letter, read
from tests.pure.mails import html, mail, multipart, nested, part, reading

STATUS = part(
    "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; a@b\nAction: failed\n", content_type="message/delivery-status"
)
ATTACHED_BOUNCE = part(b"From: MAILER-DAEMON@x\n" + nested(STATUS, kind="report"), content_type="message/rfc822")

BOARD = """\
  13 14 15 16 17 18      19 20 21 22 23 24
 +------------------+---+------------------+
 | O  .  .  .  X  . |   | X  X  .  .  .  O |
 |                  |BAR|                  |
 | X  .  .  .  O  . |   | O  .  .  .  .  X |
 +------------------+---+------------------+
  12 11 10  9  8  7       6  5  4  3  2  1

Answer this letter with one of these lines:
* roll — throw the dice
"""

KINDS = {
    "own": {
        "loop header": mail("roll", fields="X-Nardy-Loop: demo-1\n"),
        "empty loop header": mail("roll", fields="x-nardy-loop:\n"),
        "our domain": mail("roll", sender="Nardy <game@PLAY.example.org>"),
        "our domain without a name": mail("roll", sender="bounce+abc@play.example.org"),
        "own before bounce": mail("roll", sender="MAILER-DAEMON@play.example.org"),
    },
    "bounce": {
        "status part": multipart(part("roll"), STATUS, kind="mixed"),
        "feedback part": multipart(
            part("roll"), part("Feedback-Type: abuse\n", content_type="message/feedback-report"), kind="mixed"
        ),
        "report type": multipart(part("roll"), kind='report; report-type="delivery-status"'),
        "report type in capitals": multipart(part("roll"), kind="report; Report-Type=Delivery-Status"),
        "feedback report": multipart(part("roll"), kind="report; report-type=feedback-report"),
        "report inside": multipart(nested(STATUS, kind="report; report-type=delivery-status"), kind="mixed"),
        "failed recipients": mail("roll", fields="X-Failed-Recipients: mark@example.org\n"),
        "postfix": mail("roll", sender="MAILER-DAEMON@mx.example.net (Mail Delivery System)"),
        "qmail": mail("Hi. This is the qmail-send program", sender="MAILER-DAEMON@mx.example.net"),
        "bare name": mail("roll", sender="MAILER-DAEMON"),
        "name in brackets beside a name": mail("roll", sender="Mail <mailer-daemon>"),
        "bare name in brackets": mail("roll", sender="<MAILER-DAEMON>"),
        "exchange": mail("roll", sender="Microsoft Outlook <postmaster@corp.example>", subject="Не удается доставить"),
        "mail.ru in words": mail("Ваше письмо не доставлено", sender="mailer-daemon@corp.mail.ru"),
        "mail-daemon": mail("roll", sender="mail-daemon@example.net"),
        "display name": mail("roll", sender='"Mail Delivery Subsystem" <x1@example.net>'),
        "display name in Russian": mail("roll", sender="Система доставки почты <robot@example.net>"),
        "bounce before auto": mail("roll", sender="postmaster@example.net", fields="Auto-Submitted: auto-replied\n"),
    },
    "auto": {
        "auto-submitted": mail("roll", fields="Auto-Submitted: auto-replied\n"),
        "with a comment": mail("roll", fields="Auto-Submitted: auto-generated (failure)\n"),
        "with a parameter": mail("roll", fields='AUTO-SUBMITTED: Auto-Replied; owner-email="a@b"\n'),
        "precedence bulk": mail("roll", fields="Precedence: bulk\n"),
        "precedence list": mail("roll", fields="Precedence: List\n"),
        "precedence junk": mail("roll", fields="Precedence: junk\n"),
        "precedence auto_reply": mail("roll", fields="Precedence: auto_reply\n"),
        "x-autoreply": mail("roll", fields="X-Autoreply: yes\n"),
        "x-autorespond": mail("roll", fields="X-Autorespond: Re: Nardy\n"),
        "x-autoresponder": mail("roll", fields="X-AutoResponder: 1\n"),
        "list-id": mail("roll", fields="List-Id: Nardy <nardy.lists.example.org>\n"),
        "list-post": mail("roll", fields="List-Post: <mailto:nardy@lists.example.org>\n"),
        "list-unsubscribe": mail("roll", fields="List-Unsubscribe: <mailto:off@lists.example.org>\n"),
        "iCloud": mail("roll", fields="X-Apple-Action: VACATION\n"),
        "empty return path": mail("roll", fields="Return-Path: <>\nX-Auto-Response-Suppress: All\n"),
        "empty return path with a space": mail("roll", fields="Return-Path: < >\n"),
        "empty return path as Postfix writes it to a pipe": mail("roll", fields="Return-Path: <MAILER-DAEMON>\n"),
        "noreply": mail("roll", sender="Shop <noreply@example.org>"),
        "no-reply": mail("roll", sender="no-reply@example.org"),
        "do-not-reply": mail("roll", sender="Do-Not-Reply@example.org"),
        "donotreply": mail("roll", sender="donotreply+7@example.org"),
        "something-noreply": mail("roll", sender="calendar-noreply@example.org"),
        "read receipt": multipart(part("roll"), kind="report; report-type=disposition-notification"),
        "report of no type": multipart(part("roll"), kind="report"),
        "auto before empty": mail("", fields="Auto-Submitted: auto-replied\n"),
    },
    "empty": {
        "no From": mail("roll", sender=None),
        "From without an address": mail("roll", sender="Mark Orlov"),
        "empty From": mail("roll", sender="<>"),
        "group": mail("roll", sender="undisclosed-recipients:;"),
        "no text": mail(""),
        "blank text": mail(" \n\n\xa0\u200b\t\n"),
        "blank HTML": html("<p>&nbsp;</p><br>"),
        "only a picture": multipart(part(b"\x89PNG", content_type="image/png", encoding="base64"), kind="mixed"),
        "only an attached message": multipart(part(mail("roll"), content_type="message/rfc822"), kind="mixed"),
        "nothing at all": b"",
        "no header": b"\nroll\n",
        "only a quote": mail("> 8/5 6/5\n> roll\n"),
        "only an attribution": mail("On 12/11/2026 20:11, Nardy wrote:\n\n"),
        "only a forward": mail("-----Original Message-----\nFrom: Nardy\n\nroll\n"),
        "only a forward of a board": mail(f"-----Original Message-----\nFrom: Nardy\n\n{BOARD}"),
        "only a header block and a board": mail(f"От: Нарды\nОтправлено: сегодня\n\nПартия 204\n\n{BOARD}"),
        "only a header block": mail("От: Нарды\nОтправлено: сегодня\n\nroll\n"),
        "only an HTML quote": html("<div><br></div><blockquote>roll</blockquote>"),
        "only Outlook's quote": html('<div><br></div><hr><div id="divRplyFwdMsg">От: x</div><div>roll</div>'),
    },
    "human": {
        "plain": mail("roll"),
        "auto-submitted no": mail("roll", fields="Auto-Submitted: no\n"),
        "auto-submitted No with a comment": mail("roll", fields="Auto-Submitted: No (a person)\n"),
        "only suppressing": mail("roll", fields="X-Auto-Response-Suppress: All\n"),
        "precedence normal": mail("roll", fields="Precedence: normal\n"),
        "return path": mail("roll", fields="Return-Path: <mark@example.org>\n"),
        "name like a list": mail("roll", fields="X-List-Id: none\nList-Archive: <https://example.org>\n"),
        "domain that ends like ours": mail("roll", sender="mark@notplay.example.org"),
        "domain above ours": mail("roll", sender="mark@example.org"),
        "our address as a name": mail("roll", sender='"game@play.example.org" <mark@example.org>'),
        "a player called reply": mail("roll", sender="reply@example.org"),
        "a board and a question": mail(f"{BOARD}\nКак ходить?"),
        "a question under a quote with bars": mail("| 1 |\n\nКак ходить?"),
        "greeting only": mail("Привет!\n"),
        "signature only": mail("-- \nMark\n"),
        "a bounce attached by a person": multipart(part("roll"), ATTACHED_BOUNCE, kind="mixed"),
        "loop header in an attached letter": multipart(
            part("roll"), part(mail("double", fields="X-Nardy-Loop: x\n"), content_type="message/rfc822"), kind="mixed"
        ),
        "headers of a robot in the text": mail("roll\n\nAuto-Submitted: auto-replied\n"),
    },
}

CASES = [(kind, name, raw) for kind, mails in KINDS.items() for name, raw in mails.items()]


@pytest.mark.parametrize(
    ("kind", "raw"), [(kind, raw) for kind, _, raw in CASES], ids=[f"{k}: {n}" for k, n, _ in CASES]
)
def test_kind(kind: str, raw: bytes) -> None:
    found = reading(raw)
    assert found.kind == kind
    assert kind == "human" or (found.commands, found.rest) == ((), "")


NOTICES = [
    "Автоответ: Нарды",
    "Автоответчик",
    "Автоматический ответ: Нарды: партия 204",
    "АВТО-ОТВЕТ",
    "Вне офиса",
    "Отсутствие на рабочем месте: Марк",
    "Отсутствую на рабочем месте",
    "Out of office",
    "Out of Office: Re: Nardy",
    "Out-of-Office Re: Nardy",
    "Out of the office",
    "Automatic reply: Nardy",
    "Automatic Reply",
    "Auto reply: x",
    "Auto-Reply: x",
    "Autoreply",
    "[Auto-Reply] Nardy",
    "Auto Response",
    "AUTO: Mark is out of the office",
    "АВТО: Марк отсутствует в офисе (возвращение 12.11.2026)",
    "away from my mail",
    "[AUTO GENERATED] Nardy",
    "Automatische reactie: Nardy",
    "Abwesend: Nardy",
    "Autorespuesta: Nardy",
    "자동 회신: Nardy",
    "Автоматична відповідь: Нарди",
    "Automatische Antwort: Nardy",
    "Abwesenheitsnotiz: Nardy",
    "Réponse automatique : x",
    "Respuesta automática: x",
    "Risposta automatica: x",
    "Resposta automática: x",
    "Automatisch antwoord: x",
    "Automatická odpověď: x",
    "Odpowiedź automatyczna: x",
    "Autosvar: x",
    "Автоматичен отговор: x",
    "自动答复: Nardy",
]


@pytest.mark.parametrize("subject", NOTICES)
def test_out_of_office_subject(subject: str) -> None:
    assert reading(mail("roll", subject=subject)).kind == "auto"


@pytest.mark.parametrize(
    "subject",
    [
        "",
        "Re: Нарды",
        "Re: Автоответ: Нарды",
        "Fwd: Out of office",
        "Мой ход",
        "Автор, ответьте",
        "Auto",
        "Отпуск",
        "Office",
    ],
)
def test_other_subject(subject: str) -> None:
    assert reading(mail("roll", subject=subject)).kind == "human"


def test_encoded_subject() -> None:
    subject = "=?utf-8?B?0JDQstGC0L7Qs?=\n =?utf-8?B?tCy0LXRgjog0J3QsNGA0LTRiw==?="
    assert reading(mail("roll", subject="=?koi8-r?B?4dfUz8/U18XUOiDuwdLE2Q==?=")).kind == "auto"
    assert reading(mail("roll", subject="=?windows-1251?Q?=C0=E2=F2=EE=EE=F2=E2=E5=F2?=")).kind == "auto"
    assert reading(mail("roll", subject=subject)).kind == "human"  # cut within a letter and a code: not to be read


def test_own_domain_is_a_setting() -> None:
    raw = mail("roll", sender="game@nardy.club")
    assert reading(raw).kind == "human"
    assert read(Letter(raw), own_domain="nardy.club").kind == "own"
    assert read(Letter(mail("roll", sender="game@play.example.org")), own_domain="nardy.club").kind == "human"
