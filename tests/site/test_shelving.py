"""What the shelf does with whole tables: rename, delete and bring back, set up again, duplicate."""

from __future__ import annotations

import json
import re
import sqlite3
import urllib.error
import urllib.request
from contextlib import closing
from typing import Any

import pytest

from tanelorn.core.game import games
from tanelorn.core.play.record import Record
from tests.site.conftest import Page, Site
from tests.site.test_keeping import tell_database


def shelf(site: Site) -> str:
    return site.get("/")[1].decode()


def done(site: Site, code: str, deed: str, **body: object) -> dict[str, Any]:
    status, answer = site.post(f"/tables/{code}/{deed}", body)
    assert status == 200, answer
    return answer


def refused(site: Site, code: str, deed: str, body: object = None) -> str:
    status, answer = site.post(f"/tables/{code}/{deed}", {} if body is None else body)
    assert status in (400, 404), answer
    assert set(answer) == {"why", "remedy", "clause"}
    return str(answer["why"])


def rows(site: Site, code: str) -> dict[str, int]:
    """Return how many rows each kind of thing has on the disk for a table, whose number is found by its first line."""
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as database:
        count = lambda sql: database.execute(sql).fetchone()[0]  # noqa: E731
        return {
            "tables": count(f"SELECT COUNT(*) FROM tables_gametable WHERE code = '{code}'"),
            "lines": count("SELECT COUNT(*) FROM tables_recordline"),
            "drafts": count("SELECT COUNT(*) FROM tables_draft"),
        }


LONG_AGO = "UPDATE tables_gametable SET removed = datetime('now', '-61 seconds') WHERE removed IS NOT NULL"


