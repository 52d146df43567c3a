"""The bot that thinks: a tree of joint choices, in which every seat learns by regret what to mix.

Seats that seal at once choose at once here too. A node holds, for each joint choice of its movers, what every seat
may expect of it; regret matching (Hart and Mas-Colell, Econometrica 68, 2000; in the form that forgets negative
regret, Tammelin 2014) turns that into a mixture for each mover. The tree grows where the mixtures lead, as in
simultaneous-move Monte Carlo tree search (Lanctot, Lisy and Winands 2013; Bosansky, Lisy, Lanctot, Cermak and
Winands, Artificial Intelligence 237, 2016), and what is learned below corrects what was expected above.

An open choice is the case of a single mover. Dice and draws are sampled: a joint choice that asks for chance gets
more outcomes the more often it is tried. What is hidden is drawn from the view in several worlds, in all of which
the bot's own mixture at the root is one and the same, since it cannot tell them apart; below the root each world is
searched as if it were known.

Who can name better replies than its candidates (a `Replier`) is asked again and again, against what the others mix by
then: choices are added as in a double oracle (McMahan, Gordon and Blum, ICML 20, 2003), so more time sees more of them.

A game of many seats, all with long lists, is too wide for a tree: its judgement may be a `Thinker`, and then thinks in
its own way within the same limits.
"""

from __future__ import annotations

import time
from random import Random

from tanelorn.bots.bot import distinct, imagined
from tanelorn.bots.judgement import Judgement, Thinker, judgement_of
from tanelorn.bots.regret import Mixture
from tanelorn.bots.tree import Tree
from tanelorn.core.choices import Choice
from tanelorn.core.game import Game, View

SECONDS = 1.0
WORLDS = 8
NEGLIGIBLE = 0.1  # parts of a mixture below this share of its largest are remains of learning, and are not played


class SearchBot:
    """Thinks for so many seconds, or so many nodes, and draws from the mixture that it has learned.

    With a limit of nodes and a seed it chooses the same on every run. `thought` counts the nodes of the last choice.
    """

    name = "search"

    def __init__(
        self,
        game: Game,
        seed: int,
        judgement: Judgement | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> None:
        self.game = game
        self.rng = Random(seed)
        self.judgement = judgement if judgement is not None else judgement_of(game)
        self.nodes = nodes
        self.thought = 0
        self.seconds = seconds if seconds is not None or nodes is not None else SECONDS

    def choose(self, view: View) -> Choice:
        """Search, and draw a choice."""
        started = time.perf_counter()
        rng = Random(self.rng.getrandbits(64))
        worlds = distinct([imagined(self.game, view, rng) for _ in range(WORLDS)])
        if isinstance(self.judgement, Thinker):
            return self.judgement.think(worlds, view.viewer, rng, lambda judged: self._judges_on(judged, started))
        options = self.judgement.candidates(worlds[0].decision(view.viewer), rng, Tree.WIDEST)
        if len(options) == 1:
            return options[0]
        mixture = Mixture(len(options))
        tree = Tree(self.judgement, rng)
        roots = [tree.root(world, view.viewer, options, mixture, len(worlds) > 1) for world in worlds]
        visits = 0
        while self._goes_on(tree, visits, started):
            tree.visit(roots[visits % len(roots)])
            visits += 1
        self.thought = tree.nodes
        return options[mixture.draw(rng, NEGLIGIBLE)]

    def _judges_on(self, judged: int, started: float) -> bool:
        self.thought = judged
        if self.nodes is not None and judged >= self.nodes:
            return False
        return self.seconds is None or time.perf_counter() - started < self.seconds

    def _goes_on(self, tree: Tree, visits: int, started: float) -> bool:
        # A tree that has been searched to its ends adds no more nodes: visits are limited as well.
        if self.nodes is not None and (tree.nodes >= self.nodes or visits >= 4 * self.nodes):
            return False
        return self.seconds is None or time.perf_counter() - started < self.seconds
