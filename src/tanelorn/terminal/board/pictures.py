"""Charts as files of their own: SVG with its colours filled in, and PNG by way of a browser without a window."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path

from tanelorn.core.errors import BadData

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_PATIENCE = 60  # seconds
_MIX = re.compile(r"color-mix\(in srgb,#([0-9a-f]{3,6}) (\d+)%,#([0-9a-f]{3,6})\)")


@cache
def _daylight() -> dict[str, str]:
    """Return the colours and fonts of the page by daylight."""
    tokens = (files("tanelorn.site") / "static/tanelorn/page/tokens.css").read_text(encoding="utf-8")
    plain = re.sub(r"/\*.*?\*/", "", tokens[: tokens.index("}")], flags=re.DOTALL)
    return {name: value.strip().replace('"', "'") for name, value in re.findall(r"--([\w-]+):([^;]+);", plain)}


def coloured(chart: str) -> str:
    """Return a chart whose colours are filled in, so that any program shows it; with its near names."""
    values = {**_daylight(), "near": "inline", "far": "none"}
    filled = re.sub(r"var\(--([\w-]+)(?:,([^()]*))?\)", lambda found: values.get(found[1]) or found[2] or "none", chart)
    return _MIX.sub(lambda found: _mixed(found[1], int(found[2]), found[3]), filled)


def _mixed(one: str, share: int, other: str) -> str:
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round((a * share + b * (100 - share)) / 100):02x}" for a, b in pairs)


def _channels(colour: str) -> list[int]:
    full = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    return [int(full[at : at + 2], 16) for at in (0, 2, 4)]


def found_browser() -> str | None:
    """Return the path of a Chromium of this machine, best the one without windows, which is quickest; or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def photographed(chart: str, width: float, height: float) -> bytes:
    """Return a chart as PNG, a pixel a unit; raise BadData if there is no browser to draw it."""
    browser = found_browser()
    if browser is None:
        raise BadData("A PNG needs Chromium, which is not found here.", remedy="Install it, or use --svg.")
    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder) / "chart.html", Path(folder) / "chart.png"
        page.write_text(f"<!doctype html><style>body{{margin:0;overflow:hidden}}</style>{chart}", encoding="utf-8")
        window = f"--window-size={round(width)},{round(height)}"
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--screenshot={picture}", window, str(page)]
        try:
            subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
            return picture.read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            raise BadData(f"{Path(browser).name} could not draw the map.", remedy="Use --svg.") from None
