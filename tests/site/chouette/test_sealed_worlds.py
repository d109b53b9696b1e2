"""A sealed answer makes no difference for anybody else: two worlds that differ in it alone look and read the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from games import sweeps
from games.models import OutgoingMail, Profile, Table
from games.models.player import Letters
from games.models.table import Source
from games.play import play, volunteer
from games.rules.actions import Action, Answer, Double, Order, Proxy, Roll
from tests.site.chouette.conftest import DROP, TAKE
from tests.site.factories import NOW, player, prompt, seat
from tests.site.inbox.post import answer as reply
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

NEVER_THE_SAME = re.compile(
    r"csrfmiddlewaretoken\" value=\"[^\"]*\"|name=\"ref\" value=\"[^\"]*\"|\"ref\": \"[^\"]*\"|nonce-[^'\"]*"
)
ROW_NUMBERS = re.compile(r"(?<=/)\d+(?=/(?:change|history|delete)/)|(?<=_selected_action\" value=\")\d+|\(\d+\)")
"""Of rows that a world makes: a database gives each number once, also when the world is undone."""
Snapshot = dict[str, str]


class Undone(Exception):
    """Ends a world."""


def world(change: Callable[[], object], look: Callable[[], Snapshot]) -> Snapshot:
    """What is seen after a change, which is then undone."""
    seen: Snapshot = {}
    try:
        with transaction.atomic():
            change()
            seen = look()
            raise Undone
    except Undone:
        return seen


def pages(table: Table, who: Profile | None, *, admin: bool = False) -> Snapshot:
    """All pages on which something of the table stands, as this reader gets them."""
    client = Client(headers={"accept-language": "en"})
    if admin:
        client.force_login(User.objects.create_superuser("root", "root@example.org", "secret of the tests"))
    elif who is not None:
        client.force_login(who.user)
    last = table.entries.latest("seq")
    own = f"/t/{table.pk}/"
    urls = [own, f"{own}{last.seq}/", f"{own}{last.seq - 1}/", "/my/", f"{own}record.json", f"{own}dice.json"]
    if admin:
        urls = [f"/admin/games/{row}/" for row in ("table", "stake", "outgoingmail", "profile")]
        urls += [f"/admin/games/entry/{last.pk}/change/", f"/admin/games/table/{table.pk}/change/"]
        urls += [f"/admin/games/outgoingmail/{OutgoingMail.objects.latest('pk').pk}/change/"]
    seen = {url: NEVER_THE_SAME.sub("", client.get(url).content.decode(errors="replace")) for url in urls}
    return {ROW_NUMBERS.sub("N", url): ROW_NUMBERS.sub("N", page) for url, page in seen.items()} if admin else seen


def letters(table: Table, readers: list[Profile]) -> Snapshot:
    """All letters to these readers: what came by itself, the digest, and what they ask to see by letter."""
    send()
    for who in readers:
        Profile.objects.filter(pk=who.pk).update(digest_at=NOW + timedelta(hours=1))
    for one in OutgoingMail.objects.filter(player__in=readers, seat__table=table, kind="double"):
        name = one.player.handle if one.player else ""
        mail = reply(one, "show", "history", "games", "help", sender=f"{name} <{name.lower()}@example.org>")
        assert mail.outcome == "done", mail.detail
    for moment in (NOW + timedelta(hours=5), NOW + timedelta(hours=23)):
        for sweep in (sweeps.check_one, sweeps.digest_one):
            for _ in range(20):
                if not sweep(moment):
                    break
        send(moment)
    found = OutgoingMail.objects.filter(player__in=readers).select_related("player").order_by("pk")
    told: Snapshot = {}
    for one in found:
        key = f"{one.player.handle if one.player else ''}:{one.kind}:{one.dedupe}"
        told[re.sub(r"mail:\d+|:[0-9a-f]{64}", "", key)] = "\n".join((one.subject, one.text))
    return told


def same_for(
    table: Table,
    readers: list[Profile],
    first: Callable[[], object],
    second: Callable[[], object],
    *,
    admin: bool = True,
) -> None:
    """Nobody of `readers`, no guest and no `admin` can tell the two worlds apart."""
    looks: list[Callable[[], Snapshot]] = [lambda who=who: pages(table, who) for who in (*readers, None)]  # type: ignore[misc]
    looks += [lambda: letters(table, readers), *([lambda: pages(table, None, admin=True)] if admin else [])]
    for look in looks:
        one, other = world(first, look), world(second, look)
        assert one
        assert one.keys() == other.keys()
        for key, text in one.items():
            assert text == other[key], key


def by(who: Profile, table: Table, action: Action) -> Callable[[], object]:
    return lambda: play(prompt(table, who).pk, action, source=Source.PAGE, ref="sealed", now=NOW)


@pytest.fixture(autouse=True)
def _by_day(db: None) -> None:
    Profile.objects.update(letters=Letters.AT_ONCE)


def test_take_or_drop(doubled: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile) -> None:
    Profile.objects.filter(pk__in=[alice.pk, dora.pk]).update(letters=Letters.DIGEST)
    readers = [alice, boris, dora, player("Eve")]
    take, drop = by(chris, doubled, TAKE), by(chris, doubled, DROP)
    same_for(doubled, readers, take, drop)
    one, other = (world(act, lambda: pages(doubled, chris)) for act in (take, drop))
    assert one[f"/t/{doubled.pk}/"] != other[f"/t/{doubled.pk}/"], "Chris himself sees what he has answered"


def test_whose_answer_is_in(doubled: Table, boris: Profile, chris: Profile, dora: Profile) -> None:
    """Who has not made the table is not told who is missing."""
    same_for(doubled, [boris, player("Eve")], by(chris, doubled, TAKE), by(dora, doubled, TAKE), admin=False)


def test_what_stands_beside_an_answer(
    doubled: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """Nor a change of it, nor a condition."""
    plain, alone = by(chris, doubled, TAKE), by(chris, doubled, Answer((("take", None),), if_alone="drop"))
    same_for(doubled, [alice, boris, dora], plain, alone, admin=False)


def test_answers_by_a_standing_order(
    doubled: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    def ordered(reply: str) -> Callable[[], object]:
        return lambda: volunteer(
            seat(doubled, chris).pk, Order("if-doubled", reply), source=Source.PAGE, ref="o", now=NOW
        )

    same_for(doubled, [alice, boris, dora, player("Eve")], ordered("take"), ordered("drop"))


def test_a_proxy_who_has_answered_for_himself_too(
    doubled: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """Dora sees what Chris, her proxy, has answered for her, not what he has answered for himself."""
    volunteer(seat(doubled, dora).pk, Proxy(seat(doubled, chris).number), source=Source.PAGE, ref="p", now=NOW)
    same_for(doubled, [alice, boris, dora], by(chris, doubled, TAKE), by(chris, doubled, DROP), admin=False)

    def for_dora(action: Answer) -> Callable[[], object]:
        asked = prompt(doubled, dora).pk
        own = seat(doubled, chris).pk
        return lambda: play(asked, action, source=Source.PAGE, ref="sealed", now=NOW, by=own)

    same_for(doubled, [alice, boris], for_dora(TAKE), for_dora(DROP), admin=False)


def test_a_double_or_none_in_the_window(
    window: Table, alice: Profile, boris: Profile, chris: Profile, dora: Profile
) -> None:
    """Who holds the window and who doubles in it shows when it closes."""
    volunteer(seat(window, chris).pk, Order("hold"), source=Source.PAGE, ref="h", now=NOW)
    same_for(window, [alice, boris, dora, player("Eve")], by(chris, window, Roll()), by(chris, window, Double()))
