"""Artifact searches (albion/20.3, 19.5/01, /02, /06, /09, /17, /19a, 20.6/03, /04, /17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import AsksOne, Chances
from tanelorn.games.albion.items.passing import hand_over
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import Due, searching
from tanelorn.games.albion.pack.charts import Find as Cell
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.deeds import BUSY
from tanelorn.games.albion.state.desk import PATIENCE, SearchParty, give_up, note, search_party
from tanelorn.games.albion.state.magic_items import in_play, user_among
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import (
    SEAT_NAMES,
    Bar,
    at_button,
    at_hex,
    button,
    hex_labels,
    name,
    plain,
    with_button,
)
from tanelorn.games.albion.state.printed.pieces import UNFOUND, is_ship
from tanelorn.games.albion.state.printed.world import FAERIE
from tanelorn.games.albion.state.ratings import magic, person_points

LEAST, MOST = 4, 8
"""The Movement Points that a search may take (20.3a)."""

ROD_ADDS = 5
"""What Misha's Rod adds to the roll (20.6/17)."""

HOORN_II = 3
"""The turn in which Colt Pixy grows (19.5/19a)."""

PEN, STOUR = 19, 17
"""Places of Power whose searches have conditions, by number: Wigan's Pen, the Mousa Stour."""

_NOTHING = Bar("No undiscovered artifact lies here.", "albion/20.3a")
_TOO_EARLY = Bar("Before the first turn nothing is searched for.", "albion/22.3a")

WITH = "search with"
GIVE_UP, LEAVE = plain("give up"), plain("leave it")


def why_not(position: AlbionPosition, seat: int, hex: int) -> Bar | None:
    """Return why a seat cannot search a hex, whoever it has there; None if it can."""
    w = position.world
    if position.desk[seat].given_up >= PATIENCE:
        return Bar(f"{PATIENCE} times in this phase something was begun here and given up.", "albion/20.3a")
    if not unfound(position, hex):
        return _NOTHING
    number = w.place[hex]
    if number == PEN and position.turn != HOORN_II:
        return Bar("Colt Pixy is sought in Hoorn II alone.", "albion/19.5/19a")
    if number == STOUR and seat != FAERIE:
        return Bar("Nobody but Faerie searches the Mousa Stour.", "albion/19.5/17")
    if number == STOUR and position.at[w.person["worm"]] == hex:
        return Bar("Nobody searches the Mousa Stour while the Worm is there.", "albion/19.5/17")
    return None


def unfound(position: AlbionPosition, hex: int) -> list[int]:
    """Return the undiscovered artifacts of a hex, which both players know (20.4); in Places of Power those that they
    hold (19.5/01, 19.5/02, 19.5/06, 19.5/09).
    """
    return [
        item
        for item, bearer in enumerate(position.bearer)
        if bearer == UNFOUND and position.item_at[item] == hex and in_play(position, item)
    ]


