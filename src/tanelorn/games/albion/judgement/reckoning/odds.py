"""What a battle is expected to gain and to cost, by the charts (albion/16.1, 16.6, 7.7, 17.4)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, erf, sqrt
from typing import NamedTuple, Protocol

from tanelorn.games.albion.state.printed.world import World

DICE = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
ROUNDS = 4
PERSON = 5.0
"""What a person who is killed is worth (21.1)."""
HELPLESS = 0.5
"""How likely a person dies whose troops have all fallen (18.0)."""


class Side(NamedTuple):
    """One side: what its troops are worth in the terrain, what its persons add, its size, and how many persons."""

    troops: float
    magic: float
    size: float
    persons: int
    command: int = 0
    combat: int = 0
    arcane: int = 0

    @property
    def strength(self) -> float:
        """What is said aloud."""
        return self.troops + self.magic


class Party(Protocol):
    """Those who could fight together."""

    def side(self, terrain: str) -> Side:
        """Return them as a side of a battle in a terrain."""


class Blow(NamedTuple):
    """One round: points and wounds that each side is expected to lose, variance of the defender's, retreats."""

    own_points: float
    own_wounds: float
    points: float
    wounds: float
    spread: float
    own_retreat: float
    retreat: float


class Prospect(NamedTuple):
    """What an attack is expected to gain and to cost, in Victory Points, and how likely its prize is taken."""

    gain: float
    loss: float
    falls: float


@lru_cache(maxsize=20000)
def blow(world: World, column: int, term: int, own: int, foe: int) -> Blow:
    """Return what a roll does in a column, with a term on the roll, to forces of two sizes."""
    charts = world.charts
    sums = [0.0] * 7
    for total, chance in DICE.items():
        result = charts.combat(column, total + term)
        mine, theirs = charts.loss(result.attacker, own), charts.loss(result.defender, foe)
        row = (mine.csp, mine.wounds, theirs.csp, theirs.wounds, theirs.csp**2)
        for at, value in enumerate(row):
            sums[at] += chance * value
        sums[5] += chance * result.attacker_retreats
        sums[6] += chance * result.defender_retreats
    sums[4] -= sums[2] ** 2
    return Blow(*sums)


def terms(attacker: Side, defender: Side) -> int:
    """Return what the roll is likely to be changed by: ratings, and champions whom the other side dares not meet."""
    term = attacker.command - defender.command
    if attacker.persons and defender.persons:
        term += 4 * _sign(attacker.combat - defender.combat)
        if attacker.arcane and defender.arcane:
            term += 2 * _sign(attacker.arcane - defender.arcane)
    return term


def _sign(n: int) -> int:
    return (n > 1) - (n < -1)


def crushes(world: World, attacker: Side, defender: Side, term: int) -> bool:
    """Tell whether one round, with a term on the roll besides the ratings, leaves no defender there and costs nothing,
    whatever the dice show; that champions stand aside is not reckoned on.
    """
    charts, size = world.charts, max(ceil(defender.size), 1)
    term += min(terms(attacker, defender), attacker.command - defender.command)
    column = charts.ratio_column(max(int(attacker.strength), 1), max(ceil(defender.strength), 1))
    for total in DICE:
        result = charts.combat(column, total + term)
        gone = result.defender_retreats or charts.loss(result.defender, size).csp >= size
        if not gone or result.attacker_retreats or charts.loss(result.attacker, max(int(attacker.size), 1)).csp:
            return False
    return True


def skirmish(world: World, attacker: Side, defender: Side, prize: float, inside: bool, wound: float) -> list[Prospect]:
    """Return what an attack brings if it is given up after one round, after two, and so on."""
    if attacker.strength < 1 or attacker.size <= 0:
        return [Prospect(0.0, 0.0, 0.0)]
    return _skirmish(
        world,
        attacker._replace(troops=round(attacker.troops), magic=round(attacker.magic)),
        defender._replace(troops=round(defender.troops), magic=round(defender.magic)),
        round(prize),
        inside,
        wound,
    )


