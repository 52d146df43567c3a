"""Answers to spells and dice: nobody learns from the procedure who could have answered; who is away passes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.errors import NotAsked
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.archmagi.rules import ARCHMAGI

MADDER, WOAD, OCHRE = range(3)
Play = tuple[int, str]


def table(position: dict[str, Any], chance: list[tuple[int, ...]]) -> Table:
    return Table.at(ARCHMAGI, ARCHMAGI.position_from(position), chance=Scripted(chance))


def told(game: Table, viewer: int) -> tuple[bytes, list[str], dict[str, Any]]:
    """All that a viewer is told: the view, the chronicle, whose turn it is, whether he may undo."""
    view = msgspec.json.encode(game.view(viewer), enc_hook=str)
    lines = [event.text for event in game.events(viewer)]
    more = {"asked": game.asked(), "facts": game.facts(viewer)}
    if viewer >= 0:
        more["undo"] = game.can_undo(viewer)
        if viewer in game.asked():
            more["choices"] = [str(choice) for choice in game.decision(viewer).choices()]
    return view, lines, more


def scouting(spells: list[str], near: str = "Elves", gear: str = "") -> dict[str, Any]:
    return {
        "phase": "scout",
        "players": 3,
        "asked": "spells and dice",
        "madder": {"units": {"0304": ["Magician"], "0202": ["Wizard"]}, "spells": ["Plague", "Web"]},
        "woad": {"units": {"0305": [near + gear, "Goblins"], "0707": ["Necromancer"]}, "spells": spells},
        "ochre": {"units": {"0207": ["Sorcerer"], "0306": ["Drow"]}, "spells": ["Smite"]},
    }


def fighting(spells: list[str], gear: str = "", *, phase: str = "battle") -> dict[str, Any]:
    return {
        "phase": phase,
        "players": 3,
        "asked": "spells and dice",
        "madder": {"units": {"0304": ["Magician", "Orcs"], "0202": ["Wizard"]}, "spells": ["Web", "Fireball"]},
        "woad": {"units": {"0304": [f"Bard{gear}", "Goblins", "Elves"], "0707": ["Necromancer"]}, "spells": spells},
        "ochre": {"units": {"0207": ["Sorcerer"], "0304": ["Drow"]}, "spells": ["Smite"]},
    }


OPENING: list[Play] = [
    (MADDER, "fight Woad 0304"),
    (MADDER, "send Orcs"),
    (WOAD, "send Bard"),
    (MADDER, "show"),
    (WOAD, "show"),
]
PLAGUE: list[Play] = [(MADDER, "cast Plague by Magician in 0304 at Woad 0305"), (WOAD, "pass"), (OCHRE, "pass")]
FIREBALL: list[Play] = [*OPENING, (MADDER, "cast Fireball by Magician"), (WOAD, "pass"), (OCHRE, "pass")]
PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any], list[Play], list[tuple[int, ...]]]] = {
    "a counterspell beside the target": (
        scouting(["Counterspell"]),
        scouting(["Scry"]),
        PLAGUE,
        [(1, 6, 1, 6), (0, 1)],
    ),
    "no mage, so that the counterspell is of no use": (
        scouting(["Counterspell"], near="Orcs"),
        scouting(["Counterspell"], near="Elves"),
        PLAGUE,
        [(1, 6, 1, 6), (0, 1)],
    ),
    "a counterspell far away, with Farcast": (
        scouting(["Counterspell", "Farcast"]),
        scouting(["Scry", "Shield"]),
        PLAGUE,
        [(1, 6, 1, 6), (0, 1)],
    ),
    "a spell turn against an attack in battle": (
        fighting(["Spell Turn"]),
        fighting(["Scry"]),
        FIREBALL,
        [],
    ),
    "a probability shift after the roll": (
        fighting(["Probability Shift"]),
        fighting(["Scry"]),
        [*OPENING, (MADDER, "ready"), (WOAD, "ready"), (MADDER, "pass"), (WOAD, "pass"), (OCHRE, "pass")],
        [(1, 6)],
    ),
    "a luck talisman after the roll": (
        fighting([], " with Luck Talisman"),
        fighting([], " with Boots of Speed"),
        [*OPENING, (MADDER, "ready"), (WOAD, "ready"), (MADDER, "pass"), (WOAD, "pass"), (OCHRE, "pass")],
        [(1, 6)],
    ),
    "an amulet against a web": (
        fighting([], " with Amulet of Spellturning"),
        fighting([], " with Boots of Speed"),
        [
            *OPENING,
            (MADDER, "cast Web by Magician on Woad Bard"),
            (WOAD, "pass"),
            (OCHRE, "pass"),
            (WOAD, "let it come"),
            (MADDER, "pass"),
            (WOAD, "pass"),
            (OCHRE, "pass"),
        ],
        [(2,)],
    ),
    "an amulet against an attack": (
        fighting([], " with Amulet of Spellturning"),
        fighting([], " with Boots of Speed"),
        [*FIREBALL, (WOAD, "ready"), (MADDER, "ready"), (WOAD, "let it come")],
        [(6, 1)],
    ),
    "a resurrection for the fallen": (
        fighting(["Resurrection"]),
        fighting(["Scry"]),
        [
            *OPENING,
            (MADDER, "ready"),
            (WOAD, "ready"),
            (MADDER, "pass"),
            (WOAD, "pass"),
            (OCHRE, "pass"),
            (WOAD, "let it die"),
            (WOAD, "no more"),
        ],
        [(6, 1)],
    ),
}


@pytest.mark.rule("archmagi/response.5", "archmagi/view.1", "archmagi/chits.7")
@pytest.mark.parametrize("name", PAIRS)
def test_nothing_that_others_are_told_depends_on_who_could_have_answered(name):
    able, unable, plays, chance = PAIRS[name]
    first, second = table(able, chance), table(unable, chance)
    for seat, choice in plays:
        assert first.asked() == second.asked()
        for viewer in (MADDER, OCHRE, SPECTATOR):
            assert told(first, viewer) == told(second, viewer), (name, choice)
        first.play(choice, seat)
        second.play(choice, seat)
    for viewer in (MADDER, OCHRE, SPECTATOR):
        assert told(first, viewer) == told(second, viewer), name


@pytest.mark.rule("archmagi/response.5", "archmagi/artifact/ancient-scrolls")
def test_nor_does_it_depend_on_what_the_scrolls_hold():
    from tanelorn.games.archmagi.state.content import SPELL

    position = {
        "phase": "recruit units",
        "players": 3,
        "asked": "spells",
        "active": "madder",
        "madder": {"units": {"0304": ["Magician"], "0202": ["Wizard"]}, "stored": ["Ancient Scrolls"]},
        "woad": {"units": {"0305": ["Elves"], "0707": ["Necromancer"]}, "spells": ["Counterspell"], "reserve": []},
        "ochre": {"units": {"0207": ["Sorcerer"], "0306": ["Drow"]}},
    }
    numbers = sorted(set(range(len(SPELL))) - {SPELL["counterspell"]})
    games = []
    for held in (["farcast", "forge", "scry"], ["call-to-arms", "forge", "shield"]):
        lots = tuple(numbers.index(SPELL[slug]) for slug in held)
        games.append(table(position, [lots, (0,)]))
    plays = ["give Ancient Scrolls to Magician in 0304", "cast Forge from the scrolls by Magician in 0304"]
    for seat, choice in [(MADDER, plays[0]), (MADDER, plays[1]), (WOAD, "pass"), (OCHRE, "pass"), (MADDER, "done")]:
        for game in games:
            game.play(choice, seat)
        for viewer in (WOAD, OCHRE, SPECTATOR):
            assert told(games[0], viewer) == told(games[1], viewer)


@pytest.mark.rule("archmagi/response.5")
def test_whoever_is_asked_is_so_for_reasons_that_all_can_see():
    # Nobody near and at most one spell: there is no answer that he could give, and all can count that.
    position = scouting([])
    position["woad"] = {"units": {"0606": ["Elves"], "0707": ["Necromancer"]}, "spells": ["Counterspell"]}
    position["ochre"] = {"units": {"0207": ["Sorcerer"], "0306": ["Drow"]}, "spells": ["Smite"]}
    position["madder"]["units"] = {"0304": ["Magician", "Orcs"], "0202": ["Wizard"]}
    game = table(position, [(1, 6, 1, 6), (0, 1)])
    game.play("cast Plague by Magician in 0304 at Madder 0304", MADDER)
    assert game.asked() == (MADDER,)  # about the dice; nobody could have answered the spell
    position["woad"]["spells"] = ["Counterspell", "Scry"]
    game = table(position, [])
    game.play("cast Plague by Magician in 0304 at Madder 0304", MADDER)
    assert game.asked() == (WOAD,)


@pytest.mark.rule("archmagi/response.5", "archmagi/response.2")
def test_who_does_not_answer_in_time_passes():
    game = table(scouting(["Counterspell"]), [(1, 6, 1, 6), (0, 1)])
    game.play("cast Plague by Magician in 0304 at Woad 0305", MADDER)
    assert game.asked() == (WOAD, OCHRE)
    game.time_up()
    assert game.facts()["chain"] == ""
    assert game.asked() == (MADDER, WOAD, OCHRE)  # the dice
    game.time_up()
    assert game.facts()["woad spells"] == "Counterspell"
    assert game.facts()["0305"] == "woad 1: Elves, Goblins"


@pytest.mark.rule("archmagi/response.5")
def test_an_answer_that_is_in_counts_though_others_are_away():
    game = table(scouting(["Counterspell"]), [])
    game.play("cast Plague by Magician in 0304 at Woad 0305", MADDER)
    game.play("answer Counterspell by Elves in 0305", WOAD)
    game.time_up()
    assert game.facts()["chain"] == "Plague, Counterspell"
    game.time_up()
    assert game.facts()["chain"] == ""
    assert game.facts()["phase"] == "scout"
    assert game.asked() == (MADDER,)


@pytest.mark.rule("archmagi/response.2")
def test_an_answer_not_heard_leaves_no_trace():
    """Woad is heard; whether Ochre answered as well cannot be told from anything but Ochre's own seat."""
    position = scouting(["Counterspell"])
    position["ochre"]["spells"] = ["Spell Steal"]
    games = [table(position, []), table(position, [])]
    for game, answer in zip(games, ("answer Spell Steal by Drow in 0306", "pass"), strict=True):
        game.play("cast Plague by Magician in 0304 at Woad 0305", MADDER)
        game.play(answer, OCHRE)
        assert game.facts()["chain"] == "Plague"
        game.play("answer Counterspell by Elves in 0305", WOAD)
    for viewer in (MADDER, WOAD, OCHRE, SPECTATOR):
        assert told(games[0], viewer)[:2] == told(games[1], viewer)[:2]
    assert games[0].facts() == games[1].facts()


