"""The Cosmic Balance (elric/3.3, 9.4, 13.1 to 13.4): how spells move it, what it adds to them, and how it tips."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.log import Log
from tanelorn.games.elric.drawing import Drawing
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.state.position import LAST_TURN, ElricPosition

ARM = 6
"""The sections of each arm, the bowl included (3.3a)."""

COUNTDOWN = 3
"""So many turns after it has tipped the world ends (13.4e)."""

TOWARDS = {"chaos": 1, "law": -1}


def dominance(position: ElricPosition, alignment: str) -> int:
    """Return what the Balance adds to a spell of an alignment: its reading if that dominates, the bowl once it is
    tipped to that side (3.3b, 13.4).
    """
    side = TOWARDS.get(alignment, 0)
    if position.tipped:
        return ARM if side == position.tipped else 0
    return max(0, side * position.balance)


def bonus(position: ElricPosition, spell: int) -> int:
    """Return what the Balance adds to a spell's combat value; nothing to one in brackets (3.3b, 13.2)."""
    return dominance(position, SPELLS[spell].alignment) if SPELLS[spell].fights else 0


def shift(position: ElricPosition, spells: Iterable[int], log: Log) -> None:
    """Move the marker by the printed values of spells that were used together as magic: net Law or Chaos first, then
    the Neutral ones, which stop at the centre (9.4a, 9.4b, 13.1). A tipped Balance does not move (13.4).
    """
    worth = dict.fromkeys(("law", "chaos", "neutral"), 0)
    for spell in spells:
        if SPELLS[spell].alignment in worth:
            worth[SPELLS[spell].alignment] += SPELLS[spell].value
    _move(position, worth["chaos"] - worth["law"], worth["neutral"], "elric/13.1", log)


def to_chaos(position: ElricPosition, log: Log) -> None:
    """Move the marker one to Chaos: a black sword has slain somebody (13.3)."""
    _move(position, 1, 0, "elric/13.3", log)


def reading(position: ElricPosition) -> str:
    """Return where the marker stands, for sentences: `neutral`, `Chaos 3`."""
    if not position.balance:
        return "neutral"
    return f"{'Chaos' if position.balance > 0 else 'Law'} {abs(position.balance)}"


def _move(position: ElricPosition, net: int, neutral: int, clause: str, log: Log) -> None:
    from tanelorn.games.elric.muster.mustering import law_drives_out

    if position.tipped:
        return
    before = position.balance
    position.balance += net
    if abs(position.balance) > ARM:
        _tip(position, log)
        law_drives_out(position, log)
        return
    if neutral:
        left = max(0, abs(position.balance) - neutral)
        position.balance = left if position.balance > 0 else -left
    if position.balance == before:
        return
    if log:
        log.say(f"The Balance moves to **{reading(position)}**.", clause=clause)
    law_drives_out(position, log)


def _tip(position: ElricPosition, log: Log) -> None:
    """The marker goes over the end of an arm and is put on the Turn Track (13.4, 13.4e)."""
    position.tipped = 1 if position.balance > 0 else -1
    position.balance = 0
    end = position.turn + COUNTDOWN
    position.doom = end if end <= LAST_TURN else 0
    if log:
        side = "Chaos" if position.tipped > 0 else "Law"
        log.say(f"The Balance is tipped to **{side}**!", clause="elric/13.4")
        if position.doom:
            log.say(f"Unless it is restored the world ends with turn {position.doom}.", clause="elric/13.4e")


class BalanceDraw(Drawing, frozen=True, tag=True):
    """The random movement of the Balance, where it is played: a spell is drawn and moves it as if used (13.6)."""

    why = "the random movement of the Balance"
    title = "Random movement of the Balance"
    clause = "elric/13.6"

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Leave the marker where it is: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Move the marker and discard the spell; an immediate one acts, with no finder (9.3.1b)."""
        from tanelorn.games.elric.magic.immediate import act

        if SPELLS[spell].alignment == "immediate":
            act(position, spell, -1, log)
            return
        position.discard(spell)
        if log:
            log.say(f"**{SPELLS[spell].name}** is drawn for the Balance.", clause=self.clause)
        shift(position, (spell,), log)
