"""Combats that have been declared, the one that is being fought, and what both players have heard of it (15.0, 16.0)."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["battle", "engagement", "melee"]
Form = Literal["duel", "trial"]


class Fight(msgspec.Struct, frozen=True):
    """A combat declared by the active player (5.D.5a, f): where, and which of the three; at sea on which coast.

    `overrun` is one fought on the march by the group in hand (12.5).
    """

    hex: int
    kind: Kind
    coast: int = -1
    overrun: bool = False


class Challenge(msgspec.Struct, frozen=True):
    """A duel arcane or trial by combat offered for a fight (15.4): who challenges, and who answers (-1: refused)."""

    fight: Fight
    form: Form
    seat: int
    champion: int
    opponent: int = -1
    accepted: bool = False


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
    `declined` are the forms of challenge that each seat has refused at a cost (16.1.6). `favour` is the seat that has
    won the meeting of Imric and Auberon. `teeth` are the dragon's men each seat has left. `over` says why it ended.
    `champions` are the two who fight a challenge, by seat, -1 otherwise; `form` which one.
    """

    fight: Fight
    opener: int
    attacker: int
    terrain: str = ""
    inside: int = -1
    sortie: bool = False
    declined: list[list[str]] = [[], []]
    favour: int = -1
    teeth: list[int] = [0, 0]
    form: str = ""
    champions: list[int] = [-1, -1]
    rounds: list[Round] = []
    over: str = ""

    def copy(self) -> Battle:
        """Return an independent copy."""
        new: Battle = self.__copy__()  # type: ignore[attr-defined]
        new.declined = [words[:] for words in self.declined]
        new.teeth = self.teeth[:]
        new.champions = self.champions[:]
        new.rounds = self.rounds[:]
        return new
