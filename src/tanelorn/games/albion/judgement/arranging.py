"""Stacks put in order (albion/11.9): who commands whom and lies on top, escorts, items; ships at the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tanelorn.core.acts import Act
from tanelorn.games.albion.combat.before_the_round import ARRANGE
from tanelorn.games.albion.combat.challenges import EACH
from tanelorn.games.albion.judgement import fighting, marching
from tanelorn.games.albion.judgement.brawling import magic_seen
from tanelorn.games.albion.judgement.marching import Orders
from tanelorn.games.albion.judgement.missions.belongings import Key, handed, preferred
from tanelorn.games.albion.judgement.reckoning.duelling import skill
from tanelorn.games.albion.judgement.reckoning.forces import foes
from tanelorn.games.albion.judgement.style import Style
from tanelorn.games.albion.movement.moves import DONE_ACT
from tanelorn.games.albion.movement.rearranging.arranging import DONE, Arrange
from tanelorn.games.albion.movement.rearranging.escorts import source
from tanelorn.games.albion.movement.ways.costs import sea_ways
from tanelorn.games.albion.movement.ways.groups import why_not_sail
from tanelorn.games.albion.movement.ways.sailing import has_room, why_not_load
from tanelorn.games.albion.scenarios.initial_stacking import BEGIN
from tanelorn.games.albion.state.command import commanders, may_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import NO_PIECE, is_person, ship_code, ship_of, troops_code
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.stacks import garrison_side, top_ashore, top_at_sea, troops_ashore
from tanelorn.games.albion.state.who_fights import host_of
from tanelorn.games.albion.weather import CLEAR


def move(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return the next act of movement or reaction: items change hands first, and when all have marched the stacks are
    put in order.
    """
    if position.march:
        return marching.move(position, seat, acts, style)
    opens = {act.args[0]: act for act in acts if act.verb == ARRANGE.verb and act.args}
    planned = marching.orders(position, seat, style)
    first = next((act for hex, act in opens.items() if any(_at_first(position, seat, hex, planned))), None)
    act = first or marching.move(position, seat, acts, style)
    if act != DONE_ACT:
        return act
    return next((open for hex, open in opens.items() if any(ordered(position, seat, hex))), act)


