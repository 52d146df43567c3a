"""Ctrl-C in the middle of a tournament, with real processes: what is finished is kept and told, and it goes on; also at
the named address of a Ray cluster.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanelorn.arena.tournament.folder import RESULTS, write_whole

from .deadly import STOP
from .test_tournament import ROOT, Run, played, settings, timeless

STOPPING = "python:tests.arena.deadly:Stopping"
NUMBER = 40


def ran(folder: Path, *words: str, after: int = -1) -> subprocess.CompletedProcess[str]:
    """Run a command in a session of its own, which is interrupted once so many games are on the disk."""
    mark = folder.with_suffix(".mark")
    with subprocess.Popen(
        [sys.executable, "-m", "tanelorn.terminal", *words, "--out", str(folder)],
        env={**os.environ, STOP: str(mark), "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    ) as process:
        if after >= 0:
            write_whole(mark, f"{folder / RESULTS}\n{after}\n{process.pid}\n".encode())
        told, wrong = process.communicate(timeout=100)
    return subprocess.CompletedProcess(words, process.returncode, told, wrong)


def _hear_ctrl_c() -> None:
    """Let the process hear what the tests' own may have been told to ignore: by `nohup`, or behind `&`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def kept(stopped: subprocess.CompletedProcess[str], folder: Path) -> int:
    """Return how many games are kept after a stop, which must be what the command has said."""
    assert stopped.returncode == 130, stopped.stdout + stopped.stderr
    assert "Traceback" not in stopped.stderr
    said = re.search(rf"Stopped after (\d+) of {NUMBER} games; the same command goes on\.", stopped.stderr)
    assert said is not None, stopped.stderr
    assert len((folder / RESULTS).read_bytes().splitlines()) == int(said[1]) < NUMBER
    return int(said[1])


@pytest.mark.long
@pytest.mark.parametrize(("jobs", "after"), [("1", 3), ("2", 3), ("2", 0)])
def test_a_tournament_that_is_interrupted_keeps_what_is_finished_and_goes_on(tmp_path, jobs, after):
    file, folder = tmp_path / "settings.toml", tmp_path / "run"
    file.write_text(f'bots = ["random", "{STOPPING}"]\nnumber = {NUMBER}\n[[scenarios]]\ngame = "fivecities"\n')
    stopped = ran(folder, "arena", str(file), "--jobs", jobs, after=after)
    assert kept(stopped, folder) >= after
    assert (folder / "report.html").exists()
    again = ran(folder, "arena", str(file), "--jobs", jobs)
    assert again.returncode == 0, again.stderr
    given = settings("random", STOPPING, number=NUMBER)
    run = Run(given, folder)
    assert run.over
    assert timeless(run) == timeless(played(given, tmp_path / "whole"))


@pytest.mark.long
@pytest.mark.parametrize(("jobs", "after"), [("2", 3), ("1", 0)])
def test_a_report_that_is_interrupted_keeps_what_is_finished_and_goes_on(tmp_path, jobs, after):
    words = ("report", "fivecities", "-n", str(NUMBER), "--bot", STOPPING, "--jobs", jobs)
    folder = tmp_path / "balance"
    stopped = ran(folder, *words, after=after)
    assert kept(stopped, folder) >= after
    assert (folder / "balance.html").exists()
    again = ran(folder, *words)
    assert again.returncode == 0, again.stderr
    assert len((folder / RESULTS).read_bytes().splitlines()) == NUMBER


@pytest.fixture
def head(tmp_path: Path) -> Iterator[str]:
    """Start a Ray cluster of one machine, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    host, port = address.split(":")
    command = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block", "--disable-usage-stats"]
    command += ["--node-ip-address", host, "--port", port, "--num-cpus", "2", "--include-dashboard", "false"]
    # Its sockets lie there, whose paths must be short.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        surroundings = {
            STOP: str(tmp_path / "run.mark"),
            "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
            "RAY_AUTH_MODE": "disabled",
        }
        with subprocess.Popen(
            [*command, "--temp-dir", folder],
            env={**os.environ, **surroundings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            assert any("Ray runtime started" in line for line in process.stdout)
            yield address
            process.terminate()
            process.communicate(timeout=60)


@pytest.mark.deep
@pytest.mark.takes(60)
def test_a_ray_cluster_is_joined_by_its_address_and_an_interrupted_run_goes_on_there(tmp_path, head):
    file, folder = tmp_path / "settings.toml", tmp_path / "run"
    file.write_text(f'bots = ["random", "{STOPPING}"]\nnumber = {NUMBER}\n[[scenarios]]\ngame = "fivecities"\n')
    stopped = ran(folder, "arena", str(file), "--ray", head, after=3)
    assert kept(stopped, folder) >= 3
    again = ran(folder, "arena", str(file), "--ray", head)
    assert again.returncode == 0, again.stderr
    given = settings("random", STOPPING, number=NUMBER)
    assert timeless(Run(given, folder)) == timeless(played(given, tmp_path / "whole"))
