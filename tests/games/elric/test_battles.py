"""Battles: the table, the largest loss, the sums that are shown, and many battles fought at random."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.chance import Roll, Scripted
from tanelorn.core.log import Log
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks, Chances, advance
from tanelorn.games.elric.combat.battles import Battles
from tanelorn.games.elric.combat.totals import terms, total
from tanelorn.games.elric.equipment.counters import ARTIFACT, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.losses.casualties import TABLE, most, row
from tanelorn.games.elric.losses.refuge import refuges
from tanelorn.games.elric.magic.casting import LaySpells
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.sequence.turns import EndOfCombat
from tanelorn.games.elric.state.places import ASIDE
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.views.named import position_named

LOSSES = {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 9: 3, 10: 5, 14: 5, 15: 10, 19: 10, 20: 15, 24: 15}


@pytest.mark.rule("elric/10.6")
def test_the_table() -> None:
    for difference, loss in LOSSES.items():
        assert (row(difference).loss, row(difference).eliminated) == (loss, False)
    assert row(0) is TABLE[0]
    assert row(0).text == "roll again"
    assert row(25).eliminated
    assert row(40).eliminated


@pytest.mark.rule("elric/10.7e")
@pytest.mark.parametrize(
    ("values", "limit", "lost"),
    [((5, 4, 2), 3, 2), ((1, 1, 1, 1, 1, 3), 3, 3), ((4,), 3, 0), ((), 5, 0), ((10, 4, 1, 5), 15, 15), ((7, 6), 12, 7)],
)
def test_as_much_as_possible_and_never_more(values: tuple[int, ...], limit: int, lost: int) -> None:
    assert most(values, limit) == lost


def battle(**more: object) -> ElricPosition:
    """Two stacks with magicians before the wall of Jadmar, spells in their hands."""
    return position_named(
        {
            "phase": "magic",
            "first": {
                "nations": ["jharkor", "ilmiora"],
                "units": {"jadmar": ["dharmit", "wizard", "yishana", "fadan", "alchemist", "jharkor army*7"]},
                "spells": {"wizard": ["arioch"], "alchemist": ["mirror-of-memory"]},
            },
            "second": {
                "nations": ["vilmir"],
                "units": {"jadmar": ["naclon", "vilmir priest", "vilmir army*5", "vilmir fleet 1"]},
                "spells": {"vilmir priest": ["chardros"]},
            },
            "elric": "yishana",
            "fights": [{"area": "jadmar", "foe": "second", "city": True}],
            **more,
        }
    )


def fight(position: ElricPosition, rng: random.Random) -> None:
    """Play a battle at random from the laying of spells to the end of the combat step, looking at it all the time."""
    step_to(position)
    for _ in range(2_000):
        step = advance(position, Log(silent=True))
        if step is None or position.phase not in ("magic", "combat"):
            return
        check_sums(position)
        position.agenda.pop()
        if isinstance(step, Chances):
            ask = step.ask(position)
            if isinstance(ask, Roll):
                faces = [rng.randint(1, ask.sides) for _ in range(ask.count)]
            else:
                faces = rng.sample(range(ask.size), ask.count)
            step.take(position, tuple(faces), Log())
            continue
        assert isinstance(step, Asks)
        seat = rng.choice(step.seats(position))
        choices = list(step.choices(position, seat))
        texts = [str(choice) for choice in choices]
        assert len(set(texts)) == len(texts)
        step.take(position, seat, rng.choice(choices), Log())
    raise AssertionError("The battle does not end.")


def step_to(position: ElricPosition) -> None:
    """Leave out what comes before the laying of spells, and what comes after the combat step."""
    while not isinstance(position.agenda[-1], LaySpells):
        position.agenda.pop()


def check_sums(position: ElricPosition) -> None:
    """The lines that are shown add up to the totals, at every moment of a battle."""
    fought = position.battle
    if fought is None:
        return
    for side in (0, 1):
        shown = sum(term.value for term in terms(position, side) if not term.off)
        assert all(not term.off or term.off.startswith("elric/") for term in terms(position, side))
        if fought.dice != (0, 0):
            assert shown + fought.dice[side] == fought.totals[side]
        elif fought.winner < 0:
            assert shown == total(position, side)


@pytest.mark.rule("elric/10.4a", "elric/10.0", "elric/10.5a")
@pytest.mark.parametrize("seed", range(40))
def test_battles_at_random(seed: int) -> None:
    rng = random.Random(seed)
    balance = rng.choice(["neutral", "chaos 3", "law 5", "tipped to chaos, turn 7", "tipped to law, turn 7"])
    position = battle(balance=balance, turn=4)
    fight(position, rng)
    world = position.world
    assert not position.laid
    assert ASIDE not in position.where
    for unit in range(len(position.owner)):
        if world.kind[unit] != ARTIFACT and position.owner[unit] != OUT:
            assert position.area[unit] >= 0, world.units[unit].id
        if position.owner[unit] == OUT:
            assert unit not in position.where


@pytest.mark.rule("elric/10.2a", "elric/9.2d", "elric/3.2g", "elric/10.9.5")
def test_who_adds_nothing_is_shown_with_the_reason() -> None:
    position = battle()
    step_to(position)
    world = position.world
    log = Log(silent=True)
    for text in ("lay arioch from wizard at jadmar", "enough", "enough", "withhold dharmit", "withhold jharkor army"):
        step = advance(position, log)
        assert isinstance(step, Asks)
        seat = step.seats(position)[0]
        choice = step.choices(position, seat).parse(text)
        position.agenda.pop()
        step.take(position, seat, choice, log)
    off = {term.id: term.off for term in terms(position, 0)}
    assert off["dharmit"] == "elric/10.2a"
    assert off["wizard"] == "elric/9.2d"
    assert off["yishana"] == "elric/3.2g"
    assert off["fadan"] == ""
    armies = [(term.value, term.off) for term in terms(position, 0) if term.label.endswith("of Jharkor")]
    assert sorted(armies) == [(0, "elric/10.2a"), (6, "")]
    defence = {term.label: (term.value, term.off) for term in terms(position, 1)}
    assert defence["the wall of Jadmar"] == (5, "")
    assert defence["a fleet of Vilmir"] == (0, "elric/10.9.5")
    assert all(world.kind[world.unit[id]] == PERSON for id in ("dharmit", "wizard"))
    assert all(spell.name not in defence for spell in SPELLS)


@pytest.mark.rule("elric/10.1b")
def test_a_position_copies_its_battle() -> None:
    position = battle()
    step_to(position)
    advance(position, Log(silent=True))
    copied = position.copy()
    assert copied == position
    assert any(isinstance(step, Battles) for step in copied.agenda)
    assert any(isinstance(step, EndOfCombat) for step in copied.agenda)


@pytest.mark.rule("elric/10.2b", "elric/10.7b")
def test_without_another_word_who_may_slip_away_stays_and_who_is_beaten_goes_the_first_way() -> None:
    """What is taken for a player who says nothing in time."""
    stacks = {"phase": "combat", "fights": [{"area": "central_vilmir", "foe": "second"}]}
    first = {"nations": ["ilmiora"], "units": {"central_vilmir": ["fadan", "ilmiora army*6"]}}
    second = {
        "nations": ["vilmir"],
        "units": {"central_vilmir": ["naclon", "vilmir army*2"], "jadmar": ["avan astram"]},
    }
    for answer, default in (("withhold naclon", "stay"), ("no more", "retreat to ilmioran plains")):
        position = position_named({**stacks, "first": first, "second": second})
        game = Table.at(ELRIC, position, chance=Scripted([(1, 3)]))
        for choice in ("no more", answer, "no more" if default == "stay" else "go on"):
            game.play(choice)
        assert str(game.decision(1).choices().default()) == default


@pytest.mark.rule("elric/10.8b")
@pytest.mark.parametrize("friend", [True, False])
def test_an_escaper_stays_in_the_province_of_the_defeat_only_among_his_own(friend: bool) -> None:
    units = {"jadmar": ["naclon"], "central_vilmir": ["vilmir army"] if friend else []}
    position = position_named(
        {
            "first": {"nations": ["vilmir"], "units": units},
            "second": {"nations": ["jharkor"], "units": {"dhakos": ["dharmit"]}},
        }
    )
    world = position.world
    naclon, here = world.unit["naclon"], world.area["central_vilmir"]
    assert (refuges(position, naclon, here) == [here]) is friend
    own_city = world.area["old_hrolmar"]
    assert refuges(position, naclon, own_city) == [own_city]
    neutral_city = world.area["raschil"]
    assert neutral_city not in refuges(position, naclon, neutral_city)
