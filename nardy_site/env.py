"""The environment: every variable the site reads, in one table, and how it is read. What it means: settings.py.

The table is the only list: settings read through it, `manage.py doctor --settings` prints it, README shows that print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PROVIDERS = {
    "amazon_ses": "Amazon SES",
    "brevo": "Brevo",
    "mailersend": "MailerSend",
    "mailgun": "Mailgun",
    "mailjet": "Mailjet",
    "mailtrap": "Mailtrap",
    "mandrill": "Mandrill",
    "postal": "Postal",
    "postmark": "Postmark",
    "resend": "Resend",
    "scaleway": "Scaleway",
    "sparkpost": "SparkPost",
    "unisender_go": "Unisender Go",
}
"""Mail providers that anymail sends through: name of its backend -> name for people."""

KEY_LENGTH = 32
"""Shortest key taken from the environment, in characters."""


class BadSettings(ImproperlyConfigured):
    """One or more variables make no sense. The text names each, its value and what is allowed."""

    def __init__(self, complaints: list[str]) -> None:
        self.complaints = complaints
        super().__init__("The settings do not make sense:\n" + "\n".join(f"  {line}" for line in complaints))


class MailRoute(NamedTuple):
    """Which way letters leave: the words of Django's EMAIL_* settings."""

    backend: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


def text(value: str) -> str:
    """Anything."""
    return value


def words(value: str) -> list[str]:
    """A list, divided by commas or blanks."""
    return value.replace(",", " ").split()


def flag(value: str) -> bool:
    """Yes or no; nothing is no."""
    answers = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    if value.lower() not in answers:
        raise ValueError("1 or 0, yes or no, true or false, on or off")
    return answers[value.lower()]


