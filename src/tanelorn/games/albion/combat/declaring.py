"""What is attacked in a Combat Phase, and where it is defended (albion/5.D.5a, b, f, 15.1 to 15.3, 16.1.2, 17.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.stacks.entering import MEETINGS
from tanelorn.games.albion.stacks.waking import rouse_by_aim
from tanelorn.games.albion.state.battle import Fight, Kind
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import CSPS, HEROES, PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, coast_click, coast_label, ends, plain
from tanelorn.games.albion.state.ratings import is_hero
from tanelorn.games.albion.state.stacks import garrison_side, points_ashore, stands_in
from tanelorn.games.albion.state.who_fights import fleet_of
from tanelorn.games.albion.weather import weather_at

DONE = plain("done")
ATTACK, ENGAGE, MELEE = "attack", "engage", "melee"


def contact_hexes(position: AlbionPosition, seat: int) -> list[int]:
    """Return where a seat stands ashore beside the enemy or outside a standing enemy fortress; all can see that."""
    foe, dyke = 1 - seat, position.world.dyke
    found = []
    for hex in sorted({*position.people, *position.troops}):
        if stands_in(position, seat, hex):
            fort = garrison_side(position, hex) == foe and not dyke[hex]
            if fort or stands_in(position, foe, hex):
                found.append(hex)
    return found


def why_no_battle(position: AlbionPosition, seat: int, hex: int) -> tuple[str, str] | None:
    """Return why a seat cannot open a battle in a hex where it meets the enemy, or None (15.1a, 17.4e, 17.5, 18.2a)."""
    foe = 1 - seat
    theirs = position.told[seat].get(hex, 0)
    inside = garrison_side(position, hex) == foe
    troops = points_ashore(position, seat, hex) > 0
    if hex in position.evading[foe]:
        return "They have evaded you.", "albion/18.2a"
    if not troops and not any(
        is_hero(position, person) and not position.did[person] & BOUND for person in position.ashore(seat, hex)
    ):
        return "Only troops, escorts and heroes who have not cast open a battle.", "albion/15.1a"
    if not troops and not inside and theirs and not theirs & CSPS:
        return "Persons against persons fight a melee.", "albion/15.1a"
    if inside and not troops:
        return "Persons cannot storm a fortress without troops.", "albion/17.5"
    if not theirs & (CSPS | HEROES) and not (inside and not position.world.dyke[hex]):
        return "No troops and no hero of the enemy are there.", "albion/15.1a"
    return None


def engagements(position: AlbionPosition) -> tuple[Fight, ...]:
    """Return where ships of both sides that are not under Refit lie on one coast (15.2a, 15.2b); nothing else at sea
    fights (15.2c).

    Both sides are told so then: whether there are ships beneath one under Refit is hidden otherwise (11.9c).
    """
    found = []
    for hex in sorted(position.fleets):
        for coast in range(len(position.world.berths[hex])):
            fight = Fight(hex, "engagement", coast)
            if fleet_of(position, fight, 0).ships and fleet_of(position, fight, 1).ships:
                found.append(fight)
    return tuple(found)


def in_sight(position: AlbionPosition) -> bool:
    """Tell whether ships of both sides lie on one coast anywhere, which all can see."""
    w = position.world
    for ships in position.fleets.values():
        if len(ships) > 1:
            lying = {(w.s_side[ship], position.coast[ship]) for ship in ships}
            if any((1 - side, coast) in lying for side, coast in lying):
                return True
    return False


def melee_hexes(position: AlbionPosition, seat: int) -> list[int]:
    """Return where only persons meet, as both have been told: a seat may open a melee there (5.D.5f, 15.3a, 17.3,
    15.3b).
    """
    foe = 1 - seat
    found = []
    for hex, theirs in sorted(position.told[seat].items()):
        mine = position.told[foe].get(hex, 0)
        persons_alone = theirs & mine & PERSONS and not (theirs | mine) & CSPS
        if persons_alone and garrison_side(position, hex) != foe and hex not in position.evading[foe]:
            found.append(hex)
    return found


def can_open(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a seat has somebody there who may attack: not only casters of this turn (19.3a)."""
    return any(not position.did[person] & BOUND for person in position.ashore(seat, hex))


