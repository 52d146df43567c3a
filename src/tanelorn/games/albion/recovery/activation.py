"""The Activation Phase: rolls that wake sleeping kingdoms and persons, or bring the expedition (albion/5.D.2, 10.4)."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.recovery import expedition
from tanelorn.games.albion.stacks.waking import wake_person, wake_realm
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.world import FAERIE

EXPEDITION = "expedition"
"""The entry of the Activation Table that is neither a kingdom nor a person."""


class Activation(Automatic, frozen=True, tag=True):
    """A player’s Activation Phase: a roll for each sleeping piece or kingdom that would join that side (5.D.2a)."""

    seat: int
    title = "Activation"
    clause = "albion/5.D.2a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push the rolls in the order of the Activation Table (2.0b)."""
        position.then(*(ActivationRoll(self.seat, id) for id in eligible(position, self.seat)))


def eligible(position: AlbionPosition, seat: int) -> list[str]:
    """Return the entries of the Activation Table that a seat may try for now: what is still inactive (10.0a) of its own
    (10.2, 10.3a), and the expedition (10.1a).
    """
    w = position.world
    found = []
    for id in w.charts.activation:
        if id == EXPEDITION:
            if expedition.may_come(position, seat):
                found.append(id)
        elif id in w.realm:
            if w.kingdoms[w.realm[id]].side == seat and not position.roused[w.realm[id]]:
                found.append(id)
        elif w.p_side[w.person[id]] == seat and not position.awake[w.person[id]] and position.at[w.person[id]] >= 0:
            found.append(id)
    return found


def modifiers(position: AlbionPosition, id: str) -> list[tuple[str, int, str]]:
    """Return what changes the roll for an entry, with reasons and clauses: Farcalling, fallen fortresses (10.4)."""
    w = position.world
    if id == EXPEDITION:
        return [("the Farcalling", w.charts.farcalling, "albion/19.4/02")] if position.farcalled else []
    if id in w.realm:
        each, most = w.charts.fallen
        fallen = min(sum(w.fortress_side[hex] == FAERIE for hex in position.ruined), most)
        return [("fallen fortresses of Faerie", each * fallen, "albion/10.4")] if fallen else []
    return []


class ActivationRoll(Chances, frozen=True, tag=True):
    """Two dice for one piece or kingdom: at or under its number it wakes (5.D.2b, 5.D.2c, chart/activation)."""

    seat: int
    id: str
    title = "Activation"
    clause = "albion/5.D.2b"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"activation: {name_of(position, self.id)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Wake it, or leave it for the next phase."""
        w = position.world
        terms = modifiers(position, self.id)
        total = sum(outcome) + sum(n for _, n, _ in terms)
        number = w.charts.activation[self.id]
        if log:
            less = "".join(f", {why} {n}" for why, n, _ in terms)
            fate = "roused" if total <= number else "not roused"
            fate = fate.replace("roused", "on its way") if self.id == EXPEDITION else fate
            text = f"**{name_of(position, self.id)}**: {sum(outcome)} is rolled{less}, {number} or less needed: {fate}."
            log.say(text, clause="albion/5.D.2c", seat=self.seat, dice=outcome)
        if total > number:
            return
        if self.id == EXPEDITION:
            position.then(expedition.PlaceExpedition(self.seat))
        elif self.id in w.realm:
            wake_realm(position, w.realm[self.id], log)
        else:
            wake_person(position, w.person[self.id], log)


def name_of(position: AlbionPosition, id: str) -> str:
    """Return what an entry of the Activation Table is called."""
    w = position.world
    if id == EXPEDITION:
        return "Auberon’s Expedition"
    return w.kingdoms[w.realm[id]].name if id in w.realm else w.persons[w.person[id]].name
