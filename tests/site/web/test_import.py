"""Records from elsewhere: every format is read and shown step by step; nonsense is refused with a sentence."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import texts
from games.models import ImportedRecord, Profile
from games.records import mat, native, reading, sgf, text
from games.records.ids import read_gnu_id, read_xgid
from games.rules.variants.base.routes import mirror
from games.texts.records import NOTES, REFUSALS
from games.texts.refusals import PLAYS
from games.web import imports
from tests.site.web.conftest import Browser, words

RECORD = Path(__file__).parents[2] / "data" / "records" / "self_play.mat"
MATCH = RECORD.read_bytes()

ILLEGAL = """\
 5 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
  2) 64: 24/20 13/8             55: ????
  3) Doubles => 2               Takes
  4) 21: 13/11 6/5
  nothing of this can be read
"""

SHORT = """\
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
  2) Doubles => 2               Drops
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1) 64: 24/14                  65: 24/13
  2) 41: 24/23 13/9
"""


@pytest.fixture
def page(browser: Browser, alice: Profile) -> Client:
    """Alice's browser."""
    return browser(alice)


def bring(page: Client, raw: bytes | str, name: str = "match.mat") -> ImportedRecord:
    """Upload a file; it must be taken."""
    data = raw.encode() if isinstance(raw, str) else raw
    answer = page.post(reverse("import"), {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 302, words(answer)
    return ImportedRecord.objects.latest("pk")


def own_record(variant: str, events: list[dict[str, object]]) -> str:
    """A record in our own JSON with one game of Ann and Bob."""
    game = {"names": ["Ann", "Bob"], "events": events}
    return json.dumps({"format": native.FORMAT, "version": native.VERSION, "variant": variant, "games": [game]})


def steps(row: ImportedRecord, key: object = None) -> Iterator[str]:
    """The addresses of every step of a record."""
    for number, game in enumerate(row.summary["games"], start=1):
        for step in range(game["steps"] + 1):
            yield reverse("import_step", args=[key or row.pk, number, step])


def formats() -> dict[str, bytes]:
    """The same match in every format that is read."""
    record = reading.read(MATCH)
    return {"mat": mat.write(record).encode(), "sgf": sgf.write(record).encode(), "json": native.write(record).encode()}


@pytest.mark.parametrize("kind", ["mat", "sgf", "json"])
def test_a_file_of_every_format_is_shown_with_its_games(page: Client, kind: str) -> None:
    row = bring(page, formats()[kind], f"final.{kind}")
    assert row.name == f"final.{kind}"
    shown = words(page.get(reverse("imported", args=[row.pk])))
    assert "Game 1 · gnubg – root Score 0 : 0 · Match to 3 points root +2" in shown
    assert "Game 2 · gnubg – root Score 0 : 2 · Match to 3 points · Crawford game root +1" in shown
    assert "Against the rules" not in shown


def test_text_is_pasted(page: Client) -> None:
    answer = page.post(reverse("import"), {"text": MATCH.decode(), "name": "  Sunday "})
    row = ImportedRecord.objects.get()
    assert answer["Location"] == reverse("imported", args=[row.pk])
    assert row.name == "Sunday"
    assert bytes(row.raw).replace(b"\r\n", b"\n") == MATCH.replace(b"\r\n", b"\n")
    assert "Sunday" in words(page.get(reverse("import")))


def test_the_game_is_walked_from_its_first_step_to_the_last_of_the_next(page: Client) -> None:
    row = bring(page, SHORT)
    where, walked = reverse("import_step", args=[row.pk, 1, 0]), []
    while where:
        walked.append(where)
        answer = page.get(where)
        assert answer.status_code == 200
        following = re.search(r'<a class="button" rel="next" href="([^"]+)"', answer.content.decode())
        where = following[1] if following else ""
    assert walked == list(steps(row))
    previous = re.search(r'<a class="button" rel="prev" href="([^"]+)"', page.get(walked[-1]).content.decode())
    assert previous is not None
    assert previous[1] == walked[-2]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_step_of_a_messy_record_is_shown_in_both_languages(browser: Browser, alice, boris, language) -> None:
    page = browser(alice if language == "en" else boris)
    row = bring(page, ILLEGAL)
    for where in (reverse("import"), reverse("imported", args=[row.pk]), *steps(row)):
        answer = page.get(where)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()


def test_a_step_says_what_happened_and_shows_board_cube_and_list(page: Client) -> None:
    row = bring(page, ILLEGAL)
    shown = page.get(reverse("import_step", args=[row.pk, 1, 2]))
    assert "Bob: 4-2, move 8/4 6/4" in words(shown)
    assert "24x2 13x5 8x3" not in words(shown)
    assert f'<a href="{reverse("import_step", args=[row.pk, 1, 2])}" aria-current="true">42: 8/4 6/4</a>' in (
        shown.content.decode()
    )
    assert "Ann: double, the cube would be 2" in words(page.get(reverse("import_step", args=[row.pk, 1, 5])))


def test_an_illegal_play_is_told_with_its_line_and_carried_out(page: Client) -> None:
    row = bring(page, ILLEGAL)
    shown = words(page.get(reverse("imported", args=[row.pk])))
    assert "Game 1, line 6 : there is no such number in the roll. 64: 24/20 13/8" in shown
    assert "nothing of this can be read" in shown
    step = words(page.get(reverse("import_step", args=[row.pk, 1, 3])))
    assert "Against the rules: there is no such number in the roll. Carried out as written. Line 6:" in step
    assert "Ann: 6-4, move 24/20 13/8" in step


def test_what_is_no_move_is_told_in_its_own_words(page: Client) -> None:
    events = [
        {"position": ["6x15", "6x15"], "turn": 1},
        {"lot": "31"},
        {"comment": "a hard choice"},
        {"player": 1, "roll": "31", "play": "6/3 6/5"},
        {"player": 2, "resign": 1},
    ]
    told = [
        "Game 1 begins",
        "The position is set up",
        "Opening dice 3-1: Ann begins",
        "a hard choice",
        "Ann: 3-1, move",
    ]
    row = bring(page, own_record("short", events), "own.json")
    for where, said in zip(steps(row), told, strict=False):
        assert said in words(page.get(where))
    assert "6x15" not in words(page.get(next(steps(row))))
    assert "Ann +1" in words(page.get(reverse("imported", args=[row.pk])))


def test_a_game_that_other_programs_do_not_know_has_no_ids_and_fewer_files(page: Client) -> None:
    events = [{"player": 1, "roll": "31", "play": "24/23 23/20"}, {"player": 2, "roll": "64", "play": "24/18 18/14"}]
    row = bring(page, own_record("long_classic", events), "long.json")
    assert row.summary["illegal"] == []
    shown = page.get(reverse("imported", args=[row.pk]))
    assert reverse("import_file", args=[row.pk, "sgf"]) not in shown.content.decode()
    step = words(page.get(reverse("import_step", args=[row.pk, 1, 2])))
    assert "Bob: 6-4, move 24/18/14" in step
    assert "XGID" not in step


def test_ids_name_the_position_before_and_after_the_move(page: Client) -> None:
    row = bring(page, MATCH)
    shown = words(page.get(reverse("import_step", args=[row.pk, 1, 2])))
    before = re.search(r"XGID, before the move (XGID=\S+)", shown)
    after = re.search(r"GNU Backgammon, after it (\S+)", shown)
    assert before is not None
    assert after is not None
    asked, left = read_xgid(before[1]), read_gnu_id(after[1])
    assert (asked.turn, asked.dice, asked.length, asked.score) == (0, (6, 5), 3, (0, 0))
    assert (left.turn, left.dice) == (1, None)
    board = asked.board.moved(0, 13, 8, facing=mirror, pins=False)
    assert board.moved(0, 24, 18, facing=mirror, pins=False) == left.board


def test_files_are_written_in_every_format_and_as_the_record_came(page: Client) -> None:
    row = bring(page, MATCH)
    shown = page.get(reverse("imported", args=[row.pk])).content.decode()
    for kind in ("mat", "sgf", "json", "txt"):
        where = reverse("import_file", args=[row.pk, kind])
        assert f'href="{where}"' in shown
        answer = page.get(where)
        assert "attachment" in answer["Content-Disposition"]
        if kind == "txt":
            assert answer.content.decode() == text.write(reading.read(MATCH))
        else:
            assert json.loads(json.dumps(imports.summary(answer.content)["games"])) == row.summary["games"]
    assert page.get(reverse("import_file", args=[row.pk, "original"])).content == MATCH
    assert page.get(reverse("import_file", args=[row.pk, "pdf"])).status_code == 404


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "empty"),
        (b"  \n", "Choose a file, or paste its text."),
        (b"\xff\xfe\x00 nothing", "No match can be read in it: no game was found."),
        (b"{]", "No match can be read in it: not JSON"),
        (b"(;FF[4]GM[1];B[aa])", "No match can be read in it: no game of backgammon was found."),
        (b"x" * (2**20 + 1), "The file is larger than 1 MB. Divide it into several."),
    ],
    ids=["empty", "blank", "noise", "broken", "go", "large"],
)
def test_what_is_no_record_is_refused_with_a_sentence(page: Client, raw: bytes, said: str) -> None:
    answer = page.post(reverse("import"), {"file": SimpleUploadedFile("a.mat", raw)})
    assert answer.status_code == 200
    assert said in words(answer)
    assert not ImportedRecord.objects.exists()


