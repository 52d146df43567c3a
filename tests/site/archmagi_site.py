"""Tables of Archmagi with known chits, and players who pick anything that is offered."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tests.site.conftest import Page, Site

ISLE = "The Crowded Isle|0101|~~~~~~/~~CA~~/~FACH~/~JACA~/~~FG~~/~*~~~~|0303 0403 0504 0305||"
MADDER, WOAD, OCHRE, VERDIGRIS = range(4)
SITTERS = ("me", "bot easy", "friend", "bot easy")
"""Two people, Madder and Ochre, whose archmagi begin beside each other, and two bots."""
_SET_UP = """
import json, random, sys, django
wish = json.loads(sys.argv[1])
django.setup()
from tanelorn.core.chance import Committed
from tanelorn.site.keeping import opening, store
store.Committed = lambda: Committed(wish["secret"])
row = store.set_up(store.Wish(wish["game"], wish["scenario"], wish["options"], wish["seats"]))
if wish["turn"] > 1:
    table, lots = opening.load(row), random.Random(wish["secret"])
    begun = len(table.entries)
    while table.position.turn < wish["turn"]:
        decision = table.decisions()[0]
        table.play(decision.choices().sample(lots), decision.seat)
    store.keep(row, table, begun)
print(row.code)
"""
TO_BATTLE = (
    (MADDER, "deploy Deva in 0303"),
    (MADDER, "cast Familiar by Sorcerer in 0303 as demon poison 1"),
    (MADDER, "done"),
    (OCHRE, "discard Water Walk"),
    (MADDER, "done"),
    (MADDER, "done"),
    (MADDER, "march 0303 to 0403"),
    (MADDER, "done"),
)
"""What the people do until their first battle: Sorcerer, Deva and Familiar against the Priestess."""


def isle(site: Site, secret: str = "isle 87", sitters: Sequence[str] = SITTERS) -> str:
    """Lay a small isle out with chits drawn from a known secret, and return the table's code."""
    return known_table(site, secret, sitters, "archmagi", "four", {"map": ISLE, "rounds": 0, "answers": "nothing"})


def known_table(
    site: Site, secret: str, sitters: Sequence[str], game: str, scenario: str, options: dict[str, Any], turn: int = 1
) -> str:
    """Set a game up whose chance is all drawn from a known secret, and return the table's code.

    Up to this turn all seats have played at random, the same whenever the secret is the same.
    """
    seats = [{"who": who, "level": level} for who, _, level in (sitter.partition(" ") for sitter in sitters)]
    wish = json.dumps(
        {"secret": secret, "game": game, "scenario": scenario, "options": options, "seats": seats, "turn": turn}
    )
    environment = {**os.environ, "TANELORN_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "tanelorn.site.settings"}
    made = subprocess.run([sys.executable, "-c", _SET_UP, wish], env=environment, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def play_on(
    page: Page,
    plays: Sequence[tuple[int, str]] = (),
    until: Callable[[dict[str, Any]], bool] = lambda state: False,
    lots: int = 34,
) -> None:
    """Play these choices over a page's WebSocket; without any, whatever is offered until the game or that is over."""
    left = list(plays)
    page.sit(-1)
    while not page.state["over"] and not until(page.state) and (left or not plays):
        asked = page.state["waiting"]
        seat = left[0][0] if left else asked[0] if asked else -1
        if seat not in asked:
            page.hear()  # a bot thinks
            continue
        page.sit(seat)
        if not page.state["decisions"]:
            continue  # it was for others to go on meanwhile
        text = left[0][1] if left else anything(page, seat, lots)
        answer = page.play(seat, text) if text else {}
        while answer.get("type") == "offer":
            answer = page.hear()
        assert answer.get("type") != "refused" or "moved on" in answer["why"], answer
        if left and answer.get("type") == "state":
            left.pop(0)


def anything(page: Page, seat: int, lots: int) -> str:
    """Pick what is offered, anything, until it makes a choice; the same in the same game. Empty if play moved on."""
    moment = page.state["moment"]
    chance = random.Random(f"{moment} {seat} {lots}")
    path: list[str] = []
    while True:
        made = page.ask({"type": "offer", "seat": seat, "moment": moment, "path": path})
        if made["type"] == "refused":
            return ""
        if made["choice"] is not None:
            return str(made["choice"])
        ends = [pick["pick"] for pick in made["picks"] if pick["key"] == "Enter"]
        picks = [pick["pick"] for pick in made["picks"] if "ask me about" not in pick["pick"]]
        path.append(ends[0] if ends and chance.random() < 0.5 else chance.choice(picks))
