"""What a page makes of what it is told: the algorithm of `page/pictures.js`, a second time."""

from __future__ import annotations

from typing import Any


def next_state(state: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return the state after a change; a page that has not the picture that it is of fails."""
    assert (state.get("stream"), state.get("number")) == (changed["stream"], changed["base"])
    made = _made(state, changed["change"])
    return {**made, "number": changed["number"], "events": changed["events"], "from": changed["from"]}


def _made(old: Any, change: list[Any]) -> Any:
    if isinstance(old, list):
        return [thing for part in change for thing in (_taken(old, *part) if isinstance(part, list) else [part])]
    fresh, within = (*change, {})[:2]
    return {**old, **fresh, **{name: _made(old[name], one) for name, one in within.items()}}


def _taken(old: list[Any], at: int, what: int | list[Any]) -> list[Any]:
    return old[at : at + what] if isinstance(what, int) else [_made(old[at], what)]
