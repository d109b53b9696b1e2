"""From bytes to lines: parts, transfer encodings, charsets, format=flowed (spec/mail_reader.md §3, "Text")."""

from __future__ import annotations

import base64

import pytest

from games.inbox.reader.charsets import codec_of, decode
from games.inbox.reader.mime import decoded_words
from games.inbox.reader.text import unflow
from tests.pure.mails import commands, html, mail, multipart, nested, part, reading, rest

RUSSIAN = ["даве", "Бросок!", "ПАС", "беру", "сдаюсь марс", "бар/22 13/9", "Ещё подумаю", "Добрый день!"]


@pytest.mark.parametrize(
    "charset", ["utf-8", "windows-1251", "koi8-r", "koi8-u", "cp866", "iso-8859-5", "utf-16", "utf-7"]
)
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_declared_charset(charset: str, encoding: str) -> None:
    text = "скажи Ваш ход, сосед\nдаве"
    raw = mail(text.encode(charset), content_type=f"text/plain; charset={charset}", encoding=encoding)
    assert commands(raw) == ["say Ваш ход, сосед", "double"]


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251", "cp866"])
@pytest.mark.parametrize(
    "declared", ["", "; charset=us-ascii", "; charset=x-unknown", "; charset=utf-8", '; charset=""']
)
@pytest.mark.parametrize("text", RUSSIAN)
def test_charset_that_is_not_declared_or_wrongly(charset: str, declared: str, text: str) -> None:
    raw = mail(f"скажи {text}".encode(charset), content_type=f"text/plain{declared}")
    assert commands(raw) == [f"say {text}"]


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251", "cp866"])
@pytest.mark.parametrize(
    "word", ["даве", "Даве", "ДАВЕ", "пас", "ПАС", "беру", "БЕРУ", "бросок", "БРОСОК", "принять", "ПОМОЩЬ"]
)
def test_one_word_is_enough_to_tell_the_charset(charset: str, word: str) -> None:
    assert decode(word.encode(charset), None) == word


def test_utf8_comes_before_guessing() -> None:
    assert commands(mail("даве", content_type="text/plain")) == ["double"]
    assert commands(mail("даве", content_type="text/plain; charset=us-ascii")) == ["double"]


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1252", "windows-1251", "koi8-r"])
def test_utf8_that_is_declared_as_something_older(declared: str) -> None:
    assert commands(mail("скажи И всё-таки", content_type=f"text/plain; charset={declared}")) == ["say И всё-таки"]


def test_latin_letters_are_no_russian() -> None:
    for text in ("Grüße", "déjà vu", "señor", "Übung"):
        assert decode(text.encode("latin-1"), None) == text


def test_a_few_bad_bytes_do_not_spoil_the_rest() -> None:
    assert commands(mail("даве\n\n".encode() + b"\xff\xfe" + "конец, до встречи".encode())) == ["double"]
    assert commands(
        mail("даве\n\nconец".encode("cp1251", "ignore") + b"\x98", content_type="text/plain; charset=cp1251")
    ) == ["double"]
    assert commands(mail(b"roll\n\n\xff", content_type="text/plain; charset=utf-8")) == ["roll"]


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("UTF8", "utf-8"),
        ("utf_8", "utf-8"),
        ("'utf-8'", "utf-8"),
        ("unicode-1-1-utf-8", "utf-8"),
        ("cp65001", "utf-8"),
        ("cp-1251", "cp1251"),
        ("win-1251", "cp1251"),
        ("Windows1251", "cp1251"),
        ("x-cp1251", "cp1251"),
        ("1251", "cp1251"),
        ("WINDOWS-CP1251", "cp1251"),
        ("koi8r", "koi8_r"),
        ("KOI-8-R", "koi8_r"),
        ("koi8", "koi8_r"),
        ("koi8u", "koi8_u"),
        ("IBM866", "cp866"),
        ("cp-866", "cp866"),
        ("dos-866", "cp866"),
        ("iso8859-5", "iso8859-5"),
        ("x-mac-cyrillic", "mac-cyrillic"),
        ("ISO_8859-1", "iso8859-1"),
        ("latin1", "iso8859-1"),
        ("us-ascii", None),
        ("ascii", None),
        ("x-unknown", None),
        ("", None),
        ("\0", None),
        ("8bit", None),
        ("base64", None),
        ("rot13", None),
        ("punycode", None),
        ("unicode_escape", None),
        ("ы" * 99, None),
    ],
)
def test_names_of_charsets(name: str, codec: str | None) -> None:
    assert codec_of(name) == codec


