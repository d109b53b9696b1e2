"""What DNS says about our mail domain: can letters come in (MX), and will ours be believed (SPF, DKIM, DMARC)?

The doctor's part for DNS. Where no server answers it says so and finds nothing wrong: the records may be right. What is
asked for is what large providers ask of senders (spec/mail.md §3.2).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from dns.exception import DNSException
from dns.resolver import NXDOMAIN, LifetimeTimeout, NoAnswer, NoNameservers, NoResolverConfiguration, Resolver

from nardy_site.finding import Finding

SECONDS = 5.0
"""How long one question may take, with all its tries."""

WITHOUT_DNS = (LifetimeTimeout, NoNameservers, NoResolverConfiguration, OSError)
"""No server answers, or none can be asked."""

SHORTEST_KEY = 160
"""Bytes of a published RSA key of 1024 bits, the shortest that is believed anywhere (RFC 8301)."""


def mail_dns(resolver: Resolver | None = None) -> Iterator[Finding]:
    """MX, SPF, DKIM and DMARC of the mail domain. `resolver`: of this machine, if no other is given."""
    domain = settings.NARDY_MAIL_DOMAIN
    if settings.MAIL_STAYS_HERE or domain.endswith("example.org"):
        return
    try:
        resolver = resolver or Resolver()
        resolver.lifetime = SECONDS
        for look in (mx, spf, dkim, dmarc):
            yield from look(domain, resolver)
    except WITHOUT_DNS:
        yield Finding(_("DNS of %(domain)s: no server answers, so it was not looked at") % {"domain": domain})
    except DNSException as error:
        advice = _("Look what your DNS provider shows for this domain.")
        yield Finding(_("DNS of %(domain)s") % {"domain": domain}, str(error) or type(error).__name__, advice)


def mx(domain: str, resolver: Resolver) -> Iterator[Finding]:
    """Do mails to us find a mailer?"""
    subject = _("DNS: MX of %(domain)s") % {"domain": domain}
    hosts = [record.exchange.to_text(omit_final_dot=True) for record in _records(resolver, domain, "MX")]
    advice = _("Publish: %(domain)s. MX 10 and the name of the machine that takes its mail.") % {"domain": domain}
    if not hosts:
        yield Finding(subject, _("is missing: answers by letter cannot come in."), advice)
        return
    for host in hosts:
        if host == ".":
            yield Finding(subject, _("says that this domain takes no mail."), advice)
        elif not any(_records(resolver, host, kind) for kind in ("A", "AAAA")):
            problem = _("names %(host)s, which has no address.") % {"host": host}
            yield Finding(subject, problem, _("Publish an A or AAAA record for it, or name another machine."))
        else:
            yield Finding(f"{subject}: {host}")


def spf(domain: str, resolver: Resolver) -> Iterator[Finding]:
    """Does the domain of our envelopes say which machines send for it (RFC 7208)?"""
    subject = _("DNS: SPF of %(domain)s") % {"domain": domain}
    found = [text for text in _texts(resolver, domain) if text.lower().split(" ")[0] == "v=spf1"]
    words = found[0].lower().split() if found else []
    if not found:
        advice = _('Publish: %(domain)s. TXT "v=spf1 mx -all", with what your mail provider tells you to include.')
        yield Finding(subject, _("is missing."), advice % {"domain": domain})
    elif len(found) > 1:
        yield Finding(subject, _("stands there more than once: then none counts."), _("Leave one, with all of them."))
    elif {"+all", "all"} & set(words):
        yield Finding(subject, _("lets every machine send for us."), _("End it with -all or ~all."))
    elif not any(word.endswith("all") or word.startswith("redirect=") for word in words):
        yield Finding(subject, _("has no end: it says nothing about other machines."), _("End it with -all or ~all."))
    else:
        yield Finding(subject)


def dkim(domain: str, resolver: Resolver) -> Iterator[Finding]:
    """Is the key there by which our letters are signed (RFC 6376)? Its selector is known to whoever signs."""
    selector = settings.NARDY_DKIM_SELECTOR
    if not selector:
        yield Finding(_("DNS: DKIM was not looked at; NARDY_DKIM_SELECTOR names the selector of who signs our letters"))
        return
    name = f"{selector}._domainkey.{domain}"
    subject = _("DNS: DKIM key %(name)s") % {"name": name}
    advice = _("Publish the TXT record that your mailer or mail provider shows for this selector.")
    found = [_tags(text) for text in _texts(resolver, name)]
    keys = [tags for tags in found if "p" in tags and tags.get("v", "DKIM1") == "DKIM1"]
    if not keys:
        yield Finding(subject, _("is missing: our letters are not believed to be ours."), advice)
        return
    key = _key(keys[0]["p"])
    if key == b"":
        yield Finding(subject, _("is revoked."), advice)
    elif key is None:
        yield Finding(subject, _("cannot be read."), advice)
    elif keys[0].get("k", "rsa") == "rsa" and len(key) < SHORTEST_KEY:
        yield Finding(subject, _("is too short to be believed."), _("Make a new one with 2048 bits."))
    else:
        yield Finding(subject)


def dmarc(domain: str, resolver: Resolver) -> Iterator[Finding]:
    """Is it said what becomes of letters that only seem to be ours (RFC 7489)? A parent domain may say it for us."""
    subject = _("DNS: DMARC of %(domain)s") % {"domain": domain}
    labels = domain.split(".")
    parents = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    policies = (
        tags
        for parent in parents
        for text in _texts(resolver, f"_dmarc.{parent}")
        if (tags := _tags(text)).get("v") == "DMARC1"
    )
    policy = next(policies, None)
    if policy is None:
        advice = _('Publish: _dmarc.%(domain)s. TXT "v=DMARC1; p=none", and p=quarantine when all is well.')
        yield Finding(subject, _("is missing: large providers want it."), advice % {"domain": domain})
    elif policy.get("p", "").lower() not in {"none", "quarantine", "reject"}:
        yield Finding(subject, _("does not say what to do."), _("Let it say p=none, p=quarantine or p=reject."))
    else:
        yield Finding(subject)


def _records(resolver: Resolver, name: str, kind: str) -> list[Any]:
    """The records of a name; none when there are none. Raises what `WITHOUT_DNS` names."""
    try:
        return list(resolver.resolve(name, kind, search=False))
    except (NXDOMAIN, NoAnswer):
        return []


def _texts(resolver: Resolver, name: str) -> list[str]:
    """The TXT records of a name, the strings of each put together."""
    return [b"".join(record.strings).decode("utf-8", "replace") for record in _records(resolver, name, "TXT")]


def _tags(text: str) -> dict[str, str]:
    """`v=DMARC1; p=none` as a mapping, blanks taken out."""
    pairs = (part.split("=", 1) for part in text.split(";") if "=" in part)
    return {name.strip().lower(): "".join(value.split()) for name, value in pairs}


def _key(text: str) -> bytes | None:
    """The key of a DKIM record; None: it is not written in base64."""
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return None
