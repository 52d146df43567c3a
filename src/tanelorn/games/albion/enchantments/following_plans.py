"""Carrying a plan out under Scrying (albion/19.4/03), line by line and as closely as it can be done.

A stack goes as far as its Movement Points reach. Where a step has become impossible, or something has put the stack off
its path, it makes for the nearest hex of the path by a cheapest way and goes on from there. What has become impossible
otherwise is left out. When the plan is done, nobody of the stack moves any more in that phase."""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.acts import Act
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.items import search
from tanelorn.games.albion.movement import moves
from tanelorn.games.albion.movement.forced_march import FORCED_MARCH, Marches
from tanelorn.games.albion.movement.going import GO
from tanelorn.games.albion.movement.picking_up import JOIN, LEAVE, TAKE
from tanelorn.games.albion.movement.teleporting import teleport
from tanelorn.games.albion.movement.teleporting.teleport import Teleport, TeleportRoll
from tanelorn.games.albion.movement.ways.costs import LIMITS, Tree, Way, lanes, march_tree, roads, sea_tree, terms_of
from tanelorn.games.albion.movement.ways.groups import Group, in_hand, set_down, take_up, why_not, why_not_sail
from tanelorn.games.albion.movement.ways.reach import bans_of, haunted, held, sea_sky
from tanelorn.games.albion.stacks.entering import WIGANS_PEN
from tanelorn.games.albion.state.deeds import DONE
from tanelorn.games.albion.state.desk import STAYS, company
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.printed.pieces import is_ship, ship_of
from tanelorn.games.albion.state.printed.spells import Asked, Line, Plan
from tanelorn.games.albion.state.stacks import stands_in

Places = tuple[int, ...]
"""Hexes on land, berths at sea."""


# Keeping to a path


class Course:
    """The group in hand, the steps that are open to it, and what it can still pay."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        self.position, self.group, self.world = position, group, position.world
        self.bans = bans_of(position, group)
        self.points = group.points
        self.here = group.here

    def _open(self, place: int) -> bool:
        """Whether no rule closes a place to the group."""
        return not any(ban.closes(place) for ban in self.bans)

    def step(self, frm: int, to: int) -> int:
        """Return what a step costs, 0 where it cannot be made."""
        raise NotImplementedError

    def stops(self, place: int) -> bool:
        """Tell whether a single march ends in a place."""
        raise NotImplementedError

    def tree(self) -> Tree:
        """Return the cheapest ways from here."""
        raise NotImplementedError

    def way(self, stretch: Places) -> Way:
        """Return a stretch as movement writes it."""
        raise NotImplementedError

    def cost(self, stretch: Places) -> int:
        """Return what a stretch from here costs."""
        return sum(self.step(frm, to) for frm, to in zip((self.here, *stretch), stretch, strict=False))

    def along(self, route: Places) -> Places:
        """Return as much of a route from here as can be gone at once."""
        gone: list[int] = []
        left, frm = self.points, self.here
        for to in route:
            cost = self.step(frm, to)
            if not cost or cost > left:
                break
            gone.append(to)
            left, frm = left - cost, to
            if self.stops(to):
                break
        return tuple(gone)

    def spent_on(self, route: Places) -> bool:
        """Tell whether the next step of a route is open, and only the points are wanting."""
        if self.here not in route[:-1]:
            return False
        return self.step(self.here, route[route.index(self.here) + 1]) > self.points

    def nearest(self, places: Places) -> int:
        """Return which of some places is the cheapest to reach, the first of equals; -1 if none can be reached."""
        tree = self.tree()
        reached = set(tree.order)
        return min((place for place in places if place in reached), key=tree.cost.__getitem__, default=-1)

    def toward(self, place: int) -> Places:
        """Return as much of the cheapest way to a place as can be gone at once."""
        return self.along(self.tree().route(place))


class LandCourse(Course):
    """A group on land."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        super().__init__(position, group)
        self.terms = terms_of(position, group.seat, group.persons, group.colours)
        if held(position, group):
            self.points = 0

    def step(self, frm: int, to: int) -> int:
        """By the Terrain Effects Chart, where no ban closes the hex."""
        return dict(roads(self.world, self.terms).row(frm)).get(to, 0) if self._open(to) else 0

    def stops(self, place: int) -> bool:
        """Enemies stand there, or ghosts are laid to rest."""
        if stands_in(self.position, 1 - self.group.seat, place):
            return True
        return place == self.world.place_hex[WIGANS_PEN] and haunted(self.position, self.group)

    def tree(self) -> Tree:
        """Ways that pass no enemy and nothing that is closed."""
        position = self.position
        foes = {*position.people, *position.troops}
        ends = frozenset(hex for hex in foes if stands_in(position, 1 - self.group.seat, hex))
        closed = frozenset(hex for hex in range(len(self.world.number)) if not self._open(hex))
        return march_tree(self.world, self.terms, self.here, LIMITS[-1], ends, closed)

    def way(self, stretch: Places) -> Way:
        """The hexes entered."""
        return Way(stretch, self.cost(stretch))


