"""What people are told about movement: costs, ways, dangers, and why a piece or hex cannot be chosen (11.0 to 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.albion.movement.ways import sailing
from tanelorn.games.albion.movement.ways.bans import Ban
from tanelorn.games.albion.movement.ways.costs import FAR, LIMITS, Way, land_ways, lanes, roads, sea_ways, terms_of
from tanelorn.games.albion.movement.ways.groups import Group, halted, tied
from tanelorn.games.albion.movement.ways.reach import Reached, bans_of, haunted, held, sea_sky, why_no_step
from tanelorn.games.albion.state.deeds import STOPPED
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import Bar, at_hex, name
from tanelorn.games.albion.state.printed.pieces import colour_of, is_person, is_piece, is_ship, is_troops, ship_of
from tanelorn.games.albion.state.printed.world import FOMORIAN, World
from tanelorn.games.albion.state.ratings import person_points, ship_points
from tanelorn.games.albion.state.stacks import garrison_side, stands_in, top_ashore, top_at_sea
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


def placed(position: AlbionPosition, code: int, note: str) -> str:
    """Say where a piece stands, before what else is said of it."""
    return ", ".join(filter(None, (f"at {at_hex(position.world, position.hex_of(code))}", note)))


def piece_label(position: AlbionPosition, seat: int, code: int, pick: str) -> Pick:
    """Name a person or ship with its Movement Points, and who goes along."""
    world = position.world
    if is_ship(code):
        ship = ship_of(code)
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


# A group in hand


def prompt(position: AlbionPosition, group: Group, *, stuck: bool) -> str:
    """Say who is in hand, and how far they can still go; or that they can do nothing."""
    world = position.world
    words = [name(world, code) for code in group.codes if not is_troops(code)]
    colours = dict.fromkeys(army.colour for army in group.armies)
    points = {colour: sum(army.n for army in group.armies if army.colour == colour) for colour in colours}
    words += [f"{n} {world.colours[colour].name}" for colour, n in points.items()]
    asked = "nothing can be done with them now." if stuck else "where to?"
    return f"{', '.join(words)} at {at_hex(world, group.here)}, {group.points} MP left: {asked}"


def joining_label(position: AlbionPosition, seat: int, code: int, pick: str) -> Pick:
    """Name a person or ship that may go along; who leads troops has them join apart."""
    label = piece_label(position, seat, code, pick)
    apart = is_person(code) and _led(position, seat, code)
    return structs.replace(label, note=f"{label.note}: they join apart") if apart else label


def joining_labels(position: AlbionPosition, seat: int, acts: Iterable[Act], how_many: str) -> dict[str, Pick]:
    """Name who and what may go along or go aboard; of troops it is still to be said `how_many`."""
    labels = {}
    for act in acts:
        code, pick = act.args[0], act.path[0]
        if is_troops(code):
            labels[pick] = Pick(pick, position.world.colours[colour_of(code)].name, how_many)
        else:
            labels[pick] = joining_label(position, seat, code, pick)
    return labels


def colour_labels(world: World, acts: Iterable[Act]) -> dict[str, Pick]:
    """Name the troops that acts are about, where a button comes before the click on them."""
    troops = [(act.path[1], colour_of(act.args[0])) for act in acts if is_troops(act.args[0])]
    return {pick: Pick(pick, world.colours[colour].name) for pick, colour in troops}


def way_label(
    position: AlbionPosition, group: Group, way: Way, pick: str, others: Reached | Container[int] = ()
) -> Pick:
    """Name a hex with the way there: its cost, whom it wakes, who is met. Where it goes on from one of the `others`,
    of the same tree of ways, only its last step is told.
    """
    risks = dangers(position, group, way)
    notes = [*risks, *_remarks(position, group, way.route[-1])]
    number, route = position.world.number, (group.here, *way.route)
    goes_on = len(way.route) > 1 and route[-2] in others
    spaces = tuple(["", number[route[-2]], number[route[-1]]] if goes_on else [number[hex] for hex in route])
    return Pick(
        pick, at_hex(position.world, way.route[-1]), "; ".join(notes), f"{way.cost} MP", bool(risks), way=spaces
    )


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
        found += [f"enemy ships: {name(world, top)} on top" for top in tops if is_piece(top)]
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


AFAR = 48
"""How far away the cost of a way on land is told."""


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
