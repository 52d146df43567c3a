"""Facts and positions of the Young Kingdoms by name.

Facts, besides those of ordinary Diplomacy: `Elric` ("Mel", "dead"), `Elric grip` ("yes", "no"), `Elric hand` ("1, 4" or
"hidden"), `Elric cast`, `Elric dislodged` ("from SHA to Mel, SIs"), `Org fortress` (strength and whom it serves:
"1 nobody"; "none" where one of the five has fallen), `horde centres`, `hordes`, `new homes`,
`consents`; `card at Org` ("carried", "found", "left", and how many if more) for who knows; and for the referee
`spell 3`.

Positions may also hold, besides those of ordinary Diplomacy:

    sorcerers = {Elric = "DRA", "Jagreen Lern" = "PTa"}    (left out: dead)        grip = ["Elric"]
    spells = {Elric = [1, 4], carried = {Org = [2]}, found = {Fil = [5]}, lying = {Vil = [3]}}    (the rest is gone)
    cast = {Elric = [8]}      invoker = "Elric"      horde-centres = ["Pik"]      new-homes = {Melnibone = ["SIs"]}
    fortresses = {Mel = {strength = 2, power = "Melnibone"}}    (left out: the five as at the start)
    consents = {Melnibone = ["Lormyr", "in DRA"]}
    dislodged = [{power = "Melnibone", unit = "Elric DRA", by = "SHA", refuges = ["Mel"]}]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tanelorn.core.content.named import Count, Shape, under
from tanelorn.core.errors import BadData, nearest
from tanelorn.core.viewers import REFEREE
from tanelorn.games.diplomacy.judge.retreats import Beaten
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.shown import facts as ordinary
from tanelorn.games.diplomacy.shown.placing import Dislodged, Placed, Placing
from tanelorn.games.diplomacy.youngkingdoms import fortresses
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    CARRIED,
    ELRIC_HAND,
    FALLEN,
    FORTRESSES,
    GONE,
    JAGREEN_HAND,
    LETTERS,
    LYING,
    NAMES,
    POWER_OF,
    SEATS,
    SPELLS,
    Card,
    Consent,
    Garrison,
    Sorcerer,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.knowledge import YoungKingdomsView
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.sequence import Year
    from tanelorn.games.diplomacy.variant import Variant

_STATES = {CARRIED: "carried", LYING: "lying", GONE: "gone", FALLEN: "fallen"}


def facts(variant: Variant, view: YoungKingdomsView) -> dict[str, str | int]:
    """Return the facts of a view."""
    units = tuple(one for one in view.seen.beaten if not is_sorcerer(one.unit.kind))
    found = ordinary.facts(
        variant, msgspec.structs.replace(view, seen=msgspec.structs.replace(view.seen, beaten=units))
    )
    for who, name in enumerate(NAMES):
        at, grip = view.seen.sorcerers[who]
        hand = view.hand(who)
        found[name] = ATLAS.ids[at] if at >= 0 else "dead"
        found[f"{name} grip"] = "yes" if grip else "no"
        found[f"{name} hand"] = "hidden" if hand is None else ", ".join(map(str, hand))
        found[f"{name} cast"] = ", ".join(str(spell) for caster, spell in view.seen.cast if caster == who)
    for one in view.seen.beaten:
        if is_sorcerer(one.unit.kind):
            where = ", ".join(ATLAS.ids[place] for place in one.places)
            by = ATLAS.ids[one.by] if one.by >= 0 else "nowhere"
            found[f"{NAMES[sorcerer_of(one.unit.kind)]} dislodged"] = f"from {by} to {where}"
    found |= {f"{ATLAS.ids[place]} fortress": "none" for place, _ in FORTRESSES}
    for wall in view.seen.garrisons:
        serves = SEATS[wall.power] if wall.power >= 0 else "nobody"
        found[f"{ATLAS.ids[wall.at]} fortress"] = f"{wall.strength} {serves}"
    found["horde centres"] = ", ".join(ATLAS.ids[place] for place in view.seen.horde_centres)
    found["hordes"] = "none" if view.seen.invoker < 0 else "in civil disorder" if view.seen.unruly else "obey"
    found["new homes"] = ", ".join(f"{SEATS[power]} {ATLAS.ids[place]}" for power, place in view.seen.new_homes)
    found["consents"] = "; ".join(_consent(one) for one in view.seen.consents)
    for at, fresh, count in view.carried:
        _add(found, f"card at {ATLAS.ids[at]}", "found" if fresh else "carried", count)
    for at, count in view.fallen:
        _add(found, f"card at {ATLAS.ids[at]}", "fallen", count)
    for at, count in view.left:
        _add(found, f"card at {ATLAS.ids[at]}", "left", count)
    for spell, card in enumerate(view.seen.cards if view.viewer == REFEREE else (), 1):
        place = f" {ATLAS.ids[card.at]}" if card.at >= 0 else ""
        held = card.where in (ELRIC_HAND, JAGREEN_HAND)
        found[f"spell {spell}"] = NAMES[card.where] if held else f"{_STATES[card.where]}{place}"
    return found


def _add(found: dict[str, str | int], name: str, word: str, count: int) -> None:
    text = word if count == 1 else f"{count} {word}"
    found[name] = f"{found[name]}, {text}" if name in found else text


def _consent(one: Consent) -> str:
    return f"{SEATS[one.seat]}: {SEATS[one.power] if one.power >= 0 else 'in ' + ATLAS.ids[one.place]}"


class Wall(Shape, frozen=True, kw_only=True):
    """A fortress: its strength, and whom it serves."""

    strength: Count
    power: str = ""


_DASHED = {"last_year": "last-year", "horde_centres": "horde-centres", "new_homes": "new-homes"}


class PlacedYoung(Placed, frozen=True, kw_only=True, rename=_DASHED):
    """The entries of a position of the Young Kingdoms, as a rule case writes them."""

    sorcerers: dict[str, str] = {}
    grip: list[str] = []
    spells: dict[str, list[int] | dict[str, list[int]]] = {}
    cast: dict[str, list[int]] = {}
    fortresses: dict[str, Wall] | msgspec.UnsetType = msgspec.UNSET
    invoker: str | msgspec.UnsetType = msgspec.UNSET
    horde_centres: list[str] = []
    new_homes: dict[str, list[str]] = {}
    consents: dict[str, list[str]] = {}


class YoungPlacing(Placing[YoungKingdomsPosition]):
    """Reads a position of the Young Kingdoms; raises BadData naming what is wrong."""

    placed: PlacedYoung

    def position(self, kind: type[YoungKingdomsPosition], year: type[Year]) -> YoungKingdomsPosition:
        """Return the position, with what ordinary Diplomacy does not have."""
        position, placed = super().position(kind, year), self.placed
        position.sorcerers = self._sorcerers()
        position.cards = self._cards()
        position.cast = tuple(
            (self._who(name), _check_spell(spell)) for name, spells in placed.cast.items() for spell in spells
        )
        position.garrisons = self._garrisons()
        position.invoker = -1 if placed.invoker is msgspec.UNSET else self._who(placed.invoker)
        position.horde_centres = tuple(sorted(self._province(text) for text in placed.horde_centres))
        position.new_homes = tuple(
            sorted(
                (self.power(name), self._province(text)) for name, texts in placed.new_homes.items() for text in texts
            )
        )
        position.consents = tuple(
            self._agreement(self.power(name), text) for name, texts in placed.consents.items() for text in texts
        )
        return position

    def _province(self, text: str) -> int:
        return ATLAS.province[self.place(text)]

    def _who(self, name: str) -> int:
        known = {word: who for who in (0, 1) for word in (NAMES[who], LETTERS[kind_of(who)])}
        if name not in known:
            raise BadData(f"There is no sorcerer “{name}”.", remedy=nearest(name, NAMES))
        return known[name]

    def _sorcerers(self) -> tuple[Sorcerer, Sorcerer]:
        places = {self._who(name): self._province(text) for name, text in self.placed.sorcerers.items()}
        grips = {self._who(name) for name in self.placed.grip}
        elric, jagreen = (Sorcerer(places.get(who, -1), who in grips) for who in (0, 1))
        return elric, jagreen

    def _cards(self) -> tuple[Card, ...]:
        cards = [Card(GONE)] * SPELLS
        for key, spells in self.placed.spells.items():
            with under("spells", key):
                self._deal(cards, key, spells)
        return tuple(cards)

    def _deal(self, cards: list[Card], key: str, spells: list[int] | dict[str, list[int]]) -> None:
        """Deal the cards of one entry: into a hand, or to where they are."""
        about = key in ("carried", "found", "lying", "fallen")
        if about != isinstance(spells, dict):
            raise BadData(
                "It is of another kind.", remedy=f"Write {'a table of places' if about else 'a list of spells'}."
            )
        if isinstance(spells, list):
            self._put(cards, spells, Card(self._who(key)))
            return
        where = {"lying": LYING, "fallen": FALLEN}.get(key, CARRIED)
        for text, there in spells.items():
            self._put(cards, there, Card(where, self._province(text), key == "found"))

    def _put(self, cards: list[Card], spells: list[int], card: Card) -> None:
        for spell in spells:
            _check_spell(spell)
            if cards[spell - 1].where != GONE:
                raise BadData(f"Spell {spell} is in two places.", remedy="Write each once.")
            cards[spell - 1] = card

    def _garrisons(self) -> tuple[Garrison, ...]:
        walls = self.placed.fortresses
        if walls is msgspec.UNSET:
            return fortresses.at_the_start()
        return tuple(
            sorted(
                Garrison(self._province(text), wall.strength, self.power(wall.power) if wall.power else -1)
                for text, wall in walls.items()
            )
        )

    def _agreement(self, seat: int, text: str) -> Consent:
        if text.startswith("in "):
            return Consent(seat, -1, self._province(text[3:]))
        return Consent(seat, self.power(text), -1)

    def _crowds(self, one: Unit, other: Unit) -> bool:
        return not (is_sorcerer(one.kind) or is_sorcerer(other.kind)) and super()._crowds(one, other)

    def _beaten(self, entry: Dislodged, units: tuple[Unit, ...]) -> Beaten:
        beaten = super()._beaten(entry, units)
        if not is_sorcerer(beaten.unit.kind):
            shut = {one.at for one in self._garrisons() if one.power != beaten.unit.power}
            return beaten._replace(places=tuple(p for p in beaten.places if ATLAS.province[p] not in shut))
        return beaten._replace(
            unit=beaten.unit._replace(power=POWER_OF[sorcerer_of(beaten.unit.kind)]),
            places=tuple(self._province(text) for text in entry.refuges),
        )


def _check_spell(spell: int) -> int:
    if not 1 <= spell <= SPELLS:
        raise BadData(f"There is no spell {spell}.", remedy=f"Write 1 to {SPELLS}.")
    return spell
