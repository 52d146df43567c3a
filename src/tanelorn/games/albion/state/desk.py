"""What lies before a player and is hidden from the enemy: who has just moved, what is being prepared.

A desk holds plain numbers. What an `errand` says, the search or teleport that is being prepared or who lays hands on
Requiter, is read and written here alone.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.printed.pieces import Code
from tanelorn.games.albion.state.printed.spells import Line


class Arrival(NamedTuple):
    """Pieces that have come into a hex together: how many army points, and which persons."""

    hex: int
    points: int
    persons: tuple[int, ...]

    def written(self) -> tuple[int, ...]:
        """Return it as the desk holds it."""
        return (self.hex, self.points, *self.persons)


class Drafted(NamedTuple):
    """A person or a point of a colour that is to go aboard a ship or ashore; `way` holds which ship, and which of the
    two.
    """

    code: Code
    way: int

    @classmethod
    def aboard(cls, code: Code, ship: int) -> Drafted:
        """Return a piece that is to go aboard a ship."""
        return cls(code, ship)

    @classmethod
    def ashore(cls, code: Code, ship: int) -> Drafted:
        """Return a piece that is to leave a ship."""
        return cls(code, ~ship)

    @property
    def goes_aboard(self) -> bool:
        """Whether it is to go aboard, and not ashore."""
        return self.way >= 0

    @property
    def ship(self) -> int:
        """The ship that it boards or leaves."""
        return self.way if self.way >= 0 else ~self.way


Draft = tuple[Drafted, ...]
"""What goes aboard or ashore together."""


# Errands

Errand = tuple[int, ...]
"""What is being prepared, as numbers; none if nothing is."""


class SearchParty(NamedTuple):
    """Who searches, and how many Movement Points each spends; 0 as long as that is open (20.3a)."""

    points: int
    persons: tuple[int, ...]

    def written(self) -> Errand:
        """Return it as the desk holds it."""
        return (self.points, *self.persons)


def search_party(errand: Errand) -> SearchParty:
    """Read who searches; nobody where nothing is being prepared."""
    return SearchParty(errand[0], errand[1:]) if errand else SearchParty(0, ())


class Passage(NamedTuple):
    """Somebody who is to teleport, and whether their escort comes along."""

    person: int
    escorted: bool


class Company(NamedTuple):
    """Who is to teleport: the one who tries it first, then the passengers (12.3c)."""

    passages: tuple[Passage, ...]

    @property
    def leader(self) -> int:
        """The person who teleports."""
        return self.passages[0].person

    @property
    def persons(self) -> tuple[int, ...]:
        """All who are to go, the leader first."""
        return tuple(passage.person for passage in self.passages)

    @property
    def escorts(self) -> int:
        """How many escorts come along."""
        return sum(passage.escorted for passage in self.passages)

    def led_with_escort(self) -> Company:
        """Return the company with the leader's own escort."""
        return Company((Passage(self.leader, True), *self.passages[1:]))

    def joined_by(self, person: int, escorted: bool) -> Company:
        """Return the company with one passenger more."""
        return Company((*self.passages, Passage(person, escorted)))

    def written(self) -> Errand:
        """Return it as the desk holds it."""
        return (0, *(int(number) for passage in self.passages for number in passage))


def company(errand: Errand) -> Company | None:
    """Read who is to teleport, None where nothing is being prepared."""
    pairs = zip(errand[1::2], errand[2::2], strict=True)
    return Company(tuple(Passage(person, bool(escort)) for person, escort in pairs)) if errand else None


OPEN, STAYS = -1, -2
"""Where a traveller goes while it is not decided, and if they do not go."""


class Traveller(NamedTuple):
    """Somebody who is teleported: with their escort if `escort` is 1; to which hex, OPEN or STAYS."""

    person: int
    escort: int
    to: int


