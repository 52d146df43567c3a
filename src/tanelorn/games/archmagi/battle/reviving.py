"""Resurrection and Reincarnation at the end of a battle (archmagi/spell/resurrection, spell/reincarnation,
battle.35).
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.archmagi.state.abilities import kind_fits
from tanelorn.games.archmagi.state.barriers import blighted
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.numbers import Unit
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import RESERVE, SEAT_NAMES
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain


class Revive(Automatic, frozen=True, tag=True):
    """A spell has waited for the end of the battle: its caster must be alive, and here unless Farcast carried it
    (spell/resurrection, spell/reincarnation).
    """

    seat: int
    spell: int
    unit: Unit
    far: bool
    title = "Aftermath"
    clause = "archmagi/battle.35"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let the owner choose, if there is anything to choose."""
        battle = position.battle
        assert battle is not None
        alive = position.owners[self.unit] == self.seat and (self.far or position.hexes[self.unit] == battle.hex)
        if alive and _kinds(position, self):
            position.then(Reviving(self.seat, self.spell, self.unit, self.far))


def _kinds(position: ArchmagiPosition, promise: Revive | Reviving) -> list[int]:
    """Return the kinds that may come: those that fell, or chits of the reserve in place of one that did."""
    battle = position.battle
    assert battle is not None
    hex = position.hexes[promise.unit]
    fallen = sorted({kind for seat, kind in battle.fallen if seat == promise.seat})
    if SPELLS[promise.spell].slug == "reincarnation":
        kinds = sorted(set(position.reserve[promise.seat])) if fallen else []
    else:
        kinds = [kind for kind in fallen if position.pile[kind]]
    return [kind for kind in kinds if kind_fits(position, kind, hex) and not blighted(position, hex)]


def _choices(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    assert isinstance(step, Reviving)
    return _kinds(position, step)


CALL_BACK = clicked(
    "call back",
    "Call back",
    Slot("", RESERVE, "Which unit comes?", _choices, "archmagi/spell/resurrection"),
    clause="archmagi/spell/resurrection",
    weight=3,
)
NOBODY = plain("nobody", "Nobody", key="Enter")


class Reviving(Asks, frozen=True, tag=True):
    """The unit is chosen when the battle ends."""

    seat: int
    spell: int
    unit: Unit
    far: bool
    title = "Aftermath"
    clause = "archmagi/battle.35"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The caster's player."""
        return (self.seat,) if self.seat not in position.gone else ()

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any that may come, or nobody."""
        prompt = f"**{SPELLS[self.spell].name}**: which unit comes to the caster?"
        return Acts(position, seat, _REVIVING.verbs, prompt, Act(NOBODY.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Deploy it where the caster is."""
        _REVIVING.do(self, position, seat, choice, log)

    def call_back(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Take it from the fallen, or from the reserve in place of one (spell/resurrection, spell/reincarnation)."""
        kind, battle = args[0], position.battle
        assert battle is not None
        if SPELLS[self.spell].slug == "reincarnation":
            position.reserve[seat].remove(kind)
            battle.fallen.remove(next(pair for pair in battle.fallen if pair[0] == seat))
        else:
            position.pile[kind] -= 1
            battle.fallen.remove((seat, kind))
        position.add(kind, seat, position.hexes[self.unit])
        if log:
            who = SEAT_NAMES[seat]
            if SPELLS[self.spell].slug == "reincarnation":
                log.say(
                    f"**{who}** brings {KINDS[kind].name}.",
                    clause="archmagi/spell/reincarnation",
                    seat=seat,
                    knowers=(seat,),
                    otherwise=f"**{who}** brings a unit of the reserve.",
                )
            else:
                log.say(f"**{who}** calls {KINDS[kind].name} back.", clause="archmagi/spell/resurrection", seat=seat)


_REVIVING = Verbs((CALL_BACK, Reviving.call_back), NOBODY)
