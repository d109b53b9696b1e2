"""A club's evening through real processes: four games of a chouette among five people, on PostgreSQL with RabbitMQ.

Two click on pages, two only answer letters, a fifth comes later. One has a proxy, the box lets its time run out, one
takes and one drops and one is silent, a game is given up by agreement. The dice are real, so what is promised here is
what holds whatever they are; the same evening with dice that are known is walked in `test_chouette.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from games.commands import canonical
from games.rules.actions import Play
from games.rules.plays import legal_plays
from games.rules.state import Ask, State, captain, spot
from tests.site.walks.houses import House, Served, listens, opened, wait_for
from tests.site.walks.people import Clicker, Correspondent, state_of, text_of

HOUR = 3600
DAY = 24 * HOUR
SHORT = 8
"""Answers of the last game before the box gives it up."""

pytestmark = pytest.mark.xdist_group("walks")


@dataclass
class Evening:
    """The table, and who sits at it: by seat."""

    house: House
    table: int
    people: dict[int, Clicker | Correspondent] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return state_of(self.house, self.table)

    @property
    def box(self) -> int:
        """The seat in the box."""
        return self.state.seats[0]

    def games(self) -> int:
        """How many games are over."""
        return int(self.count("games_game WHERE table_id = %s AND ended_at IS NOT NULL", self.table))

    def count(self, what: str, *values: object) -> int:
        return int(self.house.sql(f"SELECT count(*) FROM {what}", *values)[0][0])

    @property
    def host(self) -> Clicker:
        """Alice, who has offered the table."""
        return next(one for one in self.people.values() if isinstance(one, Clicker) and one.name == "Alice")

    def seated(self) -> None:
        """Learn who sits where."""
        known = {person.name: person for person in self.people.values()}
        rows = self.house.sql(
            "SELECT s.number, p.handle FROM games_seat s JOIN games_profile p ON p.id = s.player_id"
            " WHERE s.table_id = %s",
            self.table,
        )
        self.people = {number: known[handle] for number, handle in rows if handle in known}

    def asked(self, ask: Ask, by: int | None = None) -> Any:
        """The letter that puts a question to a seat: its own, or its proxy's."""
        person = self.people[ask.seat if by is None else by]
        assert isinstance(person, Correspondent)
        number = ask.seat if by is None else by
        names = tuple(f"<{kind}.{self.table}.{ask.number}.{number}." for kind in ("turn", "double", "offer"))
        return next((one for one in person.letters() if str(one["Message-ID"]).startswith(names)), None)

    def says(self, ask: Ask, line: str, by: int | None = None) -> None:
        """Answer a question, in the way this person does; it is seen to be answered."""
        person = self.people[ask.seat if by is None else by]
        if isinstance(person, Clicker):
            person.say(self.table, line)
        else:
            letter = wait_for(f"the letter of question {ask.number}", lambda: self.asked(ask, by))
            message_id = person.reply(letter, line)
            person.reply(letter, line, message_id=message_id)
        wait_for(
            f"question {ask.number} to be answered by {line!r}",
            lambda: self.count(
                "games_prompt WHERE table_id = %s AND number = %s"
                " AND (closed_at IS NOT NULL OR answered_at IS NOT NULL)",
                self.table,
                ask.number,
            ),
        )

    def open_asks(self) -> list[Ask]:
        """What waits for somebody."""
        rows = self.house.sql(
            "SELECT number FROM games_prompt WHERE table_id = %s AND closed_at IS NULL AND answered_at IS NULL"
            " AND NOT behind_offer",
            self.table,
        )
        numbers = {number for (number,) in rows}
        return [ask for ask in self.state.asks if ask.number in numbers]

    def play_on(self, until: Callable[[Ask], bool]) -> Ask:
        """Answer everything without doubling, until a question comes that `until` wants to answer otherwise."""
        for _ in range(200):
            ask = wait_for("a question", self.open_asks)[0]
            if until(ask):
                return ask  # type: ignore[no-any-return]
            self.says(ask, self.usual(ask))
        raise AssertionError("the question never came")

    def usual(self, ask: Ask) -> str:
        """What is legal: the first play, a throw, a take, a consent."""
        if ask.kind == "move":
            here = spot(self.state)
            assert here is not None
            return canonical(Play(tuple((start, end) for start, end, _ in legal_plays(here)[0].steps)), [])
        return {"cube": "бросок", "answer": "беру", "offer": "принять"}[ask.kind]

    def all_say(self, line: str) -> None:
        """Everybody who is asked now gives the same answer."""
        for ask in self.open_asks():
            self.says(ask, line)


@pytest.fixture
def house(tmp_path: Path) -> House:
    missing = [name for name, port in (("PostgreSQL", 5432), ("RabbitMQ", 5672)) if not listens(port)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} must listen on this machine for the walk on many processes")
    return Served(tmp_path)


def test_a_session_of_four_games_among_five_people(house: House) -> None:
    with opened(house):
        evening = _four_sit_down(house)
        _all_drop_and_a_fifth_comes(evening)
        _a_proxy_and_a_silent_box(evening)
        _a_double_in_parts_and_a_resignation(evening)
        _the_last_game(evening)
        assert "0 differences" in house.manage("replay").splitlines()[-1]
        assert house.sql("SELECT sum(points) FROM games_seat")[0][0] == 0
        assert evening.count("games_incomingmail WHERE handled_at IS NULL") == 0
        assert evening.count("games_prompt WHERE closed_at IS NULL") == 0
        ids = [letter["Message-ID"] for letter in house.postbox.letters]
        assert len(ids) == len(set(ids))


