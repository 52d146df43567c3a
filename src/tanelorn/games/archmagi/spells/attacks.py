"""Spells that attack: an Attack in place of a combatant (archmagi/spell-rule.4), and attacks on every unit of a group,
in the Scout phase or by Inferno in a battle (spell-rule.11, .12, view.5).
"""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.amounts import amount
from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances, Step
from tanelorn.games.archmagi.artifacts.immunity import artifacts_borne, asks
from tanelorn.games.archmagi.artifacts.wielding import artifact_brm
from tanelorn.games.archmagi.battle.combatants import FillPlaces
from tanelorn.games.archmagi.battle.modifiers import STRENGTH, is_weak, virtue
from tanelorn.games.archmagi.battle.saving import Doomed
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import Shielded
from tanelorn.games.archmagi.state.abilities import FLYING, LIVING, can_use, gear_kind, is_home, is_immune, traits
from tanelorn.games.archmagi.state.barriers import sheltered
from tanelorn.games.archmagi.state.content import ARTIFACTS, KINDS, SPELL, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, UNIT, caller, find
from tanelorn.games.archmagi.words.telling import say_of_units, tell_bearer
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain

_WANTED = {"living": LIVING, "flying": FLYING}
_ELEMENTAL = {"fire", "water", "air", "earth"}


def attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The chit takes the place of the combatant for one roll (spell-rule.4, spell/fireball, spell/lightning-bolt,
    spell/cold-blast, spell/water-torrent, spell/disintegrate, spell/mind-blast).
    """
    battle = position.battle
    if battle is None or made.seat not in battle.seats or battle.attacks[battle.side(made.seat)] >= 0:
        return False
    battle.attacks[battle.side(made.seat)] = made.spell
    return True


def mass_attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Every unit of a group is attacked, or by Lightning Strike one of them (spell-rule.11, spell/hurricane,
    spell/tidal-wave, spell/plague, spell/pestilence, spell/earthquake, spell/lightning-strike, spell/cyclone,
    spell/whirlpool, spell/blizzard, spell/meteor-shower, spell/poisonous-mists, spell/inferno).
    """
    position.then(*struck_by(position, made, shielded))
    return False


def struck_by(position: ArchmagiPosition, made: Spellcast, shielded: Args) -> list[Step]:
    """Return the steps of a mass attack: the lot that picks a victim, questions about artifacts, the dice."""
    hit = targets(position, made, shielded)
    if not hit:
        return []
    if "one" in SPELLS[made.spell].row.affects:
        return [OneOf(made, tuple(hit))]
    return _asked(position, made, tuple(hit))


def targets(position: ArchmagiPosition, made: Spellcast, shielded: Args) -> list[int]:
    """Return the units that a spell attacks: those of its group that it can touch, no sheltered or immune ones."""
    return touched(position, made, [unit for unit in group(position, made) if unit not in shielded])


def group(position: ArchmagiPosition, made: Spellcast) -> list[int]:
    """Return all units of the group at which an attack is aimed (spell-rule.12)."""
    battle = position.battle
    if battle is not None:
        return [unit for seat in battle.seats for unit in position.stack(battle.hex, seat)]
    units = [unit for key in made.stacks for unit in position.stacks.get(key, [])]
    return units + [
        unit for hex in made.hexes for seat in position.owners_in(hex) for unit in position.stack(hex, seat)
    ]


def touched(position: ArchmagiPosition, made: Spellcast, units: Iterable[int]) -> list[int]:
    """Return those of some units that a spell can attack (spell-rule.11, spell-rule.12)."""
    words = SPELLS[made.spell].row.affects.split()
    return [
        unit
        for unit in units
        if not is_immune(position, unit)
        and not sheltered(position, unit)
        and all(_is(position, unit, word) for word in words)
    ]


def _is(position: ArchmagiPosition, unit: int, word: str) -> bool:
    if word == "nonflying":
        return not traits(position, unit) & FLYING
    if word == "nontransported":
        return position.carriers[unit] < 0
    return word == "one" or bool(traits(position, unit) & _WANTED[word])


def _asked(position: ArchmagiPosition, made: Spellcast, hit: Args) -> list[Step]:
    """Owners may reveal artifacts that help; if any artifact is borne at all, they are asked whether they can or
    not.
    """
    owners = {position.owners[unit] for unit in hit}
    seats = [seat for seat in position.clockwise(made.seat) if seat in owners and asks(position, seat)]
    questions: list[Step] = [Bracing(seat, made, hit) for seat in seats] if artifacts_borne(position) else []
    return [*questions, Blows(made, hit)]


