"""Teleporting between Places of Power (albion/12.3): who goes along, the roll, and where they arrive."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Acts, Verb
from tanelorn.core.amounts import amount
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Chances
from tanelorn.games.albion.losses.deaths import wound
from tanelorn.games.albion.movement import escorts
from tanelorn.games.albion.movement.bans import bar
from tanelorn.games.albion.movement.groups import STOPPED, set_down
from tanelorn.games.albion.stacks import entering
from tanelorn.games.albion.stacks.command import MOVING, Mover
from tanelorn.games.albion.state.desk import PATIENCE, give_up, note
from tanelorn.games.albion.state.errands import OPEN, STAYS, Company, Journey, Passage, Traveller, company, journey
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex, button, name, piece_labels, plain, to_hex, with_button
from tanelorn.games.albion.state.position import BOUND, HELD, IN_HAND, LANDED, RETREATED, WALKED, AlbionPosition
from tanelorn.games.albion.state.ratings import magic, person_points

# Arriving

STAY = plain("stay")

CONFINED = ("colleran", "cormac", "sean")
"""Whom a rule of his own binds where he may go."""


class Arrivals(AsksOne, frozen=True, tag=True):
    """The active player says where each traveller goes, one by one; without the one who teleports nobody goes."""

    hex: int
    title = "Teleport"
    clause = "albion/12.3d"
    still_asked = "who can go nowhere is told why"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """The Places of Power in range that are open to the next traveller; or he stays."""
        w = position.world
        going = journey(position.desk[self.seat].errand)
        if going is None:
            return Acts([STAY], "Teleport.", default=STAY)
        person, escort, _ = next(one for one in going.travellers if one.to == OPEN)
        near = in_range(position, self.hex, going.strength)
        list = [to_hex(w, "go", hex) for hex in near if self._bar(position, person, escort, hex) is None]
        list.append(STAY)
        what = " with his escort" if escort else ""
        return Acts(
            list,
            f"Where does {name(w, person)} go{what}?",
            labels=lambda: dict([button("stay", "Stay here", enter=True)]),
            refused=lambda: self._refused(position, person, escort, near),
            default=STAY,
        )

    def _bar(self, position: AlbionPosition, person: int, escort: int, hex: int) -> tuple[str, str] | None:
        """Return what bars a hex to a traveller; who goes there too, or still may, is company (7.9/e02, 7.9/m33)."""
        going = journey(position.desk[self.seat].errand)
        travellers = going.travellers if going is not None else ()
        if position.phase == "forced march" and any(one.to not in (OPEN, hex) for one in travellers):
            return "A stack on a forced march stays together.", "albion/12.4b"
        company = [
            one.person
            for one in travellers
            if one.person != person and one.to in (OPEN, hex) and _free(position, one.person)
        ]
        return bar(position, self.seat, (person, *company), (), bool(escort), hex, by="teleport")

    def _refused(self, position: AlbionPosition, person: int, escort: int, near: list[int]) -> list[Refusal]:
        w, found = position.world, []
        for hex in w.places:
            act = to_hex(w, "go", hex)
            if hex == self.hex:
                continue
            if hex in near:
                why = self._bar(position, person, escort, hex)
                found += [Refusal(act.text, *why, act.path)] if why else []
            else:
                far = f"It is {amount(w.distance(self.hex, hex), 'hex', 'hexes')} away, out of range."
                found.append(Refusal(act.text, far, "albion/12.3a", act.path))
        return found

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note where he goes; when it is known of all, they go."""
        going = journey(position.desk[seat].errand)
        if going is None:
            return
        travellers = [*going.travellers]
        at = next(index for index, one in enumerate(travellers) if one.to == OPEN)
        if at == 0 and not choice.args:
            note(position.desk, seat, errand=())
            return
        travellers[at] = travellers[at]._replace(to=choice.args[0] if choice.args else STAYS)
        note(position.desk, seat, errand=Journey(tuple(travellers), going.strength).written())
        if any(one.to == OPEN for one in travellers):
            position.then(self)
        else:
            arrive(position, seat, self.hex, travellers, log)


