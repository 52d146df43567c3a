"""How movement is played: the missions of the plan, one act after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.items.looking import LOOK, QUESTION
from tanelorn.games.albion.items.search import SEARCH, Search
from tanelorn.games.albion.judgement import brawling
from tanelorn.games.albion.judgement.missions import leaps, naval, quests, raids, voyages
from tanelorn.games.albion.judgement.missions.leaps import Leap
from tanelorn.games.albion.judgement.missions.naval import Hunt
from tanelorn.games.albion.judgement.missions.plan import Mission, Plan
from tanelorn.games.albion.judgement.missions.quests import Quest
from tanelorn.games.albion.judgement.missions.raids import Raid
from tanelorn.games.albion.judgement.missions.voyages import Listed
from tanelorn.games.albion.judgement.reckoning.forces import foes
from tanelorn.games.albion.judgement.reckoning.overrunning import sure
from tanelorn.games.albion.judgement.style import Style
from tanelorn.games.albion.movement.embarking import GO_ASHORE
from tanelorn.games.albion.movement.going import GO
from tanelorn.games.albion.movement.moves import DONE_ACT
from tanelorn.games.albion.movement.overrun import OVERRUN
from tanelorn.games.albion.movement.picking_up import HALT, JOIN, LEAVE, TAKE
from tanelorn.games.albion.movement.teleporting.teleport import TELEPORT
from tanelorn.games.albion.movement.ways.groups import Group
from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.desk import company, journey
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import is_ship, ship_code, ship_of, troops_code
from tanelorn.games.albion.state.stacks import stands_in

_known: dict[tuple[object, ...], Orders] = {}
_KEPT = 64


class Orders(NamedTuple):
    """What a seat does in a phase, in this order; of the missions those of troops before those of persons alone."""

    raids: list[Raid]
    missions: list[Mission]
    hunts: list[Hunt]
    quests: list[Quest]
    leaps: list[Leap]


def orders(position: AlbionPosition, seat: int, style: Style) -> Orders:
    """Return the orders of a seat, the same whenever the same position is looked at."""
    key = (
        position.scenario,
        position.turn,
        position.phase,
        seat,
        style,
        tuple(position.at),
        tuple(position.spent),
        tuple(position.did),
        tuple(position.escort),
        tuple(position.bearer),
        tuple(position.ship_at),
        tuple(position.coast),
        tuple(position.ship_spent),
        tuple(position.aboard),
        tuple(position.hurt),
        tuple(position.roused),
        tuple(position.awake),
        tuple(position.points),
        tuple(position.ruined),
        tuple(position.desk[seat].left),
        tuple(
            (hex, tuple((army.colour, army.n, army.spent, army.did & ~IN_HAND) for army in armies))
            for hex, armies in position.troops.items()
        ),
        tuple(position.rumour[1 - seat].items()),
    )
    found = _known.get(key)
    if found is None:
        found = made(position, seat, style)
        while len(_known) >= _KEPT:
            del _known[next(iter(_known))]
        _known[key] = found
    return found


def made(position: AlbionPosition, seat: int, style: Style) -> Orders:
    """Return the orders of a seat as its plan gives them."""
    plan, sent, hunts = Plan(position, seat, style), list[Raid](), list[Hunt]()
    seeking, leaping = list[Quest](), list[Leap]()
    if position.phase == "forced march":
        if not plan.left:
            plan.assaults()
            plan.overruns()
        return Orders(sent, plan.missions, [], [], [])
    plan.dangers()
    if position.phase != "reaction":
        plan.assaults()
        plan.overruns()
        plan.holds()
        sent = raids.raids_of(plan)
        plan.posts()
        seeking = quests.quests_of(plan)
        leaping = leaps.leaps_of(plan)
        quests.set_out(plan)
        brawling.brawls(plan)
        plan.campaigns()
        plan.loners()
        plan.captives()
        busy = [ship for raid in sent for ship in raid.ships]
        hunts = naval.hunts_of(plan, busy)
        hunts += naval.flights_of(plan, [*busy, *(ship for hunt in hunts for ship in hunt.ships)])
    return Orders(sent, sorted(plan.missions, key=lambda mission: not mission.points), hunts, seeking, leaping)


def move(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return the next act of movement or reaction."""
    by_text = {(act.verb, act.args): act for act in acts}
    done = by_text.get((DONE_ACT.verb, ()))
    if done is not None:
        return _next(position, seat, by_text, style) or voyages.set_sail(position, seat, by_text, style) or done
    halt = by_text.get((HALT.verb, ()), acts[-1])
    if is_ship(position.march[0]):
        return _sail(position, seat, by_text, style) or halt
    leader = position.march[0]
    if (OVERRUN.verb, ()) in by_text and _overruns(position, seat):
        return by_text[OVERRUN.verb, ()]
    own = next((one for one in orders(position, seat, style).missions if one.persons[0] == leader), None)
    if own is None:
        return halt
    if position.marched:
        return by_text.get((GO.words, (own.goal,)), halt) if own.goal in foes(position, seat) else halt
    return _joining(position, own, by_text) or by_text.get((GO.words, (own.goal,)), halt)


