"""The shapes in which mail programs answer: each with an answer above the quote, under it, and with none at all.

Written for these tests after what the programs do; the quoted letter has commands in it that nobody gave.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pure.mails import commands, html, mail, multipart, part, reading

DATA = Path(__file__).parent.parent / "data" / "mail"

QUOTED = """\
> Партия 204, ход 17. Вам выпало 3-1.
>
>   13 14 15 16 17 18 |bar| 19 20 21 22 23 24
> Ответьте на это письмо: 8/5 6/5 — сыграть, помощь — подсказка.
> 8/5 6/5
"""
UNMARKED = QUOTED.replace("> ", "").replace(">", "")

MARKED = {
    "Gmail web, ru": "пт, 13 нояб. 2026 г. в 08:42, Нарды <game@play.example.org>:\n\n" + QUOTED,
    "Gmail Android, ru": "чт, 12 нояб. 2026 г., 21:05 Нарды <game@play.example.org>:\n\n" + QUOTED,
    "Gmail iOS, ru": "чт, 12 нояб. 2026 г. в 21:05, Нарды <\ngame@play.example.org>:\n\n" + QUOTED,
    "Gmail 2015, ru": '12 ноября 2026 г., 10:15 пользователь "Нарды" <game@play.example.org>\nнаписал:\n\n' + QUOTED,
    "Gmail web, uk": "чт, 12 лист. 2026 р. о 08:30 Нарди <game@play.example.org> пише:\n\n" + QUOTED,
    "Gmail web, en": "On Thu, Nov 12, 2026 at 9:14 AM Nardy <game@play.example.org> wrote:\n\n" + QUOTED,
    "Gmail web, en, wrapped": "On Thu, Nov 12, 2026 at 9:14 AM Nardy <game@play.example.org>\nwrote:\n\n" + QUOTED,
    "Gmail Android, en": "On Thu, 12 Nov 2026, 09:14 Nardy, <game@play.example.org> wrote:\n\n" + QUOTED,
    "Gmail web, de": "Am Do., 12. Nov. 2026 um 10:15 Uhr schrieb Nardy <\ngame@play.example.org>:\n\n" + QUOTED,
    "Gmail web, fr": "Le jeu. 12 nov. 2026 à 10:15, Nardy <game@play.example.org> a écrit :\n\n" + QUOTED,
    "Gmail web, es": "El jue, 12 nov 2026 a las 10:15, Nardy (<game@play.example.org>) escribió:\n\n" + QUOTED,
    "Gmail web, pl": "czw., 12 lis 2026 o 10:15 Nardy <game@play.example.org> napisał(a):\n\n" + QUOTED,
    "Gmail web, tr": "Nardy <game@play.example.org>, 12 Kas 2026 Per, 10:15 tarihinde şunu\nyazdı:\n\n" + QUOTED,
    "Gmail web, zh": "Nardy <game@play.example.org> 于2026年11月12日周四 10:15写道：\n\n" + QUOTED,
    "Yandex web": '12.11.2026, 21:30, "Нарды" <game@play.example.org>:\n' + QUOTED,
    "Yandex app": "9:41 ПП, 12 ноября 2026 г., Нарды <game@play.example.org>:\n\n" + QUOTED,
    "Mail.Ru web": ">Четверг, 12 ноября 2026, 14:20 +03:00 от Нарды <game@play.example.org>:\n>\n" + QUOTED,
    "Mail.Ru app": "Четверг, 12 ноября 2026, 14:20 +03:00 от Нарды <game@play.example.org>:\n" + QUOTED,
    "Rambler": "12.11.2026, 10:15, Нарды <game@play.example.org> написал(а):\n" + QUOTED,
    "Apple Mail, ru": "> 12 нояб. 2026 г., в 20:11, Нарды <game@play.example.org> написал(а):\n> \n" + QUOTED,
    "Apple Mail, en": "> On 12 Nov 2026, at 20:11, Nardy <game@play.example.org> wrote:\n> \n" + QUOTED,
    "Apple Mail, de": "> Am 12.11.2026 um 20:11 schrieb Nardy <game@play.example.org>:\n> \n" + QUOTED,
    "Apple forward": "Begin forwarded message:\n\n> From: Nardy <game@play.example.org>\n> Subject: x\n> \n" + QUOTED,
    "Thunderbird, ru": "12.11.2026 20:11, Нарды пишет:\n" + QUOTED,
    "Thunderbird without a date, ru": "Нарды пишет:\n" + QUOTED,
    "Thunderbird, en": "On 12/11/2026 20:11, Nardy wrote:\n" + QUOTED,
    "Thunderbird, de": "Am 12.11.26 um 20:11 schrieb Nardy:\n" + QUOTED,
    "The Bat!": "Вы писали 12 ноября 2026 г., 10:15:22:\n\n" + QUOTED,
    "The Bat!, initials": "Вы писали 12 ноября 2026 г., 10:15:22:\n\n" + QUOTED.replace(">", "НИ>"),
    "K-9": "12 ноября 2026 г. 10:15:22 GMT+03:00, Нарды <game@play.example.org> пишет:\n" + QUOTED,
    "mutt": "On Thu, Nov 12, 2026 at 10:15:22AM +0300, Nardy wrote:\n" + QUOTED,
    "Roundcube, ru": "Нарды писал 2026-11-12 10:15:\n" + QUOTED,
    "Roundcube, en": "On 2026-11-12 10:15, Nardy wrote:\n" + QUOTED,
    "Proton": "On Thursday, November 12th, 2026 at 10:15 AM, Nardy <game@play.example.org> wrote:\n\n" + QUOTED,
    "Proton, older": "------- Original Message -------\nOn Thursday, November 12th, 2026, Nardy wrote:\n\n" + QUOTED,
    "Spark": "On 12 Nov 2026, 10:15 +0300, Nardy <game@play.example.org>, wrote:\n" + QUOTED,
    "Gnus": "Nardy <game@play.example.org> writes:\n\n" + QUOTED,
    "pine": "On Thu, 12 Nov 2026, Nardy wrote:\n\n" + QUOTED,
    "a bar before each line": "Nardy wrote:\n\n" + QUOTED.replace(">", "|").replace("Nardy wrote:", "> Nardy"),
}
UNMARKED_QUOTES = {
    "Outlook, ru": "От: Нарды <g@p>\nОтправлено: четверг, 12 ноября 2026 г. 18:02\nКому: Марк\n\n" + UNMARKED,
    "Outlook, ru, no address": "От: Нарды\nОтправлено: вчера\nКому: Марк\nТема: Нарды: партия 204\n\n" + UNMARKED,
    "Outlook, en": "From: Nardy\nSent: Thursday, November 12, 2026 6:02 PM\nTo: Mark\nSubject: x\n\n" + UNMARKED,
    "Outlook, de": "Von: Nardy\nGesendet: Donnerstag, 12. November 2026 18:02\nAn: Mark\nBetreff: x\n\n" + UNMARKED,
    "Outlook, fr": "De : Nardy\nEnvoyé : jeudi 12 novembre 2026 18:02\nÀ : Mark\nObjet : x\n\n" + UNMARKED,
    "Outlook, uk": "Від: Нарди\nНадіслано: 12 листопада 2026 р. 18:02\nКому: Марк\nТема: x\n\n" + UNMARKED,
    "Outlook mobile": "________________________________\nОт: Нарды <game@play.example.org>\n\n" + UNMARKED,
    "Outlook Express, ru": "----- Исходное сообщение ----- \nОт: Нарды\n\n" + UNMARKED,
    "Outlook, original": "-----Исходное сообщение-----\nОт: Нарды\n\n" + UNMARKED,
    "Outlook, Original Message": "-----Original Message-----\nFrom: Nardy\n\n" + UNMARKED,
    "Windows Mail": "*From: *Nardy <game@play.example.org>\n*Sent: *Thursday\n\n" + UNMARKED,
    "Samsung": "-------- Исходное сообщение --------\nОт: Нарды\nДата: 12.11.2026 10:15 (GMT+03:00)\n\n" + UNMARKED,
    "Mail.Ru forward": "-------- Пересылаемое сообщение --------\nОт кого: Нарды <g@p>\n\n" + UNMARKED,
    "Gmail forward": "---------- Forwarded message ---------\nОт: Нарды <game@play.example.org>\n\n" + UNMARKED,
    "Yahoo": "On Thursday, November 12, 2026 at 10:15:22 AM GMT+3, Nardy <g@p> wrote: \n\n" + UNMARKED,
    "Zimbra": "----- Исходное сообщение -----\nОт: \"Нарды\" <game@play.example.org>\nКому: Марк\n\n" + UNMARKED,
    "Hotmail": "Date: Thu, 12 Nov 2026 10:15:22 +0300\nFrom: game@play.example.org\n\n" + UNMARKED,
    "Lotus Notes": "От: Нарды <game@play.example.org>\nКому: Марк\nДата: 12.11.2026 10:15\n\n" + UNMARKED,
}  # fmt: skip
TEXTS = MARKED | UNMARKED_QUOTES


@pytest.mark.parametrize("quote", TEXTS.values(), ids=TEXTS.keys())
def test_an_answer_above_the_quote(quote: str) -> None:
    assert commands(mail(f"13/9\n\n{quote}")) == ["13/9"]
    assert commands(mail(f"13/9\nскажи Ваш ход\n{quote}")) == ["13/9", "say Ваш ход"]
    assert commands(mail(f"Добрый день!\n\n13/9\n\nСпасибо,\nМарк\n\n{quote}")) == ["13/9"]


@pytest.mark.parametrize("quote", TEXTS.values(), ids=TEXTS.keys())
def test_only_the_quote(quote: str) -> None:
    assert (reading(mail(quote)).kind, reading(mail(f"\n\n{quote}\n\n")).kind) == ("empty", "empty")


@pytest.mark.parametrize("quote", TEXTS.values(), ids=TEXTS.keys())
def test_a_question_above_the_quote(quote: str) -> None:
    found = reading(mail(f"А что если 13/9?\n\n{quote}"))
    assert (found.kind, found.commands, found.rest) == ("human", (), "А что если 13/9?")


@pytest.mark.parametrize("quote", MARKED.values(), ids=MARKED.keys())
def test_an_answer_under_the_quote(quote: str) -> None:
    assert commands(mail(f"{quote}\n13/9\n-- \nМарк")) == ["13/9"]
    assert commands(mail(f"{quote}13/9\n\nотпуск 7")) == ["13/9", "away 7"]


SIGNATURES = [
    "-- \nОтправлено из мобильного приложения Яндекс.Почты", "Отправлено с iPhone",
    "Отправлено из Почты Mail.ru для Android", "Отправлено с моего Galaxy", "Отправлено с устройства Galaxy",
    "Отправлено со смартфона Samsung Galaxy.", "Отправлено из Outlook для Android", "Отправлено из моего iPad",
    "Простите за краткость, создано в K-9 Mail.", "(Отправлено с iPhone)", "С моего iPhone", "iPhoneから送信",
    "Verstuurd vanaf mijn iPhone", "Wysłane z iPhone'a", "С ув., Mark",
    "Отправлено с помощью Proton Mail", "Отправлено через Mail.ru", "--\nОтправлено из myMail для iOS",
    "Надіслано з iPhone", "Sent from my iPhone", "Sent from Mail for Windows", "Sent from Yahoo Mail on Android",
    "Sent from Outlook for Android", "Get Outlook for iOS", "Get Outlook for Android<https://aka.ms/x>",
    "Скачать Outlook для iOS", "Получить Outlook для Android", "Sent with Proton Mail", "Von meinem iPhone gesendet",
    "Gesendet mit der Telekom Mail App", "Envoyé de mon iPhone", "Enviado desde mi iPhone", "Inviato da iPhone",
    "Enviado do meu iPhone", "Verzonden vanaf mijn iPhone", "Wysłano z iPhone'a", "Skickat från min iPhone",
    "__________ Information from ESET __________", "---\nЭто сообщение проверено антивирусом Avast.",
    "С уважением,\nМарк Орлов", "С уважением, Mark Orlov", "Best regards,\nMark", "Mit freundlichen Grüßen\nMark",
    "Удачи!\nМарк", "~~~\nMark", "Mark Orlov", "***\nконфиденциально",
]  # fmt: skip


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_may_stand_right_under_the_command(signature: str) -> None:
    assert commands(mail(f"roll\n{signature}\n")) == ["roll"]
    assert commands(mail(f"roll\n\n{signature}\n\n{MARKED['Apple Mail, ru']}")) == ["roll"]


PAGES = {path.stem: path.read_text("utf-8") for path in sorted((DATA / "pages").glob("*.html"))}
"""What programs write as HTML for the answer `13/9` above their quote."""


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_html_above_the_quote(page: str) -> None:
    assert commands(html(page)) == ["13/9"]
    assert commands(html(page, encoding="quoted-printable")) == ["13/9"]
    assert commands(html(page.replace("div", "DIV").replace("<p", "<P").replace("quote", "QUOTE"))) == ["13/9"]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_html_text_wins_over_the_page(page: str) -> None:
    assert commands(multipart(part("roll\n"), part(page, content_type="text/html"))) == ["roll"]
    assert commands(multipart(part("\xa0\n \n"), part(page, content_type="text/html; charset=utf-8"))) == ["13/9"]


ONLY_QUOTES = [name for name in PAGES if name not in ("outlook_mobile", "iphone", "yandex_web_wrapped")]


@pytest.mark.parametrize("name", ONLY_QUOTES)
def test_html_with_only_the_quote(name: str) -> None:
    assert reading(html(PAGES[name].replace("13/9", ""))).kind == "empty"


@pytest.mark.parametrize("name", ["yandex_web", "apple_mail", "thunderbird", "tutanota", "roundcube", "spark"])
def test_html_under_the_quote(name: str) -> None:
    page = PAGES[name].replace("13/9", "").replace("</body></html>", "")
    assert commands(html(f"{page}<div><br></div><div>13/9</div><div>Спасибо!</div>")) == ["13/9"]
