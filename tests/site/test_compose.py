"""What compose.yaml and the Dockerfile name is there: variables, commands, ports, paths, extras, services, volumes."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import yaml
from typer.main import get_command

from tanelorn.terminal.main import app

from .conftest import Site

ROOT = Path(__file__).parents[2]
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
GUIDE = (ROOT / "docs/host.md").read_text(encoding="utf-8")
_READ = re.compile(r'(?:environ(?:\.get\(|\[)|_number\()"(\w+)"')


def lines(word: str) -> list[str]:
    """Return what stands after each instruction of a kind in the Dockerfile."""
    return [line.removeprefix(f"{word} ").strip() for line in DOCKERFILE.splitlines() if line.startswith(f"{word} ")]


def read_by_the_site() -> set[str]:
    """Return the variables that the site reads from its environment, and its server for it."""
    found = {
        name
        for path in [*(ROOT / "src/tanelorn/site").rglob("*.py"), ROOT / "src/tanelorn/core/content/folders.py"]
        for name in _READ.findall(path.read_text(encoding="utf-8"))
    }
    if "FORWARDED_ALLOW_IPS" in inspect.getsource(uvicorn.config):
        found.add("FORWARDED_ALLOW_IPS")
    return found


def served(command: list[str]) -> dict[str, Any]:
    """Return what a command line says to `tanelorn serve`, as it reads it."""
    words = [re.sub(r"\$\{\w+:-(.*)\}", r"\1", word) for word in command]
    assert words[:2] == ["tanelorn", "serve"]
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return dict(serve.make_context("serve", words[2:]).params)


def test_every_variable_is_read_and_every_one_that_is_read_is_told_of() -> None:
    named = set(SERVICES["web"]["environment"]) | set(re.findall(r"(\w+)=", " ".join(lines("ENV")))) - {
        "PYTHONUNBUFFERED"
    }
    assert named <= read_by_the_site()
    told = set(re.findall(r"`([A-Z][A-Z_]+)`", GUIDE))
    internal = {"DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR"}
    assert read_by_the_site() - told - internal == {"TANELORN_DATA"} - told
    tables = set(re.findall(r"^\| (`.*?`) \|", GUIDE, re.MULTILINE))
    assert {name for cell in tables for name in re.findall(r"`([A-Z_]+)`", cell)} <= read_by_the_site()


def test_what_it_asks_of_its_host_stands_in_compose_env() -> None:
    asked = set(re.findall(r"\$\{(\w+)", COMPOSE))
    sample = (ROOT / "compose.env").read_text(encoding="utf-8")
    assert asked == set(re.findall(r"^(\w+)=", sample, re.MULTILINE))
    must = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    assert must == {"SITE_NAME", "POSTGRES_PASSWORD", "SECRET_KEY"}
    assert not re.search(r"^(SECRET_KEY|POSTGRES_PASSWORD|METRICS_TOKEN)=.", sample, re.MULTILINE)


@pytest.mark.long
def test_the_commands_are_those_of_the_program_and_meet_at_one_port() -> None:
    here, there = served(SERVICES["web"]["command"]), served(json.loads(lines("CMD")[-1]))
    assert here == there
    assert (here["club"], here["host"], here["open_browser"], here["processes"]) == (True, "0.0.0.0", False, 2)
    port = str(here["port"])
    assert lines("EXPOSE") == [port]
    assert f"127.0.0.1:{port}/health" in DOCKERFILE
    proxy = SERVICES["proxy"]["command"]
    assert proxy[proxy.index("--to") + 1] == f"web:{port}"
    assert "ports" not in SERVICES["web"], "who speaks without the proxy would be taken for it"


def test_the_look_whether_it_is_well_is_one(club_site: Site) -> None:
    command = json.loads(re.search(r"HEALTHCHECK .*? CMD (\[.*\])", DOCKERFILE)[1])  # type: ignore[index]
    here = [word.replace("http://127.0.0.1:8642", club_site.base) for word in command]
    assert subprocess.run([sys.executable, *here[1:]], check=False).returncode == 0
    gone = [word.replace("/health", "/nowhere") for word in here]
    assert subprocess.run([sys.executable, *gone[1:]], check=False, capture_output=True).returncode != 0


def test_the_image_is_made_of_what_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for copied in lines("COPY"):
        *sources, _ = copied.split()
        assert all((ROOT / source).exists() for source in sources)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert all(f"!{source}" in ignored for copied in lines("COPY") for source in copied.split()[:-1])
    extras = {extra for line in lines("RUN") for extra in re.findall(r"\.whl\)\[(\w+)\]", line)}
    assert extras == {"servers"} <= set(project["optional-dependencies"])
    for image in lines("FROM"):
        version = re.match(r"python:(3\.\d+)-slim", image)
        assert version, image
        assert f"Programming Language :: Python :: {version[1]}" in project["classifiers"]
    assert lines("USER") == ["tanelorn"]
    assert "TANELORN_DATA=/data" in lines("ENV")[0]
    assert lines("VOLUME") == ["/data"]
    assert "data:/data" in SERVICES["web"]["volumes"]


def test_services_wait_for_what_is_there_and_nothing_is_kept_in_passing() -> None:
    file = yaml.safe_load(COMPOSE)
    for name, service in SERVICES.items():
        for other in service.get("depends_on", {}):
            assert "healthcheck" in SERVICES[other] or other == "web", f"{name} waits for {other}"
        assert service["restart"] == "unless-stopped"
    volumes = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert volumes == set(file["volumes"])
    networks = {network for service in SERVICES.values() for network in service["networks"]}
    assert networks == set(file["networks"])
    assert file["networks"]["inside"]["internal"], "the Redis is the site's alone"
    assert SERVICES["redis"]["networks"] == SERVICES["postgres"]["networks"] == ["inside"]
    url = SERVICES["web"]["environment"]["DATABASE_URL"]
    database = SERVICES["postgres"]["environment"]
    assert url.endswith(f"@postgres/{database['POSTGRES_DB']}")
    assert url.startswith(f"postgres://{database['POSTGRES_USER']}:")
    assert SERVICES["web"]["environment"]["REDIS_URL"].startswith("redis://redis/")
