"""Combats that have been declared, the one that is fought, and what both players have heard of it (15.0, 16.0)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

import msgspec

Kind = Literal["battle", "engagement", "melee", "mental"]
Form = Literal["duel", "trial"]


class Fight(msgspec.Struct, frozen=True):
    """A combat declared by the active player (5.D.5a, f): where, and which of the three; at sea on which coast.

    `overrun` is one fought on the march by the group in hand (12.5). `terrain` is what the defender has chosen (16.1).
    A "mental" one is the duel of a Mental Attack, in the hex of its target (19.4/08).
    """

    hex: int
    kind: Kind
    coast: int = -1
    overrun: bool = False
    terrain: str = ""


class Challenge(msgspec.Struct, frozen=True):
    """A duel arcane or trial by combat offered for a fight (15.4): who challenges, and who answers (-1: refused).

    `answered` tells that the other side has spoken, `fought` that it is over, `winner` which seat's champion lives.
    """

    fight: Fight
    form: Form
    seat: int
    champion: int
    opponent: int = -1
    answered: bool = False
    fought: bool = False
    winner: int = -1

    @property
    def accepted(self) -> bool:
        """Whether somebody answers it."""
        return self.opponent >= 0


class Force(msgspec.Struct, frozen=True):
    """What is said aloud of one side in a round (11.9f): strength, the size by which losses are read, the rating."""

    strength: int
    size: int
    command: int = 0


class Round(msgspec.Struct, frozen=True):
    """One round as both players heard it: who attacked, both forces, every modifier, dice, letters and losses.

    `terms` are modifiers of the roll, `shifts` of the column, each with its reason in words and its clause.
    """

    attacker: int
    forces: tuple[Force, Force]
    terms: tuple[tuple[str, int, str], ...] = ()
    shifts: tuple[tuple[str, int, str], ...] = ()
    column: int = 0
    dice: tuple[int, ...] = ()
    total: int = 0
    letters: tuple[str, str] = ("", "")
    retreats: tuple[bool, bool] = (False, False)
    losses: tuple[tuple[int, int, bool], tuple[int, int, bool]] = ((0, 0, False), (0, 0, False))


class Battle(msgspec.Struct):
    """The combat that is being fought; public in all its fields.

    Pairs are by seat (0 Fomorian, 1 Faerie), those in `Round` too. `opener` opened it, `attacker` has the initiative.
    `inside` is the seat whose fortress the defenders are in (-1 none) and `sortie` tells that a garrison opened it.
    `turned` tells that the other side than the opener's has had the initiative. `declined` are the forms of challenge
    that each seat has refused (16.1.6). `favour` is the seat that has won the meeting of Imric and Auberon. `teeth` are
    the dragon's men each seat has left. `over` says why it ended. `champions` are the two who fight a challenge, by
    seat, -1 otherwise; `form` which one. `fighters` are those who fight a melee, by seat. `touched` tells that the Hand
    of Torbay has been laid on somebody.
    """

    fight: Fight
    opener: int
    attacker: int
    terrain: str = ""
    inside: int = -1
    sortie: bool = False
    turned: bool = False
    declined: list[list[str]] = msgspec.field(default_factory=lambda: [[], []])
    favour: int = -1
    teeth: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    form: str = ""
    champions: list[int] = msgspec.field(default_factory=lambda: [-1, -1])
    fighters: list[list[int]] = msgspec.field(default_factory=lambda: [[], []])
    touched: bool = False
    rounds: list[Round] = []
    over: str = ""

    def copy(self) -> Battle:
        """Return an independent copy."""
        new: Battle = self.__copy__()  # type: ignore[attr-defined]
        new.declined = [words[:] for words in self.declined]
        new.teeth = self.teeth[:]
        new.champions = self.champions[:]
        new.fighters = [persons[:] for persons in self.fighters]
        new.rounds = self.rounds[:]
        return new


def said_aloud(battle: Battle | None) -> list[Hashable]:
    """Return what is said aloud of a combat and was hidden before: who fights in a melee, both forces in each round
    (11.9f).
    """
    if battle is None:
        return []
    fighters = [(battle.fight, person) for side in battle.fighters for person in side]
    return [*fighters, *((battle.fight, number, one.forces) for number, one in enumerate(battle.rounds))]


RULES = {"battle": "16.1", "engagement": "16.2", "melee": "16.3", "duel": "16.4a", "trial": "16.5a"}

STRENGTHS = {"battle": "16.1.4", "engagement": "16.2.3", "melee": "16.3.2", "duel": "16.4a", "trial": "16.5a"}

LOSSES = {"battle": "16.1.10", "engagement": "16.2.8", "melee": "16.3.7"}
"""The case of each kind of combat, and its step that says what counts and what it costs."""


def kind_of(battle: Battle) -> str:
    """Return which kind of combat is fought: battle, engagement, melee, duel or trial."""
    return battle.form or battle.fight.kind


def words_of(battle: Battle) -> str:
    """Return what a combat is called."""
    if battle.form:
        return "Mental Attack" if battle.fight.kind == "mental" else FORMS[battle.form]
    return "overrun" if battle.fight.overrun else battle.fight.kind


FORMS = {"duel": "duel arcane", "trial": "trial by combat"}
"""The two challenges in words."""
