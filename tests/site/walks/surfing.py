"""A browser without JavaScript, as small as it can be: pages, links and forms over real HTTP."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

import requests


@dataclass
class Form:
    """A form: where it goes, its fields as they stand, and its buttons (name, value) that can be pressed."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """A page as somebody without JavaScript finds it."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address, self.html = address, html
        self.forms: list[Form] = []
        self.links: list[dict[str, str]] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        form = self._form
        if tag == "form":
            self._form = Form(values.get("action") or self.address)
            self.forms.append(self._form)
        elif tag == "a":
            self.links.append(values)
        elif tag == "select":
            self._select = values.get("name", "")
        elif form is None:
            return
        elif tag == "button" and "disabled" not in values and values.get("type") != "button":
            form.buttons.append((values.get("name", ""), values.get("value", "")))
        elif tag == "textarea":
            form.fields[values.get("name", "")] = ""
        elif tag == "option" and ("selected" in values or self._select not in form.fields):
            form.fields[self._select] = values.get("value", "")
        elif tag == "input" and (values.get("type") not in ("radio", "checkbox") or "checked" in values):
            form.fields[values.get("name", "")] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def form(self, part: str) -> Form:
        """The form whose action holds `part`."""
        return next(form for form in self.forms if part in form.action)

    def has_form(self, part: str) -> bool:
        """Whether there is such a form."""
        return any(part in form.action for form in self.forms)


class Surfer:
    """One person at one browser."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.session = requests.Session()
        self.page = self.open("/")

    def open(self, address: str) -> Page:
        """Follow a link, from the present page."""
        here = self.page.address if hasattr(self, "page") else self.site
        return self._see(self.session.get(urljoin(here, address), timeout=60))

    def submit(self, form: Form, button: tuple[str, str] = ("", ""), **fields: str) -> Page:
        """Fill in some fields, press a button."""
        data = {**form.fields, **fields}
        if button[0]:
            data[button[0]] = button[1]
        address = urljoin(self.page.address, form.action)
        return self._see(self.session.post(address, data=data, headers={"Referer": self.page.address}, timeout=60))

    def _see(self, answer: requests.Response) -> Page:
        assert answer.status_code == 200, f"{answer.status_code} at {answer.url}: {visible(answer.text)[:2000]}"
        self.page = Page(answer.url, answer.text)
        return self.page


def visible(html: str) -> str:
    """What stands on a page, roughly."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
