"""Trees of the first choices: how often each was made, and how often whoever made it won."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tanelorn.arena.matches.match import Result
from tanelorn.arena.matches.summary import Score


class Branch(msgspec.Struct):
    """A choice that was made at that place, and those that followed it."""

    seat: int = -1
    text: str = ""
    score: Score = msgspec.field(default_factory=Score)
    after: dict[tuple[int, str], Branch] = {}

    def add(self, result: Result, at: int = 0) -> None:
        """Count a game from its choice number `at` on."""
        if at == len(result.opening):
            return
        opened = result.opening[at]
        branch = self.after.setdefault((opened.seat, opened.text), Branch(opened.seat, opened.text))
        branch.score.add(opened.seat in result.winners, result.draw)
        branch.add(result, at + 1)

    def by_count(self) -> list[Branch]:
        """Return what followed, the most frequent first."""
        return sorted(self.after.values(), key=lambda branch: (-branch.score.games, branch.seat, branch.text))


def tree(results: Iterable[Result]) -> Branch:
    """Return the tree of the openings of games of one scenario."""
    root = Branch()
    for result in results:
        root.add(result)
    return root