def _four_sit_down(house: House) -> Evening:
    """Alice offers a chouette for four; Chris sits down on the page, Boris and Dora by their letters."""
    alice, chris = Clicker(house, "Alice"), Clicker(house, "Chris")
    boris, dora = Correspondent(house, "Boris"), Correspondent(house, "Dora")
    alice.sign_up()
    chris.sign_up()
    table = alice.offer_a_chouette(4, "Chris", boris.address, dora.address)
    chris.sit_down(table)
    for writer in (boris, dora):
        invitation = wait_for("the invitation", lambda writer=writer: _letter(writer, "invit"))
        writer.reply(invitation, "принять")
    evening = Evening(house, table, dict(enumerate((alice, chris, boris, dora))))
    wait_for("the first question", lambda: evening.count("games_prompt"))
    evening.seated()
    return evening


def _all_drop_and_a_fifth_comes(evening: Evening) -> None:
    """The box doubles as soon as it may, and all drop. Meanwhile a fifth sits down, for the next game."""
    box = evening.box
    ask = evening.play_on(lambda ask: ask.kind == "cube" and ask.seat == evening.box)
    evening.says(ask, "даве")
    eve = Clicker(evening.house, "Eve")
    eve.sign_up()
    evening.host.ask_more(evening.table, "Eve")
    eve.sit_down(evening.table)
    wait_for("a fifth seat", lambda: evening.state.newcomers == (4,))
    evening.people[4] = eve
    first, *others = evening.open_asks()
    evening.says(first, "пас")
    for seat, person in evening.people.items():
        if isinstance(person, Clicker) and seat != first.seat:
            assert "пас" not in person.told(evening.table), "a sealed answer can be seen"
    for ask in others:
        evening.says(ask, "пас")
    wait_for("the end of the game", lambda: evening.games() == 1)
    assert evening.box == box
    assert {seat: evening.state.halves[seat] for seat in range(4)} == {
        seat: 6 if seat == box else -2 for seat in range(4)
    }


def _a_proxy_and_a_silent_box(evening: Evening) -> None:
    """The captain is away and another answers for him, by letter where he writes letters; then the box is silent."""
    evening.play_on(lambda ask: ask.seat == captain(evening.state))
    leader = captain(evening.state)
    assert leader is not None
    stand_in = min(evening.state.seats[2:], key=lambda seat: isinstance(evening.people[seat], Clicker))
    name = evening.people[stand_in].name
    absent = evening.people[leader]
    ask = next(ask for ask in evening.open_asks() if ask.seat == leader)
    if isinstance(absent, Clicker):
        absent.say(evening.table, f"доверить {name}")
    else:
        absent.reply(wait_for("his letter", lambda: evening.asked(ask)), f"доверить {name}")
    wait_for("the proxy", lambda: evening.state.orders[leader].proxy == stand_in)
    evening.says(ask, evening.usual(ask), by=stand_in)
    silent = evening.play_on(lambda ask: ask.seat == evening.box)
    while evening.games() < 2:
        number = max(ask.number for ask in evening.state.asks)
        evening.house.pass_time(10 * DAY)
        wait_for(
            "time to run out",
            lambda number=number: evening.games() == 2 or max(ask.number for ask in evening.state.asks) > number,
        )
    assert evening.box != silent.seat
    assert sum(evening.state.halves.values()) == 0


def _a_double_in_parts_and_a_resignation(evening: Evening) -> None:
    """One takes, one drops, the last is silent; who is left gives up, and everybody agrees."""
    ask = evening.play_on(lambda ask: ask.kind == "cube" and ask.seat == evening.box)
    evening.says(ask, "даве")
    leader = captain(evening.state)
    asks = sorted(wait_for("the answers", evening.open_asks), key=lambda ask: ask.seat != leader)
    evening.says(asks[0], "беру")
    evening.says(asks[1], "пас")
    for ask in asks[2:-1]:
        evening.says(ask, "беру")
    evening.house.pass_time(3 * DAY)
    wait_for("the batch to close", lambda: all(ask.kind != "answer" for ask in evening.state.asks))
    assert len(asks) == 4
    live = [stake for stake in evening.state.game.stakes if stake.live]  # type: ignore[union-attr]
    assert {stake.low for stake in live} == {asks[0].seat, *(ask.seat for ask in asks[2:])}
    assert {stake.value for stake in live} == {2}
    ask = evening.play_on(lambda ask: ask.seat == captain(evening.state))
    _resign(evening, ask)
    wait_for("the offer", lambda: evening.state.offer)
    while evening.games() < 3:
        evening.all_say("принять")


def _the_last_game(evening: Evening) -> None:
    """The host ends the session after this game; the box gives it up after a while."""
    evening.host.end(evening.table)
    answers = iter(range(1000))
    ask = evening.play_on(lambda ask: next(answers) >= SHORT and ask.seat == evening.box)
    _resign(evening, ask)
    wait_for("the offer", lambda: evening.state.offer)
    while not evening.state.over:
        evening.all_say("принять")
    wait_for("the last letters", lambda: all(_letter(one, "table-over") for one in _writers(evening)))


def _resign(evening: Evening, ask: Ask) -> None:
    """Give the game up, in the way this person does."""
    person = evening.people[ask.seat]
    if isinstance(person, Clicker):
        person.say(evening.table, "сдаюсь")
    else:
        person.reply(wait_for("his letter", lambda: evening.asked(ask)), "сдаюсь")


def _writers(evening: Evening) -> list[Correspondent]:
    return [person for person in evening.people.values() if isinstance(person, Correspondent)]


def _letter(writer: Correspondent, kind: str) -> EmailMessage | None:
    return next((one for one in writer.letters() if kind in str(one["Message-ID"]) and text_of(one)), None)
