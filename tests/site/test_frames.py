"""The frames of the scrubber: written short, read again as the page reads them; how a game that is over went."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.messages import Frame
from tanelorn.site.replays import folded
from tests.site.conftest import Site


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


def test_a_game_that_is_on_tells_no_estimate(shared_site: Site) -> None:
    assert prospects(shared_site, shared_site.table("me", "friend"), SPECTATOR) == [[]]


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
