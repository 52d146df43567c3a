"""Who has won (elric/5.0e to 5.0k, 14.1g to 14.3b): Imrryr, the scenario's terms, the end of the world, capitals."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.state.cities import garrisoned, holder
from tanelorn.games.elric.state.consequences import WorldEnds
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import LAST_TURN, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import persons
from tanelorn.games.elric.state.words import seat_name


class CheckVictory(Automatic, frozen=True, tag=True):
    """At the end of a player-turn, check for Imrryr, players with nothing left, and the end of the
    world or of turn 10.
    """

    seat: int
    title = "Victory"
    clause = "elric/5.0k"

    def run(self, position: ElricPosition, log: Log) -> None:
        """End the game if it is decided or ten turns are over (5.0e, 3.3c), and note what later checks must know."""

        if terms_of(position).victory == "founding":
            check_alone(position, self.seat)
            return
        _note_terms(position)
        if _imrryr(position, log):
            return
        _drop_the_beaten(position, log)
        if position.outcome is None and ends_game_turn(position, self.seat):
            if position.tipped and position.doom == position.turn:
                world_ends(position, log)
            elif position.turn >= LAST_TURN:
                judge(position, log)


def ends_game_turn(position: ElricPosition, seat: int) -> bool:
    """Tell whether a seat's player-turn is the last of its game-turn (5.0a, 5.0c)."""
    order = position.order
    return all(other in position.gone for other in order[order.index(seat) + 1 :])


def world_ends(position: ElricPosition, log: Log) -> None:
    """End the world and the game (13.4e, 16.7): the conditions are tested in their order (5.0k)."""
    if log:
        side = "Chaos" if position.tipped > 0 else "Law"
        log.say(f"**The world ends.** {side} has overthrown the Balance.", heading=True, clause="elric/13.4e")
    _note_terms(position)
    judge(position, log, world_ended=True)


def end_the_world(horn: WorldEnds, position: ElricPosition, log: Log) -> None:
    """End the world by the Horn of Fate (16.7/horn-of-fate)."""
    world_ends(position, log)


def judge(position: ElricPosition, log: Log, *, world_ended: bool = False) -> None:
    """Find the winner of a game that is over, testing in the order of the reference sheet (5.0k, ref.c)."""
    if _imrryr(position, log) or _by_terms(position):
        return
    if world_ended and (_by_law(position) if position.tipped < 0 else _by_chaos(position)):
        return
    _by_capitals(position)


# Imrryr


def _imrryr(position: ElricPosition, log: Log) -> bool:
    """Whoever has captured Imrryr and garrisons it wins, in any scenario (5.0f)."""
    city = position.world.imrryr
    seat = position.captured[city]
    if seat < 0 or not garrisoned(position, city, seat):
        return False
    if log:
        place = position.world.areas[city]
        log.say(
            f"**{seat_name(position, seat)}** holds **{place.cities[0].name}**.",
            clause="elric/5.0f",
            seat=seat,
            places=(place.id,),
        )
    position.end((seat,), f"{seat_name(position, seat)} has taken Imrryr", "elric/5.0f")
    return True


# The terms of a scenario


def _capitals_of(position: ElricPosition, seat: int) -> Iterable[int]:
    """The capitals of the nations with which a seat began."""
    world = position.world
    lot = terms_of(position).lot[seat]
    return (world.nations[world.nation[id]].capital for id in lot.nations)


def _note_terms(position: ElricPosition) -> None:
    """Note which seats meet the terms of 14.3 without a break, in the order in which they began to (14.3b)."""
    if terms_of(position).victory != "successor":
        return
    meets = [
        seat for seat in (0, 1) if all(holder(position, city) == seat for city in _capitals_of(position, 1 - seat))
    ]
    position.met = [seat for seat in position.met if seat in meets]
    position.met += [seat for seat in meets if seat not in position.met]


def _by_terms(position: ElricPosition) -> bool:
    """The scenario's own terms name a winner in any case (14.2b, 14.3b, 5.0g)."""
    victory = terms_of(position).victory
    if victory == "dragonmasters":
        position.end((1,), "Imrryr has not been taken", "elric/14.2b")
    elif victory == "successor" and position.met:
        position.end((position.met[0],), "decisive victory: all capitals of the enemy", "elric/14.3b")
    elif victory == "successor":
        position.end((0,), "marginal victory: neither side holds all capitals of the other", "elric/14.3b")
    return position.outcome is not None


# The end of the world


