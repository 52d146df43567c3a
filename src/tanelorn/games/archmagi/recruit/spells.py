"""Recruiting spells (archmagi/recruit-spells.*): the hand and its limit, Recruit spells, a Seer's fortune."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Seals
from tanelorn.games.archmagi.casting.asking import WORD
from tanelorn.games.archmagi.casting.responses import CAST
from tanelorn.games.archmagi.recruit.draws import DrawSpells, DrawUnits
from tanelorn.games.archmagi.recruit.units import DONE, CheckSurplus, kinds_held
from tanelorn.games.archmagi.state.abilities import added, powers
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import RESERVE, SEAT_NAMES, SPELL_CARD, words
from tanelorn.games.archmagi.words.verbs import END, Args, Slot, Verb, Verbs, clicked, in_order, plain, steps, verb


def spells_drawn(position: ArchmagiPosition, seat: int) -> int:
    """Return how many spells a seat draws in each recruit-spells phase: three, by Knowledge four, and one more by a
    Grimoire (recruit-spells.1, archmagus/wizard/knowledge, artifact/grimoire-of-forbidden-lore).
    """
    magus = position.magi[seat]
    count = KINDS[position.kinds[magus]].draw_spells if magus >= 0 else 3
    return count + added(position, seat, lambda artifact: artifact.row.draw_spells)


def spell_limit(position: ArchmagiPosition, seat: int) -> int:
    """Return how many spells a seat may keep: seven, by Knowledge nine, and one more by a Tome (recruit-spells.2,
    archmagus/wizard/knowledge, artifact/tome-of-knowledge).
    """
    magus = position.magi[seat]
    if magus < 0:
        return 7
    return KINDS[position.kinds[magus]].spell_reserve + added(
        position, seat, lambda artifact: artifact.row.spell_reserve
    )


def _left(chits: list[int], args: Args) -> list[int]:
    """Return the kinds of chits that are left once some are taken out, in order."""
    left = sorted(chits)
    for chit in args:
        left.remove(chit)
    return list(dict.fromkeys(left))


def _to_discard(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    return _left(position.spells[seat], args) if len(args) < step.due[seat] else [END]


def _ways_to_discard(position: ArchmagiPosition, seat: int) -> int:
    """Count the sets that may be discarded: each kind of spell once or, with copies, several times."""
    ways = [1, *(0 for _ in range(position.agenda[-1].due[seat]))]
    for copies in Counter(position.spells[seat]).values():
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(len(ways))]
    return ways[-1]


def _sets_to_discard(position: ArchmagiPosition, seat: int) -> Iterator[Args]:
    """Yield the sets that may be discarded, each once however many copies there are."""
    seen = set()
    for some in combinations(sorted(position.spells[seat]), position.agenda[-1].due[seat]):
        if some not in seen:
            seen.add(some)
            yield (*some, END)


DISCARD_SPELLS = verb(
    Verb(
        "discard spells",
        "Discard",
        lambda args: (
            None
            if args and args[-1] == END
            else Slot(
                "and" if args else "", SPELL_CARD, "Which spells go back?", _to_discard, "archmagi/recruit-spells.2"
            )
        ),
        "archmagi/recruit-spells.2",
        button=False,
        words="discard",
        canonical=in_order,
        ways=_ways_to_discard,
        listing=_sets_to_discard,
    )
)


class CheckSpells(Automatic, frozen=True, tag=True):
    """Asks everybody whose spell reserve is too large, at the same time (recruit-spells.2)."""

    title = "Recruit spells"
    clause = "archmagi/recruit-spells.2"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask if anybody has a surplus; with that the draws are over."""
        position.close()
        due = tuple(
            0 if seat in position.gone else max(0, len(position.spells[seat]) - spell_limit(position, seat))
            for seat in position.seats
        )
        if any(due):
            position.then(DiscardSpells(due))


