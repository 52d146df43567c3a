"""Descriptors that no throw shows, the eleven archmagi, and how a battle is laid out on the table."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import read_map
from tanelorn.games.archmagi.rules import ARCHMAGI
from tanelorn.games.archmagi.state.content import ARCHMAGI as MAGI
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KIND, KINDS, SPELLS

MADDER, WOAD = range(2)
NAMES = [KINDS[kind].name for kind in MAGI]


def table(position: dict[str, Any], chance: list[tuple[int, ...]]) -> Table:
    given = {"phase": "battle", "asked": "nothing", **position}
    return Table.at(ARCHMAGI, ARCHMAGI.position_from(given), chance=Scripted(chance))


def traits_of(slug: str) -> set[str]:
    return {name for name, bit in BIT.items() if KINDS[KIND[slug]].mask & bit}


def slain() -> set[str]:
    """All words that a Slay bonus of a unit, an artifact or a spell is aimed at."""
    rows = [kind.bundle.slays for kind in KINDS] + [artifact.grants.slays for artifact in ARTIFACTS]
    rows += [spell.slays for spell in SPELLS]
    return {word for row in rows for slay in row for word in slay.name.replace("|", "-").split("-")}


@pytest.mark.rule("archmagi/trait/good", "archmagi/trait/demihuman")
def test_the_good_are_good_and_nobody_slays_them_for_it():
    for slug in ("dervishes", "cleric", "priestess", "deva", "sylvan-knights", "elves", "dwarves", "gnomes"):
        assert "good" in traits_of(slug), slug
    assert "demihuman" in traits_of("drow")
    assert "good" not in traits_of("drow")
    assert "evil" in slain()
    assert "good" not in slain()


@pytest.mark.rule("archmagi/trait/lawful")
def test_the_lawful_are_lawful():
    for slug in ("knights", "paladin", "cleric", "wizard", "zealots"):
        assert "lawful" in traits_of(slug), slug
    assert "lawful" not in traits_of("barbarian")
    assert "lawful" not in slain()


@pytest.mark.rule("archmagi/trait/hero", "archmagi/trait/hero.2")
def test_who_is_human():
    troops = """nomads dervishes amazons witches knights yeomen pikemen swordsmen zealots barbarian-horde militia
        city-guard bandits peasant-rabble"""
    for slug in [*troops.split(), "barbarian", "wizard", "priestess"]:
        assert "human" in traits_of(slug), slug
    for slug in ("elf-lord", "war-chief", "vampyre", "succubus", "myrmidon", "enchantress", "necromancer", "orcs"):
        assert "human" not in traits_of(slug), slug


@pytest.mark.rule("archmagi/unit/peasant-rabble", "archmagi/trait/swarm")
def test_a_row_without_traits_has_the_defaults():
    rabble = KINDS[KIND["peasant-rabble"]]
    assert (rabble.brm, rabble.chits, rabble.words) == (2, 20, ())
    assert traits_of("peasant-rabble") == {"human", "male", "living", "slow"}


@pytest.mark.rule("archmagi/unit/phoenix", "archmagi/trait/monster", "archmagi/trait/water")
def test_descriptors_bring_others_with_them():
    assert {"nonliving", "animal", "fire", "monster"} <= traits_of("phoenix")
    assert "living" not in traits_of("phoenix")
    assert {"water", "swimmer", "elemental", "nonliving"} <= traits_of("water-elemental")
    for slug in ("stone-giants", "red-drake", "balrog", "skeletons"):
        assert "monster" in traits_of(slug), slug


@pytest.mark.rule("archmagi/trait/archmagus", "archmagi/archmagus/casters")
@pytest.mark.parametrize("name", NAMES)
def test_every_archmagus_is_a_hero_and_casts(name: str):
    other = "Seer" if name != "Seer" else "Druid"
    units = {"madder": {"units": {"0304": [name]}, "spells": ["Shield"]}, "woad": {"units": {"0304": ["Orcs", other]}}}
    game = table(units, [])
    assert {"hero", "mage", "archmagus"} <= traits_of(name.lower())
    for seat, text in [(MADDER, f"send {name}"), (WOAD, "send Orcs"), (MADDER, "show"), (WOAD, "show")]:
        game.play(text, seat)
    game.play(f"cast Shield by {name} on {name}", MADDER)
    assert game.facts(SPECTATOR)["lasting"] == f"Shield on {name}, this battle"


@pytest.mark.rule("archmagi/archmagus/immunity", "archmagi/paralyze.5")
@pytest.mark.parametrize("name", NAMES)
def test_no_archmagus_is_controlled_or_paralysed(name: str):
    magus = "Necromancer" if name != "Necromancer" else "Mentalist"
    bands = ["Ghouls", "Medusa", "Paladin with Sandman's Pouch", "Wraith"]
    spells = ["Web", "Sleep", "Turn to Stone", "Control Undead", "Control Animals", "Control Dragon", "Banish", "Charm"]
    position = {
        "madder": {"units": {"0304": [magus, *bands]}, "spells": spells},
        "woad": {"units": {"0304": [name, "Orcs", "Zombies"]}},
    }
    # Charm picks among those who can be charmed: Orcs and Zombies.
    game = table(position, [(1,)])
    for seat, text in [(MADDER, f"send {magus}"), (WOAD, f"send {name}"), (MADDER, "show"), (WOAD, "show Orcs")]:
        game.play(text, seat)
    offered = [str(choice) for choice in game.decision(MADDER).choices()]
    assert f"cast Web by {magus} on Woad Orcs" in offered
    assert "paralyze with Medusa on Woad Orcs" in offered
    assert "use Paladin with Sandman's Pouch on Woad Orcs" in offered
    assert not [text for text in offered if text.endswith(f"on Woad {name}") or text == f"control Woad {name}"]
    game.play(f"cast Charm by {magus}", MADDER)
    assert game.facts(SPECTATOR)["madder fights"] == "Zombies"


@pytest.mark.rule("archmagi/battle.4")
def test_banners_mark_a_battle_while_the_units_are_laid_out_beside_it():
    position = {
        "madder": {"units": {"0304": ["Orcs", "Trolls"], "0206": ["Wizard"]}},
        "woad": {"units": {"0304": ["Elves"], "0706": ["Warlock"]}},
    }
    game = table(position, [(2, 4), (0, 1)])

    def banners() -> set[str]:
        return {piece.id for piece in game.scene(SPECTATOR).pieces if piece.space == "0304"}

    assert banners() == {"banner-madder-0304", "banner-woad-0304"}
    for seat, text in [(MADDER, "send Orcs"), (WOAD, "send Elves"), (MADDER, "show"), (WOAD, "show")]:
        game.play(text, seat)
    duel = game.scene(SPECTATOR).duel
    assert duel is not None
    assert "Orcs" in str(duel)
    assert "Elves" in str(duel)
    assert banners() == {"banner-madder-0304", "banner-woad-0304"}
    for seat, text in [(MADDER, "ready"), (WOAD, "ready"), (MADDER, "call off")]:
        game.play(text, seat)
    assert game.scene(SPECTATOR).duel is None
    assert banners() == {"banner-madder-0304", "banner-woad-0304"}


ROWS = {1: "sea reef sea sea", 2: "sea hills castle sea", 3: "sea jungle plains sea", 4: "sea sea sea sea"}


@pytest.mark.rule("archmagi/trait/hex", "archmagi/trait/terrain")
def test_hexes_and_territories_make_the_same_map(tmp_path):
    lines = [f"01{row:02d} {words}" for row, words in ROWS.items()]
    file = tmp_path / "hexes.toml"
    file.write_text('title = "Isle"\nhexes = """\n' + "\n".join(lines) + '\n"""\n')
    drawn = ['title = "Isle"']
    for row, words in ROWS.items():
        for column, word in enumerate(words.split(), 1):
            x, y = column * 90, row * 104 + (52 if column % 2 == 0 else 0)
            corners = [(x - 60, y), (x - 30, y - 52), (x + 30, y - 52), (x + 60, y), (x + 30, y + 52), (x - 30, y + 52)]
            shape = ", ".join(f"[{a}, {b}]" for a, b in corners)
            drawn += ["[[territory]]", f'number = "{column:02d}{row:02d}"', f'terrain = "{word}"', f"shape = [{shape}]"]
    other = tmp_path / "territories.toml"
    other.write_text("\n".join(drawn) + "\n")
    one, two = land(read_map(file)), land(read_map(other))
    assert one.ids == two.ids
    assert one.terrain == two.terrain
    assert [sorted(near) for near in one.near] == [sorted(near) for near in two.near]
    assert one.coastal == two.coastal
    assert {one.ids[hex] for hex in range(len(one)) if one.coastal[hex]} == {"0202", "0203", "0302", "0303"}
