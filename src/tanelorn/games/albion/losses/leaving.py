"""Pieces that leave play: points, escorts and ships that are lost, persons who die, fortresses that fall
(albion/7.0, 7.5, 17.4, 21.1, 21.2).
"""

from __future__ import annotations

from tanelorn.core.amounts import a_or_many, amount
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_contacts, check_later
from tanelorn.games.albion.losses.spoils import Dies, lose_items
from tanelorn.games.albion.losses.succession import succeed
from tanelorn.games.albion.state.consequences import Consequence
from tanelorn.games.albion.state.magic_items import destroy_item, held_by, let_lie, uses
from tanelorn.games.albion.state.nouns import SEAT_NAMES, SEAT_WORDS, at_hex
from tanelorn.games.albion.state.position import (
    BOUND,
    DEAD,
    IN_HAND,
    LYING,
    MAILED,
    SHIP,
    STORED,
    AlbionPosition,
    Army,
    alone,
)
from tanelorn.games.albion.state.stacks import stands_in, tell
from tanelorn.games.albion.state.world import FAERIE, FOMORIAN

PERSON_POINTS, FORTRESS_POINTS = 5, 10
"""What a person killed and a fortress destroyed are worth (21.2c, 21.2d)."""

PAID = ("spell",)
"""Wounds that a caster takes as a price: the Mailcoat absorbs none of them (20.6/08)."""

BRIAN = "brian"
"""The cause of losses that come with Brian's death: where those troops stood the enemy does not learn."""

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


# Points


def score(position: AlbionPosition, seat: int, n: int, why: str, log: Log) -> None:
    """Give a seat Victory Points (21.1), and say why if there are words for it."""
    position.points[seat] += n
    if log and why and n:
        points = "1 Victory Point" if n == 1 else f"{n} Victory Points"
        log.say(f"**{SEAT_NAMES[seat]}**: {points}, {why}.", clause="albion/21.1", seat=seat)


def _count(position: AlbionPosition, seat: int, what: str, cause: str, n: int) -> None:
    key = f"{SEAT_WORDS[seat]} {what} {cause}"
    position.causes[key] = position.causes.get(key, 0) + n


def _lose(position: AlbionPosition, colour: int, n: int, hex: int, cause: str, log: Log) -> None:
    """Note that points of a colour are gone for good: one Victory Point each, to the enemy of their side (21.2b)."""
    seat = position.world.c_side[colour]
    position.lost[colour] += n
    rumour = position.rumour[seat]
    if hex in rumour and cause != BRIAN:
        rumour[hex] -= n
        if rumour[hex] <= 0:
            del rumour[hex]
    score(position, 1 - seat, n, "", log)
    _count(position, seat, "csp", cause, n)


# Troops and escorts


def lose_points(position: AlbionPosition, hex: int, army: Army, n: int, log: Log, *, cause: str) -> int:
    """Take points off an army, as many as it has (7.0a); return how many. What its last man carried lies in the hex."""
    n = min(n, army.n)
    if n <= 0:
        return 0
    carried = position.with_troops(hex)
    position.swap_army(hex, army, army._replace(n=army.n - n))
    _lose(position, army.colour, n, hex, cause, log)
    tell_left(position, carried, hex, log)
    return n


def left_behind(position: AlbionPosition, carried: list[int]) -> list[int]:
    """Return which of the items that troops carried lie open now: nobody of the colour is left in their hex (20.1c)."""
    return [item for item in carried if position.bearer[item] == LYING]


def tell_left(position: AlbionPosition, carried: list[int], hex: int, log: Log) -> None:
    """Say which of the items that troops carried in a hex now lie there."""
    for item in left_behind(position, carried):
        let_lie(position, item, hex, log)


def lose_escort(position: AlbionPosition, person: int, log: Log, *, cause: str) -> None:
    """Take a person's escort away: he goes on alone (7.0a)."""
    if position.escort[person]:
        position.escort[person] = 0
        _lose(position, position.world.p_colour[person], 1, position.at[person], cause, log)


# Items that nobody has any more


# Persons


