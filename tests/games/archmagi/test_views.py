"""Hidden information: positions that differ in what a viewer may not know tell him the same, to the byte."""

from __future__ import annotations

import random

import msgspec
import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.games.archmagi.rules import ARCHMAGI
from tanelorn.games.archmagi.state.content import KIND, SPELL
from tanelorn.games.archmagi.state.markers import Lasting

from .seeing import MADDER, OCHRE, WOAD, lines, played, position, same_for, told

SCOUTING = {"phase": "scout"}
HILLS = {"0304": "hills", "0505": "forest"}


@pytest.mark.rule("archmagi/view.2", "archmagi/recruit-units.12")
def test_neither_kind_nor_hex_of_a_deployment_is_seen():
    setting = position({"units": {"0304": ["Bard"], "0505": ["Bard"]}, "reserve": ["Orcs", "Elves"]}, {"units": {}})
    setting |= {"terrain": HILLS}
    one = played(setting, [(MADDER, "deploy Orcs in 0304")])
    other = played(setting, [(MADDER, "deploy Elves in 0505")])
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    assert told(one, MADDER) != told(other, MADDER)
    assert one.facts(WOAD)["madder reserve"] == "1 chit"
    assert "Madder deploys a unit." in lines(one, WOAD)


@pytest.mark.rule("archmagi/view.2", "archmagi/trait/site")
def test_a_site_is_seen_with_its_hex():
    setting = position({"units": {"0304": ["Bard"]}, "reserve": ["Hill Fort"]}, {"units": {}}, terrain=HILLS)
    game = played(setting, [(MADDER, "deploy Hill Fort in 0304")])
    for viewer in (WOAD, SPECTATOR):
        assert "Madder deploys Hill Fort in 0304." in lines(game, viewer)
        assert game.facts(viewer)["0304"] == "madder 1: Hill Fort, ?"


@pytest.mark.rule("archmagi/view.2", "archmagi/recruit-units.9")
def test_neither_what_is_given_up_nor_the_artifact_drawn_nor_its_bearer_is_seen():
    setting = position(
        {"units": {"0304": ["Paladin", "Barbarian"]}, "reserve": ["Goblins", "Bard", "Orcs", "Knights"]}, {"units": {}}
    )
    one = played(setting, [(0, "exchange Goblins and Bard"), (0, "give Rune Blade to Paladin in 0304")], [(2,)])
    other = played(setting, [(0, "exchange Orcs and Knights"), (0, "give Thunder Hammer to Barbarian in 0304")], [(4,)])
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    assert one.facts(WOAD)["madder reserve"] == "2 chits"
    assert one.facts(WOAD)["madder stored"] == "0 artifacts"


@pytest.mark.rule("archmagi/view.2", "archmagi/recruit-units.7")
def test_surplus_chits_go_back_unseen():
    reserve = ["Goblins", "Bard", "Orcs", "Knights", "Elves", "Yeomen"]
    setting = position({"units": {}, "reserve": reserve}, {"units": {}})
    one = played(setting, [(MADDER, "done"), (MADDER, "discard Goblins")])
    other = played(setting, [(MADDER, "done"), (MADDER, "discard Bard")])
    same_for([WOAD, OCHRE, SPECTATOR], one, other)


@pytest.mark.rule("archmagi/view.2", "archmagi/recruit-spells.2")
def test_surplus_spells_go_back_unseen():
    spells = ["Web", "Fog", "Scry", "Fear", "Hide", "Haste", "Sleep", "Growth"]
    setting = position({"units": {}, "spells": spells}, {"units": {}}, phase="recruit spells")
    one = played(setting, [(MADDER, "discard Web")])
    other = played(setting, [(MADDER, "discard Fog")])
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    assert one.facts(WOAD)["madder spells"] == "7 spells"


@pytest.mark.rule("archmagi/chits.7")
def test_hands_and_stores_are_known_by_their_sizes_only():
    one = position(
        {"units": {}, "reserve": ["Orcs", "Elves"], "stored": ["Rune Blade"], "spells": ["Web", "Fog"]}, {"units": {}}
    )
    other = position(
        {"units": {}, "reserve": ["Castle", "Bard"], "stored": ["Coral Helm"], "spells": ["Haste", "Scry"]},
        {"units": {}},
    )
    same_for([WOAD, OCHRE, SPECTATOR], played(one, []), played(other, []))
    facts = played(one, []).facts(WOAD)
    assert [facts[f"madder {what}"] for what in ("reserve", "stored", "spells")] == [
        "2 chits",
        "1 artifact",
        "2 spells",
    ]
    assert (facts["unit pile"], facts["spell pile"], facts["artifact pile"]) == (983, 93, 51)
    assert played(one, []).facts(MADDER)["madder reserve"] == "Elves, Orcs"


