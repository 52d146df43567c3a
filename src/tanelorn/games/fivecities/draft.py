"""An order half written: the path of picks that makes it (arrows in any order, lightning, the seal)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.amounts import read_number
from tanelorn.core.choices import Offer, Pick
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.scene import Mark
from tanelorn.games.fivecities.board import AREAS, BOARD, IDS, NAMES, NEIGHBOURS
from tanelorn.games.fivecities.legality import no_bombardment_left, not_adjacent, one_kind, too_many, two_kinds
from tanelorn.games.fivecities.orders import Move, Order


class Draft:
    """Reads a path of picks and says what may follow; an arrow is three picks: from, to, how many."""

    def __init__(self, have: list[int], bombs: int, seat: int, prompt: str, path: Sequence[str]) -> None:
        self.left = have[:]
        self.bombs = bombs
        self.seat = seat
        self.prompt = prompt
        self.path = tuple(path)
        self.moves: list[Move] = []
        self.bomb = -1
        self.origin = -1
        self.to = -1
        self.aiming = False
        self.done = False
        for pick in self.path:
            self._take(pick)

    def _take(self, pick: str) -> None:
        """Go one pick further; raise the reason if it is not offered."""
        offered = set() if self.done else {offer.pick for offer in self._picks()}
        if pick not in offered:
            raise self._refusal(pick)
        kind, _, id = pick.partition(":")
        if kind == "count":
            self.moves.append((self.origin, self.to, int(id)))
            self.left[self.origin] -= int(id)
            self.origin = self.to = -1
        elif kind == "button":
            self.aiming = id == "bomb"
            self.done = id == "seal"
        elif self.aiming:
            self.bomb = BOARD.index[id]
            self.aiming = False
        elif self.origin < 0:
            self.origin = BOARD.index[id]
        else:
            self.to = BOARD.index[id]

    def _refusal(self, pick: str) -> TanelornError:
        """Say why a pick is not offered, as the same order in writing would be refused."""
        kind, _, id = pick.partition(":")
        if self.done or self.aiming or (kind == "space" and id not in BOARD.index):
            return Illegal(f"“{pick}” cannot be picked here.", remedy="Take back the last pick.")
        count = read_number(id) if kind == "count" and self.to >= 0 else None
        if count is not None:
            return too_many(self.origin, count, self.left[self.origin])
        if pick == "button:bomb" and not self.bombs:
            return no_bombardment_left()
        if kind == "space" and self.to < 0:
            area = BOARD.index[id]
            return self._origin_refusal(area) if self.origin < 0 else self._target_refusal(area)
        return Illegal(f"“{pick}” cannot be picked here.", remedy="Take back the last pick.")

    def _origin_refusal(self, area: int) -> TanelornError:
        return two_kinds() if self.left[area] else too_many(area, 1, 0)

    def _target_refusal(self, area: int) -> TanelornError:
        if area not in NEIGHBOURS[self.origin]:
            return not_adjacent(self.origin, area)
        if not one_kind([*self.moves, (self.origin, area, 1)]):
            return two_kinds()
        return Illegal(
            f"That arrow is drawn already: {NAMES[self.origin]} to {NAMES[area]}.",
            remedy="Take it back to change its number.",
            clause="fivecities/movement.16",
        )

    def _may_add(self, origin: int, to: int) -> bool:
        if not self.left[origin] or any(origin == a and to == b for a, b, _ in self.moves):
            return False
        return one_kind([*self.moves, (origin, to, 1)])

    def _targets(self, origin: int) -> list[int]:
        return [to for to in NEIGHBOURS[origin] if self._may_add(origin, to)]

    def _picks(self) -> list[Pick]:
        if self.aiming:
            return [Pick(f"space:{IDS[area]}", NAMES[area]) for area in range(AREAS)]
        if self.to >= 0:
            most = self.left[self.origin]
            return [Pick(f"count:{n}", str(n), key=str(n) if n < 10 else "") for n in range(1, most + 1)]
        if self.origin >= 0:
            return [Pick(f"space:{IDS[to]}", NAMES[to]) for to in self._targets(self.origin)]
        picks = [
            Pick(f"space:{IDS[area]}", NAMES[area], note=f"{self.left[area]} here")
            for area in range(AREAS)
            if self._targets(area)
        ]
        if self.bombs and self.bomb < 0:
            picks.append(Pick("button:bomb", "Bomb an area", note=f"{self.bombs} left", key="b"))
        seal = "Seal the move" if self.moves or self.bomb >= 0 else "Seal: pass"
        unspent = f"lightning unspent, {self.bombs} left" if self.bombs and self.bomb < 0 else ""
        return [*picks, Pick("button:seal", seal, unspent, key="Enter")]

    def _prompt(self) -> str:
        if self.aiming:
            return "Which area does lightning strike?"
        if self.to >= 0:
            return f"How many from **{NAMES[self.origin]}** to **{NAMES[self.to]}**?"
        if self.origin >= 0:
            return f"From **{NAMES[self.origin]}**: where to?"
        return "Move more, strike, or seal." if self.moves or self.bomb >= 0 else self.prompt

    def offer(self) -> Offer[Order]:
        order = Order.of(self.moves, self.bomb)
        written = self.moves or self.bomb >= 0
        half = f"{', ' if self.moves else ''}… {IDS[self.origin]} to …" if self.origin >= 0 else ""
        begun = (Mark("arrow", IDS[self.origin], self.seat, IDS[self.to], draft=True),) if self.to >= 0 else ()
        return Offer(
            self.path,
            self._prompt(),
            () if self.done else tuple(self._picks()),
            order if self.done else None,
            (str(order) if written or self.done else "") + half,
            (*order.marks(self.seat, draft=True), *begun),
        )