def number(low: int, high: int) -> Callable[[str], int]:
    """A whole number from `low` to `high`."""

    def parse(value: str) -> int:
        if not (value.isascii() and value.isdecimal() and low <= int(value) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(value)

    return parse


def one_of(*allowed: str) -> Callable[[str], str]:
    """One of the given words; nothing, when "" is among them."""

    def parse(value: str) -> str:
        if value not in allowed:
            raise ValueError("one of " + ", ".join(word for word in allowed if word))
        return value

    return parse


def key(value: str) -> str:
    """A secret; nothing means that it is made and kept (keys.py)."""
    if value and len(value) < KEY_LENGTH:
        raise ValueError(f"at least {KEY_LENGTH} characters by chance, such as those of `openssl rand -hex 32`")
    return value


def domain(value: str) -> str:
    """A domain name such as play.example.org."""
    label = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
    if not re.fullmatch(rf"({label}\.)+{label}", value) or len(value) > 200:
        raise ValueError("a domain name such as play.example.org, in small letters, without @ or /")
    return value


def site_url(value: str) -> str:
    """Where people reach the site, without a closing slash; nothing means this machine."""
    parts = _url(value, "https", "http") if value else None
    if parts and (not parts.hostname or parts.path.strip("/") or parts.query or parts.username):
        raise ValueError("scheme and host, such as https://play.example.org")
    return value.rstrip("/")


def database_url(value: str) -> str:
    """A database for `dj_database_url`; nothing means SQLite in the var folder."""
    if value:
        parts = _url(value, "postgres", "postgresql", "sqlite")
        if len(parts.path) < 2:
            raise ValueError("an address that names the database, such as postgres://user:password@host:5432/name")
    return value


def broker_url(value: str) -> str:
    """A broker for Celery; `filesystem://` means files in the var folder."""
    parts = _url(value, "filesystem", "redis", "rediss", "amqp", "amqps")
    if parts.scheme != "filesystem" and not parts.hostname:
        raise ValueError("an address with a host, such as redis://127.0.0.1:6379/0")
    return value


def mail_route(value: str) -> MailRoute:
    """The way out for letters; `database` means that they stay in the database and are read at /mailbox/."""
    if value == "database":
        return MailRoute("django.core.mail.backends.dummy.EmailBackend")
    parts = _url(value, "smtp", "smtp+tls", "smtps", "consolemail")
    if parts.scheme == "consolemail":
        return MailRoute("django.core.mail.backends.console.EmailBackend")
    if not parts.hostname:
        raise ValueError("an address with a host, such as smtp+tls://user:password@mail.example.org:587")
    return MailRoute(
        "django.core.mail.backends.smtp.EmailBackend",
        host=parts.hostname,
        port=parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls=parts.scheme == "smtp+tls",
        ssl=parts.scheme == "smtps",
    )


def imap_url(value: str) -> str:
    """A mailbox that is watched; nothing means none."""
    if value:
        parts = _url(value, "imaps", "imap+tls", "imap")
        if not (parts.hostname and parts.username and parts.password):
            raise ValueError("an address with name and password, such as imaps://user:password@imap.example.org/INBOX")
    return value


def _url(value: str, *schemes: str) -> Any:
    """The parts of an address with one of these schemes and, if it has one, a port that is a port."""
    try:
        parts = urlsplit(value)
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        port_is_right = False
    if not port_is_right or parts.scheme not in schemes or not value.startswith(f"{parts.scheme}:"):
        raise ValueError("an address that begins with " + ", ".join(f"{scheme}://" for scheme in schemes))
    return parts


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable: how its text is read, what it is when not set, and what it is for."""

    name: str
    parse: Callable[[str], Any]
    default: str
    purpose: str
    secret: bool = False
    shown: str = ""
    """The default in words, where the text of it would say nothing."""


VARIABLES = (
    Variable("NARDY_DEMO", flag, "0", "the demo: a club with players, letters at /mailbox/; `make run` sets it"),
    Variable("DEBUG", flag, "0", "a developer's error pages; never on a site that others reach"),
    Variable("NARDY_SITE_URL", site_url, "", "where people reach the site", shown="http://127.0.0.1:PORT"),
    Variable("NARDY_BIND", text, "127.0.0.1", "address that the web server listens on"),
    Variable("PORT", number(1, 65535), "8000", "port that the web server listens on"),
    Variable("NARDY_ALLOWED_HOSTS", words, "", "more host names under which the site answers", shown="none"),
    Variable("NARDY_BEHIND_PROXY", flag, "0", "a proxy in front sets X-Forwarded-For and -Proto: believe it"),
    Variable("NARDY_LANGUAGE", one_of("en", "ru"), "en", "language for those who ask for none: en or ru"),
    Variable("NARDY_VAR", text, "", "folder for database, keys, broker files", shown="var/ beside manage.py"),
    Variable("SECRET_KEY", key, "", "signs sessions; must be given with DATABASE_URL", True, "made once, kept in var/"),
    Variable("DICE_KEY", key, "", "makes the dice; must be given with DATABASE_URL", True, "made once, kept in var/"),
    Variable("DATABASE_URL", database_url, "", "postgres://user:password@host:5432/name", True, "SQLite in var/"),
    Variable("BROKER_URL", broker_url, "filesystem://", "redis://host:6379/0, amqp://user:password@host:5672//", True),
    Variable(
        "EMAIL_URL",
        mail_route,
        "database",
        "smtp://, smtp+tls:// or smtps://user:password@host:port, consolemail://; database: kept, shown at /mailbox/",
        True,
    ),
    Variable(
        "NARDY_LETTERS_A_MINUTE", number(1, 100000), "300", "letters a minute to one provider of mailboxes, at most"
    ),
    Variable("ANYMAIL_PROVIDER", one_of("", *PROVIDERS), "", "send through: " + ", ".join(PROVIDERS), shown="none"),
    Variable(
        "ANYMAIL_WEBHOOK_SECRET", text, "", "user:password that the provider's webhooks show", True, "no webhooks"
    ),
    Variable("NARDY_MAIL_DOMAIN", domain, "play.example.org", "domain of our addresses, for this site alone"),
    Variable("NARDY_MAIL_SEPARATOR", one_of("+", "-"), "+", "between `g` and token in reply addresses: + or -"),
    Variable(
        "NARDY_DKIM_SELECTOR",
        text,
        "",
        "selector under which our mailer signs; `doctor` looks for its key",
        shown="none",
    ),
    Variable(
        "MAIL_TRUSTED_AUTHSERV_IDS",
        words,
        "",
        "names under which our own mail servers write Authentication-Results",
        shown="none: the header is not read",
    ),
    Variable("LMTP_HOST", text, "127.0.0.1", "address that `manage.py run_lmtp` listens on"),
    Variable("LMTP_PORT", number(1, 65535), "8024", "port that `manage.py run_lmtp` listens on"),
    Variable(
        "IMAP_URL",
        imap_url,
        "",
        "mailbox of `manage.py poll_imap`: imaps:// or imap+tls://user:password@host:port/INBOX",
        True,
        "none",
    ),
    Variable("LOG_LEVEL", one_of("DEBUG", "INFO", "WARNING", "ERROR"), "INFO", "DEBUG, INFO, WARNING or ERROR"),
)


class Environment:
    """The variables of `environ`, read and found to make sense.

    `environment["PORT"]` is the value as its `parse` gives it. Raises BadSettings with every complaint at once; the
    value of a secret is never repeated. A NARDY_ name that is not in the table is a complaint, since a variable
    written wrong would else do nothing, silently.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._values: dict[str, Any] = {}
        self._given = {name for name in environ if environ[name].strip()}
        complaints = list(_unknown(self._given))
        for variable in VARIABLES:
            given = environ.get(variable.name, "").strip() or variable.default
            try:
                self._values[variable.name] = variable.parse(given)
            except ValueError as allowed:
                value = "has a value that is not shown here" if variable.secret else f"is {given!r}"
                complaints.append(f"{variable.name} {value}; allowed: {allowed}.")
        if {"EMAIL_URL", "ANYMAIL_PROVIDER"} <= self._given:
            complaints.append("EMAIL_URL and ANYMAIL_PROVIDER are both set; allowed: one of them.")
        if complaints:
            raise BadSettings(complaints)
        self.anymail = {name.removeprefix("ANYMAIL_"): environ[name].strip() for name in self._anymail_names()}

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def given(self, name: str) -> bool:
        """Does the environment say anything about `name`?"""
        return name in self._given

    def _anymail_names(self) -> list[str]:
        """What goes to anymail as it is: ANYMAIL_MAILGUN_API_KEY and the like."""
        return sorted(name for name in self._given if name.startswith("ANYMAIL_") and name != "ANYMAIL_PROVIDER")


def _unknown(given: set[str]) -> list[str]:
    """Complaints about NARDY_ names that nothing reads."""
    known = [variable.name for variable in VARIABLES]
    complaints = []
    for name in sorted(given):
        if name.startswith("NARDY_") and name not in known:
            near = get_close_matches(name, known, 1)
            complaints.append(f"{name} is no setting" + (f"; did you mean {near[0]}?" if near else "."))
    return complaints


def table() -> str:
    """The settings as a Markdown table, for README."""
    rows = [
        f"| `{variable.name}` | {variable.shown or f'`{variable.default}`'} | {variable.purpose} |"
        for variable in VARIABLES
    ]
    rows.append("| `ANYMAIL_…` | none | what the provider needs, for example `ANYMAIL_MAILGUN_API_KEY` |")
    return "\n".join(["| variable | when not set | what it is |", "|---|---|---|", *rows]) + "\n"
