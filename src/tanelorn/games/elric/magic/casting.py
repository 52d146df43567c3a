"""Laying spells face down for battles to come (elric/9.2, 10.2c, 12.2, 12.3): who may lay which, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.melniboneans.taking_part import abstaining, why_apart
from tanelorn.games.elric.state.battle import Fight, Laid
from tanelorn.games.elric.state.dominance import bonus, maintained_by
from tanelorn.games.elric.state.position import CAST, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import attackers, defenders
from tanelorn.games.elric.state.words import SPELL_WORDS, area_words, ends, name, plain, seat_name, unit_words

MOST = 3
"""Spells that a player may use in one battle (9.2b)."""


class LaySpells(Automatic, frozen=True, tag=True):
    """The active player commits first, then each defender in the order of play, battle by battle (9.2a)."""

    seat: int
    title = "Magic"
    clause = "elric/9.2a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push what each may be asked."""
        if not terms_of(position).magic:  # captured spells do nothing but muster (14.1f)
            return
        order = position.playing()
        at = order.index(self.seat) if self.seat in order else 0
        position.then(
            *(
                LayFor(seat, fight)
                for seat in (*order[at:], *order[:at])
                for fight in position.fights
                if seat in (self.seat, fight.foe)
            )
        )


class LayFor(Automatic, frozen=True, tag=True):
    """A player lays spells for one battle while they might have another to lay (9.2b, 9.2c)."""

    seat: int
    fight: Fight
    title = "Magic"
    clause = "elric/9.2b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask by what everybody can see: magicians who have not cast and hold spells, or may conjure (9.2f)."""
        if any(_could_lay(position, unit) for unit in casters(position, self.fight, self.seat)):
            position.then(Laying(self.seat, self.fight))


def casters(position: ElricPosition, fight: Fight, seat: int) -> list[int]:
    """Return the magicians with whom a player may still lay spells for a battle: those in it who take part and have
    laid none for it, three at most (9.2b to 9.2d, 12.0c).
    """
    busy = {laid.caster for laid in position.laid if laid.fight == fight and laid.seat == seat}
    if len(busy) >= MOST:
        return []
    world = position.world
    sides = _sides(position, fight)
    own = sides[0 if seat == position.active else 1]
    found = [unit for unit in own if world.spells[unit] and unit not in busy]
    apart = abstaining(position, fight, sides) if found else []
    return [unit for unit in found if unit not in apart]


def _sides(position: ElricPosition, fight: Fight) -> tuple[list[int], list[int]]:
    return attackers(position, fight, position.active), defenders(position, fight)


def _could_lay(position: ElricPosition, unit: int) -> bool:
    hand = position.hand(unit)
    if any(spell in position.maintained for spell in hand):
        return True
    if position.did[unit] & CAST:
        return False
    return position.world.conjures[unit] or any(spell not in position.flights for spell in hand)


def layable(position: ElricPosition, unit: int) -> list[int]:
    """Return the spells that a magician may lay: only a maintained one, if there is one; otherwise, before casting, any
    that are useful in a battle and open to that magician (9.2c, 13.4a).
    """
    hand = position.hand(unit)
    kept = [spell for spell in hand if spell in position.maintained]
    if kept:
        return [spell for spell in kept if not why_not(position.world, unit, spell)[0]]
    if position.did[unit] & CAST:
        return []
    return [spell for spell in hand if spell not in position.flights and not why_not(position.world, unit, spell)[0]]


def why_not(world: World, unit: int, spell: int) -> tuple[str, str]:
    """Return why a spell is useless to a magician in a battle, and the clause; both empty if it is useful. The Dragons
    serve Dragon Masters and Elric alone (9.3.3, 12.0a, 12.3a, 16.6/dragons), and the Dead Gods' Book nobody
    (16.2/dead-gods-book).
    """
    face = SPELLS[spell]
    if face.kind == "dragons" and unit != world.elric and not world.units[unit].dragonmaster:
        return "Only the Dragon Masters and Elric can call the Dragons.", "elric/12.3a"
    if (
        face.fights
        or face.eats_land
        or face.eats_sea
        or face.kind in ("quaolnargn", "dispel-magic-a", "dispel-magic-b")
    ):
        return "", ""
    return f"{face.name} has no use in a battle.", face.clause


def may_conjure(position: ElricPosition, unit: int) -> bool:
    """Tell whether a magician may lay a marker to draw a spell blindly at the reveal (9.2f, 12.1.3d, 12.2)."""
    kept = maintained_by(position, unit)
    return position.world.conjures[unit] and not position.did[unit] & CAST and kept < 0


