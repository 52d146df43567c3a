"""What a seat knows of the spell cards, and drawing the rest (5.5g)."""

from __future__ import annotations

import random

from tanelorn.core.fields import UNKNOWN
from tanelorn.core.viewers import REFEREE
from tanelorn.games.diplomacy.view import DiplomacyView
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    CARRIED,
    FALLEN,
    GONE,
    HAND,
    LYING,
    POWER_OF,
    SPELLS,
    Card,
    is_sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition


class YoungKingdomsView(DiplomacyView[YoungKingdomsPosition], kw_only=True):
    """What ordinary Diplomacy shows, and of the spells only what the viewer knows (5.5g).

    `carried` are the cards of the viewer's units: (province, fresh, how many); `fallen` those of units that wait for
    their retreat; `left` the spaces where the viewer's units stand on a card that they left.
    """

    carried: tuple[tuple[int, bool, int], ...] = ()
    fallen: tuple[tuple[int, int], ...] = ()
    left: tuple[tuple[int, int], ...] = ()

    def hand(self, who: int) -> tuple[int, ...] | None:
        """Return the spells of a sorcerer, None if the viewer may not see them."""
        return self.seen.hand(who) if self.viewer in (POWER_OF[who], REFEREE) else None


def noticed(position: YoungKingdomsPosition, viewer: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the cards that a viewer knows to be with their units or under them (5.5g)."""
    own = {ATLAS.province[unit.at] for unit in position.units if unit.power == viewer}
    return {"carried": carried(position, own), "fallen": fallen(position, viewer), "left": left(position, viewer)}


def carried(position: YoungKingdomsPosition, own: set[int]) -> tuple[tuple[int, bool, int], ...]:
    """Return the cards of a seat's units: province, whether just found, how many."""
    found: dict[tuple[int, bool], int] = {}
    for card in position.cards:
        if card.where == CARRIED and card.at in own:
            found[card.at, card.fresh] = found.get((card.at, card.fresh), 0) + 1
    return tuple((at, fresh, count) for (at, fresh), count in sorted(found.items()))


def fallen(position: YoungKingdomsPosition, viewer: int) -> tuple[tuple[int, int], ...]:
    """Return the cards of a seat's units that wait for their retreat: province and how many."""
    own = {
        ATLAS.province[one.unit.at]
        for one in position.beaten
        if one.unit.power == viewer and not is_sorcerer(one.unit.kind)
    }
    at = [card.at for card in position.cards if card.where == FALLEN and card.at in own]
    return tuple((place, at.count(place)) for place in sorted(set(at)))


def left(position: YoungKingdomsPosition, viewer: int) -> tuple[tuple[int, int], ...]:
    """Return the spaces where a seat's unit stands on a card that it left, and how many."""
    if viewer < 0:
        return ()
    at = [card.at for card in position.cards if card.where == LYING and card.left == viewer + 1]
    return tuple((place, at.count(place)) for place in sorted(set(at)))


def draw(view: YoungKingdomsView, rng: random.Random) -> tuple[Card, ...]:
    """Draw where all cards are, of all that fits a view (5.5g)."""
    cards = list(view.seen.cards)
    unknown = [spell for spell, card in enumerate(cards, 1) if card.where == UNKNOWN]
    rng.shuffle(unknown)
    known = [Card(CARRIED, at, fresh) for at, fresh, count in view.carried for _ in range(count)]
    known += [Card(FALLEN, at) for at, count in view.fallen for _ in range(count)]
    known += [Card(LYING, at, left=view.viewer + 1) for at, count in view.left for _ in range(count)]
    places = [*known, *_others(view, rng)]
    places += [Card(GONE)] * (len(unknown) - len(places))
    for spell, place in zip(reversed(unknown), places, strict=False):
        cards[spell - 1] = place
    return tuple(cards)


def _others(view: YoungKingdomsView, rng: random.Random) -> list[Card]:
    """Places of cards that the viewer does not know: the other sorcerers' hands, then neutral centres nobody is in."""
    hands = [
        Card(who)
        for who in (0, 1)
        if view.hand(who) is None and view.seen.sorcerers[who].alive
        for _ in range(HAND - sum(caster == who for caster, _ in view.seen.cast))
    ]
    stands = {ATLAS.province[unit.at] for unit in view.seen.units}
    stands |= {one.at for one in view.seen.sorcerers}
    free = [
        centre
        for centre, owner in zip(ATLAS.centres, view.seen.owners, strict=True)
        if owner < 0 and centre not in stands
    ]
    if view.phase == "start":
        return hands + [Card(LYING, place) for place in rng.sample(free, SPELLS - 2 * HAND)]
    lying = rng.sample(free, min(len(free), SPELLS - 2 * HAND))
    return hands + [Card(LYING, place) for place in lying]
