"""What is in the box, against the rulebook's lists; and data files that are wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tanelorn.core.errors import BadData
from tanelorn.games.archmagi.battle.control import CONTROLS
from tanelorn.games.archmagi.casting.aims import AIMS
from tanelorn.games.archmagi.map.terrain import slug_of
from tanelorn.games.archmagi.recruit.units import CALLS
from tanelorn.games.archmagi.rules import ARCHMAGI as GAME
from tanelorn.games.archmagi.spells.resolving import EFFECTS
from tanelorn.games.archmagi.state.content import (
    ARCHMAGI,
    ARTIFACTS,
    BIT,
    CHITS,
    KIND,
    KINDS,
    SPELL,
    SPELLS,
    UNITS,
    read_archmagi,
    read_artifacts,
    read_spells,
    read_units,
)
from tanelorn.games.archmagi.state.reading import WORDS

# By terrain: kinds, chits, and the sum of the printed numbers of its kinds, as the lists of the rulebook have them.
TERRAINS = {
    "mountain": (7, 55, 42),
    "forest": (6, 50, 30),
    "swamp": (5, 45, 29),
    "sylvan": (7, 35, 17),
    "desert": (6, 40, 31),
    "jungle": (6, 45, 24),
    "hills": (8, 60, 38),
    "caves": (7, 55, 39),
    "castle": (6, 60, 27),
    "ruins": (7, 60, 35),
    "plains": (6, 40, 28),
    "waste": (6, 40, 34),
    "tors": (5, 25, 31),
    "tundra": (5, 35, 29),
    "taiga": (6, 45, 28),
    "volcano": (7, 40, 57),
    "city": (7, 60, 28),
    "heath": (5, 50, 17),
    "workshop": (6, 45, 38),
    "reef": (4, 30, 15),
    "abyss": (4, 20, 33),
    "coastal": (6, 50, 15),
}
# How many units of the list print a descriptor.
PRINTED = {
    "hero": 24,
    "site": 10,
    "guard": 17,
    "regenerate": 11,
    "spellcaster": 12,
    "general": 7,
    "scout": 11,
    "skirmish": 12,
    "vanish": 8,
    "steal": 5,
    "martyr": 3,
    "fey": 8,
    "undead": 6,
    "demon": 4,
    "construct": 5,
    "giant": 10,
    "dragon": 6,
    "humanoid": 10,
    "animal": 12,
    "monster": 18,
    "ship": 7,
    "swarm": 7,
    "evil": 15,
    "cavalry": 9,
    "archer": 23,
}
PHASES = {"battle": 51, "scout": 28, "recruit": 9, "move": 1, "any": 6}


def kind(slug: str):
    return KINDS[KIND[slug]]


@pytest.mark.rule("archmagi/chits.1", "archmagi/chits.3")
def test_the_box_holds_what_the_lists_say():
    assert (UNITS, sum(CHITS)) == (132, 985)
    assert (len(ARTIFACTS), len(SPELLS), len(ARCHMAGI)) == (52, 95, 11)
    assert (kind("dwarves").chits, kind("dwarf-lord").chits, kind("peasant-rabble").chits) == (10, 5, 20)
    assert len({spell.name for spell in SPELLS}) == 95
    assert len({artifact.name for artifact in ARTIFACTS}) == 52


@pytest.mark.rule("archmagi/recruit-units.2", "archmagi/terrain.1")
def test_units_by_terrain():
    found: dict[str, list[int]] = {}
    for unit in KINDS[:UNITS]:
        row = found.setdefault(slug_of(unit.home), [0, 0, 0])
        for at, value in enumerate((1, unit.chits, unit.brm)):
            row[at] += value
    assert {slug: tuple(row) for slug, row in found.items()} == TERRAINS


def test_descriptors_as_printed():
    counted = Counter(word.split()[0] for unit in KINDS[:UNITS] for word in unit.words)
    assert {word: counted[word] for word in PRINTED} == PRINTED


@pytest.mark.rule("archmagi/trait/paralyze", "archmagi/unit/sphinx", "archmagi/unit/caves")
def test_numbers_of_odd_rows():
    assert [unit.slug for unit in KINDS[:UNITS] if unit.extra_die] == ["sphinx"]
    assert kind("medusa").bundle.number("paralyze") == 99  # to the end of the battle
    assert kind("ghouls").bundle.number("paralyze") == 1
    assert kind("caves").bundle.number("maze") == 3
    assert kind("giant-sea-turtle").bundle.number("transport") == 3
    assert [slay.value for slay in kind("nymphs").bundle.slays] == [8]
    assert kind("nymphs").bundle.slays[0].hits(kind("paladin").mask)
    assert not kind("nymphs").bundle.slays[0].hits(kind("succubus").mask)
    assert {unit.slug: unit.bundle.number("cannibal") for unit in KINDS[:UNITS] if unit.mask & BIT["cannibal"]} == {
        "trolls": 4,
        "ogres": 6,
        "mind-flayer": 5,
        "ghouls": 4,
    }


@pytest.mark.rule("archmagi/term.5")
def test_what_is_not_stated():
    assert all(unit.mask & BIT["living"] or unit.mask & BIT["nonliving"] for unit in KINDS)
    assert not any(unit.mask & BIT["living"] and unit.mask & BIT["nonliving"] for unit in KINDS)
    assert not any(unit.mask & BIT["male"] and unit.mask & BIT["female"] for unit in KINDS)
    assert not any(unit.mask & BIT["slow"] and unit.mask & (BIT["swift"] | BIT["very-swift"]) for unit in KINDS)


@pytest.mark.rule("archmagi/archmagus/enchantress/vanish", "archmagi/archmagus/wizard/knowledge")
def test_archmagi():
    magi = {KINDS[number].slug: KINDS[number] for number in ARCHMAGI}
    assert {slug: row.brm for slug, row in magi.items()} == dict.fromkeys(magi, 6) | {"enchantress": 5}
    assert all(row.mask & BIT["hero"] and row.mask & BIT["mage"] for row in magi.values())
    assert magi["enchantress"].mask & BIT["vanish"]
    assert (magi["wizard"].draw_spells, magi["wizard"].spell_reserve) == (4, 9)
    assert magi["mentalist"].unit_reserve == 8
    assert {slug for slug, row in magi.items() if row.mask & BIT["priest"]} == {"priestess", "druid"}
    assert {slug for slug, row in magi.items() if row.mask & BIT["female"]} == {"enchantress", "priestess"}


def test_spells_by_phase():
    assert Counter(spell.phase for spell in SPELLS) == PHASES
    assert {spell.slug for spell in SPELLS if spell.phase == "any"} == {
        "counterspell",
        "probability-shift",
        "neutralize-poison",
        "spell-turn",
        "spell-steal",
        "farcast",
    }
    assert [spell.slug for spell in SPELLS if spell.phase == "move"] == ["teleport"]


@pytest.mark.rule("archmagi/spell-rule.4", "archmagi/spell-rule.17")
def test_numbers_of_spells():
    attacks = {spell.slug: spell.brm for spell in SPELLS if spell.effect == "attack"}
    assert attacks == {
        "fireball": 6,
        "lightning-bolt": 7,
        "cold-blast": 4,
        "water-torrent": 2,
        "disintegrate": 7,
        "mind-blast": 5,
    }
    masses = {spell.slug: spell.brm for spell in SPELLS if spell.effect in ("mass-attack", "inferno")}
    assert masses == {
        "hurricane": 3,
        "tidal-wave": 5,
        "plague": 3,
        "pestilence": 2,
        "earthquake": 3,
        "inferno": 7,
        "lightning-strike": 7,
        "cyclone": 5,
        "whirlpool": 5,
        "blizzard": 2,
        "meteor-shower": 7,
        "poisonous-mists": 4,
    }
    ours = {spell.slug for spell in SPELLS if spell.row.brm_source == "reconstructed"}
    assert ours == {"lightning-strike", "cyclone", "familiar"}
    assert {slug: [slay.value for slay in SPELLS[SPELL[slug]].slays] for slug in ("fireball", "cold-blast")} == {
        "fireball": [5],
        "cold-blast": [7],
    }


def test_words_are_those_that_the_engine_knows():
    assert set(WORDS.effect) == set(EFFECTS)
    assert set(WORDS.aim) == set(AIMS)
    assert set(WORDS.power) == {power for number in ARCHMAGI for power in KINDS[number].powers}
    assert {*CONTROLS, *CALLS} <= set(WORDS.power)


def test_all_have_a_clause_in_the_book():
    clauses = {clause.id for clause in GAME.rulebook}
    for folder, slugs in {
        "spell": [spell.slug for spell in SPELLS],
        "artifact": [artifact.slug for artifact in ARTIFACTS],
        "archmagus": [KINDS[number].slug for number in ARCHMAGI],
    }.items():
        assert [slug for slug in slugs if f"archmagi/{folder}/{slug}" not in clauses] == []
    # Only units with a rule of their own have a clause; each such clause is about a unit of the list.
    units = {clause.removeprefix("archmagi/unit/") for clause in clauses if clause.startswith("archmagi/unit/")}
    assert {slug.split("/")[0] for slug in units} <= {unit.slug for unit in KINDS[:UNITS]}
    assert {"sphinx", "caves", "brain-coral", "witch-hunter"} <= units


# Files that are wrong

UNIT = """
[[unit]]
slug = "ducks"
name = "Ducks"
chits = 5
home = "swamp"
home_source = "text"
brm = 2
traits = ["animal", "flying"]
"""
MAGUS = """
[[archmagus]]
slug = "jester"
name = "Jester"
brm = 6
traits = ["hero", "archmagus"]
powers = ["charm"]
"""
ARTIFACT = """
[[artifact]]
slug = "spoon"
name = "Spoon"
user = ["hero+mage"]
says = "It stirs."
slay = ["giant 4"]
"""
SPELL_ROW = """
[[spell]]
slug = "hiccup"
name = "Hiccup"
phase = "battle"
effect = "unit"
aim = "foe unit"
lasts = "roll"
says = "A unit hiccups."
"""
READERS = {"units": (read_units, UNIT), "archmagi": (read_archmagi, MAGUS)}
READERS |= {"artifacts": (read_artifacts, ARTIFACT), "spells": (read_spells, SPELL_ROW)}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", READERS)
def test_good_files_are_read(tmp_path, name):
    read, text = READERS[name]
    (row,) = read(written(tmp_path, name, text))
    assert row.slug in text


@pytest.mark.parametrize(
    ("name", "old", "new", "why", "remedy"),
    [
        ("units", '"animal"', '"aminal"', "units.toml, ducks: there is no trait “aminal”", "animal"),
        ("units", '"flying"', '"archer"', "units.toml, ducks: “archer” lacks its number", "Write “archer NUMBER”."),
        ("units", '"flying"', '"flying 3"', "ducks: “flying 3” is no trait with its number", "Write “flying”."),
        ("units", '"flying"', '"slay 3"', "ducks: “slay 3” lacks its number", "Write “slay TYPE NUMBER”."),
        ("units", '"flying"', '"slay gaint 3"', "units.toml, ducks: there is no trait “gaint”", "giant"),
        ("units", '"swamp"', '"swmp"', "units.toml, ducks: there is no terrain “swmp”", "swamp"),
        ("units", "chits = 5", "chits = 0", "units.toml, ducks: 0 chits are none", "from 1"),
        ("units", "brm = 2\n", "", "units.toml, ducks: brm is missing", "slug, name, chits, home, home_source, brm"),
        ("units", "brm = 2", 'brm = "two"', "units.toml, ducks: brm is wrong", "Compare the other entries"),
        ("units", "brm = 2", "brm = 2\nbrn = 3", "units.toml, ducks: there is no field “brn”", "brm"),
        ("units", '"text"', '"hearsay"', "ducks: home_source cannot be “hearsay”", "“text”, “reconstructed”"),
        ("units", 'slug = "ducks"\n', "", "units.toml, entry 1: slug is missing", "slug"),
        ("units", "[[unit]]", "[[beast]]", "units.toml has “beast”", "[[unit]]"),
        ("units", UNIT, "", "units.toml has no entries [[unit]]", "[[unit]]"),
        ("units", "brm = 2", "brm = ", "units.toml is wrong", "Correct that"),
        ("archmagi", '"charm"', '"charms"', "archmagi.toml, jester: powers cannot be “charms”", "“charm”, “call-fey”"),
        ("archmagi", '"hero"', '"heroo"', "archmagi.toml, jester: there is no trait “heroo”", "hero"),
        ("archmagi", "powers", "power", "archmagi.toml, jester: there is no field “power”", "powers"),
        ("artifacts", "hero+mage", "hero+wage", "artifacts.toml, spoon: there is no trait “wage”", "mage"),
        ("artifacts", "giant 4", "giant", "artifacts.toml, spoon: “slay giant” lacks its number", "TYPE NUMBER"),
        ("artifacts", "slay", 'stack = "undead"\nslay', "spoon: stack “undead” lacks its number", "TRAIT NUMBER"),
        ("artifacts", "slay", 'stack = "undaed 1"\nslay', "spoon: there is no trait “undaed”", "undead"),
        ("artifacts", "slay", 'negates = "wind"\nslay', "spoon: negates cannot be “wind”", "“archer”, “fire”"),
        ("artifacts", "slay", 'gives = "wings"\nslay', "spoon: there is no trait “wings”", "flying"),
        ("artifacts", "slay", 'either = ["vanish", "fly"]\nslay', "spoon: there is no trait “fly”", "flying"),
        ("artifacts", 'says = "It stirs."\n', "", "artifacts.toml, spoon: says is missing", "slug, name, user, says"),
        ("spells", '"unit"', '"unti"', "spells.toml, hiccup: effect cannot be “unti”", "“attack”, “mass-attack”"),
        ("spells", '"foe unit"', '"foe"', "spells.toml, hiccup: aim cannot be “foe”", "“own unit”, “foe unit”"),
        ("spells", '"battle"', '"dinner"', "spells.toml, hiccup: phase cannot be “dinner”", "“recruit”, “scout”"),
        ("spells", '"roll"', '"year"', "spells.toml, hiccup: lasts cannot be “year”", "“roll”, “battle”"),
        ("spells", "says", 'paralyze = "d8"\nsays', "spells.toml, hiccup: paralyze cannot be “d8”", "“d6”"),
        ("spells", "says", 'affects = "tall"\nsays', "hiccup: affects cannot be “tall”", "“nonflying”"),
        ("spells", "says", 'of = "tall"\nsays', "spells.toml, hiccup: there is no trait “tall”", "halfling"),
        ("spells", "says", 'grants = ["ambush"]\nsays', "spells.toml, hiccup: “ambush” lacks its number", "NUMBER"),
        ("spells", 'effect = "unit"\n', "", "spells.toml, hiccup: effect is missing", "phase, effect, says"),
    ],
)
def test_bad_files_say_what_is_wrong_and_what_is_allowed(tmp_path, name, old, new, why, remedy):
    read, text = READERS[name]
    assert old in text
    with pytest.raises(BadData) as caught:
        read(written(tmp_path, name, text.replace(old, new)))
    assert why in caught.value.why
    assert remedy in caught.value.remedy


@pytest.mark.parametrize("name", READERS)
def test_no_two_entries_have_one_name(tmp_path, name):
    read, text = READERS[name]
    slug = text.split('slug = "')[1].split('"')[0]
    for again in (text, text.replace(f'slug = "{slug}"', 'slug = "another"')):
        with pytest.raises(BadData, match=rf"{name}\.toml has “.*” twice") as caught:
            read(written(tmp_path, name, text + again))
        assert "name of its own" in caught.value.remedy


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadData, match="cannot be read"):
        read_units(tmp_path / "none.toml")
