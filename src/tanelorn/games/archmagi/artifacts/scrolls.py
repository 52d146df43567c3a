"""Ancient Scrolls hold three spells of their own (archmagi/artifact/ancient-scrolls)."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.content import ARTIFACTS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition


class FillScrolls(Automatic, frozen=True, tag=True):
    """The spells are drawn when the chit is first given to a unit; fewer if the pile holds fewer."""

    seat: int
    artifact: int
    title = "Recruit units"
    clause = "archmagi/artifact/ancient-scrolls"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Draw the spells, if there are any."""
        count = min(ARTIFACTS[gear_kind(self.artifact)].row.scrolls, len(position.spell_pile))
        if count:
            position.then(_ScrollLots(self.seat, self.artifact, count))


class _ScrollLots(Chances, frozen=True, tag=True):
    seat: int
    artifact: int
    count: int

    def ask(self, position: ArchmagiPosition) -> Ask:
        return Draw(self.count, len(position.spell_pile), "the spells of the scrolls", knowers=(self.seat,))

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        drawn = sorted(position.spell_pile[lot] for lot in outcome)
        for spell in drawn:
            position.spell_pile.remove(spell)
        position.scrolls[self.artifact] = drawn
        if log:
            names = ", ".join(SPELLS[spell].name for spell in drawn)
            clause = "archmagi/artifact/ancient-scrolls"
            log.say(f"The scrolls hold {names}.", clause=clause, seat=self.seat, knowers=(self.seat,))