def _next(position: AlbionPosition, seat: int, by_text: Listed, style: Style) -> Act | None:
    """Return whom to take in hand, or what to search, None if all that is planned is done."""
    planned = orders(position, seat, style)
    keys = [key for key in by_text if key[0] == QUESTION.words]  # the answer is free, and stands in the log (20.6/17)
    keys += [(TAKE.words, (ship_code(raid.ships[0]),)) for raid in planned.raids]
    keys += [(TAKE.words, (mission.persons[0],)) for mission in planned.missions]
    keys += [(TAKE.words, (ship_code(hunt.ships[0]),)) for hunt in planned.hunts]
    keys += [(SEARCH.words, (quest.hex,)) for quest in planned.quests]
    keys += [(TELEPORT.words, (leap.person,)) for leap in planned.leaps]
    keys += [key for key in by_text if key[0] == LOOK.words and _unseen(position, seat, key[1][0])]
    return next((by_text[key] for key in keys if key in by_text), None)


def _unseen(position: AlbionPosition, seat: int, person: int) -> bool:
    """Tell whether enemies stand around a person at whom nobody has looked in this turn."""
    looks = position.looks[seat]
    near = [hex for hex in position.world.within(position.at[person], 1) if stands_in(position, 1 - seat, hex)]
    return any(hex not in looks or looks[hex].turn != position.turn for hex in near)


def search(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return who is left out of a search, or how many points it takes."""
    step = position.agenda[-1]
    assert isinstance(step, Search)
    found = [quest for quest in orders(position, seat, style).quests if quest.hex == step.hex]
    return quests.party(position, seat, acts, found[0] if found else None)


def teleport(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return how a teleport is tried, or that it is given up."""
    going = company(position.desk[seat].errand)
    return leaps.roll(acts, bool(going and _goals(position, seat, going.leader, style)))


def arrive(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return where somebody goes whose teleport has worked."""
    going = journey(position.desk[seat].errand)
    return leaps.land(acts, _goals(position, seat, going.travellers[0].person, style) if going else [])


def _goals(position: AlbionPosition, seat: int, person: int, style: Style) -> list[int]:
    return [leap.goal for leap in orders(position, seat, style).leaps if leap.person == person]


def _sail(position: AlbionPosition, seat: int, by_text: Listed, style: Style) -> Act | None:
    """Return what the ships in hand do next, None if nothing."""
    lead = ship_of(position.march[0])
    raid = next((one for one in orders(position, seat, style).raids if lead in one.ships), None)
    if raid is not None and (GO_ASHORE.verb, ()) not in by_text:
        return raids.set_out(position, seat, by_text, raid)
    hunt = next((one for one in orders(position, seat, style).hunts if lead in one.ships), None)
    if hunt is not None:
        return voyages.sail_to(position, by_text, hunt.ships, hunt.berth)
    return voyages.sail(position, seat, by_text, style)


def _overruns(position: AlbionPosition, seat: int) -> bool:
    """Tell whether the group in hand is sure to overrun whom it has met."""
    group = Group(position, seat, position.march)
    foe = foes(position, seat).get(group.here)
    points: dict[int, int] = {}
    for army in group.armies:
        points[army.colour] = points.get(army.colour, 0) + army.n
    return foe is not None and sure(position, group.persons, points, foe)


def _joining(position: AlbionPosition, mission: Mission, by_text: Listed) -> Act | None:
    """Return who is still to be taken along or left behind, None if all is as it should be."""
    for person in mission.persons[1:]:
        if person not in position.march:
            act = by_text.get((JOIN.words, (person,)))
            if act is not None:
                return act
    taken: dict[int, int] = {}
    for army in position.troops.get(mission.hex, ()):
        if army.did & IN_HAND:
            taken[army.colour] = taken.get(army.colour, 0) + army.n
    wanted = dict(mission.points)
    for colour in {*taken, *wanted}:
        more = wanted.get(colour, 0) - taken.get(colour, 0)
        verb = JOIN.words if more > 0 else LEAVE.words
        act = by_text.get((verb, (troops_code(colour), abs(more)))) if more else None
        if act is not None:
            return act
    return None