def in_range(position: AlbionPosition, hex: int, strength: int) -> list[int]:
    """Return the other Places of Power that a Current Magic Strength reaches from one (12.3a)."""
    w = position.world
    return [place for place in w.places if place != hex and w.distance(hex, place) <= strength]


def _free(position: AlbionPosition, person: int) -> bool:
    """Whether no rule of his own binds a person where he may go, so that he can be named as company."""
    return position.world.persons[person].id not in CONFINED and person not in position.controlled


def arrive(position: AlbionPosition, seat: int, hex: int, travellers: list[Traveller], log: Log) -> None:
    """Put all where they go; arrival is entry like any other (12.3e). Whose company has failed him stays behind;
    without the one who teleports nobody goes (12.3c).
    """
    w = position.world
    note(position.desk, seat, errand=())
    arrived: dict[int, list[int]] = {}
    going = [one for one in travellers if _goes(position, seat, one, travellers)]
    for one in going if travellers[0] in going else []:
        if position.escort[one.person] and not one.escort:
            escorts.detach(position, one.person)
        shift_top(position, seat, hex, one.person)
        position.put(one.person, one.to)
        position.did[one.person] |= WALKED
        arrived.setdefault(one.to, []).append(one.person)
    for to, persons in arrived.items():
        if log:
            who = ", ".join(f"**{name(w, person)}**" for person in persons)
            log.say(
                f"{who} {'arrives' if len(persons) == 1 else 'arrive'} at **{at_hex(w, to)}**.",
                clause="albion/12.3a",
                seat=seat,
                places=(w.number[hex], w.number[to]),
                knowers=(seat,),
                otherwise=f"{SEAT_NAMES[seat]}: a teleport from **{at_hex(w, hex)}** to **{at_hex(w, to)}**.",
            )
    entering.left(position, seat, hex)
    for to, persons in sorted(arrived.items(), reverse=True):
        entering.enter(position, seat, to, log, moved=tuple(persons), points=0)


def _goes(position: AlbionPosition, seat: int, one: Traveller, travellers: list[Traveller]) -> bool:
    """Whether nothing bars the hex to a traveller in the company that he has there in the end."""
    company = [other.person for other in travellers if other.to == one.to and _free(position, other.person)]
    together = tuple(dict.fromkeys((one.person, *company)))
    return one.to >= 0 and bar(position, seat, together, (), bool(one.escort), one.to, by="teleport") is None


def shift_top(position: AlbionPosition, seat: int, hex: int, person: int) -> None:
    """Forget that somebody who goes was on top of the stack."""
    if position.top[seat].get(hex, -1) == person:
        del position.top[seat][hex]


ATTEMPT, PASSENGER, ESCORT = 1, 1, 2
"""What the attempt, each passenger and each escort cost the person who teleports (12.3a, 12.3c)."""

ROLL, GIVE_UP, ALONG = plain("roll"), plain("give up"), plain("with own escort")

# Setting out

LEAST = 2
"""The least that two dice show."""

RIDDEN = HELD | LANDED | RETREATED | BOUND
"""Whoever has done one of these is not moved any more, by a teleport of others either."""


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


