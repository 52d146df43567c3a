"""Drawing spells from the container (elric/9.0b): one draw, whatever it is for."""

from __future__ import annotations

from typing import Any, ClassVar

from tanelorn.core.chance import Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.elric.state.position import ASIDE, CONTAINER, DISCARD, ElricPosition


class Drawing(Automatic, frozen=True, tag=True):
    """Draws one spell for some purpose; each purpose says who sees it and what becomes of it.

    `drawn` is told the spell, which lies `ASIDE` until it is put somewhere; a play-immediately spell goes through
    `immediate.act`, which discards it.
    """

    why: ClassVar[str] = "a spell"
    clause = "elric/9.0b"

    def knowers(self, position: ElricPosition) -> tuple[int, ...] | None:
        """Return the seats that see the spell; None if all do."""
        return None

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Do with the spell what it was drawn for."""
        raise NotImplementedError

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Go on without: container and discards are both empty (9.0b)."""

    def run(self, position: ElricPosition, log: Log) -> None:
        """Return the discards if the container is empty, then draw."""
        if not position.container():
            refill(position, log)
        if position.container():
            position.then(PickSpell(self))
        else:
            self.nothing(position, log)


class PickSpell(Chances, frozen=True, tag=True):
    """Chance picks among what has not been drawn."""

    purpose: Any
    title = "A spell is drawn"
    clause = "elric/9.0b"

    def ask(self, position: ElricPosition) -> Draw:
        """One of the container."""
        return Draw(1, len(position.container()), self.purpose.why, self.purpose.knowers(position))

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show it to whoever may see it, and hand it to the purpose."""
        spell = position.container()[outcome[0]]
        position.where[spell] = ASIDE
        knowers = self.purpose.knowers(position)
        position.reveal(spell, position.seats if knowers is None else knowers)
        self.purpose.drawn(position, spell, log)


def refill(position: ElricPosition, log: Log) -> None:
    """Put all discards back into the container and mix (9.0b, 16.4/reshuffle): nobody knows them any more."""
    back = [spell for spell, where in enumerate(position.where) if where == DISCARD]
    for spell in back:
        position.where[spell] = CONTAINER
        position.conceal(spell)
    if back:
        position.learned += 1
        if log:
            log.say("The discarded spells go back into the container.", clause="elric/9.0b")
