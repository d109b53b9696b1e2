"""HTML of a mail -> lines of text, quotes cut out (spec/mail_reader.md §3, "HTML"). Charsets are not known here.

One pass over the tags without a tree: neither depth nor a missing end matters, and the time grows with the size alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import unescape
from typing import Literal

MOST_LINES = 400
"""More than the reader looks at."""

_BLOCKS = {
    "address", "article", "aside", "body", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "legend",
    "li", "main", "menu", "nav", "ol", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
_UNSEEN = {"style", "script", "title"}

_QUOTES = {
    "gmail_quote", "gmail_quote_container", "moz-cite-prefix", "moz-forward-container", "yahoo_quoted",
    "yahoo-quoted-begin", "protonmail_quote", "skiff_quote", "zmail_extra", "tutanota_quote", "mail-quote-collapse",
    "mailru-blockquote", "mail-app-auto-quote", "composewebview_previouse_content", "olk_src_body_section",
    "mail-editor-reference-message-container", "isforwardcontent", "origbody", "reply139content", "reply-intro",
}  # fmt: skip
"""Class or id of what a client wraps around its quote, or around the line above it."""

_MAY_BE_FRESH = {"gmail_quote", "gmail_quote_container"}
"""Gmail wraps fresh text in them too: without a blockquote inside they prove no quote."""

_REPLY_HEADER = "divrplyfwdmsg"
"""Id of the header block that Outlook puts before its quote. What follows is quoted, and nothing marks it."""

_TAG = re.compile(r"<(?:(!--|[!?])|(/?)([a-zA-Z][^\s/>]*)(>?))")
"""A comment or the like; or an end's slash, a name, and the end of a tag without attributes."""

_VALUE_OR_END = re.compile(r"=\s*([\"'])|>")
_NAMES = re.compile(r"(?:class|id)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))")
_END_OF_HEAD = re.compile(r"</head\s*>|<body\b", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\r\f]+")

_Token = tuple[Literal["text", "open", "close"], str, str]
"""Text; or the name of a tag in small letters, and its attributes as written."""


def to_text(html: str) -> str:
    """The text of a page, a quote as a line `>`. Uncut when that leaves nothing and nothing was quoted or forwarded."""
    page = _Page(html, cut=True)
    if page.quoted or not page.cut or any(line.strip() not in ("", ">") for line in page.lines):
        return "\n".join(page.lines)
    return "\n".join(_Page(html, cut=False).lines)


