"""The folder with the tables: its owner's alone, one server's at a time, and told in a sentence when it is no good."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.site.conftest import Site

pytestmark = pytest.mark.long  # processes that serve or refuse to


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


def refused(data: Path, *command: str) -> str:
    asked = command or ("tanelorn.terminal", "serve", "--no-open", "--data", str(data))
    environment = {**os.environ, "TANELORN_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, "-m", *asked], capture_output=True, text=True, timeout=60, check=False, env=environment
    )
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 2, said
    assert "Traceback" not in said
    return said


def test_folder_and_tables_are_open_to_their_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "tables.sqlite3").touch(mode=0o644)
    (data / "tables.sqlite3-wal").touch(mode=0o644)
    before = os.umask(0)
    try:
        site = Site(data)
    finally:
        os.umask(before)
    # SQLite removes the log beside the tables with the last connection to them: a reader's keeps it there.
    with closing(sqlite3.connect(data / "tables.sqlite3")) as reader:
        reader.execute("SELECT name FROM sqlite_master").fetchall()
        site.table("me", "friend")
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert {"tables.sqlite3", "tables.sqlite3-wal", "tables.sqlite3-shm", "site.key"} <= modes(data).keys()
        assert set(modes(data).values()) == {0o600}
    site.end()


def test_a_second_server_on_the_folder_says_so_and_stops(shared_site: Site) -> None:
    said = refused(shared_site.data)
    assert "Another Tanelorn serves the tables in" in said
    assert f"Use its page at {shared_site.base}/, end it" in said
    assert "Another Tanelorn serves the tables in" in refused(shared_site.data, "tanelorn.site")
    shared_site.table("me", "friend")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("site.key", b"\xff\xfe\x00key", "does not hold the site's key"),
        ("site.key", b"short", "does not hold the site's key"),
        ("site.lock", b"no lock of ours " * 99, "cannot be used"),
        ("tables.sqlite3", b"no tables of ours " * 99, "cannot be opened"),
    ],
)
def test_a_file_that_is_no_good_is_named(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(content)
    said = refused(tmp_path)
    assert name in said
    assert why in said
    assert (tmp_path / name).read_bytes() == content


def test_what_is_no_file_and_what_is_everybodys_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "site.key")
    assert "site.key is not a file" in refused(tmp_path)
    tmp_path.chmod(0o1777)
    assert "Everybody on this machine may write to" in refused(tmp_path)
