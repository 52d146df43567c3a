"""Persons who are wounded or die, and what ends with them (albion/7.0c, 7.0d, 19.4/10, 20.6/08, 21.2d)."""

from __future__ import annotations

from tanelorn.core.amounts import a_or_many
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_later
from tanelorn.games.albion.losses.spoils import Dies, lose_items
from tanelorn.games.albion.losses.succession import succeed
from tanelorn.games.albion.losses.victory_points import score_person
from tanelorn.games.albion.state.deeds import IN_HAND, MAILED, PERSONAL
from tanelorn.games.albion.state.magic_items import held_by, uses
from tanelorn.games.albion.state.position import DEAD, AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.stacks import note_meetings

PAID = ("spell",)
"""Wounds that a caster takes as a price: the Mailcoat absorbs none of them (20.6/08)."""

DEATHS = {
    "battle": "falls in battle",
    "melee": "falls in the melee",
    "engagement": "falls in the engagement",
    "duel": "dies in the duel arcane",
    "trial": "falls in the trial by combat",
    "hand": "dies of the touch of the Hand of Torbay",
    "attrition": "dies of the hardships",
    "place": "dies of the place",
    "curse": "dies of the curse",
    "teleport": "dies of the teleport",
    "evasion": "is caught and killed",
    "drowned": "drowns",
    "spell": "dies of the enchantment",
    "control": "is killed when the Mind Control ends",
    "unworthy": "dies at the touch of Requiter",
    "requiter": "is requited and dies at once",
    "venom": "dies of Magog’s venom",
    "march": "dies of the forced march",
}
"""How a person can die, for the chronicle."""


def wound(position: AlbionPosition, person: int, n: int, log: Log, *, how: str, victor: int = -1) -> bool:
    """Give a person wounds; tell whether they are fatal (7.0c, 7.0d, 7.8).

    The Mailcoat absorbs one in a phase or combat round (20.6/08); `new_round` begins a round.
    """
    if n > 0 and how not in PAID and not position.did[person] & MAILED and uses(position, person, "mailcoat"):
        position.did[person] |= MAILED
        n -= 1
        _whisper(position, person, "The Mailcoat of Gofannon takes a wound meant for **{}**.", "albion/20.6/08", log)
    if n <= 0:
        return False
    w = position.world
    position.wounds[person] += n
    left = w.p_combat[person] - position.wounds[person]
    if left <= 0:
        kill(position, person, log, how=how, victor=victor)
        return True
    wounds = a_or_many(n, "wound")
    _whisper(position, person, f"**{{}}** takes {wounds}: {left} of {w.p_combat[person]} left.", "albion/7.0c", log)
    return False


def new_round(position: AlbionPosition) -> None:
    """Begin a round of combat: the Mailcoat absorbs one wound again (20.6/08)."""
    did = position.did
    for person, bits in enumerate(did):
        if bits & MAILED:
            did[person] = bits & ~MAILED


def _whisper(position: AlbionPosition, person: int, text: str, clause: str, log: Log) -> None:
    """Tell those who keep a person's roster, and nobody else (7.0c)."""
    if log:
        w = position.world
        knowers = tuple(sorted({position.side[person], w.p_side[person]}))
        log.say(text.format(w.persons[person].name), clause=clause, seat=position.side[person], knowers=knowers)


def kill(position: AlbionPosition, person: int, log: Log, *, how: str, victor: int = -1) -> None:
    """Let a person die (7.0d): the escort stays as a point of its colour, items are rolled for, lie there or break
    (20.5a to 20.5d), the enemy scores (21.2d), heirs rise.
    """
    if position.at[person] < 0:
        return
    w = position.world
    hex, ship, player = position.at[person], position.aboard[person], position.side[person]
    winner = 1 - (player if w.persons[person].id == "callachs_waff" else w.p_side[person])
    if log:
        text = f"**{w.persons[person].name}** {DEATHS.get(how, 'is killed')} at {at_hex(w, hex)}."
        log.say(text, clause="albion/7.0d", seat=player, places=(w.number[hex],))
    items = held_by(position, person)
    take_off(position, person, DEAD, log)
    score_person(position, person, winner, how, log)
    if how != "control":  # what changes back at its end asks nobody to evade (18.0f)
        check_later(position, hex)
    succeed(position, person, hex, log)
    lose_items(position, items, hex, player, log, how=how, victor=victor, at_sea=ship >= 0)


def die(step: Dies, position: AlbionPosition, log: Log) -> None:
    """Kill the unworthy person to whom Requiter has come (20.6/22c)."""
    if position.at[step.person] >= 0:
        kill(position, step.person, log, how=step.how)


def take_off(position: AlbionPosition, person: int, where: int, log: Log) -> None:
    """Take a person off the map, DEAD or GONE: the escort stays, the troops lie under nobody, Mind Control ends."""

    w, hex, ship = position.world, position.at[person], position.aboard[person]
    release_all_of(position, person, log)
    overruns = _overruns(position, hex)
    if position.escort[person]:
        did = position.did[person] & ~(IN_HAND | PERSONAL)
        did |= IN_HAND if overruns and person in position.march else 0
        position.add_army(hex, Army(w.p_colour[person], 1, -1, ship, position.spent[person], did))
    armies = position.troops.get(hex, ())
    if any(army.chief == person for army in armies):
        kept = ~0 if overruns else ~IN_HAND
        position.set_troops(
            hex,
            [army._replace(chief=-1, did=army.did & kept) if army.chief == person else army for army in armies],
        )
    position.lift(person, where)
    if person in position.march:
        position.march.remove(person)
    if position.attuned == person:
        position.attuned = -1
    position.used.pop(person, None)
    if position.controlled.pop(person, None) is not None:
        position.side[person] = w.p_side[person]
    for written in (position.wounds, position.strong, position.spent, position.did):
        written[person] = 0


def _overruns(position: AlbionPosition, hex: int) -> bool:
    """Tell whether the round of an overrun is fought in a hex: troops who lose their leader in it still belong to it,
    and retreat with the others (12.5f, 15.8d).
    """
    battle = position.battle
    return (
        battle is not None
        and battle.fight.overrun
        and battle.fight.hex == hex
        and bool(battle.rounds)
        and not battle.form
    )


def release(position: AlbionPosition, person: int, log: Log) -> None:
    """Give a person back to their own side: the turn is over, or the enchanter is dead."""
    if position.controlled.pop(person, -1) < 0:
        return
    position.side[person] = 1 - position.side[person]
    if position.at[person] >= 0:
        note_meetings(position, position.at[person])
        if log:
            log.say(f"**{position.world.persons[person].name}** is free again.", clause="albion/19.4/10")


def release_all_of(position: AlbionPosition, caster: int, log: Log) -> None:
    """End the control that an enchanter exerted who is dead or gone (19.4/10)."""
    for person, by in sorted(position.controlled.items()):
        if by == caster:
            release(position, person, log)
