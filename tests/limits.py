"""What reading a file may cost: `python -m tests.limits READER FILE ...` reads each file in a process of its own.

The system holds that process to its time and memory, so that a busy machine makes no difference; what it says of the
file comes back in a line of JSON. Time and memory count from when all that the readers need has been loaded.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tanelorn import TanelornError
from tanelorn.core.cases.running import load_cases
from tanelorn.core.content.packs import files_named
from tanelorn.core.game import games
from tanelorn.core.play.record import Record
from tanelorn.games.archmagi.map.maps import built_in, read_map

SECONDS = 2
MEGABYTES = 200
ROOT = Path(__file__).parent.parent


def _pack(slug: str) -> Callable[[Path], object]:
    def read(file: Path) -> None:
        kind = games[slug].packs
        assert kind is not None
        for fault in kind.faults(files_named(kind, [file])):
            raise fault

    return read


READERS: dict[str, Callable[[Path], object]] = {
    "cases": load_cases,
    "map": read_map,
    "record": Record.load,
    "elric": _pack("elric"),
    "albion": _pack("albion"),
}


def told(files: Sequence[tuple[str, Path]]) -> list[str]:
    """Return what readers say of files, empty where one is taken; fail where reading goes wrong or beyond limits."""
    words = [word for reader, file in files for word in (reader, str(file))]
    done = subprocess.run(
        [sys.executable, "-m", "tests.limits", *words], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert not done.returncode, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def _limited(read: Callable[[Path], object], file: Path) -> None:
    """Read a file under limits, and say what comes of it."""
    import resource  # there is none on Windows, where these tests do not run

    seconds, page = resource.RLIMIT_CPU, os.sysconf("SC_PAGE_SIZE")
    memory = int(Path("/proc/self/statm").read_text().split()[0]) * page + (MEGABYTES << 20)
    resource.setrlimit(seconds, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        read(file)
        said = ""
    except TanelornError as error:
        said = str(error)
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Read the files, one after the other, each in a process whose clock begins with it."""
    words = sys.argv[1:]
    for game in games:
        if game.packs and game.slug in words:
            _ = game.packs.faults(files_named(game.packs, [game.packs.folder]))
    read_map(next(iter(built_in().values())))
    for reader, name in zip(words[::2], words[1::2], strict=True):
        child = os.fork()
        if not child:
            _limited(READERS[reader], Path(name))
            os._exit(0)
        ended = os.waitpid(child, 0)[1]
        if ended:
            sys.exit(f"{reader}, {name}: reading it ended with {os.waitstatus_to_exitcode(ended)}")


if __name__ == "__main__":
    main()
