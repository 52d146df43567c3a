"""What a page asks for next goes along with an answer, so that a press costs one way to the server and back."""

from __future__ import annotations

from tanelorn.site.live.messages import Offer, Pick
from tanelorn.site.live.table import LiveTable
from tanelorn.site.live.told import offer


def following(live: LiveTable, seat: int, first: Offer) -> tuple[Offer, ...]:
    """Return the offers that a page asks for as soon as it has heard this one (`choices/picks.js`, `choices/ahead.js`).

    Where only counts may follow, it takes the least. What has just been placed is held on, where more of it may be
    placed. Of the first thing that may be picked it wants to know whether a count would follow.
    """
    found: list[Offer] = []
    last = first
    while _only_counts(last):
        last = offer(live, seat, (*last.path, f"count:{_least(last)}"))
        found.append(last)
    if last.lines:
        return tuple(found)
    held = last
    if again := _again(last):
        more = offer(live, seat, (*last.path, again))
        found.append(more)
        held = more if _on_board(more) else held
    targets = _on_board(held)
    if held.path and targets and not held.path[-1].startswith("button:"):
        found.append(offer(live, seat, (*held.path, targets[0].pick)))
    return tuple(found)


def _only_counts(made: Offer) -> bool:
    return made.choice is None and bool(made.picks) and all(pick.kind == "count" for pick in made.picks)


def _least(made: Offer) -> int:
    counts = sorted(int(pick.id) for pick in made.picks)
    return next((count for count in counts if count > 0), counts[0])


def _again(made: Offer) -> str:
    """Return the pick that was counted last, if it may be picked once more."""
    path = made.path
    again = path[-3] if len(path) >= 3 and path[-1].startswith("count:") else ""
    return again if any(pick.pick == again for pick in made.picks) else ""


def _on_board(made: Offer) -> list[Pick]:
    return [pick for pick in made.picks if pick.kind not in ("button", "count")]
