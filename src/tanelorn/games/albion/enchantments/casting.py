"""Castings (albion/5.B.3, 19.0a): what proves impossible, what works by itself, and two dice for the rest."""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.enchantments.castable import caster_seat, reach_of, sure
from tanelorn.games.albion.enchantments.effects import Effects
from tanelorn.games.albion.stacks.waking import rouse_by_aim
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.spells import MENTAL_ATTACK, SPELLS, STRENGTH, Spell
from tanelorn.games.albion.state.ratings import command, magic
from tanelorn.games.albion.state.stacks import garrison_side


class Castings(Automatic, frozen=True, tag=True):
    """All that was plotted is judged and rolled for, Fomorians first, by hex and code; then all takes effect."""

    title = "Castings"
    clause = "albion/5.B.3"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Void what cannot be, wake whom the other attempts touch (10.0b), and push the rolls (2.0b)."""
        position.spells = sorted(
            position.spells, key=lambda one: (caster_seat(position, one), position.at[one.caster], one.caster)
        )
        for number, spell in enumerate(position.spells):
            seat = caster_seat(position, spell)
            if impossible(position, spell):
                _settle(position, number, "void")
                if log:
                    name = position.world.persons[spell.caster].name
                    log.say(f"**{name}** casts in vain.", clause="albion/5.B.1", seat=seat)
            elif spell.number != STRENGTH and (spell.hex >= 0 or spell.person >= 0):
                rouse_by_aim(position, seat, hex=spell.hex, person=spell.person, log=log)
        for number, spell in enumerate(position.spells):
            if not spell.done and sure(position, spell.caster, spell.number):
                settle_roll(position, number, (), log)
        rolls = [Cast(n) for n, spell in enumerate(position.spells) if not spell.done]
        position.then(*rolls, Effects())


def impossible(position: AlbionPosition, spell: Spell) -> bool:
    """Tell whether an enchantment at a person proves impossible when all is laid open (5.B.1): the target is too far
    away or, for Mind Control, sheltered or of too strong a mind (19.4/10). Which of these it was is not said.
    """
    w, target, caster = position.world, spell.person, spell.caster
    if target < 0 or spell.number == STRENGTH:
        return False
    hex = position.at[target]
    if w.distance(position.at[caster], hex) > reach_of(position, caster, SPELLS[spell.number - 1]):
        return True
    if spell.number == MENTAL_ATTACK:
        return False
    sheltered = garrison_side(position, hex) == position.side[target] or w.place[hex] > 0
    if sheltered and position.aboard[target] < 0:
        return True
    return magic(position, caster) + command(position, caster) <= magic(position, target) + command(position, target)


def _settle(position: AlbionPosition, number: int, done: str) -> None:
    spells = position.spells[:]
    spells[number] = structs.replace(spells[number], done=done)
    position.spells = spells


class Cast(Chances, frozen=True, tag=True):
    """The roll for one enchantment (19.0a)."""

    number: int
    title = "Casting"
    clause = "albion/19.0a"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        spell = position.spells[self.number]
        name = position.world.persons[spell.caster].name
        return Roll(2, 6, f"{SPELLS[spell.number - 1].name} by {name}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """At or under the caster's Current Magic Strength it works."""
        settle_roll(position, self.number, outcome, log)


def settle_roll(position: AlbionPosition, number: int, dice: tuple[int, ...], log: Log) -> None:
    """Note whether an enchantment works; without dice it does, as by an item (20.6/01, 20.6/02, 20.6/16)."""
    spell = position.spells[number]
    works = not dice or sum(dice) <= magic(position, spell.caster)
    _settle(position, number, "works" if works else "fails")
    if log:
        w = position.world
        name = SPELLS[spell.number - 1].name
        help = sure(position, spell.caster, spell.number) if not dice else ""
        by = f" by {help}" if help else ""
        log.say(
            f"**{w.persons[spell.caster].name}**, {at_hex(w, position.at[spell.caster])}: **{name}** "
            f"{'works' if works else 'fails'}{by}.",
            clause="albion/19.0a",
            seat=caster_seat(position, spell),
            dice=dice,
        )
