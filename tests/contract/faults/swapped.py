"""How a fault is planted in Skirmish: one kind of step behaves otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tanelorn.core.game import Value
from tests.toy.sequence import SkirmishPosition
from tests.toy.skirmish import Skirmish


class Swapped(Skirmish):
    """A Skirmish in which one kind of step behaves otherwise: `swap` names the step and its faulty twin."""

    swap: tuple[type[Any], type[Any]]

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        old, new = self.swap

        class Faulty(SkirmishPosition, kw_only=True):
            def then(self, *steps: Any) -> None:
                super().then(*(new(**fields(step)) if type(step) is old else step for step in steps))

        plain = super().setup(scenario, options)
        position = Faulty(**fields(plain))
        position.agenda = [new(**fields(step)) if type(step) is old else step for step in plain.agenda]
        return position


def fields(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__struct_fields__}
