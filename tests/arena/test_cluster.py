"""Tournaments on Ray: the same results, also where a worker is killed; addresses at which nothing answers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tanelorn.arena.places.cluster import Cluster, NoCluster
from tanelorn.arena.places.here import Here
from tanelorn.core.errors import Illegal

from .deadly import MARK
from .test_tournament import DEADLY, ROOT, played, settings, timeless


@pytest.mark.deep
@pytest.mark.takes(40)
def test_a_local_ray_of_two_workers_gives_the_same_though_one_is_killed(tmp_path):
    whole = timeless(played(settings("random", DEADLY, number=8), tmp_path / "a", Here()))
    file, mark = tmp_path / "settings.toml", tmp_path / "mark"
    file.write_text(f'bots = ["random", "{DEADLY}"]\nnumber = 8\n[[scenarios]]\ngame = "fivecities"\n')
    mark.touch()
    words = ("arena", str(file), "--out", str(tmp_path / "b"), "--ray", "local", "--jobs", "2")
    ran = subprocess.run(
        [sys.executable, "-m", "tanelorn.terminal", *words],
        env={**os.environ, MARK: str(mark), "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert not ran.stderr.strip()
    assert not mark.exists(), "A worker was killed."
    assert timeless(played(settings("random", DEADLY, number=8), tmp_path / "b", Here())) == whole
    assert len((tmp_path / "b" / "results.jsonl").read_bytes().splitlines()) == 8


def test_an_address_that_does_not_answer_is_told_at_once():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # nobody listens there
        begun = time.monotonic()
        with pytest.raises(NoCluster, match=f"No Ray cluster answers at 127.0.0.1:{free.getsockname()[1]}"):
            Cluster(f"127.0.0.1:{free.getsockname()[1]}")
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH_9.7\r\n"])
def test_what_answers_but_is_no_ray_is_told_at_once(answer):
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as thread:

        def serve():
            line, _ = server.accept()
            with line:
                line.recv(100)
                line.sendall(answer)

        served = thread.submit(serve)
        with pytest.raises(NoCluster, match="what answers there is no Ray"):
            Cluster(f"127.0.0.1:{server.getsockname()[1]}")
        served.result()


@pytest.mark.parametrize("address", ["here", "http://10.0.0.1:6379", "10.0.0.1", "10.0.0.1:port", ""])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(Illegal, match="is no address of a Ray cluster"):
        Cluster(address)