def place_words(position: AlbionPosition, fight: Fight) -> str:
    """Return how the place of a fight is written in a choice: the hex, and the coast where it has more than one."""
    number = position.world.number[fight.hex]
    if fight.kind == "engagement" and len(position.world.berths[fight.hex]) > 1:
        return f"{number} coast {fight.coast + 1}"
    return number


def place_labels(position: AlbionPosition, fight: Fight, note: str = "", *, risk: bool = False) -> dict[str, Pick]:
    """Name the place of a fight: its hex, and its coast where that is asked."""
    space, *coast = place_picks(position, fight)
    labels = {space: Pick(space, at_hex(position.world, fight.hex), note, risk=risk)}
    return labels | {click: coast_label(position.world, fight.hex, fight.coast) for click in coast}


def place_picks(position: AlbionPosition, fight: Fight) -> tuple[str, ...]:
    """Return the clicks that name the place of a fight."""
    picks = (f"space:{position.world.number[fight.hex]}",)
    if fight.kind == "engagement" and len(position.world.berths[fight.hex]) > 1:
        return (*picks, coast_click(position.world, fight.hex, fight.coast))
    return picks


# Battles and engagements


class Attacking(NamedTuple):
    """A side that declares attacks; `fleets` are the engagements that both fleets can come to."""

    position: AlbionPosition
    seat: int
    fleets: tuple[Fight, ...] = ()

    def again(self) -> None:
        """Ask whether there are more attacks."""
        self.position.then(Declare(self.seat, self.fleets))


def _attacks(attacking: Attacking) -> list[Act]:
    """Return the battles that can be opened (15.1)."""
    position, seat, _ = attacking
    hexes = [hex for hex in contact_hexes(position, seat) if why_no_battle(position, seat, hex) is None]
    return [fight_act(position, fight) for hex in hexes if (fight := Fight(hex, "battle")) not in position.fights]


def _engages(attacking: Attacking) -> list[Act]:
    """Return the engagements that can be opened (15.2)."""
    position, _, fleets = attacking
    return [fight_act(position, fight) for fight in fleets if fight not in position.fights]


def _declare(kind: Kind) -> Callable[[Attacking, Act, Log], None]:
    """Note the attack: it wakes sleepers, and who had evaded there is seen now (10.0b, 18.1)."""

    def does(attacking: Attacking, act: Act, log: Log) -> None:
        position, seat, _ = attacking
        hex, coast = act.args
        fight = Fight(hex, kind, coast)
        position.fights = [*position.fights, fight]
        attacking.again()
        open_attack(position, seat, fight, log)
        if log:
            w = position.world
            verb = f"{act.verb}s" if seat else act.verb
            what = " the ships" if kind == "engagement" else ""
            text = f"**{SEAT_NAMES[seat]}** {verb}{what} at **{at_hex(w, hex)}**."
            log.say(text, clause="albion/5.D.5a", seat=seat, places=(w.number[hex],))

    return does


def _place_labels(attacking: Attacking) -> dict[str, Pick]:
    """Name the places of attacks, each with all whom an attack of either kind would meet there."""
    position, seat, _ = attacking
    labels: dict[str, Pick] = {}
    acts = [*_attacks(attacking), *_engages(attacking)]
    for act in acts:
        hex = act.args[0]
        verbs = {one.verb for one in acts if one.args[0] == hex}
        notes = [foes(position, seat, hex)] * (ATTACK in verbs) + ["enemy ships"] * (ENGAGE in verbs)
        fight = Fight(hex, "battle" if act.verb == ATTACK else "engagement", act.args[1])
        labels |= place_labels(position, fight, "; ".join(notes), risk=len(act.path) == 2)
    return labels


