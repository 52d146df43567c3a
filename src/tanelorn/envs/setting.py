"""What an environment plays: read from what its user names, and laid out anew for each episode."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import index
from pathlib import Path

import msgspec

from tanelorn.core.chance import Ask, Seeded
from tanelorn.core.errors import Illegal, NotInstalled, UnknownName, nearest
from tanelorn.core.game import Game, Value, games
from tanelorn.core.play.record import Chanced, Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.envs.picking.picks import Walk
from tanelorn.envs.picking.vocabulary import vocabulary_of

_NAME = re.compile(r"tanelorn_(?P<slug>\w+)_v(?P<version>\d+)")
_RESET = ("record", "entries")
_IGNORED = "options"
"""PettingZoo's own tests send this to `reset`."""


class Setting(msgspec.Struct, frozen=True):
    """A game, one of its scenarios and its options, complete; `keep` tells whether a record is kept."""

    game: Game
    scenario: str
    options: dict[str, Value]
    keep: bool = False

    @property
    def name(self) -> str:
        """What environments of the game are called, with the version of its vocabulary: `tanelorn_archmagi_v2`."""
        return f"tanelorn_{vocabulary_of(self.game).name}"

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.game.scenario(self.scenario).seats)

    def begin(self, seed: int, wanted: Mapping[str, object] | None = None) -> Walk:
        """Lay the game out with the dice of a seed, or go on from a record as `reset` asks for it (`wanted`).

        Raises Illegal for what `reset` does not know, or a record of another game or of one that has ended, BadRecord
        where it cannot be read or played again.
        """
        wanted = {name: value for name, value in (wanted or {}).items() if name != _IGNORED}
        if unknown := set(wanted) - set(_RESET):
            name = str(min(unknown))
            raise Illegal(f"reset has no option “{name}”.", remedy=nearest(name, _RESET))
        if "record" in wanted:
            return Walk(self._resumed(wanted["record"], wanted.get("entries"), seed))
        return Walk(Table.new(self.game, self.scenario, self.options, seed=seed, keep=self.keep))

    def _resumed(self, given: object, entries: object, seed: int) -> Table:
        if not isinstance(given, Record | Path | str):
            raise Illegal(f"A {type(given).__name__} is no record.", remedy="Give a Record, or the path of its file.")
        record = given if isinstance(given, Record) else Record.load(Path(given))
        header, most = record.header, len(record.entries)
        if (header.game, header.scenario) != (self.game.slug, self.scenario):
            raise Illegal(
                f"The record is of {header.game}, {header.scenario}; this plays {self.game.slug}, {self.scenario}.",
                remedy="Make the environment of the record's game and scenario.",
            )
        if entries is not None and (type(entries) is not int or not 0 <= entries <= most):
            raise Illegal(f"This record has no {entries} entries.", remedy=f"Give a whole number from 0 to {most}.")
        outcomes = [entry.outcome for entry in record.entries[:entries] if isinstance(entry, Chanced)]
        table = replay(record, upto=entries, chance=Resumed(seed, outcomes))
        if table.outcome is not None:
            raise Illegal("The game of this record has ended.", remedy="Say after how many of its entries to go on.")
        return table if self.keep else table.copy(table.chance)


class Resumed(Seeded):
    """The outcomes of a record first, then what a seed gives, as if it had been used all along: with the seed that the
    record was played by, the game goes on as it would have.
    """

    def __init__(self, seed: int, outcomes: list[tuple[int, ...]]) -> None:
        super().__init__(seed)
        self._written = outcomes
        self._at = 0

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next outcome of the record while there is one, else what the seed gives."""
        drawn = super().outcome(ask)
        if self._at < len(self._written):
            drawn = self._written[self._at]
            self._at += 1
        return drawn


def read_setting(
    game: Game | str, scenario: str | None, options: Mapping[str, object] | None, *, keep: bool = False
) -> Setting:
    """Read what is to be played; the game also by the name of its environment, which says the vocabulary's version.

    Raises UnknownName for a game, scenario or option that does not exist, Illegal for an option's bad value or another
    version.
    """
    if isinstance(game, str):
        game = games[_slug(game)]
    return Setting(game, game.scenario(scenario).slug, game.read_options(options), keep)


def _slug(name: str) -> str:
    found = _NAME.fullmatch(name)
    if found is None:
        return name
    slug, known = found["slug"], f"tanelorn_{vocabulary_of(found['slug']).name}"
    if name != known:
        raise Illegal(
            f"There is no {name} here: the vocabulary is {known}.",
            remedy=f"What was trained with another one needs the Tanelorn of its time; begin {known} anew.",
        )
    return slug


def agents_of(seats: int) -> list[str]:
    """Return what the seats are called as agents, `seat_0` first, whatever their players call themselves."""
    return [f"seat_{seat}" for seat in range(seats)]


def seat_of(agent: object, agents: list[str]) -> int:
    """Return the seat of an agent; raise UnknownName."""
    if not isinstance(agent, str) or agent not in agents:
        raise UnknownName(f"There is no agent “{agent}”.", remedy=f"There are {', '.join(agents)}.")
    return agents.index(agent)


def number_of(action: object) -> int:
    """Return an action as a whole number, of whatever kind, -1 if it is none."""
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


def not_installed(package: str) -> NotInstalled:
    """Return the error for an optional package that is missing."""
    return NotInstalled(f"{package} is not installed.", remedy='Install it by: pip install "tanelorn[research]".')
