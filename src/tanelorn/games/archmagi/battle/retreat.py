"""Ways out of a battle: retreat by a sacrifice, when the defender gives one unit up and the others withdraw
(archmagi/battle.26 to battle.28), and Vanish (battle.40, trait/vanish).
"""

from __future__ import annotations

from collections.abc import Iterator

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.battle.presence import army, own_units, say, the_battle
from tanelorn.games.archmagi.state.abilities import ARCHMAGUS, SITE, VANISH, in_battle, is_created, traits
from tanelorn.games.archmagi.state.barriers import come_ashore, ways_out
from tanelorn.games.archmagi.state.carrying import let_go
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.numbers import Units
from tanelorn.games.archmagi.state.position import VANISHED, ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back
from tanelorn.games.archmagi.words.nouns import HEX, SEAT_NAMES, UNIT, find, ways_out_of
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Way, steps, verb


def _sacrifices(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Units that may be given up for a retreat (battle.26): no archmagus, Site, paralysed, borrowed, added or
    created one.
    """
    battle, reached = the_battle(position), _reached(position, seat)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if not traits(position, unit) & (ARCHMAGUS | SITE)
        and unit not in battle.added
        and not is_created(position, unit)
        and any(units != [unit] for units in reached.values())
    ]


def _reached(position: ArchmagiPosition, seat: int) -> dict[int, list[int]]:
    """Return the units that could withdraw, by the hexes open to them."""
    reached: dict[int, list[int]] = {}
    for unit in army(position, the_battle(position).side(seat)):
        if goes_along(position, unit):
            for hex in ways_out(position, unit):
                reached.setdefault(hex, []).append(unit)
    return reached


def retreats(position: ArchmagiPosition, seat: int, without: int) -> list[int]:
    """Return the hexes to which somebody could withdraw, one unit having been given up (battle.26, battle.27)."""
    return sorted(hex for hex, units in _reached(position, seat).items() if units != [without])


def goes_along(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit withdraws with its stack if it can enter the hex: created and added ones end, Sites stay."""
    return (
        not is_created(position, unit) or KINDS[position.kinds[unit]].spell in ("invisible-stalker", "familiar")
    ) and not traits(position, unit) & SITE


def _retreats(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    return [position.land.codes[hex] for hex in retreats(position, seat, unit)]


def _ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    return ways_out_of(position, the_battle(position).hex, _retreats(position, seat, args))


def _all_retreats(position: ArchmagiPosition, seat: int) -> Iterator[Args]:
    """Yield every retreat; who could go where is worked out once."""
    codes, reached = position.land.codes, _reached(position, seat)
    for ref in _sacrifices(position, seat, ()):
        unit = find(position, seat, ref)
        yield from ((ref, codes[hex]) for hex in sorted(reached) if reached[hex] != [unit])


def retreat(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Give one of the defender's units up; everything that follows from its death is settled before the others withdraw
    (battle.26, battle.28).
    """
    unit, hex = find(position, seat, args[0]), position.land.index[args[1]]
    say(log, seat, f"gives a unit up and withdraws to {args[1]:04d}", "archmagi/battle.26")
    position.then(Withdraw(hex, tuple(_going(position, unit, hex))))
    kill(position, unit, log, "is sacrificed", clause="archmagi/battle.26")


RETREAT = verb(
    Verb(
        "retreat giving up",
        "Retreat by a sacrifice",
        steps(
            Slot("", UNIT, "Which unit is given up?", _sacrifices, "archmagi/battle.26"),
            Slot("to", HEX, "Where does the stack withdraw?", _retreats, "archmagi/battle.27", _ways),
        ),
        "archmagi/battle.26",
        possible=lambda position, seat: the_battle(position).seats[1] == seat,
        listing=_all_retreats,
        does=retreat,
    )
)


def _going(position: ArchmagiPosition, without: int, hex: int) -> list[int]:
    """Return the units that can enter the hex to which their stack withdraws: those aboard with their carrier."""
    battle = the_battle(position)
    able = [u for u in army(position, 1) if u != without and goes_along(position, u) and u not in battle.added]
    going = [u for u in able if hex in ways_out(position, u)]
    return [u for u in able if u in going or position.carriers[u] in going]


class Withdraw(Automatic, frozen=True, tag=True):
    """All that can enter the hex go; created and added units end; the battle goes on with those who stay
    (battle.26).
    """

    hex: int
    going: Units
    title = "Tactical options"
    clause = "archmagi/battle.26"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Move the stack out."""
        battle = the_battle(position)
        for unit in list(army(position, 1)):
            if unit in battle.added or not (goes_along(position, unit) or traits(position, unit) & SITE):
                chit_back(position, unit)
                position.remove(unit)
        carriers = {unit: position.carriers[unit] for unit in self.going}
        left = [unit for unit in self.going if position.owners[unit] == battle.seats[1]]
        for unit in left:
            battle.forget(unit, alive=True)
        for unit, carrier in enumerate(position.carriers):
            if unit in left or carrier in left:
                position.carriers[unit] = carriers[unit] if unit in left and carrier in left else -1
        if left:
            position.move_units(left, self.hex)
        if not army(position, 1):
            battle.over = True


def _vanishers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if in_battle(position, unit) & VANISH
        and not position.done[unit] & VANISHED
        and not is_created(position, unit)
        and unit not in battle.added
        and ways_out(position, unit)
    ]


def _ways_out(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [position.land.codes[hex] for hex in ways_out(position, find(position, seat, args[0]))]


def _vanishing_ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    return ways_out_of(position, position.hexes[find(position, seat, args[0])], _ways_out(position, seat, args))


def vanish(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Let a unit slip out of the battle, once a turn (trait/vanish, archmagus/enchantress/vanish,
    artifact/ring-of-invisibility).
    """
    unit, hex = find(position, seat, args[0]), position.land.index[args[1]]
    who, where = f"**{SEAT_NAMES[seat]}**", f"{args[1]:04d}"
    say_of_units(
        log,
        position,
        f"{who} lets {{}} vanish to {where}.",
        unit,
        otherwise=f"{who} lets a unit vanish to {where}.",
        clause="archmagi/trait/vanish",
        seat=seat,
    )
    position.done[unit] |= VANISHED
    leave_battle(position, unit, hex)


VANISH_VERB = verb(
    Verb(
        "vanish",
        "Vanish out of the battle",
        steps(
            Slot("", UNIT, "Who vanishes?", _vanishers, "archmagi/trait/vanish"),
            Slot("to", HEX, "Where to?", _ways_out, "archmagi/battle.27", _vanishing_ways),
        ),
        "archmagi/trait/vanish",
        does=vanish,
    )
)


def leave_battle(position: ArchmagiPosition, unit: int, hex: int) -> None:
    """Move a unit out of the battle into a neighbouring hex; it fights no more in this turn (battle.40)."""
    the_battle(position).forget(unit, alive=True)
    let_go(position, unit)
    position.move_unit(unit, hex)
    come_ashore(position, unit, (hex,))
