"""The tree of joint choices that the search bot grows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from tanelorn.bots.judgement import Judgement, Replier
from tanelorn.bots.movers import movers, play_all
from tanelorn.bots.regret import Floats, Mixture, pick
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table

NEGLIGIBLE = 0.02  # parts of a mixture below this share of its largest ask for no reply


class Node:
    """A table at which seats are to choose, and what they have learned about it.

    `expects` is what every seat may expect of it: [seat]; `payoffs` the same after each joint choice of the movers:
    [seat, choice of the first mover, choice of the second, ...]. `tried` tells which joint choices have been tried,
    where none was forecast: the others are then taken to be as good as these are on average. `chanced` says that
    chance came in between the parent and this. At the visit `widens` the movers look for better replies; the one who
    shares its mixture with other roots, `shared`, does not.
    """

    __slots__ = (
        "chanced",
        "children",
        "expects",
        "mixtures",
        "movers",
        "options",
        "payoffs",
        "shared",
        "table",
        "tried",
        "visits",
        "widens",
    )

    def __init__(self, table: Table, expects: Floats, chanced: bool = False) -> None:
        self.table = table
        self.chanced = chanced
        self.expects = expects
        self.movers: tuple[int, ...] = ()
        self.options: list[list[Choice]] = []
        self.mixtures: list[Mixture] = []
        self.payoffs = expects
        self.tried: NDArray[np.bool_] | None = None
        self.children: dict[tuple[int, ...], list[Node]] = {}
        self.visits = 0
        self.widens = Tree.WIDENS
        self.shared = -1

    def learn(self, rounds: int) -> None:
        """Let the movers learn from the payoffs as they stand, and see what the node is worth then."""
        mixtures, payoffs = self.mixtures, self.payoffs
        for _ in range(rounds):
            # One after the other, each against what the others have just learned, finds its mean sooner.
            for axis, seat in enumerate(self.movers):
                now = [mixture.now for mixture in mixtures]
                mixtures[axis].learn(_against(payoffs[seat], now, axis))
        expects = payoffs
        for mixture in reversed(mixtures):
            expects = expects @ mixture.mean
        self.expects = expects


def _against(payoffs: Floats, mixtures: Sequence[Floats], axis: int) -> Floats:
    """Return what each choice of one mover brings against the mixtures of the others."""
    for other in range(len(mixtures) - 1, axis, -1):
        payoffs = payoffs @ mixtures[other]
    for other in range(axis):
        rest = payoffs.shape[1:]
        payoffs = (mixtures[other] @ payoffs.reshape(len(payoffs), -1)).reshape(rest)
    return payoffs


def _mixed(options: Sequence[Choice], mixture: Mixture) -> dict[Choice, float]:
    """Return the choices that a mover mixes, with their shares, but for remains of learning."""
    shares = mixture.mean
    least = NEGLIGIBLE * shares.max()
    return {choice: share for choice, share in zip(options, shares.tolist(), strict=True) if share >= least}


def _at(joint: tuple[int, ...]) -> tuple[slice | int, ...]:
    """Return the index of a joint choice's payoffs to all seats."""
    return (slice(None), *joint)


