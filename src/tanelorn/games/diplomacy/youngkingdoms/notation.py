"""How the orders of the Young Kingdoms are written: units as always, sorcerers by name, spells after the order.

Elric DRA - Fil                 Elric DRA - Fil spell 4         Elric Tho S A Seq - MoM spell 1
Elric DRA rides                 Elric DRA H spell 2             Elric Mel casts 9 at PAL        Elric EWE casts 8
F DRA - PUR carrying            F DRA S Elric DRA - Fil         consent Lormyr                  consent in DRA
    A Org leaves card               A Org destroys card
    A Org gives card to PUR         A Fil takes card from PUR
"""

from __future__ import annotations

import re

from tanelorn.core.amounts import read_number
from tanelorn.core.errors import Illegal, TanelornError, Unreadable, nearest
from tanelorn.games.diplomacy.orders.notation import Notation
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, WAIVE, Order
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    FLEET,
    KINDS,
    LETTERS,
    SEATS,
    SPELLS,
    is_sorcerer,
)

RIDE, CAST, LEAVE, DESTROY, GIVE, TAKE, CONSENT = range(WAIVE + 1, WAIVE + 8)
ABOUT_CARDS = (LEAVE, DESTROY, GIVE, TAKE)
_ALONE = {RIDE: "rides", LEAVE: "leaves card", DESTROY: "destroys card"}
"""What follows the unit where nothing else does."""

_SPELL = re.compile(r"\s*\(?(?:with\s+|by\s+)?spell\s+(?P<spell>[-\w]+)\)?$", re.IGNORECASE)
_CAST = re.compile(
    r"^(?P<unit>.+?)\s+casts?\s+(?:spell\s+)?(?P<spell>[-\w]+)(?:\s+(?:at|on|in|to)\s+(?P<to>.+))?$", re.I
)
_RIDES = re.compile(r"^(?P<unit>.+?)\s+(?:rides?|carried|aboard)$", re.IGNORECASE)
_CARD = re.compile(
    r"^(?P<unit>.+?)\s+(?P<verb>leaves?|drops?|dumps?|destroys?|gives?|takes?)(?:\s+(?:the\s+)?(?:card|spell))?"
    r"(?:\s+(?:to|from)\s+(?P<to>.+))?$",
    re.IGNORECASE,
)
_CONSENT = re.compile(r"^consents?\s+(?:(?P<place>in)\s+|(?:to|with)\s+)?(?P<what>.+)$", re.IGNORECASE)
_CARRYING = re.compile(
    r"\s+(?:carrying|with|carries)(?:\s+(?:a\s+|the\s+)?(?:sorcerer|elric|jagreen(?:\s+lern)?))?$", re.I
)
_VIA = re.compile(r"\s+(?:via(?:\s+convoy)?|by\s+(?:sea|convoy))$", re.IGNORECASE)
_WORDS = "h|holds?|rides?|carried|aboard|casts?|s|supports?|c|convoys?|r|retreats?|d|disbands?|takes?"
_VERBS = {"l": LEAVE, "d": DESTROY, "g": GIVE, "t": TAKE}


def write(order: Order) -> str:
    """Return an order as it is written."""
    ids = ATLAS.locations
    unit = f"{LETTERS[order.kind]} {ids[order.at]}" if order.kind >= 0 else ""
    if order.verb == CONSENT:
        return f"consent {SEATS[order.whom]}" if order.whom >= 0 else f"consent in {ids[order.to]}"
    if order.verb == CAST:
        return f"{unit} casts {order.spell}" + (f" at {ids[order.to]}" if order.to >= 0 else "")
    if order.verb == GIVE:
        return f"{unit} gives card to {ids[order.to]}"
    if order.verb == TAKE:
        return f"{unit} takes card from {ids[order.of]}"
    if order.verb in _ALONE:
        return f"{unit} {_ALONE[order.verb]}"
    if order.verb == MOVE and order.kind == FLEET and order.via:
        return order._replace(via=False).text(ATLAS, LETTERS) + " carrying"
    return order.text(ATLAS, LETTERS) + (f" spell {order.spell}" if order.spell else "")


