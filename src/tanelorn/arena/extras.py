"""Libraries that not everybody installs, each loaded when it is first needed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tanelorn.core.errors import Illegal


def need(library: str, extra: str = "research") -> ModuleType:
    """Return a module of a library; raise Illegal, saying how to install it, where it is not installed."""
    try:
        return import_module(library)
    except ImportError:
        name = library.partition(".")[0]
        raise Illegal(
            f"{name} is not installed here.", remedy=f'Install it with: pip install "tanelorn[{extra}]".'
        ) from None