class Tree:
    """Grows nodes from one or several roots. All its chance comes from one seed."""

    WIDEST = 32  # candidates of the seat that searches
    WIDE = 14  # candidates of a seat at any other node
    CELLS = 1024  # joint choices of a node; many movers get fewer candidates each
    ROUNDS = 4  # of learning at each visit
    FIRST_ROUNDS = 24  # of learning at a new node
    CURIOSITY = 0.3  # how often a mover tries what has seldom been tried instead of what its mixture would play
    DOUBT = 0.06  # by so much what was tried once may be better than it looks; it grows with the logarithm of visits
    WIDENS = 8  # visits after which a node looks for better replies than it has, and again whenever they have doubled
    REPLIES = 8  # better replies at a root, to begin with
    PATIENCE = 0.995  # what is a turn later counts so much less, that a win is taken now and a loss put off

    def __init__(self, judgement: Judgement, rng: Random) -> None:
        self.judgement = judgement
        self.rng = rng
        self.chance = Seeded(rng.getrandbits(64))
        self.nodes = 0

    def root(self, table: Table, seat: int, options: list[Choice], mixture: Mixture, shared: bool = False) -> Node:
        """Return a root at which `seat` has these options and this mixture; they grow unless other roots share them."""
        node = Node(table.copy(self.chance), self._prospects(table))
        node.movers = movers(table, seat)
        node.shared = seat if shared else -1
        wide = self._width(len(node.movers), self.WIDEST)
        for mover in node.movers:
            others = mover != seat
            node.options.append(self.judgement.candidates(table.decision(mover), self.rng, wide) if others else options)
        node.mixtures = [
            mixture if mover == seat else Mixture(len(choices))
            for mover, choices in zip(node.movers, node.options, strict=True)
        ]
        self._expect(node)
        for _ in range(self.REPLIES):
            if not self._widen(node):
                break
        return node

    def visit(self, node: Node) -> None:
        """Go down one line, grow what is at its end, and correct what is expected on the way up."""
        node.visits += 1
        if node.table.outcome is not None:
            return
        if not node.movers:
            self._open(node)
            return
        if node.visits >= node.widens:
            node.widens *= 2
            self._widen(node)
        joint = self._try(node)
        child = self._child(node, joint)
        # A forecast has said already what the child is worth at first sight: look closer at once.
        if child.visits or node.tried is None:
            self.visit(child)
        child.visits += 1
        self._correct(node, joint)
        node.learn(self.ROUNDS)

    def _try(self, node: Node) -> tuple[int, ...]:
        """Return a joint choice of the mixtures; at times one mover tries what may be better than it looks."""
        joint = [pick(mixture.mean, self.rng) for mixture in node.mixtures]
        if self.rng.random() < self.CURIOSITY:
            axis = self.rng.randrange(len(joint))
            means = [mixture.mean for mixture in node.mixtures]
            doubt = self.DOUBT * np.sqrt(math.log(1 + node.visits) / (1 + node.mixtures[axis].tries))
            joint[axis] = int((_against(node.payoffs[node.movers[axis]], means, axis) + doubt).argmax())
        for mixture, at in zip(node.mixtures, joint, strict=True):
            mixture.tries[at] += 1
        return tuple(joint)

    def _child(self, node: Node, joint: tuple[int, ...]) -> Node:
        """Return a node that this joint choice leads to, one of several if chance comes in between."""
        known = node.children.setdefault(joint, [])
        if known and not (known[0].chanced and len(known) ** 2 <= sum(child.visits for child in known)):
            return known[0] if len(known) == 1 else self.rng.choice(known)
        table = node.table.copy(self.chance)
        used = self.chance.used
        play_all(table, {seat: options[at] for seat, options, at in zip(node.movers, node.options, joint, strict=True)})
        chanced = self.chance.used != used
        forecast = node.tried is None and not chanced and table.outcome is None
        expects = node.payoffs[_at(joint)].copy() if forecast else self._prospects(table)
        self.nodes += 1
        known.append(Node(table, expects, chanced))
        return known[-1]

    def _correct(self, node: Node, joint: tuple[int, ...]) -> None:
        """Write what the children of a joint choice are worth over what was expected of it."""
        children = node.children[joint]
        worth = np.mean([child.expects for child in children], axis=0)
        even = 1 / len(worth)
        node.payoffs[_at(joint)] = even + self.PATIENCE * (worth - even)
        if node.tried is not None:
            node.tried[joint] = True
            seen = node.payoffs[:, node.tried].mean(1)
            node.payoffs[:, ~node.tried] = seen[:, None]

    def _widen(self, node: Node) -> bool:
        """Let each mover look for a better reply to what the others mix now; return whether one was found."""
        if not isinstance(self.judgement, Replier) or node.tried is not None:
            return False
        found = False
        for axis, seat in enumerate(node.movers):
            if seat == node.shared:
                continue
            mixed = map(_mixed, node.options, node.mixtures)
            others = {other: shares for other, shares in zip(node.movers, mixed, strict=True) if other != seat}
            reply = self.judgement.reply(node.table, seat, node.options[axis], others)
            if reply is not None:
                self._add(node, axis, reply)
                found = True
        if found:
            node.learn(self.FIRST_ROUNDS)
        return found

    def _add(self, node: Node, axis: int, choice: Choice) -> None:
        """Give a mover one more option."""
        node.options[axis].append(choice)
        options = [[choice] if at == axis else given for at, given in enumerate(node.options)]
        forecast = self.judgement.forecast(node.table, dict(zip(node.movers, options, strict=True)))
        more = np.array(forecast, float).T.reshape(len(node.expects), *[len(given) for given in options])
        node.payoffs = np.concatenate((node.payoffs, more), axis=axis + 1)
        node.mixtures[axis].grow()

    def _prospects(self, table: Table) -> Floats:
        return np.array(self.judgement.prospects(table, self.rng), float)

    def _open(self, node: Node) -> None:
        """Find out who moves and what they may do."""
        node.movers = movers(node.table)
        wide = self._width(len(node.movers), self.WIDE)
        node.options = [self.judgement.candidates(node.table.decision(seat), self.rng, wide) for seat in node.movers]
        node.mixtures = [Mixture(len(options)) for options in node.options]
        self._expect(node)

    def _width(self, seats: int, most: int) -> int:
        return min(most, max(2, int(self.CELLS ** (1 / seats))))

    def _expect(self, node: Node) -> None:
        """Fill the payoffs by what can be said of every joint choice beforehand."""
        sizes = [len(options) for options in node.options]
        seats = len(node.expects)
        forecast = self.judgement.forecast(node.table, dict(zip(node.movers, node.options, strict=True)))
        if forecast is None:
            node.tried = np.zeros(sizes, bool)
            node.payoffs = np.broadcast_to(node.expects.reshape(seats, *[1] * len(sizes)), (seats, *sizes)).copy()
        else:
            node.payoffs = np.array(forecast, float).T.reshape(seats, *sizes)
        node.learn(self.FIRST_ROUNDS if node.tried is None else 0)
