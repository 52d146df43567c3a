"""The search over slips: every seat learns by regret what to mix, and the thinker improves its own slips.

Where few units of others are near, a slip is worth less for the worst that they could do together (`threats.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from tanelorn.bots.regret import Floats as Gains
from tanelorn.bots.regret import Mixture, pick
from tanelorn.core.choices import Choice
from tanelorn.games.diplomacy.judgement.brief import Brief
from tanelorn.games.diplomacy.judgement.improving import neighbours
from tanelorn.games.diplomacy.judgement.options import considered, proposals
from tanelorn.games.diplomacy.judgement.phase import Joint, Phase
from tanelorn.games.diplomacy.judgement.proposals import stand
from tanelorn.games.diplomacy.judgement.reach import Floats
from tanelorn.games.diplomacy.judgement.threats import worst
from tanelorn.games.diplomacy.position import AUTUMN
from tanelorn.games.diplomacy.slips.slip import Slip

WORLDS = 3  # of those that fit the view: each has mixtures of its own for the others
MINE, THEIRS = 24, 10  # proposals of the thinker and of each other seat
FEW = 6  # of fewer proposals, changes of the first are looked at as well
GRASP = 0.1  # in each other joint slip that is tried, a seat plays anything with this chance
ROUNDS = 8  # of learning between two improvements
SAMPLES = 16  # joint slips of the others that an improvement is tried against:
SIEVE = ((3, 90), (8, 20), (SAMPLES, 6))  # so many of them by all changes, so many by the best of these, and so on
BEST = 6  # slips of which the last is drawn
NEAR = 0.1  # slips within so many centres of the best are as good, and are mixed
NEGLIGIBLE = 0.1
BASES = 2  # joint slips to which the others' first answers are reckoned,
FAITH = 4  # and what these weigh, in rounds of learning
NEARLY = 3  # a power that lacks no more centres than these may win soon: then
WARY = 0.5  # each is taken to do anything with this chance,
MANY = 24  # has so many proposals,
CHECKS = ((6, 90), (16, 12), (64, 4))  # and the last draw looks at more, since a single answer may decide the game
CONCERT = 0.85  # with this chance each unit of others that is near does its part in the worst reply: so it weighs,
LEAST = 0.5  # but not at all below this, for then it is too unlikely to be worth the search


class World:
    """One position that fits the view, and what the other seats may write there."""

    def __init__(self, phase: Phase, seat: int, rng: Random) -> None:
        self.phase = phase
        owners, victory = phase.position.owners, phase.variant.atlas.file.victory
        self.tense = any(owners.count(power) >= victory - NEARLY for power in phase.seats)
        most = MANY if self.tense else THEIRS
        others = [other for other in phase.seats if other != seat]
        self.briefs = {other: Brief(phase, other) for other in others} if phase.is_orders else {}
        self.options: dict[int, list[Slip]] = {
            other: considered(self.briefs[other], rng, most) if self.briefs else proposals(phase, other, rng, most)
            for other in others
        }
        self.mixtures = {other: Mixture(len(options)) for other, options in self.options.items()}

    def answer(self, mine: Sequence[Slip], seat: int, rng: Random) -> int:
        """Let each other seat begin with its best answers to what all are likely to do; return how many were judged."""
        judged = 0
        every = {**self.options, seat: list(mine)}
        bases = [
            {one: options[min(number, len(options) - 1)] for one, options in every.items()} for number in range(BASES)
        ]
        for other, options in self.options.items():
            if len(options) > 1:
                joints = [{**base, other: slip} for slip in options for base in bases]
                gains = self.phase.gains(self.phase.values(joints), other).reshape(len(options), BASES).mean(1)
                self.mixtures[other].expect(gains, FAITH)
                judged += len(joints)
        return judged

    def stands(self, rng: Random) -> dict[int, Slip]:
        """Return what each other seat writes if it only holds what it has."""
        return {other: stand(brief, rng) for other, brief in self.briefs.items()}

    def likeliest(self) -> dict[int, Slip]:
        """Return what each other seat plays most."""
        return {other: options[int(self.mixtures[other].mean.argmax())] for other, options in self.options.items()}

    def draw(self, rng: Random, *, learned: bool) -> dict[int, Choice]:
        """Draw a slip for each other seat, from what it has learned on average or from what it plays now."""
        joint: dict[int, Choice] = {}
        for other, options in self.options.items():
            mixture = self.mixtures[other]
            grasp = WARY if self.tense else 0.0 if learned else GRASP
            if rng.random() < grasp:
                joint[other] = rng.choice(options)
            else:
                joint[other] = options[pick(mixture.mean if learned else mixture.now, rng)]
        return joint


class Thinking:
    """One choice being thought over. `goes_on` is told how many joint slips were judged, and says when to stop."""

    def __init__(self, phases: Sequence[Phase], seat: int, rng: Random, goes_on: Callable[[int], bool]) -> None:
        self.seat = seat
        self.rng = rng
        self.goes_on = goes_on
        self.judged = 0
        phase = phases[0]
        self.brief = Brief(phase, seat) if phase.is_orders else None
        self.mine: list[Slip] = (
            considered(self.brief, rng, MINE) if self.brief is not None else proposals(phase, seat, rng, MINE)
        )
        if self.brief is not None and len(self.mine) < FEW:
            self.mine += [slip for slip in neighbours(self.brief, self.mine[0], rng)[:FEW] if slip not in self.mine]
        self.mixture = Mixture(len(self.mine))
        self.threats: list[tuple[World, Joint]] = []
        self.safest = self.mine[0]
        self.guard = _guard(phase, seat)
        self.phases = phases[:WORLDS]

    def choose(self) -> Slip:
        """Think, and draw a slip."""
        if len(self.mine) == 1:
            return self.mine[0]
        self.worlds: list[World] = []
        for phase in self.phases:
            if self.worlds and not self.goes_on(self.judged):
                break
            self.worlds.append(World(phase, self.seat, self.rng))
            self.judged += self.worlds[-1].answer(self.mine, self.seat, self.rng)
        while self.goes_on(self.judged):
            for number in range(ROUNDS):
                if not self.goes_on(self.judged):
                    break
                self._learn(self.worlds[number % len(self.worlds)])
            if self.brief is not None and self.goes_on(self.judged):
                self._improve(self.brief)
            elif self.brief is None and self.judged > 200 * len(self.mine):
                break
        return self._pick()

    def _values(self, world: World, joints: Sequence[Joint]) -> Floats:
        self.judged += len(joints)
        return world.phase.values(joints)

    def _learn(self, world: World) -> None:
        """Let the thinker and one other seat regret what they did not do against one joint slip of all."""
        joint = world.draw(self.rng, learned=False)
        values = self._values(world, [{**joint, self.seat: slip} for slip in self.mine])
        self.mixture.learn(world.phase.gains(values, self.seat))
        joint[self.seat] = self.mine[pick(self.mixture.now, self.rng)]
        for other in self.rng.sample(sorted(world.options), min(2, len(world.options))):
            options = world.options[other]
            if len(options) > 1:
                values = self._values(world, [{**joint, other: slip} for slip in options])
                world.mixtures[other].learn(world.phase.gains(values, other))

    def _samples(self, count: int) -> list[tuple[World, Joint]]:
        worlds = [self.worlds[number % len(self.worlds)] for number in range(count)]
        return [(world, world.draw(self.rng, learned=True)) for world in worlds]

    def _against(self, samples: Sequence[tuple[World, Joint]], slips: Sequence[Slip]) -> Gains:
        """Return what the thinker may expect: [slip, sample]."""
        columns = []
        for world, joint in samples:
            values = self._values(world, [{**joint, self.seat: slip} for slip in slips])
            columns.append(world.phase.gains(values, self.seat))
        return np.array(columns).T

    def _improve(self, brief: Brief) -> None:
        """Look for a change of the slip played most that does better; under a guard, of the safest as often."""
        best = self.mine[int(self.mixture.mean.argmax())]
        if self.guard and self.rng.random() < 0.5:
            best = self.safest
        tried = list(dict.fromkeys([best, self.safest, *neighbours(brief, best, self.rng)]))
        tried, worth = self._sifted(tried, SIEVE)
        self.safest = tried[int(worth.argmax())]
        if self.safest not in self.mine:
            self.mine.append(self.safest)
            self.mixture = _grown(self.mixture)
        if self.guard:
            self._threaten(brief, self.safest)

    def _threaten(self, brief: Brief, slip: Slip) -> None:
        """Look for the worst replies to a slip, and keep those that are new."""
        world = self.worlds[len(self.threats) % len(self.worlds)]

        def gains(joints: Sequence[Joint]) -> list[float]:
            values = self._values(world, [{**joint, self.seat: slip} for joint in joints])
            found: list[float] = world.phase.gains(values, self.seat).tolist()
            return found

        for base in (world.stands(self.rng), world.likeliest()):
            reply = worst(world.briefs, base, brief, slip, gains)
            if reply and all(reply != threat for _, threat in self.threats):
                self.threats.append((world, reply))

    def _sifted(self, slips: Sequence[Slip], sieve: Sequence[tuple[int, int]]) -> tuple[list[Slip], Gains]:
        """Try slips on more and more samples and threats, fewer each time; return the last and what they are worth."""
        samples = self._samples(sieve[-1][0])
        threats = self.threats[::-1]
        left = list(slips)
        worth, least = np.zeros((len(left), 0)), np.zeros((len(left), 0))
        for many, few in sieve:
            if worth.shape[1]:
                kept = np.sort(np.argsort(-self._blend(worth, least), kind="stable")[:few])
                left, worth, least = [left[number] for number in kept], worth[kept], least[kept]
            worth = np.concatenate([worth, self._against(samples[worth.shape[1] : many], left)], axis=1)
            more = threats[least.shape[1] : many]
            if more:
                least = np.concatenate([least, self._against(more, left)], axis=1)
        return left, self._blend(worth, least)

    def _blend(self, worth: Gains, least: Gains) -> Gains:
        """Return what slips are worth by what they bring on average and at worst: [slip]."""
        mean: Gains = worth.mean(1)
        return mean + self.guard * np.minimum(least.min(1) - mean, 0) if least.shape[1] else mean

    def _pick(self) -> Slip:
        """Draw from the mixture among those that are as good as the best."""
        order = np.argsort(-self.mixture.mean, kind="stable")
        tense = self.worlds[0].tense
        likely = [self.mine[number] for number in (order if tense else order[:BEST])]
        if self.brief is not None and self.guard:
            likely = list(dict.fromkeys([*likely, self.safest]))
            for slip in dict.fromkeys([*likely[:BEST], self.safest]):
                self._threaten(self.brief, slip)
        slips, worth = self._sifted(likely, CHECKS if tense else ((SAMPLES, BEST + 1),))
        mean = {slip: float(part) for slip, part in zip(self.mine, self.mixture.mean, strict=True)}
        good = worth >= worth.max() - NEAR
        weights = np.where(good, [mean[slip] + 1e-9 for slip in slips], 0)
        return slips[pick(np.where(weights >= NEGLIGIBLE * weights.max(), weights, 0), self.rng)]


def _guard(phase: Phase, seat: int) -> float:
    """Return how much the worst replies weigh: the less the more units would have to act together, and nothing in
    spring, when no centre is lost for good."""
    if not phase.is_orders or phase.position.season != AUTUMN:
        return 0.0
    field = phase.variant.field(phase.position.units)
    reaches = [
        (unit.power, {here, *beside}) for unit, here, beside in zip(field.units, field.here, field.beside, strict=True)
    ]
    ours = set(phase.variant.centres_of(phase.position, seat)).union(
        *(near for power, near in reaches if power == seat)
    )
    guard: float = CONCERT ** sum(power != seat and not near.isdisjoint(ours) for power, near in reaches)
    return guard if guard >= LEAST else 0.0


def _grown(mixture: Mixture) -> Mixture:
    """Return a mixture with one choice more, which begins with as much regret as the largest."""
    grown = Mixture(len(mixture.now) + 1)
    grown.regret[:-1] = mixture.regret
    grown.regret[-1] = max(float(mixture.regret.max()), 0.1)
    grown.now = grown.regret / grown.regret.sum()
    return grown
