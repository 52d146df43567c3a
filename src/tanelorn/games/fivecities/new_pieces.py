"""New pieces (newpieces.1 to .10): one for each city held, into the city or the province of its initial."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product

from tanelorn.core.choices import Choice, Choices, Offer, Pick
from tanelorn.core.errors import Illegal, TanelornError, Unreadable
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Automatic, Seals
from tanelorn.games.fivecities.board import CITIES, IDS, NAMES, PROVINCES
from tanelorn.games.fivecities.notation import Order, read_area, read_order
from tanelorn.games.fivecities.position import FiveCitiesPosition


class Placement(Choice, frozen=True, tag="placement"):
    """Where the new pieces go: for each city that leaves a choice, in board order, the city or its province."""

    areas: tuple[int, ...]

    clause = "fivecities/newpieces.4"

    def __str__(self) -> str:
        return ", ".join(IDS[area] for area in self.areas)

    @property
    def picks(self) -> tuple[str, ...]:
        """The clicks that give it: a space for each piece."""
        return tuple(f"space:{IDS[area]}" for area in self.areas)


class NewPieces(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Gives each seat a piece for each city it holds (newpieces.1).

    It is placed at once where only the city is left, else by asking. No piece is declined (newpieces.10).
    """

    title = "New pieces"
    clause = "fivecities/newpieces.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Place what leaves no choice; ask for the rest."""
        first, second = position.pieces
        placements = Placements(self._earn(first, second, 0, log), self._earn(second, first, 1, log))
        if placements.first or placements.second:
            position.then(placements)

    def _earn(self, own: list[int], other: list[int], seat: int, log: Log) -> tuple[int, ...]:
        """Return the cities whose piece may go into the province too: not where the opponent stands (newpieces.5).

        Each city held brings one piece, however many stand in it (newpieces.2); provinces bring none (newpieces.3).
        """
        asked = []
        for city in CITIES:
            if own[city]:
                if other[city - PROVINCES]:
                    own[city] += 1
                    if log:
                        say_placed(log, seat, [city])
                else:
                    asked.append(city)
        return tuple(asked)


class Placements(Seals, frozen=True, tag=True):
    """Both place at once and unseen (newpieces.9): the cities of each seat that leave it a choice."""

    title = "New pieces"
    word = "placements"
    clause = "fivecities/newpieces.4"

    first: tuple[int, ...]
    second: tuple[int, ...]

    def seats(self, position: FiveCitiesPosition) -> tuple[int, ...]:
        """Return the seats that have a choice."""
        if self.first:
            return (0, 1) if self.second else (0,)
        return (1,)

    def choices(self, position: FiveCitiesPosition, seat: int) -> PlacementChoices:
        """Return every way to place a seat's pieces."""
        return PlacementChoices(self.second if seat else self.first, seat)

    def reveal(self, position: FiveCitiesPosition, choices: dict[int, Placement], log: Log) -> None:
        """Put the pieces on the board; they are in play at once (newpieces.7)."""
        for seat, placement in choices.items():
            own = position.pieces[seat]
            for area in placement.areas:
                own[area] += 1
            if log:
                say_placed(log, seat, placement.areas)


def say_placed(log: Log, seat: int, areas: Sequence[int]) -> None:
    """Write into the log where a seat's new pieces stand."""
    names = ", ".join(f"**{NAMES[area]}**" for area in areas)
    log.say(
        f"New piece{'s' if len(areas) > 1 else ''}: {names}.",
        clause="fivecities/newpieces.1",
        seat=seat,
        places=tuple(IDS[area] for area in areas),
        shows=tuple(Mark("plus", IDS[area], seat, count=1) for area in areas),
    )


def _beside(city: int) -> tuple[str, ...]:
    """Return the picks of where the piece of a city may stand: in it, or in its province (newpieces.4, .6)."""
    return tuple(f"space:{IDS[area]}" for area in (city, city - PROVINCES))


def _is_order(text: str) -> bool:
    try:
        read_order(text)
    except TanelornError:
        return False
    return True