class DiscardSpells(Seals, frozen=True, tag=True):
    """Surplus spells go back unseen; each seat discards as many as it must, all at the same time (recruit-spells.2,
    view.2).
    """

    due: tuple[int, ...]
    title = "Recruit spells"
    clause = "archmagi/recruit-spells.2"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """All who have too many."""
        return tuple(seat for seat, count in enumerate(self.due) if count and seat not in position.gone)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Every set of so many spells."""
        count = self.due[seat]
        default = Act(DISCARD_SPELLS.name, (*position.spells[seat][:count], END))
        prompt = f"Discard {amount(count, 'spell')}."
        return Acts(position, seat, (DISCARD_SPELLS,), prompt, default)

    def reveal(self, position: ArchmagiPosition, choices: dict[int, Act], log: Log) -> None:
        """Return them to the pile."""
        for seat, act in choices.items():
            for spell in act.args[:-1]:
                position.spells[seat].remove(spell)
                position.spell_back(spell)
            if log:
                who, names = SEAT_NAMES[seat], ", ".join(SPELLS[spell].name for spell in act.args[:-1])
                log.say(
                    f"**{who}** discards {names}.",
                    clause=self.clause,
                    seat=seat,
                    knowers=(seat,),
                    otherwise=f"**{who}** discards {len(act.args) - 1} of the spells.",
                )


def _draw(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    draw = DrawUnits(seat, 1) if args[0] else DrawSpells(seat, 1)
    position.then(draw, FortunesPrice(seat), CheckSurplus(seat))


FORTUNE_DRAW = verb(
    Verb(
        "fortune",
        "Fortune: an extra draw",
        steps(
            Slot(
                "",
                words("a spell", "a unit"),
                "Draw which?",
                lambda position, seat, args: [
                    n for n, pile in enumerate((position.spell_pile, any(position.pile))) if pile
                ],
                "archmagi/archmagus/seer/fortune",
            )
        ),
        "archmagi/archmagus/seer/fortune",
        does=_draw,
    )
)
NO_FORTUNE = plain("no fortune", "No extra draw", key="Enter", clause="archmagi/archmagus/seer/fortune")
_FORTUNE: Verbs[FortuneTried, ArchmagiPosition] = Verbs(FORTUNE_DRAW, NO_FORTUNE)


class Fortune(Automatic, frozen=True, tag=True):
    """In its own turn a Seer may try fortune between the draw and the discard (recruit-spells.2)."""

    seat: int
    title = "Fortune"
    clause = "archmagi/archmagus/seer/fortune"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask a Seer, if there is a chit to be drawn."""
        if "fortune" in powers(position, self.seat) and (position.spell_pile or any(position.pile)):
            position.then(FortuneTried(self.seat))


class FortuneTried(AsksOne, frozen=True, tag=True):
    """An extra spell or an extra unit, or neither."""

    title = "Fortune"
    clause = "archmagi/archmagus/seer/fortune"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Draw one, or leave it."""
        return Acts(position, seat, _FORTUNE.verbs, "Do you draw an extra chit?", Act(NO_FORTUNE.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Draw, pay for it, and look at the limits then."""
        _FORTUNE.do(self, position, seat, choice, log)


class RecruitSpells(AsksOne, frozen=True, tag=True):
    """The active player may cast Recruit spells in this phase too (spell-rule.6)."""

    title = "Recruit spells"
    clause = "archmagi/spell-rule.6"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Cast, or be done."""
        return Acts(position, seat, ACTS.verbs, "Cast Recruit spells, or be done.", Act("done"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if not ACTS.ends(choice):
            position.then(self)
        ACTS.do(self, position, seat, choice, log)


def _spell_chits(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return sorted(set(position.spells[seat]))


def _pay_unit(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    position.reserve[seat].remove(args[0])
    position.to_pile(args[0])


def _pay_spell(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    position.spells[seat].remove(args[0])
    position.spell_back(args[0])


PRICE_UNIT = clicked(
    "discard unit", "Discard a unit", Slot("", RESERVE, "Which chit goes back?", kinds_held), does=_pay_unit
)
PRICE_SPELL = clicked(
    "discard spell", "Discard a spell", Slot("", SPELL_CARD, "Which spell goes back?", _spell_chits), does=_pay_spell
)
_PRICE: Verbs[FortunesPrice, ArchmagiPosition] = Verbs(PRICE_UNIT, PRICE_SPELL)


class FortunesPrice(AsksOne, frozen=True, tag=True):
    """After the extra draw a spell or a unit is discarded, of either kind (archmagus/seer/fortune)."""

    title = "Fortune"
    clause = "archmagi/archmagus/seer/fortune"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any chit of either reserve."""
        spells, units = _spell_chits(position, seat, ()), kinds_held(position, seat, ())
        default = Act("discard spell", (spells[0],)) if spells else Act("discard unit", (units[0],))
        return Acts(position, seat, _PRICE.verbs, "Discard a spell or a unit for it.", default)

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Return the chit to its pile."""
        _PRICE.do(self, position, seat, choice, log)


ACTS: Verbs[RecruitSpells, ArchmagiPosition] = Verbs(CAST, WORD, DONE)
