"""How the Combat Results Table (albion/16.0a, 16.1.7, 16.1.8) is read, once the dice have fallen and, for the odds,
before.
"""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.chance import Roll
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.games.albion.pack.charts import Charts
from tanelorn.games.albion.state.battle import Battle, Force, Round
from tanelorn.games.albion.state.printed.nouns import SEATS_WITHIN
from tanelorn.games.albion.state.printed.world import World

THROW = Roll(2, 6, "a round of combat")
"""What is rolled for a round."""


def read(charts: Charts, one: Round, dice: tuple[int, ...]) -> Round:
    """Return a round with its dice and what the table says to both (16.0a, 16.1.7, 16.1.8, 16.2.6, 16.3.5,
    chart/crt).
    """
    total = sum(dice) + sum(n for _, n, _ in one.terms)
    result = charts.combat(one.column, total)
    letters, retreats = ["", ""], [False, False]
    here, there = one.attacker, 1 - one.attacker
    letters[here], letters[there] = result.attacker, result.defender
    retreats[here], retreats[there] = result.attacker_retreats, result.defender_retreats
    return structs.replace(
        one, dice=dice, total=total, letters=(letters[0], letters[1]), retreats=(retreats[0], retreats[1])
    )


def column_of(charts: Charts, one: Round) -> int:
    """Return the column of a round's ratio, shifted by what shifts it and held at the ends of the table (16.1.5,
    16.2.4, 16.3.3).
    """
    attack, defence = one.forces[one.attacker].strength, one.forces[1 - one.attacker].strength
    column = charts.ratio_column(attack, defence) + sum(n for _, n, _ in one.shifts)
    return min(max(column, 0), len(charts.columns) - 1)


def retreats_ahead(world: World, battle: Battle, one: Round, *, assumed: str = "") -> Odds:
    """Return who may have to retreat by the roll of a round; a garrison stays inside its walls (17.1c)."""
    ends: tuple[End, ...] = tuple((f"{SEATS_WITHIN[seat]} retreat{'s' if seat else ''}", 1 - seat) for seat in (0, 1))
    both, nobody = ("both sides retreat", -1), ("nobody retreats", -1)

    def end(dice: tuple[int, ...]) -> End:
        after = read(world.charts, one, dice)
        leave = [seat for seat in (0, 1) if after.retreats[seat] and seat != battle.inside]
        return nobody if not leave else both if len(leave) == 2 else ends[leave[0]]

    order = (ends[1 - one.attacker], nobody, both, ends[one.attacker])
    return reckon(THROW, end, order, assumed=assumed)


def blows_ahead(world: World, one: Round, names: tuple[str, str], *, assumed: str = "") -> Odds:
    """Return who may be struck by the roll of a round between two champions, by seat (16.4a, 16.5a)."""
    ends: tuple[End, ...] = tuple((f"{names[seat]} is struck", 1 - seat) for seat in (0, 1))
    both, neither = ("both are struck", -1), ("neither is struck", -1)

    def end(dice: tuple[int, ...]) -> End:
        after = read(world.charts, one, dice)
        struck = [s for s in (0, 1) if world.charts.loss(after.letters[s], after.forces[s].size).wounds]
        return neither if not struck else both if len(struck) == 2 else ends[struck[0]]

    order = (ends[1 - one.attacker], both, neither, ends[one.attacker])
    return reckon(THROW, end, order, assumed=assumed)


def as_last_said(charts: Charts, last: Round, seat: int, own: Force) -> Round:
    """Return the next round as a seat may expect it that attacks in it with a force of its own: the enemy is as strong
    as it said last, and what moved the last roll moves this one too.
    """
    gain = 1 if last.attacker == seat else -1
    forces = (own, last.forces[1]) if seat == 0 else (last.forces[0], own)
    one = Round(
        seat,
        forces,
        tuple((why, n * gain, clause) for why, n, clause in last.terms),
        tuple((why, n * gain, clause) for why, n, clause in last.shifts),
    )
    return structs.replace(one, column=column_of(charts, one))