def _no_battles(attacking: Attacking) -> list[Refusal]:
    position, seat, _ = attacking
    found = []
    for hex in contact_hexes(position, seat):
        why = why_no_battle(position, seat, hex)
        act = fight_act(position, Fight(hex, "battle"))
        if why is not None:
            found.append(Refusal(act.text, why[0], why[1], act.path))
    return found


def _named(pick: str, label: str) -> Callable[[Attacking, Sequence[Act]], dict[str, Pick]]:
    return lambda attacking, acts: {pick: Pick(pick, label), **_place_labels(attacking)}


ATTACKS: Verbs[Attacking] = Verbs(
    ends(DONE.verb, "No more attacks"),
    Verb(ATTACK, _attacks, _declare("battle"), _named("button:attack", "Open a battle"), _no_battles),
    Verb(ENGAGE, _engages, _declare("engagement"), _named("button:engage", "Open an engagement")),
)
"""What the active player may open."""


class Declare(AsksOne, frozen=True, tag=True):
    """The active player names the battles and engagements to be opened (5.D.5a); `fleets` are those that can meet."""

    fleets: tuple[Fight, ...]
    title = "Attacks"
    clause = "albion/5.D.5a"
    still_asked = "who cannot be attacked is told why; attacks are looked at once more before they stand"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each battle and engagement that can be opened; or no more."""
        return ATTACKS.asked(Attacking(position, self.seat, self.fleets), "Where do you attack?", default=DONE)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note an attack and ask again."""
        ATTACKS.do(Attacking(position, self.seat, self.fleets), choice, log)


def foes(position: AlbionPosition, seat: int, hex: int) -> str:
    """Say what a seat knows to stand against it in a hex."""
    bits = position.told[seat].get(hex, 0)
    words = [word for bit, word in MEETINGS if bits & bit]
    return ", ".join(words + ["in a fortress"] * (garrison_side(position, hex) == 1 - seat))


def open_attack(position: AlbionPosition, seat: int, fight: Fight, log: Log) -> None:
    """Settle what an attack does before it is fought."""
    if fight.hex in position.evading[seat] and fight.kind != "engagement":
        position.evading[seat] = [hex for hex in position.evading[seat] if hex != fight.hex]
    rouse_by_aim(position, seat, hex=fight.hex, log=log)


def fight_act(position: AlbionPosition, fight: Fight) -> Act:
    """Return the act that opens a fight."""
    verb = {"battle": ATTACK, "engagement": ENGAGE, "melee": MELEE}[fight.kind]
    text = f"{verb} {place_words(position, fight)}"
    return Act(verb, (fight.hex, fight.coast), text, (f"button:{verb}", *place_picks(position, fight)))


# Where the defender stands


class Terrains(Automatic, frozen=True, tag=True):
    """The inactive player names the terrain of each battle; a fortress is compulsory (5.D.5b, 16.1.2, 17.1a)."""

    seat: int
    title = "Terrain"
    clause = "albion/5.D.5b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask where a hex has more than one."""
        for fight in position.fights:
            if fight.kind == "battle" and not fight.terrain:
                options = terrains(position, self.seat, fight.hex)
                if len(options) > 1:
                    position.then(ChooseTerrain(1 - self.seat, fight, options), self)
                    return
                settle_terrain(position, fight, options[0])


def terrains(position: AlbionPosition, seat: int, hex: int) -> tuple[str, ...]:
    """Return where a battle that a seat opens may be defended: in the enemy's own fortress, else in the terrain of the
    hex; a garrison that comes out leaves that choice to the besieger (17.1c). Snow makes a marsh clear (6.3.6).
    """
    w = position.world
    if garrison_side(position, hex) == 1 - seat:
        return (w.fortress[hex],)
    snow = "marsh" in w.terrain[hex] and weather_at(position, hex) == "snow"
    found = ["clear" if snow and terrain == "marsh" else terrain for terrain in w.terrain[hex]]
    return tuple(dict.fromkeys(found)) or ("clear",)


