"""An order half written: the path of picks that makes it (arrows in any order, lightning, the seal)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.amounts import read_number
from tanelorn.core.choices import Offer, Pick
from tanelorn.core.content.given import shown
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.scene import Mark
from tanelorn.games.fivecities.board import AREAS, BOARD, IDS, NAMES, NEIGHBOURS
from tanelorn.games.fivecities.bombardment import no_bombardment_left
from tanelorn.games.fivecities.movement import not_adjacent, one_kind, too_many, two_kinds
from tanelorn.games.fivecities.notation import Move, Order

SEAL = "button:seal"
_BOMB = "button:bomb"
_SPACES = tuple(f"space:{id}" for id in IDS)


class Draft:
    """Reads a path of picks and says what may follow; an arrow is three picks: from, to, how many."""

    def __init__(self, have: list[int], bombs: int, seat: int, prompt: str, path: Sequence[str]) -> None:
        self.left = have[:]
        self.bombs = bombs
        self.seat = seat
        self.prompt = prompt
        self.path: tuple[str, ...] = ()
        self.moves: list[Move] = []
        self.bomb = -1
        self.origin = -1
        self.to = -1
        self.aiming = False
        self.done = False
        self._origins: set[int] = set()
        self._targets_drawn: set[int] = set()
        self._next: tuple[str, ...] | None = None
        for pick in path:
            self.take(pick)

    def take(self, pick: str) -> None:
        """Go one pick further; raise the reason if it is not offered."""
        if pick not in self.following():
            raise self._refusal(pick)
        self.path = (*self.path, pick)
        self._next = None
        kind, _, id = pick.partition(":")
        if kind == "count":
            self.moves.append((self.origin, self.to, int(id)))
            self.left[self.origin] -= int(id)
            self._origins.add(self.origin)
            self._targets_drawn.add(self.to)
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
            return Illegal(f"“{shown(pick)}” cannot be picked here.", remedy="Take back the last pick.")
        count = read_number(id) if kind == "count" and self.to >= 0 else None
        if count is not None:
            return too_many(self.origin, count, self.left[self.origin])
        if pick == "button:bomb" and not self.bombs:
            return no_bombardment_left()
        if kind == "space" and self.to < 0:
            area = BOARD.index[id]
            return self._origin_refusal(area) if self.origin < 0 else self._target_refusal(area)
        return Illegal(f"“{shown(pick)}” cannot be picked here.", remedy="Take back the last pick.")

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
        """Tell whether an arrow may be drawn besides: all leave one area, or all go to one (movement.3, .4)."""
        one_origin, one_target = self._origins <= {origin}, self._targets_drawn <= {to}
        if not self.left[origin] or not (one_origin or one_target):
            return False
        return not any(origin == a and to == b for a, b, _ in self.moves)

    def _targets(self, origin: int) -> list[int]:
        return [to for to in NEIGHBOURS[origin] if self._may_add(origin, to)]

    def following(self) -> tuple[str, ...]:
        """Return the picks that may follow, worked out once."""
        if self._next is None:
            self._next = self._found()
        return self._next

    def _found(self) -> tuple[str, ...]:
        if self.done:
            return ()
        if self.aiming:
            return _SPACES
        if self.to >= 0:
            return tuple(f"count:{n}" for n in range(1, self.left[self.origin] + 1))
        if self.origin >= 0:
            return tuple(_SPACES[to] for to in self._targets(self.origin))
        origins = [_SPACES[area] for area in range(AREAS) if self._has_target(area)]
        return (*origins, _BOMB, SEAL) if self.bombs and self.bomb < 0 else (*origins, SEAL)

    def _has_target(self, origin: int) -> bool:
        if not self.left[origin]:
            return False
        return not self.moves or any(self._may_add(origin, to) for to in NEIGHBOURS[origin])

    def _picks(self) -> list[Pick]:
        return [self._told(pick) for pick in self.following()]

    def _told(self, pick: str) -> Pick:
        """Say what a pick does."""
        kind, _, id = pick.partition(":")
        if kind == "count":
            return Pick(pick, id, key=id if len(id) == 1 else "")
        unspent = self.bombs if self.bomb < 0 else 0
        if pick == _BOMB:
            return Pick(pick, "Bomb an area", note=f"{unspent} left", key="b")
        if pick == SEAL:
            seal = "Seal the move" if self.moves or self.bomb >= 0 else "Seal: pass"
            return Pick(pick, seal, f"lightning unspent, {unspent} left" if unspent else "", key="Enter")
        area = BOARD.index[id]
        begins = not self.aiming and self.origin < 0
        return Pick(pick, NAMES[area], note=f"{self.left[area]} here" if begins else "")

    def _prompt(self) -> str:
        if self.aiming:
            return "Which area does lightning strike?"
        if self.to >= 0:
            return f"How many from **{NAMES[self.origin]}** to **{NAMES[self.to]}**?"
        if self.origin >= 0:
            return f"From **{NAMES[self.origin]}**: where to?"
        return "Move more, strike, or seal." if self.moves or self.bomb >= 0 else self.prompt

    def made(self) -> Order | None:
        """Return the order once it is sealed."""
        return Order.of(self.moves, self.bomb) if self.done else None

    def offer(self) -> Offer[Order]:
        """Return what may follow, the order so far, and the choice once it is sealed."""
        order = Order.of(self.moves, self.bomb)
        written = self.moves or self.bomb >= 0
        half = f"{', ' if self.moves else ''}… {IDS[self.origin]} to …" if self.origin >= 0 else ""
        begun = (Mark("arrow", IDS[self.origin], self.seat, IDS[self.to], draft=True),) if self.to >= 0 else ()
        return Offer(
            self.path,
            self._prompt(),
            tuple(self._picks()),
            order if self.done else None,
            (str(order) if written or self.done else "") + half,
            (*order.marks(self.seat, draft=True), *begun),
        )
