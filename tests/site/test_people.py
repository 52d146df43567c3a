"""Accounts of a club, over the addresses that pages use; its mail is read from the folder where the host finds it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import itertools
import json
import re
import sqlite3
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from email import message_from_string, policy
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.site.until import until

from .club import Person
from .conftest import Page, Site

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


@pytest.mark.always
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


class Member(Person):
    """Somebody with an account, who has signed in."""

    def __init__(self, site: Site, name: str) -> None:
        super().__init__(site, guest=False)
        self.name, self.address = name, f"{name.replace(' ', '')}@example.org".lower()
        sign_up(self, name, self.address)
        self.form(link_in(site, self.address), {})
        self.form("/accounts/logout/", {})
        assert sign_in(self, self.address) == (200, "/")
        assert known(self) == {"name": name, "guest": False}


_members = itertools.count(1)


@pytest.fixture
def ann(club_site: Site) -> Member:
    return Member(club_site, f"Ann {next(_members)}")


def text_of(person: Person, path: str, **fields: str) -> str:
    """Return the page that comes of sending a form, without its tags."""
    data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": person.token()}).encode()
    asked = urllib.request.Request(person.site.base + path, data, {"Origin": person.site.base})
    try:
        answer = person.opener.open(asked).read().decode()
    except urllib.error.HTTPError as error:
        answer = error.read().decode()
    return " ".join(
        html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<script.*?</script>", "", answer, flags=re.S))).split()
    )


def test_who_signs_in_wrongly_learns_nothing_of_who_has_an_account(ann: Member) -> None:
    stranger = Person(ann.site, guest=False)
    said = [
        text_of(stranger, "/accounts/login/", login=login, password="not the password at all")
        for login in (ann.address, "nobody@example.org")
    ]
    assert said[0] == said[1]
    assert "are not correct" in said[0]
    mails = {}
    for address in (ann.address, "nobody@example.org"):
        assert stranger.form("/accounts/password/reset/", {"email": address})[1] == "/accounts/password/reset/done/"
        mails[address] = mail_to(ann.site, address)
    assert "/accounts/password/reset/key/" in mails[ann.address]
    assert "/accounts/password/reset/key/" not in mails["nobody@example.org"]


def test_who_signs_up_with_an_address_that_has_an_account_is_told_so_by_mail_alone(ann: Member) -> None:
    others = [Person(ann.site, guest=guest) for guest in (False, True)]
    before = link_in(ann.site, ann.address)
    for number, other in enumerate(others):
        assert sign_up(other, f"Other {number}", ann.address) == (200, "/accounts/confirm-email/")
        assert link_in(ann.site, ann.address) == before
        assert sign_in(other, ann.address, "some other password")[1] == "/accounts/login/"
    assert sign_up(others[0], "New", "new@example.org") == (200, "/accounts/confirm-email/")


def test_a_password_is_not_guessed_for_long(ann: Member) -> None:
    for _ in range(5):
        sign_in(Person(ann.site, guest=False), ann.address, "not the password at all")
    from_elsewhere = Person(ann.site, guest=False)
    said = text_of(from_elsewhere, "/accounts/login/", login=ann.address, password=PASSWORD)
    assert "Too many failed login attempts" in said
    assert known(from_elsewhere)["name"] == ""
    assert known(ann)["name"] == ann.name, "whoever has signed in stays"


def test_a_password_is_reset_by_mail_and_the_link_serves_once(ann: Member) -> None:
    there = Person(ann.site, guest=False)
    there.form("/accounts/password/reset/", {"email": ann.address})
    link = link_in(ann.site, ann.address)
    assert there.get(link)[0] == 200
    key = re.sub(r"-[^/]+/$", "-set-password/", link)
    new = {"password1": "six white horses", "password2": "six white horses"}
    assert there.form(key, new)[1] == "/accounts/password/reset/key/done/"
    assert sign_in(there, ann.address)[1] == "/accounts/login/"
    assert sign_in(there, ann.address, "six white horses")[1] == "/"
    assert known(ann)["name"] == "", "whoever knew the old password is signed out"
    again = Person(ann.site, guest=False)
    assert again.get(link)[0] == 200
    assert again.form(key, new)[1] == key


def test_a_changed_password_signs_out_everywhere_else(ann: Member) -> None:
    there = Person(ann.site, guest=False)
    sign_in(there, ann.address)
    new = {"oldpassword": PASSWORD, "password1": "six white horses", "password2": "six white horses"}
    assert ann.form("/accounts/password/change/", new) == (200, "/me")
    assert (known(ann)["name"], known(there)["name"]) == (ann.name, "")


def test_sessions_are_listed_and_end_with_their_sockets(ann: Member) -> None:
    code = ann.gather("me", "easy")
    there = Person(ann.site, guest=False)
    sign_in(there, ann.address)
    page = there.page(code, 0)
    assert page.state["screen"] == [0]
    _, text = ann.get("/me")
    numbers = re.findall(r"/me/sessions/(\d+)/end", text)
    assert len(numbers) == 1
    stranger = Person(ann.site)
    assert stranger.form(f"/me/sessions/{numbers[0]}/end", {})[0] == 200
    assert known(there)["name"] == ann.name, "a session is ended by its owner alone"
    assert ann.form(f"/me/sessions/{numbers[0]}/end", {}) == (200, "/me")
    assert (known(ann)["name"], known(there)["name"]) == (ann.name, "")
    assert closing_code(page) == 4401


def closing_code(page: Page) -> int:
    """Return the code with which the site closes a socket, whatever it says before."""
    try:
        page.hear_until(lambda _: False)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    return 0


def test_signing_in_gives_a_session_that_nobody_knew_before(ann: Member) -> None:
    guest = Person(ann.site)
    before = guest.cookie("sessionid")
    sign_in(guest, ann.address)
    assert guest.cookie("sessionid") not in ("", before)
    thief = Person(ann.site, guest=False)
    request = urllib.request.Request(ann.site.base + "/me.json", headers={"Cookie": f"sessionid={before}"})
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["name"] == ""
    assert known(thief)["name"] == ""


def test_cookies_are_not_for_scripts_and_not_for_other_sites(ann: Member) -> None:
    kept = next(cookie for cookie in ann.cookies if cookie.name == "sessionid")
    assert kept.has_nonstandard_attr("HttpOnly")
    assert kept.get_nonstandard_attr("SameSite") == "Lax"


@pytest.mark.long
def test_a_site_behind_https_sends_its_cookies_over_https_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANELORN_ADDRESS", "https://games.example.org")
    site = Site(tmp_path / "data", club=True)
    headers = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}
    with urllib.request.urlopen(urllib.request.Request(site.base + "/", headers=headers)) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(urllib.request.Request(site.base + "/", headers={"Host": "other.example.org"}))
    site.end()


@pytest.mark.parametrize(
    "where", ["https://evil.example/x", "//evil.example/x", "/\\evil.example", "javascript:alert(1)"]
)
def test_nobody_is_led_to_another_site(ann: Member, where: str) -> None:
    there = Person(ann.site, guest=False)
    assert sign_in(there, ann.address, next=where) == (200, "/")
    guest = Person(ann.site, guest=False)
    assert guest.form("/guest", {"next": where}) == (200, "/")
    assert there.form("/accounts/logout/", {"next": where}) == (200, "/")


def test_what_changes_something_needs_the_pages_own_token(ann: Member) -> None:
    for path in (
        "/guest",
        "/me",
        "/me/delete",
        "/me/sessions/end-others",
        "/me/palette",
        "/me/tokens/make",
        "/accounts/login/",
        "/language",
    ):
        for headers in ({}, {"Origin": "https://evil.example", "X-CSRFToken": ann.token()}):
            request = urllib.request.Request(ann.site.base + path, b"name=x", headers)
            with pytest.raises(urllib.error.HTTPError) as refused:
                ann.opener.open(request)
            assert refused.value.code == 403, path
    assert known(ann)["name"] == ann.name


def test_a_name_is_text_wherever_it_is_shown(club_site: Site) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    guest, other = Person(club_site), Person(club_site)
    assert sign_up(guest, nasty, "nasty@example.org")[0] == 200
    assert known(guest)["name"] == nasty
    code = guest.gather("me", "open", visibility="public")
    visits = [(guest, "/me"), (guest, "/"), (guest, "/accounts/login/"), (other, f"/tables/{code}"), (other, "/tables")]
    for reader, path in visits:
        status, text = reader.get(path)
        assert status == 200, path
        assert "<img src=x" not in text, path
        assert "&lt;img src=x" in text, path


@pytest.mark.parametrize(
    "name", ["", "a\tb", "a\u202eb", "a\u200bb", "a\nb", "x" * 41, "me@example.org", "guest 1", "ＧＵＥＳＴ 1"]
)
def test_what_is_no_name_or_somebodys_is_refused(club_site: Site, name: str) -> None:
    one = Person(club_site)
    if name in ("guest 1", "ＧＵＥＳＴ 1"):
        name = name.replace("1", one.name.removeprefix("Guest "))
    other = Person(club_site, guest=False)
    assert sign_up(other, name, "other@example.org") == (200, "/accounts/signup/")


def test_whoever_deletes_their_account_leaves_the_games_and_takes_the_name(ann: Member) -> None:
    bob = Person(ann.site)
    code = ann.gather("me", "open", visibility="public")
    assert bob.post(f"/tables/{code}/join", {"seat": 1})[0] == 200
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    there = Person(ann.site, guest=False)
    sign_in(there, ann.address)
    assert ann.form("/me/delete", {"name": ann.name.lower()})[0] == 400
    assert known(ann)["name"] == ann.name
    _, again = ann.form("/me/delete", {"name": ann.name})
    assert again == "/accounts/reauthenticate/?next=%2Fme%2Fdelete"
    ann.form(again, {"password": "not the password at all"})
    assert known(ann)["name"] == ann.name
    assert ann.form(again, {"password": PASSWORD}) == (200, "/")
    assert (known(ann)["name"], known(there)["name"]) == ("", "")
    page = bob.page(code, 1)
    assert page.state["scene"]["seats"][0]["player"] == "a player who has left"
    assert sign_in(ann, ann.address)[1] == "/accounts/login/"
    assert sign_up(ann, ann.name, ann.address) == (200, "/accounts/confirm-email/")
    assert known(Person(ann.site, guest=False))["name"] == ""


def test_whoever_has_an_account_proves_that_it_is_theirs_before_a_token_is_made(ann: Member) -> None:
    _, again = ann.form("/me/tokens/make", {"name": "Night owl"})
    assert again == "/accounts/reauthenticate/?next=%2Fme%2Ftokens%2Fmake"
    assert "You have none." in ann.get("/me/tokens")[1]
    made = text_of(ann, again, password=PASSWORD)
    assert re.search(r"The token for Night owl tanelorn_\S{43} ", made), made
    assert text_of(ann, "/me/tokens/make", name="Early bird").count("tanelorn_") == 1


def test_a_second_factor_is_asked_for_once_it_is_there(ann: Member) -> None:
    ann.form("/accounts/reauthenticate/", {"password": PASSWORD})
    _, text = ann.get("/accounts/2fa/totp/activate/")
    found = re.search(r'value="([A-Z2-7]{32})"', text)
    assert found
    secret = found[1]
    assert ann.form("/accounts/2fa/totp/activate/", {"code": "000000"})[1] == "/accounts/2fa/totp/activate/"
    assert ann.form("/accounts/2fa/totp/activate/", {"code": code_of(secret)})[1].startswith("/accounts/2fa/")
    there = Person(ann.site, guest=False)
    assert sign_in(there, ann.address) == (200, "/accounts/2fa/authenticate/")
    assert known(there)["name"] == ""
    assert there.form("/accounts/2fa/authenticate/", {"code": "000000"})[1] == "/accounts/2fa/authenticate/"
    _, codes = ann.get("/accounts/2fa/recovery-codes/download/")
    assert there.form("/accounts/2fa/authenticate/", {"code": codes.split()[-1]})[1] == "/"
    assert known(there)["name"] == ann.name


def code_of(secret: str) -> str:
    """Return what an authenticator app shows now (RFC 6238)."""
    counted = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), counted, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


def test_settings_are_kept_and_speak_the_language_that_was_chosen(ann: Member) -> None:
    wish = {
        "username": "Annie Oak",
        "language": "de",
        "palette": "dark",
        "motion": "still",
        "time_zone": "Europe/Berlin",
    }
    assert ann.form("/me", {**wish, "told": "turn"}) == (200, "/me")
    there = Person(ann.site, guest=False)
    sign_in(there, ann.address)
    _, text = there.get("/me")
    assert '<html lang="de" data-theme="dark" data-motion="still">' in text
    assert re.search(r'value="turn"[^>]* checked', text)
    assert not re.search(r'value="over"[^>]* checked', text)
    assert known(there)["name"] == "Annie Oak"
    assert there.cookie("django_language") == "de"
    for wrong in (
        {"language": "xx"},
        {"palette": "pink"},
        {"time_zone": "Mars/North"},
        {"told": "everything"},
        {"username": ""},
    ):
        assert ann.form("/me", {**wish, **wrong})[0] == 400, wrong
    assert ann.post("/me/palette", {"palette": "light"}) == (200, {"palette": "light"})
    assert ann.post("/me/palette", {"palette": "pink"})[0] == 400
    assert 'data-theme="light"' in ann.get("/")[1]
    ann.form("/language", {"language": "en", "next": "/"})
    assert '<html lang="en"' in there.get("/")[1]


def test_guests_have_nothing_to_do_with_addresses_and_passwords(club_site: Site) -> None:
    guest = Person(club_site)
    for path in ("email/", "password/change/", "password/set/", "2fa/", "2fa/totp/activate/", "reauthenticate/"):
        assert guest.form(f"/accounts/{path}", {"email": "x@example.org"})[1] == "/accounts/signup/"
    assert guest.form("/me/delete", {"name": guest.name}) == (200, "/")
    assert known(guest)["name"] == ""


def test_one_screen_has_no_accounts(shared_site: Site) -> None:
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/", "/me", "/me.json", "/guest"):
        assert shared_site.get(path)[0] == 404
    _, page = shared_site.get("/")
    assert b"Sign in" not in page
    assert b"sessionid" not in page


@pytest.mark.long
def test_one_screen_loads_nothing_of_accounts(tmp_path: Path) -> None:
    asked = """
