"""What letters say: every kind, in both languages, safe to quote, complete without the site."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html.parser import HTMLParser
from io import BytesIO

import pytest
from PIL import Image

from games import commands
from games.inbox.reader import Letter, read
from games.inbox.reader.html import to_text
from games.models import OutgoingMail
from games.outbox import kinds
from games.rules.errors import IllegalAction

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Boris")
SECRETS = ("AB12CD", "https://play.example.org/x/secret/")


class Page(HTMLParser):
    """What an HTML letter is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        values = dict(attrs)
        self.addresses += [value for name, value in attrs if name in {"href", "src", "background"} and value]
        if tag == "img":
            self.pictures.append(values)


def is_command(line: str) -> bool:
    """Whether the command language reads this line."""
    try:
        commands.parse(line.strip(), NAMES)
    except IllegalAction:
        return False
    return True


def mail(letter: OutgoingMail, text: str, subtype: str = "plain") -> Letter:
    """`text` as a person's mail that answers the letter."""
    message = EmailMessage()
    message["From"] = "Boris <boris@example.org>"
    message["Subject"] = f"Re: {letter.subject}"
    message.set_content(text, subtype=subtype)
    return Letter(bytes(message))


def test_every_kind_is_sent_with_both_parts(letters: dict[str, OutgoingMail]) -> None:
    assert set(letters) == kinds.ALL
    for kind, letter in letters.items():
        assert letter.sent_at, kind
        assert len(letter.text) > 100, kind
        assert len(letter.html.encode()) < 100_000, kind
        assert len(letter.subject) < 100, kind
        for part in (letter.subject, letter.text, letter.html):
            assert not re.search(r"\{\{|\{%|%\(\w+\)|None|Undefined", part), kind


def test_a_russian_reads_russian_and_an_englishman_english(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        lines = [line for line in letter.text.splitlines() if not line.startswith(" ")]  # the board is ASCII
        written = re.sub(r"ответ выше|Удачи!|пойду-ка я", "", "\n".join([letter.subject, *lines]))
        if letter.language == "ru":
            foreign = re.sub(r"https?://\S+|reply above|@\S+|Alice|Boris|take|roll|resign", "", written)
            assert not re.search(r"\b(you|your|the|to|of|is|has|been)\b", foreign), kind
        else:
            assert not re.search("[А-Яа-яё]", written), kind


def test_no_line_of_ours_is_a_command(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        for line in [*letter.text.splitlines(), letter.subject, *to_text(letter.html).splitlines()]:
            assert not is_command(line), f"{kind}: {line}"


@pytest.mark.parametrize("prefix", ["", "> ", "  ", "| "])
def test_a_letter_that_comes_back_quoted_or_not_holds_no_command(letters: dict[str, OutgoingMail], prefix: str) -> None:
    for kind, letter in letters.items():
        quoted = "\n".join(prefix + line for line in letter.text.splitlines())
        for text in (quoted, f"\n\n{quoted}", quoted.replace("\n", "\n\n")):
            assert read(mail(letter, text), NAMES).commands == (), kind


def test_the_html_that_comes_back_holds_no_command(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        assert read(mail(letter, letter.html, "html"), NAMES).commands == (), kind
        body = letter.html.partition("<body")[2]
        assert read(mail(letter, f"<html><body{body}", "html"), NAMES).commands == (), kind
        assert read(mail(letter, to_text(letter.html)), NAMES).commands == (), kind


def test_an_answer_above_the_letter_is_read(letters: dict[str, OutgoingMail]) -> None:
    for letter in letters.values():
        quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
        assert [one.text for one in read(mail(letter, f"бросок\n\n{quoted}"), NAMES).commands] == ["roll"]


def test_the_text_board_is_ascii_and_narrow(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        drawn = [line for line in letter.text.splitlines() if line.startswith((" |", " +")) or " pips " in line]
        assert bool(drawn) == (kind not in kinds.ACCOUNT | kinds.CLUB | kinds.PERSONAL | {"invitation"}), kind
        assert all(line.isascii() and len(line) <= 60 for line in drawn), kind


def test_the_picture_is_inside_the_letter_and_has_words(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        page = Page(letter.html)
        if kind in kinds.ACCOUNT | kinds.CLUB | kinds.PERSONAL:
            assert (page.pictures, letter.picture) == ([], None)
            continue
        (picture,) = page.pictures
        assert str(picture["src"]).startswith("cid:board")
        assert "24" in str(picture["alt"])
        assert letter.picture is not None
        assert Image.open(BytesIO(bytes(letter.picture))).format == "PNG"
        assert len(letter.picture) < 60_000


def test_nothing_is_fetched_from_outside_and_nothing_runs(letters: dict[str, OutgoingMail]) -> None:
    for letter in letters.values():
        page = Page(letter.html)
        assert not page.tags & {"script", "link", "iframe", "form", "object", "svg", "input"}
        fetched = [str(picture["src"]) for picture in page.pictures]
        assert all(address.startswith("cid:") for address in fetched)
        assert "url(" not in letter.html
        assert "@import" not in letter.html
        assert "data:" not in letter.html


def test_it_is_made_for_old_and_for_dark_mail_programs(letters: dict[str, OutgoingMail]) -> None:
    for letter in letters.values():
        assert '<meta name="color-scheme" content="light dark">' in letter.html
        assert "prefers-color-scheme: dark" in letter.html
        assert "[if mso]" in letter.html
        assert re.search(r'<td[^>]* style="[^"]*font-family', letter.html)
        assert not re.search(r"display:\s*(flex|grid)|border-radius", letter.html)


def test_a_letter_holds_no_secret_but_in_its_headers(letters: dict[str, OutgoingMail]) -> None:
    for kind, letter in letters.items():
        tokens = re.findall(r"[+/]([a-z2-7]{26})\b", " ".join(letter.headers.values()))
        assert tokens, kind
        for token in tokens:
            assert token not in letter.text + letter.html + letter.subject + letter.message_id, kind


def test_an_account_letter_has_its_code_or_its_link(letters: dict[str, OutgoingMail]) -> None:
    code, link = SECRETS
    for kind in ("welcome", "code", "verify", "reset"):
        assert code in letters[kind].text
        assert code in letters[kind].html
    for kind in ("unknown", "exists"):
        assert link in letters[kind].text
        assert link in letters[kind].html
