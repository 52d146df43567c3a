"""What the page draws of Albion: piles, tops, papers, marks, the battle window; whatever is played."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from tanelorn import Table
from tanelorn.core.scene import Piece, Scene, Stack
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.movement.reaction import React
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.shown.table_view import draw_scene
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.cards import book, lists
from tanelorn.games.albion.state.printed.spells import Look
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, world_of

W = world_of("")
HOSTS = {
    "3036": ["elidor escorted", "edric", "6 albion under elidor"],
    "3038": ["grogan escorted", "dando", "7 cumrock under grogan"],
    "2318": ["oakheart damaged", "redtooth", "imric aboard redtooth", "1 moray aboard oakheart"],
}


def scene_of(position: AlbionPosition, viewer: int) -> Scene:
    """The scene that a viewer gets."""
    return draw_scene(ALBION.view(position, viewer))


def named(**table: Any) -> AlbionPosition:
    return position_named({"turn": 2, "phase": "movement", "active": "faerie", "hexes": HOSTS, **table})


def piece(scene: Scene, id: str) -> Piece:
    return next(one for one in scene.pieces if one.id == id)


def stack(scene: Scene, piece: str) -> Stack:
    return next(one for one in scene.stacks if one.piece == piece)


def clauses_in(thing: Any) -> set[str]:
    """Every clause that a scene names."""
    if isinstance(thing, dict):
        own = {thing["clause"]} if thing.get("clause") else set()
        return own.union(*map(clauses_in, thing.values()), thing.get("clauses") or ())
    return set().union(*map(clauses_in, thing)) if isinstance(thing, list) else set()


def check(scene: Scene) -> None:
    """What must hold of every scene: ids are unique, stacks lie under pieces, clauses and hexes exist."""
    ids = Counter(one.id for one in scene.pieces)
    assert not [id for id, n in ids.items() if n > 1]
    assert {one.piece for one in scene.stacks} <= set(ids)
    assert {one.space for one in scene.pieces} <= set(W.hex)
    assert {mark.at for mark in scene.marks} <= set(W.hex)
    assert clauses_in(msgspec.to_builtins(scene)) <= {clause.id for clause in book()}


def test_an_own_pile_says_what_it_is_worth() -> None:
    scene = scene_of(named(wounds={"elidor": 2}), FAERIE)
    top = piece(scene, "elidor")
    assert (top.total, top.high, top.space, top.kind) == ("7", 3, "3036", "elf")
    assert top.values == ("3", "2")  # combat of now
    cards = stack(scene, "elidor").cards
    assert [card.title for card in cards] == ["Elidor", "6 of Albion", "Edric"]
    assert (cards[0].dots, cards[0].of) == (2, 5)
    assert cards[1].note == "under Elidor"


def test_of_an_enemy_stack_the_top_is_seen_and_no_more() -> None:
    scene = scene_of(named(wounds={"grogan": 1}, items={"nuadas helm": "dando"}), FAERIE)
    top = piece(scene, "grogan")
    assert (top.total, top.high, top.values) == ("?", 1, ("5",))
    cards = stack(scene, "grogan").cards
    assert [(card.title, card.note, card.of) for card in cards] == [("Grogan", "on top, escorted", 0)]
    assert "Dando" not in json.dumps(msgspec.to_builtins([scene.pieces, scene.stacks]))


def test_what_was_once_seen_is_remembered_with_its_turn() -> None:
    position = named()
    hex = W.hex["3038"]
    person, colour = W.person, W.colour["cumrock"]
    position.looks[FAERIE][hex] = Look(
        1, ((person["grogan"], 1), (person["dando"], 0)), ((colour, 9, person["grogan"]),)
    )
    scene = scene_of(position, FAERIE)
    assert piece(scene, "grogan").total == "10?"
    seen = stack(scene, "grogan")
    assert seen.note == "as seen in turn 1"
    assert [card.title for card in seen.cards] == ["Grogan", "Dando", "9 of Cumrock"]


def test_ships_lie_by_coast_with_what_they_carry() -> None:
    scene = scene_of(named(), FOMORIAN)
    fleet = next(one for one in scene.pieces if one.kind == "fleet")
    assert (fleet.space, fleet.high, fleet.seat) == ("2318", 4, FOMORIAN)
    notes = {card.title: card.note for card in stack(scene, fleet.id).cards}
    assert notes["Oakheart"] == "damaged, carries 1 Moray"
    assert notes["Redtooth"] == "carries Imric"
    assert notes["Imric"] == "aboard Redtooth"
    other = next(one for one in scene_of(named(), FAERIE).pieces if one.kind == "fleet")
    assert (other.high, other.total) == (1, "?")


def test_a_group_in_hand_is_held_and_told_of() -> None:
    table = Table.at(ALBION, named())
    table.play("take elidor")
    position = table.position
    scene = scene_of(position, FAERIE)
    assert piece(scene, "elidor").held
    assert scene.papers[0].title == "Elidor"
    assert scene.papers[0].rows[2].text == "Goes with an escort, 6 of Albion."
    prompt = table.decision(FAERIE).choices().prompt
    assert "14 MP left" in prompt
    assert scene.papers[0].rows[3].text == "**14** Movement Points left; 0 spent."
    others = scene_of(position, FOMORIAN)
    assert not any(one.held for one in others.pieces)
    assert others.papers[0].title != "Elidor"


def test_in_reaction_stacks_to_rearrange_stand_behind_one_button_by_their_names() -> None:
    hexes = HOSTS | {"1426": ["dagda escorted", "4 leinster under dagda"]}
    choices = React(FAERIE).choices(named(phase="reaction", active="fomorian", hexes=hexes), FAERIE)
    offered = [pick for pick in choices.offer(()).picks if pick.pick.startswith("button:")]
    assert [pick.label for pick in offered] == ["Rearrange a stack", "End the reaction"]
    assert [pick.label for pick in choices.offer(("button:arrange",)).picks] == ["Brugh Tara (1426)", "3036"]


def test_the_track_the_points_and_the_ribbon() -> None:
    scene = scene_of(named(points={"fomorian": 12, "faerie": 5}), SPECTATOR)
    track = scene.gauges[0]
    assert (track.kind, len(track.boxes), track.boxes[track.at]) == ("calendar", 10, W.turns[2].name)
    assert track.values == tuple(str(turn.mana) for turn in W.turns[1:])
    assert [tab.title for tab in scene.ribbon if tab.state == "now"] == ["Movement"]
    assert [row.value for row in scene.papers[0].rows[:2]] == ["12", "5"]
    assert [seat.aside for seat in scene.seats] == ["12 points", "5 points"]


def test_ruins_vortices_and_weather_lie_on_the_map() -> None:
    scene = scene_of(named(ruined=["3034"], vortices=["2317"], elements={"2611": "7 snow"}, dispelled=["3034"]), FAERIE)
    assert piece(scene, "ruins-3034").label == "Ruins of Caer Ganmorgan"
    notes = {mark.at: mark.note for mark in scene.marks}
    assert "vortex" in notes["2317"]
    assert notes["2611"] == "snow weather within 7 hexes"
    assert notes["3034"] == "magic is dispelled here"
    check(scene)


def test_the_battle_window_adds_up_for_its_own_side_and_hides_the_other() -> None:
    position = position_named(
        {
            "turn": 2,
            "phase": "combat",
            "hexes": {"3751": ["imric escorted", "rurik", "8 moray under imric", "elidor", "5 albion under elidor"]},
        }
    )
    table = Table.at(ALBION, position)
    for text in ("attack 3751", "done", "no challenge", "no challenge"):
        table.play(text)
    before = table.scene(FOMORIAN).duel
    assert before is not None
    assert before.middle == ("ratio", "?")
    assert sum(int(term.value) for term in before.sides[0].terms[:-1]) == before.sides[0].total
    assert before.sides[1].total is None
    for text in ("ready", "ready"):
        table.play(text)
    duels = [table.scene(viewer).duel for viewer in (FOMORIAN, FAERIE, SPECTATOR)]
    for duel in duels:
        assert duel is not None
        assert len(duel.sides[0].dice) == 2
        assert duel.sides[1].dice == ()
        assert [side.total for side in duel.sides] == [side.total for side in duels[0].sides]  # type: ignore[union-attr]
        assert [column.lit for column in duel.table].count(True) == 1
        assert any("Rurik" in term.label and term.value == "1 column" for term in duel.sides[0].terms)
    told = next(event.fought for event in table.events(SPECTATOR) if event.fought)
    assert duels[2] is not None
    assert told.odds == duels[2].odds
    assert [side.dice for side in told.sides] == [side.dice for side in duels[2].sides]
    assert not any(side.counters for side in told.sides)  # nobody's own pieces go into the chronicle
    own, foe = duels[0], duels[1]
    assert own is not None
    assert foe is not None
    assert [card.title for card in own.sides[0].counters] == ["Imric", "Rurik", "8 of Moray"]
    assert [card.title for card in foe.sides[0].counters] == ["Imric"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_every_scene_of_a_random_game_holds_together(seed: int) -> None:
    table, rng = Table.at(ALBION, ALBION.setup("albion_alone", ALBION.read_options({}))), random.Random(seed)
    for n in range(700):
        if table.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), seat=decision.seat)
        if n % 12 == 0 or (table.position.battle is not None and n % 3 == 0):
            for viewer in (FOMORIAN, FAERIE, SPECTATOR, REFEREE):
                check(table.scene(viewer))


def test_the_lists_hold_all_counters() -> None:
    counts = {tray.title: len(tray.cards) for tray in lists()}
    assert counts["Persons"] == len(W.persons)
    assert counts["Magic items"] == len([item for item in W.items if item.id])
    assert counts["Enchantments"] == 13
    assert counts["Places of Power"] == 19
    assert counts["Combat results"] == len(W.charts.columns)
    for tray in lists():
        assert clauses_in(msgspec.to_builtins(tray)) <= {clause.id for clause in book()}
        assert not any("(14/18" in card.text for card in tray.cards)


@pytest.mark.rule("albion/16.1.6b", "albion/16.1.6c")
def test_the_battle_window_names_the_clause_of_each_challenge_that_was_declined() -> None:
    position = position_named(
        {
            "turn": 1,
            "phase": "combat",
            "hexes": {"3751": ["imric", "12 moray under imric", "colleran", "12 albion under colleran"]},
        }
    )
    table = Table.at(ALBION, position)
    for text in ("attack 3751", "done", "duel imric", "trial imric", "no challenge", "refuse", "refuse"):
        table.play(text)
    for text in ("ready", "ready"):
        table.play(text)
    duel = table.scene(SPECTATOR).duel
    assert duel is not None
    told = {(term.label, term.value): term.clause for side in duel.sides for term in side.terms}
    assert told["Faerie declined a duel arcane", "+3 roll"] == "albion/16.1.6b"
    assert told["Faerie declined a trial by combat", "+5 roll"] == "albion/16.1.6c"
