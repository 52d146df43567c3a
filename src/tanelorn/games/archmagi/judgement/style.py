"""How a bot weighs risks and prizes: the plain style of the one that looks at what lies before it, and a wary one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tanelorn.bots.judgement.judgement import lean


class Style(NamedTuple):
    """`dread`: how bad it is for an archmagus to end the move beside a foe, who then strikes first with spells on
    whole stacks.

    `prize`: what destroying an archmagus from afar, or reaching him, is worth beside his strength; `life` the same
    of archmagi in a fight. `thrift`: how much spells in hand are spared. `strike`: what spells on whole stacks are
    worth in hand, by their number. `bold`: how much stronger one must be to attack. `aloof`: how much better than
    the others in his stack an archmagus must be to fight himself. `thorough`: whether it thinks of protections, flight,
    and what works from afar.
    """

    dread: float
    prize: float
    life: float
    thrift: float
    strike: float
    bold: float
    aloof: float
    thorough: bool

    def leaning(self, leans: Mapping[str, float]) -> Style:
        """Return a style whose weights differ by so much; raise BadData for a name that is no weight's."""
        return self._replace(**lean(self._asdict(), leans))


PLAIN = Style(dread=0.0, prize=10.0, life=12.0, thrift=1.0, strike=0.6, bold=1.15, aloof=7.0, thorough=False)
WARY = Style(dread=15.0, prize=40.0, life=30.0, thrift=0.2, strike=0.8, bold=1.35, aloof=10.0, thorough=True)
