"""The Search step (elric/8.0): hidden magic, friendly and enemy stacks in wilderness, the castles that hordes seek."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.hands import gain, room
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.cities import behind_wall
from tanelorn.games.elric.state.places import Lying, on_map, with_area
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import bands_of, leaders, persons, top
from tanelorn.games.elric.state.wilderness import wilderness
from tanelorn.games.elric.state.words import SEAT_WORDS, area_words, ends, name, plain, seat_name, unit_words

FIRST, AGAIN = 5, 4
"""The least die that finds: at first, and on each consecutive turn (8.0d)."""

KINDS = ("magic", "friends", "enemies", "castle")
"""The kinds of object (8.0a, 11.0h)."""

BOOK = SPELL["dead-gods-book"]


class Quest(NamedTuple):
    """What is sought in an area, and by whom; a stack is given by its seat and band (8.0a, 7.3i)."""

    area: int
    kind: str
    unit: int
    seat: int = -1
    band: int = 0

    @classmethod
    def of(cls, act: Act) -> Quest:
        """Read an act that announces a search."""
        area, kind, unit, seat, band = act.args
        return cls(area, KINDS[kind], unit, seat, band)


class Search(Automatic, frozen=True, tag=True):
    """The active player searches wilderness provinces, each once (8.0a, 8.0b)."""

    seat: int
    title = "Search"
    clause = "elric/8.0a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask, if there is anything to search for."""
        if quests(position, self.seat):
            position.then(Searching(self.seat))


def quests(position: ElricPosition, seat: int) -> list[Quest]:
    """Return every search that may be announced: by a personality, in an area not yet searched this
    turn (8.0b, 8.0c).
    """
    wild = wilderness(position)
    found: list[Quest] = []
    for area in position.areas_of(seat):
        if wild[area] and area not in position.searched:
            people = persons(position, position.own_in(area, seat))
            if people:
                found += _in_area(position, area, seat, people)
    return found


def _in_area(position: ElricPosition, area: int, seat: int, people: Sequence[int]) -> list[Quest]:
    found = []
    if hidden_in(position, area) >= 0:
        found += [Quest(area, "magic", unit) for unit in people]
    found += [Quest(area, "castle", unit) for unit in hordes.castle_objects(position, seat, area)]
    own = bands_of(position, area, seat)
    band = position.band
    if len(own) > 1:
        found += [
            Quest(area, "friends", unit, seat, other) for other in sorted(own) for unit in people if band[unit] != other
        ]
    for foe in sorted({position.owner[unit] for unit in position.foes_in(area, seat)}):
        for other in sorted(bands_of(position, area, foe)):
            found += [
                Quest(area, "enemies", unit, foe, other)
                for unit in people
                if leaders(position, own[band[unit]]) and not _is_found(position, area, foe, other)
            ]
    return found


def _is_found(position: ElricPosition, area: int, foe: int, band: int) -> bool:
    return any((fight.area, fight.foe, fight.foe_band) == (area, foe, band) for fight in position.fights)


def hidden_in(position: ElricPosition, area: int) -> int:
    """Return the spell hidden in an area, -1 if there is none."""
    place = on_map(Lying.HIDDEN, area)
    return position.where.index(place) if place in position.where else -1


def least_die(position: ElricPosition, seat: int, area: int, kind: str) -> int:
    """Return the lowest die that finds: lower on the turn after the same player searched there for the same kind of
    object (8.0d).
    """
    before = position.sought.get(with_area(seat, area))
    return AGAIN if before == (kind, position.turn - 1) else FIRST


class Searching(AsksOne, frozen=True, tag=True):
    """Where, for what, and by whom, announced before the die (8.0a, 8.0g)."""

    title = "Search"
    clause = "elric/8.0a"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Every search that may be announced, or no more."""
        return ACTS.asked(
            Searcher(position, seat), "Search a wilderness for one thing, or be done.", default=plain("done")
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Announce it, and roll."""
        ACTS.do(Searcher(position, seat), choice, log)


class Searcher(NamedTuple):
    """Who may search."""

    position: ElricPosition
    seat: int


