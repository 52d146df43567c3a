"""How a game begins: the spells are dealt and hidden (5.5a), and Melnibone chooses its seas (2.melnibone-start)."""

from __future__ import annotations

from tanelorn.core.chance import Draw
from tanelorn.core.choices import Choice, Listed, Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Chances
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ATLAS,
    ELRIC_HAND,
    FLEET,
    HAND,
    JAGREEN_HAND,
    LYING,
    MELNIBONE,
    NAMES,
    POWER_OF,
    SPELLS,
    Card,
    Sorcerer,
)


class DealSpells(Chances[YoungKingdomsPosition], frozen=True, tag=True):
    """Deals four spell cards to each sorcerer; the last two are then hidden."""

    title = "The spells"
    clause = "youngkingdoms/5.5a"

    def ask(self, position: YoungKingdomsPosition) -> Draw:
        """Ask for a shuffle of all ten cards, seen by nobody."""
        return Draw(SPELLS, SPELLS, "the spells", knowers=())

    def take(self, position: YoungKingdomsPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Give four cards to Elric, four to Jagreen Lern, and lay two aside."""
        places = [Card(ELRIC_HAND)] * HAND + [Card(JAGREEN_HAND)] * HAND + [Card(LYING)] * (SPELLS - 2 * HAND)
        cards = list(position.cards)
        for spell, place in zip(outcome, places, strict=True):
            cards[spell] = place
        position.cards = tuple(cards)
        if not log:
            return
        log.say("Four spells are dealt to each sorcerer, and two are hidden in neutral centres.", clause=self.clause)
        for who in (0, 1):
            seat = POWER_OF[who]
            text = f"**{NAMES[who]}** holds the spells {', '.join(map(str, position.hand(who)))}."
            log.say(text, clause=self.clause, seat=seat, knowers=(seat,))


class HideSpells(Chances[YoungKingdomsPosition], frozen=True, tag=True):
    """Hides the last two cards in two neutral centres, as the umpire would."""

    title = "The hidden spells"
    clause = "youngkingdoms/5.5a"

    def ask(self, position: YoungKingdomsPosition) -> Draw:
        """Ask for a draw of two neutral centres, seen by nobody."""
        return Draw(SPELLS - 2 * HAND, len(_neutral(position)), "two neutral centres", knowers=())

    def take(self, position: YoungKingdomsPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Lay one of the two cards in each."""
        places = [_neutral(position)[number] for number in outcome]
        position.cards = tuple(
            Card(LYING, places.pop()) if card.where == LYING and card.at < 0 else card for card in position.cards
        )


def _neutral(position: YoungKingdomsPosition) -> list[int]:
    return [centre for centre, owner in zip(ATLAS.centres, position.owners, strict=True) if owner < 0]


class Start(Choice, frozen=True, tag="start"):
    """Where the Melnibonean fleet begins, and where Elric: at home, or with the fleet."""

    fleet: int
    elric: int

    clause = "youngkingdoms/2.melnibone-start"

    def __str__(self) -> str:
        return f"F {ATLAS.ids[self.fleet]}, Elric {ATLAS.ids[self.elric]}"

    @property
    def picks(self) -> tuple[str, ...]:
        """The sea, and whether Elric is aboard."""
        if self.fleet == MELNIBONE:
            return (f"space:{ATLAS.ids[MELNIBONE]}",)
        return (f"space:{ATLAS.ids[self.fleet]}", "button:aboard" if self.elric == self.fleet else "button:ashore")

    def says(self) -> str:
        """Say in a sentence where the fleet and Elric begin."""
        if self.fleet == MELNIBONE:
            return "The fleet and Elric begin in Melnibone."
        elric = "with Elric aboard" if self.elric == self.fleet else "and Elric in Melnibone"
        return f"The fleet begins in the {ATLAS.names[self.fleet]}, {elric}."


class MelniboneStart(Asks, frozen=True, tag=True):
    """Melnibone chooses, in the open, where its fleet and sorcerer begin."""

    title = "Melnibone's start"
    clause = "youngkingdoms/2.melnibone-start"
    word = "start"

    def seats(self, position: YoungKingdomsPosition) -> tuple[int, ...]:
        """Melnibone decides."""
        return (POWER_OF[0],)

    def choices(self, position: YoungKingdomsPosition, seat: int) -> Listed[Start]:
        """At home, or in one of the seas around the island, with or without Elric aboard."""
        seas = [place for place in ATLAS.next_to[MELNIBONE] if ATLAS.is_sea[place]]
        starts = [Start(MELNIBONE, MELNIBONE)]
        starts += [Start(sea, elric) for sea in seas for elric in (sea, MELNIBONE)]
        labels = {
            "button:aboard": Pick("button:aboard", "Elric sails with it", key="a"),
            "button:ashore": Pick("button:ashore", "Elric stays in Melnibone", key="s"),
        }
        labels |= {
            f"space:{ATLAS.ids[place]}": Pick(f"space:{ATLAS.ids[place]}", ATLAS.names[place])
            for place in (MELNIBONE, *seas)
        }
        return Listed(starts, prompt="Where does the fleet of Melnibone begin?", labels=labels, default=starts[0])

    def take(self, position: YoungKingdomsPosition, seat: int, choice: Start, log: Log) -> None:
        """Place fleet and sorcerer."""
        power = POWER_OF[0]
        fleet = Unit(power, FLEET, choice.fleet)
        others = [unit for unit in position.units if unit.power != power]
        position.units = tuple(sorted([*others, fleet], key=lambda unit: ATLAS.province[unit.at]))
        position.sorcerers = (Sorcerer(choice.elric), position.sorcerers[1])
        if log:
            places = tuple(dict.fromkeys((ATLAS.ids[choice.fleet], ATLAS.ids[choice.elric])))
            log.say(choice.says(), clause=self.clause, seat=power, places=places)
