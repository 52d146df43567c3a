"""What is done at once at two processes of a site, made to happen in the one order in which it could go wrong."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus

from .club import Person
from .conftest import Site
from .servers import Hold, Servers, at, halted, servers
from .test_people import closing_code

__all__ = ["servers"]
_COMMITS_WAIT = """
create function waits() returns trigger language plpgsql as
$$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
create constraint trigger waits after delete on django_session
deferrable initially deferred for each row execute function waits();
"""


@pytest.fixture(scope="module")
def here(servers: Servers) -> Site:
    return servers.site()


@pytest.fixture(scope="module")
def there(servers: Servers) -> Site:
    return servers.site()


@pytest.fixture
def ann(here: Site) -> Person:
    return Person(here)


@pytest.fixture
def bob(here: Site) -> Person:
    return Person(here)


def test_who_signs_out_while_a_page_of_theirs_opens_is_not_let_in(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", "friend")
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.take("lock table people_person")
        opening = another.submit(at(ann, there).page, code)
        hold.wait_for('%WHERE "people_person"."id" = %')  # it has read the session, and asks whose it is
        with halted(there):
            hold.let_go()
            ann.form("/accounts/logout/", {})
        with pytest.raises(InvalidStatus):
            opening.result()


def test_a_page_that_opens_while_its_person_signs_out_is_closed(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", "friend")
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.looks.execute(_COMMITS_WAIT)
        hold.take("select pg_advisory_xact_lock(1)")
        signs_out = another.submit(ann.form, "/accounts/logout/", {})
        hold.wait_for("COMMIT%")
        page = at(ann, there).page(code)
        hold.let_go()
        assert closing_code(page) == 4401
        assert signs_out.result()[0] == 200
        hold.looks.execute("drop function waits cascade")
