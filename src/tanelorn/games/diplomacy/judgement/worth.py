"""Who will own what: the centres that each power may expect to own, for many positions at once.

For each centre every power has a score, and `nobody` has one as long as nobody owns it; the chances to own it a year on
are as exp(score). A score is a sum of weight times feature (weights.toml says what each is worth, apart for positions
before spring orders and before autumn orders):

- `away`: the power neither owns the centre nor has a unit that is there or one move off.
- `stands`: it has a unit there. `keeps`: it owns the centre, too.
- `reach1`, `reach2`, `reach3`: units that are there or one move off, two moves, three moves.
- `lead`: so many more units are within a move than the strongest other power has there (-3 to 3).
- `pressed`: an owned centre, by how many the strongest other is ahead there; `shaky`: the same for one stood in.
- `free`: some are within a move, and of no other power any.
- `size`: the share of all centres that the power owns.

However many centres its units threaten, a power will take no more of others' than it has units: the chances are cut
down to that, and the owner, or nobody, has the rest.

In winter, what a power owns counts as much as what it may expect: so many units it has in the year that begins.

A power with enough centres has won: then it expects all of them and the others none. Before that it expects all of them
with the chance that it will have enough (the centres taken as independent, their number as nearly normal).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.games.diplomacy.judgement.magic import fortify, stores
from tanelorn.games.diplomacy.judgement.reach import Floats, reach_of
from tanelorn.games.diplomacy.judgement.weights import WEIGHTS, Weights
from tanelorn.games.diplomacy.orders.order import FLEET
from tanelorn.games.diplomacy.position import AUTUMN, DiplomacyPosition
from tanelorn.games.diplomacy.variant import Variant

ROUTED = 0.6  # a beaten unit that may retreat counts as so much of one
RAISED = 0.7  # a unit still to be built counts as so much of one, spread over the home centres
LEAST = 0.3  # units that a power has to spare for what it does not hold yet, if all are bound
SPREAD = 1.5  # centres fall together: their number varies by so much more than if they were independent
NORMAL = 1.7  # the logistic function of so many deviations is nearly the normal distribution


class Worth:
    """Judges positions of one board, by these weights."""

    def __init__(self, variant: Variant, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._spring, self._autumn = (
            np.array(msgspec.structs.astuple(scores), np.float32) for scores in (weights.spring, weights.autumn)
        )
        atlas = variant.atlas
        self.variant = variant
        self.reach = reach_of(atlas)
        self.powers = len(variant.seats)
        self.centres = len(atlas.centres)
        self.victory = atlas.file.victory
        columns = list(atlas.centres)
        self._column = {centre: number for number, centre in enumerate(columns)}
        bands = [self.reach.stands, *self.reach.near]
        self._bands = np.ascontiguousarray(np.concatenate([band[:, columns] for band in bands], axis=1))
        self._pull = np.ascontiguousarray(self.reach.pull[:, columns])
        self._homes = np.array([self._bands[list(homes)].mean(0) for homes in variant.home])

    def expected(self, positions: Sequence[DiplomacyPosition], season: int, *, winter: bool) -> Floats:
        """Return the centres that each power may expect: float32 [position, power].

        season: SPRING or AUTUMN, whichever orders come next. winter: units are still to be built and removed.
        """
        features, owns, force = self.features(positions, winter=winter)
        weights = self._autumn if season == AUTUMN else self._spring
        held = _within_means(chances(features, owns, weights), owns, features[1], force)
        wins = _wins(held, self.victory)
        if winter:
            owned = owns.sum(2)
            over = _won(owned, self.victory)
            decided = over.any(1)
            wins[decided] = over[decided]
            held += owns
            held /= 2
        expected: Floats = held.sum(2) + stores(positions, self.powers, self.weights.drives.held)
        expected *= 1 - wins.sum(1, keepdims=True)
        expected += wins * np.float32(self.centres)
        return expected

    def outlook(self, positions: Sequence[DiplomacyPosition]) -> Floats:
        """Return how near the units of each power are to all that others own, or nobody: float32 [position, power]."""
        owners = np.array([position.owners for position in positions])
        foreign = owners[:, None, :] != np.arange(self.powers)[:, None]
        sides, posts, weights = self._units(positions)
        near = (self._pull[posts] * foreign.reshape(-1, self.centres)[sides]).sum(1) * weights
        found = np.bincount(sides, near, minlength=len(positions) * self.powers)
        return found.reshape(-1, self.powers).astype(np.float32)

    def features(self, positions: Sequence[DiplomacyPosition], *, winter: bool) -> tuple[Floats, Floats, Floats]:
        """Return the features [feature, position, power, centre], who owns what [position, power, centre], and how many
        units each has, in winter how many it will have [position, power]."""
        owners = np.array([position.owners for position in positions])
        owns = (owners[:, None, :] == np.arange(self.powers)[:, None]).astype(np.float32)
        bands, have = self._in_reach(positions, owns, winter=winter)
        fortify(bands[:, :, 1], positions, self._column)
        return self._table(bands, owns), owns, owns.sum(2) if winter else have

    def _in_reach(self, positions: Sequence[DiplomacyPosition], owns: Floats, *, winter: bool) -> tuple[Floats, Floats]:
        """Return units standing there, and one, two, three moves off [position, power, band, centre], and how many
        units there are [position, power].

        Rows are gathered and added up without a matrix product: those run on threads of their own, which hinder each
        other where several processes play.
        """
        sides, posts, weights = self._units(positions)
        count = len(positions) * self.powers
        order = np.argsort(sides, kind="stable")
        sides = sides[order]
        bands = np.zeros((count, self._bands.shape[1]), np.float32)
        have = np.zeros(count, np.float32)
        if len(sides):
            starts = np.flatnonzero(np.diff(sides, prepend=-1))
            weights = weights[order, None]
            bands[sides[starts]] = np.add.reduceat(self._bands[posts[order]] * weights, starts, axis=0)
            have[sides[starts]] = np.add.reduceat(weights[:, 0], starts)
        if winter:
            may = owns.sum(2).ravel()
            bands *= np.minimum(1, may / np.maximum(have, 0.01))[:, None]
            more = (np.maximum(0, may - have) * RAISED).reshape(-1, self.powers, 1)
            bands += (more * self._homes).reshape(bands.shape)
        return bands.reshape(len(positions), self.powers, 4, self.centres), have.reshape(-1, self.powers)

    def _units(self, positions: Sequence[DiplomacyPosition]) -> tuple[NDArray[np.int_], NDArray[np.int_], Floats]:
        """Return for each unit on any board whose it is (position times powers and power), its post and its weight."""
        sides: list[int] = []
        posts: list[int] = []
        weights: list[float] = []
        places = self.reach.places
        base = 0
        for position in positions:
            units = position.units
            on_foot = [2 * places] * self.powers
            for power, kind, _ in units:
                if kind == FLEET:
                    on_foot[power] = 0
            sides += [base + unit[0] for unit in units]
            posts += [unit[2] + (places if unit[1] == FLEET else on_foot[unit[0]]) for unit in units]
            weights += [1.0] * len(units)
            for (power, kind, _), _, there in position.beaten:
                sides += [base + power] * len(there)
                posts += [self.reach.post(kind, at, not on_foot[power]) for at in there]
                weights += [ROUTED / max(1, len(there))] * len(there)
            base += self.powers
        return np.array(sides, int), np.array(posts, int), np.array(weights, np.float32)

    def _table(self, bands: Floats, owns: Floats) -> Floats:
        stands, one, two, three = (bands[:, :, number] for number in range(4))
        ordered = np.sort(one, axis=1)
        top, second = ordered[:, -1:], ordered[:, -2:-1]
        rival = np.where(one >= top, second, top)
        behind = np.maximum(0, rival - one)
        table = np.empty((len(self._spring) - 1, *owns.shape), np.float32)
        table[0] = (one <= 0) & (owns <= 0)
        table[1] = stands
        table[2] = owns * stands
        table[3] = one
        table[4] = two
        table[5] = three
        table[6] = np.clip(one - rival, -3, 3)
        table[7] = owns * behind
        table[8] = stands * behind
        table[9] = (one > 0) & (rival <= 0)
        table[10] = owns.sum(2, keepdims=True) / self.centres
        return table


def chances(features: Floats, owns: Floats, weights: Floats) -> Floats:
    """Return the chance of each power to own each centre: float32 [position, power, centre]."""
    scores = features[0] * weights[0]
    for weight, feature in zip(weights[1:-1], features[1:], strict=True):
        scores += weight * feature
    parts = np.exp(np.minimum(scores, 20))
    nobody = np.exp(weights[-1]) * (owns.sum(1) <= 0)
    share: Floats = parts / (parts.sum(1) + nobody)[:, None, :]
    return share


def _within_means(held: Floats, owns: Floats, stands: Floats, force: Floats) -> Floats:
    """Return the chances to own each centre when a unit takes one at a time: [position, power, centre].

    A unit near several centres of others threatens each of them. What is more than a power has units for, beside those
    that stand in such centres already, stays with the owner, or with nobody.
    """
    there = (stands > 0).astype(np.float32)
    foreign = 1 - owns
    claims = held * foreign * (1 - there)
    hopes = claims.sum(2)
    free = np.maximum(force - (there * foreign).sum(2), LEAST)
    part = free * (1 - np.exp(-hopes / free)) / np.maximum(hopes, 0.01)
    less = claims * (1 - part[:, :, None])
    kept: Floats = held - less + owns * less.sum(1, keepdims=True)
    return kept


def _wins(held: Floats, victory: int) -> Floats:
    """Return the chance of each power to own enough centres: float32 [position, power]; at most 1 together."""
    spread = np.sqrt(SPREAD * (held * (1 - held)).sum(2) + 0.25)
    chance: Floats = np.reciprocal(1 + np.exp(NORMAL * (victory - 0.5 - held.sum(2)) / spread))
    chance /= np.maximum(1, chance.sum(1, keepdims=True))
    return chance


def _won(owned: Floats, victory: int) -> Floats:
    """Return 1 for the power that has won by its centres, alone with the most: float32 [position, power]."""
    top = owned.max(1, keepdims=True)
    leads: Floats = ((owned == top) & (top >= victory)).astype(np.float32)
    leads *= leads.sum(1, keepdims=True) == 1
    return leads
