"""Setting up (elric/4.0): hidden spells, Melniboneans, order of play, choice of countries, starting hands."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.acts import Act, Acts
from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.choices import Pick
from tanelorn.core.game import Value
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.elric.balance import BalanceDraw
from tanelorn.games.elric.equipment.packs import PACKS
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.hands import CheckHands, Drawing, HandDraw
from tanelorn.games.elric.muster.setting_up import place_nation, stand
from tanelorn.games.elric.sequence.turns import StartTurn
from tanelorn.games.elric.state.places import ASIDE, CONTAINER, Lying, on_map, spells_lying
from tanelorn.games.elric.state.position import NOBODY, ElricPosition, empty
from tanelorn.games.elric.state.scenarios import TERMS, Lot, Terms, terms_of
from tanelorn.games.elric.state.words import brought, seat_name


def lay_out(scenario: str, options: Mapping[str, Value]) -> ElricPosition:
    """Return the table before anything is drawn or rolled, and what is done to set it up (4.0): the game begins before
    turn 1, with the Law/Chaos marker on neutral (4.0c, 13.0).
    """
    terms = TERMS[scenario]
    position = empty(scenario, len(terms.seats), str(options.get(PACKS.option, "")))
    position.lots = [-1] * len(terms.seats)
    position.random_balance = bool(options.get("random-balance", False))
    _sort_spells(position, terms)
    position.then(MixSpells(), Melniboneans(), FirstPlayer(), Countries(), FirstHands(), Opening())
    return position


def _sort_spells(position: ElricPosition, terms: Terms) -> None:
    """Put aside, for all to see, what has no part in the scenario (14.1b)."""
    for number, spell in enumerate(SPELLS):
        if (terms.spells == "chaos" and spell.alignment != "chaos") or spell.id in terms.spells_out:
            position.where[number] = ASIDE
            position.known[number] = (1 << len(terms.seats)) - 1
    if terms.victory == "founding":
        position.where[SPELL["dragons"]] = on_map(Lying.FACE_UP, position.world.melnibone)


class MixSpells(Automatic, frozen=True, tag=True):
    """The spells are mixed, and one goes on each symbol (4.0a, 4.0b)."""

    title = "Set-up"
    clause = "elric/4.0b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw a spell for each symbol, in the rulebook's order."""
        position.then(*(HideSpell(area) for area in position.world.symbols), SpellsHidden())


class HideSpell(Drawing, frozen=True, tag=True):
    """One spell goes face down on a symbol, seen by nobody (4.0b)."""

    area: int
    why = "a hidden spell"
    title = "Set-up"
    clause = "elric/4.0b"

    def knowers(self, position: ElricPosition) -> tuple[int, ...] | None:
        """Nobody looks at it."""
        return ()

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Put it down."""
        position.where[spell] = on_map(Lying.HIDDEN, self.area)


class SpellsHidden(Automatic, frozen=True, tag=True):
    """Where a scenario needs one of some spells on the board, they are dealt until one is (14.1g)."""

    title = "Set-up"
    clause = "elric/4.0b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Deal again if none of the spells that the scenario needs is there; put the rest aside if nobody draws."""
        terms, where = terms_of(position), position.where
        hidden = [spell for spell, _ in spells_lying(where, Lying.HIDDEN)]
        if terms.spells_needed and not any(SPELL[id] in hidden for id in terms.spells_needed):
            for spell in hidden:
                where[spell] = CONTAINER
            position.then(MixSpells())
            return
        if not terms.container:
            for spell in position.container():
                where[spell] = ASIDE
        if log:
            log.say(
                f"{len(hidden)} spells lie hidden on the board.",
                clause="elric/4.0b",
            )


class Melniboneans(Automatic, frozen=True, tag=True):
    """All Melniboneans but Elric stand on their island, nobody's unless the scenario gives them away (4.0d)."""

    title = "Set-up"
    clause = "elric/4.0d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put them down."""
        world, terms = position.world, terms_of(position)
        number = world.nation["melnibone"]
        nation = world.nations[number]
        if not terms.melniboneans or any(nation.id in lot.nations for lot in terms.lot):
            return
        for unit in (*nation.people, *nation.fleets, *nation.armies):
            if unit != world.elric:
                position.put(unit, world.melnibone, NOBODY)


class FirstPlayer(Automatic, frozen=True, tag=True):
    """Who plays first is rolled for, drawn by lot, or plain (4.0e, 14.4)."""

    title = "Order of play"
    clause = "elric/4.0e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Do as the scenario says."""
        how = terms_of(position).first
        if how == "roll":
            position.then(RollForFirst(tuple(position.seats)))
        elif how == "random":
            position.then(DrawFirst())


class RollForFirst(Chances, frozen=True, tag=True):
    """Everyone rolls, the highest goes first; tied high rollers roll again (4.0e)."""

    rolling: tuple[int, ...]
    title = "Order of play"
    clause = "elric/4.0e"

    def ask(self, position: ElricPosition) -> Ask:
        """One die each."""
        return Roll(len(self.rolling), 6, "who plays first")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Find the highest."""
        best = max(outcome)
        first = [seat for seat, die in zip(self.rolling, outcome, strict=True) if die == best]
        if log:
            rolls = ", ".join(
                f"**{seat_name(position, seat)}** {die}" for seat, die in zip(self.rolling, outcome, strict=True)
            )
            log.say(f"Who plays first is rolled for: {rolls}.", clause="elric/4.0e", dice=outcome)
        if len(first) > 1:
            position.then(RollForFirst(tuple(first)))
        else:
            _set_order(position, first[0], log)


class DrawFirst(Chances, frozen=True, tag=True):
    """The first player is found by lot (14.4, 14.5, 14.6)."""

    title = "Order of play"
    clause = "elric/4.0e"

    def ask(self, position: ElricPosition) -> Ask:
        """One of the seats."""
        return Draw(1, len(position.order), "who plays first")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let that seat go first."""
        _set_order(position, outcome[0], log)


