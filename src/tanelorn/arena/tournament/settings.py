"""Tournaments: who meets whom, in which games and from which seats. All of it follows from the settings and, on a
ladder, from the results so far; so the same settings give the same matches wherever and whenever they are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Annotated, Literal

import msgspec

from tanelorn.arena.matches.match import Match, Result
from tanelorn.arena.players.specs import check_player
from tanelorn.arena.tournament.sequential import Sequential, Verdict
from tanelorn.bots import spec_of
from tanelorn.core.amounts import amount
from tanelorn.core.content.data import Entry
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, games

Form = Literal["round robin", "gauntlet", "ladder", "neighbours"]
Many = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]


class Setting(Entry, frozen=True, kw_only=True):
    """A scenario of a game that is played, with its optional rules."""

    game: str
    scenario: str = ""
    options: dict[str, bool | int | str] = {}


class Settings(Entry, frozen=True, kw_only=True):
    """What a tournament is. A file of TOML has these fields, with a table `[[scenarios]]` for each scenario.

    In a round robin each `at_table` of the bots meet; in a gauntlet the first one meets all others; on a ladder, whose
    top is named first, neighbours meet, for `rounds` rounds, and change places where the lower has won more; as
    neighbours each meets the next one named, and the order stands. `number` is how many games each meeting has in each
    scenario (and round). Bots share the seats of a larger table, or the first has one `alone`. Who wins a game is told
    `by` its outcome, or by the game's own score where nobody wins outright. `sequential` ends a meeting of two as soon
    as it is decided.
    """

    bots: tuple[str, ...]
    scenarios: tuple[Setting, ...]
    form: Form = "round robin"
    number: Many
    at_table: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    alone: bool = False
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    by: Literal["outcome", "score"] = "outcome"
    seed: int = 0
    records: bool = False
    sequential: Sequential | None = None


class Meeting(msgspec.Struct, frozen=True):
    """Bots that meet for a series of games of one scenario, those with the numbers from `first` on."""

    bots: tuple[str, ...]
    setting: Setting
    first: int


class Tournament:
    """The matches of some settings. Raises UnknownName or Illegal for bots, games, scenarios, options and seats that
    cannot be.
    """

    def __init__(self, settings: Settings) -> None:
        bots = tuple(spec_of(bot.strip()) for bot in settings.bots)
        scenarios = tuple(_complete(setting) for setting in settings.scenarios)
        self.settings = msgspec.structs.replace(settings, bots=bots, scenarios=scenarios)
        self._check()
        self.rounds = settings.rounds if settings.form == "ladder" else 1

    def _check(self) -> None:
        settings = self.settings
        if not settings.scenarios:
            raise Illegal("No game is named.", remedy='Name one, as in: [[scenarios]] game = "fivecities".')
        if len(set(settings.bots)) != len(settings.bots):
            twice = next(bot for bot in settings.bots if settings.bots.count(bot) > 1)
            raise Illegal(f"The bot “{twice}” is named twice.", remedy="Leave one out.")
        if settings.form != "ladder" and settings.rounds > 1:
            raise Illegal("Only a ladder has rounds.", remedy="Leave `rounds` out, and raise `number`.")
        for setting in settings.scenarios:
            game = games[setting.game]
            for bot in settings.bots:
                check_player(bot, game)
            self._check_seats(game, setting)

    def _check_seats(self, game: Game, setting: Setting) -> None:
        settings, seats = self.settings, _seats(setting)
        title = f"{game.title}, {game.scenario(setting.scenario).title}"
        together = self.together(setting)
        if settings.at_table > seats:
            raise Illegal(
                f"{title}, has {amount(seats, 'seat')}, too few for {amount(settings.at_table, 'bot')}.",
                remedy="Give `at_table` that many at the most.",
            )
        if len(settings.bots) < together:
            raise Illegal(
                f"{amount(together, 'bot')} are to meet, and {amount(len(settings.bots), 'bot')} named.",
                remedy="Name more bots.",
            )
        if together != 2 and (
            settings.form in ("ladder", "neighbours") or settings.sequential is not None or settings.alone
        ):
            raise Illegal(
                f"Ladders, neighbours, sequential tests and `alone` are for two bots; at {title}, {together} meet.",
                remedy="Leave them and `at_table` out, or choose a scenario of two seats or more.",
            )
        block = self.block(setting)
        if settings.number % block:
            raise Illegal(
                f"{amount(settings.number, 'game')} cannot give each bot the same seats at {title}.",
                remedy=f"Give a `number` that {block} divides.",
            )

    def together(self, setting: Setting) -> int:
        """Return how many bots meet in a game of that scenario."""
        return self.settings.at_table or min(2, _seats(setting))

    def block(self, setting: Setting) -> int:
        """Return after how many games each bot has held the same seats."""
        return _seats(setting) if self.settings.alone else self.together(setting)

    def meetings(self, number: int, order: Sequence[str]) -> list[Meeting]:
        """Return the meetings of a round, by its number from 0; `order` is that of the bots by then."""
        settings = self.settings
        found: list[tuple[tuple[str, ...], Setting]] = []
        for setting in settings.scenarios:
            together = self.together(setting)
            if settings.form == "ladder":
                groups: Iterator[tuple[str, ...]] = iter(_neighbours(order, number))
            elif settings.form == "neighbours":
                groups = pairwise(order)
            elif settings.form == "gauntlet":
                groups = ((order[0], *others) for others in combinations(order[1:], together - 1))
            else:
                groups = combinations(order, together)
            found += [(group, setting) for group in groups]
        most = len(settings.scenarios) * len(settings.bots)  # of a round of a ladder
        begun = number * most
        return [Meeting(bots, setting, (begun + at) * settings.number) for at, (bots, setting) in enumerate(found)]

    def match(self, meeting: Meeting, at: int) -> Match:
        """Return a match of a meeting, by its number in it."""
        settings = self.settings
        return Match(
            game=meeting.setting.game,
            bots=self._seated(meeting, at),
            scenario=meeting.setting.scenario,
            options=dict(meeting.setting.options),
            seed=settings.seed,
            number=meeting.first + at,
            keep=settings.records,
        )

    def _seated(self, meeting: Meeting, at: int) -> tuple[str, ...]:
        """Seat the bots: drawn anew for each block, and all a seat further from game to game of it."""
        seats, block = _seats(meeting.setting), self.block(meeting.setting)
        bots = meeting.bots
        drawn = list(range(seats))
        Random(f"{self.settings.seed}/{meeting.first}/{at // block}/seats").shuffle(drawn)
        turned = [(place + at) % block for place in drawn]
        if self.settings.alone:
            return tuple(bots[place != 0] for place in turned)
        return tuple(bots[place % len(bots)] for place in turned)

    def winners(self, result: Result) -> set[str]:
        """Return the bots that have won a game; several share it, none means that nobody has."""
        if self.settings.by == "score":
            best = max(result.scores, default=0)
            return {bot for bot, score in zip(result.seats, result.scores, strict=False) if score == best}
        return {result.seats[seat] for seat in result.winners}

    def counted(self, meeting: Meeting, results: Mapping[int, Result]) -> list[Result]:
        """Return the results of a meeting that count: without a gap, and up to where it was decided."""
        return self._tried(meeting, results)[0]

    def verdict(self, meeting: Meeting, results: Mapping[int, Result]) -> Verdict:
        """Say what a sequential test has decided about a meeting, "" where it has not or there is none."""
        return self._tried(meeting, results)[1] if self.settings.sequential is not None else ""

    def _tried(self, meeting: Meeting, results: Mapping[int, Result]) -> tuple[list[Result], Verdict]:
        block, test = self.block(meeting.setting), self.settings.sequential
        found: list[Result] = []
        won = lost = 0
        for at in range(self.settings.number):
            result = results.get(meeting.first + at)
            if result is None:
                break
            found.append(result)
            best = self.winners(result)
            won += best == {meeting.bots[0]}
            lost += len(meeting.bots) > 1 and best == {meeting.bots[1]}
            if test is not None and len(found) % block == 0 and (verdict := test.verdict(won, lost)):
                return found, verdict
        return found, ""

    def climbed(self, order: Sequence[str], meetings: Sequence[Meeting], results: Mapping[int, Result]) -> list[str]:
        """Return the order of a ladder after a round: neighbours of which the lower has won more change places."""
        won: dict[tuple[str, ...], int] = {}
        for meeting in meetings:
            for result in self.counted(meeting, results):
                best = self.winners(result)
                ahead = (best == {meeting.bots[1]}) - (best == {meeting.bots[0]})
                won[meeting.bots] = won.get(meeting.bots, 0) + ahead
        after = list(order)
        for pair, ahead in won.items():
            if ahead > 0:
                at = after.index(pair[0])
                after[at : at + 2] = [pair[1], pair[0]]
        return after


def _neighbours(order: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """Return who meets on a ladder: in even rounds from the top on, in odd ones from the second."""
    first = number % 2 if len(order) > 2 else 0
    return [(order[at], order[at + 1]) for at in range(first, len(order) - 1, 2)]


def _seats(setting: Setting) -> int:
    return len(games[setting.game].scenario(setting.scenario).seats)


def _complete(setting: Setting) -> Setting:
    """Return a setting with its scenario named; raise UnknownName or Illegal for names that do not exist."""
    game = games[setting.game]
    game.read_options(setting.options)
    return msgspec.structs.replace(setting, scenario=game.scenario(setting.scenario or None).slug)
