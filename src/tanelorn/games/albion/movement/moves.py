"""The Movement Phase (albion/5.D.3a, 11.0, 12.0): taking pieces up, marching, sailing, and what is done on the way."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act, Verbs
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.items import looking, search
from tanelorn.games.albion.movement import arranging, overrun, sailing, signposts, teleport
from tanelorn.games.albion.movement.groups import (
    Group,
    in_hand,
    join,
    join_points,
    joiners,
    leave_one,
    leave_points,
    may_change,
    points_to_join,
    rally,
    rate,
    set_down,
    set_out,
    spent_something,
    starters,
    take_up,
    transfer,
)
from tanelorn.games.albion.movement.reach import Reached, held, look_around, reachable, recall
from tanelorn.games.albion.movement.ways import Way
from tanelorn.games.albion.stacks.command import Mover, assign_all
from tanelorn.games.albion.stacks.entering import enter, left, pass_through
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import (
    SEAT_NAMES,
    at_hex,
    counted,
    name,
    piece_id,
    piece_word,
    plain,
    to_hex,
    with_button,
    with_piece,
)
from tanelorn.games.albion.state.position import SHIP, TROOPS, WALKED, AlbionPosition
from tanelorn.games.albion.state.stacks import top_ashore
from tanelorn.games.albion.state.world import World

piece_act = lru_cache(maxsize=1024)(with_piece)
button_act = lru_cache(maxsize=1024)(with_button)
counted_act = lru_cache(maxsize=4096)(counted)


@lru_cache(maxsize=8)
def go_acts(world: World) -> tuple[Act, ...]:
    """Return by hex the act that goes there on land."""
    return tuple(to_hex(world, "go", hex) for hex in range(len(world.number)))


@lru_cache(maxsize=8)
def sail_acts(world: World) -> tuple[Act, ...]:
    """Return by berth the act that sails there; one of several coasts of a hex is named by its number."""
    acts = []
    for node, hex in enumerate(world.node_hex):
        number, coast = world.number[hex], world.node_coast[node]
        if len(world.berths[hex]) > 1:
            picks = (f"space:{number}", f"button:coast-{coast}")
            acts.append(Act("go", (hex, coast), f"go {number} coast {coast}", picks))
        else:
            acts.append(Act("go", (hex, 0), f"go {number}", (f"space:{number}",)))
    return tuple(acts)


@lru_cache(maxsize=1024)
def leave_counted(world: World, code: int, n: int) -> Act:
    """Return the act that leaves so many points of a colour behind."""
    picks = ("button:leave", f"piece:{piece_id(world, code)}", f"count:{n}")
    return Act("leave", (code, n), f"leave {n} {piece_word(world, code)}", picks)


DONE_ACT, HALT, JOIN_ALL = plain("done"), plain("halt"), plain("join all")

BESIDES: Verbs[Mover] = Verbs(
    overrun.BY_OVERRUN, search.SEARCH, teleport.TELEPORT, looking.LOOK, looking.QUESTION, arranging.REARRANGE
)
"""What may be done in movement besides going, with a group in hand or without."""

UNPAID = (arranging.REARRANGE.words, looking.QUESTION.words, teleport.TELEPORT.words)
"""What of it spends nothing, or not yet."""


def begin_movement(position: AlbionPosition, seat: int) -> None:
    """Begin a Movement Phase: nobody is in hand, and all troops lie under somebody who may command them (14.2b)."""
    position.march = []
    position.marched = False
    assign_all(position, seat)


class Moves(AsksOne, frozen=True, tag=True):
    """One act of movement after the other, until the player is done."""

    title = "Movement"
    clause = "albion/5.D.3a"
    still_asked = "how far a group can go tells what it is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> signposts.Marches:
        """What the group in hand can do, or who can be taken in hand."""
        group = in_hand(position, seat)
        return idle_choices(position, seat) if group is None else group_choices(position, group)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice.verb == "done":
            return
        position.then(self)
        carry_out(position, seat, choice, log)


# What there is to choose


def idle_choices(position: AlbionPosition, seat: int) -> signposts.Marches:
    """Return who may be taken, and what may be done without taking anybody."""
    world = position.world
    first = starters(position, seat)
    mover = Mover(position, seat)
    extra = BESIDES.fitting(mover)
    acts = [piece_act(world, "take", code) for code in first]
    acts += extra
    acts.append(DONE_ACT)
    return signposts.Marches(
        acts,
        "Take a person or ship to move it, or end your movement.",
        labels=lambda: signposts.labels_of(signposts.idle_labels(position, seat, acts), BESIDES.labels(mover, extra)),
        refused=lambda: [*signposts.idle_refusals(position, seat, first), *BESIDES.refused(mover)],
        default=DONE_ACT,
    )


def group_choices(position: AlbionPosition, group: Group) -> signposts.Marches:
    """Return what the group in hand can do."""
    world, seat = position.world, group.seat
    if position.desk[seat].draft:
        return _draft_choices(position, group)
    reached = look_around(position, group)
    acts = _company(position, group)
    if group.ships:
        acts += sailing.loads(position, group)
        acts += sailing.lands(position, group)
        if len(sailing.everybody(position, group)) > 1:
            acts.append(sailing.LAND_ALL)
        sails = sail_acts(world)
        acts += map(sails.__getitem__, reached)
    else:
        goes = go_acts(world)
        acts += map(goes.__getitem__, reached)
        acts += [piece_act(world, "board", SHIP + ship) for ship in _decks(position, group)]
    mover = Mover(position, seat)
    extra = BESIDES.fitting(mover)
    acts += extra
    acts.append(HALT)
    return signposts.Marches(
        acts,
        signposts.prompt(position, group, stuck=len(acts) == 1),
        labels=lambda: signposts.labels_of(
            signposts.group_labels(position, group, acts, reached), BESIDES.labels(mover, extra)
        ),
        refused=lambda: [
            *signposts.group_refusals(position, group, acts, reached),
            *BESIDES.refused(mover),
        ],
        default=HALT,
    ).telling(lambda number: signposts.why_not_go(position, group, world.hex[number]) if number in world.hex else None)


def _draft_choices(position: AlbionPosition, group: Group) -> signposts.Marches:
    acts = sailing.drafting(position, group)
    none = Reached(position.world, None, ())
    text = sailing.roll_of(position, position.desk[group.seat].draft).replace("**", "")
    return signposts.Marches(
        acts,
        f"{'Ashore' if acts[-1] is sailing.GO_ASHORE else 'Aboard'} go: {text}. Who else?",
        labels=lambda: signposts.group_labels(position, group, acts, none),
        refused=lambda: signposts.draft_refusals(position, group, acts),
        default=acts[-1],
    )


def _company(position: AlbionPosition, group: Group) -> list[Act]:
    """Return the acts that let others join the group, or leave some behind (11.0d)."""
    world = position.world
    joining = joiners(position, group)
    acts = [piece_act(world, "join", code) for code in joining]
    if group.ships and len(joining) > 1:
        acts.append(JOIN_ALL)
    if not may_change(position):
        return acts
    for colour, n in points_to_join(position, group).items():
        acts += [counted_act(world, "join", TROOPS + colour, some) for some in range(1, n + 1)]
    if len(position.march) > 1:
        acts += [button_act(world, "leave", code) for code in position.march]
    points: dict[int, int] = {}
    for army in group.armies:
        points[army.colour] = points.get(army.colour, 0) + army.n
    for colour, n in points.items():
        acts += [leave_counted(world, TROOPS + colour, some) for some in range(1, n + 1)]
    return acts


def _decks(position: AlbionPosition, group: Group) -> list[int]:
    if group.here not in position.fleets or position.phase not in ("movement", "pregame"):
        return []
    return sailing.decks(position, group)


# What is done


def carry_out(position: AlbionPosition, seat: int, act: Act, log: Log) -> None:
    """Carry out one act of movement; the step that asks must be on the agenda already."""
    group, reached = in_hand(position, seat), recall(position)
    if act.verb == "take":
        take_up(position, seat, act.args[0])
    elif group is None:
        _special(position, seat, act, log)
    elif act.verb in ("join", "leave", "join all"):
        _regroup(position, group, act)
    elif act.verb == "halt":
        halt(position, group)
    else:
        position.then(OnTheMarch(seat))
        _march(position, group, act, log, reached)


def _regroup(position: AlbionPosition, group: Group, act: Act) -> None:
    if act.verb == "join all":
        join(position, joiners(position, group))
        return
    code = act.args[0]
    counts = len(act.args) > 1
    if act.verb == "join" and counts:
        join_points(position, group, code - TROOPS, act.args[1])
    elif act.verb == "join":
        join(position, [code])
    elif counts:
        leave_points(position, group, code - TROOPS, act.args[1])
    else:
        leave_one(position, group, code)


def halt(position: AlbionPosition, group: Group) -> None:
    """Put the group down. A leader who has not moved is not taken again before something has, so that a phase ends."""
    seat = group.seat
    kept = () if position.marched else (*position.desk[seat].left, position.march[0])
    note(position.desk, seat, left=kept, entry=(-1, -1))
    set_down(position)
    rate(position)


def _march(position: AlbionPosition, group: Group, act: Act, log: Log, reached: Reached | None) -> None:
    """Carry out an act that may spend points."""
    seat = group.seat
    match act.verb:
        case "go":
            if reached is None:
                reached = reachable(position, group)
            place = position.world.node[act.args[0]][act.args[1]] if group.ships else act.args[0]
            (sailing.go if group.ships else go)(position, group, reached[place], log)
        case "load" | "land":
            sailing.add_to_draft(position, group, act)
        case "land all":
            sailing.go_ashore(position, group, sailing.everybody(position, group), log)
        case "go aboard":
            sailing.go_aboard(position, group, position.desk[seat].draft, log)
        case "go ashore":
            sailing.go_ashore(position, group, position.desk[seat].draft, log)
        case "board":
            sailing.board(position, group, act.args[0] - SHIP, log)
        case _:
            _special(position, seat, act, log)


def _special(position: AlbionPosition, seat: int, act: Act, log: Log) -> None:
    """Carry out what is done besides going."""
    if act.verb not in UNPAID and position.march:
        begun(position, seat)
    BESIDES.do(Mover(position, seat), act, log)


def march_on(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Let the group in hand go a way that is written down (19.4/03)."""
    position.then(OnTheMarch(group.seat))
    if group.ships:
        sailing.go(position, group, way, log)
    else:
        go(position, group, way, log)


