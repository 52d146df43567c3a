"""Pictures: a page that is told only what has changed draws the same as one that is told the whole."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import WebSocketRoute, expect

from tanelorn.core.scene import Card, Mark, Paper, Piece, Row, Stack
from tanelorn.site.live.messages import Decision, Redo, Shown, TableScene, Undo
from tanelorn.site.live.pictures import Stream
from tests.site.conftest import Page, Site
from tests.site.test_browser import still, write
from tests.site.told import next_state

SCRIPT = Path(__file__).parents[2] / "src/tanelorn/site/static/tanelorn/page/pictures.js"
CHOICES = 24
SEATS = {"fivecities": 2, "diplomacy": 7, "youngkingdoms": 6, "archmagi": 2, "elric": 3, "albion": 2}
RUN = """
const { nextState } = await import(process.argv[1]);
let all = "";
for await (const some of process.stdin) all += some;
for (const [before, changed] of JSON.parse(all)) console.log(JSON.stringify(nextState(before, changed)));
"""


few = st.sampled_from("abc")
cards = st.lists(st.builds(Card, few, few, st.just("unit"), count=st.integers(1, 3)), max_size=4).map(tuple)
rows = st.lists(st.builds(Row, few, st.integers(-1, 1)), max_size=3).map(tuple)
scenes = st.builds(
    TableScene,
    subtitle=few,
    seats=st.just(()),
    pieces=st.lists(st.builds(Piece, few, few, st.just(0), st.just("army"), values=st.just(("1",))), max_size=6).map(
        tuple
    ),
    papers=st.lists(st.builds(Paper, few, rows), max_size=3).map(tuple),
    marks=st.lists(st.builds(Mark, st.sampled_from(["arrow", "battle"]), few, to=few), max_size=6).map(tuple),
    stacks=st.lists(st.builds(Stack, few, few, cards), max_size=4).map(tuple),
)


def seen(scene: TableScene, *decisions: Decision) -> Shown:
    """What somebody sees who looks on at this scene."""
    return Shown(
        viewer=-1,
        moment=0,
        scene=scene,
        decisions=decisions,
        undo=Undo(False, ""),
        redo=Redo(False),
        did=0,
        time=False,
        pass_="",
        thinking=(),
        waiting=(),
        over=False,
        screen=(),
    )


@given(scenes, scenes)
def test_any_scene_becomes_any_other(old: TableScene, new: TableScene) -> None:
    """Things of one name, in another order, gone and new: a thing that is taken for another one does no harm."""
    stream = Stream()
    before, after = stream.take(seen(old), ()), stream.take(seen(new), ())
    state = json.loads(before.told(None))
    if after is not before:
        state = next_state(state, json.loads(after.told(before)))
    assert picture(state) == picture(json.loads(after.told(None)))


def test_what_is_equal_is_one_picture_and_no_news() -> None:
    scene = TableScene(subtitle="turn 1", seats=(), pieces=(Piece("a", "M", 0, "army"),))
    stream = Stream()
    first = stream.take(seen(scene), ())
    assert stream.take(seen(msgspec.structs.replace(scene)), ()) is first
    asked = Decision(0, "", "", "", "", "", "", "", False, False, False, False, "", (), ())
    second = stream.take(seen(scene, asked), ())
    drafted = stream.take(seen(scene, msgspec.structs.replace(asked, draft=("space:M",))), ())
    assert [first.number, second.number, drafted.number] == [1, 2, 3]
    assert second.news(first)
    assert not drafted.news(second)  # a draft is no news: its writer has it
    assert "space:M" in drafted.told(first)


def test_a_picture_of_another_stream_is_none() -> None:
    scene = TableScene(subtitle="turn 1", seats=(), pieces=())
    now, elsewhere = Stream().take(seen(scene), ()), Stream().take(seen(scene), ())
    assert now.number == elsewhere.number
    assert json.loads(now.told(elsewhere))["type"] == "state"
    assert json.loads(now.told(now))["type"] == "changed"


class Listening(Page):
    """A page that remembers each change that it is told of, with what it had before and what it made of it."""

    heard: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]

    def hear(self) -> dict[str, Any]:
        before = self.state
        message = super().hear()
        told = json.loads(self.raw[-1])
        if told["type"] == "changed":
            self.heard.append((before, told, self.state))
        return message


def listening(site: Site, code: str, viewer: int) -> Listening:
    page = Listening(site.page(code).socket)
    page.heard = []
    page.sit(viewer)
    return page


def picture(state: dict[str, Any]) -> str:
    """What is drawn, and in which order it is told; of the chronicle each page knows another part as new."""
    return json.dumps({name: said for name, said in state.items() if name not in ("events", "from")})


def some_choice(page: Page, seat: int, rng: random.Random) -> str:
    """Anything that may be chosen, by one pick after the other."""
    path: list[str] = []
    least = rng.randrange(8)
    while True:
        offer = page.ask({"type": "offer", "seat": seat, "moment": page.state["moment"], "path": path})
        if offer["choice"] is not None and (len(path) >= least or not offer["picks"]):
            return str(offer["choice"])
        path.append(rng.choice(offer["picks"])["pick"])


def check(site: Site, code: str, pages: dict[int, Listening]) -> None:
    """Every page has made of what it was told what a page is told that has just come."""
    for viewer, page in pages.items():
        fresh = site.page(code, viewer)
        fresh.socket.close()
        while page.state["number"] < fresh.state["number"]:
            page.hear()
        assert picture(page.state) == picture(fresh.state)
        assert page.events == fresh.events


@pytest.mark.parametrize("game", SEATS)
def test_what_has_changed_makes_the_whole_picture(shared_site: Site, game: str) -> None:
    rng = random.Random(game)
    code = shared_site.table(*["me", *["friend"] * (SEATS[game] - 1)], game=game)
    pages = {viewer: listening(shared_site, code, viewer) for viewer in range(-1, SEATS[game])}
    for _ in range(CHOICES):
        if pages[-1].state["over"]:
            break
        seat = rng.choice(pages[-1].state["waiting"])
        page = pages[seat]
        if page.state["undo"]["can"] and rng.random() < 0.2:
            page.take_back(seat)
        else:
            answer = page.play(seat, some_choice(page, seat, rng))
            assert answer["type"] == "state", answer
        check(shared_site, code, pages)
    heard = [one for page in pages.values() for one in page.heard]
    assert len(heard) > CHOICES / 2
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or "node"
    run = [node, "--input-type=module", "--eval", RUN, SCRIPT.as_uri()]
    asked = json.dumps([(before, changed) for before, changed, _ in heard])
    made = subprocess.run(run, input=asked, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    for line, (_, _, whole) in zip(made.splitlines(), heard, strict=True):
        assert line == json.dumps(whole, separators=(",", ":"), ensure_ascii=False)


def test_a_change_is_much_smaller_than_the_whole(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", game="albion")
    page = shared_site.page(code, -1)
    seat = page.state["waiting"][0]
    page.sit(seat)
    whole = page.raw[-1]
    page.play(seat, some_choice(page, seat, random.Random(1)))
    assert json.loads(page.raw[-1])["type"] == "changed"
    assert len(page.raw[-1]) < len(whole) / 4


@pytest.mark.rule("fivecities/movement.17")
def test_what_is_done_in_secret_leaves_no_gap(shared_site: Site) -> None:
    """Two tables at which the first player does other things in secret tell the others the same, byte for byte."""
    heard = []
    for orders in (["2 M to S"], ["pass", "1 M to S", "undo", "redo", "2 M to S"]):
        code = shared_site.table("me", "friend")
        writer, *others = (shared_site.page(code, viewer) for viewer in (0, 1, -1))
        for text in orders:
            writer.take_back(0, text) if text in ("undo", "redo") else writer.play(0, text)
        writer.ask({"type": "about", "space": "M"})  # so that all of it is done
        others[0].ask({"type": "about", "space": "M"})
        others[0].play(1, "pass")
        for page in others:
            if page.state["moment"] == 0:
                page.hear_until(lambda message: message.get("moment") == 1)
        known = [[page.state[name] for name in ("stream", "pass", "link")] for page in others]
        heard.append(
            [
                re.sub("|".join(filter(None, secrets)), "", "\n".join(page.raw))
                for page, secrets in zip(others, known, strict=True)
            ]
        )
    assert heard[0] == heard[1]


def sit_again(site: Site, code: str, state: dict[str, Any]) -> tuple[dict[str, Any], Page]:
    """Sit with a new page that has the picture of an old one; return what it is told."""
    page = site.page(code)
    page.state = state
    page.say({"type": "sit", "viewer": state["viewer"], "stream": state["stream"], "number": state["number"]})
    page.hear()
    return json.loads(page.raw[-1]), page


def test_a_page_that_comes_back_is_told_what_it_has_missed(site: Site) -> None:
    code = site.table("me", "friend")
    away, player = site.page(code, -1), site.page(code, 0)
    away.socket.close()
    left = away.state
    told, _ = sit_again(site, code, left)
    assert (told["type"], told["base"], told["number"]) == ("changed", left["number"], left["number"])
    player.play(0, "2 M to S")
    told, back = sit_again(site, code, left)
    assert (told["type"], told["base"]) == ("changed", left["number"])
    assert picture(back.state) == picture(site.page(code, -1).state)
    assert back.state["scene"]["seats"][0]["state"] == "sealed"
    # of another seat's stream, of a number to come, and of what is no number there is no such picture
    for known in ({"stream": player.state["stream"]}, {"number": 99}, {"number": None}, {"stream": ["x"]}):
        told, _ = sit_again(site, code, {**left, **known})
        assert told["type"] == "state"
    site.stop()
    site.start()
    told, _ = sit_again(site, code, left)
    assert told["type"] == "state"
    assert told["stream"] != left["stream"]


def test_a_page_that_was_away_for_long_is_told_the_whole(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    player = shared_site.page(code, 0)
    left = player.state
    for _ in range(5):
        player.play(0, "2 M to S")
        player.take_back(0)
    told, _ = sit_again(shared_site, code, left)
    assert told["type"] == "state"
    assert told["scene"] == player.state["scene"]


class Line:
    """Lies between page and server; it `loses` as many changes as it is told to, and notes all that passes."""

    def __init__(self, page: BrowserPage) -> None:
        self.loses = 0
        self.heard: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        page.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, route: WebSocketRoute) -> None:
        self.route = route
        self.server = route.connect_to_server()
        self.server.on_message(self.answer)
        route.on_message(self.ask)

    def ask(self, message: str | bytes) -> None:
        self.said.append(json.loads(message))
        self.server.send(message)

    def answer(self, message: str | bytes) -> None:
        self.heard.append(json.loads(message))
        if self.heard[-1]["type"] == "changed" and self.loses:
            self.loses -= 1
        else:
            self.route.send(message)

    def sits(self) -> list[dict[str, Any]]:
        return [said for said in self.said if said["type"] == "sit"]


def test_a_page_that_has_missed_a_change_asks_for_the_whole(page: BrowserPage, shared_site: Site) -> None:
    still(page)
    line = Line(page)
    code = shared_site.table("me", "friend")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    other = shared_site.page(code, 1)
    asked = len(line.sits())
    line.loses = 1
    other.play(1, "2 H to S")
    other.take_back(1)
    other.play(1, "pass")
    write(page, "2 M to S")
    expect(page.locator("#chronicle")).to_contain_text("2 M to S")
    assert line.loses == 0
    assert line.sits()[asked:] == [{"type": "sit", "viewer": 0}]
    assert [heard["type"] for heard in line.heard].count("state") == 2


def test_a_line_that_was_lost_is_taken_up_where_it_was(page: BrowserPage, shared_site: Site) -> None:
    still(page)
    line = Line(page)
    code = shared_site.table("me", "friend")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    write(page, "2 M to S")
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    lines = page.locator("#chronicle li").count()
    line.route.close()
    expect(page.locator("#lost")).to_be_visible()
    shared_site.page(code, 1).play(1, "pass")
    expect(page.locator("#chronicle")).to_contain_text("2 M to S")
    assert page.locator("#chronicle li").count() > lines
    assert line.sits()[-1]["number"] == 2
    assert [heard["type"] for heard in line.heard].count("state") == 1
