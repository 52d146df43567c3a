"""Reading orders as people write them: `A BUD - SER`, `army Budapest to Serbia`, `F STP(NC) S A FIN - NWY`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tanelorn.core.errors import Ambiguous, Illegal, TanelornError, Unreadable, nearest
from tanelorn.games.diplomacy.board import COASTS, Atlas
from tanelorn.games.diplomacy.legality import possible
from tanelorn.games.diplomacy.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    Order,
)

Kinds = dict[str, int]
KINDS: Kinds = {"a": 0, "army": 0, "f": 1, "fleet": 1}
_TO = r"(?:\s*->\s*|\s+-\s*|\s*-\s+|-|\s+(?:to|moves to|move to)\s+)"
_VIA = re.compile(r"\s+(?:via(?:\s+convoy)?|by\s+(?:sea|convoy))$")
_HELP = "Write orders as “A BUD - SER”, “F TRI S A BUD - SER”, “F ADR C A TRI - APU”, “A VIE H”."
_COAST = re.compile(r"^(?P<place>.+?)\s*[ /(,.]\s*(?P<coast>[news]c|(?:north|east|south|west)\s*coast)\s*\)?$")


class Notation:
    """Reads places and orders of one board. What was read once is remembered."""

    def __init__(self, atlas: Atlas, kinds: Kinds = KINDS) -> None:
        self.atlas = atlas
        self.kinds = kinds
        self.words = self._words()
        self._read: dict[str, tuple[Order, TanelornError | None]] = {}
        unit = "|".join(sorted(kinds, key=len, reverse=True))
        self._unit = re.compile(rf"^(?P<kind>{unit})\s+(?P<rest>.+)$")
        whom = rf"(?:(?P<whom>{unit})\s+)?"
        self._forms = [
            (SUPPORT, re.compile(rf"^(?P<at>.+?)\s+(?:s|supports?)\s+{whom}(?P<of>.+?)(?:{_TO}(?P<to>.+))?$")),
            (CONVOY, re.compile(rf"^(?P<at>.+?)\s+(?:c|convoys?)\s+{whom}(?P<of>.+?){_TO}(?P<to>.+)$")),
            (RETREAT, re.compile(r"^(?P<at>.+?)\s+(?:r|retreats?)(?:\s*(?:->|-|\bto\b))?\s+(?P<to>.+)$")),
            (HOLD, re.compile(r"^(?P<at>.+?)\s+(?:h|holds?|stands?)$")),
            (DISBAND, re.compile(r"^(?P<at>.+?)\s+(?:d|disbands?|removed?)$")),
            (BUILD, re.compile(r"^(?P<at>.+?)\s+(?:b|builds?|built)$")),
            (MOVE, re.compile(rf"^(?P<at>.+?){_TO}(?P<to>.+)$")),
        ]

    def _words(self) -> dict[str, int]:
        words: dict[str, int] = {}
        for number, space in enumerate(self.atlas.file.spaces):
            for word in (*space.aliases, space.name, space.id):
                words[_plain(word)] = number
        return words

    def place(self, text: str) -> int:
        """Return the location that a text names, by abbreviation, name or the beginning of a name.

        Raises Unreadable with the nearest name, or Ambiguous.
        """
        word = _plain(text)
        found = self.words.get(word)
        if found is not None:
            return found
        split = _COAST.match(word)
        if split:
            return self._coast(self.place(split["place"]), split["coast"])
        starts = {n for known, n in self.words.items() if len(word) > 2 and known.startswith(word)}
        names = self.atlas.names
        if len(starts) == 1:
            return starts.pop()
        if starts:
            could = " or ".join(f"{names[n]} ({self.atlas.ids[n]})" for n in sorted(starts)[:4])
            raise Ambiguous(f"“{text.strip()}” could be {could}.", remedy="Write the abbreviation.")
        known = [*self.atlas.ids, *names[: self.atlas.size]]
        raise Unreadable(f"There is no space “{text.strip()}” on this board.", remedy=nearest(text.strip(), known))

    def _coast(self, province: int, word: str) -> int:
        coast = next(id for id, name in COASTS.items() if word in (id.casefold(), name) or word[0] == name[0])
        return self.atlas.number.get(f"{self.atlas.ids[province]}/{coast}", province)

    def read(self, text: str) -> tuple[Order, TanelornError | None]:
        """Return an order and why no unit on this map could carry it out, or None; raise if it is none at all."""
        known = self._read.get(text)
        if known is None:
            if len(self._read) > 200_000:
                self._read.clear()
            order = self._parse(text)
            known = self._read[text] = possible(self.atlas, order)
        return known

    def _parse(self, text: str) -> Order:
        plain = " ".join(re.sub(r"[–—−]|&gt;", "-", text).replace(".", " ").casefold().split())
        plain = plain.replace("mid-atlantic", "mid atlantic")
        if plain in ("waive", "pass"):
            return Order(WAIVE)
        if not plain:
            raise Unreadable("The order is empty.", remedy=_HELP)
        first, _, rest = plain.partition(" ")
        if first in ("build", "remove", "disband", "waive") and rest:
            plain = f"{rest} {'b' if first == 'build' else 'd'}"
        unit = self._unit.match(plain)
        kind = self.kinds[unit["kind"]] if unit else -1
        rest = unit["rest"] if unit else plain
        for verb, form in self._forms:
            found = form.match(rest)
            if found:
                return self._order(verb, kind, found)
        raise Unreadable(f"“{text.strip()}” is no order.", remedy=_HELP)

    def _order(self, verb: int, kind: int, found: re.Match[str]) -> Order:
        parts = found.groupdict()
        to = parts.get("to") or ""
        via = bool(_VIA.search(to))
        to = _VIA.sub("", to)
        of = (parts.get("of") or "").removesuffix(" h").removesuffix(" holds").removesuffix(" hold")
        whom = self.kinds[parts["whom"]] if parts.get("whom") else -1
        if verb == CONVOY and whom < 0:
            whom = 0
        return Order(
            verb,
            kind,
            self.place(parts["at"]),
            self.place(to) if to else -1,
            self.atlas.province[self.place(of)] if of else -1,
            whom,
            via,
        )


def _plain(text: str) -> str:
    return " ".join(re.sub(r"['’`.]", "", text).replace("-", " ").casefold().split())


def parts(text: str) -> list[str]:
    """Return the orders of a text: parted by semicolons, commas or new lines."""
    return [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]


__all__: Sequence[str] = ("KINDS", "Illegal", "Notation", "parts")
