"""The battle roll and what it does (archmagi/battle.15 to battle.22)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.chance import Ask
from tanelorn.core.chance import Roll as Dice
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.scene import Term
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.archmagi.artifacts.immunity import (
    LET_IT,
    PROTECT,
    ShieldRoll,
    artifacts_borne,
    asks,
    reveal_shield,
    shields,
)
from tanelorn.games.archmagi.battle.modifiers import printed_counts, side_total
from tanelorn.games.archmagi.battle.presence import the_battle
from tanelorn.games.archmagi.battle.saving import Doomed
from tanelorn.games.archmagi.casting.casting import caster_names, casters, far_casters, hand, has_farcast, no_magic
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import play_cast, play_farcast
from tanelorn.games.archmagi.state.abilities import is_immune
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import NOTHING, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SPELL_CARD, UNIT
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Verbs, clicked, plain, steps, verb


class Roll(Automatic, frozen=True, tag=True):
    """The segment of the battle roll; nothing is rolled if a side has no combatant, or if both sides have cast an
    Attack.
    """

    title = "Battle roll"
    clause = "archmagi/battle.15"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Throw the dice, unless the round has ended already."""
        battle = the_battle(position)
        battle.segment = 2
        if battle.over or battle.rolled or -1 in battle.fighters:
            return
        if all(spell >= 0 for spell in battle.attacks):
            if log:
                log.say("Both Attacks are spent on each other.", clause="archmagi/spell-rule.4")
            return
        immune = [unit for unit in battle.fighters if is_immune(position, unit)]
        position.then(*_shielding(position), ThrowDice(tuple(immune)))


def _shielding(position: ArchmagiPosition) -> list[AttackShielding]:
    """An Attack is about to reach the combatant, whose owner may reveal a protection (artifact-rule.14)."""
    battle = the_battle(position)
    if not artifacts_borne(position):
        return []
    return [
        AttackShielding(battle.seats[1 - side], battle.fighters[1 - side])
        for side in (0, 1)
        if battle.attacks[side] >= 0 and asks(position, battle.seats[1 - side])
    ]


