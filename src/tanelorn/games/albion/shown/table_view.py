"""What a page or a text board draws of Albion, made from a view alone."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Gauge, Scene, SeatChip, Stage, Tab
from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN, SCENARIOS
from tanelorn.games.albion.shown.battle_view import draw_duel
from tanelorn.games.albion.shown.markers import draw_marks
from tanelorn.games.albion.shown.papers import draw_papers
from tanelorn.games.albion.shown.piles import draw_pieces, draw_stacks, table_of
from tanelorn.games.albion.shown.table import Table
from tanelorn.games.albion.state.position import ALONE

_SEGMENTS = {"weather": "Weather", "enchantment": "Enchantment", "attrition": "Attrition"}
_PHASES = {
    "recovery": "Recovery",
    "activation": "Activation",
    "movement": "Movement",
    "forced march": "Forced march",
    "reaction": "Reaction",
    "combat": "Combat",
}
_DOING = {
    "enchantment": "plots",
    "recovery": "recovers",
    "activation": "rouses",
    "pregame": "moves",
    "movement": "moves",
    "forced march": "marches on",
    "reaction": "reacts",
    "combat": "fights",
}


def draw_scene(view: AlbionView) -> Scene:
    """Say what is drawn for a view."""
    table = table_of(view)
    return Scene(
        subtitle=subtitle(view),
        seats=tuple(_chip(view, seat) for seat in (0, 1)),
        pieces=draw_pieces(table),
        papers=draw_papers(table),
        ribbon=_ribbon(view.seen.phase),
        marks=draw_marks(view),
        outcome=view.outcome,
        stacks=draw_stacks(table),
        duel=draw_duel(table),
        gauges=(_track(table),),
    )


def subtitle(view: AlbionView) -> str:
    """Say how far the game has come."""
    position = view.seen
    title = "Albion Alone" if position.scenario == ALONE else "Faerie Twilight"
    if not position.turn:
        return f"{title} · before the first turn" if position.phase == "pregame" else f"{title} · set-up"
    return f"{title} · turn {position.turn}, {position.world.turns[position.turn].name}"


def _ribbon(phase: str) -> tuple[Tab, ...]:
    """The segments that both share while they last, then the phases of the player-turn."""
    steps = _SEGMENTS if phase in _SEGMENTS else _PHASES
    if phase not in steps:
        return ()
    names = list(steps)
    now = names.index(phase)
    return tuple(
        Tab(steps[name], "now" if at == now else "done" if at < now else "next") for at, name in enumerate(names)
    )


def _chip(view: AlbionView, seat: int) -> SeatChip:
    terms = next(one for one in SCENARIOS if one.slug == view.scenario)
    active, phase, state = view.seen.active, view.seen.phase, ""
    if view.outcome is not None:
        state = "won" if seat in view.outcome.winners else ""
    elif seat in view.sealed:
        state = "sealed"
    elif seat in view.asked and (seat == active or active < 0 or phase == "reaction"):
        state = _DOING.get(phase, "decides")
    elif seat in view.asked:
        state = "decides"
    elif seat == active:
        state = _DOING.get(phase, "") if phase != "reaction" else ""
    aside = amount(view.seen.points[seat], "point")
    turn, colour = seat in view.asked, terms.colours[seat]
    return SeatChip(seat, terms.seats[seat], colour, state, turn=turn, aside=aside, near=aside)


def _track(table: Table) -> Gauge:
    """The Game-Turn Record Track: a box for each turn with its name, its mana and its weather."""
    position, w = table.position, table.w
    turns = w.turns[1 : LAST_TURN[position.scenario] + 1]
    return Gauge(
        title="Game-turns",
        kind="calendar",
        boxes=tuple(turn.name for turn in turns),
        at=max(position.turn, 1) - 1,
        stages=tuple(Stage(at, turn.weather, f"{turn.weather}, mana {turn.mana}") for at, turn in enumerate(turns)),
        aside=f"mana {position.mana}" if position.turn else "",
        clause="albion/chart/track",
        values=tuple(str(turn.mana) for turn in turns),
    )
