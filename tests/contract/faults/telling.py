"""Games that tell too much."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tanelorn.core.choices import Listed
from tanelorn.core.content.legend import Remark
from tanelorn.core.log import Log
from tanelorn.core.scene import About, Scene
from tanelorn.games.fivecities.knowledge import FiveCitiesView
from tanelorn.games.fivecities.rules import FiveCities
from tests.toy.sequence import FIELDS, MEN, Deed, DrawCard, March, Muster, SkirmishPosition
from tests.toy.skirmish import Skirmish, SkirmishView

from .swapped import Swapped, fields


class SpyView(FiveCitiesView, kw_only=True):
    spied: list[str]


class LeakedField(FiveCities):
    """The view tells what all have sealed."""

    def view(self, position: Any, viewer: int, last: FiveCitiesView | None = None) -> FiveCitiesView:
        sealed = [str(choice) for choice in position.sealed.values()]
        return SpyView(**fields(super().view(position, viewer)), spied=sealed)


class LeakedWounds(Skirmish):
    """The view tells all wounds."""

    def view(self, position: SkirmishPosition, viewer: int, last: SkirmishView | None = None) -> SkirmishView:
        view = super().view(position, viewer)
        view.seen.wounds = position.wounds[:]
        return view


class LeakedOrder(Skirmish):
    """The cards that were played are told in the order of the men's secret wounds."""

    def view(self, position: SkirmishPosition, viewer: int, last: SkirmishView | None = None) -> SkirmishView:
        view = super().view(position, viewer)
        view.seen.discard.sort(key=lambda card: position.wounds[card % len(MEN)])
        return view


class LeakedScene(Skirmish):
    """The scene is made from more than the view."""

    def view(self, position: SkirmishPosition, viewer: int, last: SkirmishView | None = None) -> SkirmishView:
        self.seen = position
        return super().view(position, viewer)

    def scene(self, view: SkirmishView) -> Scene:
        return msgspec.structs.replace(super().scene(view), subtitle=f"hands {self.seen.hands}")


class LeakedCard(LeakedScene):
    """The card about a space is made from more than the view."""

    def scene(self, view: SkirmishView) -> Scene:
        return Skirmish.scene(self, view)

    def about(self, view: SkirmishView, scene: Scene, space: str) -> About:
        return msgspec.structs.replace(super().about(view, scene, space), kind=f"hands {self.seen.hands}")


class BadCard(Skirmish):
    """The card about a space cites what is no clause."""

    def about(self, view: SkirmishView, scene: Scene, space: str) -> About:
        return msgspec.structs.replace(super().about(view, scene, space), remarks=(Remark("Ground", "firm", "no/1"),))


class Aimless(Skirmish):
    """Nobody is told how the game is won."""

    scenarios = (msgspec.structs.replace(Skirmish.scenarios[0], goal=""),)


class LoudDraw(DrawCard, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        log.say(f"Somebody draws card {position.pile[outcome[0]]}.")
        super().take(position, outcome, log)


class LeakedChronicle(Swapped):
    """The chronicle tells all which card was drawn."""

    swap = (DrawCard, LoudDraw)


class LoudMuster(Muster, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
        super().take(position, seat, choice, log)
        log.say(f"A captain goes to {FIELDS[choice.field]}.")


class LeakedMuster(Swapped):
    """The chronicle tells all what was chosen unseen."""

    swap = (Muster, LoudMuster)


class KnowingMarch(March, frozen=True, tag=True):
    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        listed = super().choices(position, seat)
        return Listed(sorted(listed, key=lambda deed: (position.at(deed.field) or 0, deed.verb)), prompt=listed.prompt)


class LeakedChoices(Swapped):
    """The order of the choices tells which hidden man stands where."""

    swap = (March, KnowingMarch)


class SharedView(FiveCities):
    """The view is the position's own list."""

    def view(self, position: Any, viewer: int, last: FiveCitiesView | None = None) -> FiveCitiesView:
        view = super().view(position, viewer)
        view.seen.bombs = position.bombs
        view.seen.pieces = position.pieces
        return view


class OpenDoor(FiveCities):
    """A viewer without a seat sees what the referee sees."""

    def view(self, position: Any, viewer: int, last: FiveCitiesView | None = None) -> FiveCitiesView:
        view = super().view(position, viewer)
        if viewer > 1 and position.sealed:
            view.seen.sealed = {viewer: next(iter(position.sealed.values()))}
        return view


class BadResample(Skirmish):
    """What is drawn for a view does not fit it."""

    def resample(self, view: SkirmishView, rng: random.Random) -> SkirmishPosition:
        position = super().resample(view, rng)
        position.pile = position.pile[1:]
        return position
