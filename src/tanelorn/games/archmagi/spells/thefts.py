"""Spells that steal: Steal takes an artifact (archmagi/spell/steal), Spell Steal a spell (archmagi/spell/spell-steal).

Thieves, who steal in the Scout phase, are in `scout.theft`.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks
from tanelorn.games.archmagi.casting.responses import Shielded
from tanelorn.games.archmagi.scout.theft import declare, loot
from tanelorn.games.archmagi.state.abilities import can_bear, gear_kind, is_immune
from tanelorn.games.archmagi.state.carrying import drop, give
from tanelorn.games.archmagi.state.codes import hex_and_seat, seat_of
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Units
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES, UNIT, find, named
from tanelorn.games.archmagi.words.telling import tell_receiver
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain


def steal(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The owner names the artifacts of the stack; the caster's player takes one without a roll (spell/steal)."""
    hex, seat = hex_and_seat(made.stacks[0])
    declare(position, hex, seat, made.seat, log)
    if loot(position, hex, seat, shielded):
        position.then(SpellTheft(made, shielded, SpellTheft(made, shielded).seizable(position)))
    return False


def _spell_loot(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return sorted({gear_kind(artifact) for artifact in position.agenda[-1].seizable(position)})


def _receivers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    hex = position.hexes[step.made.unit]
    return [ref for ref, unit in named(position, hex, seat).items() if can_bear(position, unit)]


SEIZE = clicked(
    "seize",
    "Seize",
    Slot("", ITEM, "Which artifact?", _spell_loot, "archmagi/spell/steal"),
    Slot("for", UNIT, "Which of your units gets it?", _receivers, "archmagi/spell/steal"),
    clause="archmagi/spell/steal",
    weight=9,
)


NOTHING_MORE = plain("nothing", "Nothing", key="Enter")


class SpellTheft(Asks, frozen=True, tag=True):
    """The owner names what there is to take; the caster's player picks an artifact and who gets it, without a roll
    (spell/steal). The views of other seats leave out what is `offered`.
    """

    made: Spellcast
    shielded: Units = ()
    offered: tuple[int, ...] | None = None
    title = "Theft"
    clause = "archmagi/spell/steal"
    still_asked = "what the stack holds is hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The caster's player."""
        return (self.made.seat,)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each artifact of the stack that can be taken."""
        return Acts(position, seat, _SEIZING.verbs, "Which artifact is seized?", Act(NOTHING_MORE.name))

    def seizable(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """Return the artifacts that can be taken: of bearers neither shielded nor immune to spells."""
        if self.offered is not None:
            return self.offered
        found = loot(position, *hex_and_seat(self.made.stacks[0]), self.shielded)
        return tuple(artifact for artifact, unit in found.items() if not is_immune(position, unit))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over, or leave it: the spell has taken effect."""
        position.close()
        _SEIZING.do(self, position, seat, choice, log)

    def seize(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Give the artifact to the unit that is named (spell/steal)."""
        artifact = next(a for a in self.seizable(position) if gear_kind(a) == args[0])
        drop(position, loot(position, *hex_and_seat(self.made.stacks[0]))[artifact], artifact)
        unit = find(position, seat, args[1])
        give(position, unit, artifact)
        if log:
            log.say(
                f"**{SEAT_NAMES[seat]}** seizes the {ITEM.text(artifact)}.",
                clause=self.clause,
                seat=seat,
                knowers=(seat, seat_of(self.made.stacks[0])),
            )
        tell_receiver(log, position, unit, artifact)


_SEIZING = Verbs((SEIZE, SpellTheft.seize), NOTHING_MORE)


def spell_steal(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath is countered and its chit goes to the stealing player's reserve (spell/spell-steal)."""
    if position.chain:
        beaten = position.chain.pop()
        position.spells[made.seat] = sorted((*position.spells[made.seat], beaten.spell))
        if log:
            log.say(f"**{SPELLS[beaten.spell].name}** is stolen.", clause="archmagi/spell/spell-steal", seat=made.seat)
    return False
