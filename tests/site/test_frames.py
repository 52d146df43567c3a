"""The frames of the scrubber: written short, read again as the page reads them; how a game that is over went."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import urllib.request
import zlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.play.record import Chanced
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site.live.messages import Frame
from tanelorn.site.replay.frames import folded, parts, public
from tanelorn.site.replay.moments import Moments
from tanelorn.site.wire.compressing import compressed
from tests.site.conftest import Site
from tests.site.elric_site import middle

PARTS = [b"one, ", b"two, " * 99, b"three"]


@pytest.mark.long
def test_each_scene_can_be_made_from_what_has_changed() -> None:
    table, rng = Table.new("elric", "long", seed=3), random.Random(3)
    frames = []
    for moment in range(120):
        frames.append(Frame(moment, "", table.scene(SPECTATOR), (), 0))
        seat = table.asked()[0]
        table.play(table.choices(seat).sample(rng), seat)
    written = msgspec.json.encode(list(folded(frames)))
    scene: dict[str, Any] = {}
    for frame, short in zip(frames, msgspec.json.decode(written), strict=True):
        changed = {
            name: [scene[name][one] if isinstance(one, int) else one for one in value]
            if isinstance(value, list)
            else value
            for name, value in short["scene"].items()
        }
        scene = {**scene, **changed}
        assert scene == msgspec.json.decode(msgspec.json.encode(frame.scene))
    assert len(written) < len(msgspec.json.encode(frames)) / 4


def test_a_game_that_goes_on_while_it_is_played_again_is_shown_as_it_was() -> None:
    table, rng = Table.new("elric", "long", seed=3), random.Random(3)

    def goes_on() -> None:
        while not isinstance(table.entries[-1], Chanced):
            seat = table.asked()[0]
            table.play(table.choices(seat).sample(rng), seat)

    table.play(table.choices(table.asked()[0]).sample(rng))
    again = public(table)
    next(again)
    before = len(table.entries)
    goes_on()
    assert [len(shown.entries) for shown, _ in again][-1] == before


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "steps"),
    [
        ("fivecities", 12),
        ("archmagi", 50),
        ("elric", 50),
        ("albion", 20),
    ],
)
def test_of_every_moment_is_told_what_its_viewer_knew_then(slug: str, steps: int) -> None:
    table, rng = Table.new(slug, seed=3), random.Random(3)
    spaces = [area.id for area in table.game.board_of(table.position)]
    spaces = spaces[:: len(spaces) // 3]
    viewers = (REFEREE, 0)
    moments, told = Moments(table), []
    for _ in range(steps):
        moments.add(table)
        told.append([table.about(viewer, space) for viewer in viewers for space in spaces])
        seat = table.asked()[0]
        table.play(table.choices(seat).sample(rng), seat)
    for moment in reversed(range(steps)):
        found = [moments.about(moment + 1, viewer, space) for viewer in viewers for space in spaces]
        assert found == told[moment]


def ended(site: Site) -> str:
    """Play a turn of Five Cities, resign, and return the table's code."""
    code = site.table("me", "friend")
    for seat, text in ((0, "2 M to S"), (1, "2 H to S")):
        site.page(code, seat).play(seat, text)
    page = site.page(code, 1)
    page.say({"type": "aside", "seat": 1, "moment": page.state["moment"], "text": "resign"})
    page.hear_until(lambda m: bool(m.get("over")))
    return code


def prospects(site: Site, code: str, viewer: int) -> list[list[float]]:
    status, body = site.get(f"/tables/{code}/frames.json?viewer={viewer}")
    assert status == 200, body
    return [frame["prospects"] for frame in msgspec.json.decode(body)["frames"]]