import sys
from pathlib import Path
from tanelorn.site.serve import data_folder, prepare
prepare(data_folder(Path(sys.argv[1])))
import tanelorn.site.asgi, tanelorn.site.urls
foreign = ("allauth", "argon2", "fido2", "ninja", "django_tasks", "django.contrib.auth", "django.contrib.sessions")
foreign += ("prometheus_client",)
print([name for name in sys.modules if name.startswith(foreign)])
"""
    command = [sys.executable, "-c", asked, str(tmp_path / "data")]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_a_guest_who_owns_nothing_and_does_not_come_back_makes_room(club_data_site: Site) -> None:
    site = club_data_site
    idle, plays, new = Person(site), Person(site), Person(site)
    code = plays.gather("me", "friend")
    site.stop()
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as tables, tables:
        long_ago = "UPDATE people_person SET seen = '2020-01-01 00:00:00' WHERE username IN (?, ?)"
        assert tables.execute(long_ago, (idle.name, plays.name)).rowcount == 2
    site.start()
    assert plays.page(code, 0).state["screen"] == [0, 1]
    assert new.get_json("/me.json")["name"] == new.name
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as tables:
        looked_for = "SELECT 1 FROM people_person WHERE username = ?"
        until(lambda: not tables.execute(looked_for, (idle.name,)).fetchone())
    assert known(idle)["name"] == ""


@pytest.mark.long
def test_a_guest_who_comes_back_while_others_make_room_stays(tmp_path: Path) -> None:
    meanwhile = """
import os, sys
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "tanelorn.site.club.settings"
os.environ["TANELORN_DATA"] = sys.argv[1]
Path(sys.argv[1]).mkdir()
import django
django.setup()
from datetime import timedelta
from django.core.management import call_command
from django.db.models.signals import pre_delete
from django.utils import timezone
from tanelorn.site.club.people.models import GUESTS_STAY, Person
call_command("migrate", verbosity=0)
guests = [Person.objects.new_guest() for _ in range(2)]
Person.objects.update(seen=timezone.now() - GUESTS_STAY - timedelta(days=1))

def comes_back(instance, **_):
    (other,) = [guest for guest in guests if guest.pk != instance.pk]
    Person.objects.filter(pk=other.pk).update(seen=timezone.now())

pre_delete.connect(comes_back, sender=Person)
print(Person.objects.leave_unused_guests(), Person.objects.count())
"""
    command = [sys.executable, "-c", meanwhile, str(tmp_path / "data")]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["1", "1"]
