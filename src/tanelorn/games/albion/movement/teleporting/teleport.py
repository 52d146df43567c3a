"""Teleporting between Places of Power (albion/12.3): who may try, who goes along, and the roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, PartByPart, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import AsksOne, Chances
from tanelorn.games.albion.losses.deaths import wound
from tanelorn.games.albion.movement.teleporting.teleport_destinations import Arrivals, arrive
from tanelorn.games.albion.movement.ways.groups import set_down
from tanelorn.games.albion.stacks.arrangement import MOVING, Mover
from tanelorn.games.albion.state.deeds import BOUND, IN_HAND, RIDDEN, STOPPED
from tanelorn.games.albion.state.desk import (
    OPEN,
    PATIENCE,
    STAYS,
    Company,
    Journey,
    Passage,
    Traveller,
    company,
    give_up,
    note,
)
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex, name, piece_labels, plain, with_button
from tanelorn.games.albion.state.ratings import magic, person_points

ATTEMPT, PASSENGER, ESCORT = 1, 1, 2
"""What the attempt, each passenger and each escort cost the person who teleports (12.3a, 12.3c)."""

ROLL, GIVE_UP, ALONG = plain("roll"), plain("give up"), plain("with own escort")

# Setting out

LEAST = 2
"""The least that two dice show."""


def _fits(mover: Mover) -> list[Act]:
    """Return the persons of a seat who may try to teleport: of those in hand where a group is in hand."""
    position, seat = mover
    if position.phase not in MOVING or position.desk[seat].given_up >= PATIENCE:
        return []
    w, place = position.world, position.world.place
    persons = position.march or [person for person, hex in enumerate(position.at) if hex >= 0 and place[hex]]
    return [with_button(w, "teleport", person) for person in persons if able(position, seat, person)]


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    """Return what the button of a teleport says: who may try, and what each must roll."""
    position, tries = mover.position, []
    for person in [act.args[0] for act in acts]:
        most = magic(position, person)
        tries.append(f"{name(position.world, person)} {f'on {most} or less' if most >= LEAST else 'never'}")
    if not tries:
        return {}
    pick = "button:teleport"
    label = Pick(pick, "Teleport", f"two dice: {', '.join(tries)}; else a wound", "1 MP a try")
    return {pick: label, **piece_labels(position.world, acts)}


def able(position: AlbionPosition, seat: int, person: int) -> bool:
    """Tell whether a person may try: ashore in a Place of Power, active, not stopped, with a Movement Point left."""
    if person >= len(position.at) or position.at[person] < 0 or not position.world.place[position.at[person]]:
        return False
    if position.side[person] != seat or position.aboard[person] >= 0 or not position.awake[person]:
        return False
    if position.did[person] & STOPPED or person_points(position, person) < ATTEMPT:
        return False
    return position.phase != "forced march" or _whole(position, seat, person)


def _whole(position: AlbionPosition, seat: int, person: int) -> bool:
    """Whether in a forced march all of the stack could go along, for it stays together (12.4b): no armies in it."""
    armies = position.armies_of(seat, position.at[person])
    if person not in position.march or any(army.did & IN_HAND for army in armies):
        return False
    return price(_all_in_hand(position, person)) <= person_points(position, person)


def _all_in_hand(position: AlbionPosition, person: int) -> Company:
    together = (person, *(other for other in position.march if other != person))
    return Company(tuple(Passage(one, bool(position.escort[one])) for one in together))


def price(going: Company) -> int:
    """Return what a teleport costs if it works (12.3c)."""
    return ATTEMPT + PASSENGER * (len(going.passages) - 1) + ESCORT * going.escorts


def _prepare(mover: Mover, act: Act, log: Log) -> None:
    """Begin to prepare a teleport; the step that asked must be on the agenda already."""
    (position, seat), person = mover, act.args[0]
    together = position.phase == "forced march"
    going = _all_in_hand(position, person) if together else Company((Passage(person, escorted=False),))
    note(position.desk, seat, errand=going.written())
    if not together:
        set_down(position)
    position.then(Teleport(seat, position.at[person]))


TELEPORT: Verb[Mover] = Verb("teleport", _fits, _prepare, _labels)


class Setting(NamedTuple):
    """A teleport that is being prepared, from which hex; `part` is the person whom acts are looked for."""

    position: AlbionPosition
    seat: int
    hex: int
    part: int = -1

    @property
    def company(self) -> Company | None:
        """Who is to go."""
        return company(self.position.desk[self.seat].errand)

    @property
    def left(self) -> int:
        """The Movement Points that are left for passengers and escorts; the stack in a forced march goes as it is."""
        going = self.company
        if going is None or self.position.phase == "forced march":
            return 0
        return person_points(self.position, going.leader) - price(going)

    def again(self, going: Company) -> None:
        """Ask anew, with this company."""
        note(self.position.desk, self.seat, errand=going.written())
        self.position.then(Teleport(self.seat, self.hex))


def _own_escort(setting: Setting) -> list[Act]:
    going = setting.company
    if going is None or going.passages[0].escorted or not setting.position.escort[going.leader]:
        return []
    return [ALONG] if setting.left >= ESCORT else []


def _take_escort(setting: Setting, act: Act, log: Log) -> None:
    going = setting.company
    if going is not None:
        setting.again(going.led_with_escort())


def _companions(setting: Setting) -> Iterator[Setting]:
    """Yield the teleport for each who may be named as a passenger: friendly, ashore, active, not stopped (12.3c)."""
    position, going = setting.position, setting.company
    if going is None or setting.left < PASSENGER:
        return
    for other in position.ashore(setting.seat, setting.hex):
        if other not in going.persons and position.awake[other] and not position.did[other] & RIDDEN:
            yield setting._replace(part=other)


def _alone(setting: Setting) -> list[Act]:
    return [with_button(setting.position.world, "with", setting.part)] if setting.left >= PASSENGER else []


def _escorted(setting: Setting) -> list[Act]:
    position, other = setting.position, setting.part
    able = position.escort[other] and setting.left >= PASSENGER + ESCORT
    return [with_button(position.world, "with escorted", other)] if able else []


def _joins(escorted: bool) -> Callable[[Setting, Act, Log], None]:
    def does(setting: Setting, act: Act, log: Log) -> None:
        going = setting.company
        if going is not None:
            setting.again(going.joined_by(act.args[0], escorted))

    return does


def _no_passengers(setting: Setting) -> list[Refusal]:
    """Say why others in the hex cannot come along."""
    position, going, found = setting.position, setting.company, []
    for person in position.persons_of(setting.seat, setting.hex):
        if going is None or person in going.persons:
            continue
        if position.aboard[person] >= 0:
            why, clause = "Who is aboard stays with the ship.", "albion/12.2a"
        elif position.did[person] & BOUND:
            why, clause = "Who has tried to cast does nothing else in this turn.", "albion/19.3a"
        elif position.did[person] & RIDDEN:
            why, clause = "This person has been stopped for this phase.", "albion/11.2b"
        else:
            why, clause = "There are not enough Movement Points for this.", "albion/12.3c"
        act = with_button(position.world, "with", person)
        found.append(Refusal(act.text, why, clause, act.path))
    return found


def _rolls(setting: Setting) -> list[Act]:
    return [ROLL] if setting.company is not None else []


def _roll(setting: Setting, act: Act, log: Log) -> None:
    (position, seat, hex, _), going, w = setting, setting.company, setting.position.world
    if log and going is not None:
        log.say(
            f"**{name(w, going.leader)}** tries to teleport from **{at_hex(w, hex)}**.",
            clause="albion/12.3a",
            seat=seat,
            places=(w.number[hex],),
            knowers=(seat,),
            otherwise=f"Somebody tries to teleport from **{at_hex(w, hex)}**.",
        )
    position.then(TeleportRoll(seat, hex))


def _roll_labels(setting: Setting, acts: Sequence[Act]) -> dict[str, Pick]:
    position, company = setting.position, setting.company
    if company is None:
        return {}
    going = [name(position.world, person) for person in company.persons]
    strength = magic(position, company.leader)
    cost, pick = price(company), ROLL.path[0]
    label = Pick(
        pick,
        f"Roll for {', '.join(going)}",
        f"on {strength} or less",
        f"{cost} MP{', 1 if it fails' * (cost > 1)}",
        risk=True,
        key="Enter",
        chances=_chances(setting, company),
    )
    return {pick: label}


def _works(strength: int, dice: tuple[int, ...]) -> bool:
    """Tell whether a teleport works: Current Magic Strength or less (12.3a)."""
    return sum(dice) <= strength


def _chances(setting: Setting, going: Company) -> Odds:
    """Return what the roll may bring."""
    (position, seat, hex, _), strength = setting, magic(setting.position, going.leader)
    works, fails = ("works", seat), (f"costs {name(position.world, going.leader)} a wound", 1 - seat)
    ask = TeleportRoll(seat, hex).ask(position)
    return reckon(ask, lambda dice: works if _works(strength, dice) else fails, (works, fails))


def _labelled(pick: Pick) -> Callable[[Setting, Sequence[Act]], dict[str, Pick]]:
    return lambda setting, acts: {pick.pick: pick}


PREPARING: Verbs[Setting] = Verbs(
    Verb(
        ALONG.verb,
        _own_escort,
        _take_escort,
        _labelled(Pick(ALONG.path[0], "Take the escort along", "else it stays as an army point", "2 MP")),
    ),
    PartByPart(
        _companions,
        Verb(
            "with",
            _alone,
            _joins(False),
            _labelled(Pick("button:with", "Take somebody along", cost="1 MP each")),
            _no_passengers,
        ),
        Verb(
            "with escorted",
            _escorted,
            _joins(True),
            _labelled(Pick("button:with-escorted", "Take somebody with an escort", cost="3 MP each")),
        ),
    ),
    Verb(ROLL.verb, _rolls, _roll, _roll_labels),
    Verb(
        GIVE_UP.verb,
        lambda setting: (GIVE_UP,),
        lambda setting, act, log: give_up(setting.position.desk, setting.seat),
        _labelled(Pick(GIVE_UP.path[0], "Not now")),
    ),
)
"""How a teleport is prepared."""


class Teleport(AsksOne, frozen=True, tag=True):
    """Who goes along is named before the roll (12.3c). Who teleports, and with whom, the enemy does not see."""

    hex: int
    title = "Teleport"
    clause = "albion/12.3a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Passengers for whom there are Movement Points; the roll; or nothing."""
        setting, w = Setting(position, self.seat, self.hex), position.world
        going, prompt = setting.company, "Teleport."
        if going is not None:
            who, most = name(w, going.leader), magic(position, going.leader)
            prompt = f"{who} teleports: name who goes along, then roll {most} or less."
        return PREPARING.asked(setting, prompt, default=GIVE_UP, place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note a passenger and ask again, or roll."""
        PREPARING.do(Setting(position, seat, self.hex), choice, log)


class TeleportRoll(Chances, frozen=True, tag=True):
    """The roll: Current Magic Strength or less, or a wound (12.3a, 12.3b). The enemy sees the dice, not who rolls."""

    seat: int
    hex: int
    to: tuple[int, ...] = ()
    title = "Teleport"
    clause = "albion/12.3a"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"a teleport from {at_hex(position.world, self.hex)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Pay; then each goes where they like, or the one who teleports takes a wound."""
        going = company(position.desk[self.seat].errand)
        if going is None:
            return
        person = going.leader
        strength, total = magic(position, person), sum(outcome)
        works = _works(strength, outcome)
        if log:
            w = position.world
            result = "it works" if works else "it fails"
            text = f"**{name(w, person)}** needs {strength} or less and rolls {total}: {result}."
            other = f"For the teleport {total} is rolled: {result}."
            log.say(text, clause=self.clause, seat=self.seat, dice=outcome, knowers=(self.seat,), otherwise=other)
        if works:
            position.spent[person] += price(going)
            travellers = [Traveller(one.person, int(one.escorted), OPEN) for one in going.passages]
            note(position.desk, self.seat, errand=Journey(tuple(travellers), strength).written())
            if self.to:
                arrive(position, self.seat, self.hex, _sent(self, travellers), log)
            else:
                position.then(Arrivals(self.seat, self.hex))
            return
        position.spent[person] += ATTEMPT
        note(position.desk, self.seat, errand=())
        wound(position, person, 1, log, how="teleport")


def _sent(roll: TeleportRoll, travellers: list[Traveller]) -> list[Traveller]:
    """Return where travellers go who follow a plan; if its leader stays nobody goes."""
    to = roll.to if roll.to[0] >= 0 else (STAYS,) * len(travellers)
    return [one._replace(to=hex) for one, hex in zip(travellers, to, strict=True)]
