"""Units are called otherwise wherever a type says that a number is a unit's."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tanelorn.core.errors import BrokenRules
from tanelorn.games.archmagi.rules import ARCHMAGI
from tanelorn.games.archmagi.spells.attacks import Blows
from tanelorn.games.archmagi.state.markers import BATTLE, Battle, Lasting, Spellcast
from tanelorn.games.archmagi.state.numbers import renamed
from tanelorn.games.archmagi.state.steps import EndBattle

from .seeing import MADDER, WOAD, position


def higher(unit: int) -> int:
    return unit + 100 if unit >= 0 else unit


def test_a_spell_with_the_one_that_it_carries():
    far = Spellcast(spell=1, seat=2, unit=3, hex=4, carried=Spellcast(spell=5, seat=2, unit=3, hex=4, units=(6, 7)))
    assert renamed(far, higher) == Spellcast(
        spell=1, seat=2, unit=103, hex=4, carried=Spellcast(spell=5, seat=2, unit=103, hex=4, units=(106, 107))
    )


def test_an_effect_and_a_step_with_its_spell():
    assert renamed(Lasting(1, 0, unit=2, hex=3), higher) == Lasting(1, 0, unit=102, hex=3)
    made = Spellcast(spell=1, seat=0, unit=2, hex=4)
    blows = renamed(Blows(made, (5, 6), ((5, 30),)), higher)
    assert blows == Blows(Spellcast(spell=1, seat=0, unit=102, hex=4), (105, 106), ((105, 30),))
    assert renamed(EndBattle(), higher) == EndBattle()


def test_a_battle_which_stays_as_it_was():
    battle = Battle(
        hex=9, seats=(0, 1), fighters=[1, -1], held={2: 3}, aids={2: 40}, spent=[40], revive=[(0, 5, 6, True)]
    )
    before = battle.copy()
    new = renamed(battle, higher)
    assert (new.fighters, new.held, new.aids, new.spent) == ([101, -1], {102: 3}, {102: 40}, [40])
    assert new.revive == [(0, 5, 106, True)]
    new.shown.append(1)
    assert battle == before


def test_what_does_not_say_what_it_holds_is_refused():
    class Vague(msgspec.Struct):
        something: Any

    with pytest.raises(BrokenRules, match="something"):
        renamed(Vague(1), higher)


def test_a_unit_that_changes_sides_is_called_by_its_new_number_everywhere():
    setting = position({"units": {"0304": ["Bard"]}}, {"units": {"0304": ["Knights", "Hydra", "Orcs"]}})
    here = ARCHMAGI.position_from(setting)
    (_, bard), (knights, hydra, orcs, _) = here.units_of(MADDER), here.units_of(WOAD)
    here.gear[hydra], here.done[hydra] = (30,), 1
    here.carriers[orcs] = here.masters[knights] = hydra
    here.lasting = [Lasting(1, BATTLE, unit=hydra, bound=bard), Lasting(2, BATTLE, unit=orcs, bound=hydra)]
    made = Spellcast(spell=1, seat=MADDER, unit=bard, hex=here.hexes[bard], units=(orcs, hydra))
    here.chain, here.glimpses = [made], {orcs: 1, hydra: 5}
    here.then(Blows(made, (hydra, orcs), ((hydra, 30),)))
    here.battle = Battle(hex=here.hexes[hydra], seats=(MADDER, WOAD), shown=[hydra, bard], used={hydra: 1, bard: 2})
    agenda, kind = here.agenda, here.kinds[hydra]

    new = here.hand_over(hydra, MADDER)

    assert (here.owners[new], here.kinds[new], here.gear[new], here.done[new]) == (MADDER, kind, (30,), 1)
    assert (here.owners[hydra], here.kinds[hydra], here.gear[hydra], here.done[hydra]) == (-1, -1, (), 0)
    assert new in here.stack(made.hex, MADDER)
    assert hydra not in here.stack(made.hex, WOAD)
    assert (here.carriers[orcs], here.masters[knights]) == (new, new)
    assert [(effect.unit, effect.bound) for effect in here.lasting] == [(new, bard), (orcs, new)]
    assert [spell.units for spell in here.chain] == [(orcs, new)]
    assert here.glimpses == {orcs: 1, new: 5}
    blows = here.agenda[-1]
    assert (blows.made.units, blows.hit, blows.braced) == ((orcs, new), (new, orcs), ((new, 30),))
    assert here.agenda is agenda, "whoever runs it has the same list"
    assert (here.battle.shown, here.battle.used) == ([new, bard], {new: 1, bard: 2})


def test_a_unit_that_is_gone_is_spoken_of_nowhere_for_its_number_is_the_next_ones():
    setting = position({"units": {"0304": ["Bard"]}}, {"units": {"0304": ["Hydra", "Orcs"]}})
    here = ARCHMAGI.position_from(setting)
    hydra, orcs, _ = here.units_of(WOAD)
    here.carriers[orcs] = here.masters[orcs] = hydra
    here.lasting = [Lasting(1, BATTLE, unit=hydra), Lasting(2, BATTLE, unit=orcs, bound=hydra)]
    here.glimpses = {hydra: 1, orcs: 1}
    here.battle = Battle(
        hex=here.hexes[hydra],
        seats=(MADDER, WOAD),
        fighters=[-1, hydra],
        shown=[hydra, orcs],
        late=[hydra],
        held={hydra: 1},
        used={hydra: 1},
        aids={hydra: 30},
        borrowed=[hydra],
        added=[hydra],
        revive=[(WOAD, 5, hydra, False), (WOAD, 5, orcs, True)],
    )

    here.remove(hydra)

    spoken_of = {*here.carriers, *here.masters, *here.glimpses}
    for thing in (*here.lasting, here.battle):
        renamed(thing, lambda unit: spoken_of.add(unit) or unit)
    assert spoken_of == {-1, orcs}
    assert here.battle.revive == [(WOAD, 5, orcs, True)]
    assert here.add(here.kinds[orcs], WOAD, here.hexes[orcs]) == hydra