def _fits(searcher: Searcher) -> Iterable[Act]:
    return [_act(searcher.position, quest) for quest in quests(*searcher)]


def _announce(searcher: Searcher, act: Act, log: Log) -> None:
    """Roll for it, then ask again."""
    position, seat = searcher
    quest = Quest.of(act)
    position.then(Search(seat))
    position.then(SearchRoll(seat, quest.area, quest.kind, quest.unit, quest.seat, quest.band))


def _labels(searcher: Searcher, acts: Sequence[Act]) -> dict[str, Pick]:
    position, seat = searcher
    world, labels = position.world, {}
    dice: dict[str, set[int]] = {}
    for act in acts:
        least = least_die(position, seat, Quest.of(act).area, Quest.of(act).kind)
        for pick in act.path[1:]:
            dice.setdefault(pick, set()).add(least)
    for act in acts:
        quest = Quest.of(act)
        place, object_pick, unit_pick = act.path
        labels[place] = Pick(place, world.areas[quest.area].name, "one search in a turn")
        found = " or ".join(f"{least}–6" for least in sorted(dice[object_pick]))
        ahead = [_chances(position, seat, quest) if len(dice[pick]) == 1 else None for pick in act.path[1:]]
        labels[object_pick] = Pick(object_pick, _says(position, quest), f"found on {found}", chances=ahead[0])
        note = _hand_note(position, quest)
        labels[unit_pick] = Pick(unit_pick, name(world, quest.unit), note, chances=ahead[1])
    return labels


def _chances(position: ElricPosition, seat: int, quest: Quest) -> Odds:
    """Return what the die may bring."""
    least = least_die(position, seat, quest.area, quest.kind)
    finds, nothing = ("finds it", seat), ("finds nothing", -1)
    ask = SearchRoll(seat, quest.area, quest.kind, quest.unit, quest.seat, quest.band).ask(position)
    return reckon(ask, lambda dice: finds if dice[0] >= least else nothing, (finds, nothing))


def _act(position: ElricPosition, quest: Quest) -> Act:
    world, words = position.world, unit_words(position.world)
    what = _what(position, quest)
    return Act(
        "search",
        (quest.area, KINDS.index(quest.kind), quest.unit, quest.seat, quest.band),
        f"search {area_words(world)[quest.area]} for {what} by {words[quest.unit]}",
        (f"space:{world.areas[quest.area].id}", f"button:{what}", f"piece:{world.units[quest.unit].id}"),
    )


def _what(position: ElricPosition, quest: Quest) -> str:
    """Write what is sought: `magic`, `kaneloon`, `friends`, `stack of second`; and which of several stacks."""
    world, words = position.world, unit_words(position.world)
    if quest.kind == "magic":
        return "magic"
    if quest.kind == "castle":
        return area_words(world)[quest.area]
    stacks = bands_of(position, quest.area, quest.seat)
    text = "friends" if quest.kind == "friends" else f"stack of {SEAT_WORDS[quest.seat]}"
    others = [band for band in sorted(stacks) if quest.kind != "friends" or band != position.band[quest.unit]]
    if len(others) == 1:
        return text
    names = {band: words[top(position, stacks[band])] for band in sorted(stacks)}
    alike = [band for band in sorted(stacks) if names[band] == names[quest.band]]
    number = f" {alike.index(quest.band) + 1}" if len(alike) > 1 else ""
    return f"{text} with {names[quest.band]}{number}"


def _says(position: ElricPosition, quest: Quest) -> str:
    world = position.world
    if quest.kind == "magic":
        return "Unfound magic"
    if quest.kind == "castle":
        return world.areas[quest.area].name
    stack = bands_of(position, quest.area, quest.seat)[quest.band]
    whose = "your stack" if quest.kind == "friends" else f"the stack of {seat_name(position, quest.seat)}"
    return f"{whose} with {name(world, top(position, stack))}"


def _hand_note(position: ElricPosition, quest: Quest) -> str:
    if quest.kind != "magic":
        return ""
    return "has room for a spell" if room(position, quest.unit) > 0 else "the hand is full: one spell must go"


