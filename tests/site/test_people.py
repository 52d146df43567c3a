"""Accounts of a club, over the addresses that pages use; its mail is read from the folder where the host finds it."""

from __future__ import annotations

import re
from email import message_from_string, policy

import pytest

from .club import Person
from .conftest import Site

PASSWORD = "long grey riders"


def mail_to(site: Site, address: str) -> str:
    """Return the text of the last mail to an address."""
    written = sorted((site.data / "mail").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    mails = [
        message_from_string(text, policy=policy.default)
        for path in written
        for text in re.split(r"^-{70,}\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if f"To: {address}" in text
    ]
    return str(mails[-1].get_content())


def link_in(site: Site, address: str) -> str:
    """Return the path of the link in the last mail to an address."""
    found = re.search(rf"{site.base}(/accounts/\S+)", mail_to(site, address))
    assert found
    return found[1]


def sign_up(person: Person, name: str, address: str) -> tuple[int, str]:
    fields = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
    return person.form("/accounts/signup/", fields)


def sign_in(person: Person, address: str, password: str = PASSWORD, **more: str) -> tuple[int, str]:
    return person.form("/accounts/login/", {"login": address, "password": password, **more})


def known(person: Person) -> dict[str, object]:
    return person.get_json("/me.json")


@pytest.fixture
def stranger(club_site: Site) -> Person:
    return Person(club_site, guest=False)


def test_somebody_signs_up_confirms_their_address_and_signs_in_elsewhere(club_site: Site, stranger: Person) -> None:
    assert sign_up(stranger, "Ann", "ann@example.org") == (200, "/accounts/confirm-email/")
    assert known(stranger) == {"name": "", "guest": False}
    assert stranger.form(link_in(club_site, "ann@example.org"), {})[0] == 200
    assert known(stranger) == {"name": "Ann", "guest": False}
    elsewhere = Person(club_site, guest=False)
    assert sign_in(elsewhere, "Ann@example.org") == (200, "/")
    assert known(elsewhere)["name"] == "Ann"


def test_a_guest_who_signs_up_keeps_their_seats(club_site: Site) -> None:
    guest = Person(club_site)
    code = guest.gather("me", "easy")
    assert sign_up(guest, "Bea", "bea@example.org")[0] == 200
    assert known(guest) == {"name": "Bea", "guest": True}
    assert guest.form(link_in(club_site, "bea@example.org"), {})[0] == 200
    assert known(guest) == {"name": "Bea", "guest": False}
    assert guest.page(code, 0).state["screen"] == [0]
    elsewhere = Person(club_site, guest=False)
    sign_in(elsewhere, "bea@example.org")
    assert elsewhere.page(code, 0).state["screen"] == [0]
