"""In-app rulebooks: every clause by its id, in our own words, with our ruling where the book is unclear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import BadData, UnknownName, nearest


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clause: what the rule says, what the book leaves open, and how we rule it."""

    id: str
    title: str
    says: str
    phase: str = ""
    unclear: str = ""
    ruling: str = ""


class _File(msgspec.Struct):
    clause: list[Clause]


class Rulebook:
    """A game's clauses in the order of its book."""

    def __init__(self, game: str, clauses: list[Clause]) -> None:
        self.game = game
        self._clauses = {clause.id: clause for clause in clauses}
        if len(self._clauses) != len(clauses):
            ids = [clause.id for clause in clauses]
            twice = next(id for id in ids if ids.count(id) > 1)
            raise BadData(f"The rulebook of {game} has the clause {twice} twice.", remedy="Give each clause one entry.")

    @classmethod
    def load(cls, game: str, path: Path) -> Rulebook:
        """Read a rulebook file; raise BadData naming file and entry."""
        book = cls(game, read_toml(path, _File).clause)
        for clause in book:
            if not clause.id.startswith(f"{game}/"):
                raise BadData(
                    f"{path.name}: the clause {clause.id} is not of {game}.", remedy=f"Begin it with {game}/."
                )
        return book

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __getitem__(self, name: str) -> Clause:
        """Return a clause by its id, with or without the game's name before it; raise UnknownName."""
        wanted = name if name.startswith(f"{self.game}/") else f"{self.game}/{name}"
        if wanted not in self._clauses:
            raise UnknownName(f"There is no clause “{name}” in {self.game}.", remedy=nearest(wanted, self._clauses))
        return self._clauses[wanted]

    def chapter(self, name: str) -> list[Clause]:
        """Return the clauses whose id begins with a chapter's name, such as `combat`."""
        return [clause for clause in self if clause.id.startswith(f"{self.game}/{name}")]
