"""Movement (archmagi/move.*, trait/carry, trait/transport): units, whole stacks, carriers with their passengers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import AsksOne
from tanelorn.games.archmagi.artifacts.exchange import PASS_ON
from tanelorn.games.archmagi.casting.asking import WORD
from tanelorn.games.archmagi.casting.responses import CAST, FARCAST_VERB
from tanelorn.games.archmagi.map.terrain import is_land
from tanelorn.games.archmagi.state.abilities import FLYING, SITE, SWIFT, VERY_SWIFT, can_use, gear_kind, stands, traits
from tanelorn.games.archmagi.state.barriers import barred, bars_ways, come_ashore, sheds_ashore
from tanelorn.games.archmagi.state.carrying import has_place, hold, is_carrier
from tanelorn.games.archmagi.state.content import ARTIFACTS, KINDS
from tanelorn.games.archmagi.state.position import MOVED, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import HEX, SEAT_NAMES, UNIT, all_units, find, named
from tanelorn.games.archmagi.words.verbs import END, Args, Slot, Verb, Verbs, Way, clicked, in_order, plain, steps, verb


def speed(position: ArchmagiPosition, unit: int) -> int:
    """Return how many hexes a unit may move: 1, 2 if swift, 3 if very swift, none for a Site (move.2 to move.4,
    move.10, trait/swift, trait/very-swift, trait/site, artifact/boots-of-speed, artifact/flying-carpet,
    artifact/amulet-of-planeswalking, artifact/old-mariners-sextant, unit/crystal-ship, archmagus/warlock).
    """
    mask = traits(position, unit)
    if mask & SITE:
        return 0
    hexes = 3 if mask & VERY_SWIFT else 2 if mask & SWIFT else 1
    for artifact in position.gear[unit]:
        row = ARTIFACTS[gear_kind(artifact)].row
        if (row.move or row.move_bonus) and can_use(position, unit, artifact):
            hexes = max(hexes, row.move)
            hexes += row.move_bonus
    return hexes


def movable(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit may move yet in this turn (move.16)."""
    return not position.done[unit] & MOVED and speed(position, unit) > 0