def test_text_parts_are_joined() -> None:
    image = part(
        b"\x89PNG", content_type="image/png; name=x.png", encoding="base64", fields="Content-Disposition: inline\n"
    )
    assert commands(multipart(part("8/5 6/5"), image, part("say hello"), kind="mixed")) == ["8/5 6/5", "say hello"]
    assert rest(multipart(part("double"), image, part("no wait"), kind="mixed")) == "no wait"


def test_attachments_and_named_files_are_not_read() -> None:
    attached = part("double", fields="Content-Disposition: attachment\n")
    named = part("double", fields='Content-Disposition: inline; filename="x.txt"\n')
    typed = part("double", content_type="text/plain; name*=utf-8''x.txt")
    for file in (attached, named, typed):
        assert commands(multipart(file, part("roll"), kind="mixed")) == ["roll"]
        assert reading(multipart(file, kind="mixed")).kind == "empty"


def test_attached_messages_are_not_read() -> None:
    message = part(mail("double"), content_type="message/rfc822")
    assert commands(multipart(message, part("roll"), kind="mixed")) == ["roll"]
    assert reading(multipart(message, kind="mixed")).kind == "empty"
    assert reading(multipart(nested(b"\n" + mail("double"), kind="digest"), kind="mixed")).kind == "empty"


def test_nested_parts_are_read() -> None:
    alternative = nested(part("roll"), part("<p>double</p>", content_type="text/html"))
    signed = part("-", content_type="application/pgp-signature")
    assert commands(multipart(nested(alternative, kind="related", boundary="=_b3"), signed, kind="signed")) == ["roll"]


def test_parts_that_are_not_closed() -> None:
    raw = multipart(part("roll"), part("<p>double</p>", content_type="text/html"))
    assert commands(raw.removesuffix(b"--=_b1--\n")) == ["roll"]
    assert commands(raw[: raw.index(b"<p>")]) == ["roll"]
    assert commands(mail("preamble\n--b\n\nroll\n--b --\n", content_type="multipart/mixed; boundary=b")) == [
        "roll\n".strip()
    ]


def test_a_boundary_that_begins_like_another() -> None:
    inner = nested(part("roll"), boundary="b1")
    assert commands(multipart(inner, part("say hi"), kind="mixed", boundary="b")) == ["roll", "say hi"]


@pytest.mark.parametrize(
    "content_type", ["text", "", "/", "text/plain;", 'text/plain; charset="utf-8', "TEXT/PLAIN; CHARSET=UTF-8", "текст"]
)
def test_odd_content_types_are_plain_text(content_type: str) -> None:
    assert commands(mail("даве", content_type=content_type)) == ["double"]


def test_other_types_are_no_text() -> None:
    for kind in ("text/calendar", "text/enriched", "application/octet-stream", "image/png"):
        assert reading(mail("roll", content_type=kind)).kind == "empty"


def test_a_mail_without_mime_headers() -> None:
    assert commands(b"From: mark@example.org\n\nroll\n") == ["roll"]
    assert commands(b"From mark@example.org Thu Nov 12\nFrom: mark@example.org\n\nroll\n") == ["roll"]
    assert commands(b"\xef\xbb\xbfFrom: mark@example.org\n\nroll\n") == ["roll"]
    assert commands(b"\r\n   \r\n\t\nFrom: mark@example.org\n\nroll\n") == ["roll"]
    assert commands(b"From: mark@example.org\r\r\n\r\r\nroll\r\r\n\r\r\n8/5 6/5\r\r\n") == ["roll", "8/5 6/5"]


BASE64 = base64.b64encode("скажи привет, сосед\nдаве\n".encode())


@pytest.mark.parametrize(
    "body",
    [
        BASE64,
        BASE64.rstrip(b"="),
        BASE64 + b"A",
        b"\n \n" + BASE64[:10] + b"\n\n" + BASE64[10:] + b"\n",
        BASE64 + b"\n-- \nlist footer, see there",
        BASE64[:8] + b"!" + BASE64[8:],
        BASE64[:20] + b"\t\n" + BASE64[20:],
        BASE64 + b"===",
        base64.b64encode("скажи привет, ".encode()) + b"\n" + base64.b64encode("сосед\nдаве\n".encode()),
    ],
)
def test_broken_base64(body: bytes) -> None:
    raw = b"From: mark@example.org\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: BASE64\n\n"
    assert commands(raw + body) == ["say привет, сосед", "double"]


