"""`manage.py doctor` and DNS: each record that is missing or wrong is found, with words on what to publish."""

from __future__ import annotations

import base64
from socket import AF_INET, SOCK_DGRAM, socket

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from pytest_django import Settings

from nardy_site import mail_dns
from tests.site.nameserver import asking, name_server
from tests.site.test_doctor import problems


def published(key: rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey, kind: str = "rsa") -> str:
    """The TXT record of a DKIM key, in strings of at most 255 bytes as DNS wants it."""
    form = serialization.PublicFormat
    encoding, layout = (
        (serialization.Encoding.DER, form.SubjectPublicKeyInfo)
        if kind == "rsa"
        else (serialization.Encoding.Raw, form.Raw)
    )
    text = f"v=DKIM1; k={kind}; p={base64.b64encode(key.public_key().public_bytes(encoding, layout)).decode()}"
    return "TXT " + " ".join(f'"{text[start : start + 200]}"' for start in range(0, len(text), 200))


DOMAIN, KEY = "play.club.example.", "club._domainkey.play.club.example."
GOOD = {
    DOMAIN: ["MX 10 mx.club.example.", 'TXT "something else"', 'TXT "v=spf1 mx include:_spf.mail.example ~all"'],
    "mx.club.example.": ["A 192.0.2.1"],
    KEY: [published(rsa.generate_private_key(65537, 2048))],
    "_dmarc.club.example.": ['TXT "v=DMARC1; p=quarantine"'],
}


@pytest.fixture(autouse=True)
def _club(settings: Settings) -> None:
    settings.MAIL_STAYS_HERE = False
    settings.NARDY_MAIL_DOMAIN, settings.NARDY_DKIM_SELECTOR = "play.club.example", "club"


def found(zone: dict[str, list[str]]) -> list[str]:
    with name_server(zone) as resolver:
        return problems(mail_dns.mail_dns(resolver))


def test_all_is_well() -> None:
    with name_server(GOOD) as resolver:
        subjects = [finding.subject for finding in mail_dns.mail_dns(resolver)]
    assert subjects == [
        "DNS: MX of play.club.example: mx.club.example",
        "DNS: SPF of play.club.example",
        "DNS: DKIM key club._domainkey.play.club.example",
        "DNS: DMARC of play.club.example",
    ]
    assert found(GOOD) == []


def test_a_domain_of_which_nothing_is_known() -> None:
    assert found({}) == [
        "DNS: MX of play.club.example: is missing: answers by letter cannot come in.",
        "DNS: SPF of play.club.example: is missing.",
        "DNS: DKIM key club._domainkey.play.club.example: is missing: our letters are not believed to be ours.",
        "DNS: DMARC of play.club.example: is missing: large providers want it.",
    ]


@pytest.mark.parametrize(
    ("name", "records", "problem"),
    [
        (DOMAIN, ["MX 0 .", 'TXT "v=spf1 -all"'], "MX of play.club.example: says that this domain takes no mail."),
        (DOMAIN, ["MX 10 gone.example.", 'TXT "v=spf1 -all"'], "names gone.example, which has no address."),
        (DOMAIN, ["MX 10 mx.club.example."], "SPF of play.club.example: is missing."),
        (DOMAIN, ["MX 10 mx.club.example.", 'TXT "v=spf10 -all"'], "SPF of play.club.example: is missing."),
        (DOMAIN, ["MX 10 mx.club.example.", 'TXT "v=spf1 mx"'], "has no end"),
        (DOMAIN, ["MX 10 mx.club.example.", 'TXT "v=spf1 mx +all"'], "lets every machine send for us."),
        (DOMAIN, ["MX 10 mx.club.example.", 'TXT "v=spf1 -all"', 'TXT "v=spf1 mx -all"'], "more than once"),
        (KEY, ['TXT "v=DKIM1; p="'], "is revoked."),
        (KEY, ['TXT "v=DKIM1; p=%%%"'], "cannot be read."),
        (KEY, ['TXT "some words"'], "is missing"),
        (KEY, [published(rsa.generate_private_key(65537, 1024)).replace("MIG", "", 1)], "cannot be read."),
        (KEY, ['TXT "p=TUlHZk1BMEdDU3FHU0li"'], "is too short"),
        ("_dmarc.club.example.", ['TXT "v=DMARC1; rua=mailto:a@club.example"'], "does not say what to do."),
        ("_dmarc.club.example.", ['TXT "v=spf1 -all"'], "DMARC of play.club.example: is missing"),
    ],
)
def test_what_is_wrong_is_said(name: str, records: list[str], problem: str) -> None:
    (said,) = found(GOOD | {name: records})
    assert problem in said


@pytest.mark.parametrize(
    ("name", "records"),
    [
        (DOMAIN, ["MX 10 mx.club.example.", "MX 20 six.club.example.", 'TXT "V=SPF1 redirect=_spf.mail.example"']),
        (DOMAIN, ["MX 10 mx.club.example.", 'TXT "v=spf1 " "mx -all"']),
        (KEY, [published(ed25519.Ed25519PrivateKey.generate(), "ed25519")]),
        ("_dmarc.play.club.example.", ['TXT "v=DMARC1;p=none"']),
    ],
)
def test_what_is_right_in_another_way(name: str, records: list[str]) -> None:
    assert found(GOOD | {"six.club.example.": ["AAAA 2001:db8::1"], name: records}) == []


def test_without_a_selector_the_key_is_not_looked_at(settings: Settings) -> None:
    settings.NARDY_DKIM_SELECTOR = ""
    assert found({name: records for name, records in GOOD.items() if name != KEY}) == []


@pytest.mark.parametrize("broken", [True, False])
def test_where_no_server_answers_nothing_is_wrong_and_it_is_said(broken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_dns, "SECONDS", 0.3)
    with name_server(GOOD, broken=True) as failing, socket(AF_INET, SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        resolver = failing if broken else asking(*silent.getsockname())
        (finding,) = mail_dns.mail_dns(resolver)
    assert finding.subject == "DNS of play.club.example: no server answers, so it was not looked at"
    assert not finding.problem


def test_a_domain_that_is_an_example_is_not_asked_about(settings: Settings) -> None:
    settings.NARDY_MAIL_DOMAIN = "play.example.org"
    assert list(mail_dns.mail_dns(asking("127.0.0.1", 1))) == []
    settings.NARDY_MAIL_DOMAIN, settings.MAIL_STAYS_HERE = "play.club.example", True
    assert list(mail_dns.mail_dns(asking("127.0.0.1", 1))) == []
