"""Whether a club is well: its `/health` for whoever watches over it, and `tanelorn doctor` for its host."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.site.until import until

from .conftest import Site
from .servers import HASTY, Servers, frail_servers

__all__ = ["frail_servers"]


def doctor(data: Path, environment: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """Return the exit code of the doctor, and what it says of each thing; what is ill begins with ✗."""
    command = [sys.executable, "-m", "tanelorn.terminal", "doctor", "--data", str(data)]
    wide = {**os.environ, **environment, "COLUMNS": "200"}
    ran = subprocess.run(command, env=wide, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    lines = [line.split(maxsplit=2) for line in ran.stdout.splitlines() if line[:1] in "✓✗"]
    return ran.returncode, {what: f"{sign} {says.strip()}" for sign, what, says in lines}


def test_a_club_on_sqlite_is_well(club_site: Site) -> None:
    status, text = club_site.get("/health")
    assert (status, json.loads(text)) == (200, {"well": True, "database": "well", "cache": "well", "word": "well"})
    code, said = doctor(club_site.data, {})
    assert code == 0
    assert said["database"].startswith("✓ SQLite")
    assert list(said) == ["database", "cache", "word", "disk", "key", "address", "mail", "jobs", "clocks", "bots"]


def test_a_folder_of_one_screen_is_well_without_what_a_club_needs(site: Site) -> None:
    code, said = doctor(site.data, {})
    assert (code, list(said)) == (0, ["database", "people", "disk"])
    assert said["database"].startswith("✓ SQLite")
    assert "no club has begun here" in said["people"]


def test_what_is_wrong_is_named_without_a_secret(club_site: Site, tmp_path: Path) -> None:
    wrong = {
        "SECRET_KEY": "swordfish",
        "TANELORN_ADDRESS": "http://games.example.org",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": "9",
        "EMAIL_PASSWORD": "open sesame",
    }
    code, said = doctor(club_site.data, wrong)
    assert code == 1
    assert [what for what, says in said.items() if says.startswith("✗")] == ["key", "address", "mail"]
    assert "swordfish" not in str(said)
    assert "sesame" not in str(said)
    (tmp_path / "tables.sqlite3").touch()
    code, said = doctor(tmp_path, {})
    assert (code, said["database"]) == (1, "✗ is of an older version")


@pytest.mark.parametrize("command", [["doctor"], ["moderator", "Ann"]])
def test_a_folder_without_tables_is_refused_and_stays_as_it_is(command: list[str], tmp_path: Path) -> None:
    given = [sys.executable, "-m", "tanelorn.terminal", *command, "--data", str(tmp_path)]
    ran = subprocess.run(given, env={**os.environ, "COLUMNS": "300"}, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"There are no tables in {tmp_path}." in ran.stderr
    assert "tanelorn serve --club" in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_down_is_told(frail_servers: Servers) -> None:
    site = frail_servers.site(**HASTY)
    assert site.get("/health")[0] == 200
    frail_servers.redis.kill()
    status, text = site.get("/health")
    assert (status, json.loads(text)) == (503, {"well": False, "database": "well", "cache": "ill", "word": "ill"})
    code, said = doctor(site.data, site.environment)
    assert (code, said["cache"][0], said["database"][0]) == (1, "✗", "✓")
    frail_servers.redis.start()
    frail_servers.postgres.kill()
    status, text = site.get("/health")
    assert (status, json.loads(text)["database"]) == (503, "ill")
    frail_servers.postgres.start()
    until(lambda: site.get("/health")[0] == 200)


def test_a_redis_that_refuses_is_told_in_its_words(frail_servers: Servers) -> None:
    site = frail_servers.site(**HASTY)
    with socket.create_connection(("127.0.0.1", frail_servers.redis.port)) as line:
        line.sendall(b"CONFIG SET maxmemory 1\r\nCONFIG SET maxmemory-policy noeviction\r\n")
        assert line.recv(99)
    code, said = doctor(site.data, site.environment)
    assert code == 1
    assert said["cache"].startswith("✗ refuses to answer: command not allowed when used memory > 'maxmemory'")


@pytest.mark.parametrize(
    ("name", "given", "wanted"),
    [
        ("EMAIL_PORT", "smtp", "whole number from 1"),
        ("EMAIL_PORT", "587.5", "whole number from 1"),
        ("EMAIL_PORT", "0", "whole number from 1"),
        ("NOTICES_AFTER", "-1", "number from 0"),
        ("NOTICES_APART", "inf", "number from 0"),
    ],
)
def test_a_number_that_is_none_is_named(tmp_path: Path, name: str, given: str, wanted: str) -> None:
    command = [sys.executable, "-m", "tanelorn.terminal", "serve", "--club", "--no-open", "--data", str(tmp_path)]
    ran = subprocess.run(command, env={**os.environ, name: given}, capture_output=True, text=True, check=False)
    assert ran.returncode != 0
    said = " ".join(ran.stderr.split())
    assert f"{name} is “{given}”, where a {wanted} up is wanted." in said
    assert "Traceback" not in said