@pytest.mark.rule("archmagi/chits.7")
def test_the_spells_on_scrolls_are_hidden():
    setting = position({"units": {"0304": ["Magician"]}, "stored": ["Ancient Scrolls"]}, {"units": {}})
    give = [(MADDER, "give Ancient Scrolls to Magician in 0304")]
    one, other = played(setting, give, [(0, 1, 2)]), played(setting, give, [(3, 4, 5)])
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    assert told(one, MADDER) != told(other, MADDER)


@pytest.mark.rule("archmagi/stacks.4", "archmagi/recruit-units.12")
def test_a_banner_hides_who_and_how_many_are_under_it_and_what_they_bear():
    one = position({"units": {"0304": ["Orcs", "Elves", "Yeomen"], "0404": ["Paladin with Rune Blade"]}}, {"units": {}})
    other = position(
        {"units": {"0304": ["Hydra"], "0404": ["Barbarian", "Bard with Holy Mace", "Ents"]}}, {"units": {}}
    )
    one["phase"] = other["phase"] = "scout"
    same_for([WOAD, OCHRE, SPECTATOR], played(one, []), played(other, []))
    assert played(one, []).facts(WOAD)["0304"] == "madder 1: ?"


@pytest.mark.rule("archmagi/view.1")
def test_what_lies_open_is_the_same_for_all():
    setting = position(
        {"units": {"0304": ["Magician", "Orcs"]}, "spells": ["Sanctuary", "Fog"]},
        {"units": {"0605": ["Castle"]}},
        **SCOUTING,
    )
    game = played(
        setting, [(MADDER, "cast Fog by Magician in 0304 at 0404"), (MADDER, "cast Sanctuary by Magician in 0304")]
    )
    views = [game.view(viewer) for viewer in (MADDER, WOAD, OCHRE, SPECTATOR)]
    for field in ("shelters", "counts", "left", "borne"):
        assert len({str(getattr(view, field)) for view in views}) == 1, field
    for field in ("terrain", "banners", "spell_pile", "artifact_pile", "active", "phase", "round", "gone"):
        assert len({str(getattr(view.seen, field)) for view in views}) == 1, field
    for field in ("reserve", "stored", "spells"):
        assert len({str([len(held) for held in getattr(view.seen, field)]) for view in views}) == 1, field
    for viewer in (WOAD, OCHRE, SPECTATOR):
        facts = game.facts(viewer)
        assert facts["lasting"] == "Fog in 0404, 1 round; Sanctuary in 0304 on Madder, 1 round"
        assert str(facts["0605"]).startswith("woad 1: Castle")


@pytest.mark.rule("archmagi/view.3", "archmagi/scout.2")
def test_others_learn_who_looked_where_not_which_unit_nor_what_it_saw():
    def look(scout: str, seen: list[str]) -> Table:
        setting = position({"units": {"0304": ["Ranger", "Gnolls"]}}, {"units": {"0404": seen}}, **SCOUTING)
        return played(setting, [(MADDER, f"scout with {scout} in 0304 at Woad 0404")])

    one, other = look("Ranger", ["Orcs", "Shaman"]), look("Gnolls", ["Elves", "Yeomen"])
    same_for([OCHRE, SPECTATOR], one, other)
    same_for([WOAD], one, look("Gnolls", ["Orcs", "Shaman"]))
    for viewer in (WOAD, OCHRE):
        assert "Madder looks at Woad’s stack in 0404 from 0304." in lines(one, viewer)
    assert "Orcs" in lines(one, MADDER)


@pytest.mark.rule("archmagi/view.3", "archmagi/scout.8", "archmagi/scout.9")
def test_what_is_declared_and_stolen_the_two_players_know_alone():
    def rob(thief: str, artifact: str) -> Table:
        setting = position(
            {"units": {"0304": ["Sprites", "Halfling"]}}, {"units": {"0404": [f"Paladin with {artifact}"]}}, **SCOUTING
        )
        return played(
            setting, [(MADDER, f"steal with {thief} in 0304 from Woad 0404"), (MADDER, f"take {artifact}")], [(2,)]
        )

    one, other = rob("Sprites", "Holy Mace"), rob("Halfling", "Rune Blade")
    same_for([OCHRE, SPECTATOR], one, other)
    same_for([WOAD], one, rob("Halfling", "Holy Mace"))
    for viewer in (MADDER, WOAD):
        assert "Madder has stolen the Holy Mace." in lines(one, viewer)


