"""A tipped Balance (elric/13.4, 13.5): spells that stay on the board, and how it is restored."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import into_hand, room
from tanelorn.games.elric.state.position import FACE_UP, TRACK, ElricPosition
from tanelorn.games.elric.state.words import button, name, plain

RESTORES = 12
"""What sacrifices must be worth, beside the dominant spells that lie open (13.5a)."""


def dominant(position: ElricPosition) -> str:
    """Return the alignment to which the Balance is tipped, empty while it is not."""
    return ("", "chaos", "law")[position.tipped]


# Spells that were used


def after_use(
    position: ElricPosition, spell: int, caster: int, area: int = -1, *, turned: bool = False, escape: bool = False
) -> None:
    """Settle what becomes of a spell that was used as magic in an area: that of the battle, or of its caster, unless
    said. It is discarded; while the Balance is tipped a dominant one stays, with its caster or face up where it was
    used, and a Neutral one may stay with him (13.4a, 13.4b). One that has `turned` on him is nobody's (9.2g); one that
    helped him to `escape` may be left behind, though he maintained it.
    """
    if area < 0:
        area = position.battle.fight.area if position.battle is not None else position.area[caster]
    stays = position.tipped and SPELLS[spell].alignment in (dominant(position), "neutral")
    if not stays or area < 0:
        position.discard(spell)
    else:
        position.then(AfterUse(spell, caster, area, turned, escape))


def maintained_by(position: ElricPosition, unit: int) -> int:
    """Return the spell that a magician maintains, -1 for none (13.4a)."""
    return next((spell for spell in position.maintained if position.where[spell] == unit), -1)


def may_maintain(position: ElricPosition, spell: int, caster: int) -> bool:
    """Tell whether a caster may keep a spell: he is in play, or may still escape, maintains no other, and has it or has
    room for it.
    """
    if position.owner[caster] < 0 or not position.world.spells[caster]:
        return False
    if maintained_by(position, caster) not in (-1, spell):
        return False
    return position.where[spell] == caster or (position.where[spell] < 0 and room(position, caster) > 0)


def let_go(position: ElricPosition, spell: int, area: int, log: Log) -> None:
    """Release a spell: a dominant one then lies face up where it is, another is discarded (13.4a, 13.4b)."""
    stays = SPELLS[spell].alignment == dominant(position)
    position.discard(spell)
    if stays:
        position.where[spell] = FACE_UP + area
    if log:
        place = position.world.areas[area]
        how = f"stays in **{place.name}**, free" if stays else "is gone"
        log.say(
            f"**{SPELLS[spell].name}** {how}.", clause="elric/13.4a" if stays else "elric/13.4b", places=(place.id,)
        )


def lose_hold(position: ElricPosition, spell: int, unit: int) -> None:
    """Take a spell out of the hand of one who leaves play: a dominant one that he maintained lies face up where he was
    lost, all others are discarded (9.6, 13.4a).
    """
    area = position.area[unit]
    if area < 0 and position.battle is not None:
        area = position.battle.fight.area
    stays = spell in position.maintained and SPELLS[spell].alignment == dominant(position) and area >= 0
    position.discard(spell)
    if stays:
        position.where[spell] = FACE_UP + area


class AfterUse(Automatic, frozen=True, tag=True):
    """A spell that may stay has been used (13.4a, 13.4b)."""

    spell: int
    caster: int
    area: int
    turned: bool = False
    escape: bool = False
    title = "Maintaining a spell"
    clause = "elric/13.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """One that is maintained already goes on, unless it helped an escape; else ask a caster who may keep it, or let
        it go.
        """
        kept = maintained_by(position, self.caster) == self.spell and position.owner[self.caster] >= 0
        if kept and not self.escape:
            return
        if position.tipped and not self.turned and may_maintain(position, self.spell, self.caster):
            position.then(Maintain(self.spell, self.caster, self.area))
        else:
            let_go(position, self.spell, self.area, log)


class Maintain(Asks, frozen=True, tag=True):
    """Whether the caster goes on maintaining the spell that he has used (13.4a, 13.4b)."""

    spell: int
    caster: int
    area: int
    title = "Maintaining a spell"
    clause = "elric/13.4a"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """His player."""
        return (position.owner[self.caster],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Maintain it, or let it go."""
        spell, who = SPELLS[self.spell], name(position.world, self.caster)
        after = "it is discarded" if spell.alignment == "neutral" else "it lies face up, a burden on any restoration"
        labels = [
            button("maintain", "Maintain it", note=f"{who} may use it in every battle and casts nothing else"),
            button("let go", "Let it go", note=after),
        ]
        acts = [plain("maintain"), plain("let go")]
        return Acts(acts, f"Does {who} maintain {spell.name}?", labels=lambda: dict(labels), default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Do so."""
        if choice.verb == "let go":
            let_go(position, self.spell, self.area, log)
            return
        into_hand(position, self.spell, self.caster, seen=True)
        if self.spell not in position.maintained:
            position.maintained = [*position.maintained, self.spell]
        if log:
            log.say(
                f"**{name(position.world, self.caster)}** maintains **{SPELLS[self.spell].name}**.",
                clause=self.clause,
                seat=seat,
            )


# Restoration


def owed(position: ElricPosition) -> int:
    """Return what sacrifices must be worth: 12 and the dominant spells lying open, attackers included (13.5a)."""
    side = dominant(position)
    lying = (spell for spell, where in enumerate(position.where) if where >= FACE_UP)
    return RESTORES + sum(SPELLS[spell].value for spell in lying if SPELLS[spell].alignment == side)


def given(position: ElricPosition) -> int:
    """Return what has been sacrificed (13.5a)."""
    return sum(SPELLS[spell].value for spell, where in enumerate(position.where) if where == TRACK)


def serves(position: ElricPosition, spell: int) -> bool:
    """Tell whether a spell may be sacrificed: Neutral, or against the side to which the Balance is tipped (13.5a)."""
    against = {"chaos": "law", "law": "chaos"}.get(dominant(position), "")
    alignment = SPELLS[spell].alignment
    return bool(against) and alignment in ("neutral", against) and SPELLS[spell].value > 0


def sacrifice(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    """Put a spell on the marker on the Turn Track, and see whether it is enough (13.5a)."""
    position.discard(spell)
    position.where[spell] = TRACK
    if log:
        log.say(
            f"**{name(position.world, unit)}** sacrifices **{SPELLS[spell].name}**: "
            f"{given(position)} of {owed(position)}.",
            clause="elric/13.5a",
            seat=position.owner[unit],
        )
    check_restored(position, log)


def check_restored(position: ElricPosition, log: Log) -> None:
    """Restore the Balance if enough has been sacrificed (13.5a)."""
    if position.tipped and given(position) >= owed(position):
        restore(position, log)


def restore(position: ElricPosition, log: Log) -> None:
    """Put the marker back to the centre; what was sacrificed and what was kept on the board is discarded (13.5c)."""
    kept = [spell for spell, where in enumerate(position.where) if where == TRACK or where >= FACE_UP]
    for spell in (*kept, *position.maintained):
        position.discard(spell)
    position.tipped = position.balance = position.doom = 0
    if log:
        log.say("**The Balance is restored.**", clause="elric/13.5c")
