"""Every step that may stand on an agenda: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union

from tanelorn.core.steps import Asks, Automatic, Chances, Seals, Step
from tanelorn.games import elric

_KINDS = (Automatic, Asks, Seals, Chances)


def _kinds(kind: type[Step]) -> Iterator[type[Step]]:
    for sub in kind.__subclasses__():
        yield from _kinds(sub)
        if sub.__module__.startswith(elric.__name__ + "."):
            yield sub


def _all_steps() -> Any:
    """Collect the steps of all modules of the game, so that no list of them has to be kept."""
    for module in pkgutil.iter_modules(elric.__path__):
        if module.name not in (
            "agenda",
            "rules",
            "view",
            "unseen",
            "facts",
            "named",
            "table_view",
            "cards",
            "piles",
            "battle_view",
        ):
            importlib.import_module(f"{elric.__name__}.{module.name}")
    return Union[tuple(dict.fromkeys(step for kind in _KINDS for step in _kinds(kind)))]  # noqa: UP007


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = _all_steps()