class OneOf(Chances, frozen=True, tag=True):
    """One unit by lot, hidden ones included (spell-rule.20)."""

    made: Spellcast
    hit: Units
    title = "Spell"
    clause = "archmagi/spell-rule.20"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of the stack."""
        return Draw(1, len(self.hit), "who is struck")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show the victim to those who know the unit."""
        unit = self.hit[outcome[0]]
        seat = position.owners[unit]
        say_of_units(
            log, position, "It strikes {}.", unit, otherwise="It strikes a unit.", clause=self.clause, seat=seat
        )
        position.then(*_asked(position, self.made, (unit,)))


def braces(position: ArchmagiPosition, seat: int, hit: Args) -> list[tuple[int, int]]:
    """Return the units of a seat under attack with artifacts that would help, at most one for each unit
    (spell-rule.11).
    """
    found = []
    battle = position.battle
    for unit in hit:
        if position.owners[unit] != seat or unit in [step_unit for step_unit, _ in _braced(position)]:
            continue
        if battle is not None and unit in battle.aids:
            continue
        for artifact in position.gear[unit]:
            row = ARTIFACTS[gear_kind(artifact)].row
            if (row.brm or row.negates == "fire") and can_use(position, unit, artifact) and not row.one_use:
                found.append((unit, artifact))
    return found


def _braced(position: ArchmagiPosition) -> tuple[tuple[int, int], ...]:
    step = next((step for step in reversed(position.agenda) if isinstance(step, Blows)), None)
    return step.braced if step else ()