class Teleport(AsksOne, frozen=True, tag=True):
    """Who goes along is named before the roll (12.3c). Who teleports, and with whom, the enemy does not see."""

    hex: int
    title = "Teleport"
    clause = "albion/12.3a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Passengers that he has the Movement Points for; the roll; or nothing."""
        w = position.world
        going = company(position.desk[self.seat].errand)
        if going is None:
            return Acts([GIVE_UP], "Teleport.", default=GIVE_UP)
        person = going.leader
        list = _passengers(position, self.seat, self.hex, going) if position.phase != "forced march" else []
        list += [ROLL, GIVE_UP]
        strength = magic(position, person)
        return Acts(
            list,
            f"{name(w, person)} teleports: name who goes along, then roll {strength} or less.",
            labels=lambda: self._labels(position, going, strength),
            refused=lambda: self._refused(position, going, list),
            default=GIVE_UP,
            about=w.number[self.hex],
        )

    def _labels(self, position: AlbionPosition, company: Company, strength: int) -> dict[str, Pick]:
        w = position.world
        going = [name(w, person) for person in company.persons]
        chance = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other <= strength)
        roll = ROLL.path[0]
        cost = price(company)
        odds = f"works in {chance} of 36, else {going[0]} takes a wound"
        labels = dict([button("give up", "Not now")])
        labels[roll] = Pick(
            roll,
            f"Roll for {', '.join(going)}",
            odds,
            f"{cost} MP{', 1 if it fails' * (cost > 1)}",
            risk=True,
            key="Enter",
        )
        labels[ALONG.path[0]] = Pick(ALONG.path[0], "Take his own escort", "else it stays as an army point", "2 MP")
        labels["button:with"] = Pick("button:with", "Take somebody along", cost="1 MP each")
        labels["button:with-escorted"] = Pick("button:with-escorted", "Take somebody with his escort", cost="3 MP each")
        return labels

    def _refused(self, position: AlbionPosition, going: Company, list: list[Act]) -> list[Refusal]:
        """Say why others in the hex cannot come along."""
        w, found = position.world, []
        texts = {act.text for act in list}
        for person in position.persons_of(self.seat, self.hex):
            act = with_button(w, "with", person)
            if person in going.persons or act.text in texts:
                continue
            if position.aboard[person] >= 0:
                why, clause = "Who is aboard stays with the ship.", "albion/12.2a"
            elif position.did[person] & BOUND:
                why, clause = "Who has tried to cast does nothing else in this turn.", "albion/19.3a"
            elif position.did[person] & RIDDEN:
                why, clause = "He has been stopped for this phase.", "albion/11.2b"
            else:
                why, clause = "There are not enough Movement Points for him.", "albion/12.3c"
            found.append(Refusal(act.text, why, clause, act.path))
        return found

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note a passenger and ask again, or roll."""
        going = company(position.desk[seat].errand)
        if choice.verb == "give up" or going is None:
            give_up(position.desk, seat)
        elif choice.verb == "roll":
            if log:
                w = position.world
                log.say(
                    f"**{name(w, going.leader)}** tries to teleport from **{at_hex(w, self.hex)}**.",
                    clause="albion/12.3a",
                    seat=seat,
                    places=(w.number[self.hex],),
                    knowers=(seat,),
                    otherwise=f"Somebody tries to teleport from **{at_hex(w, self.hex)}**.",
                )
            position.then(TeleportRoll(seat, self.hex))
        else:
            if choice.verb == "with own escort":
                going = going.led_with_escort()
            else:
                going = going.joined_by(choice.args[0], choice.verb == "with escorted")
            note(position.desk, seat, errand=going.written())
            position.then(self)


def _passengers(position: AlbionPosition, seat: int, hex: int, going: Company) -> list[Act]:
    """Return who may be named as a passenger with the Movement Points left: friendly, ashore, not stopped (12.3c)."""
    w, person = position.world, going.leader
    left = person_points(position, person) - price(going)
    found = [ALONG] if position.escort[person] and not going.passages[0].escorted and left >= ESCORT else []
    for other in position.ashore(seat, hex):
        if other in going.persons or not position.awake[other] or position.did[other] & RIDDEN:
            continue
        if left >= PASSENGER:
            found.append(with_button(w, "with", other))
        if position.escort[other] and left >= PASSENGER + ESCORT:
            found.append(with_button(w, "with escorted", other))
    return found


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
        """Pay; then each goes where he likes, or the person takes a wound."""
        going = company(position.desk[self.seat].errand)
        if going is None:
            return
        person = going.leader
        strength, total = magic(position, person), sum(outcome)
        works = total <= strength
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
