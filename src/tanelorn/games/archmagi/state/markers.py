"""Markers on the table: effects that last, spells announced, the battle that is fought, what a seat has seen."""

from __future__ import annotations

import msgspec

from tanelorn.games.archmagi.state.codes import Source, StackKey, artifact_laying, is_spell
from tanelorn.games.archmagi.state.numbers import Unit, Units

ROLL, BATTLE, TURN, ROUNDS, LAND, GAME = range(6)
"""How long something lasts (term.4): one battle round, the battle, the turn, rounds of the game, until land, for
good.
"""

SWAP, GUARD, PARALYZE, POWER, BEATEN, HEALED, TAKEN = (1 << bit for bit in range(7))
"""What a unit has used up in this battle (battle.39); BEATEN: it has been defeated once (trait/regenerate); TAKEN: it
has changed sides in this battle round (control.1).
"""


class Lasting(msgspec.Struct, frozen=True):
    """An effect that lasts. It lies on a unit, on a side (a seat), on a hex, or on the border of two hexes (term.4).

    `bound` is the caster with whom it ends or goes. `left` rounds are counted on the turns of `clock` (term.9).
    """

    source: Source
    scale: int
    unit: Unit = -1
    side: int = -1
    hex: int = -1
    other: int = -1
    bound: Unit = -1
    brm: int = 0
    mask: int = 0
    left: int = 0
    clock: int = -1

    @property
    def artifact(self) -> int:
        """The kind of artifact that it comes from, -1 if it comes from none."""
        return artifact_laying(self.source)

    @property
    def is_of_spell(self) -> bool:
        """Whether a spell has laid it."""
        return is_spell(self.source)


class Sighting(msgspec.Struct, frozen=True):
    """What lay under a banner when it was last seen: kinds, artifacts if they were shown, and the round."""

    kinds: tuple[int, ...]
    artifacts: tuple[int, ...]
    round: int


class Spellcast(msgspec.Struct, frozen=True):
    """A spell that has been announced and has not taken effect yet (response.1).

    `unit` is the caster, `hex` where it stood. Targets are fixed: `units`, `hexes`, `stacks`, `kinds` of the
    caster's reserve, `artifact`. `flag` is a choice such as "fight at once". `scrolls` is the artifact it was cast
    from, or -1. `far`: Farcast carries it. `answers`: it was cast in answer to a spell or a die.
    """

    spell: int
    seat: int
    unit: Unit
    hex: int
    units: Units = ()
    hexes: tuple[int, ...] = ()
    stacks: tuple[StackKey, ...] = ()
    kinds: tuple[int, ...] = ()
    artifact: int = -1
    flag: int = 0
    scrolls: int = -1
    far: bool = False
    answers: bool = False
    carried: Spellcast | None = None


class Battle(msgspec.Struct, kw_only=True):
    """A battle between the stacks of two seats in one hex; everything by side: attacker 0, defender 1.

    `shown` are the units revealed, in order; `late` those of them revealed since the dice of this battle round were
    thrown, which add nothing to that roll (battle.41). `held` tells until which battle round a unit is paralysed,
    `used` what it has used up, `aids` its one artifact (artifact-rule.1). `borrowed` units fight for the other side
    (spell/charm); `added` came from a reserve for this battle. `fallen` are (seat, kind); `revive` the spells that
    wait for the end: (seat, spell, caster, far). `dice` are those of the last roll. The dice are `thrown`, and once no
    die is thrown again, they have `rolled`.
    """

    hex: int
    seats: tuple[int, int]
    round: int = 0
    segment: int = 0
    fighters: list[Unit] = []
    attacks: list[int] = []
    shown: list[Unit] = []
    late: list[Unit] = []
    held: dict[Unit, int] = {}
    used: dict[Unit, int] = {}
    aids: dict[Unit, int] = {}
    spent: list[int] = []
    borrowed: list[Unit] = []
    added: list[Unit] = []
    fallen: list[tuple[int, int]] = []
    revive: list[tuple[int, int, Unit, bool]] = []
    dice: list[tuple[int, ...]] = []
    turn: int = 0
    passes: int = 0
    thrown: bool = False
    rolled: bool = False
    over: bool = False

    def copy(self) -> Battle:
        """Return an independent copy."""
        return Battle(
            hex=self.hex,
            seats=self.seats,
            round=self.round,
            segment=self.segment,
            fighters=self.fighters[:],
            attacks=self.attacks[:],
            shown=self.shown[:],
            late=self.late[:],
            held=self.held.copy(),
            used=self.used.copy(),
            aids=self.aids.copy(),
            spent=self.spent[:],
            borrowed=self.borrowed[:],
            added=self.added[:],
            fallen=self.fallen[:],
            revive=self.revive[:],
            dice=self.dice[:],
            turn=self.turn,
            passes=self.passes,
            thrown=self.thrown,
            rolled=self.rolled,
            over=self.over,
        )

    @property
    def counting(self) -> list[int]:
        """The revealed units that can add to the roll of this battle round (battle.41)."""
        return [unit for unit in self.shown if unit not in self.late] if self.late else self.shown

    def side(self, seat: int) -> int:
        """Return 0 for the attacker, 1 for the defender, -1 for others."""
        return self.seats.index(seat) if seat in self.seats else -1

    def has_used(self, unit: int, right: int) -> bool:
        """Tell whether a unit has used a right up in this battle."""
        return bool(self.used.get(unit, 0) & right)

    def forget(self, unit: int, *, alive: bool = False) -> None:
        """Forget a unit that is out of the battle (battle.31). If it is alive, what it has used up is kept, for it may
        be called back (battle.39), and so is what waits for the end (battle.35).
        """
        self.fighters = [-1 if fighter == unit else fighter for fighter in self.fighters]
        for row in (self.shown, self.late, self.borrowed, self.added):
            if unit in row:
                row.remove(unit)
        self.held.pop(unit, None)
        if not alive:
            self.used.pop(unit, None)
            self.aids.pop(unit, None)
            self.revive = [promise for promise in self.revive if promise[2] != unit]

    def use(self, unit: int, right: int) -> None:
        """Use a right up."""
        self.used[unit] = self.used.get(unit, 0) | right

    def is_held(self, unit: int) -> bool:
        """Tell whether a unit is paralysed in this battle round (paralyze.3)."""
        return self.held.get(unit, -1) >= self.round

    def is_idle(self, unit: int) -> bool:
        """Tell whether a unit helps nobody in this battle round: paralysed, or just taken over (control.1)."""
        return self.is_held(unit) or self.has_used(unit, TAKEN)
