"""What people are told about movement: costs, ways, dangers, and why a piece or hex cannot be chosen (11.0 to 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.albion.movement import sailing
from tanelorn.games.albion.movement.bans import Ban
from tanelorn.games.albion.movement.groups import (
    STOPPED,
    Group,
    halted,
    joiners,
    may_change,
    may_gather,
    terms_of,
    tied,
    why_not,
    why_not_join,
    why_not_sail,
)
from tanelorn.games.albion.movement.reach import Reached, bans_of, haunted, held, sea_sky, why_no_step
from tanelorn.games.albion.movement.sailing import coast_label
from tanelorn.games.albion.movement.ways import FAR, LIMITS, Way, land_ways, lanes, roads, sea_ways
from tanelorn.games.albion.state.nouns import Bar, at_hex, button, name, piece_id, piece_word
from tanelorn.games.albion.state.position import IN_HAND, SHIP, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import command, person_points, ship_points
from tanelorn.games.albion.state.stacks import garrison_side, stands_in, top_ashore, top_at_sea
from tanelorn.games.albion.state.world import FOMORIAN
from tanelorn.games.albion.weather import weathers


class Marches(Acts):
    """A short list of acts of movement; for every hex of the map it can say why nobody goes there."""

    reason: Callable[[str], Bar | None] | None = None

    def telling(self, reason: Callable[[str], Bar | None]) -> Marches:
        """Say how hexes that are out of reach are explained: by the number of the hex."""
        self.reason = reason
        return self

    def _why_not(self, text: str) -> TanelornError:
        words = text.casefold().split()
        if self.reason is not None and words and words[0] in ("take", "done"):
            return Illegal("The group in hand comes first.", remedy="Type halt to put it down.", clause="albion/11.0d")
        if self.reason is not None and len(words) > 1 and words[0] == "go":
            bar = self.reason(words[1])
            if bar is not None:
                return Illegal(bar.why, clause=bar.clause)
            if words[1].isdigit():
                why = f"There is no hex {words[1]} on the map."
                return Illegal(why, remedy="A number is column and row, as printed.", clause="albion/11.0a")
        return super()._why_not(text)


# Nobody in hand


def idle_labels(position: AlbionPosition, seat: int, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name who may be taken, and what is left to him."""
    labels = dict([button("done", "End movement", enter=True)])
    for act in acts:
        if act.verb == "take":
            label = piece_label(position, seat, act.args[0], act.path[-1])
            labels[label.pick] = Pick(label.pick, label.label, _placed(position, act.args[0], label.note), label.cost)
    return labels


def _placed(position: AlbionPosition, code: int, note: str) -> str:
    """Say where a piece stands, before what else is said of it."""
    hex = position.ship_at[code - SHIP] if code >= SHIP else position.at[code]
    return ", ".join(filter(None, (f"at {at_hex(position.world, hex)}", note)))