class SeaCourse(Course):
    """Ships."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        super().__init__(position, group)
        self.sky = sea_sky(position, group)
        self.here = self.world.node[group.here][group.coast]

    def step(self, frm: int, to: int) -> int:
        """One sea hex; nobody leaves a frozen port (6.3.4)."""
        net = lanes(self.world, self.sky)
        if frm in net.frozen or not self._open(self.world.node_hex[to]):
            return 0
        return dict(net.row(frm)).get(to, 0)

    def stops(self, place: int) -> bool:
        """Ships pass enemies."""
        return False

    def tree(self) -> Tree:
        """Ways over the whole map."""
        w = self.world
        closed = frozenset(node for node, hex in enumerate(w.node_hex) if not self._open(hex))
        return sea_tree(w, self.sky, self.here, LIMITS[-1], closed)

    def way(self, stretch: Places) -> Way:
        """The hexes entered, and the coast where the ships end."""
        w = self.world
        return Way(tuple(w.node_hex[node] for node in stretch), self.cost(stretch), w.node_coast[stretch[-1]])


def course(position: AlbionPosition, group: Group) -> Course:
    """Return the course of the group in hand."""
    return SeaCourse(position, group) if group.ships else LandCourse(position, group)


Lines = tuple[Line, ...]


# Line by line


def follow(position: AlbionPosition, seat: int) -> list[Follow]:
    """Return the steps that carry a seat's plans out: their normal movement, or their forced marches."""
    marching = position.phase == "forced march"
    found = []
    for number, plan in enumerate(position.plans):
        starts = [at + 1 for at, line in enumerate(plan.lines) if line.verb == FORCED_MARCH.verb]
        if plan.seat == seat and (starts or not marching):
            found.append(Follow(seat, number, starts[0] if marching else 0, marching))
    return found


