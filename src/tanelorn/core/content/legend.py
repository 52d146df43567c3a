"""Legends: what the terrains and signs of a map mean in the game, each statement with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tanelorn.core.content.data import Entry, read_toml
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.errors import BadData


class Remark(msgspec.Struct, frozen=True):
    """A line about something on the page: what is spoken of, what is so, and by which clause.

    `seat` is whom it concerns, `piece` the counter that it tells of, -1 and "" for none.
    """

    label: str
    text: str
    clause: str = ""
    seat: int = -1
    piece: str = ""


class _Line(Entry, frozen=True):
    label: str
    text: str
    clause: str


class _Sign(Entry, frozen=True):
    id: str
    title: str
    at: str = ""
    line: tuple[_Line, ...] = ()


class _File(msgspec.Struct):
    sign: list[_Sign]


class Sign(msgspec.Struct, frozen=True):
    """A terrain, or a sign printed on the map: how it is called, and what it does. `id` is its kind in the data.

    `at` is a space where it can be seen, if it is no kind of space or link.
    """

    id: str
    title: str
    remarks: tuple[Remark, ...] = ()
    at: str = ""

    @property
    def clause(self) -> str:
        """The clause that comes first."""
        return next((remark.clause for remark in self.remarks), "")


class Legend:
    """The signs of a map, in the order in which they are listed; what is not in it has no meaning in the rules."""

    def __init__(self, signs: tuple[Sign, ...] = ()) -> None:
        self.signs = signs
        self._by_id = {sign.id: sign for sign in signs}

    @classmethod
    def load(cls, path: Path, rulebook: Rulebook) -> Legend:
        """Read a legend; raise BadData if a sign is there twice, or a clause is not in the rulebook."""
        signs = []
        for entry in read_toml(path, _File).sign:
            for line in entry.line:
                if line.clause not in rulebook:
                    raise BadData(
                        f"{path.name}: {entry.id} cites {line.clause}, which is no clause.",
                        remedy=f"Cite one of the rulebook of {rulebook.game}.",
                    )
            remarks = tuple(Remark(line.label, line.text, line.clause) for line in entry.line)
            signs.append(Sign(entry.id, entry.title, remarks, entry.at))
        legend = cls(tuple(signs))
        if len(legend._by_id) != len(signs):
            raise BadData(f"{path.name} has a sign twice.", remedy="Give each sign one entry.")
        return legend

    def __iter__(self) -> Iterator[Sign]:
        return iter(self.signs)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def title(self, id: str) -> str:
        """Return what a kind is called: its title, or its own word with a capital."""
        return self._by_id[id].title if id in self._by_id else f"{id[:1].upper()}{id[1:]}"

    def remarks(self, id: str) -> tuple[Remark, ...]:
        """Return what a kind does, nothing if the legend does not list it."""
        return self._by_id[id].remarks if id in self._by_id else ()