def passes(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit may pass hexes with enemy stacks: flyers, and by an Amulet of Planeswalking (move.6, move.7,
    trait/flying, artifact/amulet-of-planeswalking).
    """
    if traits(position, unit) & FLYING:
        return True
    return any(ARTIFACTS[gear_kind(a)].row.passes_enemies and can_use(position, unit, a) for a in position.gear[unit])


def paths(position: ArchmagiPosition, unit: int, riders: tuple[int, ...] = ()) -> dict[int, tuple[int, ...]]:
    """Return, by hex that a unit can reach, the first of its shortest paths without the hex it starts from (move.12).

    Every hex must be one that it can be in; a move of more than one hex leads through identified hexes only
    (move.5); entering an enemy's hex ends the move unless it passes (move.7). Whoever loses Swimmer on land
    (spell/water-walk) goes round land if possible, and enters no water again from there.
    """
    start, reach = position.hexes[unit], speed(position, unit)
    near = position.land.near
    movers = (unit, *riders) if bars_ways(position) else ()
    if reach == 1:
        return {to: (to,) for to in near[start] if _enters(position, unit, movers, start, to)}
    seat, known, over = position.owners[unit], position.terrain, passes(position, unit)
    found: dict[int, tuple[int, ...]] = {}
    swims = sheds_ashore(position, unit)
    layer: list[tuple[int, tuple[int, ...]]] = [(start, ())]
    for _ in range(reach):
        here, layer = layer, []
        for hex, path in here:
            if path and (known[hex] < 0 or (not over and position.foes_in(hex, seat))):
                continue
            for to in near[hex]:
                if to == start or to in found or (path and known[to] < 0):
                    continue
                if (swims and _lands(position, path) and not is_land(position, to)) or not _enters(
                    position, unit, movers, hex, to
                ):
                    continue
                found[to] = (*path, to)
                layer.append((to, found[to]))
    return found


def _lands(position: ArchmagiPosition, path: tuple[int, ...]) -> bool:
    return any(is_land(position, hex) for hex in path)


def _enters(position: ArchmagiPosition, unit: int, movers: tuple[int, ...], hex: int, to: int) -> bool:
    """Tell whether a unit can be in the next hex, and nothing keeps any of the movers from it (move.9, move.15,
    spell/blight, spell/chasm, spell/flood, trait/swimmer, trait/sea).
    """
    return stands(position, unit, to) and not (movers and any(barred(position, each, hex, to) for each in movers))


def _codes(position: ArchmagiPosition, found: dict[int, tuple[int, ...]]) -> list[int]:
    return [position.land.codes[hex] for hex in found]


def _starters(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [ref for ref, unit in all_units(position, seat).items() if movable(position, unit)]


def riders_for(position: ArchmagiPosition, carrier: int) -> list[int]:
    """Return the comrades that a carrier could take along: they have not moved, and it has a place for each of them
    alone (trait/carry, trait/transport).
    """
    seat = position.owners[carrier]
    return [
        unit
        for unit in position.stack(position.hexes[carrier], seat)
        if unit != carrier
        and not position.done[unit] & MOVED
        and (position.carriers[unit] == carrier or has_place(position, carrier, unit))
    ]


def _passengers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return the units that can still be taken along, then the end of the list; a unit that carries nobody has none."""
    carrier = find(position, seat, args[0])
    if not is_carrier(position, carrier):
        return [END]
    named_so_far = [find(position, seat, ref) for ref in args[1:] if ref != END]
    kept = position.carriers
    position.carriers = kept[:]
    for unit, by in enumerate(kept):
        if by == carrier:
            position.carriers[unit] = -1
    for unit in named_so_far:
        position.carriers[unit] = carrier
    able = [unit for unit in riders_for(position, carrier) if unit not in named_so_far]
    able = [unit for unit in able if unit not in kept]  # whoever carries others is not carried
    position.carriers = kept
    hex = position.hexes[carrier]
    return [*(ref for ref, unit in named(position, hex, seat).items() if unit in able), END]


def _targets(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    riders = tuple(find(position, seat, ref) for ref in args[1:-1])
    return _codes(position, paths(position, unit, riders))


def _way(position: ArchmagiPosition, start: int, path: tuple[int, ...]) -> Way:
    ids = position.land.ids
    return Way(tuple([ids[hex] for hex in (start, *path)]), amount(len(path), "hex", "hexes"))


def _ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    unit = find(position, seat, args[0])
    riders = tuple(find(position, seat, ref) for ref in args[1:-1])
    codes, start = position.land.codes, position.hexes[unit]
    return {codes[to]: _way(position, start, path) for to, path in paths(position, unit, riders).items()}


def _move_plan(args: Args) -> Slot | None:
    if not args:
        return Slot("", UNIT, "Which unit moves?", _starters, "archmagi/move.16")
    if END not in args:
        word = "with" if len(args) == 1 else "and"
        return Slot(word, UNIT, "Whom does it carry?", _passengers, "archmagi/trait/carry")
    if args[-1] == END:
        return Slot("to", HEX, "Where to?", _targets, "archmagi/move.16", _ways)
    return None


def _riders(position: ArchmagiPosition, seat: int, ref: int) -> dict[int, int]:
    """Return by name who could go along with a unit, if only one did."""
    return {rider: find(position, seat, rider) for rider in _passengers(position, seat, (ref,)) if rider != END}


def _all_moves(position: ArchmagiPosition, seat: int) -> Iterator[Args]:
    """Yield every move; where nothing bars any way, a carrier's targets are worked out once."""
    free = not bars_ways(position)
    for ref, unit in all_units(position, seat).items():
        if not movable(position, unit):
            continue
        targets = _codes(position, paths(position, unit))
        if not targets:
            continue
        crews: Iterable[Args] = ((),)
        if is_carrier(position, unit):
            riders = _riders(position, seat, ref).items()
            able = {rider: each for rider, each in riders if free or paths(position, unit, (each,))}
            crews = hold(position, unit, able).crews()
        for crew in crews:
            going = (ref, *crew, END)
            yield from ((*going, to) for to in (targets if free else _targets(position, seat, going)))


def _ways_to_move(position: ArchmagiPosition, seat: int) -> int:
    """Count the moves: a carrier gets as far with a crew as alone, or as far as with any passenger whom the ground
    bars.
    """
    ways = 0
    for ref, unit in all_units(position, seat).items():
        if not movable(position, unit):
            continue
        alone = len(paths(position, unit))
        if not is_carrier(position, unit):
            ways += alone
            continue
        riders = _riders(position, seat, ref)
        far = {rider: len(paths(position, unit, (comrade,))) for rider, comrade in riders.items()}
        room = hold(position, unit, riders)
        unbarred = room._replace(riders=tuple(rider for rider in room.riders if far[rider[0]] == alone)).ways()
        ways += unbarred * alone + (room.ways() - unbarred) * min(far.values(), default=0)
    return ways


def _nowhere(position: ArchmagiPosition, seat: int, args: Args) -> bool:
    """Tell whether a carrier gets nowhere with the passengers named so far, and so with no more of them."""
    return bool(args) and END not in args and not _targets(position, seat, (*args, END))


def _carried_in_order(args: Args) -> Args:
    upto = args.index(END) if END in args else len(args)
    return (*args[:1], *in_order(args[1:upto]), *args[upto:])


def _stacks(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        position.land.codes[hex]
        for hex in position.hexes_of(seat)
        if any(movable(position, unit) for unit in position.stack(hex, seat))
    ]


def _marches(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    hex = position.land.index[args[0]]
    reached: dict[int, tuple[int, ...]] = {}
    for unit in position.stack(hex, seat):
        if movable(position, unit):
            reached |= paths(position, unit)
    return sorted(_codes(position, reached))


def _march_ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    codes, start = position.land.codes, position.land.index[args[0]]
    gone = [paths(position, unit) for unit in position.stack(start, seat) if movable(position, unit)]
    ends = {to for reached in gone for to in reached}
    return {codes[to]: _way(position, start, _told(reached.get(to) for reached in gone)) for to in ends}


def _told(ways: Iterable[tuple[int, ...] | None]) -> tuple[int, ...]:
    """Return of the ways of those who march together the one that is told: the longest, for some pass what others go
    round.
    """
    return max((way for way in ways if way), key=len)


def _boarders(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    carriers = {hex: _carriers(position, seat, hex) for hex in position.hexes_of(seat)}
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if any(_takes_aboard(position, carrier, unit) for carrier in carriers[position.hexes[unit]].values())
    ]


def _carriers(position: ArchmagiPosition, seat: int, hex: int) -> dict[int, int]:
    return {ref: unit for ref, unit in named(position, hex, seat).items() if is_carrier(position, unit)}


def _takes_aboard(position: ArchmagiPosition, carrier: int, unit: int) -> bool:
    return position.carriers[unit] != carrier and has_place(position, carrier, unit)


def _ships(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    carriers = _carriers(position, seat, position.hexes[unit])
    return [ref for ref, carrier in carriers.items() if _takes_aboard(position, carrier, unit)]


def _march(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    hex, to = (position.land.index[code] for code in args)
    ways = {u: paths(position, u).get(to) for u in position.stack(hex, seat) if movable(position, u)}
    _go(position, seat, [unit for unit, path in ways.items() if path], _told(ways.values()), log)


MARCH = clicked(
    "march",
    "March",
    Slot("", HEX, "From which hex?", _stacks, "archmagi/move.1"),
    Slot("to", HEX, "Where do all go that can?", _marches, "archmagi/move.2", _march_ways),
    clause="archmagi/move.1",
    weight=8,
    does=_march,
)


def _move(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit = find(position, seat, args[0])
    riders = [find(position, seat, ref) for ref in args[1:-2]]
    path = paths(position, unit, tuple(riders))[position.land.index[args[-1]]]
    _go(position, seat, [unit, *riders], path, log)
    for rider in riders:
        position.carriers[rider] = unit


MOVE = verb(
    Verb(
        "move",
        "Move one unit",
        _move_plan,
        "archmagi/move.16",
        button=False,
        words="move",
        weight=4,
        canonical=_carried_in_order,
        ways=_ways_to_move,
        listing=_all_moves,
        hopeless=_nowhere,
        does=_move,
    )
)


def _go(position: ArchmagiPosition, seat: int, units: list[int], path: tuple[int, ...], log: Log) -> None:
    """Move units together; whoever stays behind is not carried by them any more (move.11), and whoever crosses land
    loses what lasts until then.
    """
    start, to = position.hexes[units[0]], path[-1]
    ids = position.land.ids
    for unit, carrier in enumerate(position.carriers):
        if carrier >= 0 and (unit in units) != (carrier in units):
            position.carriers[unit] = -1
    for unit in units:
        position.done[unit] |= MOVED
        come_ashore(position, unit, path)
    position.move_units(units, to)
    if log:
        names = ", ".join(KINDS[position.kinds[unit]].name for unit in units)
        way = ids[to] + (f" by {', '.join(ids[hex] for hex in path[:-1])}" if path[1:] else "")
        log.say(
            f"**{SEAT_NAMES[seat]}** moves {names} from {ids[start]} to {way}.",
            clause="archmagi/move.16",
            seat=seat,
            places=(ids[start], ids[to]),
            shows=(Mark("arrow", ids[start], seat=seat, to=ids[to]),),
            knowers=(seat,),
            otherwise=f"**{SEAT_NAMES[seat]}** moves from {ids[start]} to {way}.",
        )


def _board(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Take a unit aboard a carrier in its hex (move.15)."""
    unit, carrier = find(position, seat, args[0]), find(position, seat, args[1])
    position.carriers[unit] = carrier


BOARD = verb(
    Verb(
        "board",
        "Go aboard",
        steps(
            Slot("", UNIT, "Which unit goes aboard?", _boarders, "archmagi/move.15"),
            Slot("on", UNIT, "Which unit carries it?", _ships, "archmagi/move.15"),
        ),
        "archmagi/move.15",
        does=_board,
    )
)


DONE = plain("done", "Done", key="Enter", weight=6, last=True)


class Move(AsksOne, frozen=True, tag=True):
    """The active player moves units one after the other, casts Move spells, trades artifacts (move.1, move.8,
    move.13, move.16).
    """

    title = "Move"
    clause = "archmagi/move.1"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All acts of the phase."""
        return Acts(position, seat, ACTS.verbs, "Move your stacks and units, or be done.", Act("done"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if not ACTS.ends(choice):
            position.then(self)
        ACTS.do(self, position, seat, choice, log)


ACTS: Verbs[Move, ArchmagiPosition] = Verbs(MARCH, MOVE, BOARD, PASS_ON, CAST, FARCAST_VERB, WORD, DONE)