class _Page:
    """A page on its way to `lines`. `cut`: not all of it is there. `quoted`: some of that was a quote or a forward."""

    def __init__(self, html: str, *, cut: bool) -> None:
        self.lines: list[str] = []
        self.cut = self.quoted = False
        self._line: list[str] = []
        self._gap = False  # a blank line is due before the next one
        self._pre = 0
        self._word: int | None = None  # in a paragraph of Word: the number of lines before it
        self._cuts = cut
        self._quote, self._depth = "", 0  # the tag whose end ends the quote, and how many of its name are open
        for kind, text, attributes in _tokens(html):
            if self._quote:
                self._pass_over(kind, text)
            elif kind == "text":
                self._write(_characters(text))
            elif kind == "close":
                self._tag(text, opens=False)
            elif self._open(text, _names(attributes) if attributes else ()):
                break
            if len(self.lines) > MOST_LINES:
                break
        self._block()

    def _open(self, tag: str, names: Collection[str]) -> bool:
        """An opening tag. True: nothing that follows belongs to the letter."""
        is_header = _REPLY_HEADER in names
        is_quote = tag == "blockquote" or is_header
        if self._cuts and (is_quote or not _QUOTES.isdisjoint(names) or any(map(_is_yahoo, names))):
            self.cut = True
            self.quoted |= is_quote or _MAY_BE_FRESH.isdisjoint(names)
            self._block()
            self._write(">")
            self._block()
            self._quote, self._depth = tag, 1
            return is_header
        if tag == "p" and any(name.startswith("mso") for name in names):
            self._end_word()
            self._block()
            self._word = len(self.lines)
        else:
            self._tag(tag, opens=True)
        return False

    def _pass_over(self, kind: str, tag: str) -> None:
        """What stands in a quote: only its end counts."""
        self.quoted |= kind == "open" and tag == "blockquote"
        if tag == self._quote and kind != "text":
            self._depth += 1 if kind == "open" else -1
            self._quote = self._quote if self._depth else ""

    def _tag(self, tag: str, *, opens: bool) -> None:
        if tag == "br":
            self._end_line()
        elif tag == "p":
            if not self._end_word():
                self._block()
                self._gap = True
        elif tag in ("td", "th"):
            self._write(" " * opens)
        elif tag in _BLOCKS:
            self._block()
            self._pre = max(0, self._pre + (1 if opens else -1)) if tag == "pre" else self._pre

    def _end_word(self) -> bool:
        """End a paragraph of Word, if one is open: an empty one is a blank line."""
        if self._word is None:
            return False
        if self._word == len(self.lines) and not self._line:
            self._end_line()
        self._block()
        self._word = None
        return True

    def _write(self, text: str) -> None:
        if self._pre:
            first, *others = text.split("\n")
            self._line.append(first)
            for other in others:
                self._end_line()
                self._line.append(other)
            return
        text = _SPACE.sub(" ", text)
        if text := text if self._line else text.lstrip(" "):
            self._line.append(text)

    def _end_line(self) -> None:
        if self._gap and self.lines:
            self.lines.append("")
        self._gap = False
        self.lines.append("".join(self._line).rstrip(" "))
        self._line.clear()

    def _block(self) -> None:
        """A block begins or ends here: what is on the line stays alone there."""
        if any(self._line):
            self._end_line()
        self._line.clear()


def _tokens(html: str) -> Iterator[_Token]:
    at, careful, head = 0, True, False
    while tag := _TAG.search(html, at):
        if tag.start() > at:
            yield "text", html[at : tag.start()], ""
        aside, close, name, closed = tag.groups()
        if closed:
            at = tag.end()
        elif aside:
            at = _after(html, "-->" if aside == "!--" else ">", tag.start() + 2)
        else:
            at = _end_of_tag(html, tag.end()) if careful else 0
            if not at:  # a value without an end: from here on no `>` is believed to be inside of one
                careful, at = False, _after(html, ">", tag.end())
        if not at:
            return
        if aside:
            continue
        name = name.lower()
        yield "close" if close else "open", name, "" if closed else html[tag.end() : at - 1]
        if name in _UNSEEN and not close:
            at = _after_unseen(html, name, at)
        elif name == "head" and not head:
            head, at = True, _after_head(html, at)
    yield "text", html[at:], ""


def _after(html: str, mark: str, at: int) -> int:
    """The place after the next `mark`; 0 when there is none."""
    found = html.find(mark, at)
    return found + len(mark) if found >= 0 else 0


def _end_of_tag(html: str, at: int) -> int:
    """The place after the `>` that ends a tag, one in a quoted value passed over; 0 when there is none."""
    while found := _VALUE_OR_END.search(html, at):
        if found[0] == ">":
            return found.end()
        at = html.find(found[1], found.end()) + 1
        if not at:
            return 0
    return 0


def _after_unseen(html: str, name: str, at: int) -> int:
    """Where the page goes on after a style, script or title that begins at `at`."""
    end = re.compile(rf"</{name}\b", re.IGNORECASE).search(html, at)
    return end.start() if end else len(html)


def _after_head(html: str, at: int) -> int:
    end = _END_OF_HEAD.search(html, at)
    return end.start() if end else at


def _names(attributes: str) -> set[str]:
    """The classes and ids among the attributes of a tag, in small letters. Mail.Ru marks the classes of others."""
    found = _NAMES.findall(attributes.lower())
    return {name.removesuffix("_mr_css_attr") for values in found for value in values for name in value.split()}


def _is_yahoo(name: str) -> bool:
    return name.endswith("yahoo_quoted") or name.startswith("yahoo_quoted")


def _characters(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:  # a number of thousands of digits
        return text