def _by_law(position: ElricPosition) -> bool:
    """The Runestaff wins, else the most Law magic (5.0h, 16.1/runestaff)."""
    holder = position.holder(SPELL["runestaff"])
    if holder >= 0 and position.owner[holder] >= 0:
        _end(position, (position.owner[holder],), "the Runestaff when Law ended the world", "elric/5.0h")
        return True
    return _by_magic(position, "law", "elric/5.0h")


def _by_chaos(position: ElricPosition) -> bool:
    """The controller of Mournblade wins, else the most Chaos magic (5.0i)."""
    bearer = position.bearer.get(position.world.mournblade, -1)
    if bearer >= 0 and position.owner[bearer] >= 0:
        _end(position, (position.owner[bearer],), "Mournblade when Chaos ended the world", "elric/5.0i")
        return True
    return _by_magic(position, "chaos", "elric/5.0i")


def magic_held(position: ElricPosition, seat: int, alignment: str) -> int:
    """Return the printed values of a seat's held and maintained spells of one alignment, bracketed ones too (5.0h)."""
    owner = position.owner
    return sum(
        SPELLS[spell].value
        for spell, unit in spells_held(position.where)
        if owner[unit] == seat and SPELLS[spell].alignment == alignment
    )


def _by_magic(position: ElricPosition, alignment: str, clause: str) -> bool:
    """The greatest total wins; a tie is left to the capitals (5.0i)."""
    totals = {seat: magic_held(position, seat, alignment) for seat in position.playing()}
    best = max(totals.values())
    first = [seat for seat in totals if totals[seat] == best]
    if len(first) > 1:
        return False
    _end(position, first, f"{amount(best, 'point')} of {alignment.title()} magic when the world ended", clause)
    return True


# Capitals


def capitals_held(position: ElricPosition, seat: int) -> int:
    """Return how many enemy capitals a seat has captured and garrisons, whether mustered since or not (5.0j)."""
    return sum(
        taker == seat
        and position.world.nations[position.world.areas[city].nation].star
        and holder(position, city) == seat
        and garrisoned(position, city, seat)
        for city, taker in enumerate(position.prize)
    )


def _by_capitals(position: ElricPosition) -> None:
    """The most enemy capitals win; equal numbers are a draw (5.0j)."""
    counts = {seat: capitals_held(position, seat) for seat in position.playing()}
    best = max(counts.values())
    first = sorted(seat for seat in counts if counts[seat] == best)
    held = f"{best or 'no'} enemy {'capital' if best == 1 else 'capitals'}"
    if len(first) == len(position.order):
        position.end((), f"a draw, with {held} each", "elric/5.0j")
    elif len(first) > 1:
        position.end(first, f"a draw among them, with {held} each", "elric/5.0j")
    else:
        _end(position, first, held, "elric/5.0j")


def _end(position: ElricPosition, winners: Iterable[int], why: str, clause: str) -> None:
    winning = tuple(winners)
    position.end(winning, f"{' and '.join(seat_name(position, seat) for seat in winning)}: {why}", clause)


# Players who are out


def has_nothing(position: ElricPosition, seat: int) -> bool:
    """Tell whether a player has nothing left: no counter, and no country about to rise (6.0h)."""
    return seat not in position.owner and not any(owner == seat for _, owner in position.rising)


def _drop_the_beaten(position: ElricPosition, log: Log) -> None:
    """Players with nothing left are out, and the last one wins (6.0h); except in 14.2, where only Imrryr or turn 10
    decides for player 1 (14.2b).
    """
    for seat in position.playing():
        if has_nothing(position, seat):
            position.gone = sorted((*position.gone, seat))
            if log:
                log.say(f"**{seat_name(position, seat)}** has nothing left and is out.", clause="elric/6.0h", seat=seat)
    if terms_of(position).victory == "dragonmasters" and position.playing() == [0]:
        return
    last_one(position, "the others have nothing left", "elric/6.0h")


def last_one(position: ElricPosition, why: str, clause: str) -> bool:
    """End the game if at most one player is left."""
    left = position.playing()
    if len(left) > 1:
        return False
    position.end(left, why, clause)
    return True


def check_alone(position: ElricPosition, seat: int) -> None:
    """The lone player loses when nobody is left who could find or fight anything, or after turn 10 (14.1g)."""
    if not persons(position, position.units_of(seat)):
        position.end((), "nobody is left to find a Dragon Master", "elric/14.1g")
    elif position.turn >= LAST_TURN:
        position.end((), "the Dragons have not been beaten in ten turns", "elric/14.1g")
