"""What lies on the board of the Young Kingdoms beyond ordinary Diplomacy."""

from __future__ import annotations

from typing import Annotated

from tanelorn.core.fields import UNKNOWN, Open, Seen
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.youngkingdoms.board import POWER_OF, Card, Consent, Garrison, Sorcerer


def _seen_cards(position: YoungKingdomsPosition, viewer: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Leave only those that were cast or that a sorcerer of the viewer's holds (5.5g)."""
    own = {who for who in (0, 1) if POWER_OF[who] == viewer}
    cast = {spell for _, spell in position.cast}
    return tuple(card if n in cast or card.where in own else Card(UNKNOWN) for n, card in enumerate(cards, 1))


class YoungKingdomsPosition(DiplomacyPosition, kw_only=True):
    """`units` are armies, fleets and Kelmain armies; the sorcerers are Elric and Jagreen Lern."""

    sorcerers: Annotated[tuple[Sorcerer, Sorcerer], Open("sorcerer", "where they are, and how they fare")] = (
        Sorcerer(-1),
        Sorcerer(-1),
    )
    cards: Annotated[
        tuple[Card, ...],
        Seen("spell, its number less one", _seen_cards, "all, once cast; else who holds it", "where its card is"),
    ] = ()
    cast: Annotated[tuple[tuple[int, int], ...], Open(says="the spells used so far: sorcerer, number")] = ()
    garrisons: Annotated[tuple[Garrison, ...], Open(says="the standing armies")] = ()
    consents: Annotated[tuple[Consent, ...], Open(says="those of the season")] = ()
    invoker: Annotated[int, Open(says="the sorcerer who called the Kelmain, -1 for none")] = -1
    horde_centres: Annotated[tuple[int, ...], Open(says="the centres last taken by Kelmain (5.5.kelmain)")] = ()
    new_homes: Annotated[
        tuple[tuple[int, int], ...],
        Open(says="power and centre, won by magic by a power without centres (6)"),
    ] = ()

    def hand(self, who: int) -> tuple[int, ...]:
        """Return the spells that a sorcerer holds, by number."""
        return tuple(n for n, card in enumerate(self.cards, 1) if card.where == who)

    def agree(self, one: int, other: int, place: int) -> bool:
        """Tell whether two seats have agreed to share a space (5.1); a seat agrees with itself."""
        if one == other:
            return True
        return self._consents(one, other, place) and self._consents(other, one, place)

    def _consents(self, seat: int, power: int, place: int) -> bool:
        return any(c.seat == seat and (c.power == power or c.place == place) for c in self.consents)

    @property
    def unruly(self) -> bool:
        """Whether the Kelmain are in civil disorder: their invoker is dead (5.5.kelmain-end)."""
        return self.invoker >= 0 and not self.sorcerers[self.invoker].alive

    def sorcerers_of(self, seat: int) -> list[int]:
        """Return the living sorcerers of a seat: 0 is Elric, 1 Jagreen Lern."""
        return [who for who in (0, 1) if POWER_OF[who] == seat and self.sorcerers[who].alive]