class Laying(AsksOne, frozen=True, tag=True):
    """Lay one spell face down for a battle, or stop (9.2a); asked again after each."""

    fight: Fight
    title = "Laying spells"
    clause = "elric/9.2a"
    still_asked = "what a hand can lay is hidden"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each magician's spells, a marker for those who may conjure, or enough."""
        return ACTS.asked(Side(position, seat, self.fight), self._prompt(position), default=plain("enough"))

    def _prompt(self, position: ElricPosition) -> str:
        foe = self.fight.foe if self.seat == position.active else position.active
        against = seat_name(position, foe) if foe >= 0 else "the city’s own defence"
        laid = sum(laid.fight == self.fight and laid.seat == self.seat for laid in position.laid)
        place = position.world.areas[self.fight.area].name
        return f"Battle in {place} against {against}: {laid} of {MOST} spells are laid."

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Lay it; the others see only that something lies there."""
        ACTS.do(Side(position, seat, self.fight), choice, log)


class Side(NamedTuple):
    """Who may lay spells, and for which battle."""

    position: ElricPosition
    seat: int
    fight: Fight


def _fits(side: Side) -> Iterator[Act]:
    position, seat, fight = side
    for unit in casters(position, fight, seat):
        for spell in layable(position, unit):
            yield _act(position.world, fight, unit, spell)
        if may_conjure(position, unit):
            yield _act(position.world, fight, unit, -1)


class LaidBy(NamedTuple):
    """A spell that is laid, -1 for a marker, and by whom."""

    spell: int
    unit: int

    @classmethod
    def of(cls, act: Act) -> LaidBy:
        """Read an act that lays a spell."""
        return cls(*act.args)


def _act(world: World, fight: Fight, unit: int, spell: int) -> Act:
    words = "marker" if spell < 0 else SPELL_WORDS[spell]
    pick = "button:marker" if spell < 0 else f"card:{SPELLS[spell].id}"
    text = f"lay {words} from {unit_words(world)[unit]} at {area_words(world)[fight.area]}"
    return Act("lay", LaidBy(spell, unit), text, (f"piece:{world.units[unit].id}", pick))


def _lay(side: Side, act: Act, log: Log) -> None:
    position, seat, fight = side
    spell, unit = LaidBy.of(act)
    position.laid = [*position.laid, Laid(fight, seat, unit, spell)]
    if spell not in position.maintained:
        position.did[unit] |= CAST
    position.then(LayFor(seat, fight))
    if log:
        who = f"**{name(position.world, unit)}**"
        what = "a marker, to draw a spell blindly" if spell < 0 else f"**{SPELLS[spell].name}**"
        log.say(
            f"{who} lays {what}.",
            clause=Laying.clause,
            seat=seat,
            places=(position.world.areas[fight.area].id,),
            knowers=(seat,),
            otherwise=f"A spell lies face down beside {who}.",
        )


def _labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    world, labels = side.position.world, {}
    for act in acts:
        spell, unit = LaidBy.of(act)
        worth = "" if world.influence[unit] else f"does not fight: –{world.value[unit]}"
        labels[act.path[0]] = Pick(act.path[0], name(world, unit), "casts one spell this turn", worth)
        labels[act.path[1]] = _spell_label(side, spell)
    return labels


def _spell_label(side: Side, spell: int) -> Pick:
    if spell < 0:
        return Pick("button:marker", "Draw blindly (!)", "A spell is drawn at the reveal and must be used.", risk=True)
    face = SPELLS[spell]
    worth = f"adds {face.value + bonus(side.position, spell)}" if face.fights else "a special effect"
    sea = side.position.world.areas[side.fight.area].sea
    vain = (face.eats_land or face.eats_sea) and not (face.eats_sea if sea else face.eats_land)
    note = f"{face.text} No effect here but on the Balance." if vain else face.text
    return Pick(f"card:{face.id}", f"{face.name}: {worth}", note, risk=vain)


def _refused(side: Side) -> list[Refusal]:
    position, seat, fight = side
    refused = []
    sides = _sides(position, fight)
    apart = abstaining(position, fight, sides)
    for unit in sides[0 if seat == position.active else 1]:
        for spell in position.hand(unit):
            act = _act(position.world, fight, unit, spell)
            kept_out = why_apart(position, sides, unit) if unit in apart else ""
            why, clause = _refusal(side, unit, spell, kept_out)
            if why:
                refused.append(Refusal(act.text, why, clause))
    return refused


def _refusal(side: Side, unit: int, spell: int, kept_out: str) -> tuple[str, str]:
    position, seat, fight = side
    world = position.world
    who = name(world, unit)
    kept = [other for other in position.maintained if position.holder(other) == unit]
    if not world.spells[unit]:
        return f"{who} is no magician and holds a spell for its muster only.", "elric/9.5a"
    if kept_out:
        return f"{who} takes no part in this battle.", kept_out
    if kept and spell not in kept:
        return f"{who} maintains a spell and throws no other.", "elric/13.4a"
    if position.did[unit] & CAST and not kept:
        return f"{who} has cast a spell in this turn.", "elric/9.2c"
    if sum(laid.fight == fight and laid.seat == seat for laid in position.laid) >= MOST:
        return "Three spells are the most that a player may use in a battle.", "elric/9.2b"
    if spell in position.flights:
        return f"{SPELLS[spell].name} flies to the end of its term.", "elric/16.1/jeweled-bird"
    return why_not(world, unit, spell)


ACTS: Verbs[Side] = Verbs(
    Verb("lay", fits=_fits, does=_lay, labels=_labels, refused=_refused), ends("enough", "No more spells here")
)


def return_spells(position: ElricPosition, fight: Fight, log: Log) -> None:
    """Return spells laid for a battle that is not fought to their casters, unseen; they still count as cast this turn
    (10.2c).
    """
    laid = [one for one in position.laid if one.fight == fight]
    position.laid = [one for one in position.laid if one.fight != fight]
    if laid and log:
        who = ", ".join(f"**{name(position.world, one.caster)}**" for one in laid)
        log.say(f"No battle follows: what was laid goes back to {who}.", clause="elric/10.2c")
