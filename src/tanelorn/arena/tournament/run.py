"""A tournament being played: what is missing is played, wherever, and what is finished is written down."""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import repeat
from pathlib import Path

import msgspec

from tanelorn.arena.matches.match import Match, Result
from tanelorn.arena.places.here import Place
from tanelorn.arena.tournament.folder import Folder
from tanelorn.arena.tournament.sequential import Verdict
from tanelorn.arena.tournament.settings import Meeting, Settings, Tournament


class Met(msgspec.Struct, frozen=True):
    """A meeting with the games of it that count, and what a sequential test has decided."""

    meeting: Meeting
    results: list[Result]
    verdict: Verdict


class Run:
    """A tournament in its folder. `results` are all finished games by number; `rounds` the meetings of each round that
    has begun.

    Raises what Tournament and Folder raise.
    """

    def __init__(self, settings: Settings, path: Path) -> None:
        self.tournament = Tournament(settings)
        self.settings = self.tournament.settings
        self.folder = Folder(path, self.settings)
        self.results = self.folder.results()
        self.rounds: list[list[Meeting]] = []
        self._go_on()
        rounds = (self.tournament.meetings(number, self.settings.bots) for number in range(self.tournament.rounds))
        self.total = self.settings.number * sum(map(len, rounds))
        """How many games it takes at the most."""

    @property
    def settled(self) -> int:
        """How many games are finished, or need not be played since their meeting is decided."""
        return sum(self.settings.number if met.verdict else len(met.results) for met in self.met())

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return len(self.rounds) == self.tournament.rounds and self._finished(self.rounds[-1])

    def order(self) -> list[str]:
        """Return the bots as the settings name them; those of a ladder from the top, after the rounds finished."""
        order = list(self.settings.bots)
        for meetings in self.rounds if self.settings.form == "ladder" else ():
            if self._finished(meetings):
                order = self.tournament.climbed(order, meetings, self.results)
        return order

    def met(self) -> list[Met]:
        """Return all meetings that have begun, with what counts of them."""
        return [
            Met(
                meeting,
                self.tournament.counted(meeting, self.results),
                self.tournament.verdict(meeting, self.results),
            )
            for meetings in self.rounds
            for meeting in meetings
        ]

    def counted(self) -> list[Result]:
        """Return all results that count, in the order of their numbers: the same wherever they were played."""
        return sorted((result for met in self.met() for result in met.results), key=lambda result: result.number)

    def play(self, place: Place) -> Generator[Result, None, None]:
        """Play what is missing, and yield each result once it is on the disk."""
        with self.folder.writing() as writer, closing(place.play(self._missing())) as finished:
            for played in finished:
                writer.write(played)
                self.results[played.result.number] = played.result
                yield played.result

    def _missing(self) -> Iterator[Match | None]:
        """Yield the matches that are to be played, None where the next ones depend on those under way."""
        while True:
            yield from self._of_round(self.rounds[-1])
            while not self._finished(self.rounds[-1]):
                yield None
            if self.over:
                return
            self._go_on()

    def _of_round(self, meetings: Sequence[Meeting]) -> Iterator[Match]:
        """Yield the matches of a round, a block of each meeting after the other."""
        blocks = [self.tournament.block(meeting.setting) for meeting in meetings]
        begins = [zip(range(0, self.settings.number, block), repeat(one)) for one, block in enumerate(blocks)]
        for begin, one in heapq.merge(*begins):
            if self.tournament.verdict(meetings[one], self.results):
                continue
            for at in range(begin, begin + blocks[one]):
                if meetings[one].first + at not in self.results:
                    yield self.tournament.match(meetings[one], at)

    def _finished(self, meetings: Sequence[Meeting]) -> bool:
        return all(
            bool(self.tournament.verdict(meeting, self.results))
            or all(meeting.first + at in self.results for at in range(self.settings.number))
            for meeting in meetings
        )

    def _go_on(self) -> None:
        """Begin the first round, and each that follows one that is finished."""
        while len(self.rounds) < self.tournament.rounds and (not self.rounds or self._finished(self.rounds[-1])):
            self.rounds.append(self.tournament.meetings(len(self.rounds), self.order()))
