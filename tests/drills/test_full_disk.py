"""The disk of a PostgreSQL is full: nothing acknowledged is lost, all are told what is wrong, and it goes on later."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tanelorn.client import Club, Refused
from tests.site.club import Person
from tests.site.letters_at import seated
from tests.site.programs import token
from tests.site.servers import HASTY, Postgres, running
from tests.site.until import until

_ROOM = 80
"""Megabytes of the small disk; an empty database takes about forty."""


@contextmanager
def small_disk() -> Iterator[Path]:
    """Return a folder on a disk of its own."""
    disk = Path(tempfile.mkdtemp(prefix="disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_ROOM}m", "tmpfs", str(disk)]
    if os.getuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
        disk.rmdir()


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Fill a disk to its last byte."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 12))
    assert not shutil.disk_usage(disk).free
    yield
    filler.unlink()


NO_ROOM, AWAY = "there is no room left", "its database does not answer"
SEATS = [{"who": "me"}, {"who": "friend"}]


@pytest.mark.deep
@pytest.mark.takes(20)
def test_a_full_disk_is_told_loses_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk() as disk, running(tmp_path, Postgres(data=disk)) as servers:
        site = servers.site(**HASTY)
        ann, bob = Person(site), Person(site)
        code = seated(ann, bob, game="diplomacy")
        program = Club(site.base, token(ann, "play")).table(code).sit(0)
        hers, sealed = ann.page(code, 0), ""
        with filled(disk):
            answer: dict[str, Any] = {}
            for text in ("A VIE H", "A VIE - GAL", "A VIE - TYR", "A VIE - TRI") * 200:  # there is some room within
                answer = hers.play(0, text)
                while answer["type"] != "refused" and text not in hers.state["decisions"][0].get("sealedText", ""):
                    answer = hers.hear()
                if answer["type"] == "refused":
                    break
                sealed = hers.state["decisions"][0]["sealedText"]
            assert (answer["type"], NO_ROOM in answer["why"]) == ("refused", True), answer
            status, said = 200, answer
            for _ in range(80):
                if status == 200:
                    status, said = ann.post("/tables", {"game": "fivecities", "seats": SEATS})
            assert (status, NO_ROOM in said["why"], bool(said["remedy"])) == (503, True, True), said
            with pytest.raises(Refused, match=NO_ROOM):
                program.choose("A VIE - BOH")
            assert ann.get(f"/tables/{code}")[0] == 200  # what is there can still be looked at
        # Where its log can no longer be written, it ends.
        servers.postgres.kill()
        status, page = ann.get(f"/tables/{code}")
        assert (status, AWAY in page) == (503, True), page
        status, said = ann.post("/tables", {"game": "fivecities", "seats": SEATS})
        assert (status, AWAY in said["why"]) == (503, True), said
        with pytest.raises(Refused, match=AWAY):
            program.choose("A VIE - BOH")
        servers.postgres.start()
        until(lambda: ann.get(f"/tables/{code}")[0] == 200)
        hers = ann.page(code, 0)
        assert hers.state["decisions"][0].get("sealedText", "") == sealed
        for person, seat, text in ((ann, 0, "A VIE - BOH"), (bob, 1, "F LON H")):
            person.page(code, seat).play(seat, text)
        hers.hear_until(lambda said: said["type"] == "state" and said["moment"] > 0)
        assert any("BOH" in event["text"] or "Bohemia" in event["text"] for event in hers.events)