class PlacementChoices(Choices[Placement]):
    """City or province, for each city on its own (newpieces.8): two to the number of cities."""

    prompt = "Where do your new pieces stand?"

    def __init__(self, cities: tuple[int, ...], seat: int) -> None:
        self.cities = cities
        self.seat = seat

    def __len__(self) -> int:
        return 1 << len(self.cities)

    def __iter__(self) -> Iterator[Placement]:
        for areas in product(*((city, city - PROVINCES) for city in self.cities)):
            yield Placement(areas)

    def default(self) -> Placement:
        """Put each piece into its city, if nothing was said in time."""
        return Placement(self.cities)

    def sample(self, rng: random.Random) -> Placement:
        """Toss a coin for each city."""
        roll = rng.random
        return Placement(tuple([city if roll() < 0.5 else city - PROVINCES for city in self.cities]))

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a placement is not legal, or None."""
        if type(choice) is Placement and len(choice.areas) == len(self.cities):
            for city, area in zip(self.cities, choice.areas, strict=True):
                if area not in (city, city - PROVINCES):
                    break
            else:
                return None
        if isinstance(choice, Order):
            return self._too_early()
        return Illegal(
            f"“{choice}” does not place one new piece for each of {self._named()}.",
            remedy="Name for each the city itself or the province of its initial.",
            clause="fivecities/newpieces.4",
        )

    def _too_early(self) -> Illegal:
        return Illegal(
            "The new pieces are placed before the next orders are written.",
            remedy=f"Name first an area for each of {self._named()}.",
            clause="fivecities/newpieces.1",
        )

    def _named(self) -> str:
        return ", ".join(NAMES[city] for city in self.cities)

    def parse(self, text: str) -> Placement:
        """Read areas in any order, one for each city."""
        words = [word for word in re.split(r"[,;\n]", text) if word.strip()]
        if not words:
            raise Unreadable(
                "Nothing was placed.",
                remedy=f"Name an area for each of {self._named()}.",
                clause=Placement.clause,
            )
        if _is_order(text):
            raise self._too_early()
        areas = [read_area(word, Placement.clause) for word in words]
        areas.sort(key=lambda area: area % PROVINCES)
        placement = Placement(tuple(areas))
        refusal = self.refusal(placement)
        if refusal is not None:
            raise refusal
        return placement

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return where the piece of the next city may stand, without a word about it."""
        placed = len(path)
        fits = placed <= len(self.cities)
        if not fits or not all(pick in _beside(city) for city, pick in zip(self.cities, path, strict=False)):
            self.offer(path)  # says why it is refused
        return _beside(self.cities[placed]) if placed < len(self.cities) else ()

    def offer(self, path: Sequence[str]) -> Offer[Placement]:
        """Ask for one city after the other."""
        chosen: list[int] = []
        for city, pick in zip(self.cities, path, strict=False):
            options = {f"space:{IDS[area]}": area for area in (city, city - PROVINCES)}
            if pick not in options:
                raise Illegal(
                    f"The piece of {NAMES[city]} cannot stand there.",
                    remedy=f"Pick {NAMES[city]} or {NAMES[city - PROVINCES]}.",
                    clause=Placement.clause,
                )
            chosen.append(options[pick])
        marks = tuple(Mark("plus", IDS[area], self.seat, count=1, draft=True) for area in chosen)
        draft = ", ".join(IDS[area] for area in chosen)
        if len(path) > len(self.cities):
            raise Illegal("All new pieces are placed.", remedy="Take back the last pick.", clause=Placement.clause)
        if len(chosen) == len(self.cities):
            return Offer(tuple(path), "Seal where they stand.", (), Placement(tuple(chosen)), draft, marks)
        city = self.cities[len(chosen)]
        picks = tuple(Pick(f"space:{IDS[area]}", NAMES[area]) for area in (city, city - PROVINCES))
        prompt = f"The new piece of **{NAMES[city]}**: in the city, or in **{NAMES[city - PROVINCES]}**?"
        return Offer(tuple(path), prompt, picks, None, draft, marks)
