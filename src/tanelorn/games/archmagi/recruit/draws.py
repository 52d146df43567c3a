"""Drawing chits from the piles (archmagi/chits.*): unseen by the others, who see only how many there are."""

from __future__ import annotations

from bisect import insort
from itertools import accumulate

from tanelorn.core.amounts import amount
from tanelorn.core.chance import Ask, Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.state.codes import Chit, artifact_of, is_artifact
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES


def listed(names: list[str]) -> str:
    """Write a list: a, b and c."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing"


def _tell(log: Log, seat: int, drawn: str, hidden: str, clause: str) -> None:
    """Tell the seat that draws what it has drawn, and the others how much (view.2)."""
    who = SEAT_NAMES[seat]
    otherwise = f"**{who}** draws {hidden}."
    log.say(f"**{who}** draws {drawn}.", clause=clause, seat=seat, knowers=(seat,), otherwise=otherwise)


class DrawUnits(Automatic, frozen=True, tag=True):
    """A seat draws unit chits into its reserve, as far as the pile goes (chits.5, recruit-units.1, chits.2)."""

    seat: int
    count: int
    title = "Recruit units"
    clause = "archmagi/recruit-units.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Draw if there is anything to draw."""
        count = min(self.count, sum(position.pile))
        if count:
            position.then(_UnitLots(self.seat, count))


class _UnitLots(Chances, frozen=True, tag=True):
    seat: int
    count: int

    def ask(self, position: ArchmagiPosition) -> Ask:
        return Draw(self.count, sum(position.pile), "unit chits", knowers=(self.seat,))

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        sums = list(accumulate(position.pile))
        kinds = [next(kind for kind, upto in enumerate(sums) if lot < upto) for lot in outcome]
        for kind in kinds:
            position.pile[kind] -= 1
            insort(position.reserve[self.seat], kind)
        if log:
            names = listed([KINDS[kind].name for kind in kinds])
            _tell(log, self.seat, names, amount(self.count, "unit chit"), "archmagi/recruit-units.1")


class DrawSpells(Automatic, frozen=True, tag=True):
    """A seat draws spells, as far as the pile goes (chits.5, recruit-spells.1, chits.2)."""

    seat: int
    count: int
    title = "Recruit spells"
    clause = "archmagi/recruit-spells.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Draw if there is anything to draw."""
        count = min(self.count, len(position.spell_pile))
        if count and self.seat not in position.gone:
            position.then(_SpellLots(self.seat, count))


class _SpellLots(Chances, frozen=True, tag=True):
    seat: int
    count: int

    def ask(self, position: ArchmagiPosition) -> Ask:
        return Draw(self.count, len(position.spell_pile), "spells", knowers=(self.seat,))

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        drawn = [position.spell_pile[lot] for lot in outcome]
        for spell in drawn:
            position.spell_pile.remove(spell)
            insort(position.spells[self.seat], spell)
        if log:
            names = listed([SPELLS[spell].name for spell in drawn])
            _tell(log, self.seat, names, amount(self.count, "spell"), "archmagi/recruit-spells.1")


class DrawArtifact(Automatic, frozen=True, tag=True):
    """A seat draws an artifact into its reserve (recruit-units.9); what it pays goes back afterwards (recruit-units.8,
    chits.2, recruit-units.11).
    """

    seat: int
    price: tuple[Chit, ...] = ()
    title = "Recruit units"
    clause = "archmagi/recruit-units.9"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Draw if there is one to draw, then pay."""
        if position.artifact_pile:
            position.then(_ArtifactLot(self.seat, self.price))
        else:
            _pay(position, self.seat, self.price)


class _ArtifactLot(Chances, frozen=True, tag=True):
    seat: int
    price: tuple[Chit, ...]

    def ask(self, position: ArchmagiPosition) -> Ask:
        return Draw(1, len(position.artifact_pile), "an artifact", knowers=(self.seat,))

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        artifact = position.artifact_pile.pop(outcome[0])
        insort(position.stored[self.seat], artifact)
        _pay(position, self.seat, self.price)
        if log:
            _tell(log, self.seat, f"the {ITEM.text(artifact)}", "an artifact", "archmagi/recruit-units.9")


def _pay(position: ArchmagiPosition, seat: int, price: tuple[Chit, ...]) -> None:
    """Return chits of a reserve to their piles; what was paid was taken out of the reserve before."""
    for chit in price:
        if is_artifact(chit):
            position.artifact_back(artifact_of(chit))
        else:
            position.to_pile(chit)