def read(notation: Notation, text: str) -> tuple[Order, TanelornError | None]:
    """Return an order and why no unit on this map could carry it out, or None; raise Unreadable or Ambiguous."""
    plain = " ".join(text.split())
    special = _special(notation, plain)
    if special is not None:
        return special, None
    found = _SPELL.search(plain)
    spell = _spell(found["spell"]) if found else 0
    plain = _SPELL.sub("", plain) if found else plain
    if spell and (rides := _RIDES.match(plain)):
        return _about(notation, rides["unit"], RIDE)._replace(spell=spell), None
    carrying = bool(_CARRYING.search(plain))
    order, error = notation.read(_CARRYING.sub("", plain) if carrying else plain)
    if carrying:
        return order._replace(via=True), error
    if is_sorcerer(order.kind):  # walking, boarding or sailing is not for the map of armies to say
        return order._replace(spell=spell, via=bool(_VIA.search(plain))), None
    return (order._replace(spell=spell) if spell else order), error


def _special(notation: Notation, plain: str) -> Order | None:
    """Read an order that only this board has: of agreement, casting, riding or cards; None if it is none."""
    if found := _CONSENT.match(plain):
        return _consent(notation, found)
    if found := _CAST.match(plain):
        to = ATLAS.province[notation.place(found["to"])] if found["to"] else -1
        return _about(notation, found["unit"], CAST)._replace(spell=_spell(found["spell"]), to=to)
    if found := _RIDES.match(plain):
        return _about(notation, found["unit"], RIDE)
    if found := _CARD.match(plain):
        verb = _VERBS["d" if found["verb"].casefold().startswith("des") else found["verb"][0].casefold()]
        if found["verb"].casefold()[:2] in ("dr", "du"):
            verb = LEAVE
        place = ATLAS.province[notation.place(found["to"])] if found["to"] else -1
        if (verb in (GIVE, TAKE)) != (place >= 0):
            raise Unreadable(
                f"“{plain}” does not say to or from whom." if place < 0 else f"“{plain}” names a space too many.",
                remedy="Write “A Org gives card to PUR”, “A Org takes card from PUR”, “A Org leaves card”.",
                clause="youngkingdoms/5.5c",
            )
        order = _about(notation, found["unit"], verb)
        return order._replace(to=place) if verb == GIVE else order._replace(of=place)
    return None


def _about(notation: Notation, unit: str, verb: int) -> Order:
    """Return an order of a unit written as `Elric DRA`."""
    order, _ = notation.read(f"{unit} H")
    return order._replace(verb=verb)


def _consent(notation: Notation, found: re.Match[str]) -> Order:
    if found["place"]:
        return Order(CONSENT, to=ATLAS.province[notation.place(found["what"])])
    word = found["what"].casefold()
    seats = [seat for seat, name in enumerate(SEATS) if name.casefold().startswith(word)]
    if len(seats) != 1:
        remedy = nearest(found["what"], SEATS) + " For a space write “consent in DRA”."
        raise Unreadable(f"There is no power “{found['what']}”.", remedy=remedy, clause="youngkingdoms/5.1")
    return Order(CONSENT, whom=seats[0])


def _spell(word: str) -> int:
    number = read_number(word)
    if number is None or not 1 <= number <= SPELLS:
        remedy = f"Spells are numbered 1 to {SPELLS}."
        raise Unreadable(f"There is no spell “{word}”.", remedy=remedy, clause="youngkingdoms/5.5a")
    return number


def with_place(text: str, where: dict[str, str]) -> str:
    """Put the space after a sorcerer's name where it was left out: `Elric - Fil` is `Elric DRA - Fil`."""
    for name, place in where.items():
        found = re.match(rf"^{name}(?=\s*(?:-|\s(?:{_WORDS})\b))", text, re.I)
        if found:
            return f"{text[: found.end()]} {place}{text[found.end() :]}"
    return text


__all__ = [
    "ABOUT_CARDS",
    "CAST",
    "CONSENT",
    "DESTROY",
    "GIVE",
    "HOLD",
    "KINDS",
    "LEAVE",
    "RIDE",
    "TAKE",
    "Illegal",
    "read",
    "write",
]
