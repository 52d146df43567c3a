"""What the `errand` on a desk says, read and written here alone: the search or teleport that is being
prepared, or who lays hands on Requiter.

A desk holds plain numbers, which are hidden from the enemy as a whole.
"""

from __future__ import annotations

from typing import NamedTuple

Errand = tuple[int, ...]
"""The numbers on the desk; none if nothing is being prepared."""


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
