"""Taking control (archmagi/control.*), and the other powers of archmagi in a battle (archmagi/archmagus/*)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.battle.presence import add_for_battle, foes_shown, say, the_battle, usable
from tanelorn.games.archmagi.state.abilities import ARCHMAGUS, LIVING, SITE, powers, traits
from tanelorn.games.archmagi.state.carrying import let_go
from tanelorn.games.archmagi.state.content import BIT, KINDS, MASKS
from tanelorn.games.archmagi.state.markers import POWER, TAKEN
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.nouns import RESERVE, SEAT_NAMES, UNIT, find, words
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb

_HUMAN_MALE_WARRIOR = BIT["human"] | BIT["male"] | BIT["warrior"]


CONTROLS = {
    "charm": (_HUMAN_MALE_WARRIOR, "archmagi/archmagus/enchantress/charm"),
    "control-undead": (BIT["undead"], "archmagi/archmagus/necromancer/control-undead"),
    "control-animals": (BIT["animal"], "archmagi/archmagus/druid/control-animals"),
    "mind-control": (LIVING, "archmagi/archmagus/mentalist/mind-control"),
}
"""Powers that take control of a revealed enemy unit, with whom they work on."""


def _magus_here(position: ArchmagiPosition, seat: int) -> bool:
    battle, magus = the_battle(position), position.magi[seat]
    return magus >= 0 and magus in usable(position, battle.side(seat)) and not battle.has_used(magus, POWER)


def _control(position: ArchmagiPosition, seat: int) -> str:
    return next((power for power in powers(position, seat) if power in CONTROLS), "")


def _may_control(position: ArchmagiPosition, seat: int) -> bool:
    power = _control(position, seat)
    return bool(power) and _magus_here(position, seat) and (power != "mind-control" or bool(position.spells[seat]))


def _controllable(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return by name the revealed enemy units on which the power of an archmagus works: no archmagi (control.2,
    archmagus/immunity).
    """
    wanted, _ = CONTROLS[_control(position, seat)]
    return [
        ref
        for ref, unit in foes_shown(position, seat).items()
        if traits(position, unit) & wanted == wanted and not traits(position, unit) & ARCHMAGUS
    ]


def use_control(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Take control of a revealed enemy unit; Mind Control costs all spells of the reserve (control.2,
    archmagus/enchantress/charm, archmagus/necromancer/control-undead, archmagus/druid/control-animals,
    archmagus/mentalist/mind-control).
    """
    magus = position.magi[seat]
    the_battle(position).use(magus, POWER)
    show(position, magus)
    if _control(position, seat) == "mind-control":
        for spell in position.spells[seat]:
            position.spell_back(spell)
        position.spells[seat] = []
    take_control(position, find(position, seat, args[0]), seat, log)


CONTROL_VERB = verb(
    Verb(
        "control",
        "Take control",
        steps(Slot("", UNIT, "Of which unit?", _controllable, "archmagi/control.2")),
        "archmagi/control.2",
        possible=_may_control,
        weight=4,
        does=use_control,
    )
)


def take_control(position: ArchmagiPosition, unit: int, seat: int, log: Log) -> None:
    """Let a unit and its Familiar change sides, revealed; its passengers stay behind (control.1, control.3)."""
    position.close()  # it changes sides for good (control.1), and its new player sees all of it
    followers = [
        other
        for other, master in enumerate(position.masters)
        if master == unit
        and position.owners[other] == position.owners[unit]
        and KINDS[position.kinds[other]].spell == "familiar"
    ]
    unit = _change_sides(position, unit, seat)
    for each in followers:
        _change_sides(position, each, seat)
    what = f"**{SEAT_NAMES[seat]}** takes control of"
    say_of_units(
        log, position, f"{what} {{}}.", unit, otherwise=f"{what} a unit.", clause="archmagi/control.1", seat=seat
    )


def _change_sides(position: ArchmagiPosition, unit: int, seat: int) -> int:
    """Let one unit change sides if it is in the battle; return its number, which is another then."""
    battle = position.battle
    if battle is not None:
        battle.fighters = [-1 if fighter == unit else fighter for fighter in battle.fighters]
        if unit in battle.borrowed:
            battle.borrowed.remove(unit)
        if position.hexes[unit] != battle.hex:
            return unit
    let_go(position, unit)
    unit = position.hand_over(unit, seat)
    show(position, unit)
    if position.battle is not None:
        position.battle.use(unit, TAKEN)
    return unit


def illusions(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return the kinds in the reserve that may be added for a battle: no Sites (spell-rule.19)."""
    return [kind for kind in sorted(set(position.reserve[seat])) if not MASKS[kind] & SITE]


def _at_once(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    return [0] if battle.attacks[battle.side(seat)] >= 0 else [0, 1]


TO_FIGHT = Slot("", words("in reserve", "to fight"), "Does it fight at once?", _at_once, "archmagi/spell-rule.19")


def _may_conjure(position: ArchmagiPosition, seat: int) -> bool:
    magus = position.magi[seat]
    return "illusionary-forces" in powers(position, seat) and not the_battle(position).has_used(magus, POWER)


def conjure(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Add a unit of the reserve to the battle (archmagus/illusionist/illusionary-forces)."""
    the_battle(position).use(position.magi[seat], POWER)
    say(log, seat, f"conjures {KINDS[args[0]].name}", "archmagi/archmagus/illusionist/illusionary-forces")
    add_for_battle(position, seat, args[0], bool(args[1]))


CONJURE = verb(
    Verb(
        "conjure",
        "Illusionary Forces",
        steps(
            Slot(
                "",
                RESERVE,
                "Which chit of your reserve?",
                illusions,
                "archmagi/archmagus/illusionist/illusionary-forces",
            ),
            TO_FIGHT,
        ),
        "archmagi/archmagus/illusionist/illusionary-forces",
        possible=_may_conjure,
        weight=3,
        does=conjure,
    )
)