@pytest.mark.rule("archmagi/view.3", "archmagi/scout.6", "archmagi/scout.10")
def test_a_thief_who_fails_stays_unknown_and_one_who_is_caught_is_seen():
    def rob(thief: str, guard: str, dice: list[tuple[int, ...]]) -> Table:
        setting = position(
            {"units": {"0304": ["Bandits", "Halfling"]}},
            {"units": {"0404": ["Paladin with Holy Mace", guard]}},
            **SCOUTING,
        )
        return played(
            setting, [(MADDER, f"steal with {thief} in 0304 from Woad 0404"), (MADDER, "take Holy Mace")], dice
        )

    failed = [(3,), (6,)]
    same_for([WOAD], rob("Bandits", "Swordsmen", failed), rob("Halfling", "Swordsmen", failed))
    same_for([MADDER, OCHRE, SPECTATOR], rob("Bandits", "Swordsmen", failed), rob("Bandits", "City Guard", failed))
    caught = rob("Bandits", "Swordsmen", [(2,)])
    for viewer in (WOAD, OCHRE, SPECTATOR):
        assert "Madder: Bandits is caught stealing." in lines(caught, viewer)
        assert "Guards watch the stack." in lines(caught, viewer)
    for viewer in (MADDER, OCHRE, SPECTATOR):
        assert "Swordsmen" not in lines(caught, viewer)


@pytest.mark.rule("archmagi/view.3")
def test_who_tried_to_steal_is_not_told_when_it_is_revealed_later():
    def rob(thief: str) -> Table:
        setting = position(
            {"units": {"0304": ["Orcs", "Bandits", "Halfling"]}},
            {"units": {"0304": ["Paladin with Holy Mace"]}},
            **SCOUTING,
        )
        theft = [(MADDER, f"steal with {thief} in 0304 from Woad 0304"), (MADDER, "take Holy Mace")]
        fight = [(MADDER, "done"), (MADDER, "done"), (MADDER, "send Orcs"), (WOAD, "send Paladin")]
        return played(setting, [*theft, *fight, (MADDER, "show Bandits and Halfling")], [(6,)])

    one, other = rob("Bandits"), rob("Halfling")
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    one.play("show", WOAD)
    other.play("show", WOAD)
    same_for([WOAD, OCHRE, SPECTATOR], one, other)
    assert one.facts(WOAD)["madder shown"] == "Orcs, Bandits, Halfling"


@pytest.mark.rule("archmagi/view.3")
def test_what_was_seen_is_kept_as_it_was_seen():
    setting = position({"units": {"0304": ["Ranger"]}}, {"units": {"0404": ["Orcs", "Elves"]}}, **SCOUTING)
    setting["active"] = "madder"
    choices = [(MADDER, "scout with Ranger in 0304 at Woad 0404"), (MADDER, "done"), (MADDER, "done")]
    turn = [(WOAD, "done"), (WOAD, "done"), (WOAD, "done"), (WOAD, "move Elves in 0404 to 0504")]
    draws = [(0, 1), (0, 1, 2), (0, 1, 2), (0, 1, 2)]
    game = played(setting, [*choices, *turn], draws)
    assert game.facts(MADDER)["seen 0404 woad"] == "Elves, Orcs in round 1"
    assert game.facts(MADDER)["0404"] == "woad 1: ?"
    assert game.facts(REFEREE)["0404"] == "woad 1: Orcs"


@pytest.mark.rule("archmagi/move.16", "archmagi/stacks.4")
def test_the_path_of_a_banner_is_seen_not_who_goes_or_stays():
    strip = "Strip|0101|~~~~~~~~~*/~AAAAAAA~~/~~~~~~~~~~|||"

    def march(who: str) -> Table:
        madder = {"units": {"0202": ["Necromancer", "Knights", "Boarboyz", "Orcs"]}}
        woad, ochre = {"units": {"0802": ["Warlock"]}}, {"units": {"0702": ["Sorcerer"]}}
        setting = {"players": 3, "asked": "nothing", "map": strip, "phase": "move"}
        setting |= {"madder": madder, "woad": woad, "ochre": ochre}
        return played(setting, [(MADDER, f"move {who} in 0202 to 0402")])

    one = march("Knights")
    same_for([WOAD, OCHRE, SPECTATOR], one, march("Boarboyz"))
    assert "Madder moves from 0202 to 0402 by 0302." in lines(one, WOAD)