def begun(position: AlbionPosition, seat: int) -> None:
    """Note that the group in hand has spent something; in a forced march its stack is on the way now (12.4b)."""
    if not position.marched and position.phase == "forced march":
        set_out(position, seat)
    position.marched = True


def go(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Let the group in hand march on a way, and meet what is there."""
    seat, to = group.seat, way.route[-1]
    before = way.route[-2] if len(way.route) > 1 else group.here
    spent_something(position, seat)
    begun(position, seat)
    group = Group(position, seat, position.march)
    codes = group.codes
    transfer(position, group, to, way.cost, WALKED)
    note(position.desk, seat, entry=(-1, -1))
    if log:
        _tell(position, group, way, log)
    left(position, seat, group.here)
    pass_through(position, seat, way.route[:-1], log)
    enter(position, seat, to, log, moved=codes, frm=before, march=True)


def _tell(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    world, seat, to = position.world, group.seat, way.route[-1]
    where = f"from {at_hex(world, group.here)} to **{at_hex(world, to)}**"
    words = [f"**{world.persons[person].name}**" for person in group.persons]
    words += [f"{army.n} {world.colours[army.colour].name.removeprefix('The ')}" for army in group.armies]
    top = name(world, top_ashore(position, seat, to))
    log.say(
        f"{', '.join(words)}: {where}, for {way.cost} point{'s' * (way.cost != 1)}.",
        clause="albion/11.0a",
        seat=seat,
        places=tuple(world.number[hex] for hex in (group.here, *way.route)),
        knowers=(seat,),
        otherwise=f"{SEAT_NAMES[seat]}: {where}, with **{top}** on top.",
    )


class OnTheMarch(Automatic, frozen=True, tag=True):
    """Only who is still there stays in hand; a group that can do nothing more is put down."""

    seat: int
    title = "On the march"
    clause = "albion/11.0d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Look."""
        rally(position, self.seat)
        if position.phase == "forced march" and any(position.spent[code] for code in position.march):
            begun(position, self.seat)
        group = in_hand(position, self.seat)
        if group is None:
            set_down(position)
            rate(position)
        elif position.desk[self.seat].draft or group.ships:
            if not position.desk[self.seat].draft and not group.points:
                halt(position, group)
        elif not group.points or (held(position, group) and not _busy(position, group)):
            halt(position, group)


def _busy(position: AlbionPosition, group: Group) -> bool:
    """Tell whether a group that may not go on could still do something that only a group in hand does."""
    return any(act.verb != arranging.REARRANGE.words for act in BESIDES.fitting(Mover(position, group.seat)))