def test_a_name_is_changed_on_the_shelf_and_stays_when_the_game_goes_on(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege & more")
    page = shared_site.page(code, 0)
    assert done(shared_site, code, "rename", name=" The <long> siege ") == {"name": "The <long> siege"}
    page.play(0, "2 M to S")
    assert "The &lt;long&gt; siege" in shelf(shared_site)
    assert "Siege &amp; more" not in shelf(shared_site)
    assert done(shared_site, code, "rename", name="") == {"name": "Five Cities"}


@pytest.mark.parametrize(
    ("deed", "body", "why"),
    [
        ("rename", b"[]", "not an object"),
        ("rename", {"name": 7}, "not a text"),
        ("rename", {"name": "two\nlines"}, "cannot be that"),
        ("rename", {"name": "n" * 81}, "cannot be that"),
        ("delete", b"{", "not JSON"),
        ("bring-back", {}, "cannot be brought back"),
        ("again", {}, "does not say whether"),
        ("again", {"exchanged": "yes"}, "does not say whether"),
        ("duplicate", b"", "not JSON"),
    ],
)
def test_what_cannot_be_done_with_a_table_says_why(shared_site: Site, deed: str, body: object, why: str) -> None:
    code = shared_site.table("me", "friend")
    assert why in refused(shared_site, code, deed, body)
    assert "no table" in refused(shared_site, "nowhere", "rename", {"name": "a"})
    status, _ = shared_site.get(f"/tables/{code}/{deed}")
    assert status == 405
    assert shared_site.get(f"/tables/{code}")[0] == 200


@pytest.mark.parametrize("deed", ["rename", "delete", "bring-back", "again", "duplicate"])
def test_another_site_can_do_nothing_here(shared_site: Site, deed: str) -> None:
    code = shared_site.table("me", "friend")
    address = f"{shared_site.base}/tables/{code}/{deed}"
    request = urllib.request.Request(address, data=b"{}", headers={"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    assert error.value.code == 403


def test_a_deleted_table_is_hidden_at_once_and_comes_back_with_all_that_was_written(shared_site: Site) -> None:
    code = shared_site.table("me", *["friend"] * 6, game="diplomacy", name="Letters")
    page, other = shared_site.page(code, 0), shared_site.page(code, 1)
    draft = page.ask({"type": "read", "seat": 0, "moment": 0, "path": [], "text": "A VIE H"})["path"]
    page.ask({"type": "keep", "seat": 0, "moment": 0, "path": draft})
    other.play(1, "F LON - ENG")
    page = shared_site.page(code, 0)
    done(shared_site, code, "delete")
    assert not re.search(rf'href="/tables/{code}"', shelf(shared_site))
    assert "“Letters” was deleted." in shelf(shared_site)
    for path in ("", "/replay", "/board.json", "/record", "/frames.json"):
        status, body = shared_site.get(f"/tables/{code}{path}")
        assert (status, json.loads(body)["why"]) == (404, "This table has been deleted.")
    assert page.hear()["why"] == "This table has been deleted on the shelf."
    for said in ("play", "keep", "undo"):
        asked = {"type": said, "seat": 0, "moment": 0, "text": "A VIE H", "path": draft}
        assert page.ask(asked)["why"] == "This table has been deleted."
    assert shared_site.page(code).hear()["why"] == "This table has been deleted."
    assert refused(shared_site, code, "delete") == "This table has been deleted."
    assert refused(shared_site, code, "again", {"exchanged": False}) == "This table has been deleted."
    assert done(shared_site, code, "bring-back")["url"] == f"/tables/{code}"
    assert f'href="/tables/{code}"' in shelf(shared_site)
    assert "was deleted" not in shelf(shared_site)
    assert "brought back" in page.hear()["why"]
    assert page.sit(0)["decisions"][0]["draft"] == draft
    assert page.play(0, "A VIE H")["decisions"][0]["sealed"]
    assert "F LON - ENG" in other.sit(1)["decisions"][0]["sealedText"]


def test_bots_rest_while_their_table_is_deleted_and_play_on_when_it_is_back(shared_site: Site) -> None:
    code = shared_site.table("me", "easy")
    done(shared_site, code, "delete")
    done(shared_site, code, "bring-back")
    page = shared_site.page(code, 0)
    page.play(0, "pass")
    while page.state["moment"] == 0:
        page.hear()


@pytest.mark.parametrize("how", ["another is deleted", "the site starts again"])
def test_after_a_minute_it_is_gone_for_good_with_its_lines_and_drafts(site: Site, how: str) -> None:
    code = site.table("me", "friend")
    page = site.page(code, 0)
    path = page.ask({"type": "read", "seat": 0, "moment": 0, "path": [], "text": "2 M to S"})["path"]
    page.play(0, "2 M to S")
    page.sit(1)
    page.ask({"type": "keep", "seat": 1, "moment": 0, "path": path[:1]})
    other = site.table("me", "friend")
    done(site, code, "delete")
    assert rows(site, code)["tables"] == 1
    assert rows(site, code)["lines"] == 1
    tell_database(site, LONG_AGO)
    assert "was deleted" not in shelf(site)
    assert "cannot be brought back" in refused(site, code, "bring-back")
    if how == "another is deleted":
        done(site, other, "delete")
        assert page.play(1, "pass")["why"] == "This table has been deleted."
    else:
        site.stop()
        site.start()
    assert "no table" in json.loads(site.get(f"/tables/{code}")[1])["why"]
    assert rows(site, code) == {"tables": 0, "lines": 0, "drafts": 0}


def test_it_is_set_up_again_with_the_same_people_and_rules_or_with_seats_exchanged(shared_site: Site) -> None:
    options = {"turn-limit": 9, "trade-mu": True}
    code = shared_site.table("me", "easy", name="Siege", options=options)
    same = done(shared_site, code, "again", exchanged=False)["table"]
    exchanged = done(shared_site, same, "again", exchanged=True)["table"]
    assert len({code, same, exchanged}) == 3
    for name in ("Siege", "Siege 2", "Siege 3"):
        assert f"<b>{name}</b>" in shelf(shared_site)
    assert _players(shared_site.page(same, -1)) == ["you", "bot, easy"]
    assert _players(shared_site.page(exchanged, -1)) == ["bot, easy", "you"]
    page = shared_site.page(exchanged, 1)
    page.ask({"type": "aside", "seat": 1, "moment": page.state["moment"], "text": "resign"})
    header = Record.read(shared_site.get(f"/tables/{exchanged}/record")[1]).header
    assert (header.options["turn-limit"], header.options["trade-mu"]) == (9, True)


def _players(page: Page) -> list[str]:
    return [seat["player"] for seat in page.state["scene"]["seats"]]


def test_who_plays_alone_has_nobody_to_exchange_seats_with(shared_site: Site) -> None:
    code = shared_site.table("me", game="elric", scenario="founding")
    assert "nobody to exchange" in refused(shared_site, code, "again", {"exchanged": True})


def test_three_move_on_one_seat_each(shared_site: Site) -> None:
    code = shared_site.table("me", "easy", "medium", game="archmagi", scenario="three")
    moved = done(shared_site, code, "again", exchanged=True)["table"]
    assert _players(shared_site.page(moved, -1)) == ["bot, medium", "you", "bot, easy"]


def test_a_second_table_goes_on_from_the_same_position_and_tells_nothing_secret(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    page = shared_site.page(code, 0)
    page.play(0, "3 A to M")
    page.say({"type": "undo", "seat": 0})
    page.hear()
    page.play(0, "2 A to M")
    page.play(0, "1 A to M")
    page.sit(1)
    page.play(1, "pass")
    page.sit(0)
    before = page.state
    page.play(0, "1 M to S")
    twin = done(shared_site, code, "duplicate")["table"]
    again = shared_site.page(twin, 0)
    for part in ("pieces", "holdings", "subtitle"):
        assert again.state["scene"].get(part) == before["scene"].get(part), part
    assert again.state["moment"] == before["moment"]
    assert not again.state["decisions"][0]["sealed"]
    assert "<b>Siege 2</b>" in shelf(shared_site)
    again.ask({"type": "aside", "seat": 0, "moment": again.state["moment"], "text": "resign"})
    told = shared_site.get(f"/tables/{twin}/record")[1].decode()
    assert "1 A to M" in told
    for secret in ("3 A to M", "2 A to M", "1 M to S"):
        assert secret not in told, "taken back, sealed anew, sealed now"
    page.sit(1)
    page.ask({"type": "aside", "seat": 1, "moment": page.state["moment"], "text": "resign"})
    first = Record.read(shared_site.get(f"/tables/{code}/record")[1])
    assert first.header.commitment != Record.read(told.encode()).header.commitment
    assert "has ended" in refused(shared_site, code, "duplicate")


def test_what_is_sealed_anew_and_taken_back_leaves_what_was_sealed_before(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page = shared_site.page(code, 0)
    page.play(0, "2 A to M")
    page.play(0, "1 A to M")
    page.say({"type": "undo", "seat": 0})
    page.hear()
    page.sit(1)
    page.play(1, "pass")
    twin = done(shared_site, code, "duplicate")["table"]
    again = shared_site.page(twin, 1)
    assert again.state["moment"] == page.state["moment"]
    assert again.state["scene"]["pieces"] == page.state["scene"]["pieces"]


@pytest.mark.parametrize("game", ["elric", "archmagi", "youngkingdoms", "albion"])
def test_a_second_table_is_refused_where_it_would_foretell_dice_or_betray_what_is_hidden(
    shared_site: Site, game: str
) -> None:
    seats = len(games[game].scenario(None).seats)
    code = shared_site.table("me", *["friend"] * (seats - 1), game=game)
    assert "a second table would" in refused(shared_site, code, "duplicate")


def test_a_season_of_diplomacy_is_played_on_at_a_second_table(shared_site: Site) -> None:
    code = shared_site.table("me", *["friend"] * 6, game="diplomacy")
    page = shared_site.page(code, 0)
    for seat in range(7):
        page.sit(seat)
        page.play(seat, "A VIE - GAL" if seat == 0 else "")
    page.sit(0)
    twin = done(shared_site, code, "duplicate")["table"]
    assert shared_site.page(twin, 0).state["scene"]["pieces"] == page.state["scene"]["pieces"]