@pytest.mark.rule("archmagi/view.4")
def test_casting_outside_battle_shows_the_banner_and_the_target_not_the_caster():
    def cast(caster: str) -> Table:
        setting = position(
            {"units": {"0304": ["Magician", "Elves", "Orcs"]}, "spells": ["Plague"]},
            {"units": {"0404": ["Hydra"]}},
            **SCOUTING,
        )
        return played(
            setting,
            [(MADDER, f"cast Plague by {caster} in 0304 at Woad 0404")],
            [(1, 6), (0,)],
        )

    one, other = cast("Magician"), cast("Elves")
    for viewer in (WOAD, OCHRE, SPECTATOR):
        assert told(one, viewer) == told(other, viewer)
        assert "Madder casts Plague at Woad in 0404, by a mage in 0304." in lines(one, viewer)
        assert "Magician" not in lines(one, viewer)


@pytest.mark.rule("archmagi/view.4")
def test_the_form_of_a_familiar_is_public():
    setting = position({"units": {}, "spells": ["Familiar"]}, {"units": {}})
    game = played(setting, [(MADDER, "cast Familiar by Necromancer in 0202 as demon swimmer")])
    for viewer in (WOAD, SPECTATOR):
        assert "(demon, swimmer)" in lines(game, viewer)


@pytest.mark.rule("archmagi/view.5")
def test_the_dice_of_a_mass_attack_do_not_betray_the_survivors():
    """The spell, 7, throws 1 against the first unit, which throws 6, and 6 against Elves, 4, which throw 1."""

    def strike(survivor: str, order: tuple[int, ...]) -> Table:
        setting = position(
            {"units": {"0304": ["Magician"]}, "spells": ["Meteor Shower"]},
            {"units": {"0404": [survivor, "Elves"]}},
            **SCOUTING,
        )
        game = played(setting, [(MADDER, "cast Meteor Shower by Magician in 0304 at Woad 0404")], [(1, 6, 6, 1), order])
        game.play("let it die", WOAD)
        return game

    one, other = strike("Orcs", (0, 1)), strike("Ogres", (0, 1))
    same_for([MADDER, OCHRE, SPECTATOR], one, other)
    for viewer in (MADDER, OCHRE, SPECTATOR):
        text = lines(one, viewer)
        assert "Woad: Elves is destroyed." in text
        assert "Orcs" not in text
        assert "12" not in text
        assert [event.dice for event in one.events(viewer) if len(event.dice) == 4] == [(1, 6, 6, 1)]
    assert "Orcs: the spell 8, the unit 12." in lines(one, WOAD)
    mixed = strike("Orcs", (1, 0))
    assert [event.dice for event in mixed.events(OCHRE) if len(event.dice) == 4] == [(6, 1, 1, 6)]
    assert "Woad: Elves is destroyed." in lines(mixed, OCHRE)


@pytest.mark.rule("archmagi/view.5", "archmagi/response.6")
def test_the_window_on_these_dice_does_not_tell_whose_they_are():
    """Both throws show 6, 1, 1, 6: once the pairs have been mixed, once they lie as they fell."""

    def strike(dice: tuple[int, ...], order: tuple[int, ...]) -> Table:
        setting = position(
            {"units": {"0304": ["Magician"]}, "spells": ["Meteor Shower", "Probability Shift"]},
            {"units": {"0404": ["Orcs", "Elves"]}},
            **SCOUTING,
        )
        setting["madder"]["asked"] = "spells and dice"
        return played(setting, [(MADDER, "cast Meteor Shower by Magician in 0304 at Woad 0404")], [dice, order, (3,)])

    one, other = strike((1, 6, 6, 1), (1, 0)), strike((6, 1, 1, 6), (0, 1))
    same_for([MADDER, OCHRE, SPECTATOR], one, other)
    assert one.asked() == (MADDER,)
    for game in (one, other):
        game.play("shift Probability Shift by Magician in 0304 for die 2 (1)", MADDER)
        again = [event.dice for event in game.events(SPECTATOR) if event.dice]
        assert again == [(6, 1, 1, 6), (3,)]
        assert "6, 3, 1, 6" in game.decision(MADDER).choices().prompt