def _set_order(position: ElricPosition, first: int, log: Log) -> None:
    """Set the order of play: the first player, then the others to the left in turn (5.0c)."""
    count = len(position.order)
    position.order = [(first + place) % count for place in range(count)]
    if log:
        log.say(f"**{seat_name(position, first)}** plays first.", clause="elric/5.0c", seat=first)


class Countries(Automatic, frozen=True, tag=True):
    """Countries are given or chosen, then set up in the order of play (4.0e, 4.0f)."""

    title = "Countries"
    clause = "elric/4.0e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Give what the scenario gives, ask for the rest."""
        terms = terms_of(position)
        if terms.lots_are == "fixed":
            position.lots = list(position.seats)
        for number, lot in enumerate(terms.lot):
            if lot.for_first:
                position.lots[position.order[0]] = number
        choosing = [ChooseCountry(seat) for seat in position.order if position.lots[seat] < 0]
        placing = [PlaceLot(seat) for seat in position.order]
        position.then(*choosing, *placing)


def _lots_left(position: ElricPosition) -> list[int]:
    return [number for number in range(len(terms_of(position).lot)) if number not in position.lots]


class ChooseCountry(Automatic, frozen=True, tag=True):
    """A player chooses, unless one lot alone is left."""

    seat: int
    title = "Countries"
    clause = "elric/4.0e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Give the last lot, or ask."""
        left = _lots_left(position)
        if len(left) == 1:
            _give_lot(position, self.seat, left[0], log)
        else:
            position.then(ChooseLot(self.seat))


class ChooseLot(AsksOne, frozen=True, tag=True):
    """A player chooses among what the earlier ones have left (4.0e)."""

    title = "Countries"
    clause = "elric/4.0e"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """What is left."""
        lots = terms_of(position).lot
        acts = [
            Act("choose", (number,), f"choose {lots[number].id.replace('_', ' ')}", (f"button:{lots[number].id}",))
            for number in _lots_left(position)
        ]
        return Acts(
            acts, "With what do you begin?", labels=lambda: _lot_labels(position, _lots_left(position)), default=acts[0]
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the choice."""
        _give_lot(position, seat, lot_named(choice), log)


def lot_named(act: Act) -> int:
    """Return the number of the lot that an act chooses."""
    (number,) = act.args
    return number


def _lot_labels(position: ElricPosition, numbers: list[int]) -> dict[str, Pick]:
    world, lots = position.world, terms_of(position).lot
    return {
        f"button:{lots[number].id}": Pick(
            f"button:{lots[number].id}", lots[number].name, _lot_note(world, lots[number])
        )
        for number in numbers
    }


def _lot_note(world: World, lot: Lot) -> str:
    nations = [world.nations[world.nation[id]] for id in lot.nations]
    names = f"{', '.join(nation.name for nation in nations)}: " if len(nations) > 1 else ""
    return f"{names}{brought(nations)}"


def _give_lot(position: ElricPosition, seat: int, number: int, log: Log) -> None:
    before = seat_name(position, seat)
    position.lots[seat] = number
    if log:
        log.say(f"**{before}** begins with **{terms_of(position).lot[number].name}**.", clause="elric/4.0e", seat=seat)


class PlaceLot(Automatic, frozen=True, tag=True):
    """A player's counters are put down, nation by nation (4.0f, 14.1a)."""

    seat: int
    title = "Countries"
    clause = "elric/4.0f"

    def run(self, position: ElricPosition, log: Log) -> None:
        """In their homes, or where the scenario puts them."""
        world, lot = position.world, terms_of(position).lot[position.lots[self.seat]]
        if not lot.at:
            position.then(*(PlaceNation(self.seat, world.nation[id]) for id in lot.nations))
            return
        place = world.area[lot.at]
        units = [world.unit[id] for id in lot.units]
        for id in lot.nations:
            nation = world.nations[world.nation[id]]
            position.nation[world.nation[id]] = self.seat
            units += [*nation.people, *nation.fleets, *nation.armies]
        for unit in units:
            stand(position, unit, place, self.seat)


class PlaceNation(Automatic, frozen=True, tag=True):
    """One nation is set up (4.0f)."""

    seat: int
    nation: int
    title = "Countries"
    clause = "elric/4.0f"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put its counters down; the port may be asked for."""
        place_nation(position, self.nation, self.seat, log)


class FirstHands(Automatic, frozen=True, tag=True):
    """Magicians that begin the game in a player's hands draw to their capacity (4.0g)."""

    title = "Starting hands"
    clause = "elric/4.0g"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Deal in the order of play; what goes not together is settled when all have drawn (9.5)."""
        if not terms_of(position).container:
            return
        world = position.world
        magicians = [unit for seat in position.order for unit in position.units_of(seat) if world.spells[unit]]
        draws = [HandDraw(unit, setup=True) for unit in magicians for _ in range(world.spells[unit])]
        position.then(*draws, CheckHands())


class Opening(Automatic, frozen=True, tag=True):
    """The first player's first turn; before it the Balance may move at random (13.6)."""

    title = "The game begins"
    clause = "elric/5.0a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Begin."""
        draw = (BalanceDraw(),) if position.random_balance else ()
        position.then(*draw, StartTurn(position.playing()[0]))
