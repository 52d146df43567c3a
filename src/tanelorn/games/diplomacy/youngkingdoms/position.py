"""What lies on the board of the Young Kingdoms beyond ordinary Diplomacy."""

from __future__ import annotations

from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import ELRIC, POWER_OF, Card, Consent, Garrison, Sorcerer


class YoungKingdomsPosition(DiplomacyPosition, kw_only=True):
    """`units` are armies, fleets and Kelmain armies; `sorcerers` are Elric and Jagreen Lern.

    `cards[n - 1]` is where spell n is; `cast` are the spells used so far, (sorcerer, number). `garrisons` are the
    standing armies. `consents` are those of the season. `invoker` is the sorcerer who called the Kelmain, or -1;
    `horde_centres` the centres whose last captor was one of them (5.5.kelmain). `new_homes` are pairs (power, centre)
    won by magic by a power without centres (6).
    """

    sorcerers: tuple[Sorcerer, Sorcerer] = (Sorcerer(-1), Sorcerer(-1))
    cards: tuple[Card, ...] = ()
    cast: tuple[tuple[int, int], ...] = ()
    garrisons: tuple[Garrison, ...] = ()
    consents: tuple[Consent, ...] = ()
    invoker: int = -1
    horde_centres: tuple[int, ...] = ()
    new_homes: tuple[tuple[int, int], ...] = ()

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


def kind_of(who: int) -> int:
    """Return the kind of unit that a sorcerer is."""
    return ELRIC + who