# What lives on is named in the chronicle to those alone who know it

STRUCK = [(MADDER, "cast Meteor Shower by Magician in 0304 at Woad 0404")]


def struck(units: list[str], **more: object) -> dict[str, object]:
    """Madder's Magician casts a mass attack at a hidden stack of the second player."""
    madder = {"units": {"0304": ["Magician"]}, "spells": ["Meteor Shower"]}
    return position(madder, {"units": {"0404": units}, **more}, **SCOUTING)


@pytest.mark.rule("archmagi/view.3", "archmagi/spell-rule.12")
def test_a_hidden_unit_that_regenerates_is_not_named():
    choices = [*STRUCK, (WOAD, "regenerate")]
    one, other = (played(struck([kind, "Orcs"]), choices, [(6, 1, 1, 6), (0, 1)]) for kind in ("Trolls", "Werewolves"))
    same_for([MADDER, OCHRE, SPECTATOR], one, other)
    assert "Trolls regenerates." in lines(one, WOAD)
    assert "Woad: a unit survives." in lines(one, OCHRE)


@pytest.mark.rule("archmagi/view.3", "archmagi/archmagus/priestess/resurrection")
def test_neither_the_priestess_nor_whom_she_saves_is_named():
    setting = struck(["Priestess", "Orcs", "Trolls"])
    setting["woad"]["units"].pop("0707")  # type: ignore[index]
    dice = [(1, 6, 6, 1, 1, 6), (0, 1, 2)]
    saved = played(setting, [*STRUCK, (WOAD, "resurrection")], dice)
    dice = [(1, 6, 1, 6, 6, 1), (0, 2, 1)]
    regenerated = played(setting, [*STRUCK, (WOAD, "regenerate")], dice)
    assert "Priestess saves Orcs." in lines(saved, WOAD)
    for viewer in (MADDER, OCHRE, SPECTATOR):
        assert saved.events(viewer)[-1] == regenerated.events(viewer)[-1]
        assert not {"Priestess", "Orcs", "Trolls"} & set(lines(saved, viewer).replace(".", " ").split())


@pytest.mark.rule("archmagi/view.3", "archmagi/spell-rule.20")
def test_what_a_lot_picks_among_hidden_units_is_named_to_its_owner_alone():
    games = []
    for kind in ("Trolls", "Werewolves"):
        setting = struck([kind, "Orcs"])
        setting["madder"]["spells"] = ["Lightning Strike"]  # type: ignore[index]
        cast = (MADDER, "cast Lightning Strike by Magician in 0304 at Woad 0404")
        games.append(played(setting, [cast, (WOAD, "regenerate")], [(0,), (6, 1), (0,)]))
    same_for([MADDER, OCHRE, SPECTATOR], *games)
    assert "It strikes Trolls." in lines(games[0], WOAD)
    assert "It strikes a unit." in lines(games[0], OCHRE)


@pytest.mark.rule("archmagi/view.3", "archmagi/artifact-rule.14")
def test_who_bears_an_amulet_that_protects_is_not_named():
    games = []
    for kind in ("Bard", "Barbarian"):
        setting = struck([f"{kind} with Amulet of Spellturning", "Crypt"])
        setting["woad"]["asked"] = "spells"  # type: ignore[index]
        choices = [*STRUCK, (WOAD, "pass"), (WOAD, f"protect {kind} in 0404")]
        games.append(played(setting, choices, [(3,)]))
    same_for([MADDER, OCHRE, SPECTATOR], *games)
    assert "Woad reveals the Amulet of Spellturning." in lines(games[0], OCHRE)
    assert "Woad reveals the Amulet of Spellturning of Bard." in lines(games[0], WOAD)


@pytest.mark.rule("archmagi/view.3", "archmagi/spell-rule.11")
def test_an_artifact_revealed_against_a_mass_attack_does_not_name_its_bearer():
    games = []
    for kind in ("Barbarian", "Warrior"):
        setting = struck([f"{kind} with Rune Blade", "Orcs"])
        setting["woad"]["asked"] = "spells"  # type: ignore[index]
        choices = [*STRUCK, (WOAD, "pass"), (WOAD, "let it come"), (WOAD, f"brace {kind} in 0404 with Rune Blade")]
        games.append(played(setting, choices))
    same_for([MADDER, OCHRE, SPECTATOR], *games)
    assert "Woad reveals the Rune Blade." in lines(games[0], OCHRE)
    assert "Woad reveals the Rune Blade of Barbarian." in lines(games[0], WOAD)


