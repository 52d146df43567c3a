"""Games played partly by a policy, for tests of what it chooses on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table


def steps(
    table: Table, best: Callable[[Table, int], Choice], seed: int, boldness: float, most: int | None = None
) -> Iterator[tuple[Table, int]]:
    """Play on with some choices the policy's and the others drawn; yield every decision, at most so many."""
    rng = random.Random(seed)
    for _ in count() if most is None else range(most):
        if table.outcome is not None:
            return
        seat = table.asked()[0]
        yield table, seat
        choices: Any = table.choices(seat)
        table.play(best(table, seat) if rng.random() < boldness else choices.sample(rng), seat)