def seekers(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    """Return who of a seat could search a hex: active, ashore (12.2c), with the points for it; on a march those in
    hand.
    """
    found = [person for person in position.ashore(seat, hex) if can_seek(position, person)]
    if position.phase == "forced march":
        found = [person for person in found if person in position.march]
    return found


def can_seek(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person can search: casters do nothing else (19.3a), nor who moves by a plan (19.4/03); who came
    by sea has no points (12.2b).
    """
    if not position.awake[person] or position.did[person] & BUSY:
        return False
    return person_points(position, person) >= LEAST


def _fits(mover: Mover) -> list[Act]:
    """Return the searches that a seat may begin: where the group in hand is, if there is one."""
    position, seat = mover
    if position.phase not in ("movement", "forced march"):
        return []
    w = position.world
    if position.march:
        hexes = [position.at[position.march[0]]] if not is_ship(position.march[0]) else []
    else:
        hexes = sorted({position.item_at[item] for item, bearer in enumerate(position.bearer) if bearer == UNFOUND})
    return [
        at_button(w, "search", hex)
        for hex in hexes
        if hex in position.people and why_not(position, seat, hex) is None and seekers(position, seat, hex)
    ]


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    position = mover.position
    things = [position.world.items[item].name for act in acts for item in unfound(position, act.args[0])]
    if not things:
        return {}
    pick = "button:search"
    label = Pick(pick, "Search for artifacts", f"here lies {', '.join(things)}", "4 to 8 MP")
    return {pick: label, **hex_labels(position.world, acts)}


def _refused(mover: Mover) -> list[Refusal]:
    """Say why places where a seat has persons and an artifact lies are not searched; not while a group is in hand."""
    position, seat = mover
    if position.march:
        return []
    w, found = position.world, []
    for hex in sorted({position.item_at[item] for item, bearer in enumerate(position.bearer) if bearer == UNFOUND}):
        persons = position.ashore(seat, hex) if hex in position.people else []
        if not persons:
            continue
        bar = _TOO_EARLY if position.phase == "pregame" else why_not(position, seat, hex)
        if bar is None and not seekers(position, seat, hex):
            bar = Bar(f"A search takes {LEAST} Movement Points of active persons.", "albion/20.3a")
        if bar is not None:
            act = at_button(w, "search", hex)
            found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    return found


def _begin(mover: Mover, act: Act, log: Log) -> None:
    """Begin a search with all who could take part; the step that asked must be on the agenda already."""
    position, seat = mover
    hex = act.args[0]
    note(position.desk, seat, errand=SearchParty(0, tuple(seekers(position, seat, hex))).written())
    position.then(Search(seat, hex))


SEARCH: Verb[Mover] = Verb("search", _fits, _begin, _labels, _refused)


# Who searches


class Seeking(NamedTuple):
    """A search that is being prepared."""

    position: AlbionPosition
    seat: int
    hex: int

    @property
    def persons(self) -> tuple[int, ...]:
        """Who is to take part."""
        return search_party(self.position.desk[self.seat].errand).persons

    @property
    def most(self) -> int:
        """How many Movement Points each can spend on it."""
        points = [person_points(self.position, person) for person in self.persons]
        return min(MOST, min(points, default=0))

    def again(self, persons: tuple[int, ...]) -> None:
        """Ask anew, with these persons."""
        note(self.position.desk, self.seat, errand=SearchParty(0, persons).written())
        self.position.then(Search(self.seat, self.hex))


def _with(n: int) -> Act:
    return Act(WITH, (n,), f"{WITH} {n}", ("button:search", f"count:{n}"))


def _efforts(seeking: Seeking) -> list[Act]:
    """Return with how many points all who take part can search."""
    return [_with(n) for n in range(LEAST, seeking.most + 1)]


def _search(seeking: Seeking, act: Act, log: Log) -> None:
    """Pay, and roll."""
    (position, seat, hex), persons, n = seeking, seeking.persons, act.args[0]
    for person in persons:
        position.spent[person] += n
    note(position.desk, seat, errand=SearchParty(n, persons).written())
    position.then(SearchRoll(seat, hex))


def _effort_labels(seeking: Seeking, acts: Sequence[Act]) -> dict[str, Pick]:
    (position, seat, hex), persons = seeking, seeking.persons
    strength, adds = strength_of(position, persons), _adds(position, persons)
    who = ", ".join(name(position.world, person) for person in persons)
    labels = {"button:search": Pick("button:search", f"Search: {who}", f"search strength {strength}")}
    for n in range(LEAST, MOST + 1):
        ahead = odds(position, seat, hex, strength, n - LEAST + adds)
        pick = f"count:{n}"
        labels[pick] = Pick(pick, f"{n} Movement Points each", cost=f"{n} MP", risk=True, chances=ahead)
    return labels


def _too_dear(seeking: Seeking) -> list[Refusal]:
    found = [Refusal("search with 3", "A search takes 4 Movement Points at least.", "albion/20.3a")]
    for n in range(seeking.most + 1, MOST + 1):
        act = _with(n)
        found.append(Refusal(act.text, f"Not all who search have {n} Movement Points left.", "albion/20.3a", act.path))
    return [*found, Refusal("search with 9", "A search takes 8 Movement Points at most.", "albion/20.3a")]


def _spared(seeking: Seeking) -> list[Act]:
    """Return who may be left out: anybody but the last."""
    persons = seeking.persons
    return [with_button(seeking.position.world, "without", person) for person in persons] if len(persons) > 1 else []


def _spare(seeking: Seeking, act: Act, log: Log) -> None:
    seeking.again(tuple(person for person in seeking.persons if person != act.args[0]))


def _spare_labels(seeking: Seeking, acts: Sequence[Act]) -> dict[str, Pick]:
    return {"button:without": Pick("button:without", "Leave somebody out of it")}


def _give_up(seeking: Seeking, act: Act, log: Log) -> None:
    give_up(seeking.position.desk, seeking.seat)


PREPARING: Verbs[Seeking] = Verbs(
    Verb(WITH, _efforts, _search, _effort_labels, _too_dear),
    Verb("without", _spared, _spare, _spare_labels),
    Verb(
        GIVE_UP.verb,
        lambda seeking: (GIVE_UP,),
        _give_up,
        lambda seeking, acts: dict([button(GIVE_UP.verb, "Not now")]),
    ),
)
"""How a search is prepared."""


class Search(AsksOne, frozen=True, tag=True):
    """The active player says who searches, and with how many Movement Points (20.3a, 20.3e)."""

    hex: int
    title = "Search"
    clause = "albion/20.3a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Search with 4 to 8 points that all have, leave somebody out, or give up."""
        w = position.world
        prompt = f"Search {at_hex(w, self.hex)}: who, and with how many Movement Points?"
        return PREPARING.asked(self._seeking(position), prompt, default=GIVE_UP, place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Prepare it, begin, or give up."""
        PREPARING.do(self._seeking(position), choice, log)

    def _seeking(self, position: AlbionPosition) -> Seeking:
        return Seeking(position, self.seat, self.hex)


# The roll


def strength_of(position: AlbionPosition, persons: tuple[int, ...]) -> int:
    """Return search strength: Current Magic Strengths and the escorts of those who search (20.3b)."""
    return sum(magic(position, person) + position.escort[person] for person in persons)


def _adds(position: AlbionPosition, persons: tuple[int, ...]) -> int:
    return ROD_ADDS if user_among(position, list(persons), "mishas_rod") >= 0 else 0


def read(position: AlbionPosition, hex: int, strength: int, row: int) -> tuple[Cell, tuple[int, ...]]:
    """Return the cell of the Discovery Table, and what of it lies in the hex and can be found (20.3c, 20.3d,
    chart/discovery).
    """
    cell = position.world.charts.discovery(strength, row)
    here = unfound(position, hex)
    return cell, tuple(item for item in cell.items if item in here)


def odds(position: AlbionPosition, seat: int, hex: int, strength: int, adds: int) -> Odds:
    """Return what a search may bring: a find, a curse or nothing (20.3c, 20.3d, 20.3g)."""
    here = unfound(position, hex)
    thing = position.world.items[here[0]].name if len(here) == 1 else "something"
    finds, cursed, nothing = (f"finds {thing}", seat), ("brings a curse", 1 - seat), ("finds nothing", -1)

    def end(dice: tuple[int, ...]) -> End:
        cell, found = read(position, hex, strength, sum(dice) + adds)
        return cursed if cell.curse or cell.die else finds if found else nothing

    return reckon(SearchRoll(seat, hex).ask(position), end, (finds, nothing, cursed))


class SearchRoll(Chances, frozen=True, tag=True):
    """The roll on the Discovery Table, by search strength and the points above four (20.3c)."""

    seat: int
    hex: int
    title = "Search"
    clause = "albion/20.3c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"the search of {at_hex(position.world, self.hex)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """A curse, a find, or nothing; what is not in the hex is not found (20.3d)."""
        n, persons = search_party(position.desk[self.seat].errand)
        n = n or LEAST
        row = sum(outcome) + n - LEAST + _adds(position, tuple(persons))
        cell, found = read(position, self.hex, strength_of(position, tuple(persons)), row)
        if log:
            self._tell(position, outcome, cell.curse, cell.die, found, log)
            self._tell_sum(sum(outcome), row, log)
        if cell.die:
            position.then(CurseRoll(self.seat, self.hex))
        elif cell.curse:
            curse(position, self.seat, self.hex, cell.curse)
        elif found:
            position.then(Find(self.seat, self.hex, found))
        else:
            note(position.desk, self.seat, errand=())

    def _tell(
        self,
        position: AlbionPosition,
        outcome: tuple[int, ...],
        points: int,
        die: bool,
        found: tuple[int, ...],
        log: Log,
    ) -> None:
        w = position.world
        things = " or ".join(f"**{w.items[item].name}**" for item in found)
        result = f"found: {things}" if found else "nothing"
        if points or die:
            result = "a curse by a die" if die else f"a curse of {points}"
        log.say(
            f"{SEAT_NAMES[self.seat]} search{'' if self.seat != FAERIE else 'es'} **{at_hex(w, self.hex)}**: "
            f"{sum(outcome)} is rolled: {result}.",
            clause=self.clause,
            seat=self.seat,
            places=(w.number[self.hex],),
            dice=outcome,
        )

    def _tell_sum(self, rolled: int, row: int, log: Log) -> None:
        """Say to the searchers' side what is added: it would tell the enemy of points and of the Rod (20.6/17)."""
        if row != rolled:
            text = f"Search: {rolled} is rolled, {row - rolled} is added: {row}."
            log.say(text, clause=self.clause, seat=self.seat, knowers=(self.seat,))


class CurseRoll(Chances, frozen=True, tag=True):
    """A curse whose points a die tells (20.3g)."""

    seat: int
    hex: int
    title = "Search"
    clause = "albion/20.3g"

    def ask(self, position: AlbionPosition) -> Ask:
        """One die."""
        return Roll(1, 6, f"the curse of {at_hex(position.world, self.hex)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """As many points as the die shows."""
        curse(position, self.seat, self.hex, outcome[0])


def curse(position: AlbionPosition, seat: int, hex: int, points: int) -> None:
    """Have the searchers lose points: wounds, or the points of their escorts (20.3g)."""
    take_losses(position, [Due(seat, hex, "curse", points=points)], how="curse", clause="albion/20.3g")


class Found(NamedTuple):
    """What a search has brought to light, to be taken by one of those who searched."""

    position: AlbionPosition
    seat: int
    hex: int
    items: tuple[int, ...]


def _takers(found: Found) -> list[Act]:
    """Return which searcher may take which of the things."""
    position, seat, hex, items = found
    persons = searching(position, seat, hex).persons
    return [_give(position, item, person) for item in items for person in persons]


def _hand_over(found: Found, act: Act, log: Log) -> None:
    """That it is gone lies open."""
    (position, seat, hex, _), (item, person) = found, act.args
    note(position.desk, seat, errand=())
    hand_over(position, seat, item, person, hex, log)


def _taker_labels(found: Found, acts: Sequence[Act]) -> dict[str, Pick]:
    things = [found.position.world.items[item] for item in found.items]
    return {f"card:{thing.id}": Pick(f"card:{thing.id}", thing.name) for thing in things}


def _leave(found: Found, act: Act, log: Log) -> None:
    note(found.position.desk, found.seat, errand=())


FINDS: Verbs[Found] = Verbs(
    Verb("give", _takers, _hand_over, _taker_labels),
    Verb(
        LEAVE.verb,
        lambda found: (LEAVE,),
        _leave,
        lambda found, acts: dict([button(LEAVE.verb, "Leave it undiscovered", enter=True)]),
    ),
)
"""What becomes of a find."""


class Find(AsksOne, frozen=True, tag=True):
    """A find goes at once to one of the searchers, or stays and is undiscovered again (20.3f)."""

    hex: int
    items: tuple[int, ...]
    title = "Search"
    clause = "albion/20.3f"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Which searcher takes it; of several things one."""
        w, found = position.world, self._found(position)
        things = " or ".join(w.items[item].name for item in self.items)
        first = next(iter(_takers(found)), LEAVE)
        return FINDS.asked(found, f"{things} is found: who takes it?", default=first, place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over, or leave it."""
        FINDS.do(self._found(position), choice, log)

    def _found(self, position: AlbionPosition) -> Found:
        return Found(position, self.seat, self.hex, self.items)


def _give(position: AlbionPosition, item: int, person: int) -> Act:
    w = position.world
    thing = with_button(w, f"give {w.items[item].id.replace('_', ' ')} to", person)
    return Act("give", (item, person), thing.text, (f"card:{w.items[item].id}", thing.path[-1]))
