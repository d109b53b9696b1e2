"""From HTML to lines (spec/mail_reader.md §3, "HTML")."""

from __future__ import annotations

import pytest

from games.inbox.reader.html import to_text
from tests.pure.mails import commands, html, reading, rest


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a<br>b", "a\nb"),
        ("a<br/>b<BR />c", "a\nb\nc"),
        ("a<br><br>b", "a\n\nb"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<div>a<div>b</div>c</div>d", "a\nb\nc\nd"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("<div>a<br></div><div>b</div>", "a\nb"),
        ("<div>a</div><div>&nbsp;</div><div>b</div>", "a\n\xa0\nb"),
        ("<div>a</div> <div> </div>\n<div>b</div>", "a\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p>a<p>b", "a\n\nb"),
        ("<div>a</div><p>b</p><div>c</div>", "a\n\nb\n\nc"),
        ("<p class=MsoNormal>a</p><p class='MsoNormal'>b</p>", "a\nb"),
        ("<p class=MsoNormal>a</p><p class=MsoNormal></p><p class=MsoNormal>b</p>", "a\n\nb"),
        ("<p class=MsoNormal>a</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>b</p>", "a\n\xa0\nb"),
        ("<p class=MsoNormal>a<p class=MsoNormal>b", "a\nb"),
        ("<p class=MsoListParagraph>a</p><p>b</p>", "a\n\nb"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<h1>a</h1>b", "a\nb"),
        ("<table><tr><td>8/5</td><td>6/5</td></tr><tr><td>b</td></tr></table>", "8/5 6/5\nb"),
        ("<b>8</b>/<i>5</i>", "8/5"),
        ("  a \n\t b  ", "a b"),
        ("<pre>a\n  b\n</pre>c", "a\n  b\nc"),
        ("a &lt;b&gt; &amp; &#1078; &#x436; &nbsp;c", "a <b> & ж ж \xa0c"),
        ("<style>roll</style><script>if (a<b) roll()</script>a<title>x</title>", "a"),
        ("<html><head>roll<meta x></head><body>a", "a"),
        ("<head><style>x</style><body>a</body>", "a"),
        ("<head>a", "a"),
        ("a<!-- roll -->b<!--[if mso]><p>roll</p><![endif]-->c", "abc"),
        ("<!--[if !mso]><!-->a<!--<![endif]-->", "a"),
        ("<!DOCTYPE html><?xml x?>a<![endif]>b", "ab"),
        ('<a title="x > y" href=\'>\'>a</a>', "a"),
        ("<p class=it's>a</p><p>don't</p>", "a\n\ndon't"),
        ("1 < 2 <3", "1 < 2 <3"),
        ('<a href="x>a</a>b', "ab"),
        ("a<b", "a"),
        ("a<blockquote>b</blockquote>c", "a\n>\nc"),
        ("a<blockquote>b<blockquote>c</blockquote>d</blockquote>e", "a\n>\ne"),
        ("a<blockquote>b", "a\n>"),
        ("a<blockquote></div>b</blockquote></blockquote>c", "a\n>\nc"),
        ('a<div class="x gmail_quote">b<div>c</div>d</div>e', "a\n>\ne"),
        ('a<div class="mail-quote-collapse_mr_css_attr">b</div>e', "a\n>\ne"),
        ('a<div id="yiv12yahoo_quoted">b</div>e', "a\n>\ne"),
        ("a<div id='divRplyFwdMsg'>b</div>c", "a\n>"),
        ("a<div id=DIVRPLYFWDMSG>b", "a\n>"),
        ('a<div title="gmail_quote">b</div>', "a\nb"),
        ('<div class="gmail_quote">a</div>', "a"),
        ('<div class="gmail_extra">a</div>', "a"),
        ('<div class="gmail_quote"><div>a</div><blockquote>b</blockquote></div>', ">"),
        ('<blockquote>a</blockquote>', ">"),
        ("", ""),
    ],
)  # fmt: skip
def test_to_text(page: str, text: str) -> None:
    assert to_text(page) == text


def test_paragraphs_of_word_stand_right_under_one_another() -> None:
    assert rest(html("<p class=MsoNormal>double</p><p class=MsoNormal>no wait</p>")) == "no wait"
    assert commands(html("<p>double</p><p>How are you?</p>")) == ["double"]
    assert rest(html("<div>double</div><div>no wait</div>")) == "no wait"


def test_fresh_text_in_a_quote_class_is_read() -> None:
    assert commands(html('<div class="gmail_quote">roll</div>')) == ["roll"]
    assert rest(html('<div class="gmail_quote">May I undo?</div>')) == "May I undo?"


def test_a_forward_in_a_quote_class_is_not_read() -> None:
    page = '<div class="gmail_quote">---------- Forwarded message ---------<br>От: Нарды<br><br>roll</div>'
    assert reading(html(page)).kind == "empty"


@pytest.mark.parametrize("name", ["yahoo_quoted", "protonmail_quote", "mail-editor-reference-message-container"])
def test_the_quote_alone_of_a_client_that_wraps_nothing_else_in_its_class(name: str) -> None:
    page = f'<div><br></div><div class="{name}">On 12/11/2026, Nardy wrote:<div>| a |<br>roll</div></div>'
    assert reading(html(page)).kind == "empty"
    assert commands(html(page.replace("<br></div>", "take</div>", 1))) == ["take"]


def test_numbers_of_characters_that_are_none() -> None:
    assert commands(html("roll<p>&#" + "9" * 6000 + ";</p>")) == ["roll"]
    assert commands(html("r&#8203;oll<br>&#xD800;&#x110000;".replace("<br>", "<p>"))) == ["roll"]


def test_deep_pages_are_read() -> None:
    assert commands(html("<div>" * 5000 + "roll" + "</div>" * 5000)) == ["roll"]
    assert commands(html("roll" + "<blockquote>" * 5000 + "double")) == ["roll"]