class Journey(NamedTuple):
    """Those whose teleport has worked, and the Current Magic Strength that says how far they may go (12.3a)."""

    travellers: tuple[Traveller, ...]
    strength: int

    def written(self) -> Errand:
        """Return it as the desk holds it."""
        return (1, *(number for one in self.travellers for number in one), self.strength)


def journey(errand: Errand) -> Journey | None:
    """Read who is being teleported, None where nobody is."""
    if not errand:
        return None
    return Journey(tuple(Traveller(*errand[at : at + 3]) for at in range(1, len(errand) - 1, 3)), errand[-1])


class Grasper(NamedTuple):
    """Somebody unworthy who has taken Requiter, before the dice are thrown (20.6/22c)."""

    person: int

    def written(self) -> Errand:
        """Return it as the desk holds it."""
        return (self.person,)


def grasping(errand: Errand) -> Grasper | None:
    """Read who has taken Requiter, None where nobody has."""
    return Grasper(errand[0]) if errand else None


# The desk


class Desk(msgspec.Struct, frozen=True):
    """The notes of one player.

    `arrivals` are the pieces that have just come into hexes, until what follows from it is settled (`Arrival`). `entry`
    is the last step of the group in hand, where it has met the enemy and may overrun them (12.5): from, to; (-1, -1)
    otherwise. `left_out` are persons who are not to evade (18.0e), `errand` is the teleport or search that is being
    prepared (`Errand`). `visits` are the hexes arranged in this phase, one entry a time; `tidied` what has been
    changed in the arrangement under way (`changes.py`); `asked` the hexes asked with Misha's Rod in this phase. `left`
    are the codes of persons and ships that were set down without having moved, and of troops left behind, since
    anything of the side last spent points; `draft` is what goes aboard, or ashore, together. `stacks` are the persons
    of each stack that has made its forced march in this phase (12.4b). `given_up` counts the teleports and searches of
    this phase that were begun and given up.
    """

    arrivals: tuple[tuple[int, ...], ...] = ()
    entry: tuple[int, int] = (-1, -1)
    left_out: tuple[int, ...] = ()
    errand: Errand = ()
    visits: tuple[int, ...] = ()
    tidied: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    draft: Draft = ()
    stacks: tuple[tuple[int, ...], ...] = ()
    plan: tuple[Line, ...] = ()
    given_up: int = 0


EMPTY = Desk()

PATIENCE = 12
"""How often a player may begin a teleport or a search in a phase and give it up: games must end."""


def news(desks: list[Desk]) -> list[tuple[int, bool, int]]:
    """Return of what notes somebody has learned what was hidden: hexes asked with Misha's Rod (20.6/17), and tops that
    have been changed in the arrangement under way, which the enemy sees (11.9c).
    """
    found = [(seat, True, hex) for seat, desk in enumerate(desks) for hex in desk.asked]
    for seat, desk in enumerate(desks):
        found += [(seat, False, change) for change in desk.tidied if changes.is_seen(change)]
    return found


def note(desks: list[Desk], seat: int, **notes: object) -> None:
    """Write something down for a seat."""
    desks[seat] = msgspec.structs.replace(desks[seat], **notes)


def give_up(desks: list[Desk], seat: int) -> None:
    """Put the teleport or search away that was being prepared."""
    note(desks, seat, errand=(), given_up=desks[seat].given_up + 1)


def arrivals_in(desk: Desk, hex: int) -> list[Arrival]:
    """Read which pieces have just come into a hex."""
    return [Arrival(one[0], one[1], one[2:]) for one in desk.arrivals if one[0] == hex]


def note_arrival(desks: list[Desk], seat: int, arrival: Arrival) -> None:
    """Write down who has come into a hex."""
    note(desks, seat, arrivals=(*desks[seat].arrivals, arrival.written()))


def forget_arrivals(desks: list[Desk], seat: int, hex: int) -> None:
    """Forget who has come into a hex: what follows from it is settled."""
    if desks[seat].arrivals:
        note(desks, seat, arrivals=tuple(one for one in desks[seat].arrivals if one[0] != hex))
