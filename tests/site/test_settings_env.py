"""The environment: what each kind of variable takes, what it refuses, and what it says then."""

import pytest
from django.conf import settings

from nardy_site.env import VARIABLES, BadSettings, Environment, table


def complaint(**environ: str) -> str:
    with pytest.raises(BadSettings) as caught:
        Environment(environ)
    return str(caught.value)


def test_nothing_set_is_the_safe_default() -> None:
    env = Environment({})
    assert (env["DEBUG"], env["NARDY_DEMO"], env["NARDY_BIND"], env["PORT"]) == (False, False, "127.0.0.1", 8000)
    assert env["BROKER_URL"] == "filesystem://"
    assert env["MAIL_TRUSTED_AUTHSERV_IDS"] == []
    assert env["EMAIL_URL"].backend.endswith(".dummy.EmailBackend")


def test_blank_is_the_same_as_not_set() -> None:
    assert Environment({"PORT": "  ", "DEBUG": ""})["PORT"] == 8000


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False)])
def test_flags(value: str, meant: bool) -> None:
    assert Environment({"DEBUG": value})["DEBUG"] is meant


def test_lists_are_divided_by_commas_or_blanks() -> None:
    env = Environment({"NARDY_ALLOWED_HOSTS": "a.example, b.example  c.example"})
    assert env["NARDY_ALLOWED_HOSTS"] == ["a.example", "b.example", "c.example"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("PORT", "eight"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "٨٠"),
        ("LMTP_PORT", "-1"),
        ("NARDY_SITE_URL", "play.example.org"),
        ("NARDY_SITE_URL", "ftp://play.example.org"),
        ("NARDY_SITE_URL", "https://play.example.org/nardy"),
        ("NARDY_SITE_URL", "https://"),
        ("NARDY_SITE_URL", "https://[::1"),
        ("NARDY_LANGUAGE", "de"),
        ("NARDY_MAIL_DOMAIN", "game@play.example.org"),
        ("NARDY_MAIL_DOMAIN", "localhost"),
        ("NARDY_MAIL_DOMAIN", "Play.Example.org"),
        ("NARDY_MAIL_SEPARATOR", "."),
        ("ANYMAIL_PROVIDER", "pigeon"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_nonsense_is_named_with_its_value_and_what_is_allowed(name: str, value: str) -> None:
    words = complaint(**{name: value})
    assert f"{name} is {value!r}; allowed: " in words


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "oracle://user:hunter2@host/name"),
        ("DATABASE_URL", "postgres://user:hunter2@host"),
        ("BROKER_URL", "hunter2"),
        ("BROKER_URL", "redis://"),
        ("EMAIL_URL", "gopher://user:hunter2@host"),
        ("EMAIL_URL", "smtp://user:hunter2@host:port"),
        ("IMAP_URL", "pop3://user:hunter2@host"),
        ("IMAP_URL", "imaps://hunter2@host"),
        ("SECRET_KEY", "hunter2"),
    ],
)
def test_secrets_are_not_repeated(name: str, value: str) -> None:
    words = complaint(**{name: value})
    assert f"{name} has a value that is not shown here; allowed: " in words
    assert "hunter2" not in words


def test_all_complaints_come_at_once() -> None:
    words = complaint(PORT="x", DEBUG="y", NARDY_DEMP="1")
    assert "PORT" in words
    assert "DEBUG" in words
    assert "NARDY_DEMP is no setting; did you mean NARDY_DEMO?" in words


def test_two_ways_out_for_letters_are_one_too_many() -> None:
    assert "both set" in complaint(EMAIL_URL="consolemail://", ANYMAIL_PROVIDER="mailgun")


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://mail.example.org", 587, True, False),
        ("smtps://mail.example.org", 465, False, True),
        ("smtps://mail.example.org:2465", 2465, False, True),
    ],
)
def test_mail_servers(url: str, port: int, tls: bool, ssl: bool) -> None:
    route = Environment({"EMAIL_URL": url})["EMAIL_URL"]
    assert (route.host, route.port, route.tls, route.ssl) == ("mail.example.org", port, tls, ssl)


def test_a_mail_password_may_have_any_letter() -> None:
    route = Environment({"EMAIL_URL": "smtp://me%40example.org:p%2Fw%3A@mail.example.org"})["EMAIL_URL"]
    assert (route.user, route.password) == ("me@example.org", "p/w:")


def test_what_anymail_needs_is_handed_on() -> None:
    env = Environment({"ANYMAIL_PROVIDER": "mailgun", "ANYMAIL_MAILGUN_API_KEY": "k", "ANYMAIL_WEBHOOK_SECRET": "a:b"})
    assert env.anymail == {"MAILGUN_API_KEY": "k", "WEBHOOK_SECRET": "a:b"}


def test_the_table_has_a_row_for_each_variable() -> None:
    rows = table().splitlines()
    assert len(rows) == 2 + len(VARIABLES) + 1
    assert all(f"| `{variable.name}` |" in table() for variable in VARIABLES)


def test_readme_shows_the_table() -> None:
    assert table() in (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")