def march_labels(position: AlbionPosition, seat: int, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name who may lead a forced march, how far, and what it costs (12.4b)."""
    labels = dict([button("done", "No more forced marches", enter=True)])
    for act in acts:
        if act.verb == "take":
            label = piece_label(position, seat, act.args[0], act.path[-1])
            far = f"{command(position, act.args[0])} MP, then 2d6 for losses"
            labels[label.pick] = Pick(label.pick, label.label, _placed(position, act.args[0], label.note), far)
    return labels


def piece_label(position: AlbionPosition, seat: int, code: int, pick: str) -> Pick:
    """Name a person or ship with its Movement Points, and who goes along."""
    world = position.world
    if code >= SHIP:
        ship = code - SHIP
        persons, armies = sailing.aboard(position, ship)
        notes = [world.persons[person].name for person in persons] + [_points_of(position, army) for army in armies]
        if position.hurt[ship]:
            notes.append("damaged")
        return Pick(pick, world.ships[ship].name, ", ".join(notes), f"{ship_points(position, ship)} MP left")
    notes = ["with an escort"] if position.escort[code] else []
    notes += [f"leads {_points_of(position, army)}" for army in _led(position, seat, code)]
    return Pick(pick, world.persons[code].name, ", ".join(notes), f"{person_points(position, code)} MP left")


def _led(position: AlbionPosition, seat: int, person: int) -> list[Army]:
    here = position.armies_of(seat, position.at[person])
    return [army for army in here if army.chief == person and army.ship < 0]


def _points_of(position: AlbionPosition, army: Army) -> str:
    return f"{army.n} {position.world.colours[army.colour].name}"


def idle_refusals(position: AlbionPosition, seat: int, offered: Iterable[int]) -> list[Refusal]:
    """Say why the other pieces of a seat stay where they are."""
    world, found = position.world, []
    for person, hex in enumerate(position.at):
        if hex >= 0 and position.side[person] == seat and person not in offered:
            found.append(_no_take(position, person, why_not(position, person) or _SET_DOWN))
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and world.s_side[ship] == seat and SHIP + ship not in offered:
            found.append(_no_take(position, SHIP + ship, why_not_sail(position, ship) or _SET_DOWN))
    for colour, side in enumerate(world.c_side):
        if side == seat:
            found.append(_no_take(position, TROOPS + colour, _BY_LEADERS))
    return found


_SET_DOWN = Bar("Set down without having moved: move something else first, or take that back.", "albion/11.0d")
_BY_LEADERS = Bar("Troops move with a person who may command them: take him, then let them join.", "albion/11.1")


def _no_take(position: AlbionPosition, code: int, bar: Bar) -> Refusal:
    world = position.world
    return Refusal(f"take {piece_word(world, code)}", bar.why, bar.clause, (f"piece:{piece_id(world, code)}",))


# A group in hand


def prompt(position: AlbionPosition, group: Group, *, stuck: bool) -> str:
    """Say who is in hand, and how far they can still go; or that they can do nothing."""
    world = position.world
    words = [name(world, code) for code in group.codes if code < TROOPS or code >= SHIP]
    colours = dict.fromkeys(army.colour for army in group.armies)
    points = {colour: sum(army.n for army in group.armies if army.colour == colour) for colour in colours}
    words += [f"{n} {world.colours[colour].name}" for colour, n in points.items()]
    asked = "nothing can be done with them now." if stuck else "where to?"
    return f"{', '.join(words)} at {at_hex(world, group.here)}, {group.points} MP left: {asked}"


def group_labels(position: AlbionPosition, group: Group, acts: Sequence[Act], reached: Reached) -> dict[str, Pick]:
    """Name where the group can go, at what cost and danger, and who may come along or stay."""
    note = "" if position.marched else "it may be taken again once another has moved"
    ashore = "who goes ashore moves no more by land in this phase"
    labels = dict([button("halt", "Halt here", enter=True, note=note)])
    labels |= {
        "button:leave": Pick("button:leave", "Leave behind"),
        "button:join-all": Pick("button:join-all", "Let all join"),
        "button:land": Pick("button:land", "Put ashore", cost="5 MP a ship", note="all together, once"),
        "button:land-all": Pick("button:land-all", "Put all ashore", ashore, "5 MP a ship", risk=True),
        "button:go-aboard": Pick("button:go-aboard", "Go aboard", cost="5 MP a ship", key="Enter"),
        "button:go-ashore": Pick("button:go-ashore", "Go ashore", ashore, "5 MP a ship", key="Enter", risk=True),
    }
    for act in acts:
        pick = act.path[-1]
        if act.verb == "go":
            place = act.args[0] if not group.ships else position.world.node[act.args[0]][act.args[1]]
            labels[act.path[0]] = way_label(position, group, reached[place], act.path[0])
            if len(act.path) > 1:
                labels[pick] = coast_label(position, act.args[0], act.args[1], pick)
        elif act.verb in ("join", "board", "load"):
            labels.setdefault(act.path[0], _joining(position, group, act))
        elif act.verb in ("leave", "land") and TROOPS <= act.args[0] < SHIP:
            labels.setdefault(act.path[1], Pick(act.path[1], position.world.colours[act.args[0] - TROOPS].name))
    return labels


def _joining(position: AlbionPosition, group: Group, act: Act) -> Pick:
    code, pick = act.args[0], act.path[0]
    if TROOPS <= code < SHIP:
        how = "how many go aboard?" if act.verb == "load" else "how many go along?"
        return Pick(pick, position.world.colours[code - TROOPS].name, how)
    label = piece_label(position, group.seat, code, pick)
    if act.verb == "board":
        return Pick(pick, label.label, "go aboard with the whole group", "5 MP of the ship")
    apart = code < TROOPS and _led(position, group.seat, code)
    return structs.replace(label, note=f"{label.note}: they join apart") if apart else label


def way_label(position: AlbionPosition, group: Group, way: Way, pick: str) -> Pick:
    """Name a hex with the way there: its cost, whom it wakes, who is met."""
    risks = dangers(position, group, way)
    notes = [*risks, *_remarks(position, group, way.route[-1])]
    before = way.route[-2] if len(way.route) > 1 else group.here
    title, via = at_hex(position.world, way.route[-1]), position.world.number[before]
    return Pick(pick, title, "; ".join(notes), f"{way.cost} MP", bool(risks), via=via)


def dangers(position: AlbionPosition, group: Group, way: Way) -> list[str]:
    """Say what a way brings about: kingdoms that wake, enemies met, places that harm."""
    world, seat, to = position.world, group.seat, way.route[-1]
    found = []
    woken = {
        world.kingdom[hex]
        for hex in way.route
        if seat == FOMORIAN
        and world.kingdom[hex] in world.faerie_realms
        and not position.roused[world.kingdom[hex]]
        and hex in world.mainland[world.kingdom[hex]]
    }
    found += [f"wakes {world.kingdoms[realm].name}" for realm in sorted(woken)]
    if (
        seat == FOMORIAN
        and not position.invaded
        and any(world.kingdom[hex] in world.faerie_realms for hex in way.route)
    ):
        found.append("invades Faerie: its enchanters may cast from the next turn on")
    if not group.ships and stands_in(position, 1 - seat, to):
        found.append(f"enemies: {name(world, top_ashore(position, 1 - seat, to))} on top")
    if not group.ships and haunted(position, group) and world.place[to] == 19:
        found.append("Wigan’s Pen lays ghosts to rest for good")
    return found


def _remarks(position: AlbionPosition, group: Group, to: int) -> list[str]:
    """Say what people might want to know of a hex: who is there, whose fortress, which Aspect, which weather."""
    world, seat = position.world, group.seat
    found = []
    if group.ships:
        coasts = range(len(world.berths[to]))
        tops = [top_at_sea(position, 1 - seat, to, coast) for coast in coasts]
        found += [f"enemy ships: {name(world, top)} on top" for top in tops if top >= 0]
        found += ["coast"] if world.land[to] else []
    elif world.aspect[to] != "none":
        found.append(f"{world.aspect[to]} Aspect")
    if garrison_side(position, to) == 1 - seat:
        found.append("a standing fortress of the enemy")
    sky = terms_of(position, seat, group.persons, group.colours).sky if not group.ships else sea_sky(position, group)
    weather = weathers(world, sky)[to]
    if weather != "clear":
        found.append(
            "in harbour till the ice is gone" if weather == "snow" and group.ships and world.land[to] else weather
        )
    return found


# Labels of several kinds


def labels_of(*found: Mapping[str, Pick]) -> dict[str, Pick]:
    """Put labels together; the first that names a pick counts."""
    labels: dict[str, Pick] = {}
    for one in found:
        for pick, label in one.items():
            labels.setdefault(pick, label)
    return labels


# Why others do not go along, and why the group does not go to a hex

NEAR = 2
"""How far from what can be reached people are told, unasked, why they cannot go on."""

AFAR = 48
"""How far away the cost of a way on land is told."""


def group_refusals(position: AlbionPosition, group: Group, acts: Sequence[Act], reached: Reached) -> list[Refusal]:
    """Say why others do not go along, and why the group does not go to the hexes just out of reach."""
    world = position.world
    offered = {act.text for act in acts}
    found = _companions(position, group)
    hexes = {world.node_hex[place] if group.ships else place for place in reached}
    near = {to for hex in [group.here, *hexes] for to in world.near[hex]} | set(world.within(group.here, NEAR))
    bans = bans_of(position, group)
    for hex in sorted(near - hexes - {group.here}):
        bar = why_not_go(position, group, hex, bans)
        if bar is not None and f"go {world.number[hex]}" not in offered:
            found.append(Refusal(f"go {world.number[hex]}", bar.why, bar.clause, (f"space:{world.number[hex]}",)))
    return [one for one in found if one.text not in offered]


def draft_refusals(position: AlbionPosition, group: Group, acts: Sequence[Act]) -> list[Refusal]:
    """Say why others do not go aboard, or ashore, with those who do."""
    offered = {act.text for act in acts}
    return [one for one in sailing.refusals(position, group) if one.text not in offered]


def _companions(position: AlbionPosition, group: Group) -> list[Refusal]:
    """Say why others in the hex do not join or stay behind, and why nobody goes aboard."""
    if group.ships:
        return sailing.refusals(position, group)
    found = [*_no_joins(position, group), *_no_boards(position, group)]
    return found if may_change(position) else [*found, *_no_partings(position, group)]


def _no_joins(position: AlbionPosition, group: Group) -> list[Refusal]:
    world, here, seat = position.world, group.here, group.seat
    together = None if may_gather(position) else Bar("A stack that is on its way gathers nobody.", "albion/12.4b")
    able = joiners(position, group)
    found = []
    for person in position.ashore(seat, here):
        if person not in group.persons and person not in able:
            bar = together or why_not(position, person) or Bar("He was left behind a moment ago.", "albion/11.0d")
            picks = (f"piece:{piece_id(world, person)}",)
            found.append(Refusal(f"join {piece_word(world, person)}", bar.why, bar.clause, picks))
    for army in position.armies_of(seat, here):
        if army.did & IN_HAND or army.ship >= 0:
            continue
        no = together or why_not_join(position, group, army)
        if no:
            clicks = (f"piece:{piece_id(world, TROOPS + army.colour)}", f"count:{army.n}")
            text = f"join {army.n} {piece_word(world, TROOPS + army.colour)}"
            found.append(Refusal(text, no.why, no.clause, clicks))
    return found


def _no_boards(position: AlbionPosition, group: Group) -> list[Refusal]:
    world, found = position.world, []
    for ship in position.ships_of(group.seat, group.here):
        bar = sailing.why_not_board(position, group, ship)
        if bar:
            picks = (f"piece:{piece_id(world, SHIP + ship)}",)
            found.append(Refusal(f"board {piece_word(world, SHIP + ship)}", bar.why, bar.clause, picks))
    return found


def _no_partings(position: AlbionPosition, group: Group) -> list[Refusal]:
    """A stack on a forced march stays together (12.4b)."""
    world, why, found = position.world, "A stack on a forced march stays together.", []
    for person in group.persons:
        picks = ("button:leave", f"piece:{piece_id(world, person)}")
        found.append(Refusal(f"leave {piece_word(world, person)}", why, "albion/12.4b", picks))
    for army in group.armies:
        code = TROOPS + army.colour
        clicks = ("button:leave", f"piece:{piece_id(world, code)}", f"count:{army.n}")
        found.append(Refusal(f"leave {army.n} {piece_word(world, code)}", why, "albion/12.4b", clicks))
    return found


def why_not_go(position: AlbionPosition, group: Group, to: int, bans: Sequence[Ban] | None = None) -> Bar | None:
    """Return why a group does not go to a hex, None if nothing is known against it."""
    if to == group.here:
        return Bar("The group is there already.", "albion/11.0b")
    for ban in bans_of(position, group) if bans is None else bans:
        if ban.closes(to):
            return Bar(ban.why, ban.clause)
    return _not_by_sea(position, group, to) if group.ships else _not_by_land(position, group, to)


def _not_by_land(position: AlbionPosition, group: Group, to: int) -> Bar | None:
    world = position.world
    bar = tied(position, group)
    if bar is not None:
        return bar
    if held(position, group):
        did = [position.did[person] for person in group.persons] + [army.did for army in group.armies]
        return halted(next(bits for bits in did if bits & STOPPED))
    terms = terms_of(position, group.seat, group.persons, group.colours)
    if to in world.near[group.here]:
        cost = dict(roads(world, terms).row(group.here)).get(to)
        if cost is None:
            return why_no_step(position, terms, group.here, to)
        return _too_dear(group, cost)
    tree = land_ways(world, terms, group.here, AFAR)
    far = tree.cost[to]
    if far == FAR and not world.land[to]:
        return Bar("Only ships enter a hex without land.", "albion/11.8b")
    if far == FAR:
        return Bar(f"That is further than the {group.points} Movement Points left.", "albion/11.0a")
    if far <= group.points:
        return Bar(
            "The ways there lead through enemies, who would be met first, or through closed hexes.", "albion/11.2a"
        )
    return _too_dear(group, far)


def _too_dear(group: Group, cost: int) -> Bar | None:
    if cost <= group.points:
        return None
    return Bar(f"The way there costs {cost} Movement Points; {group.points} are left.", "albion/11.0a")


def _not_by_sea(position: AlbionPosition, group: Group, to: int) -> Bar | None:
    world = position.world
    if not world.sea[to]:
        return Bar("Ships go nowhere without sea.", "albion/11.8a")
    sky = sea_sky(position, group)
    start = world.node[group.here][group.coast]
    if start in lanes(world, sky).frozen:
        return Bar("The port is frozen: no ship leaves it.", "albion/6.3.4")
    if to in world.near[group.here] and not any(world.node_hex[node] == to for node in world.sea_near[start]):
        side = world.border(group.here, to)
        if side.dry or len(world.berths[group.here]) == 1:
            return Bar("There is only land between the two.", "albion/11.8f")
        return Bar("The ship lies on another coast of its hex: it must go around.", "albion/12.1f")
    tree = sea_ways(world, sky, start, LIMITS[-1], frozenset())
    costs = [tree.cost[node] for node in world.node[to] if tree.cost[node] != FAR]
    if not costs:
        return Bar("No way leads there by sea.", "albion/11.8a")
    if min(costs) <= group.points:
        return Bar("Every way there leads through a closed hex.", "albion/11.8a")
    return _too_dear(group, min(costs))
