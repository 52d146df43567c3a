"""The steps of a game as one type: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Union

from tanelorn.core.steps import Asks, Automatic, Chances, Seals

_STEPS = (Automatic, Asks, Seals, Chances)


def steps_of(package: ModuleType, without: Collection[str]) -> Any:
    """Return the union of all steps in a game's package and the packages inside it.

    `without` names the modules that themselves need the union, and are left out: by dotted names below the package
    (`view`, `shown.cards`), or a whole package inside it (`shown`).
    """
    _load(package, without)
    return Union[tuple(dict.fromkeys(step for kind in _STEPS for step in _kinds(kind, package)))]  # noqa: UP007


def steps_in(*chapters: ModuleType) -> Any:
    """Return the union of all steps in some chapters of a game: modules, and packages with all that is inside them.

    A view that names its chapters needs nothing of the game's own package, which needs the view.
    """
    for chapter in chapters:
        if hasattr(chapter, "__path__"):
            _load(chapter, ())
    found = (step for chapter in chapters for kind in _STEPS for step in _kinds(kind, chapter))
    return Union[tuple(dict.fromkeys(found))]  # noqa: UP007


def _load(package: ModuleType, without: Collection[str]) -> None:
    """Import all modules of a game's folder, packages inside it too, but those that are left out."""
    found = list(_modules(package.__path__, ""))
    for name in without:
        if name not in found:
            raise LookupError(f"{package.__name__} has no module “{name}” to leave out")
    for name in found:
        if not any(name == left or name.startswith(f"{left}.") for left in without):
            importlib.import_module(f"{package.__name__}.{name}")


def _modules(folders: Iterable[str], prefix: str) -> Iterator[str]:
    """Yield the dotted names in a package and below; nothing is imported for that."""
    for module in pkgutil.iter_modules(folders, prefix):
        yield module.name
        if module.ispkg:
            last = module.name.rpartition(".")[2]
            yield from _modules([str(Path(folder, last)) for folder in folders], f"{module.name}.")


def _kinds(kind: type, package: ModuleType) -> Iterator[type]:
    subs: list[type] = kind.__subclasses__()
    for sub in subs:
        yield from _kinds(sub, package)
        if f"{sub.__module__}.".startswith(f"{package.__name__}."):
            yield sub
