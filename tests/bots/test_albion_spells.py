"""Albion's bots strike from afar: with a vortex, and through somebody's own mind."""

from __future__ import annotations

from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.reckoning.calling import plot
from tanelorn.games.albion.judgement.style import BASE
from tanelorn.games.albion.state.printed.world import FAERIE

GAME = games["albion"]


def plotted(hexes: dict[str, list[str]], **changes: object) -> str:
    """Return what Faerie plots in turn 6, with people in hexes."""
    table = {"turn": 6, "phase": "enchantment", "farcalled": True, "invaded": 1, "hexes": hexes}
    return str(plot(GAME.position_from({**table, **changes}), FAERIE, BASE))


def test_a_vortex_opens_among_many_who_have_no_leader_and_not_among_few() -> None:
    assert plotted({"2608": ["misha"], "2909": ["12 moray"]}) == "misha vortex creation at 2909"
    assert plotted({"2608": ["misha"], "2909": ["1 moray"]}) == "nothing"
    assert plotted({"2608": ["misha"], "2909": ["12 moray"]}, points={"fomorian": 190, "faerie": 200}) == "nothing"


def test_a_weaker_mind_is_taken_and_not_a_stronger_one() -> None:
    assert plotted({"2608": ["misha"], "2909": ["rurik"]}) == "misha mind control on rurik"
    assert plotted({"2608": ["misha"], "2909": ["imric"]}) == "nothing"
    assert plotted({"2608": ["misha"], "2714": ["rurik"]}) == "nothing"  # behind walls


def test_who_is_in_the_power_of_the_enemy_is_led_to_their_death() -> None:
    table = {"turn": 6, "active": "faerie", "sky": "clear", "controlled": {"rurik": "misha"}}
    hexes = {"2608": ["misha"], "2909": ["rurik"]}
    at = Table.at(GAME, GAME.position_from({**table, "hexes": hexes}), keep=False)
    while type(at.step).__name__ == "Moves":
        at.play(best(at, FAERIE, BASE), FAERIE)
    world = at.position.world
    assert at.position.at[world.person["rurik"]] == at.position.at[world.person["misha"]]
