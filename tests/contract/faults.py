"""Games with a planted fault each. Every one must make its check fail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tanelorn.core.choices import Choice, Listed, Offer, Pick
from tanelorn.core.game import Value
from tanelorn.core.log import Log
from tanelorn.core.scene import Scene
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.rules import FiveCities, FiveCitiesView
from tests.toy.sequence import FIELDS, MEN, ROLES, Deed, DrawCard, Fight, March, Muster, Round, SkirmishPosition
from tests.toy.skirmish import Skirmish, SkirmishView


class Swapped(Skirmish):
    """A Skirmish in which one kind of step behaves otherwise: `swap` names the step and its faulty twin."""

    swap: tuple[type[Any], type[Any]]

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        old, new = self.swap

        class Faulty(SkirmishPosition, kw_only=True):
            def then(self, *steps: Any) -> None:
                super().then(*(new(**_fields(step)) if type(step) is old else step for step in steps))

        plain = super().setup(scenario, options)
        position = Faulty(**_fields(plain))
        position.agenda = [new(**_fields(step)) if type(step) is old else step for step in plain.agenda]
        return position


def _fields(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__struct_fields__}


# Views, chronicle, choices


class SpyView(FiveCitiesView, kw_only=True):
    spied: list[str]


class LeakedField(FiveCities):
    """The view tells what all have sealed."""

    slug = "leaked-field"

    def view(self, position: Any, viewer: int) -> FiveCitiesView:
        sealed = [str(choice) for choice in position.sealed.values()]
        return SpyView(**_fields(super().view(position, viewer)), spied=sealed)


class LeakedWounds(Skirmish):
    """The view tells all wounds."""

    slug = "leaked-wounds"

    def view(self, position: SkirmishPosition, viewer: int) -> SkirmishView:
        view = super().view(position, viewer)
        view.wounds = dict(enumerate(position.wounds))
        return view


class LeakedScene(Skirmish):
    """The scene is made from more than the view."""

    slug = "leaked-scene"

    def view(self, position: SkirmishPosition, viewer: int) -> SkirmishView:
        self.seen = position
        return super().view(position, viewer)

    def scene(self, view: SkirmishView) -> Scene:
        scene = super().scene(view)
        object.__setattr__(scene, "subtitle", f"hands {self.seen.hands}")
        return scene


class LoudDraw(DrawCard, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        log.say(f"Somebody draws card {position.pile[outcome[0]]}.")
        super().take(position, outcome, log)


class LeakedChronicle(Swapped):
    """The chronicle tells all which card was drawn."""

    slug = "leaked-chronicle"
    swap = (DrawCard, LoudDraw)


class LoudMuster(Muster, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
        super().take(position, seat, choice, log)
        log.say(f"A captain goes to {FIELDS[choice.field]}.")


class LeakedMuster(Swapped):
    """The chronicle tells all what was chosen unseen."""

    slug = "leaked-muster"
    swap = (Muster, LoudMuster)


class KnowingMarch(March, frozen=True, tag=True):
    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        listed = super().choices(position, seat)
        return Listed(sorted(listed, key=lambda deed: (position.at(deed.field) or 0, deed.verb)), prompt=listed.prompt)


class LeakedChoices(Swapped):
    """The order of the choices tells which hidden man stands where."""

    slug = "leaked-choices"
    swap = (March, KnowingMarch)


class SharedView(FiveCities):
    """The view is the position's own list."""

    slug = "shared-view"

    def view(self, position: Any, viewer: int) -> FiveCitiesView:
        view = super().view(position, viewer)
        view.bombs = position.bombs
        view.pieces = position.pieces
        return view


class OpenDoor(FiveCities):
    """A viewer without a seat sees what the referee sees."""

    slug = "open-door"

    def view(self, position: Any, viewer: int) -> FiveCitiesView:
        view = super().view(position, viewer)
        if viewer > 1 and position.sealed:
            view.own = next(iter(position.sealed.values()))
        return view


