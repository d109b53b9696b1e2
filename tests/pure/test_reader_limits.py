"""What no mail can do to the reader: make it raise, take the square of its size in time, or read what nobody wrote."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.commands import is_command, parse
from games.commands.words import CONCEPT, PHRASES
from games.inbox.reader import Letter, message_key, read
from games.rules.errors import IllegalAction
from tests.pure.mails import html, mail, reading

SEATS = ("A", "B", "Марина", "Mark")

WORDS = [
    *CONCEPT, *CONCEPT.values(), *PHRASES, *SEATS, "марине", "8/5", "24/18*/13", "13-7(2)", "x 2", "bar/22", "=66:",
    "=55", "#17", ",", ";", "; ", "3", "-2", "20.12-08.01", ".", "!", "?", "и", "\xa0", "\u200b", "ё", "…",
]  # fmt: skip
written = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=6).map(" ".join)
lines = st.lists(
    written
    | st.sampled_from(
        ["", "> 8/5", "Привет!", "-- ", "Нарды пишет:", "On Thu 10:15 <a@b>:", "Thanks", "От: x", "a" * 1001]
    ),
    max_size=14,
).map("\n".join)
tags = st.lists(
    st.sampled_from(
        [
            "<div>",
            "</div>",
            "<br>",
            "<p>",
            "</p>",
            "<p class=MsoNormal>",
            "<blockquote>",
            "</blockquote>",
            "<pre>",
            "</pre>",
            "<td>",
            '<div class="gmail_quote">',
            '<div id="divRplyFwdMsg">',
            "<style>",
            "</style>",
            "<head>",
            "<!--",
            "-->",
            '<a href="',
            "'",
            ">",
            "<",
            "&nbsp;",
            "&#",
            "roll",
            "8/5 6/5",
            "no wait",
            "\n",
            " ",
        ]
    ),
    max_size=30,
).map("".join)


@given(written)
@settings(max_examples=100, deadline=None)
def test_canonical_text_reads_as_itself(line: str) -> None:
    try:
        command = parse(line, SEATS)
    except IllegalAction:
        return
    assert parse(command.text, SEATS) == command


@given(lines)
@settings(max_examples=100, deadline=None)
def test_only_whole_lines_are_read_and_in_their_order(text: str) -> None:
    whole = iter([parse(line, SEATS).text for line in text.split("\n") if is_command(line, SEATS)])
    assert all(command.text in whole for command in reading(mail(text), *SEATS).commands)


@given(lines)
@settings(max_examples=100, deadline=None)
def test_nothing_is_read_out_of_a_quote(text: str) -> None:
    quoted = "".join(f"> {line}\n" for line in text.split("\n"))
    assert reading(mail(quoted), *SEATS).commands == ()
    assert [command.text for command in reading(mail(f"roll\n\n{quoted}"), *SEATS).commands] == ["roll"]
    assert [command.text for command in reading(mail(f"{quoted}\nroll"), *SEATS).commands] == ["roll"]


@given(st.binary(max_size=300))
@example(b"")
@example(b":")
@example(b"Content-Type: multipart/mixed; boundary=\n\n--\n--\n")
@settings(max_examples=100, deadline=None)
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    for mail_bytes in (raw, b"From: a@b\n" + raw, b"From: a@b\n\n" + raw):
        letter = Letter(mail_bytes)
        read(letter, SEATS)
        message_key(mail_bytes)
        assert isinstance(letter.subject, str)
        assert all(isinstance(address, str) for address in [*letter.recipients, *letter.senders, letter.message_id])
        assert letter.deliveries == [] or letter.parts


@given(tags)
@settings(max_examples=100, deadline=None)
def test_no_page_makes_it_raise(page: str) -> None:
    assert reading(html(page), *SEATS).kind in ("human", "empty")


@given(
    st.sampled_from(
        ["From", "To", "Subject", "Content-Type", "Content-Disposition", "Auto-Submitted", "Return-Path", "Message-ID"]
    ),
    st.lists(
        st.sampled_from([*list("\"'()<>,;:@=?\\ aя\n"), "=?utf-8?q?", "?=", "charset=", "boundary=", "multipart/"]),
        max_size=20,
    ),
)
@settings(max_examples=100, deadline=None)
def test_no_header_makes_it_raise(name: str, value: list[str]) -> None:
    raw = f"{name}: {''.join(value)}\nFrom: a@b\n\nroll".encode()
    letter = Letter(raw)
    assert read(letter).kind in ("human", "empty", "bounce", "auto")
    assert isinstance(letter.recipients, list)


PLAIN = b"From: a@b.c\nContent-Type: text/plain; charset=utf-8\n\n"
PAGE = b"From: a@b.c\nContent-Type: text/html; charset=utf-8\n\n"
MIXED = b"From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n"
QUOTED = b"From: a@b.c\nContent-Transfer-Encoding: quoted-printable\n\n"
FLOWED = b"From: a@b.c\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"

FILLERS = [
    (PLAIN, "a"), (PLAIN, " "), (PLAIN, "\n"), (PLAIN, "> a\n"), (PLAIN, ">"), (PLAIN, "roll\n"), (PLAIN, "8/5 "),
    (PLAIN, "8/5*"), (PLAIN, "24/18/"), (PLAIN, "take B and "), (PLAIN, "take,"), (PLAIN, "#1 "), (PLAIN, "hi "),
    (PLAIN, "hi\n"), (PLAIN, "thanks "), (PLAIN, "\u0301\u0323"), (PLAIN, "\ufdfa"), (PLAIN, "\u200b "),
    (PLAIN, "10:15 "), (PLAIN, "> a\nb\n\n"), (PLAIN, "say x "), (PLAIN, "\xff"), (PLAIN, "\u2028"),
    (PLAIN + b"roll\n", "\u0323\u0301"), (PLAIN + b"> a\n", "b\n\n"), (PAGE, "<"), (PAGE, "<a "), (PAGE, '<a "'),
    (PAGE, '<a b=">"'), (PAGE, "<a b='"), (PAGE, "<b>"), (PAGE, "<div>"), (PAGE, "</div>"), (PAGE, "<blockquote>"),
    (PAGE, "<!--"), (PAGE, "<!"), (PAGE, "<style>"), (PAGE, "<head>"), (PAGE, "<title>x</titl"), (PAGE, "&#1"),
    (PAGE, "&"), (PAGE, "<p class=MsoNormal>"), (PAGE, '<i class="gmail_quote">'), (PAGE, "<a = "), (PAGE, "<td>"),
    (PAGE, "<pre>\n"), (PAGE, "&NotEqualTilde;"), (PAGE + b"&#", "9"), (PAGE, "слово "), (MIXED, "--b\n\n"),
    (MIXED, "--b "), (MIXED, "--b\nContent-Type: multipart/mixed; boundary=b\n\n"), (MIXED, "--b\n\nroll\n"),
    (MIXED, "--b\nContent-Type: text/html\n\n<b>r\n"), (QUOTED, "="), (QUOTED, "= "), (QUOTED, " "), (QUOTED, "=4"),
    (QUOTED, "=\n"), (b"From: a@b.c\nContent-Transfer-Encoding: base64\n\n", "A="), (FLOWED, "a \n"),
    (FLOWED, "> a \n>> b \n"), (b"Content-Type: ", '; a="'), (b"Content-Type: ", ";"), (b"From: ", "("),
    (b"From: ", "a,"), (b"From: ", '"'), (b"From: ", "a@b, "), (b"From: ", "<"), (b"From: ", "\u0301\u0323"),
    (b"From: ", "=?utf-8?q?a?= "), (b"Subject: ", "=?"), (b"Subject: ", "x\n "), (b"", "From: a@b\n"),
]  # fmt: skip


def cost(head: bytes, filler: str, size: int) -> float:
    """Seconds of the processor that a mail of this many bytes takes: the better of two."""
    raw = head + (filler.encode("utf-8", "surrogateescape") * (size // len(filler.encode()) + 1))[:size]
    times = []
    for _ in range(2):
        start = time.process_time()
        read(Letter(raw), SEATS)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize(
    ("head", "filler"), FILLERS, ids=[ascii(filler) + str(place) for place, (_, filler) in enumerate(FILLERS)]
)
def test_time_grows_with_the_size(head: bytes, filler: str) -> None:
    """Four times the size takes about four times as long, sixteen if it were the square; and 64 KiB are soon read."""
    small, large = cost(head, filler, 1 << 14), cost(head, filler, 1 << 16)
    assert large < 0.005 or large < 9 * small
    assert large < 0.4  # 0.1 on a machine that does nothing else


def test_deeply_nested_parts() -> None:
    nest = b"From: a@b.c\n"
    for depth in range(1500):
        nest += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth)
    start = time.process_time()
    assert read(Letter(nest + b"\nroll")).kind == "empty"
    assert time.process_time() - start < 0.4
