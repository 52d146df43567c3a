"""Orders of many units over the WebSocket: slips of lines, texts read in part, kept drafts, time that is up."""

from __future__ import annotations

import json

from tests.site.conftest import Page, Site

SEVEN = ("me", *["friend"] * 6)
AUSTRIA, ENGLAND, SPECTATOR = 0, 1, -1


def diplomacy(site: Site) -> str:
    return site.table(*SEVEN, game="diplomacy")


def offer(page: Page, *path: str) -> dict[str, object]:
    return page.ask({"type": "offer", "seat": AUSTRIA, "moment": 0, "path": path})


def keep(page: Page, *path: str, moment: int = 0) -> list[str]:
    answer = page.ask({"type": "keep", "seat": page.state["viewer"], "moment": moment, "path": path})
    assert answer["type"] == "kept", answer
    return list(answer["path"])


def test_the_board_tells_outlines_dots_and_spots(shared_site: Site) -> None:
    status, body = shared_site.get(f"/tables/{diplomacy(shared_site)}/board.json")
    spaces = {space["id"]: space for space in json.loads(body)["spaces"]}
    assert status == 200
    assert all(space["outline"].startswith("M") for space in spaces.values())
    assert len(spaces["VIE"]["dot"]) == 2
    assert "dot" not in spaces["BOH"]
    assert {"NC", "SC"} <= set(spaces["STP"]["spots"])


def test_a_slip_has_a_line_for_each_unit(shared_site: Site) -> None:
    page = shared_site.page(diplomacy(shared_site), AUSTRIA)
    made = offer(page, "space:VIE", "space:GAL")
    lines = made["lines"]
    assert isinstance(lines, list)
    assert [line["pick"] for line in lines] == ["space:BUD", "space:TRI", "space:VIE"]
    assert lines[2]["text"] == "A VIE - GAL"
    assert made["choice"] is None


def test_a_text_is_added_to_what_stands_and_what_cannot_be_read_comes_back(shared_site: Site) -> None:
    page = shared_site.page(diplomacy(shared_site), AUSTRIA)
    text = "A BUD - SER; A VIE - Paris; F Tri H"
    said = {"type": "read", "seat": AUSTRIA, "moment": 0, "path": ["space:VIE", "space:GAL"], "text": text}
    made = page.ask(said)
    assert made["type"] == "offer"
    assert [line["text"] for line in made["lines"]] == ["A BUD - SER", "F TRI H", "A VIE - GAL"]
    assert [refused["text"] for refused in made["refused"]] == ["A VIE - Paris"]
    assert made["unread"] == 1
    assert made["refused"][0]["why"]
    assert made["refused"][0]["clause"].startswith("diplomacy/")


def test_a_draft_outlives_a_killed_server(site: Site) -> None:
    code = diplomacy(site)
    page = site.page(code, AUSTRIA)
    assert page.state["decisions"][0]["draft"] == []
    path = ["space:VIE", "space:GAL", "space:TRI"]
    assert keep(page, *path) == path
    site.stop()
    site.start()
    again = site.page(code, AUSTRIA)
    assert again.state["decisions"][0]["draft"] == path
    assert keep(again) == []
    assert site.page(code, AUSTRIA).state["decisions"][0]["draft"] == []


def test_a_draft_is_told_to_nobody_else(shared_site: Site) -> None:
    code = diplomacy(shared_site)
    writer, other, watcher = (shared_site.page(code, viewer) for viewer in (AUSTRIA, ENGLAND, SPECTATOR))
    keep(writer, "space:VIE", "space:GAL")
    for page in (other, watcher):
        page.sit(page.state["viewer"])
        assert "space:GAL" not in "".join(page.raw)
        assert all(decision["seat"] == page.state["viewer"] for decision in page.state["decisions"])
    # nor does it come as a message: the answer to the next question is the very next one
    heard = len(other.raw)
    keep(writer, "space:VIE", "space:TYR")
    other.ask({"type": "offer", "seat": ENGLAND, "moment": 0, "path": []})
    assert len(other.raw) == heard + 1
    refused = other.ask({"type": "keep", "seat": AUSTRIA, "moment": 0, "path": []})
    assert "does not sit as that seat" in refused["why"]


def test_a_draft_that_cannot_be_offered_is_cut_back(shared_site: Site) -> None:
    page = shared_site.page(diplomacy(shared_site), AUSTRIA)
    assert keep(page, "space:VIE", "space:GAL", "space:PAR", "space:BUD") == ["space:VIE", "space:GAL"]
    assert keep(page, "nonsense") == []
    assert keep(page, "space:VIE", "space:GAL", moment=7) == []
    refused = page.ask({"type": "keep", "seat": AUSTRIA, "moment": 0, "path": ["space:VIE"] * 601})
    assert "cannot be read" in refused["why"]


def test_sealing_drops_the_draft_and_taking_the_slip_back_makes_it_one_again(shared_site: Site) -> None:
    code = diplomacy(shared_site)
    page = shared_site.page(code, AUSTRIA)
    keep(page, "space:VIE", "space:GAL")
    page.play(AUSTRIA, "A VIE - GAL; A BUD H")
    assert page.state["decisions"][0]["draft"] == []
    page.take_back(AUSTRIA)
    draft = page.state["decisions"][0]["draft"]
    assert draft
    assert [line["text"] for line in offer(page, *draft)["lines"]][::2] == ["A BUD H", "A VIE - GAL"]  # type: ignore[index]
    page.play(AUSTRIA, "A VIE - TYR")
    page.ask({"type": "time", "moment": 0})
    assert page.state["moment"] == 1
    assert all(decision["draft"] == [] for decision in page.state["decisions"])


def test_time_is_called_for_all_who_have_not_sealed(site: Site) -> None:
    code = diplomacy(site)
    page = site.page(code, AUSTRIA)
    assert page.state["time"]
    page.play(AUSTRIA, "A VIE - GAL")
    state = page.ask({"type": "time", "moment": 0})
    assert state["moment"] == 1
    assert state["scene"]["subtitle"].startswith("Autumn 1901")
    assert "GAL" in {piece["space"] for piece in state["scene"]["pieces"] if piece["seat"] == AUSTRIA}
    assert any("Time is up" in event["text"] for event in page.events)
    late = page.ask({"type": "time", "moment": 0})
    assert "moved on" in late["why"]
    site.stop()
    site.start()
    again = site.page(code, AUSTRIA).state
    assert again["scene"] == state["scene"]
    status, raw = site.get(f"/tables/{code}/frames.json?viewer={AUSTRIA}&pass={again['pass']}")
    assert status == 200
    assert [frame["n"] for frame in json.loads(raw)["frames"]] == [0, 1]


def test_only_who_sits_at_the_table_calls_time(shared_site: Site) -> None:
    code = diplomacy(shared_site)
    never_sat, spectator = shared_site.page(code), shared_site.page(code, -1)
    assert not spectator.state["time"]
    for page in (never_sat, spectator):
        answer = page.ask({"type": "time", "moment": 0})
        assert answer["why"] == "Time is called by those who play."
    assert shared_site.page(code, AUSTRIA).state["moment"] == 0


def test_time_can_be_called_only_where_all_write_at_once(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", *["friend"] * 5, game="youngkingdoms"), 0)  # Melnibone begins
    assert not page.state["time"]
    answer = page.ask({"type": "time", "moment": page.state["moment"]})
    assert "only while all choose at once" in answer["why"]