@pytest.mark.rule("archmagi/response.5")
def test_word_is_left_in_secret():
    """Others see that somebody is not asked, not what he said; nobody answers for him."""
    position = scouting(["Counterspell"])
    position["woad"]["asked"] = "nothing"
    game = table(position, [(1, 6, 1, 6), (0, 1)])
    game.play("cast Plague by Magician in 0304 at Woad 0305", MADDER)
    assert game.asked() == (OCHRE,)
    with pytest.raises(NotAsked):
        game.play("answer Counterspell by Elves in 0305", WOAD)
    assert "woad asked about" not in game.facts(MADDER)
    assert game.facts(WOAD).get("woad asked about", "nothing") == "nothing"


@pytest.mark.rule("archmagi/response.4", "archmagi/view.1")
def test_what_farcast_carries_is_announced_with_it():
    position = scouting(["Farcast", "Counterspell"], near="Orcs")
    game = table(position, [])
    game.play("cast Plague by Magician in 0304 at Woad 0305", MADDER)
    game.play("answer afar Counterspell by Necromancer in 0707", WOAD)
    game.play("pass", OCHRE)
    last = game.events(SPECTATOR)[-1].text
    assert last == "**Woad** casts **Farcast** for **Counterspell**, by a mage in 0707."
    assert game.facts(WOAD)["woad spells"] == "Counterspell"
