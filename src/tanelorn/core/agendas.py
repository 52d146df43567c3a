"""The steps and choices of a game as one type: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterator
from types import ModuleType
from typing import Any, Union

from tanelorn.core.acts import Act
from tanelorn.core.choices import Choice
from tanelorn.core.steps import Asks, Automatic, Chances, Seals

_STEPS = (Automatic, Asks, Seals, Chances)


def steps_of(package: ModuleType, without: Collection[str]) -> Any:
    """Return the union of all steps in a game's package; modules that themselves need it are left out."""
    _load(package, without)
    return Union[tuple(dict.fromkeys(step for kind in _STEPS for step in _kinds(kind, package)))]  # noqa: UP007


def choices_of(package: ModuleType, without: Collection[str]) -> Any:
    """Return the union of all kinds of choice in a game's package, small acts included."""
    _load(package, without)
    return Union[tuple(dict.fromkeys((Act, *_kinds(Choice, package))))]  # noqa: UP007


def _load(package: ModuleType, without: Collection[str]) -> None:
    for module in pkgutil.iter_modules(package.__path__):
        if module.name not in without:
            importlib.import_module(f"{package.__name__}.{module.name}")


def _kinds(kind: type, package: ModuleType) -> Iterator[type]:
    subs: list[type] = kind.__subclasses__()
    for sub in subs:
        yield from _kinds(sub, package)
        if sub.__module__.startswith(package.__name__ + "."):
            yield sub
