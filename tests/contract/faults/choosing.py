"""Games whose lists, picks or texts are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tanelorn.core.choices import Choice, Listed, Offer, Pick
from tanelorn.core.errors import TanelornError
from tests.toy.sequence import ROLES, Deed, March, SkirmishPosition

from .swapped import Swapped, fields


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


class Trusting(Listed[Any]):
    def refusal(self, choice: Choice) -> TanelornError | None:
        if isinstance(choice, Deed) and choice.verb in {deed.verb for deed in self.list} - {"march", "attack", "bolt"}:
            return None
        return super().refusal(choice)

    def __contains__(self, choice: object) -> bool:
        return choice in self.list


class Counting(Listed[Any]):
    def offer(self, path: Sequence[str]) -> Offer[Any]:
        for pick in path:
            int(pick.removeprefix("count:")) if pick.startswith("count:") else 0
        return super().offer(path)


def _marching(kind: type[Listed[Any]]) -> type[March]:
    class FaultyMarch(March, frozen=True, tag=kind.__name__):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
            listed = super().choices(position, seat)
            return kind(listed.list, prompt=listed.prompt, refused=listed.refused())

    return FaultyMarch


class DroppedChoice(Swapped):
    """The list is written out without one of its choices."""

    swap = (March, _marching(Dropping))


class BrittlePick(Swapped):
    """A pick with a number that is none breaks the list down."""

    swap = (March, _marching(Counting))


class TrustedChoice(Swapped):
    """A choice that names a man of no such number is taken for the one that is listed."""

    swap = (March, _marching(Trusting))


class DroppedPick(Swapped):
    """No path of picks leads to one of the choices."""

    swap = (March, _marching(Unpickable))


class KeptBack(Listed[Any]):
    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        following = super().next(path)
        return following if path or len(following) < 4 else following[1:]


class KeptBackPick(Swapped):
    """Programs are not told of a pick that people may make."""

    swap = (March, _marching(KeptBack))


class Mistaken(Listed[Any]):
    def made(self, path: Sequence[str]) -> Any:
        return self.list[0] if super().made(path) is not None else None


class MistakenPicks(Swapped):
    """Programs make another choice by the same picks than people do."""

    swap = (March, _marching(Mistaken))


class NoLabels(Swapped):
    """Picks have no labels."""

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
            return Listed([kind(**fields(deed)) for deed in super().choices(position, seat)])

    return FaultyMarch


class TwoOnOnePath(Swapped):
    """Two choices have the same picks."""

    swap = (March, _deeds(Clumsy))


class PathGoesOn(Swapped):
    """A path makes one choice and goes on to others."""

    swap = (March, _deeds(Continued))


class BadText(Swapped):
    """A text does not read back as its choice."""

    swap = (March, _deeds(Illegible))


class Quitter(Choice, frozen=True, tag="quitter"):
    def __str__(self) -> str:
        return "resign"


class AsideText(Swapped):
    """A choice has the text of an aside."""

    class Quits(March, frozen=True, tag=True):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Any]:
            return Listed([Quitter()])

    swap = (March, Quits)
