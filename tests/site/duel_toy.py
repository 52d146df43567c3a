"""Under Banners: a toy game for the page's tests, with trays, hidden stacks, sites and a battle through its segments.

It proves nothing about rules: seat 0 does one thing after another; seat 1 is only looked through. Only the sites of
`tests.site.duel_site` know it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from tanelorn.core.chance import Roll
from tanelorn.core.choices import Choice, Listed, Pick, Refusal
from tanelorn.core.content import hexes
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.content.rulebook import Clause, Rulebook
from tanelorn.core.game import Game, Option, Scenario, Value, View
from tanelorn.core.log import Log
from tanelorn.core.position import Position
from tanelorn.core.scene import Mark, Row, Scene, SeatChip
from tanelorn.core.scene import Paper as Sheet
from tanelorn.core.steps import Asks, Chances
from tests.site.duel_toy_scene import OWN, RESERVE, SPELLS, chances, duel, pieces, stacks, trays

SIDE = 46.0
COLUMNS, ROWS = 15, 9
GROUNDS = ("clear", "forest", "rough", "mountain", "woods", "marsh", "desert", "waste")
CHART = Path(__file__).with_suffix(".svg")


def _corners(hex: str) -> list[tuple[float, float]]:
    return [(round(x - 20, 1), round(y - 30, 1)) for x, y in hexes.corners(hex, SIDE)]


def _ground(hex: str) -> str:
    x, y = hexes.centre(hex, SIDE)
    return GROUNDS[int(4 + 2.4 * math.sin(x / 190) + 2.2 * math.cos(y / 150 + x / 400)) % len(GROUNDS)]


def _board() -> Board:
    names = [hexes.name(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    grid, links = hexes.grid(names, SIDE)
    areas = []
    for area in grid:
        path = "M" + "L".join(f"{x} {y}" for x, y in _corners(area.id)) + "Z"
        areas.append(Area(area.id, f"Hex {area.id}", _ground(area.id), area.x - 20, area.y - 30, outline=path))
    return Board("Under Banners", 1070, 760, areas, [Link(link.a, link.b, link.kind) for link in links])


BOARD = _board()


def chart_lines() -> Iterator[str]:
    """Draw the chart plainly: python -m tests.site.duel_toy > tests/site/duel_toy.svg."""
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1070 760" width="1070" height="760">'
    yield '<rect width="1070" height="760" fill="var(--sea)"/>'
    for area in BOARD:
        yield f'<path d="{area.outline}" fill="var(--t-{area.kind})" stroke="var(--hexline)"/>'
    yield "</svg>"


class Deed(Choice, frozen=True, tag="deed"):
    """One thing done: the clicks that make it."""

    way: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(pick.partition(":")[2] for pick in self.way)

    @property
    def picks(self) -> tuple[str, ...]:
        return self.way

    def says(self) -> str:
        return TITLES.get(self.way[-1], str(self))


class UnderPosition(Position[Any, Any], kw_only=True):
    """`dice` are those of the last roll; `said` is what was done last."""

    crowd: bool = False
    hasty: bool = False
    loud: bool = False
    grown: bool = False
    swapped: bool = False
    fighting: bool = False
    dice: list[int] = []
    cast: list[str] = []

    def copy(self) -> UnderPosition:
        new: UnderPosition = super().copy()
        new.dice = self.dice[:]
        new.cast = self.cast[:]
        return new


def _p(pick: str, label: str, note: str = "", key: str = "") -> Pick:
    return Pick(pick, label, note, key=key)


def _listed(
    ways: list[tuple[str, ...]], labels: list[Pick], prompt: str, refused: tuple[Refusal, ...] = ()
) -> Listed[Deed]:
    named = {label.pick: label for label in labels}
    return Listed([Deed(way) for way in ways], prompt=prompt, labels=named, refused=refused)


VERBS = [
    _p("button:cast", "Cast a spell"),
    _p("button:move", "Move a stack"),
    _p("button:deploy", "Deploy a unit"),
    _p("button:attack", "Attack the Crags"),
    _p("button:pass", "Pass"),
]
NAMES = [_p(card.id, card.title) for card in SPELLS] + [_p(f"piece:{unit[0]}", unit[1]) for unit in RESERVE + OWN]


ODD = [_p("piece:hidden-guard", "Guard of the treasury"), _p("card:unheard", "A spell nobody has heard of")]
TITLES = {pick.pick: pick.label for pick in VERBS + NAMES + ODD}


class Act(Asks, frozen=True, tag=True):
    title = "Your phase"
    clause = "underbanners/turn.1"

    def seats(self, position: UnderPosition) -> tuple[int, ...]:
        return (0,)

    def choices(self, position: UnderPosition, seat: int) -> Listed[Deed]:
        ways: list[tuple[str, ...]] = [("button:cast", f"card:{name}") for name in ("fireball", "eagle")]
        ways += [("button:cast", "card:teleport", "piece:b1", f"space:{hex}") for hex in ("0303", "0304")]
        stack = [f"piece:{unit[0]}" for unit in OWN]
        for many in (1, 2, 3):
            for some in combinations(stack, many):
                ways += [("button:move", "piece:b1", *some, f"space:{hex}") for hex in ("0504", "0505", "0404")]
        ways += [("button:deploy", f"piece:{name}") for name in ("djinn", "trolls")]
        ways += [("button:deploy", "piece:hidden-guard"), ("button:deploy", "card:unheard")]
        crowd = [_p(f"piece:crowd-{n}", f"Levy number {n}") for n in range(60 if position.crowd else 0)]
        ways += [("button:deploy", pick.pick) for pick in crowd]
        ways += [("button:attack",), ("button:pass",)]
        banners = [_p("piece:b1", "Banner I")]
        full = Refusal("cast summons", "The reserve is full.", "underbanners/turn.1", ("button:cast", "card:summons"))
        labels = VERBS + NAMES + crowd + ODD + banners
        return _listed(ways, labels, "Cast, move, deploy, attack or pass.", (full,))

    def take(self, position: UnderPosition, seat: int, choice: Deed, log: Log) -> None:
        verb = choice.way[0]
        log.say(f"**{choice}**.", clause=self.clause, seat=seat)
        if verb == "button:attack":
            position.fighting = True
            position.dice = []
            position.then(Tactics())
            return
        if verb == "button:cast":
            position.cast.append(choice.way[1])
        position.then(Act())


class Tactics(Asks, frozen=True, tag=True):
    title = "Battle, tactical options"
    clause = "underbanners/battle.1"

    def seats(self, position: UnderPosition) -> tuple[int, ...]:
        return (0,)

    def choices(self, position: UnderPosition, seat: int) -> Listed[Deed]:
        ways = [("button:ready",), ("button:swap",), ("button:calloff",), ("piece:elves",)]
        ways += [] if position.grown else [("card:growth",)]
        ways += [("card:unheard",)]
        labels = [
            _p("button:ready", "Ready to roll", key="Enter"),
            Pick("button:swap", "Skirmish: swap Ranger", chances=chances(-1)),
            _p("button:calloff", "Call off"),
        ]
        return _listed(ways, labels + NAMES + ODD, "Show what helps your **Ranger**, or cast a spell.")

    def take(self, position: UnderPosition, seat: int, choice: Deed, log: Log) -> None:
        match choice.way[0]:
            case "button:ready":
                position.then(BattleRoll())
            case "button:calloff":
                position.fighting = False
                position.then(Act())
            case pick:
                position.grown |= pick == "card:growth"
                position.swapped |= pick == "button:swap"
                log.say(f"**{choice}** helps.", clause=self.clause, seat=seat)
                position.then(Tactics())


class BattleRoll(Chances, frozen=True, tag=True):
    def ask(self, position: UnderPosition) -> Roll:
        return Roll(2, 6, "the battle in the Crags")

    def take(self, position: UnderPosition, outcome: tuple[int, ...], log: Log) -> None:
        position.dice = list(outcome)
        shows = (Mark("battle", "0805"),) if position.loud else ()
        log.say("The Ranger rolls.", seat=0, dice=outcome[:1], shows=shows)
        log.say("The War Chief rolls.", seat=1, dice=outcome[1:])
        if position.hasty:
            position.fighting = False
            position.then(Act())
        else:
            position.then(Aftermath())


class Aftermath(Asks, frozen=True, tag=True):
    title = "Battle, aftermath"

    def seats(self, position: UnderPosition) -> tuple[int, ...]:
        return (0,)

    def choices(self, position: UnderPosition, seat: int) -> Listed[Deed]:
        return _listed([("button:on",)], [_p("button:on", "Go on", key="Enter")], "The dice have fallen.")

    def take(self, position: UnderPosition, seat: int, choice: Deed, log: Log) -> None:
        position.fighting = False
        position.then(Act())


class UnderView(View, kw_only=True):
    position: UnderPosition
    step: str


class UnderBanners(Game[UnderPosition, UnderView]):
    slug = "underbanners"
    title = "Under Banners"
    position_type = UnderPosition
    view_type = UnderView
    board = BOARD
    chart = CHART
    rulebook = Rulebook(
        "underbanners",
        [
            Clause("underbanners/turn.1", "The turn", "One does one thing after another."),
            Clause("underbanners/spells.1", "Fireball", "A fireball leaves nothing to be raised."),
            Clause("underbanners/battle.1", "Battle", "Both sides show what helps, then roll."),
        ],
    )
    seat_words = ("wizard", "enchantress")
    scenarios = (Scenario("crags", "The Crags", ("Wizard", "Enchantress"), (1, 2)),)
    options = (
        Option("crowd", "Sixty levies wait", False),
        Option("hasty", "The battle is over with the roll", False),
        Option("loud", "The roll is marked on the board", False),
    )

    def setup(self, scenario: str, options: Mapping[str, Value]) -> UnderPosition:
        return UnderPosition(
            agenda=[Act()], crowd=bool(options["crowd"]), hasty=bool(options["hasty"]), loud=bool(options["loud"])
        )

    def view(self, position: UnderPosition, viewer: int, last: UnderView | None = None) -> UnderView:
        step = type(position.agenda[-1]).__name__ if position.agenda else ""
        return UnderView(
            game=self.slug,
            viewer=viewer,
            scenario="crags",
            asked=(0,) if position.agenda else (),
            outcome=position.outcome,
            position=position.copy(),
            step=step,
        )

    def facts(self, view: UnderView) -> dict[str, str | int]:
        return {"step": view.step, "dice": str(view.position.dice), "cast": str(view.position.cast)}

    def scene(self, view: UnderView) -> Scene:
        mine = view.viewer == 0
        fighting = view.position.fighting
        return Scene(
            subtitle="round 9 · Wizard’s turn" + (", battle" if fighting else ""),
            seats=(
                SeatChip(0, "Wizard", 1, "tactics" if fighting else "your turn", turn=True),
                SeatChip(1, "Enchantress", 2, "waits"),
            ),
            pieces=pieces(view),
            papers=(Sheet("Sites", (Row("Hill Fort", 1, "3"), Row("Old Keep", 0, "2"))),),
            trays=trays(view) if mine else (),
            stacks=stacks(view),
            duel=duel(view) if fighting else None,
            outcome=view.outcome,
        )


GAMES = (UnderBanners(),)

if __name__ == "__main__":
    print("\n".join(chart_lines()))