def test_a_game_that_has_ended_says_what_each_could_expect(shared_site: Site) -> None:
    code = ended(shared_site)
    told = prospects(shared_site, code, SPECTATOR)
    assert told == prospects(shared_site, code, 0)
    assert len(told) > 2
    assert all(round(sum(each), 2) == 1 and len(each) == 2 for each in told)
    assert told[0] == [0.5, 0.5]
    assert told[-1] == [1, 0]  # the shares of the outcome


def test_frames_are_told_as_they_are_made_each_on_a_line(shared_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a long game hears how far it has come: the moment of each frame, and of the last."""
    status, body = shared_site.get(f"/tables/{ended(shared_site)}/frames.json?viewer=-1")
    assert status == 200
    head, *lines, end = body.split(b"\n")[:-1]
    told = msgspec.json.decode(body)
    assert (end, [msgspec.json.decode(line.rstrip(b",")) for line in lines]) == (b"]}", told["frames"])
    assert msgspec.json.decode(head + b"]}")["last"] == told["frames"][-1]["n"]
    monkeypatch.setattr("tanelorn.site.replay.frames._MOMENT", 0)
    made: list[int] = []
    table = Table.new("fivecities", seed=1)

    def one_by_one() -> Iterator[Frame]:
        for moment in range(3):
            made.append(moment)
            yield Frame(moment, "", table.scene(SPECTATOR), (), 0)

    told_so_far = parts({"last": 2}, one_by_one())
    assert next(told_so_far).count(b"\n") == len(made) == 1
    assert msgspec.json.decode(b"".join(parts({"last": 2}, one_by_one())))["last"] == 2


def test_what_is_told_in_parts_is_one_compressed_file_each_part_of_which_can_be_read_as_it_comes() -> None:
    async def told() -> AsyncIterator[bytes]:
        for part in PARTS:
            yield part

    async def heard() -> list[bytes]:
        reading = zlib.decompressobj(16 + zlib.MAX_WBITS)
        parts = [reading.decompress(part) async for part in compressed(told())]
        assert reading.eof
        assert not reading.unused_data  # a second file, which no browser reads
        return parts

    with ThreadPoolExecutor(1) as thread:  # in this one a browser's loop may run
        assert thread.submit(asyncio.run, heard()).result() == [*PARTS, b""]


def test_a_replay_is_compressed_for_whoever_can_read_it(shared_site: Site) -> None:
    address = f"{shared_site.base}/tables/{ended(shared_site)}/frames.json?viewer=-1"
    with urllib.request.urlopen(address) as answer:
        plain, varies = answer.read(), answer.headers["Vary"]
    asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        assert (answer.headers["Content-Encoding"], gzip.decompress(answer.read())) == ("gzip", plain)
    assert "Accept-Encoding" in varies


SLOW = """() => {
  const [fetch, now] = [window.fetch, performance.now.bind(performance)];
  let ahead = 0;
  performance.now = () => now() + ahead;
  const released = new Promise((go) => { window.release = go; });
  window.fetch = async (address, ...more) => {
    const answer = await fetch(address, ...more);
    if (!String(address).includes("frames.json")) return answer;
    const lines = (await answer.text()).split(/(?<=\\n)/);
    const send = (told, from, to) => told.enqueue(new TextEncoder().encode(lines.slice(from, to).join("")));
    return new Response(new ReadableStream({ async start(told) {
      send(told, 0, 2);
      await new Promise(requestAnimationFrame);
      ahead = 9000;
      send(told, 2, 3);
      await released;
      send(told, 3, Infinity);
      told.close();
    } }));
  };
}"""
"""Frames come in three parts, the second after nine seconds, the last when the test says so."""


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_whoever_waits_for_a_replay_sees_how_long_it_takes(
    page: Page, shared_site: Site, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(f"({SLOW})()")
    page.goto(f"{shared_site.base}/tables/{ended(shared_site)}/replay")
    said = page.locator("#position")
    expect(said).to_contain_text(re.compile(r"The game is being played again … about \d+ seconds left"))
    assert 0 < float(said.locator("progress").evaluate("(bar) => bar.value")) < 1
    expect(said).to_be_in_viewport()
    page.evaluate("release()")
    expect(said).to_have_text(re.compile("^entry 1 of"))


@pytest.mark.browser
def test_a_replay_whose_line_breaks_says_so(page: Page, shared_site: Site) -> None:
    cut = "(...all) => fetched(...all).then((told) => String(all[0]).includes('frames') ? new Response('{') : told)"
    page.add_init_script(f"const fetched = window.fetch; window.fetch = {cut};")
    page.goto(f"{shared_site.base}/tables/{ended(shared_site)}/replay")
    expect(page.locator("#replay-why")).to_have_text("This replay is not available now.")
    expect(page.locator("#position")).to_be_empty()


def test_a_game_that_is_on_tells_no_estimate(shared_site: Site) -> None:
    assert prospects(shared_site, shared_site.table("me", "friend"), SPECTATOR) == [[]]


def card(site: Site, asked: str) -> tuple[int, dict[str, Any]]:
    status, body = site.get(f"/tables/{asked}")
    return status, msgspec.json.decode(body)


def test_a_card_about_a_space_tells_of_its_frame(shared_site: Site) -> None:
    code = ended(shared_site)
    pieces = []
    for n in (1, 2, 3):
        status, said = card(shared_site, f"{code}/about.json?viewer=-2&n={n}&space=M")
        assert (status, said["title"]) == (200, "Mu")
        pieces += [one["text"] for one in said["remarks"] if one["label"] == "First player"]
    assert pieces == ["3 pieces", "1 piece", "1 piece"]
    for query, why in (
        ("viewer=-2&n=99&space=M", "no moment 99"),
        ("viewer=-2&space=M", "which moment"),
        ("viewer=-2&n=0&space=M", "no moment 0"),
        ("viewer=-2&n=1&space=XX", "XX"),
        ("viewer=-3&n=1&space=M", "not a viewer"),
    ):
        status, said = card(shared_site, f"{code}/about.json?{query}")
        assert 400 <= status < 500, query
        assert why in said["why"]


def test_while_a_game_is_on_its_cards_are_refused_as_its_frames_are(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    passed = shared_site.page(code, 0).state["pass"]
    for viewer, given, status in ((-1, "", 200), (-2, "", 400), (0, "", 400), (1, passed, 400), (0, passed, 200)):
        found = card(shared_site, f"{code}/about.json?viewer={viewer}&pass={given}&n=1&space=M")[0]
        assert found == status, (viewer, given)


@pytest.mark.browser
def test_resting_on_a_space_of_the_replay_tells_of_the_moment_that_is_shown(page: Page, shared_site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{shared_site.base}/tables/{ended(shared_site)}/replay")
    expect(page.locator("#position")).to_contain_text("entry 1 of")
    page.mouse.move(*middle(page, "M-0"))
    told = page.locator("#here li", has_text="First player")
    expect(told).to_contain_text("3 pieces")
    page.keyboard.press(".")
    expect(told).to_contain_text("1 piece")
    page.keyboard.press("Escape")
    expect(page.locator("#here")).to_be_hidden()


@pytest.mark.browser
def test_the_replay_draws_how_it_went_and_leads_to_where_it_turned(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/tables/{ended(shared_site)}/replay")
    lines = page.get_by_role("img", name="What each could expect.")
    expect(lines.locator("polyline")).to_have_count(2)
    turns = page.locator("#turning button")
    expect(turns).to_have_count(1)
    expect(turns).to_contain_text("First player")
    expect(turns).to_contain_text("→ 100 %")
    turns.click()
    last = page.locator("#slider").get_attribute("max") or ""
    expect(page.locator("#position")).to_contain_text(f"entry {int(last) + 1} of")
    lines.click(position={"x": 4, "y": 40})
    expect(page.locator("#position")).to_contain_text("entry 1 of")
