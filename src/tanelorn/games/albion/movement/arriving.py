"""Where those arrive who are teleported (albion/12.3a, 12.3d, 12.3e).

Once the roll has worked the desk holds as `errand` (1, then triples of a person, 1 for an escort, and the hex that is
chosen for him, -1 as long as none is, -2 where he stays; then the strength of the roll).
"""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.core.acts import Act, Acts
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.movement import escorts
from tanelorn.games.albion.movement.bans import bar
from tanelorn.games.albion.stacks import entering
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex, button, name, plain, to_hex
from tanelorn.games.albion.state.position import WALKED, AlbionPosition

OPEN, STAYS = -1, -2
"""Where a traveller goes while it is not decided, and if he does not go."""

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
        errand = position.desk[self.seat].errand
        if not errand:
            return Acts([STAY], "Teleport.", default=STAY)
        person, escort, _ = next(one for one in travellers_of(errand) if one.to == OPEN)
        near = in_range(position, self.hex, errand[-1])
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
        travellers = travellers_of(position.desk[self.seat].errand)
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
        errand = position.desk[seat].errand
        if not errand:
            return
        travellers = travellers_of(errand)
        at = next(index for index, one in enumerate(travellers) if one.to == OPEN)
        if at == 0 and not choice.args:
            note(position.desk, seat, errand=())
            return
        travellers[at] = travellers[at]._replace(to=choice.args[0] if choice.args else STAYS)
        note(position.desk, seat, errand=written(travellers, errand[-1]))
        if any(one.to == OPEN for one in travellers):
            position.then(self)
        else:
            arrive(position, seat, self.hex, travellers, log)


class Traveller(NamedTuple):
    """Somebody who is teleported: with his escort if `escort` is 1; to which hex, OPEN or STAYS."""

    person: int
    escort: int
    to: int


def written(travellers: list[Traveller], strength: int) -> tuple[int, ...]:
    """Write travellers and the strength of the roll down as an errand."""
    return (1, *(number for one in travellers for number in one), strength)


def travellers_of(errand: tuple[int, ...]) -> list[Traveller]:
    """Read the travellers of an errand."""
    return [Traveller(*errand[at : at + 3]) for at in range(1, len(errand) - 1, 3)]


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
