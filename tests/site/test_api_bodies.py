"""Whatever the description of the API allows to be sent is answered, and breaks nothing in the site itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from tanelorn.client import Club
from tanelorn.site.club.api.answers import Problem

from .club import Person
from .conftest import Site
from .programs import ask, token
from .test_gathering import seated

EXAMPLES = 5
"""Requests of each operation."""


def operations(site: Site) -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(ask(site, "", "/openapi.json")[1])
    schema.config.update(base_url=site.base)
    for found in schema.get_all_operations():
        yield found.ok()


def sent(operation: Any, send: Callable[[Any], None]) -> None:
    """Send some requests of an operation, as its description allows them."""
    few = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    few(given(case=operation.as_strategy())(lambda case: send(case)))()


@pytest.mark.long
def test_no_request_that_fits_the_description_breaks_the_site(club_site: Site) -> None:
    ann, bob = Person(club_site), Person(club_site)
    code, waits = seated(ann, bob), ann.gather("me", "open", "easy", game="archmagi", scenario="three")
    words = [token(ann, "play", "tables", name=str(number)) for number in range(10)]
    numbers, met = count(), set[int]()

    def send(case: Any) -> None:
        number = next(numbers)
        if "code" in case.path_parameters:
            case.path_parameters["code"] = (code, waits, case.path_parameters["code"])[number % 3]
        if "seat" in case.path_parameters and number % 2:
            case.path_parameters["seat"] = 0
        if isinstance(case.query, dict) and "wait" in case.query:
            case.query["wait"] = 0
        answer = case.call(headers={"Authorization": f"Bearer {words[number % len(words)]}"})
        met.add(answer.status_code)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            msgspec.json.decode(answer.content, type=Problem)

    described = list(operations(club_site))
    assert len(described) >= 18
    for operation in described:
        sent(operation, send)
    assert met >= {200, 400, 404, 409}
    assert Club(club_site.base, words[0]).table(code).card().table == code


def test_the_description_tells_the_kinds_of_all_answers(club_site: Site) -> None:
    described = ask(club_site, "", "/openapi.json")[1]
    kinds = described["components"]["schemas"]
    assert not [kind for kind in kinds if "." in kind or "_" in kind]
    assert described["openapi"].startswith("3.1")
    assert {"State", "Offer", "Chosen", "News", "TableCard", "Problem", "Wish"} <= set(kinds)
    assert described["components"]["securitySchemes"]["Bearer"]["scheme"] == "bearer"
    for path, ways in described["paths"].items():
        for way in ways.values():
            assert way["summary"], path
            assert way["responses"]["4XX"], path
            assert path.endswith("/record") or way["responses"]["200"]["content"], path