class BadResample(Skirmish):
    """What is drawn for a view does not fit it."""

    slug = "bad-resample"

    def resample(self, view: SkirmishView, rng: random.Random) -> SkirmishPosition:
        position = super().resample(view, rng)
        position.pile = position.pile[1:]
        return position


# Lists, picks, texts


class Dropping(Listed[Any]):
    def __iter__(self) -> Iterator[Any]:
        return iter(self.list[:-1] if len(self.list) > 3 else self.list)


class Unpickable(Listed[Any]):
    def offer(self, path: Sequence[str]) -> Offer[Any]:
        offer = super().offer(path)
        if path or len(offer.picks) < 4:
            return offer
        return Offer(offer.path, offer.prompt, offer.picks[1:], offer.choice, offer.draft)


class Unlabelled(Listed[Any]):
    def offer(self, path: Sequence[str]) -> Offer[Any]:
        offer = super().offer(path)
        return Offer(offer.path, offer.prompt, tuple(Pick(pick.pick, "") for pick in offer.picks), offer.choice)


def _marching(kind: type[Listed[Any]]) -> type[March]:
    class FaultyMarch(March, frozen=True, tag=kind.__name__):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
            listed = super().choices(position, seat)
            return kind(listed.list, prompt=listed.prompt, refused=listed.refused())

    return FaultyMarch


class DroppedChoice(Swapped):
    """The list is written out without one of its choices."""

    slug = "dropped-choice"
    swap = (March, _marching(Dropping))


class DroppedPick(Swapped):
    """No path of picks leads to one of the choices."""

    slug = "dropped-pick"
    swap = (March, _marching(Unpickable))


class NoLabels(Swapped):
    """Picks have no labels."""

    slug = "no-labels"
    swap = (March, _marching(Unlabelled))


class Clumsy(Deed, frozen=True, tag="clumsy"):
    @property
    def picks(self) -> tuple[str, ...]:
        return ("button:fight",) if self.verb in ("attack", "march") else super().picks


class Illegible(Deed, frozen=True, tag="illegible"):
    def __str__(self) -> str:
        return f"{ROLES[self.role]} on" if self.verb == "march" else super().__str__()


class Continued(Deed, frozen=True, tag="continued"):
    @property
    def picks(self) -> tuple[str, ...]:
        return ("piece:captain",) if self.verb == "done" else super().picks


def _deeds(kind: type[Deed]) -> type[March]:
    class FaultyMarch(March, frozen=True, tag=kind.__name__):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Any]:
            return Listed([kind(**_fields(deed)) for deed in super().choices(position, seat)])

    return FaultyMarch


class TwoOnOnePath(Swapped):
    """Two choices have the same picks."""

    slug = "two-on-one-path"
    swap = (March, _deeds(Clumsy))


class PathGoesOn(Swapped):
    """A path makes one choice and goes on to others."""

    slug = "path-goes-on"
    swap = (March, _deeds(Continued))


class BadText(Swapped):
    """A text does not read back as its choice."""

    slug = "bad-text"
    swap = (March, _deeds(Illegible))


class Quitter(Choice, frozen=True, tag="quitter"):
    def __str__(self) -> str:
        return "resign"


class AsideText(Swapped):
    """A choice has the text of an aside."""

    slug = "aside-text"

    class Quits(March, frozen=True, tag=True):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Any]:
            return Listed([Quitter()])

    swap = (March, Quits)


# The course of the game


class Mute(March, frozen=True, tag=True):
    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        return Listed([]) if position.round == 2 else super().choices(position, seat)


class DeadEnd(Swapped):
    """A decision lists nothing."""

    slug = "dead-end"
    swap = (March, Mute)


class Endless(Swapped):
    """The rounds are never counted."""

    slug = "endless"

    class Forever(Round, frozen=True, tag=True):
        def run(self, position: SkirmishPosition, log: Log) -> None:
            if position.standing(0) and position.standing(1):
                position.then(DrawCard(0), March(0, 2)) if position.pile else position.then(March(0, 2))
            position.agenda.insert(0, self)

    swap = (Round, Forever)


