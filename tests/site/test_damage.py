"""A row of the database that is damaged is told on its own entry; the shelf and all other tables live on."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.site.conftest import Site

Row = dict[str, Any]


def played(site: Site) -> str:
    """Return a table with a few entries and a draft."""
    code = site.table("me", "friend", name="Sound")
    page = site.page(code, 0)
    page.play(0, "2 M to S; Bomb UC")
    page.sit(1)
    page.ask({"type": "keep", "seat": 1, "moment": 0, "path": ["space:H", "space:S", "count:1"]})
    return code


def flipped(value: Any, rng: random.Random) -> Any:
    """Turn one bit of a value over, as it lies on the disk."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(8))
    raw = bytearray(value if isinstance(value, bytes) else value.encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


def insert(database: sqlite3.Connection, table: str, row: Row) -> int:
    values = ", ".join(f"CAST(:{name} AS TEXT)" if name in TEXTS and value is not None else f":{name}"
                       for name, value in row.items())  # fmt: skip
    return int(database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", row).lastrowid or 0)


TEXTS = {"code", "game", "scenario", "options", "seats", "name", "secret", "subtitle", "waits", "outcome", "made",
         "moved", "path"}  # fmt: skip


def rows_of(database: sqlite3.Connection, table: str, where: str) -> list[Row]:
    found = database.execute(f"SELECT * FROM {table} WHERE {where} = 1")
    names = [column[0] for column in found.description]
    return [{name: value for name, value in zip(names, row, strict=True) if name != "id"} for row in found]


def copy_damaged(site: Site, number: int, part: str, field: str, rng: random.Random) -> str:
    """Lay a copy of the only table beside it, with one bit of one field of it, a line or a draft turned over."""
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as database, database:
        database.execute("PRAGMA ignore_check_constraints = ON")  # the disk asks nobody
        table = rows_of(database, "tables_gametable", "id")[0]
        code = table["code"] = f"damaged{number}"
        if part == "gametable":
            table[field] = flipped(table[field], rng)
        made = insert(database, "tables_gametable", table)
        for other in ("recordline", "draft"):
            for row in rows_of(database, f"tables_{other}", "table_id"):
                row["table_id"] = made
                if other == part:
                    row[field] = flipped(row[field], rng)
                insert(database, f"tables_{other}", row)
    return code


def test_whatever_byte_is_flipped_no_answer_is_an_error_and_the_shelf_lives(site: Site) -> None:
    sound = played(site)
    rng = random.Random(14)
    fields = ["code", "game", "scenario", "seats", "name", "secret", "header", "subtitle", "waits", "ended", "moved"]
    places = [("gametable", field) for field in [*fields, *fields, "header", "header", "seats", "options", "made"]]
    places += [("recordline", "entry"), ("recordline", "number"), ("draft", "path"), ("draft", "moment")] * 5
    codes = [copy_damaged(site, n, part, field, rng) for n, (part, field) in enumerate(places)]
    status, home = site.get("/")
    page = home.decode()
    assert status == 200
    assert f"/tables/{sound}" in page
    assert page.count("This table cannot be read: ") + page.count('<li><a href="/tables/') + page.count("/replay") == (
        len(codes) + 1
    )
    assert page.count("This table cannot be read: ") > 10
    for code in codes:
        for path in ("", "/board.json", "/frames.json", "/record"):
            assert site.get(f"/tables/{code}{path}")[0] in (200, 400, 404, 409), (code, path)
    assert site.page(sound, 0).state["decisions"][0]["sealedText"] == "2 M to S; Bomb UC"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE tables_gametable SET game = 'chess'", "There is no game “chess”"),
        ("UPDATE tables_gametable SET header = x'ff'", "its row in the database is damaged"),
        ("UPDATE tables_gametable SET seats = '[]'", "its seats are not those of the game"),
        ("UPDATE tables_gametable SET secret = 'another'", "the secret of its dice is not the one"),
        ("UPDATE tables_gametable SET moved = 'yesterday'", "its row in the database is damaged"),
        ("UPDATE tables_gametable SET secret = CAST(secret || x'ff' AS TEXT)", "its row in the database is damaged"),
    ],
)
def test_a_damaged_table_says_what_is_wrong_on_the_shelf_and_to_pages(shared_site: Site, change: str, why: str) -> None:
    with closing(sqlite3.connect(shared_site.data / "tables.sqlite3")) as database, database:
        database.execute("DELETE FROM tables_gametable")
    code = shared_site.table("me", "friend")
    with closing(sqlite3.connect(shared_site.data / "tables.sqlite3")) as database, database:
        secret = database.execute("SELECT secret FROM tables_gametable").fetchone()[0]
        database.execute(change)
    page = shared_site.get("/")[1].decode()
    assert why in page
    assert "Five Cities. This table cannot be read" in page
    status, answer = shared_site.get(f"/tables/{code}")
    assert (status, why in json.loads(answer)["why"]) == (400, True)
    assert secret not in answer.decode() + shared_site.get("/")[1].decode()


def test_a_line_that_is_lost_or_damaged_is_told_to_the_page(site: Site) -> None:
    code = played(site)
    site.stop()
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as database, database:
        database.execute("UPDATE tables_recordline SET entry = CAST(replace(CAST(entry AS TEXT), 'UC', 'ZZ') AS BLOB)")
    site.start()
    assert site.page(code).hear()["why"] == "This table cannot be read: Entry 1 of the record cannot be played."
    status, answer = site.get(f"/tables/{code}/board.json")
    assert (status, "This table cannot be read" in json.loads(answer)["why"]) == (400, True)
    assert site.get("/")[0] == 200