@pytest.mark.rule("archmagi/view.3", "archmagi/spell/steal")
def test_an_artifact_taken_by_a_spell_is_known_to_both_players_concerned_only():
    games = []
    for item in ("Rune Blade", "Thunder Hammer"):
        madder = {"units": {"0304": ["Magician"]}, "spells": ["Steal"]}
        setting = position(madder, {"units": {"0404": [f"Barbarian with {item}"]}}, **SCOUTING)
        choices = [
            (MADDER, "cast Steal by Magician in 0304 at Woad 0404"),
            (MADDER, f"seize {item} for Magician in 0304"),
        ]
        games.append(played(setting, choices))
    same_for([OCHRE, SPECTATOR], *games)
    assert "Madder seizes the Rune Blade." in lines(games[0], WOAD)
    assert "Magician gets the Rune Blade." in lines(games[0], MADDER)
    assert "Magician gets" not in lines(games[0], WOAD)


@pytest.mark.long
@pytest.mark.rule("archmagi/view.6", "archmagi/artifact-rule.11")
def test_a_potion_used_up_is_never_imagined_on_its_bearer_again():
    borne = "Barbarian with Rune Blade and Thunder Hammer and Coral Helm and Holy Mace"
    madder = {"units": {"0304": ["Bard with Potion of Giant Strength", "Orcs"], "0503": [borne]}}
    setting = position(madder, {"units": {"0304": ["Hydra"]}}, phase="battle")
    choices = [
        (MADDER, "send Bard"),
        (WOAD, "send Hydra"),
        (MADDER, "show Bard with Potion of Giant Strength"),
        (WOAD, "show"),
        (MADDER, "ready"),
        (WOAD, "ready"),
    ]
    game = played(setting, choices, [(1, 1)])
    view = game.view(WOAD)
    for seed in range(200):
        drawn = Table.from_view(game.game, view, random.Random(seed))
        assert msgspec.json.encode(drawn.view(WOAD), enc_hook=str) == msgspec.json.encode(view, enc_hook=str)
        assert drawn.asked() == game.asked()


@pytest.mark.rule("archmagi/view.6", "archmagi/battle.35")
def test_who_was_revealed_in_a_battle_is_hidden_again_after_it_in_what_is_imagined_too():
    setting = position({"units": {"0304": ["Orcs"]}}, {"units": {"0304": ["Orcs", "Elves"]}}, phase="battle")
    choices = [(MADDER, "send Orcs"), (WOAD, "send Orcs"), (MADDER, "show"), (WOAD, "show")]
    game = played(setting, choices, [(1, 1), (0, 1)])
    assert "Orcs, ?" in game.facts(MADDER)["0304"]
    imagined = game.game.resample(game.view(MADDER), random.Random(1))
    drawn = Table.at(game.game, imagined, chance=Scripted([(1, 1), (0, 1)]))
    for one in (game, drawn):
        one.play("ready", MADDER)
        one.play("ready", WOAD)
        one.play("call off", MADDER)
        assert one.facts(MADDER)["0304"] == "madder 1: Orcs; woad 1: ?"


@pytest.mark.rule("archmagi/chits.7", "archmagi/recruit-units.12")
def test_the_number_of_a_new_unit_does_not_tell_which_of_two_hidden_ones_has_died():
    """Woad's two Orcs were deployed one after the other; where one of them died, Madder's next unit looks the same."""
    setting = position({"units": {"0304": ["Bard"]}}, {"units": {"0505": ["Orcs", "Orcs"]}})
    views = []
    for died in (0, 1):
        after = ARCHMAGI.position_from(setting)
        after.remove(list(after.units_of(WOAD))[died])
        after.add(KIND["orcs"], MADDER, after.hexes[next(after.units_of(MADDER))])
        views.append(msgspec.json.encode(ARCHMAGI.view(after, MADDER), enc_hook=str))
    assert views[0] == views[1]