def _refused(searcher: Searcher) -> list[Refusal]:
    """Say why other provinces are not searched for magic (8.0b, 8.0c)."""
    position, seat = searcher
    world, wild = position.world, wilderness(position)
    able = {quest.area for quest in quests(position, seat) if quest.kind == "magic"}
    words = unit_words(world)
    found = []
    for area in sorted(position.stacks):
        own = position.own_in(area, seat)
        if not own or area in able:
            continue
        people = persons(position, own)
        if not wild[area]:
            why, clause = "Only wilderness is searched.", "elric/8.0a"
        elif area in position.searched:
            why, clause = "There was a search in this province in this turn.", "elric/8.0b"
        elif not people:
            why, clause = "A search needs a personality.", "elric/8.0c"
        else:
            why, clause = "No unfound magic lies here.", "elric/9.1b"
        for unit in people or own[:1]:
            text = f"search {area_words(world)[area]} for magic by {words[unit]}"
            found.append(Refusal(text, why, clause, (f"space:{world.areas[area].id}",)))
    return found


ACTS: Verbs[Searcher] = Verbs(
    Verb("search", fits=_fits, does=_announce, labels=_labels, refused=_refused), ends("done", "No more searches")
)


class SearchRoll(Chances, frozen=True, tag=True):
    """The die: 5 or 6 finds, and 4 on consecutive turns (8.0d)."""

    seat: int
    area: int
    kind: str
    unit: int
    other: int
    band: int
    title = "Search"
    clause = "elric/8.0d"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, f"the search of {position.world.areas[self.area].name}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Note the search, and what it finds."""
        least = least_die(position, self.seat, self.area, self.kind)
        position.sought[with_area(self.seat, self.area)] = (self.kind, position.turn)
        position.searched = [*position.searched, self.area]
        success = outcome[0] >= least
        if log:
            self._tell(position, outcome, least, success, log)
        if success:
            self._find(position, log)

    def _tell(self, position: ElricPosition, outcome: tuple[int, ...], least: int, success: bool, log: Log) -> None:
        world = position.world
        place = world.areas[self.area]
        quest = Quest(self.area, self.kind, self.unit, self.other, self.band)
        what = _says(position, quest)
        log.say(
            f"**{name(world, self.unit)}** searches **{place.name}** for {what[0].lower() + what[1:]}, "
            f"needs {least} or more and rolls {outcome[0]}: {'found' if success else 'nothing'}.",
            clause=self.clause,
            seat=self.seat,
            places=(place.id,),
            dice=outcome,
        )

    def _find(self, position: ElricPosition, log: Log) -> None:
        """Magic goes to its finder (9.1b) and friends join their stack (8.0e); enemies are fought in the next Combat
        step (8.0f); a castle frees the horde that seeks it.
        """
        if self.kind == "magic":
            spell = hidden_in(position, self.area)
            if terms_of(position).monsters:
                uncover(position, spell, self.unit, log)
            else:
                gain(position, spell, self.unit, log)
        elif self.kind == "castle":
            hordes.free(position, position.world.of[self.unit], log)
        elif self.kind == "friends":
            for unit in bands_of(position, self.area, self.seat)[self.band]:
                position.band[unit] = position.band[self.unit]
            control.settle(position, log)
        else:
            city = behind_wall(position, self.area, self.other)
            fight = Fight(self.area, self.other, city, position.band[self.unit], self.band)
            position.fights = [*position.fights, fight]


def uncover(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    """Turn a found spell into a monster, to be fought in the Combat step (14.1e); the Dead Gods' Book is taken without
    a fight (9.1b, 16.2/dead-gods-book).
    """
    area = position.area[unit]
    position.reveal(spell, position.seats)
    if spell == BOOK:
        gain(position, spell, unit, log)
        return
    position.where[spell] = on_map(Lying.FACE_UP, area)
    if log:
        place = position.world.areas[area]
        log.say(
            f"**{SPELLS[spell].name}** guards **{place.name}** and must be beaten.",
            clause="elric/14.1e",
            places=(place.id,),
        )
