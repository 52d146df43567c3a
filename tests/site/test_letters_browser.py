"""The paper of letters: what is read and written there, by mouse, finger and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as BrowserPage

from .club import Person
from .conftest import Site
from .letters_at import news, reads, seated, writes
from .test_axe import judge

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def opened(browser: Browser, club_site: Site) -> Iterator[Callable[..., BrowserPage]]:
    """Return what opens a table's page as somebody, in a window of their own."""
    wrong: list[str] = []
    windows = []

    def opens(person: Person, code: str, seat: int, **more: object) -> BrowserPage:
        window = browser.new_context(**{"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce", **more})
        windows.append(window)
        window.add_cookies(
            [{"name": one.name, "value": str(one.value), "url": club_site.base} for one in person.cookies]
        )
        page = window.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(f"{club_site.base}/tables/{code}{'' if seat < 0 else f'?seat={seat}'}")
        return page

    yield opens
    for window in windows:
        window.close()
    assert wrong == []


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.mark.always
def test_a_letter_is_announced_read_and_answered(opened, ann, bob):
    code = seated(ann, bob)
    his = bob.page(code, 1)
    reads(his)
    page = opened(ann, code, 0)
    button = page.get_by_role("button", name="Letters", exact=True)
    expect(button).to_be_visible()
    writes(his, [0], "Peace?")
    expect(page.locator("#polite")).to_have_text("A letter has come from England.")
    expect(page.get_by_role("button", name="Letters, 1 unread")).to_be_visible()
    expect(page).to_have_title("(1) ● Your turn · Diplomacy · Tanelorn")
    page.get_by_role("button", name="Letters, 1 unread").click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    expect(page.locator("#letters-list")).to_contain_text("Peace?")
    expect(page).to_have_title("● Your turn · Diplomacy · Tanelorn")
    page.get_by_label("To England").fill("Peace.\nAnd Burgundy?")
    page.keyboard.press("Control+Enter")
    assert news(his)["letters"][-1]["text"] == "Peace?"
    assert news(his)["letters"][-1]["text"] == "Peace.\nAnd Burgundy?"
    expect(page.get_by_label("To England")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#letters")).to_be_hidden()
    expect(button).to_be_focused()
    page.reload()
    expect(button).to_be_visible()
    expect(page).to_have_title("● Your turn · Diplomacy · Tanelorn")  # what was read stays read


def test_markup_in_a_letter_is_only_text(opened, ann, bob):
    code = seated(ann, bob)
    his = bob.page(code, 1)
    reads(his)
    bad = "<img src=x onerror=alert(1)><script>alert(2)</script> & \"'"
    writes(his, [0], bad)
    page = opened(ann, code, 0)
    page.get_by_role("button", name="Letters, 1 unread").click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    expect(page.locator(".letter p")).to_have_text(bad)
    assert page.locator(".letter img, .letter script").count() == 0


def test_what_is_refused_stays_to_be_mended(opened, ann, bob):
    code = seated(ann, bob)
    page = opened(ann, code, 0)
    page.get_by_role("button", name="Letters", exact=True).click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    page.get_by_label("To England").fill("a\u2028b")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#letters-why")).to_contain_text("holds what is no letter")
    expect(page.get_by_label("To England")).to_have_value("a\u2028b")


def test_whoever_is_muted_falls_silent_on_the_page(opened, ann, bob):
    code = seated(ann, bob)
    his = bob.page(code, 1)
    reads(his)
    writes(his, [0], "You will lose.")
    page = opened(ann, code, 0)
    page.get_by_role("button", name="Letters, 1 unread").click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    page.get_by_role("button", name="Mute, block or report: letter of England").click()
    page.get_by_role("button", name="Mute", exact=True).click()
    expect(page.locator(".letter")).to_have_count(0)
    expect(page.locator("#letters-about")).to_be_hidden()


def test_the_letters_of_one_seat_leave_the_page_with_it(opened, ann, bob):
    code = ann.gather("me", "open", "friend", *["random"] * 4, game="diplomacy")
    assert bob.post(f"/tables/{code}/join", {"seat": 1, "invite": ann.invitation(code)})[0] == 200
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    his = bob.page(code, 1)
    reads(his)
    writes(his, [0], "For Austria alone.")
    page = opened(ann, code, 0)
    page.get_by_role("button", name="Letters, 1 unread").click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    expect(page.locator(".letter")).to_have_count(1)
    page.goto(page.url.replace("seat=0", "seat=2"))
    expect(page.get_by_role("button", name="Letters", exact=True)).to_be_visible()
    assert "For Austria alone." not in page.content()


@pytest.mark.parametrize("phone", [False, True])
def test_the_paper_breaks_no_rule_of_axe(opened, ann, bob, phone):
    code = seated(ann, bob, visibility="public")
    his = bob.page(code, 1)
    reads(his)
    writes(his, [0], "Peace?")
    writes(his, "everybody", "Good evening.")
    page = opened(ann, code, 0, **(PHONE if phone else {}))
    if phone:
        page.get_by_role("tab", name="Letters").tap()
    else:
        page.locator("#letters-button").click()
    page.locator("#letters-threads").get_by_role("button", name="England").click()
    expect(page.locator(".letter")).to_have_count(1)
    judge(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".letter .about").click()
    judge(page)


def test_on_one_screen_nothing_of_letters_is_there(shared_site, page):
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    expect(page.locator("#ask")).not_to_be_empty()
    assert [address for address in fetched if "letters" in address] == []
    assert page.locator("[id*=letters]").count() == 0
