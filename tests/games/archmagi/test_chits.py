"""What is in the box: chits of every kind, piles, traits under one name; colours; lists that all may look up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tanelorn.core.chance import Scripted, Seeded
from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.games.archmagi.rules import ARCHMAGI
from tanelorn.games.archmagi.setup.options import SCENARIOS
from tanelorn.games.archmagi.state.content import ARCHMAGI as MAGI
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, CHITS, KINDS, SPELLS, UNITS, read_units

KIND = {kind.name: kind for kind in KINDS}


def table(position: dict[str, Any], chance: list[tuple[int, ...]] | None = None) -> Table:
    return Table.at(ARCHMAGI, ARCHMAGI.position_from(position), chance=Scripted(chance or []))


def has(name: str, *traits: str) -> bool:
    return all(KIND[name].mask & BIT[trait] for trait in traits)


@pytest.mark.rule("archmagi/chits.1")
def test_there_are_985_unit_chits_of_132_kinds_and_11_archmagi():
    units = KINDS[:UNITS]
    assert len(units) == len({unit.name for unit in units}) == 132
    assert sum(CHITS) == 985
    assert (KIND["Dwarves"].chits, KIND["Dwarf Lord"].chits, KIND["Peasant Rabble"].chits) == (10, 5, 20)
    assert [KINDS[kind].chits for kind in MAGI] == [1] * 11


@pytest.mark.rule("archmagi/chits.1")
def test_no_more_than_its_chits_can_be_out():
    two = {"madder": {"units": {"0304": ["Necromancer"]}}, "woad": {"units": {"0704": ["Warlock"]}}}
    two["madder"]["units"]["0404"] = ["Dwarf Lord"] * 5
    assert table(two | {"phase": "move"}).facts(REFEREE)["unit pile"] == 980
    two["madder"]["units"]["0404"].append("Dwarf Lord")
    with pytest.raises(BadData, match="no chit of Dwarf Lord left"):
        ARCHMAGI.position_from(two)


@pytest.mark.rule("archmagi/chits.3")
@pytest.mark.parametrize("copies", [1, 2, 3])
def test_one_chit_of_each_spell_and_artifact_unless_copies_are_wanted(copies):
    seats = {"madder": {"units": {"0304": ["Necromancer"]}}, "woad": {"units": {"0704": ["Warlock"]}}}
    game = table({**seats, "copies": copies, "phase": "move"})
    facts = game.facts(SPECTATOR)
    assert (facts["spell pile"], facts["artifact pile"]) == (len(SPELLS) * copies, len(ARTIFACTS) * copies)
    seats["woad"]["spells"] = ["Web"] * copies
    assert table({**seats, "copies": copies, "phase": "move"}).facts(SPECTATOR)["woad spells"] == (
        "1 spell" if copies == 1 else f"{copies} spells"
    )
    seats["woad"]["spells"].append("Web")
    with pytest.raises(BadData, match="no further Web"):
        ARCHMAGI.position_from({**seats, "copies": copies})


@pytest.mark.rule("archmagi/recruit-units.2")
def test_each_kind_of_unit_is_recruited_in_one_terrain_and_none_in_lakes_or_open_sea():
    from tanelorn.games.archmagi.map.terrain import SEA, TERRAINS, WATER

    homes = [kind.home for kind in KINDS[:UNITS]]
    assert all(0 <= home < len(TERRAINS) for home in homes)
    assert not {WATER, SEA} & set(homes)
    assert set(range(len(TERRAINS))) - {WATER, SEA} == set(homes), "every other terrain has units of its own"
    named = {name: TERRAINS[KIND[name].home].slug for name in ("Orcs", "Elves", "Merfolk", "Trireme", "Kraken")}
    assert named == {"Orcs": "hills", "Elves": "forest", "Merfolk": "reef", "Trireme": "coastal", "Kraken": "abyss"}


@pytest.mark.rule("archmagi/term.5")
def test_what_a_unit_is_unless_its_entry_says_otherwise():
    assert has("Lizard Men", "male", "slow", "living")
    assert not KIND["Lizard Men"].mask & (BIT["good"] | BIT["evil"] | BIT["lawful"] | BIT["chaos"] | BIT["nonliving"])
    assert has("Harpies", "female", "evil", "swift")
    assert not KIND["Harpies"].mask & (BIT["male"] | BIT["slow"])
    assert has("Skeletons", "nonliving", "evil")
    assert not KIND["Skeletons"].mask & BIT["living"]
    for kind in KINDS[:UNITS]:
        assert bool(kind.mask & BIT["living"]) != bool(kind.mask & BIT["nonliving"]), kind.name
        assert bool(kind.mask & BIT["slow"]) != bool(kind.mask & (BIT["swift"] | BIT["very-swift"])), kind.name


@pytest.mark.rule("archmagi/term.6")
def test_sites_and_the_catapult_are_neither_alive_nor_male_nor_constructs():
    machines = [kind for kind in KINDS[:UNITS] if kind.mask & BIT["site"]] + [KIND["Giant Catapult"]]
    assert len(machines) == 11, "ten Sites and the catapult"
    for kind in machines:
        assert kind.mask & BIT["nonliving"], kind.name
        assert not kind.mask & (BIT["living"] | BIT["male"] | BIT["female"] | BIT["human"]), kind.name
        assert not kind.mask & BIT["construct"], kind.name


@pytest.mark.rule("archmagi/term.8")
def test_spelling_variants_in_the_book_are_one_trait():
    """The box knows each trait under one name, whatever the book writes: Fly and Flying, Suprise, Archers, Heros."""
    assert has("Jabberwocky", "flying")
    assert has("Black Wyrm", "flying")
    assert has("Wizard", "lawful"), "printed Law"
    assert KIND["Yeomen"].bundle.number("archer") == 3, "printed Archers"
    assert KIND["Witches"].bundle.number("poison") == 1, "printed Poisons"
    assert has("Green Slime", "regenerate"), "printed Regenerates"
    assert KIND["Ents"].bundle.number("surprise") == 2, "printed Suprise"
    slain = {slay.name for kind in KINDS[:UNITS] for slay in kind.bundle.slays}
    assert "hero" in slain
    assert not slain & {"heroes", "heros", "giants", "monsters"}
    words = {word.split()[0] for kind in KINDS[:UNITS] for word in kind.words}
    assert words <= set(BIT) | {"slay"}


@pytest.mark.rule("archmagi/term.8")
def test_an_unknown_spelling_is_refused_with_the_nearest(tmp_path):
    row = '[[unit]]\nslug = "bats"\nname = "Bats"\nchits = 5\nhome = "caves"\nhome_source = "text"\nbrm = 1\n'
    file = tmp_path / "units.toml"
    file.write_text(f'{row}traits = ["flyin"]\n')
    with pytest.raises(BadData, match=r"there is no trait “flyin”.*Did you mean .*flying"):
        read_units(file)
    file.write_text(f'{row}traits = ["flying"]\n')
    assert read_units(file)[0].mask & BIT["flying"]


@pytest.mark.rule("archmagi/chits.6")
def test_the_lists_are_complete_and_the_same_for_everybody_at_any_time():
    units, magi, artifacts, spells = ARCHMAGI.lists()
    assert Counter({card.title: card.count for card in units.cards}) == {
        kind.name: kind.chits for kind in KINDS[:UNITS]
    }
    assert [card.title for card in magi.cards] == [KINDS[kind].name for kind in MAGI]
    assert [card.title for card in artifacts.cards] == [artifact.name for artifact in ARTIFACTS]
    assert [card.title for card in spells.cards] == [spell.name for spell in SPELLS]
    dwarf_lord = next(card for card in units.cards if card.title == "Dwarf Lord")
    assert (dwarf_lord.value, dwarf_lord.note) == ("+6", "mountain")
    assert "Slay Giant +4" in dwarf_lord.text
    assert all(card.text for tray in (units, magi, artifacts, spells) for card in tray.cards)


@pytest.mark.rule("archmagi/setup.4", "archmagi/setup.6")
def test_each_player_has_a_colour_of_his_own_and_there_are_two_to_six():
    assert [len(scenario.seats) for scenario in SCENARIOS] == [2, 3, 4, 5, 6]
    for scenario in SCENARIOS:
        assert len(set(scenario.seats)) == len(set(scenario.colours)) == len(scenario.seats)
    with pytest.raises(Illegal):
        Table.new(ARCHMAGI, "two", {}, seed=1, players=("Ann", "Ben", "Cleo"))
    with pytest.raises(BadData):
        ARCHMAGI.position_from({"players": 1, "madder": {"units": {"0304": ["Wizard"]}}})
    with pytest.raises(BadData):
        ARCHMAGI.position_from({"players": 7, "madder": {"units": {"0304": ["Wizard"]}}})


@pytest.mark.rule("archmagi/setup.4", "archmagi/stacks.2")
def test_a_stack_shows_its_owners_colour():
    seats = {"madder": {"units": {"0304": ["Necromancer"]}}, "woad": {"units": {"0704": ["Warlock"]}}}
    scene = ARCHMAGI.scene(table({**seats, "phase": "move"}).view(SPECTATOR))
    assert {(piece.space, piece.seat) for piece in scene.pieces} == {("0304", 0), ("0704", 1)}
    assert len({chip.colour for chip in scene.seats}) == 2


@pytest.mark.rule("archmagi/stacks.5", "archmagi/stacks.3")
def test_the_opened_stack_and_its_banner_on_the_map_are_one():
    seats = {
        "madder": {"units": {"0304": ["Necromancer"], "0404": ["Orcs", "Elves"]}},
        "woad": {"units": {"0704": ["Warlock"], "0705": ["Castle"]}},
    }
    for viewer in (0, 1, SPECTATOR, REFEREE):
        scene = ARCHMAGI.scene(table({**seats, "phase": "move"}).view(viewer))
        banners = {piece.id: piece for piece in scene.pieces if piece.kind == "banner"}
        assert {stack.piece for stack in scene.stacks} == set(banners)
        assert len(banners) == 4
        for stack in scene.stacks:
            banner = banners[stack.piece]
            assert f"banner {banner.label} in {banner.space}" in stack.title
    own = next(
        stack for stack in ARCHMAGI.scene(table({**seats, "phase": "move"}).view(0)).stacks if "0404" in stack.title
    )
    assert sorted(card.title for card in own.cards) == ["Elves", "Orcs"]


@pytest.mark.rule("archmagi/victory.2", "archmagi/setup.5")
def test_an_archmagus_that_was_drawn_and_never_placed_goes_back():
    game = Table.new(ARCHMAGI, "three", {"free-start": True}, chance=Seeded(1))
    (first,) = game.asked()
    last = (first - 1) % 3
    kind = game.position.drawn[last]
    assert kind not in game.position.magi_pile
    game.play("resign", last)
    assert kind in game.position.magi_pile
    assert game.position.magi[last] == -1
    assert len(game.position.magi_pile) == len(MAGI) - 2
    assert game.position.magi_pile == sorted(game.position.magi_pile)
