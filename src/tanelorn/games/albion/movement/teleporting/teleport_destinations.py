"""Where those go whose teleport has worked (albion/12.3d, 12.3e): each to a Place of Power in range, or nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.movement.rearranging import escorts
from tanelorn.games.albion.movement.ways.bans import bar
from tanelorn.games.albion.stacks import entering
from tanelorn.games.albion.state.deeds import WALKED
from tanelorn.games.albion.state.desk import OPEN, STAYS, Journey, Traveller, journey, note
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, button, name, plain, to_hex

STAY = plain("stay")

CONFINED = ("colleran", "cormac", "sean")
"""Persons who have a rule of their own on where they may go (7.9/e02, 7.9/m33, 7.9/a34)."""


class Arriving(NamedTuple):
    """A teleport that has worked, before it is known of all where they go; from which hex."""

    position: AlbionPosition
    seat: int
    hex: int

    @property
    def journey(self) -> Journey | None:
        """Who is under way."""
        return journey(self.position.desk[self.seat].errand)

    @property
    def next(self) -> Traveller | None:
        """Who is asked about."""
        going = self.journey
        return next(one for one in going.travellers if one.to == OPEN) if going is not None else None

    def bar(self, traveller: Traveller, hex: int) -> tuple[str, str] | None:
        """Return what bars a hex to a traveller; who goes there too, or still may, is company (7.9/e02, 7.9/m33)."""
        position, going = self.position, self.journey
        travellers = going.travellers if going is not None else ()
        if position.phase == "forced march" and any(one.to not in (OPEN, hex) for one in travellers):
            return "A stack on a forced march stays together.", "albion/12.4b"
        person = traveller.person
        company = [
            one.person
            for one in travellers
            if one.person != person and one.to in (OPEN, hex) and _free(position, one.person)
        ]
        return bar(position, self.seat, (person, *company), (), bool(traveller.escort), hex, by="teleport")

    def send(self, to: int, log: Log) -> None:
        """Note where the next traveller goes; when it is known of all, they go."""
        position, seat, hex = self
        going = self.journey
        if going is None:
            return
        travellers = [*going.travellers]
        at = next(index for index, one in enumerate(travellers) if one.to == OPEN)
        travellers[at] = travellers[at]._replace(to=to)
        if travellers[0].to == STAYS:
            note(position.desk, seat, errand=())
            return
        note(position.desk, seat, errand=Journey(tuple(travellers), going.strength).written())
        if any(one.to == OPEN for one in travellers):
            position.then(Arrivals(seat, hex))
        else:
            arrive(position, seat, hex, travellers, log)


def _aims(arriving: Arriving) -> list[Act]:
    """Return the Places of Power in range that are open to the next traveller."""
    position, going, one = arriving.position, arriving.journey, arriving.next
    if going is None or one is None:
        return []
    near = in_range(position, arriving.hex, going.strength)
    return [to_hex(position.world, "go", hex) for hex in near if arriving.bar(one, hex) is None]


def _aim_labels(arriving: Arriving, acts: Sequence[Act]) -> dict[str, Pick]:
    w = arriving.position.world
    start, ends = w.number[arriving.hex], {act.path[0]: act.args[0] for act in acts}
    return {pick: Pick(pick, at_hex(w, hex), way=(start, w.number[hex])) for pick, hex in ends.items()}


def _no_aims(arriving: Arriving) -> list[Refusal]:
    position, going, one = arriving.position, arriving.journey, arriving.next
    if going is None or one is None:
        return []
    w, found = position.world, []
    near = in_range(position, arriving.hex, going.strength)
    for hex in w.places:
        act = to_hex(w, "go", hex)
        if hex == arriving.hex:
            continue
        if hex in near:
            why = arriving.bar(one, hex)
            found += [Refusal(act.text, *why, act.path)] if why else []
        else:
            far = f"It is {amount(w.distance(arriving.hex, hex), 'hex', 'hexes')} away, out of range."
            found.append(Refusal(act.text, far, "albion/12.3a", act.path))
    return found


AIMS: Verbs[Arriving] = Verbs(
    Verb("go", _aims, lambda arriving, act, log: arriving.send(act.args[0], log), _aim_labels, _no_aims),
    Verb(
        STAY.verb,
        lambda arriving: (STAY,),
        lambda arriving, act, log: arriving.send(STAYS, log),
        lambda arriving, acts: dict([button(STAY.verb, "Stay here", enter=True)]),
    ),
)
"""Where a traveller may go."""


class Arrivals(AsksOne, frozen=True, tag=True):
    """The active player says where each traveller goes, one by one (12.3d); without the one who teleports nobody
    goes.
    """

    hex: int
    title = "Teleport"
    clause = "albion/12.3d"
    still_asked = "who can go nowhere is told why"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """The Places of Power in range that are open to the next traveller; or to stay."""
        arriving = Arriving(position, self.seat, self.hex)
        one, prompt = arriving.next, "Teleport."
        if one is not None:
            prompt = f"Where does {name(position.world, one.person)} go{' with escort' if one.escort else ''}?"
        return AIMS.asked(arriving, prompt, default=STAY)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it, and ask about the next."""
        AIMS.do(Arriving(position, seat, self.hex), choice, log)


def in_range(position: AlbionPosition, hex: int, strength: int) -> list[int]:
    """Return the other Places of Power that a Current Magic Strength reaches from one (12.3a)."""
    w = position.world
    return [place for place in w.places if place != hex and w.distance(hex, place) <= strength]


def _free(position: AlbionPosition, person: int) -> bool:
    """Whether a person has no rule of their own on where they may go, so that they can be named as company."""
    return position.world.persons[person].id not in CONFINED and person not in position.controlled


def arrive(position: AlbionPosition, seat: int, hex: int, travellers: list[Traveller], log: Log) -> None:
    """Put all where they go; arrival is entry like any other (12.3e). Travellers whose company has failed them stay
    behind; without the one who teleports nobody goes (12.3c).
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
    """Whether nothing bars the hex to a traveller in the company they have there in the end."""
    company = [other.person for other in travellers if other.to == one.to and _free(position, other.person)]
    together = tuple(dict.fromkeys((one.person, *company)))
    return one.to >= 0 and bar(position, seat, together, (), bool(one.escort), one.to, by="teleport") is None


def shift_top(position: AlbionPosition, seat: int, hex: int, person: int) -> None:
    """Forget that somebody who goes was on top of the stack."""
    if position.top[seat].get(hex, -1) == person:
        del position.top[seat][hex]