class Follow(Automatic, frozen=True, tag=True):
    """The next line of a plan."""

    seat: int
    plan: int
    at: int
    begins: bool = False
    title = "Scrying"
    clause = "albion/19.4/03"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Carry one line out, then the next; at the end put the stack down for good."""
        plan = position.plans[self.plan]
        if self.begins:
            bind(position, plan, False)
        if self.at >= len(plan.lines) or plan.lines[self.at].verb == FORCED_MARCH.verb:
            set_down(position)
            bind(position, plan, True)
            if log:
                where = at_hex(position.world, plan.hex)
                text = f"{SEAT_NAMES[self.seat]}: what was written for the stack at **{where}** is done."
                log.say(text, clause=self.clause, seat=self.seat)
            return
        line, group = plan.lines[self.at], in_hand(position, self.seat)
        if line.verb == TAKE.words:
            self._take(position, plan, line)
        elif not line.idle and group is None:
            self._next(position, _next_idle(plan.lines, self.at))
        elif line.verb == GO.words and group is not None:
            self._go(position, plan, group, log)
        else:
            if line.idle:
                set_down(position)
            self._act(position, plan.lines, line, log)

    def _next(self, position: AlbionPosition, at: int) -> None:
        position.then(Follow(self.seat, self.plan, at))

    def _take(self, position: AlbionPosition, plan: Plan, line: Line) -> None:
        """Take a group in hand, unless its leader is gone or cannot move."""
        set_down(position)
        code = line.args[0]
        if is_ship(code):
            able = position.ship_at[ship_of(code)] >= 0 and why_not_sail(position, ship_of(code)) is None
        else:
            able = position.at[code] >= 0 and position.side[code] == self.seat and why_not(position, code) is None
        if able:
            take_up(position, self.seat, code)
        self._next(position, self.at + 1 if able else _next_idle(plan.lines, self.at + 1))

    # Going

    def _go(self, position: AlbionPosition, plan: Plan, group: Group, log: Log) -> None:
        """Go on along the path; those who are off it make for it first, unless a teleport has failed them."""
        lines, way = plan.lines, course(position, group)
        route = lines[self.at].route
        if way.here == route[-1]:
            self._next(position, self.at + 1)
            return
        at = self.at
        stretch: Places = ()
        if way.here in route:
            stretch = way.along(route[route.index(way.here) + 1 :])
        if not stretch and not way.spent_on(route):
            at, stretch = self._back(lines, way, group)
        if not stretch:
            set_down(position)
            self._next(position, _next_idle(lines, self.at + 1))
            return
        self._next(position, at)
        moves.march_on(position, group, way.way(stretch), log)

    def _back(self, lines: Lines, way: Course, group: Group) -> tuple[int, tuple[int, ...]]:
        """Return the line whose path is the nearest, and the way to it as far as the points go."""
        if any(_teleports(line, group) for line in lines[: self.at]):
            return self.at, ()
        targets: dict[int, int] = {}
        for at in range(self.at, len(lines)):
            if lines[at].idle:
                break
            route = lines[at].route
            if way.here in route:
                route = route[route.index(way.here) + 1 :]
            for place in route:
                targets.setdefault(place, at)
        target = way.nearest(tuple(targets))
        return (targets[target], way.toward(target)) if target >= 0 else (self.at, ())

    # Everything else

    def _act(self, position: AlbionPosition, lines: Lines, line: Line, log: Log) -> None:
        """Do what a line says if it can still be done; else leave it out with all that belongs to it."""
        end = self.at + 1
        while end < len(lines) and lines[end].asked is not Asked.MOVEMENT:
            end += 1
        self._next(position, end)
        act = offered(position, self.seat, line)
        if act is None:
            return
        moves.carry_out(position, self.seat, act, log)
        if isinstance(position.agenda[-1], Teleport | search.Search):
            answer(position, self.seat, lines[self.at + 1 : end], log)


def _next_idle(lines: Lines, at: int) -> int:
    """Return the next line that begins something new."""
    while at < len(lines) and not lines[at].idle:
        at += 1
    return at


def _teleports(line: Line, group: Group) -> bool:
    """Whether a line sends somebody of a group by teleport: those who are not where it should bring them stay."""
    named = line.verb == teleport.TELEPORT.words or (line.asked is Asked.TELEPORT and bool(line.args))
    return named and line.args[0] in group.persons


def offered(position: AlbionPosition, seat: int, line: Line) -> Act | None:
    """Return the act of a line if movement offers it now; of points as many as there are."""
    asks = (Marches if position.phase == "forced march" else moves.Moves)(seat)
    acts = list(asks.choices(position, seat))
    for act in acts:
        if act.verb == line.verb and act.args == line.args:
            return act
    if line.verb not in (JOIN.words, LEAVE.words) or len(line.args) < 2:
        return None
    fewer = [act for act in acts if act.verb == line.verb and len(act.args) > 1 and act.args[0] == line.args[0]]
    return max((act for act in fewer if act.args[1] < line.args[1]), key=lambda act: act.args[1], default=None)


# Searches and teleports ask more than once


def answer(position: AlbionPosition, seat: int, lines: Lines, log: Log) -> None:
    """Answer the questions of a search or teleport as the plan does, until dice are thrown."""
    for line in lines:
        step = position.agenda[-1]
        if not isinstance(step, Teleport | search.Search):
            return
        acts = list(step.choices(position, seat))
        act = next((act for act in acts if act.verb == line.verb and act.args == line.args), None)
        if act is None and line.verb == search.WITH:
            able = [act for act in acts if act.verb == search.WITH and act.args[0] < line.args[0]]
            act = able[-1] if able else None
        if act is None:
            continue
        position.agenda.pop()
        step.take(position, seat, act, log)
        if isinstance(position.agenda[-1], TeleportRoll):
            roll = position.agenda.pop()
            position.then(structs.replace(roll, to=_destinations(position, seat, lines)))
            return
    step = position.agenda[-1]
    if isinstance(step, Teleport | search.Search):
        position.agenda.pop()
        step.take(position, seat, teleport.GIVE_UP, log)


def _destinations(position: AlbionPosition, seat: int, lines: Lines) -> tuple[int, ...]:
    """Return where the plan sends those who teleport, in their order."""
    going = company(position.desk[seat].errand)
    if going is None:
        return ()
    named = [going.leader, *(line.args[0] for line in lines if line.asked is Asked.TELEPORT and line.args)]
    aims = [line.args[0] if line.args else STAYS for line in lines if line.asked is Asked.ARRIVAL]
    to = dict(zip(named, aims, strict=False))
    return tuple(to.get(person, STAYS) for person in going.persons)


# Who is bound by a plan


def bind(position: AlbionPosition, plan: Plan, bound: bool) -> None:
    """Put all of a stack down for good in this phase, or let it be taken up again for its forced march."""
    for code in plan.codes:
        if is_ship(code):
            position.ship_did[ship_of(code)] = _marked(position.ship_did[ship_of(code)], bound)
        elif position.side[code] == plan.seat:
            position.did[code] = _marked(position.did[code], bound)
    c_side, colours = position.world.c_side, dict(plan.points)
    for hex, armies in list(position.troops.items()):
        own = [army for army in armies if c_side[army.colour] == plan.seat]
        changed = [army for army in own if army.chief in plan.codes or (hex == plan.hex and army.colour in colours)]
        if changed:
            rest = [army for army in armies if army not in changed]
            position.set_troops(hex, [*rest, *(_written(army, bound) for army in changed)])


def _marked(did: int, bound: bool) -> int:
    return did | DONE if bound else did & ~DONE


def _written(army: Army, bound: bool) -> Army:
    return army._replace(did=_marked(army.did, bound))