def wound(position: AlbionPosition, person: int, n: int, log: Log, *, how: str, victor: int = -1) -> bool:
    """Give a person wounds; tell whether he dies of them (7.0c, 7.0d).

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
    """Let a person die (7.0d): his escort stays as a point of his colour, his items go as 20.5 says, his heirs rise."""
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
    score(position, winner, PERSON_POINTS, f"for the death of **{w.persons[person].name}**", log)
    _count(position, 1 - winner, "person", how, 1)
    if how != "control":  # what changes back at its end asks nobody to evade (18.0f)
        check_later(position, hex)
    succeed(position, person, hex, log)
    lose_items(position, items, hex, player, log, how=how, victor=victor, at_sea=ship >= 0)


def die(step: Dies, position: AlbionPosition, log: Log) -> None:
    """Let the unworthy die to whom Requiter has come (20.6/22c)."""
    if position.at[step.person] >= 0:
        kill(position, step.person, log, how=step.how)


def take_off(position: AlbionPosition, person: int, where: int, log: Log) -> None:
    """Take a person off the map, DEAD or GONE: his escort stays, his troops lie under nobody, Mind Control ends."""

    w, hex, ship = position.world, position.at[person], position.aboard[person]
    release_all_of(position, person, log)
    overruns = _overruns(position, hex)
    if position.escort[person]:
        did = position.did[person] & ~(IN_HAND | BOUND | MAILED)
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


# Ships


def hit_ship(position: AlbionPosition, ship: int, steps: int, log: Log, *, cause: str) -> int:
    """Take steps off a ship: the first damages it, the second sinks it (7.0b). Return how many it has taken."""
    taken = 0
    while taken < steps and position.ship_at[ship] >= 0:
        taken += 1
        if position.hurt[ship]:
            sink(position, ship, log, cause=cause)
            break
        position.hurt[ship] = 1
        if log:
            w = position.world
            seat = w.s_side[ship]
            log.say(f"**{w.ships[ship].name}** is damaged.", clause="albion/7.0b", seat=seat, knowers=(seat,))
    return taken


def sink(position: AlbionPosition, ship: int, log: Log, *, cause: str) -> None:
    """Sink a ship with the points and items aboard; its persons go to another ship, ashore, or down (7.5)."""
    w, hex, seat = position.world, position.ship_at[ship], position.world.s_side[ship]
    if log:
        text = f"**{w.ships[ship].name}** sinks at {at_hex(w, hex)}."
        log.say(text, clause="albion/7.0b", seat=seat, places=(w.number[hex],))
    coast = position.coast[ship]
    position.lift_ship(ship, DEAD)
    position.hurt[ship] = 0
    if SHIP + ship in position.march:
        position.march.remove(SHIP + ship)
    strength = w.s_strength[ship][0]
    score(position, 1 - seat, strength, f"for **{w.ships[ship].name}**", log)
    _count(position, seat, "ship", cause, strength)
    for army in [army for army in position.troops.get(hex, ()) if army.ship == ship]:
        carried = position.with_troops(hex)
        position.swap_army(hex, army)
        _lose(position, army.colour, army.n, hex, "drowned", log)
        for item in left_behind(position, carried):
            destroy_item(position, item, hex, log)
    for item, bearer in enumerate(position.bearer):
        if bearer == SHIP + ship:
            destroy_item(position, item, hex, log)
    persons = [person for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    for person in persons:
        lose_escort(position, person, log, cause="drowned")
        for item in held_by(position, person):
            destroy_item(position, item, hex, log)
    step = Castaways(hex, coast)
    if step not in position.agenda:
        position.then(step)


class Castaways(Consequence, frozen=True, tag=True):
    """Persons whose ship has sunk go to another ship of the stack, or reach the shore if no enemy ship is left there,
    or drown (7.5b). It runs when all losses of the moment have been taken.
    """

    hex: int
    coast: int
    title = "Castaways"
    clause = "albion/7.5b"


# Fortresses, the Borders


def destroy_fortress(position: AlbionPosition, hex: int, log: Log, *, cause: str = "battle") -> None:
    """Ruin a fortress for good (17.4b): 10 points, and 15 more for the four of Albion Alone (21.2c, 21.3).

    A dyke is never destroyed (17.4d). What was stored in it lies in the hex (20.1a); who is helpless now must evade.
    """
    w = position.world
    seat = w.fortress_side[hex]
    if seat < 0 or w.dyke[hex] or hex in position.ruined:
        return
    position.ruined.append(hex)
    position.ruined.sort()
    if log:
        text = f"**{at_hex(w, hex)}** is destroyed, and a ruin from now on."
        log.say(text, clause="albion/17.4b", seat=seat, places=(w.number[hex],))
    score(position, 1 - seat, FORTRESS_POINTS, f"for **{w.fortress_name[hex]}**", log)
    _count(position, seat, "fortress", cause, 1)
    if alone(position) and seat == FAERIE and w.bonus[hex]:
        score(position, FOMORIAN, w.bonus[hex], f"because **{w.fortress_name[hex]}** was one of the four", log)
    for item, bearer in enumerate(position.bearer):
        if bearer == STORED and position.item_at[item] == hex:
            let_lie(position, item, hex, log)
    check_later(position, hex)


def destroy_borders(position: AlbionPosition, log: Log) -> None:
    """Destroy all armies of the Borders when their king has died (7.9/m32); their ships stay."""
    colour = position.world.colour["borders"]
    fallen = 0
    for hex, armies in sorted(position.troops.items()):
        for army in armies:
            if army.colour == colour:
                fallen += lose_points(position, hex, army, army.n, log, cause=BRIAN)
    rumour = position.rumour[FOMORIAN]
    for hex in [hex for hex in rumour if not stands_in(position, FOMORIAN, hex)]:
        del rumour[hex]
    if log:
        log.say(
            f"Without their king the men of the Borders scatter and lose {amount(fallen, 'Combat Strength Point')}.",
            clause="albion/7.9/m32",
            seat=FOMORIAN,
        )
    check_contacts(position)


def release(position: AlbionPosition, person: int, log: Log) -> None:
    """Give a person back to his own side: the turn is over, or the enchanter is dead."""
    if position.controlled.pop(person, -1) < 0:
        return
    position.side[person] = 1 - position.side[person]
    position.learned += 1
    if position.at[person] >= 0:
        tell(position, position.at[person])
        if log:
            log.say(f"**{position.world.persons[person].name}** is free again.", clause="albion/19.4/10")


def release_all_of(position: AlbionPosition, caster: int, log: Log) -> None:
    """End the control that an enchanter exerted: he is dead or gone (19.4/10)."""
    for person, by in sorted(position.controlled.items()):
        if by == caster:
            release(position, person, log)
