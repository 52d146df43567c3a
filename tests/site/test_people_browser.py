"""The pages of accounts in a browser: nothing breaks a rule of axe-core, and a passkey serves to sign in."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .test_axe import judge
from .test_people import PASSWORD, Member

pytestmark = pytest.mark.browser
SIZES = [(1366, 768), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_papers_of_accounts_can_be_read_and_used_by_everybody(
    page: Page, club_site: Site, width: int, height: int
) -> None:
    member = Member(club_site, f"Reader {width}")
    page.set_viewport_size({"width": width, "height": height})
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        page.goto(club_site.base + path)
        judge(page)
    sign_in(page, club_site.base, member)
    page.goto(f"{club_site.base}/me")
    expect(page.get_by_role("heading", name=member.name)).to_be_visible()
    judge(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Your vacations").click()
    for label in ("First day", "Last day"):
        page.get_by_label(label).fill((datetime.now(UTC) + timedelta(days=2)).date().isoformat())
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_role("button", name=re.compile("Take back"))).to_be_visible()
    judge(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_passkey_is_added_and_signs_in(page: Page, club_site: Site) -> None:
    member = Member(club_site, "Keyholder")
    there = club_site.base.replace("127.0.0.1", "localhost")  # a key belongs to a name
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    sign_in(page, there, member)
    page.goto(f"{there}/accounts/2fa/webauthn/add/")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.locator("[name=passwordless]").check()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url(re.compile(r"/accounts/2fa/(?!webauthn/add)"))
    page.goto(f"{there}/me")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(f"{there}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{there}/")
    expect(page.get_by_role("link", name=member.name)).to_be_visible()


def test_the_light_that_is_turned_on_follows_its_person(page: Page, club_site: Site) -> None:
    member = Member(club_site, "Owl")
    sign_in(page, club_site.base, member)
    page.goto(f"{club_site.base}/me")
    with page.expect_response(f"{club_site.base}/me/palette"):
        page.get_by_role("button", name="Daylight or candlelight").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Light", exact=True).select_option("light")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def sign_in(page: Page, base: str, member: Member) -> None:
    page.goto(f"{base}/accounts/login/")
    page.locator("[name=login]").fill(member.address)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"{base}/")
