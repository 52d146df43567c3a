"""Facts by name: what rule cases expect and what records compare.

`year`, `turn` (years begun), `season`, `phase`, `winner`, `reason`; by space what stands there ("Austria A",
"empty") and `BUD owner` for centres; `BUD dislodged` ("Austria A from SER to GAL, VIE"), `contested`; by power
`Austria units`, `Austria centres`, `Austria sealed`; and `order A BUD - SER` for each order last revealed:
"succeeds" or "fails: why".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.position import P

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant
    from tanelorn.games.diplomacy.view import DiplomacyView

Facts = dict[str, str | int]


def facts(variant: Variant[P], view: DiplomacyView[P]) -> Facts:
    """Return the facts of a view."""
    atlas = variant.atlas
    outcome = view.outcome
    found: Facts = {
        "year": view.seen.year,
        "turn": view.seen.year - atlas.file.year + 1,
        "season": variant.seasons[view.seen.season],
        "phase": view.phase,
        "winner": "none" if outcome is None else " and ".join(variant.seats[w] for w in outcome.winners) or "draw",
        "reason": outcome.reason if outcome else "",
        "contested": ", ".join(atlas.ids[place] for place in view.seen.contested),
        "gone": ", ".join(variant.seats[seat] for seat in view.seen.gone),
    }
    found |= dict.fromkeys(atlas.ids, "empty")
    for unit in view.seen.units:
        found[atlas.ids[atlas.province[unit.at]]] = unit_fact(variant, unit)
    for centre, owner in zip(atlas.centres, view.seen.owners, strict=True):
        found[f"{atlas.ids[centre]} owner"] = variant.seats[owner] if owner >= 0 else "nobody"
    for one in view.seen.beaten:
        where = ", ".join(atlas.locations[place] for place in one.places) or "nowhere"
        beaten = f"{unit_fact(variant, one.unit)} from {atlas.ids[one.by]} to {where}"
        found[f"{atlas.ids[atlas.province[one.unit.at]]} dislodged"] = beaten
    for ruling in view.seen.ruled:
        found[f"order {variant.write(ruling.order)}"] = "succeeds" if ruling.fine else f"fails: {ruling.why}"
    for seat, name in enumerate(variant.seats):
        found[f"{name} units"] = sum(unit.power == seat for unit in view.seen.units)
        found[f"{name} centres"] = view.seen.owners.count(seat)
        found[f"{name} sealed"] = _sealed(view, seat)
    return found


def unit_fact(variant: Variant, unit: Unit) -> str:
    """Return a unit as a fact: `Austria A`, `Russia F/SC`."""
    coast = variant.atlas.locations[unit.at].partition("/")[2]
    return f"{variant.seats[unit.power]} {variant.letters[unit.kind]}" + (f"/{coast}" if coast else "")


def _sealed(view: DiplomacyView[P], seat: int) -> str:
    if seat not in view.sealed:
        return "nothing"
    return str(view.own) if view.viewer == seat and view.own is not None else "hidden"