class AttackShielding(AsksOne, frozen=True, tag=True):
    """The owner of the combatant may reveal a Spell Shield or an Amulet against an Attack; they are asked whether they
    have one or not.
    """

    unit: Unit
    title = "Immunity"
    clause = "archmagi/artifact-rule.14"
    still_asked = "what the combatant bears is hidden"

    def reached(self, position: ArchmagiPosition) -> list[int]:
        """The combatant."""
        return [self.unit]

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Protect it, or let it come."""
        return Acts(position, seat, _SHIELDING.verbs, "An Attack is about to reach your combatant.", Act(LET_IT.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Reveal the artifact and roll."""
        _SHIELDING.do(self, position, seat, choice, log)

    def protect(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Reveal the artifact (artifact-rule.14)."""
        unit, artifact = shields(position, seat, [self.unit])[args[0]]
        reveal_shield(position, unit, artifact, log)
        position.then(ShieldRoll(unit, artifact))


_SHIELDING = Verbs((PROTECT, AttackShielding.protect), LET_IT)


class ThrowDice(Automatic, frozen=True, tag=True):
    """An Attack on a combatant that is immune to spells, or was shielded in time, is spent without a roll
    (trait/immune-to-spells, artifact-rule.14).
    """

    shielded: Units
    title = "Battle roll"
    clause = "archmagi/battle.15"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Throw the dice, unless an Attack cannot harm its opponent."""
        battle = the_battle(position)
        if any(battle.attacks[side] >= 0 and battle.fighters[1 - side] in self.shielded for side in (0, 1)):
            if log:
                log.say("The Attack is spent without effect.", clause="archmagi/trait/immune-to-spells")
        else:
            position.then(RollDice())


class RollDice(Chances, frozen=True, tag=True):
    """One die for each combatant; a Sphinx throws a second one while its printed BRM counts (unit/sphinx)."""

    title = "Battle roll"
    clause = "archmagi/battle.15"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """All dice of the roll; attacker first."""
        return Dice(sum(dice_of(position)), 6, "the battle roll")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the dice count."""
        battle = the_battle(position)
        battle.thrown = True
        ask_for_rerolls(position, Throw("the battle roll", outcome, battle.hex), Compare())


def dice_of(position: ArchmagiPosition) -> tuple[int, int]:
    """Return how many dice each side throws."""
    battle = the_battle(position)
    counts = []
    for side in (0, 1):
        unit = battle.fighters[side]
        extra = battle.attacks[side] < 0 and KINDS[position.kinds[unit]].extra_die and printed_counts(position, side)
        counts.append(1 + int(extra))
    return counts[0], counts[1]


class Compare(Automatic, frozen=True, tag=True):
    """The dice are final: the higher total destroys its opponent, equal totals leave both (battle.17, battle.18)."""

    dice: tuple[int, ...] = ()
    title = "Battle roll"
    clause = "archmagi/battle.17"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Work the totals out and doom the loser."""
        battle = the_battle(position)
        split = dice_of(position)[0]
        battle.dice = [self.dice[:split], self.dice[split:]]
        battle.rolled, battle.segment = True, 3
        tables: list[list[Term] | None] = [[], []] if log else [None, None]
        sums = [side_total(position, side, tables[side]) for side in (0, 1)]
        totals = [add + sum(dice) for add, dice in zip(sums, battle.dice, strict=True)]
        if log:
            for side in (0, 1):
                _tell(position, log, side, tables[side] or [], totals[side])
        self._outcome(position, totals, log)

    def _outcome(self, position: ArchmagiPosition, totals: list[int], log: Log) -> None:
        battle = the_battle(position)
        first, second = battle.fighters
        loser = loser_of(totals)
        if loser < 0:
            images = both_vanish(position)
            if images:
                position.then(Doomed(first, "destroyed"), Doomed(second, "destroyed"))
            if log:
                clause = "archmagi/spell/mirror-image" if images else "archmagi/battle.18"
                log.say("Equal: both are destroyed." if images else "Equal: both survive.", clause=clause)
            return
        if battle.attacks[loser] >= 0:
            return  # losing costs only the chit (spell-rule.4)
        position.then(Doomed(battle.fighters[loser], "defeated"))


def loser_of(totals: Sequence[int]) -> int:
    """Return the side with the lower total, -1 if they are equal (battle.17, battle.18)."""
    return -1 if totals[0] == totals[1] else 0 if totals[0] < totals[1] else 1


def both_vanish(position: ArchmagiPosition) -> bool:
    """Tell whether equal totals destroy both combatants: one is the image of the other (spell/mirror-image)."""
    battle = the_battle(position)
    first, second = battle.fighters
    return battle.attacks == [-1, -1] and (_mirrors(position, first, second) or _mirrors(position, second, first))


def roll_ahead(position: ArchmagiPosition, sums: Sequence[int]) -> Odds:
    """Return what the battle roll may bring to two totals: the best for the attacker first."""
    battle, counts = the_battle(position), dice_of(position)
    ask = RollDice().ask(position)

    def totals(dice: tuple[int, ...]) -> tuple[int, int]:
        return sums[0] + sum(dice[: counts[0]]), sums[1] + sum(dice[counts[0] :])

    def end(dice: tuple[int, ...]) -> End:
        loser = loser_of(totals(dice))
        if loser < 0:
            return "both are destroyed" if both_vanish(position) else "both survive", -1
        whose, winner = SEAT_NAMES[battle.seats[loser]], battle.seats[1 - loser]
        if battle.attacks[loser] >= 0:
            return f"the Attack of {whose} is spent", winner
        return f"{KINDS[position.kinds[battle.fighters[loser]]].name} of {whose} is defeated", winner

    def ahead(dice: tuple[int, ...]) -> int:
        one, other = totals(dice)
        return other - one

    throws = sorted((dice for dice, _ in ask.outcomes()), key=ahead)
    return reckon(ask, end, map(end, throws), assumed="No die is thrown again")


def _mirrors(position: ArchmagiPosition, image: int, original: int) -> bool:
    """Tell whether a unit is the image of another (spell/mirror-image); a Familiar depends on its mage, but is none."""
    return position.masters[image] == original and KINDS[position.kinds[image]].image_of >= 0


def _tell(position: ArchmagiPosition, log: Log, side: int, terms: list[Term], total: int) -> None:
    """Tell a side's sum, itemised to the total."""
    battle = the_battle(position)
    text = f"{terms[0].label} {'0' if terms[0].off else terms[0].value.lstrip('+')}" if terms else "0"
    for term in terms[1:]:
        if not term.off:
            text += f" {'−' if term.value.startswith('-') else '+'} {term.label} {term.value.lstrip('+-')}"
    dice = battle.dice[side]
    text += "".join(f" + d6 {die}" for die in dice)
    log.say(
        f"**{SEAT_NAMES[battle.seats[side]]}**: {text} = **{total}**.",
        clause="archmagi/battle.16",
        seat=battle.seats[side],
        dice=dice,
    )


# Announcing a revival


def _revivals(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    if no_magic(position):
        return []
    return [card for card in hand(position, seat) if SPELLS[spell_of(card)].effect == "revive"]


def _revivals_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _revivals(position, seat, args) if has_farcast(position, seat) else []


def _here(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return caster_names(position, seat, casters(position, seat, args[0], [the_battle(position).hex]))


def _anywhere(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return caster_names(position, seat, far_casters(position, seat, args[0]))


_BY = "archmagi/spell-rule.15"
REVIVE = clicked(
    "announce",
    "Cast",
    Slot("", SPELL_CARD, "Which spell?", _revivals, "archmagi/battle.20"),
    Slot("by", UNIT, "Who casts it?", _here, _BY),
    clause="archmagi/battle.20",
    weight=2,
    does=play_cast,
)
REVIVE_AFAR = verb(
    Verb(
        "announce afar",
        "Farcast",
        steps(
            Slot("", SPELL_CARD, "Which spell?", _revivals_afar, "archmagi/battle.20"),
            Slot("by", UNIT, "Who casts it?", _anywhere, _BY),
        ),
        "archmagi/response.7",
        possible=lambda position, seat: has_farcast(position, seat),
        does=play_farcast,
    )
)
NO_MORE = plain("no more", "Go on", key="Enter", weight=2, last=True)


class Announce(Automatic, frozen=True, tag=True):
    """First the attacker, then the defender may announce Resurrection and Reincarnation (battle.20)."""

    seat: int
    title = "Aftermath"
    clause = "archmagi/battle.20"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask a side that has lost units and, as everybody can see, may hold spells."""
        battle = position.battle
        if battle is None or battle.over or self.seat in position.gone:
            return
        lost = any(seat == self.seat for seat, _ in battle.fallen)
        held = position.spells[self.seat] or artifacts_borne(position)
        if lost and held and position.word[self.seat] > NOTHING and not position.hush[self.seat]:
            position.then(Announcing(self.seat))


class Announcing(AsksOne, frozen=True, tag=True):
    """One spell, or no more."""

    title = "Aftermath"
    clause = "archmagi/battle.20"
    still_asked = "what a hand holds is hidden"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Resurrection, Reincarnation, or nothing."""
        prompt = "Do you call the fallen back?"
        return Acts(position, seat, _ANNOUNCING.verbs, prompt, Act(NO_MORE.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Announce the spell."""
        if not _ANNOUNCING.ends(choice):
            position.then(self)
        _ANNOUNCING.do(self, position, seat, choice, log)


_ANNOUNCING: Verbs[Announcing, ArchmagiPosition] = Verbs(REVIVE, REVIVE_AFAR, NO_MORE)
