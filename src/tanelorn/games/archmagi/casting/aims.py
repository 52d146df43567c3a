"""Aims (archmagi/spell-rule.*): what each spell must be aimed at, one thing after the other, and whether it can be cast
at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tanelorn.games.archmagi.casting import targets
from tanelorn.games.archmagi.casting.targets import Where
from tanelorn.games.archmagi.map.terrain import is_land
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import SPELLS, Spell
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import FORM, HEX, ITEM, RESERVE, STACK, UNIT, words
from tanelorn.games.archmagi.words.verbs import END, Args, Noun, Way, in_order

Options = Callable[[ArchmagiPosition, Spell, Where, Args], list[int]]
Ways = Callable[[ArchmagiPosition, Spell, Where, Args], dict[int, Way]]


class Aim(NamedTuple):
    """One thing that a spell is aimed at; where somebody goes by it, `ways` gives by option how."""

    word: str
    noun: Noun
    prompt: str
    options: Options
    ways: Ways = lambda position, spell, where, args: {}


_AT_ONCE = Aim("", words("in reserve", "to fight"), "Does it fight at once?", targets.at_once)
_UNIT = "At which unit?"
AIMS: dict[str, tuple[Aim, ...]] = {
    "": (),
    "self": (),
    "foes": (),
    "own": (),
    "own unit": (Aim("on", UNIT, "On which of your units?", targets.own_units),),
    "foe unit": (Aim("on", UNIT, _UNIT, targets.foe_units),),
    "unit": (Aim("on", UNIT, _UNIT, targets.any_units),),
    "stack": (Aim("at", STACK, "At which stack?", targets.stacks),),
    "land stack": (Aim("at", STACK, "At which stack?", targets.stacks),),
    "foe stack": (Aim("at", STACK, "At which stack?", targets.foe_stacks),),
    "own stack": (Aim("on", STACK, "On which of your stacks?", targets.own_stacks),),
    "stacks": (Aim("at", STACK, "At which stacks? Up to three.", targets.up_to_three),),
    "hex": (Aim("at", HEX, "At which hex?", targets.hexes),),
    "empty hex": (Aim("at", HEX, "At which empty hex?", targets.empty_hexes),),
    "edge": (Aim("towards", HEX, "Towards which hex does the chasm open?", targets.edges),),
    "reserve": (Aim("for", RESERVE, "Which chit of your reserve?", targets.reserve),),
    "form": (Aim("as", FORM, "Which form does it have?", targets.all_forms),),
    "own unit+reserve": (
        Aim("of", UNIT, "Which of your units?", targets.changeable),
        Aim("into", RESERVE, "Into which chit of your reserve?", targets.forms),
    ),
    "seen unit+reserve": (
        Aim("of", UNIT, "Which unit?", targets.changeable),
        Aim("into", RESERVE, "Into which chit of your reserve?", targets.forms),
    ),
    "own unit+hex": (
        Aim("of", UNIT, "Which of your units?", targets.unmoved),
        Aim("to", HEX, "To which empty hex?", targets.teleports, targets.teleport_ways),
    ),
    "heroes+hex": (
        Aim("with", UNIT, "Which heroes go along?", targets.heroes),
        Aim("to", HEX, "To which hex?", targets.doors, targets.door_ways),
    ),
    "artifact": (
        Aim("on", UNIT, "Whose artifact?", targets.borne),
        Aim("with", ITEM, "Which artifact?", targets.items),
    ),
    "far unit": (Aim("for", UNIT, "Which unit is called?", targets.defenders, targets.call_ways),),
}
_LISTS = ("stacks", "heroes+hex")


def aims_of(spell: Spell) -> tuple[Aim, ...]:
    """Return what a spell is aimed at, in order; units that it creates or calls may fight at once."""
    more = (_AT_ONCE,) if spell.effect in ("create", "mirror", "illusion", "defender") else ()
    return (*AIMS[spell.aim], *more)


def next_aim(spell: Spell, tail: Args) -> tuple[Aim, bool] | None:
    """Return what is to be aimed at next, and whether that continues a list; None if nothing is missing."""
    aims = aims_of(spell)
    if spell.aim in _LISTS:
        if END not in tail:
            return aims[0], bool(tail)
        place = 1 + len(tail) - tail.index(END) - 1
        return (aims[place], False) if place < len(aims) else None
    return (aims[len(tail)], False) if len(tail) < len(aims) else None


def ordered(args: Args, start: int = 2) -> Args:
    """Put the list of a spell's targets in order: three stacks, or the heroes that go along."""
    if len(args) <= start or SPELLS[spell_of(args[0])].aim not in _LISTS:
        return args
    tail = args[start:]
    upto = tail.index(END) if END in tail else len(tail)
    return (*args[:start], *in_order(tail[:upto]), *tail[upto:])


def may_aim(position: ArchmagiPosition, spell: Spell, where: Where) -> bool:
    """Tell whether a spell can be cast at all from somewhere: defenders' spells, ground, something to do."""
    battle = position.battle
    if battle is not None:
        side = battle.side(where.seat)
        if spell.row.defender and side != 1:
            return False
        if spell.effect == "attack" and battle.attacks[side] >= 0:
            return False
        if spell.effect == "inferno" and not is_land(position, battle.hex):
            return False
        if spell.effect == "revive":
            return False
        if spell.effect == "mirror" and (battle.attacks[1 - side] >= 0 or battle.fighters[1 - side] < 0):
            return False
    return not (spell.effect == "forge" and not position.artifact_pile)