class Runaway(Swapped):
    """A step pushes itself and nobody is ever asked."""

    slug = "runaway"

    class Spin(Automatic, frozen=True, tag=True):
        number: int

        def run(self, position: SkirmishPosition, log: Log) -> None:
            position.then(self)

    swap = (Round, Spin)


class LostPiece(FiveCities):
    """A piece is lost without a fight."""

    slug = "fivecities"

    class Hole(Automatic, frozen=True, tag=True):
        def run(self, position: Any, log: Log) -> None:
            area = next((area for area, count in enumerate(position.pieces[0]) if count), None)
            if position.turn == 3 and area is not None:
                position.pieces[0][area] -= 1

    def setup(self, scenario: str, options: Mapping[str, Value]) -> Any:
        position = super().setup(scenario, options)
        position.agenda = [*position.agenda]
        hole = self.Hole()

        class Leaking(type(position), kw_only=True):  # type: ignore[misc]
            def copy(self) -> Any:
                return super().copy()

        leaking = Leaking(**_fields(position))
        leaking.agenda = [_Turns(hole), *position.agenda]
        return leaking


class _Turns(Automatic, frozen=True, tag=True):
    hole: Any

    def run(self, position: Any, log: Log) -> None:
        position.then(self.hole, self)


class LostCard(Swapped):
    """A card drawn is gone."""

    slug = "skirmish"

    class Butterfingers(DrawCard, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
            position.pile.pop(outcome[0])

    swap = (DrawCard, Butterfingers)


# Copies, undo, records, chance


class SharingPosition(SkirmishPosition, kw_only=True):
    def copy(self) -> SkirmishPosition:
        new: SkirmishPosition = super().copy()
        new.places = self.places
        return new


class SharedList(Skirmish):
    """A copy shares a list with its original: so do the snapshots for undo."""

    slug = "shared-list"

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        return SharingPosition(**_fields(super().setup(scenario, options)))


class Forgetful(Swapped):
    """Something that is shown is kept outside the position, where undo and records do not reach it."""

    slug = "forgetful"
    marches = 0

    class Counting(March, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
            Forgetful.marches += 1
            super().take(position, seat, choice, log)

    swap = (March, Counting)

    def facts(self, view: SkirmishView) -> dict[str, str | int]:
        return super().facts(view) | {"marches": Forgetful.marches}


class Peeking(Swapped):
    """A secret is learned without `position.reveal`, and so without a barrier."""

    slug = "peeking"

    class Peek(March, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
            if choice.verb == "march":
                for man in MEN:
                    position.known[man] |= 1 << seat
            super().take(position, seat, choice, log)

    swap = (March, Peek)


class Meddling(Swapped):
    """Looking whether a choice is legal changes the position."""

    slug = "meddling"

    class Meddle(March, frozen=True, tag=True):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
            class Marking(Listed[Deed]):
                def parse(self, text: str) -> Deed:
                    position.wounds[0] += 1
                    return super().parse(text)

            return Marking(super().choices(position, seat))

    swap = (March, Meddle)


class LuckyFight(Fight, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        super().take(position, tuple(random.randint(1, 6) for _ in outcome), log)


class GlobalRandom(Swapped):
    """Dice come from Python's own generator."""

    slug = "global-random"
    swap = (Fight, LuckyFight)


class HashOrder(Skirmish):
    """An order of hashes decides who starts where."""

    slug = "hash-order"

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        position = super().setup(scenario, options)
        position.pile = [FIELDS.index(name) for name in set(FIELDS)]
        return position


class NoClause(Swapped):
    """A step cites a clause that the rulebook does not have."""

    slug = "no-clause"

    class Lawless(March, frozen=True, tag=True):
        clause = "skirmish/march.99"

    swap = (March, Lawless)