@pytest.mark.rule("archmagi/control.1", "archmagi/chits.7")
@pytest.mark.parametrize("then", [[], [(WOAD, "ready"), (MADDER, "ready"), (MADDER, "call off")]], ids=["now", "after"])
def test_the_number_of_a_unit_taken_over_does_not_tell_when_it_was_deployed(then: list[tuple[int, str]]):
    """Woad's Dire Wolves, deployed before the Hydra or after it, change sides: neither their new owner nor anybody else
    can tell which it was.
    """
    madder = {"units": {"0304": ["Magician", "Orcs"]}, "spells": ["Control Animals"]}
    games = []
    for deployed in (["Dire Wolves", "Hydra", "Yeti"], ["Hydra", "Yeti", "Dire Wolves"]):
        setting = position(madder, {"units": {"0304": deployed}}, phase="battle")
        sends = [(MADDER, "send Orcs"), (WOAD, "send Dire Wolves"), (MADDER, "show Magician"), (WOAD, "show")]
        cast = [(MADDER, "cast Control Animals by Magician on Woad Dire Wolves"), (WOAD, "send Yeti")]
        games.append(played(setting, [*sends, *cast, *then], [(1, 1), (0, 1)]))
        assert "Dire Wolves" in games[-1].facts(MADDER)["0304"].partition(";")[0]
    same_for([MADDER, OCHRE, SPECTATOR], *games)


@pytest.mark.rule("archmagi/scout.2", "archmagi/chits.7")
@pytest.mark.parametrize("laid", ["none", "on one", "on both", "aboard"])
def test_two_of_a_kind_that_are_seen_go_by_what_is_seen_of_them_not_by_their_numbers(laid: str):
    """Of Woad's two Orcs, both seen by Madder's scouts, the first one deployed, or the second, bears what is laid."""
    setting = position({"units": {"0304": ["Bard"]}}, {"units": {"0505": ["Orcs", "Orcs", "Knights"]}})
    views = []
    for turned in (False, True):
        after = ARCHMAGI.position_from(setting)
        orcs = [unit for unit in after.units_of(WOAD) if after.kinds[unit] == KIND["orcs"]]
        knights = next(unit for unit in after.units_of(WOAD) if after.kinds[unit] == KIND["knights"])
        assert len(orcs) == 2
        if turned:
            orcs.reverse()
        after.glimpses = dict.fromkeys((*orcs, knights), 1 << MADDER)
        if laid.startswith("on"):
            marked = orcs if laid == "on both" else orcs[:1]
            after.lasting = [Lasting(SPELL["curse"], 0, unit=unit, left=1, clock=WOAD) for unit in marked]
        if laid == "aboard":
            after.carriers[orcs[0]] = knights
        views.append(msgspec.json.encode(ARCHMAGI.view(after, MADDER), enc_hook=str))
    assert views[0] == views[1]


# Worlds that fit a view can be played on


@pytest.mark.rule("archmagi/spell-rule.12", "archmagi/trait/ship.2")
def test_who_sinks_with_a_ship_dies_once_in_every_world():
    setting = position(
        {"units": {}, "spells": ["Meteor Shower"]},
        {"units": {"0102": ["War Barge", "Kraken", "Orcs aboard War Barge"]}},
        **SCOUTING,
    )
    cast = (MADDER, "cast Meteor Shower by Necromancer in 0202 at Woad 0102")
    game = played(setting, [cast, (WOAD, "let it die")], [(6, 1, 6, 1, 6, 1), (0, 1, 2)])
    for seed in range(9):
        world = Table.from_view(ARCHMAGI, game.view(MADDER), random.Random(seed))
        world.play("let it die", WOAD)
        assert world.asked() == (MADDER,)


@pytest.mark.rule("archmagi/battle.6", "archmagi/paralyze.1")
def test_who_is_asked_for_a_combatant_can_send_one_in_every_world():
    setting = position(
        {"units": {"0304": ["Ghouls", "Hydra"]}},
        {"units": {"0304": ["Elves", "Orcs"], **{hex: ["Orcs", "Elves"] for hex in ("0404", "0505", "0606")}}},
        phase="battle",
    )
    opening = [(MADDER, "send Hydra"), (WOAD, "send Elves"), (MADDER, "show"), (WOAD, "show")]
    game = played(setting, [*opening, (MADDER, "paralyze with Ghouls on Woad Elves")])
    for seed in range(9):
        world = Table.from_view(ARCHMAGI, game.view(MADDER), random.Random(seed))
        assert any(str(choice).startswith("send ") for choice in world.decision(WOAD).choices())
