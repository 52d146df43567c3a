"""Trying it out: a copy of what a seat knows, with dice that are not the game's, of which nothing is left."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect

from tests.site.conftest import Page, Site
from tests.site.test_axe import judge
from tests.site.test_browser import still


def asking(site: Site, game: str = "elric", scenario: str = "dragonmasters") -> tuple[str, Page, int]:
    """Open a table of a game with dice and secrets, as the seat that is asked first."""
    code = site.table("me", "friend", game=game, scenario=scenario)
    page = site.page(code, -1)
    seat = page.state["waiting"][0]
    page.sit(seat)
    return code, page, seat


def tried(site: Site, page: Page, seat: int, **more: object) -> tuple[str, Page]:
    """Try it out; return the code of the trial, and its page."""
    answer = page.ask({"type": "try", "seat": seat, "moment": page.state["moment"], **more})
    assert answer["type"] == "tried", answer
    code, _, bound = answer["address"].removeprefix("/tables/").partition("?")
    assert bound == f"seat={seat}"
    return code, site.page(code, seat)


def drawn(state: dict[str, Any]) -> dict[str, Any]:
    """What is drawn of a table, without who sits there."""
    scene = dict(state["scene"])
    scene["seats"] = [{**chip, "player": "", "bot": False} for chip in scene["seats"]]
    return scene


def any_choice(page: Page, seat: int) -> str:
    """The text of something that may be chosen by one pick after the other, the first that is offered each time."""
    path: list[str] = []
    while True:
        offer = page.ask({"type": "offer", "seat": seat, "moment": page.state["moment"], "path": path})
        if offer["choice"] is not None:
            return str(offer["choice"])
        path.append(offer["picks"][0]["pick"])


def written(site: Site) -> list[Any]:
    """All that is on disk of all tables."""
    with closing(sqlite3.connect(f"file:{site.data / 'tables.sqlite3'}?mode=ro", uri=True)) as disk:
        names = [name for (name,) in disk.execute("select name from sqlite_master where type = 'table' order by name")]
        kept = [name for name in names if name.startswith("tables_")]
        assert kept
        return [list(disk.execute(f"select * from {name} order by 1")) for name in kept]


def test_a_trial_asks_what_the_game_asks_and_leaves_nothing_behind(shared_site: Site) -> None:
    code, page, seat = asking(shared_site)
    before, disk = page.state, written(shared_site)
    trial, copy = tried(shared_site, page, seat)
    assert drawn(copy.state) == drawn(before)
    assert [one["prompt"] for one in copy.state["decisions"]] == [one["prompt"] for one in before["decisions"]]
    assert copy.state["notes"] is None
    copy.play(seat, any_choice(copy, seat))
    assert copy.state["moment"] > 0
    assert copy.take_back(seat)["type"] in ("state", "refused")
    assert written(shared_site) == disk
    after = shared_site.page(code, seat).state
    for part in ("scene", "moment", "decisions", "waiting", "undo", "events"):
        assert after[part] == before[part], part
    assert trial not in shared_site.get("/")[1].decode()
    assert shared_site.post(f"/tables/{trial}/end-trial", {}) == (200, {"url": f"/tables/{code}"})
    assert shared_site.get(f"/tables/{trial}")[0] == 404
    assert (
        "trial is over" in copy.ask({"type": "play", "seat": seat, "moment": copy.state["moment"], "text": "a"})["why"]
    )


def test_a_trial_belongs_to_the_seat_that_is_asked(shared_site: Site) -> None:
    _, page, seat = asking(shared_site)
    trial, copy = tried(shared_site, page, seat, bound=True)
    assert copy.sit(1 - seat)["type"] == "refused"
    assert "already" in copy_again(copy, seat)["why"]
    for path in ("/record", "/frames.json", "/replay"):
        status, said = shared_site.get(f"/tables/{trial}{path}")
        assert status in (400, 404), path
        assert json.loads(said)["why"]
    for deed in ("rename", "delete", "again", "duplicate", "play-on"):
        assert shared_site.post(f"/tables/{trial}/{deed}", {})[0] == 404, deed
    page.sit(1 - seat)
    if not page.state["decisions"]:
        said = page.ask({"type": "try", "seat": 1 - seat, "moment": page.state["moment"]})
        assert "not asked" in said["why"]
    assert "does not sit" in page.ask({"type": "try", "seat": seat, "moment": page.state["moment"]})["why"]
    assert shared_site.post(f"/tables/{trial}/end-trial", {})[1]["url"].endswith(f"?seat={seat}")
    assert shared_site.post(f"/tables/{trial}/end-trial", {})[0] == 404


def copy_again(copy: Page, seat: int) -> dict[str, Any]:
    """Try a trial out."""
    copy.sit(seat)
    return copy.ask({"type": "try", "seat": seat, "moment": copy.state["moment"]})


def test_another_trial_ends_the_one_before(shared_site: Site) -> None:
    _, page, seat = asking(shared_site)
    first, _ = tried(shared_site, page, seat)
    second, _ = tried(shared_site, page, seat)
    assert [shared_site.get(f"/tables/{code}")[0] for code in (first, second)] == [404, 200]


@pytest.mark.browser
def test_the_page_says_that_nothing_counts_and_leads_back(page: BrowserPage, shared_site: Site) -> None:
    still(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    code, _, seat = asking(shared_site)
    page.goto(f"{shared_site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#possible-button")).to_be_visible()
    question = page.locator("#ask").inner_text()
    page.get_by_role("button", name="Try it out").click()
    strip = page.get_by_role("region", name="A trial")
    expect(strip).to_contain_text("nothing here counts")
    expect(page.locator("#ask")).to_have_text(question)
    expect(page.locator("#try-button")).to_have_count(0)
    judge(page)
    page.keyboard.press("Shift+Enter")
    strip.get_by_role("button", name="Back to the game").click()
    expect(page).to_have_url(f"{shared_site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#ask")).to_have_text(question)
    expect(strip).to_have_count(0)