def _brace_units(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    return list(dict.fromkeys(caller(position, seat, unit) for unit, _ in braces(position, seat, step.hit)))


def _brace_items(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    unit = find(position, seat, args[0])
    return sorted({gear_kind(artifact) for other, artifact in braces(position, seat, step.hit) if other == unit})


BRACE = clicked(
    "brace",
    "Reveal an artifact",
    Slot("", UNIT, "Which unit reveals an artifact?", _brace_units, "archmagi/spell-rule.11"),
    Slot("with", ITEM, "Which artifact?", _brace_items, "archmagi/spell-rule.11"),
    clause="archmagi/spell-rule.11",
    weight=2,
)
BE_STRUCK = plain("let it come", "Let it come", key="Enter")


class Bracing(Asks, frozen=True, tag=True):
    """Before the dice an owner may reveal one artifact of each unit under attack."""

    seat: int
    made: Spellcast
    hit: Units
    title = "Spell"
    clause = "archmagi/spell-rule.11"
    still_asked = "what the units bear is hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The owner."""
        return (self.seat,) if self.seat not in position.gone else ()

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Reveal, or let it come."""
        prompt = f"**{SPELLS[self.made.spell].name}** attacks your units."
        return Acts(position, seat, _BRACING.verbs, prompt, Act(BE_STRUCK.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the artifact on the blows to come, and ask again."""
        _BRACING.do(self, position, seat, choice, log)

    def brace(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Reveal an artifact; more may follow (spell-rule.11)."""
        unit = find(position, seat, args[0])
        artifact = next(a for a in position.gear[unit] if gear_kind(a) == args[1])
        for at in range(len(position.agenda) - 1, -1, -1):
            step = position.agenda[at]
            if isinstance(step, Blows):
                position.agenda[at] = Blows(step.made, step.hit, (*step.braced, (unit, artifact)))
                break
        if position.battle is not None:
            show(position, unit)
            position.battle.aids[unit] = artifact
        tell_bearer(log, position, unit, artifact, self.clause)
        position.then(self)


_BRACING = Verbs((BRACE, Bracing.brace), BE_STRUCK)


class Blows(Chances, frozen=True, tag=True):
    """A die for the spell and one for the unit, for each unit; a Sphinx throws one more."""

    made: Spellcast
    hit: Units
    braced: tuple[tuple[Unit, int], ...] = ()
    title = "Spell"
    clause = "archmagi/spell-rule.11"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """All the dice."""
        return Roll(sum(dice_for(position, unit) for unit in self.hit), 6, SPELLS[self.made.spell].name)

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Mix the pairs before anybody else sees them (view.5)."""
        position.then(Mixing(self.made, self.hit, self.braced, outcome))


def dice_for(position: ArchmagiPosition, unit: int) -> int:
    """Return how many dice are thrown over a unit, the spell's included."""
    return 3 if KINDS[position.kinds[unit]].extra_die else 2


class Mixing(Chances, frozen=True, tag=True):
    """The order in which all see the pairs of dice is drawn at random (view.5)."""

    made: Spellcast
    hit: Units
    braced: tuple[tuple[Unit, int], ...]
    dice: Args
    title = "Spell"
    clause = "archmagi/view.5"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """An order of the units; it shows as the order of the dice, so the draw itself is no secret."""
        return Draw(len(self.hit), len(self.hit), "the order in which the dice are shown")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show the dice, and open the window for rerolls."""
        firsts = []
        at = 0
        for unit in self.hit:
            firsts.append((at, dice_for(position, unit)))
            at += dice_for(position, unit)
        mixed = tuple(first + n for unit in outcome for first, count in [firsts[unit]] for n in range(count))
        where = position.hexes[self.hit[0]]
        throw = Throw(SPELLS[self.made.spell].name, self.dice, where, mixed)
        if log:
            text = f"**{SPELLS[self.made.spell].name}** strikes {amount(len(self.hit), 'unit')}."
            log.say(text, clause=self.clause, dice=throw.public, places=(position.land.ids[where],))
        ask_for_rerolls(position, throw, Struck(self.made, self.hit, self.braced))


class Struck(Automatic, frozen=True, tag=True):
    """All rolls are made before any unit is removed; a Martyr that survived its own may die for one of the beaten."""

    made: Spellcast
    hit: Units
    braced: tuple[tuple[Unit, int], ...]
    dice: Args = ()
    title = "Spell"
    clause = "archmagi/spell-rule.11"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Compare the totals; the beaten are doomed."""
        beaten, at = [], 0
        helped = dict(self.braced)
        for unit in self.hit:
            count = dice_for(position, unit)
            dice = self.dice[at : at + count]
            at += count
            spell, own = totals(position, self.made.spell, unit, dice, helped.get(unit, -1))
            if log:
                _tell_owner(position, log, unit, spell, own)
            if spell > own:
                beaten.append(unit)
        position.then(*(Doomed(unit, "defeated", tuple(beaten)) for unit in beaten), FillPlaces())


def totals(position: ArchmagiPosition, spell: int, unit: int, dice: Args, artifact: int = -1) -> tuple[int, int]:
    """Return the totals of a spell and of a unit with their dice, the spell’s first; the lower one is beaten."""
    return (
        dice[0] + spell_strength(position, spell, unit, artifact),
        sum(dice[1:]) + defence(position, unit, artifact),
    )


def _tell_owner(position: ArchmagiPosition, log: Log, unit: int, spell: int, own: int) -> None:
    seat, name = position.owners[unit], KINDS[position.kinds[unit]].name
    log.say(f"{name}: the spell {spell}, the unit {own}.", clause="archmagi/view.5", seat=seat, knowers=(seat,))


def spell_strength(position: ArchmagiPosition, spell: int, unit: int, artifact: int) -> int:
    """Return what a mass attack adds to its die against a unit: its number, Slay and Curse; nothing for an element that
    is warded off (spell-rule.17, spell/curse, artifact/brooch-of-fire-resistance, spell/elemental-shield).
    """
    row = SPELLS[spell]
    mask = traits(position, unit)
    warded = row.row.element in _ELEMENTAL and any(
        effect.unit == unit and effect.source == SPELL["elemental-shield"] for effect in position.lasting
    )
    aid = position.battle.aids.get(unit, -1) if position.battle is not None else -1
    for worn in (artifact, aid):
        if worn >= 0 and row.row.element == "fire" and ARTIFACTS[gear_kind(worn)].row.negates == "fire":
            warded = True
    total = 0 if warded else row.brm + sum(slay.value for slay in row.slays if slay.hits(mask))
    cursed = sum(1 for effect in position.lasting if effect.unit == unit and effect.source == SPELL["curse"])
    return total + SPELLS[SPELL["curse"]].brm * cursed


def defence(position: ArchmagiPosition, unit: int, artifact: int) -> int:
    """Return what a unit adds to its die against a mass attack: printed BRM, home ground, what lasts on it, its
    artifact. A weak unit gains nothing by strength or bravery (spell/weakness).
    """
    kind, weak = position.kinds[unit], is_weak(position, unit)
    total = KINDS[kind].brm + is_home(position, kind, position.hexes[unit])
    for effect in position.lasting:
        blessed = effect.side == position.owners[unit] and effect.is_of_spell  # a comrade's artifact does not count
        if effect.unit == unit or blessed:
            total += 0 if weak and virtue(effect) else effect.brm
    aid = position.battle.aids.get(unit, -1) if position.battle is not None else -1
    worn = artifact if artifact >= 0 else aid
    if worn >= 0 and worn in position.gear[unit] and not (weak and ARTIFACTS[gear_kind(worn)].slug in STRENGTH):
        total += artifact_brm(position, unit, worn)
    return total
