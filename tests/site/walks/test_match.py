"""The main job, from end to end: two people who never meet play a match to 3 points over several days.

One clicks on pages, the other only replies to letters; both are reminded, one oversteps his time once, a worker is
killed in the middle, letters come twice, late and from the wrong sender. Through real HTTP, real LMTP, real SMTP and
real Celery processes, once on the embedded default and once on PostgreSQL with RabbitMQ.
The clock is moved by the walk.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.site.walks.houses import Embedded, House, Served, listens, opened, wait_for
from tests.site.walks.people import Clicker, Correspondent, state_of, text_of
from tests.site.walks.surfing import visible

DAY = 24 * 3600
LONG = bool(os.environ.get("LONG_WALK"))
"""`LONG_WALK=1 pytest tests/site/walks`: every game is played to its last man. CI walks the short form."""
SHORT = 40
"""Answers after which the writer of the short form resigns what is still being played."""

pytestmark = pytest.mark.xdist_group("walks")


@pytest.fixture(params=["embedded", "served"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """A site of each kind. Without the services of the second one the first is walked alone, and it is said."""
    if request.param == "embedded":
        return Embedded(tmp_path)
    missing = [name for name, port in (("PostgreSQL", 5432), ("RabbitMQ", 5672)) if not listens(port)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} must listen on this machine for the walk on many processes")
    return Served(tmp_path)


def test_a_match_by_page_and_by_letter(house: House) -> None:
    with opened(house):
        clicker, writer = Clicker(house, "Alice"), Correspondent(house, "Boris")
        clicker.sign_up()
        table = clicker.invite(writer.address, length=3)

        invitation = wait_for("the invitation", lambda: _letter(writer, "invit"))
        writer.reply(invitation, "принять")
        wait_for("the first question", lambda: house.sql("SELECT 1 FROM games_prompt"))

        _both_are_reminded(house, clicker, writer, table)
        _one_oversteps_his_time(house, clicker, writer, table)
        _the_rest_is_played(house, clicker, writer, table)

        state = state_of(house, table)
        assert state.over
        assert state.winner is not None
        assert max(state.halves.values()) == 6
        wait_for(
            "the last letter",
            lambda: any("0 :" in text_of(letter) or ":" in text_of(letter) for letter in writer.letters()),
        )
        assert "0 differences" in house.manage("replay").splitlines()[-1]
        _nothing_was_doubled(house)
        assert house.sql("SELECT count(*) FROM games_incomingmail WHERE handled_at IS NULL")[0][0] == 0


def _both_are_reminded(house: House, clicker: Clicker, writer: Correspondent, table: int) -> None:
    """Each lets his first question wait until the reminder comes, and then answers it."""
    reminded: set[int] = set()
    while len(reminded) < 2:
        number, seat = _open(house, table)
        if seat not in reminded:
            house.pass_time(4 * DAY + 3600)
            wait_for(
                "a reminder",
                lambda n=number: house.sql(
                    "SELECT 1 FROM games_prompt WHERE number = %s AND reminded_at IS NOT NULL", n
                ),
            )
            reminded.add(seat)
        _answer(house, clicker, writer, table)


def _one_oversteps_his_time(house: House, clicker: Clicker, writer: Correspondent, table: int) -> None:
    """The writer is silent: the game is lost and the next one begins. His late letter is refused, in words."""
    while _open(house, table)[1] != 1:
        _answer(house, clicker, writer, table)
    late = wait_for("a letter that asks", lambda: _asking(writer, table))
    house.pass_time(30 * DAY)
    wait_for("the lost game", lambda: state_of(house, table).games == 1)
    assert state_of(house, table).halves == {0: 2, 1: 0}
    writer.reply(late, "roll")
    wait_for(
        "the answer to the late letter", lambda: house.sql("SELECT 1 FROM games_incomingmail WHERE outcome = 'stale'")
    )
    assert state_of(house, table).games == 1


def _the_rest_is_played(house: House, clicker: Clicker, writer: Correspondent, table: int) -> None:
    """On to the end: a killed worker, letters that come three times, one from a stranger, a double, a resignation.

    In the short form the writer gives up a game that has gone on for long; in the long form all is played out.
    """
    answers = 0
    while not state_of(house, table).over:
        answers += 1
        assert answers < 900, "a match to 3 ends before that"
        if answers >= SHORT and not LONG and writer.resign(table):
            clicker.answer(table)
            continue
        if answers == 6:
            house.kill_a_worker()
            house.pass_time(11 * 60)  # what it had claimed is claimed again
        if answers == 9:
            _a_stranger_writes(house, clicker, writer, table)
        _answer(house, clicker, writer, table, times=3 if answers % 7 == 0 else 1)


def _a_stranger_writes(house: House, clicker: Clicker, writer: Correspondent, table: int) -> None:
    while _open(house, table)[1] != 1:
        _answer(house, clicker, writer, table)
        if state_of(house, table).over:
            return
    letter = wait_for("a letter that asks", lambda: _asking(writer, table))
    before = _open(house, table)
    writer.reply(letter, writer.what_to_write(table), sender="stranger@example.net")
    writer.answered.discard(letter["Message-ID"])
    wait_for(
        "the stranger's mail", lambda: house.sql("SELECT 1 FROM games_incomingmail WHERE outcome = 'foreign-sender'")
    )
    assert _open(house, table) == before


def _answer(house: House, clicker: Clicker, writer: Correspondent, table: int, times: int = 1) -> None:
    """Whoever is asked answers in his own way, and the question is seen to be closed."""
    number, seat = _open(house, table)
    if seat == 0:
        done = clicker.answer(table)
        assert done, f"nothing to answer on the page: {visible(clicker.page.html)[:3000]}"
    else:
        letter = wait_for("a letter that asks", lambda: _asking(writer, table))
        line = writer.what_to_write(table)
        message_id = writer.reply(letter, line)
        for _ in range(times - 1):
            writer.reply(letter, line, message_id=message_id)
    wait_for(
        f"question {number} to be closed",
        lambda: house.sql(
            "SELECT 1 FROM games_prompt WHERE table_id = %s AND number = %s AND closed_at IS NOT NULL", table, number
        ),
    )


def _open(house: House, table: int) -> tuple[int, int]:
    """Number and seat of the one open question."""
    rows = house.sql(
        "SELECT p.number, s.number FROM games_prompt p JOIN games_seat s ON s.id = p.seat_id"
        " WHERE p.table_id = %s AND p.closed_at IS NULL",
        table,
    )
    assert len(rows) == 1, rows
    return rows[0]


def _letter(writer: Correspondent, kind: str) -> object:
    return next((letter for letter in writer.letters() if kind in str(letter["Message-ID"])), None)


def _asking(writer: Correspondent, table: int) -> object:
    """The letter that puts the open question to him."""
    number = _open(writer.house, table)[0]
    names = tuple(f"<{kind}.{table}.{number}.1." for kind in ("turn", "double", "offer", "reminder"))
    return next((letter for letter in writer.letters() if str(letter["Message-ID"]).startswith(names)), None)


def _nothing_was_doubled(house: House) -> None:
    """Every throw, every letter and every cause once."""
    for what in ("games_outgoingmail GROUP BY dedupe", "games_entry GROUP BY table_id, ref"):
        assert house.sql(f"SELECT count(*) FROM {what} HAVING count(*) > 1") == []
    ids = [letter["Message-ID"] for letter in house.postbox.letters]
    assert len(ids) == len(set(ids))
