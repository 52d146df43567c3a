"""Reading orders as people write them: `A BUD - SER`, `army Budapest to Serbia`, `F STP(NC) S A FIN - NWY`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache

from tanelorn.core.errors import Ambiguous, Illegal, TanelornError, Unreadable
from tanelorn.games.diplomacy.board import COASTS, Atlas
from tanelorn.games.diplomacy.orders.examples import examples_of
from tanelorn.games.diplomacy.orders.legality import possible
from tanelorn.games.diplomacy.orders.order import BUILD, CONVOY, DISBAND, HOLD, MOVE, RETREAT, SUPPORT, WAIVE, Order

Kinds = dict[str, int]
KINDS: Kinds = {"a": 0, "army": 0, "f": 1, "fleet": 1}
_TO = r"(?:\s*->\s*|\s+-\s*|\s*-\s+|-|\s+(?:to|moves to|move to)\s+)"
_DASHES = re.compile(r"[‐‑‒–—―−→⇒➔➜]|=>")
_VIA = re.compile(r"\s+\(?(?:via(?:\s+(?:a\s+)?convoy)?|by\s+(?:sea|convoy))\)?(?=\s|$)")
_HOLDS = re.compile(r"\s+(?:h|holds?|holding)$")
LONGEST = 200  # characters of an order
_COAST = re.compile(r"^(?P<place>.+?)\s*[ /(,.]\s*(?P<coast>[news]c|(?:north|east|south|west)\s*coast)\s*\)?$")


class Notation:
    """Reads places and orders of one board. What was read once is remembered."""

    def __init__(self, atlas: Atlas, kinds: Kinds = KINDS) -> None:
        self.atlas = atlas
        self.kinds = kinds
        self.letters = {word.upper(): kind for word, kind in kinds.items() if len(word) == 1}
        self.words = self._words()
        self.examples = examples_of(atlas)
        self.read = lru_cache(maxsize=50_000)(self._read)
        unit = "|".join(sorted(kinds, key=len, reverse=True))
        self._unit = re.compile(rf"^(?:the\s+)?(?P<kind>{unit})\s+(?P<rest>.+)$")
        whom = rf"(?:(?:the\s+)?(?P<whom>{unit})\s+)?"
        self._forms = [
            (SUPPORT, re.compile(rf"^(?P<at>.+?)\s+(?:s|supports?)\s+{whom}(?P<of>.+?)(?:{_TO}(?P<to>.+))?$")),
            (CONVOY, re.compile(rf"^(?P<at>.+?)\s+(?:c|convoys?)\s+{whom}(?P<of>.+?){_TO}(?P<to>.+)$")),
            (RETREAT, re.compile(r"^(?P<at>.+?)\s+(?:r|retreats?)(?:\s*(?:->|-|\bto\b))?\s+(?P<to>.+)$")),
            (MOVE, re.compile(rf"^(?P<at>.+?){_TO}(?P<to>.+)$")),
            (HOLD, re.compile(r"^(?P<at>.+?)\s+(?:h|holds?|holding|stands?)$")),
            (DISBAND, re.compile(r"^(?P<at>.+?)\s+(?:d|disbands?|disbanded|removed?)$")),
            (BUILD, re.compile(r"^(?P<at>.+?)\s+(?:b|builds?|built)$")),
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
        starts = {n for known, n in self.words.items() if len(word) > 1 and known.startswith(word)}
        names = self.atlas.names
        if len(starts) == 1:
            return starts.pop()
        if starts:
            could = " or ".join(f"{names[n]} ({self.atlas.ids[n]})" for n in sorted(starts)[:4])
            more = "" if len(starts) < 5 else " or another"
            raise Ambiguous(f"“{brief(text)}” could be {could}{more}.", remedy="Write the abbreviation.")
        raise Unreadable(f"There is no space “{brief(text)}” on this board.", remedy=self._nearest(word))

    def _nearest(self, word: str) -> str:
        """Suggest the spaces whose names or abbreviations are nearest."""
        near = get_close_matches(word, self.words, n=9, cutoff=0.6)
        near.sort(key=lambda known: sorted(known) != sorted(word))  # letters that changed places come first
        close = list(dict.fromkeys(self.words[known] for known in near))[:3]
        if not close:
            return "Write a space by its abbreviation or its name."
        return f"Did you mean {' or '.join(f'{self.atlas.names[n]} ({self.atlas.ids[n]})' for n in close)}?"

    def _coast(self, province: int, word: str) -> int:
        """Return the location of a coast; where a space has one coast only, none needs to be named."""
        if province >= self.atlas.size:
            raise Unreadable("A coast has no coast.", remedy=f"Write {self.atlas.locations[province]}.")
        coast = next(id for id, name in COASTS.items() if word in (id.casefold(), name) or word[0] == name[0])
        place = self.atlas.number.get(f"{self.atlas.ids[province]}/{coast}", province)
        there = self.atlas.coasts_of[province]
        if place == province and there:
            could = " or ".join(self.atlas.locations[known] for known in there)
            raise Illegal(f"{self.atlas.names[province]} has no {COASTS[coast]}.", remedy=f"Write {could}.")
        return place

    def _read(self, text: str) -> tuple[Order, TanelornError | None]:
        """Return an order and why no unit on this map could carry it out, or None; raise if it is none at all."""
        return possible(self.atlas, self._as_written(text) or self._parse(text))

    def _as_written(self, text: str) -> Order | None:
        """Read an order that is written just as `Order.text` writes it, for speed; None if it is not."""
        kinds, number, province = self.letters, self.atlas.number, self.atlas.province
        try:
            match text.split(" "):
                case kind, at, "H":
                    return Order(HOLD, kinds[kind], number[at])
                case kind, at, "-", to:
                    return Order(MOVE, kinds[kind], number[at], number[to])
                case kind, at, "-", to, "via", "convoy":
                    return Order(MOVE, kinds[kind], number[at], number[to], via=True)
                case kind, at, "S", whom, of:
                    return Order(SUPPORT, kinds[kind], number[at], -1, province[number[of]], kinds[whom])
                case kind, at, "S" | "C" as help, whom, of, "-", to:
                    verb = SUPPORT if help == "S" else CONVOY
                    return Order(verb, kinds[kind], number[at], number[to], province[number[of]], kinds[whom])
        except KeyError:
            pass
        return None

    def _parse(self, text: str) -> Order:
        if len(text) > LONGEST:
            raise Unreadable(f"“{brief(text)}” is too long for an order.", remedy=self.examples.orders)
        plain = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).replace(".", " ").casefold()
        plain = " ".join(plain.replace("mid-atlantic", "mid atlantic").split())
        if plain in ("waive", "pass"):
            return Order(WAIVE)
        if not plain:
            raise Unreadable("The order is empty.", remedy=self.examples.orders)
        first, _, rest = plain.partition(" ")
        if first in ("build", "remove", "disband") and rest:
            plain = f"{rest} {'b' if first == 'build' else 'd'}"
        by_sea = _VIA.search(plain) is not None
        plain = _VIA.sub("", plain)
        unit = self._unit.match(plain)
        kind = self.kinds[unit["kind"]] if unit else -1
        rest = unit["rest"] if unit else plain
        for verb, form in self._forms:
            found = form.match(rest)
            if found:
                return self._order(verb, kind, found, by_sea)
        raise Unreadable(f"“{brief(text)}” is no order.", remedy=self.examples.orders)

    def _order(self, verb: int, kind: int, found: re.Match[str], by_sea: bool) -> Order:
        parts = found.groupdict()
        to = parts.get("to") or ""
        if re.search(rf"\S{_TO}\S", to):
            why = "An order names no route, only where it ends."
            raise Unreadable(why, remedy=f"Write “{self.examples.via}”.")
        of = _HOLDS.sub("", parts.get("of") or "")
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
            by_sea and verb == MOVE,
        )


def _plain(text: str) -> str:
    words = re.sub(r"['’`.]", "", text).replace("-", " ").casefold().split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("in", "at", "the") else words)


def brief(text: str) -> str:
    """Return a text as it may be quoted to people: short, in one line, a sign for each character that does not show."""
    words = " ".join(text[: 2 * LONGEST].split())
    shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in words)
    return shown if len(text) <= LONGEST else f"{shown[: LONGEST // 2]} …"


def parts(text: str) -> list[str]:
    """Return the orders of a text: parted by semicolons, commas or new lines."""
    return [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]


__all__: Sequence[str] = ("KINDS", "Illegal", "Notation", "brief", "parts")
