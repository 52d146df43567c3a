"""Whoever waits is called back to the table: by a soft sound, and by a notice while the page is hidden."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.site.conftest import Site
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser
LISTEN = """
window.tones = 0;
window.notices = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return begin.apply(this, when); };
window.Notification = class { constructor(title, { body }) { window.notices.push(`${title}: ${body}`); } };
window.Notification.permission = localStorage.getItem("test-permission") ?? "default";
window.Notification.requestPermission = async () => {
  localStorage.setItem("test-permission", window.answer ?? "granted");
  return window.Notification.permission = window.answer ?? "granted";
};
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
"""
"""What the browser would let sound or show is counted instead."""


@pytest.fixture
def listening(window: BrowserContext, page: Page) -> Page:
    page.add_init_script(LISTEN)
    return page


def opened(page: Page, site: Site, code: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")


def a_turn(page: Page, site: Site, code: str) -> None:
    """Seal a pass, have the friend seal one, and come to the next question."""
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt-title")).to_have_text("Your move is sealed")
    site.page(code, 1).play(1, "pass")
    expect(page.locator("#ask")).to_contain_text("Write your move")


def counted(page: Page, name: str) -> object:
    return page.evaluate(f"window.{name}")


def test_nothing_sounds_and_nothing_is_asked_until_it_is_wished(listening: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    opened(listening, shared_site, code)
    listening.evaluate("window.away = true")
    a_turn(listening, shared_site, code)
    assert counted(listening, "tones") == 0
    assert counted(listening, "notices") == []
    assert listening.evaluate("localStorage.getItem('test-permission')") is None


def test_a_sound_calls_when_it_is_ones_turn_and_the_wish_is_kept(listening: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    opened(listening, shared_site, code)
    box = listening.get_by_label("A soft sound when it is your turn")
    box.check()
    assert counted(listening, "tones") == 2  # so one knows what it sounds like
    listening.locator("#board").focus()
    a_turn(listening, shared_site, code)
    assert counted(listening, "tones") == 4
    listening.reload()
    expect(box).to_be_checked()
    expect(listening.locator("#ask")).to_contain_text("Write your move")
    assert counted(listening, "tones") == 0  # nobody waited for that
    judge(listening)


def test_a_notice_calls_while_the_page_is_hidden_and_says_nothing_secret(listening: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    opened(listening, shared_site, code)
    listening.get_by_label("A notice when this page is hidden").check()
    listening.locator("#board").focus()
    a_turn(listening, shared_site, code)
    assert counted(listening, "notices") == []  # it is looked at
    listening.evaluate("window.away = true")
    a_turn(listening, shared_site, code)
    assert counted(listening, "notices") == ["Siege · Tanelorn: It is your turn."]
    listening.keyboard.press("Shift+Enter")
    expect(listening.locator("#prompt-title")).to_have_text("Your move is sealed")
    friend = shared_site.page(code, 1)
    friend.say({"type": "aside", "seat": 1, "moment": friend.state["moment"], "text": "resign"})
    expect(listening.locator("#prompt-title")).to_have_text("The game is over")
    assert counted(listening, "notices") == [
        "Siege · Tanelorn: It is your turn.",
        "Siege · Tanelorn: The game is over.",
    ]


def test_a_browser_that_allows_no_notices_says_so(browser: Browser, listening: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    opened(listening, shared_site, code)
    listening.evaluate("window.answer = 'denied'")
    box = listening.get_by_label("A notice when this page is hidden")
    box.click()
    expect(listening.locator("#refusal")).to_contain_text("does not let the page give notices")
    expect(box).not_to_be_checked()
