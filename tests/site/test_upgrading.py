"""Tables and newer rules: `tanelorn upgrade` tells what would change, and what cannot go on is frozen, never lost."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest

from tanelorn import Record
from tests.site.conftest import Site

pytestmark = pytest.mark.long  # processes


def upgrade(site: Site, *words: str) -> tuple[int, str]:
    """Run the command on a site's tables; return its exit code and what it says, in one line."""
    command = [sys.executable, "-m", "tanelorn.terminal", "upgrade", "--data", str(site.data), *words]
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def told_on_disk(site: Site, sql: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(site.data / "tables.sqlite3")) as database, database:
        return database.execute(sql, values).fetchall()


def played_by_other_rules(site: Site, code: str, version: int, entry: int = 0) -> None:
    """Let a table be one of another version of its rules, by which an entry, counted from 1, led elsewhere."""
    ((number, header),) = told_on_disk(site, "SELECT id, header FROM tables_gametable WHERE code = ?", code)
    other = json.loads(header) | {"rules": version}
    told_on_disk(site, "UPDATE tables_gametable SET header = ? WHERE id = ?", json.dumps(other).encode(), number)
    if entry:
        where = "WHERE table_id = ? AND number = ?"
        ((line,),) = told_on_disk(site, f"SELECT entry FROM tables_recordline {where}", number, entry - 1)
        other = json.loads(line) | {"at": "0123456789abcdef"}
        told_on_disk(
            site, f"UPDATE tables_recordline SET entry = ? {where}", json.dumps(other).encode(), number, entry - 1
        )


def two_turns(site: Site, name: str, *, ends: bool = False) -> str:
    """Play two turns, secretly sealed; return the table's code."""
    code = site.table("me", "friend", name=name)
    first, second = site.page(code, 0), site.page(code, 1)
    for orders in ("2 M to S", "1 S to SC"):
        moment = first.state["moment"]
        first.play(0, orders)
        second.sit(1)
        second.play(1, "pass")
        while first.state["moment"] == moment:
            first.hear()
    if ends:
        first.say({"type": "aside", "seat": 0, "moment": first.state["moment"], "text": "resign"})
        first.hear_until(lambda message: message.get("over"))
    return code


def test_what_would_change_is_told_before_and_what_cannot_go_on_is_frozen_with_its_record(site: Site) -> None:
    sound, changed, over = two_turns(site, "Sound"), two_turns(site, "Changed"), two_turns(site, "Over", ends=True)
    newer = two_turns(site, "Newer")
    assert "4 tables" in upgrade(site)[1]  # beside the site: it is a copy that is looked at
    code, said = upgrade(site, "--write")
    assert (code, "Another Tanelorn serves the tables" in said) == (2, True)
    site.stop()
    played_by_other_rules(site, sound, 0)
    played_by_other_rules(site, changed, 0, 2)
    played_by_other_rules(site, over, 0, 3)
    played_by_other_rules(site, newer, 99)
    before = told_on_disk(site, "SELECT * FROM tables_recordline")
    code, said = upgrade(site)
    assert code == 1
    assert "entry 2, a choice of Second player, leads elsewhere" in said
    assert "entry 3, a choice of First player, leads elsewhere" in said
    assert "was played by rules version 99; this is version 1" in said
    assert "1 table can go on as before; 3 cannot, and would be frozen. No record is changed." in said
    assert "S to SC" not in said  # it may be secret
    assert told_on_disk(site, "SELECT frozen FROM tables_gametable WHERE frozen IS NOT NULL") == []
    code, said = upgrade(site, "--write")
    assert (code, "3 cannot, and now stand on the shelf as frozen" in said) == (0, True)
    assert told_on_disk(site, "SELECT * FROM tables_recordline") == before
    site.start()
    shelf = site.get("/")[1].decode()
    assert shelf.count("This table was played by version ") == 3
    assert "by version 1, entry 2 of its record leads elsewhere" in shelf
    assert re.search(f'<a href="/tables/{sound}"', shelf)
    told = site.page(changed).hear()
    assert (told["type"], "entry 2 of its record leads elsewhere" in told["why"]) == ("refused", True)
    assert "is kept with its record" in told["remedy"]
    status, answer = site.get(f"/tables/{changed}")
    assert (status, "entry 2 of its record leads elsewhere" in json.loads(answer)["why"]) == (400, True)
    assert f'href="/tables/{over}/record"' in shelf
    assert f'href="/tables/{changed}/record"' not in shelf
    status, raw = site.get(f"/tables/{over}/record")
    record = Record.read(raw)
    assert (status, len(record.entries), record.check_dice()) == (200, 5, 0)
    assert record.ended is not None
    assert record.ended.outcome.winners == (1,)
    assert site.get(f"/tables/{changed}/record")[0] == 409
    page = site.page(sound, 0)
    moment = page.state["moment"]
    page.play(0, "SC")
    assert page.state["moment"] == moment + 1


def test_a_table_that_can_go_on_again_is_frozen_no_longer(site: Site) -> None:
    code = two_turns(site, "Changed")
    site.stop()
    played_by_other_rules(site, code, 99)
    site.start()
    assert "A newer Tanelorn can go on with it" in site.page(code).hear()["remedy"]
    assert "Open Changed" in site.get("/")[1].decode()
    site.stop()
    played_by_other_rules(site, code, 1)
    site.start()
    assert site.page(code, 0).state["decisions"]
    assert "Open Changed" not in site.get("/")[1].decode()


def test_a_folder_without_tables_says_so(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    site.data = tmp_path_factory.mktemp("nothing")
    assert "There are no tables in" in upgrade(site)[1]
    assert list(site.data.iterdir()) == []
    (site.data / "tables.sqlite3").write_bytes(b"no database" * 100)
    code, said = upgrade(site)
    assert (code, "cannot be read" in said) == (2, True)