def set_up(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Open a stack that is to be ordered before the first move, or begin."""
    return next((act for act in acts if act.args and any(_at_set_up(position, seat, act.args[0]))), BEGIN)


def prepare(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Put the stack in order before a round where that is called for, then prepare for it."""
    if ARRANGE in acts and any(_before_round(position, seat)):
        return ARRANGE
    return fighting.prepare(position, seat, acts, style)


def arrange(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return the next change in a stack, done when there is none left."""
    step, listed = position.agenda[-1], {(act.verb, act.args): act for act in acts}
    assert isinstance(step, Arrange)
    if step.when == "set-up":
        wishes = [*_at_set_up(position, seat, step.hex)]
    elif step.when in ("movement", "reaction"):
        planned = marching.orders(position, seat, style)
        wishes = [*_at_first(position, seat, step.hex, planned), *ordered(position, seat, step.hex)]
    else:
        wishes = [*_before_round(position, seat)]
    return next((listed[wish] for wish in wishes if wish in listed), DONE)


def _at_set_up(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield how a stack begins: what is aboard its ships, where they lie, how those ashore are ordered (4.0.10)."""
    yield from _laden(position, seat, hex)
    yield from _moored(position, seat, hex)
    yield from ordered(position, seat, hex)


def _laden(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield which points begin aboard: of troops whom nobody leads as many as stay, a point a ship. They cannot march,
    but are carried to those who can lead them (12.1d, 14.1.1).
    """
    ships = [one for one in position.ships_of(seat, hex) if has_room(position, one) and not why_not_sail(position, one)]
    for army in troops_ashore(position, seat, hex):
        if not commanders(position, seat, hex, army.colour) and why_not_load(position, army) is None:
            gone = sum(one.n for one in position.armies_of(seat, hex) if one.colour == army.colour and one.ship >= 0)
            yield from (("embark", (troops_code(army.colour), ship)) for ship in ships[: (army.n - gone) // 2])


def _moored(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield which ships lie on another coast, from where more coasts are within reach (12.1f)."""
    world = position.world
    coasts = range(len(world.node[hex]))
    for ship in position.ships_of(seat, hex) if len(coasts) > 1 else ():
        move = world.s_move[ship][position.hurt[ship]]
        near = [_coasts_within(world, berth, move) for berth in world.node[hex]]
        best = max(coasts, key=lambda coast: (near[coast], -coast))
        if near[best] > near[position.coast[ship]]:
            yield "moor", (ship, best)


def _coasts_within(world: World, berth: int, move: int) -> int:
    """Return how many berths on coasts a ship can reach in a turn."""
    cost = sea_ways(world, CLEAR, berth, move, frozenset()).cost
    return sum(cost[there] <= move and world.land[hex] for there, hex in enumerate(world.node_hex))


def _before_round(position: AlbionPosition, seat: int) -> Iterator[Key]:
    battle = position.battle
    if battle is not None:
        yield from preferred(position, host_of(position, battle, seat).counted, battle.form or battle.fight.kind)


def _at_first(position: AlbionPosition, seat: int, hex: int, planned: Orders) -> Iterator[Key]:
    """Yield what is changed in a stack before it marches: who has which item, and who an escort."""
    reacts = position.phase == "reaction"
    yield from handed(position, seat, hex, "reaction" if reacts else "movement")
    if not reacts:
        yield from _attached(position, seat, hex, planned)
        yield from _detached(position, seat, hex, planned)


def _attached(position: AlbionPosition, seat: int, hex: int, planned: Orders) -> Iterator[Key]:
    """Yield who takes an escort: whoever searches, for it counts in the search and in its curses (20.3b, 20.3g), and
    whoever is in the field, for it needs no commander (11.9e). Fortresses keep their troops.
    """
    held = garrison_side(position, hex) == seat
    searched = any(quest.hex == hex for quest in planned.quests)
    leaving = {person for mission in planned.missions if not mission.points for person in mission.persons}
    for person in _own(position, seat, hex) if searched or not held else ():
        army = source(position, person)
        if army is not None and army.spent <= position.spent[person] and person not in leaving:
            yield "attach escort to", (person,)


def _detached(position: AlbionPosition, seat: int, hex: int, planned: Orders) -> Iterator[Key]:
    """Yield whose escort stays with somebody who can command it: of persons who leave without troops, and not to storm
    anything. They are faster without it (11.9d).
    """
    missions = [one for one in planned.missions if one.hex == hex]
    staying = {*_own(position, seat, hex)}.difference(*(mission.persons for mission in missions))
    going = [(one, mission.goal) for mission in missions if not mission.points for one in mission.persons]
    going = [(one, goal) for one, goal in going if position.escort[one]]
    known = foes(position, seat) if going and staying else ()
    for person, goal in going:
        colour = position.world.p_colour[person]
        if goal not in known and any(may_command(position, one, colour) for one in staying):
            yield "detach escort of", (person,)


def _own(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    """Return who of a seat is ashore in a hex and in nobody's power."""
    return [person for person in position.ashore(seat, hex) if person not in position.controlled]


def ordered(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield who should command whom in a stack, and who and which ships lie on top."""
    yield from _commands(position, seat, hex)
    yield from _top(position, seat, hex)
    yield from _top_ships(position, seat, hex)


def _commands(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield which troops go under somebody else than the champions of a stack: whose commander falls in a challenge
    fight at half their worth in the first round of the battle after it (14.1.3, 15.4).
    """
    persons, armies = _own(position, seat, hex), troops_ashore(position, seat, hex)
    if len(persons) < 2 or not armies:
        return
    risking = {max(persons, key=lambda person: skill(position, person, form)) for form in EACH}
    for colour in sorted({army.colour for army in armies if army.chief in risking}):
        able = [one for one in commanders(position, seat, hex, colour) if one in persons and position.awake[one]]
        safe = [one for one in able if one not in risking]
        if safe:
            n = sum(army.n for army in armies if army.colour == colour and army.chief != safe[0])
            yield "put", (colour, n, safe[0], 0)


def _top(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield who of a stack looks strongest, unless they lie on top. It is all that the enemy sees of it (11.9c), who
    would reckon with less where a lesser commander lay there.
    """
    persons, top = _own(position, seat, hex), top_ashore(position, seat, hex)
    best = max(persons, key=lambda person: (_looks(position, person), -person), default=NO_PIECE)
    if persons and (not is_person(top) or _looks(position, best) > _looks(position, top)):
        yield "top", (best,)


def _looks(position: AlbionPosition, person: int) -> int:
    """Return how strong a person looks by the counter."""
    world = position.world
    blows = world.p_combat[person] if world.p_hero[person] else 0
    return blows + magic_seen(position, person) + world.p_command[person]


def _top_ships(position: AlbionPosition, seat: int, hex: int) -> Iterator[Key]:
    """Yield which ship on each coast is whole and strongest, unless it lies on top: the enemy sees no other (11.9c)."""
    for coast in range(len(position.world.node[hex])):
        ships = position.ships_of(seat, hex, coast)
        best = min(ships, key=lambda ship: _frailty(position, ship), default=NO_PIECE)
        if ships and _frailty(position, best) < _frailty(position, ship_of(top_at_sea(position, seat, hex, coast))):
            yield "top", (ship_code(best),)


def _frailty(position: AlbionPosition, ship: int) -> tuple[int, int]:
    return position.hurt[ship], -position.world.s_strength[ship][0]