def test_text_too_long_is_refused(page: Client) -> None:
    answer = page.post(reverse("import"), {"text": "x" * (2**20 + 1)})
    assert "The text is longer than 1 MB." in words(answer)


def test_a_file_with_more_than_any_match_has_is_refused(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_IN_GAME", 10)
    answer = page.post(reverse("import"), {"file": SimpleUploadedFile("a.mat", MATCH)})
    assert "the file is too large" in words(answer)


def test_games_that_take_too_long_are_left_out_and_told(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 11.0])
    monkeypatch.setattr(imports, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    row = bring(page, MATCH)
    assert len(row.summary["games"]) == 1
    assert "from here on the games are left out" in words(page.get(reverse("imported", args=[row.pk])))


def test_letters_that_are_none_do_no_harm(page: Client) -> None:
    record = native.write(reading.read(MATCH)).replace('"gnubg"', r'"g\u0000\ud800<b>"')
    row = bring(page, record, "odd.json")
    for where in (reverse("imported", args=[row.pk]), reverse("import_step", args=[row.pk, 1, 1])):
        answer = page.get(where)
        assert answer.status_code == 200
        assert b"<b>\xe2" not in answer.content
    assert page.get(reverse("import_file", args=[row.pk, "mat"])).status_code == 200


def test_nobody_else_sees_it_or_changes_it(page: Client, browser: Browser, boris: Profile, guest: Client) -> None:
    row = bring(page, SHORT)
    own = [
        reverse("imported", args=[row.pk]),
        reverse("import_step", args=[row.pk, 1, 1]),
        reverse("import_file", args=[row.pk, "mat"]),
    ]
    for other in (browser(boris), guest):
        assert [other.get(where).status_code for where in own] == [404, 404, 404]
    for what in ("share", "delete"):
        assert browser(boris).post(reverse("import_change", args=[row.pk]), {"what": what}).status_code == 404
    row.refresh_from_db()
    assert row.token is None
    assert guest.get(reverse("import")).status_code == 302


def test_whoever_has_the_link_sees_it_until_it_is_ended(page: Client, guest: Client) -> None:
    row = bring(page, SHORT)
    change = reverse("import_change", args=[row.pk])
    page.post(change, {"what": "share"})
    row.refresh_from_db()
    where = reverse("imported", args=[row.token])
    assert where in words(page.get(reverse("imported", args=[row.pk])))
    shown = guest.get(where).content.decode()
    assert "Delete" not in shown
    assert reverse("import_step", args=[row.token, 1, 0]) in shown
    step = guest.get(reverse("import_step", args=[row.token, 1, 3]))
    assert reverse("import_step", args=[row.token, 1, 4]) in step.content.decode()
    assert f"/import/{row.pk}/" not in step.content.decode()
    page.post(change, {"what": "hide"})
    assert guest.get(where).status_code == 404


def test_its_owner_deletes_it(page: Client) -> None:
    row = bring(page, SHORT)
    page.post(reverse("import_change", args=[row.pk]), {"what": "delete"})
    assert not ImportedRecord.objects.exists()


def test_a_player_keeps_so_many_and_no_more(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_RECORDS", 1)
    bring(page, SHORT)
    answer = page.post(reverse("import"), {"file": SimpleUploadedFile("b.mat", SHORT.encode())})
    assert "Delete one first." in words(answer)
    assert ImportedRecord.objects.count() == 1


@pytest.mark.parametrize("step", [("1", "400"), ("0", "0"), ("9", "0")])
def test_there_is_no_such_step(page: Client, step: tuple[str, str]) -> None:
    row = bring(page, SHORT)
    assert page.get(f"/import/{row.pk}/{step[0]}/{step[1]}/").status_code == 404
    assert page.get("/import/no-such-token/").status_code == 404
    assert page.get(f"/import/{'9' * 40}/").status_code == 404


def test_pages_make_few_queries_however_many_records_there_are(page: Client, django_assert_max_num_queries) -> None:
    rows = [bring(page, SHORT) for _ in range(5)]
    for where in (reverse("import"), reverse("imported", args=[rows[0].pk]), next(steps(rows[0]))):
        with django_assert_max_num_queries(6):
            page.get(where)


def test_the_way_to_it_stands_on_my_move(page: Client) -> None:
    assert f'href="{reverse("import")}"' in page.get(reverse("home")).content.decode()


def _shapes() -> set[str]:
    """Every note and reason that `games.records` makes, with `7` for each value in it."""
    found = set()
    for path in (Path(settings.BASE_DIR) / "games/records").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            said = node.args[-1]
            if called == "append" and isinstance(said, ast.Tuple) and "notes" in ast.unparse(node.func):
                said = said.elts[-1]
            elif called not in ("Note", "UnreadableError"):
                continue
            parts = said.values if isinstance(said, ast.JoinedStr) else [said]
            shape = "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)
            found.add(shape)
    return found - {"7", "7: 7"}


def test_every_note_about_a_file_is_known_and_has_its_russian() -> None:
    shapes = _shapes()
    assert len(shapes) > 30
    with translation.override("ru"):
        for shape in shapes:
            note = shape.replace("itself; 7: 7", "itself; winner: 2")
            assert re.search("[а-я]", texts.record_note(note)), note


def test_values_and_quotes_keep_their_place() -> None:
    with translation.override("en"):
        for note in (
            "not read: 3) 42 8/4: what",
            "7 side lines are left out",
            "the score here is 1 : 0, the games before make 2 : 0",
        ):
            assert texts.record_note(note) == note
    assert len(set(NOTES)) == len(NOTES)


def test_every_rule_of_plays_has_its_short_reason() -> None:
    """A rule that is told in several ways (`six-block-ahead`) has one short reason (`six-block`)."""
    assert [code for code in PLAYS if not any(f"{code}-".startswith(f"{rule}-") for rule in REFUSALS)] == []
