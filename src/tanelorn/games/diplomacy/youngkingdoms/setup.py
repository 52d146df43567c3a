"""Setting up: sorcerers and fortresses, the spells, and the seas that Melnibone chooses."""

from __future__ import annotations

from tanelorn.core.choices import Choice, Listed, Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.youngkingdoms import fortresses
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    FLEET,
    GONE,
    MELNIBONE,
    POWER_OF,
    SPELLS,
    Card,
    Sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery.cards import DealSpells, HideSpells


def set_up(position: YoungKingdomsPosition) -> None:
    """Place the sorcerers where their fleets begin (youngkingdoms/2), and the fortresses (4.list).

    Spells are dealt (5.5a), then Melnibone chooses its seas (2.melnibone-start).
    """
    position.sorcerers = tuple(  # type: ignore[assignment]
        Sorcerer(next(unit.at for unit in position.units if unit.power == POWER_OF[who] and unit.kind == FLEET))
        for who in (0, 1)
    )
    position.garrisons = fortresses.at_the_start()
    position.cards = (Card(GONE),) * SPELLS
    position.then(DealSpells(), HideSpells(), MelniboneStart())


class Start(Choice, frozen=True, tag="start"):
    """Where the Melnibonean fleet begins (2.melnibone-start), and where Elric: at home, or with the fleet."""

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