@lru_cache(maxsize=20000)
def _skirmish(world: World, attacker: Side, defender: Side, prize: float, inside: bool, wound: float) -> list[Prospect]:
    term = terms(attacker, defender)
    charts, there = world.charts, 1.0
    own, foe = attacker.size, max(defender.size, 0.0)
    gain = loss = lost = spread = fallen = 0.0
    found = []
    for _ in range(ROUNDS):
        share = own / attacker.size
        left = foe / defender.size if defender.size else 0.0
        strength = int(attacker.troops * share + attacker.magic)
        against = int(defender.troops * left + defender.magic * (0.3 + 0.7 * left if defender.size else 1.0))
        column = charts.ratio_column(max(strength, 1), against)
        one = blow(world, column, term, max(round(own), 1), max(round(foe), 1))
        points = min(one.points, foe)
        gain += there * (points + wound * one.wounds * bool(defender.persons))
        loss += there * (min(one.own_points, own) + wound * one.own_wounds * bool(attacker.persons))
        lost += there * one.points
        spread += there * one.spread
        falls = _reaches(lost, spread, defender.size)
        gain += (falls - fallen) * (prize + PERSON * HELPLESS * defender.persons)
        loss += PERSON * HELPLESS * attacker.persons * max(0.0, 1 - 2 * share) * 0.5
        fallen = falls
        found.append(Prospect(gain, loss, falls))
        own, foe = max(own - one.own_points, 0.0), max(foe - one.points, 0.0)
        there *= (1 - one.own_retreat) * (1.0 if inside else 1 - one.retreat)
        if there < 0.1 or own < 0.5 or falls > 0.95:
            break
    return found


def _reaches(mean: float, spread: float, size: float) -> float:
    """Return how likely losses of a mean and a variance reach a size."""
    if size <= 0:
        return 1.0
    return 0.5 * (1 + erf((mean - size + 0.5) / sqrt(2 * (spread + 0.3))))


class Line(NamedTuple):
    """One side of an engagement or a melee: what its pieces are worth in the ratio and as a size, how many they are,
    how many steps or wounds they can take still and could take whole, what each is worth that falls, and what others
    add to the strength.
    """

    strength: float
    size: float
    pieces: int
    steps: int
    whole: int
    worth: float
    others: float = 0.0

    @property
    def share(self) -> float:
        """How much of it is left."""
        return self.steps / self.whole

    def hit(self, steps: int) -> Line:
        """Return it after some steps."""
        return self._replace(steps=max(self.steps - steps, 0))

    def lost(self, steps: int, *, together: bool) -> float:
        """Return what some steps cost it: its side spares its pieces, unless one takes all it can `together` (7.2b)."""
        steps, spare = min(steps, self.steps), self.pieces - self.steps
        fallen = max(spare + steps, 0) - max(spare, 0)
        if together:
            fallen = max(fallen, steps * self.pieces // self.whole)
        return self.worth * (fallen + SCAR * (steps - fallen))


SCAR = 0.1
"""What a step is worth by which no piece falls, measured by what the piece is worth."""
STANDS = 3
"""So many rounds of an engagement or a melee are looked at."""


def contest(world: World, own: Line, foe: Line, dear: float, term: int) -> float:
    """Return what an attack by pieces on pieces promises if it is given up at the best moment; `term` changes rolls."""
    return _contest(world, _rounded(own), _rounded(foe), round(dear, 1), term, STANDS)


def _rounded(line: Line) -> Line:
    return line._replace(strength=float(round(line.strength)), size=float(round(line.size)), worth=round(line.worth, 1))


@lru_cache(maxsize=20000)
def _contest(world: World, own: Line, foe: Line, dear: float, term: int, rounds: int) -> float:
    if not rounds or not own.steps or not foe.steps:
        return 0.0
    charts, value = world.charts, 0.0
    attack, defence = (line.strength * line.share + line.others for line in (own, foe))
    column = charts.ratio_column(max(int(attack), 1), max(ceil(defence), 1))
    for total, chance in DICE.items():
        result = charts.combat(column, total + term)
        mine, theirs = (
            charts.loss(letter, max(round(line.size * line.share), 1))
            for letter, line in ((result.attacker, own), (result.defender, foe))
        )
        gain = foe.lost(theirs.wounds, together=theirs.dagger) - dear * own.lost(mine.wounds, together=mine.dagger)
        if not result.attacker_retreats and not result.defender_retreats:
            later = _contest(world, own.hit(mine.wounds), foe.hit(theirs.wounds), dear, term, rounds - 1)
            gain += max(later, 0.0)
        value += chance * gain
    return value


def together(sides: list[Side]) -> Side:
    """Return several forces as one."""
    if not sides:
        return Side(0.0, 0.0, 0.0, 0)
    return Side(
        sum(side.troops for side in sides),
        sum(side.magic for side in sides),
        sum(side.size for side in sides),
        sum(side.persons for side in sides),
        max(side.command for side in sides),
        max(side.combat for side in sides),
        max(side.arcane for side in sides),
    )
