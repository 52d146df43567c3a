"""In-app rulebooks: every clause by its id, in our own words, with our ruling where the book is unclear.

A file `rulebook.toml` holds the clauses, and before them `chapters`: the titles in words, each with what the ids of its
clauses begin with. A book that names none has a chapter for each beginning. `battles` says likewise by which clauses it
is fought.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
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


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter's title in words, and what the ids of its clauses begin with: `combat`, or `7.5`."""

    title: str
    holds: list[str]

    @property
    def number(self) -> str:
        """The printed book's number of the chapter, where it has numbers."""
        return " and ".join(begin for begin in self.holds if begin[:1].isdigit())


class _File(msgspec.Struct):
    clause: list[Clause]
    chapters: list[Chapter] = []
    battles: list[str] = []


class Rulebook:
    """A game's clauses in the order of its book."""

    def __init__(
        self, game: str, clauses: list[Clause], chapters: Sequence[Chapter] = (), battles: Sequence[str] = ()
    ) -> None:
        self.game = game
        self._clauses = {clause.id: clause for clause in clauses}
        if len(self._clauses) != len(clauses):
            ids = [clause.id for clause in clauses]
            twice = next(id for id in ids if ids.count(id) > 1)
            raise BadData(f"The rulebook of {game} has the clause {twice} twice.", remedy="Give each clause one entry.")
        self._chapters = self._bound(chapters or self._unnamed())
        self.battles = self._fought(battles)
        """The ids of the clauses by which it is fought: a line of the chronicle that cites one tells of a battle."""

    @classmethod
    def load(cls, game: str, path: Path) -> Rulebook:
        """Read a rulebook file; raise BadData naming file and entry."""
        file = read_toml(path, _File)
        book = cls(game, file.clause, file.chapters, file.battles)
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

    @property
    def chapters(self) -> list[tuple[Chapter, list[Clause]]]:
        """The chapters in order, each with its clauses."""
        return list(self._chapters)

    def _bound(self, chapters: Sequence[Chapter]) -> list[tuple[Chapter, list[Clause]]]:
        """Put each clause into its chapter; raise BadData if one has none, or if a chapter has no clause."""
        begins = [begin for chapter in chapters for begin in chapter.holds]
        for begin in begins:
            if begins.count(begin) > 1:
                raise BadData(f"{self.game}: two chapters hold {begin}.", remedy="Leave one out.")
        bound = [(chapter, list[Clause]()) for chapter in chapters]
        held = {begin: clauses for chapter, clauses in bound for begin in chapter.holds}
        for clause in self:
            begin = _begin(clause.id, held)
            if not begin:
                raise BadData(f"The clause {clause.id} is in no chapter.", remedy="Let one of the chapters hold it.")
            held[begin].append(clause)
        for chapter, clauses in bound:
            if not clauses:
                raise BadData(f"{self.game}: the chapter “{chapter.title}” has no clause.", remedy="Leave it out.")
        return bound

    def _fought(self, begins: Sequence[str]) -> tuple[str, ...]:
        """Return the clauses whose ids begin so; raise BadData if a beginning has none."""
        found = {clause.id: _begin(clause.id, begins) for clause in self}
        for begin in begins:
            if begin not in found.values():
                raise BadData(f"{self.game}: no clause of battles begins with {begin}.", remedy="Leave it out.")
        return tuple(id for id, begin in found.items() if begin)

    def _unnamed(self) -> list[Chapter]:
        """Return the chapters of a book that names none: what the ids of its clauses begin with."""
        inner = [clause.id.partition("/")[2] for clause in self]
        begins = dict.fromkeys(name.rpartition(".")[0] or name.partition("/")[0] for name in inner)
        return [Chapter(begin[:1].upper() + begin[1:], [begin]) for begin in begins]


def _begin(id: str, begins: Collection[str]) -> str:
    """Return the longest of some beginnings that a clause's id has, "" if it has none."""
    begin = id.partition("/")[2]
    while begin and begin not in begins:
        begin = begin[: max(begin.rfind("."), begin.rfind("/"), 0)]
    return begin