def settle_terrain(position: AlbionPosition, fight: Fight, terrain: str) -> None:
    """Write down where a battle is fought."""
    position.fights = [structs.replace(one, terrain=terrain) if one == fight else one for one in position.fights]


class ChooseTerrain(AsksOne, frozen=True, tag=True):
    """The defender names one of the terrains of the hex; it holds for all rounds (16.1.2)."""

    fight: Fight
    options: tuple[str, ...]
    title = "Terrain"
    clause = "albion/16.1.2"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each terrain."""
        acts = [Act("defend in", (at,), f"defend in {one}", (f"button:{one}",)) for at, one in enumerate(self.options)]
        return Acts(
            acts,
            f"You are attacked at {at_hex(position.world, self.fight.hex)}. In which terrain do you stand?",
            labels=lambda: {
                act.path[0]: Pick(act.path[0], one.capitalize(), letters(position, one))
                for act, one in zip(acts, self.options, strict=True)
            },
            default=acts[0],
            about=position.world.number[self.fight.hex],
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Write it down."""
        terrain = self.terrain_of(choice)
        settle_terrain(position, self.fight, terrain)
        if log:
            w, hex = position.world, self.fight.hex
            verb = "defends" if self.seat else "defend"
            text = f"**{SEAT_NAMES[self.seat]}** {verb} in {terrain} at {at_hex(w, hex)}."
            log.say(text, clause="albion/16.1.2", seat=self.seat, places=(w.number[hex],))

    def terrain_of(self, choice: Act) -> str:
        """Return the terrain that a choice names."""
        return self.options[choice.args[0]]


FACTORS = {1: "half", 2: "", 4: "double", 6: "triple"}


def letters(position: AlbionPosition, terrain: str) -> str:
    """Say what a terrain does to the races (14.1)."""
    changed = position.world.charts.letter[terrain]
    return ", ".join(f"{race} {FACTORS[n]}" for race, n in changed.items() if FACTORS[n]) or "changes nothing"


# Melees


class Melees(Automatic, frozen=True, tag=True):
    """The active player may open melees where only persons meet (5.D.5f)."""

    seat: int
    title = "Melees"
    clause = "albion/5.D.5f"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask if there is such a hex."""
        if melee_hexes(position, self.seat):
            position.then(DeclareMelees(self.seat))


def _melees(attacking: Attacking) -> list[Act]:
    """Return the melees that can be opened (15.3a)."""
    position, seat, _ = attacking
    fights = [Fight(hex, "melee") for hex in melee_hexes(position, seat)]
    return [
        fight_act(position, one) for one in fights if one not in position.fights and can_open(position, seat, one.hex)
    ]


def _open_melee(attacking: Attacking, act: Act, log: Log) -> None:
    position, seat, _ = attacking
    fight = Fight(act.args[0], "melee")
    position.fights = [*position.fights, fight]
    position.then(DeclareMelees(seat))
    open_attack(position, seat, fight, log)


def _melee_labels(attacking: Attacking, acts: Sequence[Act]) -> dict[str, Pick]:
    w, pick = attacking.position.world, "button:melee"
    return {pick: Pick(pick, "Open a melee")} | {act.path[1]: Pick(act.path[1], at_hex(w, act.args[0])) for act in acts}


OPEN_MELEES: Verbs[Attacking] = Verbs(ends(DONE.verb, "No melee"), Verb(MELEE, _melees, _open_melee, _melee_labels))
"""What the active player may open where only persons meet."""


class DeclareMelees(AsksOne, frozen=True, tag=True):
    """The active player names the melees to be opened, one at a time (5.D.5f)."""

    title = "Melees"
    clause = "albion/5.D.5f"
    still_asked = "the attacks are looked at once more before they stand"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each hex where only persons meet; or no more."""
        return OPEN_MELEES.asked(Attacking(position, self.seat), "Where do your persons attack theirs?", default=DONE)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it, and ask again."""
        OPEN_MELEES.do(Attacking(position, self.seat), choice, log)