@pytest.mark.parametrize("line", [b"--", b"_______________", b"***", b"Checked for viruses by the server"])
def test_a_footer_under_a_short_base64_text(line: bytes) -> None:
    raw = b"From: mark@example.org\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    assert commands(raw + base64.b64encode(b"roll\n") + b"\n" + line + b"\nchecked\n") == ["roll"]


def test_text_that_was_never_base64() -> None:
    raw = b"From: mark@example.org\nContent-Transfer-Encoding: base64\n\n"
    assert commands(raw + b"8/5 6/5\nsay hello") == ["8/5 6/5", "say hello"]
    assert commands(raw + "даве".encode()) == ["double"]


@pytest.mark.parametrize(
    "body",
    [
        b"=D0=B4=D0=B0=D0=B2=D0=B5",
        b"=d0=b4=d0=b0=d0=b2=d0=b5",
        b"=D0=B4=D0=\n=B0=D0=B2=\n=D0=B5   \n",
        b"=D0=B4=D0=B0=D0=B2=D0=B5=",
        b"=D0=B4=D0=B0= \t\n=D0=B2=D0=B5",
    ],
)
def test_quoted_printable(body: bytes) -> None:
    raw = b"From: mark@example.org\nContent-Transfer-Encoding: Quoted-Printable\n\n"
    assert commands(raw + body) == ["double"]


def test_what_is_no_quoted_printable_stays() -> None:
    raw = b"From: mark@example.org\nContent-Transfer-Encoding: quoted-printable\n\n"
    assert rest(raw + b"a=ZZb=") == "a=ZZb"
    assert commands(raw + b"=3D66: 24/18(2)") == ["=66: 24/18(2)"]


def test_flowed_lines_are_joined() -> None:
    flowed = "text/plain; charset=utf-8; format=flowed"
    assert commands(mail("13/7(2) \n8/2(2)", content_type=flowed)) == ["13/7(2) 8/2(2)"]
    assert commands(mail("say one \ntwo \nthree\nroll", content_type=flowed)) == ["say one two three", "roll"]
    assert commands(mail("say при \nвет", content_type=f"{flowed}; delsp=yes")) == ["say привет"]
    assert rest(mail("double \nno wait", content_type=flowed)) == "double no wait"
    assert commands(mail("roll \n-- \nMark", content_type=flowed)) == ["roll"]
    assert commands(mail("roll \n\nHow are you?", content_type=flowed)) == ["roll"]
    assert commands(mail("roll \n> quoted", content_type=flowed)) == ["roll"]
    assert commands(mail(" roll", content_type=flowed)) == ["roll"]
    assert commands(
        mail("13/7(2)=20\n8/2(2)", content_type=flowed, encoding="7bit").replace(b"7bit", b"quoted-printable")
    ) == ["13/7(2) 8/2(2)"]


def test_fixed_lines_are_not_joined() -> None:
    assert commands(mail("8/5 \n6/5")) == ["8/5", "6/5"]
    assert commands(mail("8/5 \n6/5", content_type="text/plain; format=fixed")) == ["8/5", "6/5"]


def test_unflow_keeps_quotes_apart() -> None:
    assert (
        unflow("> one \n> two\n>> three \n> four \nfive", delete_space=False) == "> one two\n>> three \n> four \nfive"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "plain"),
        ("=?utf-8?B?0L/RgNC40LLQtdGC?=", "привет"),
        ("=?UTF-8?q?=D0=BF_x?= y", "п x y"),
        ("=?koi8-r?Q?=D0=D2?= =?koi8-r?Q?=C9?=", "при"),
        ("=?utf-8?B?0A==?= =?utf-8?B?vw==?=", "п"),
        ("a =?utf-8?Q?b?= c", "a b c"),
        ("=?utf-8*ru?Q?b?=", "b"),
        ("=?x-none?Q?b?=", "b"),
        ("=?utf-8?B?!!!?=", "!!!"),
        ("=?utf-8?Q?b", "=?utf-8?Q?b"),
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert decoded_words(value) == text


def test_html_charset_in_the_page_itself() -> None:
    page = '<head><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"></head><body>даве</body>'
    assert commands(mail(page.encode("koi8-r"), content_type="text/html")) == ["double"]
    assert commands(html("<p>даве</p>")) == ["double"]
