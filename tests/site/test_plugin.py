"""A game in a package of its own is played, drawn, judged and held to the contract with no line changed here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.contract.promises import PROMISES
from tests.site.conftest import Site

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples/standing-stones"
SLUG = "standing-stones"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install the package as pip would, and return the path on which it is found."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = tmp_path_factory.mktemp("installed")
    info = place / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    told = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(told, encoding="utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {what}\n" for name, what in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    return os.pathsep.join([str(place), str(PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])])


def run(installed: str, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": installed, "PYTHONDONTWRITEBYTECODE": "1"}
    made = subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]
    return made.stdout


@pytest.mark.long
def test_it_is_on_the_shelf(installed: str):
    listed = run(installed, "-c", "from tanelorn.terminal.main import app; app()", "games")
    assert listed.index("albion") < listed.index(SLUG), "it does not say its weight, so it stands behind the others"


@pytest.mark.long
def test_it_keeps_every_promise_of_the_contract(installed: str):
    kept = run(installed, "-m", "pytest", "tests/contract/test_promises.py", "-n", "0", "-k", SLUG, "--deep")
    assert int(re.search(r"(\d+) passed", kept)[1]) >= len(PROMISES)
    assert "skipped" not in kept


@pytest.mark.long
def test_its_chart_is_what_its_package_draws(installed: str):
    drawn = run(
        installed,
        "-c",
        f"from tanelorn.charts import draw; from tanelorn.core.game import games;"
        f"import tanelorn; print(draw(games['{SLUG}']), end='')",
    )
    assert drawn == (PACKAGE / "standing_stones/data/chart.svg").read_text(encoding="utf-8")


def test_bots_judge_it_by_its_package(installed: str):
    judged = run(
        installed,
        "-c",
        "from tanelorn import Table; from tanelorn.bots.judgement import judgement_of;"
        f"from random import Random; table = Table.new('{SLUG}', seed=1);"
        "table.play('B', 0); table.play('G', 1); table.play('D', 0); table.play('G', 1);"
        "print(judgement_of(table.game).prospects(table, Random(1)))",
    )
    assert judged == "[0.62, 0.38]\n"


@pytest.fixture
def table_site(installed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("PYTHONPATH", installed)
    site = Site(tmp_path / "data")
    yield site
    site.end()


@pytest.mark.browser
def test_it_is_played_on_the_page(page, table_site: Site):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{table_site.base}/?game={SLUG}")
    expect(page.locator("#setup")).to_contain_text("Seven hills")
    page.goto(f"{table_site.base}/tables/{table_site.table('me', 'easy', game=SLUG)}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Where does your herald go?")
    hill = page.locator("#space-B").bounding_box()
    page.mouse.click(hill["x"] + hill["width"] / 2, hill["y"] + hill["height"] / 2)
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("Birch Hill")
