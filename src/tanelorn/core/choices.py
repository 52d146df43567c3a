"""Choices: the one list that the page, the text board, bots, masks and the server's check all read."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any, ClassVar, Generic, Literal, cast

import msgspec
from typing_extensions import TypeVar

from tanelorn.core.content.given import shown
from tanelorn.core.errors import Ambiguous, Illegal, TanelornError, Unreadable, nearest
from tanelorn.core.odds import Odds
from tanelorn.core.scene import Mark

_packer = msgspec.msgpack.Encoder()
QUOTED = 80
"""So many letters of what somebody wrote are quoted in a refusal."""
_SHORT = 30
_REMEMBERED = 4096


class Choice(msgspec.Struct, frozen=True):
    """One thing that a seat may choose. Games subclass it; `str` is its text in the game's notation."""

    clause: ClassVar[str] = ""
    listed_again: ClassVar[bool] = False
    """Whether games keep such choices, and list the very same ones again and again."""

    @property
    def picks(self) -> tuple[str, ...]:
        """The ordered clicks that make it, each `kind:id`."""
        raise NotImplementedError

    def says(self) -> str:
        """The choice as a sentence for people; its text unless the game has better words."""
        return str(self)


_found_sound: dict[int, Choice] = {}
"""Choices that games list again and again and that were found to be sound, by identity: none can change."""


def is_sound(choice: object) -> bool:
    """Tell whether a thing is a choice whose fields are exactly of the declared kinds: `1.0` and `True` are no 1.

    Structs are made unchecked; what is not sound would be sealed, and break the rules' own code when it is opened.
    """
    if not isinstance(choice, Choice):
        return False
    if choice.listed_again and _found_sound.get(id(choice)) is choice:
        return True
    try:
        packed = _packer.encode(choice)
        read = msgspec.msgpack.decode(packed, type=type(choice))
        sound = read == choice and _packer.encode(read) == packed
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return False
    if sound and choice.listed_again:
        if len(_found_sound) >= _REMEMBERED:
            _found_sound.clear()
        _found_sound[id(choice)] = choice
    return sound


C = TypeVar("C", bound=Choice, default=Any)


PickKind = Literal["space", "piece", "card", "count", "button"]


class Pick(msgspec.Struct, frozen=True):
    """One click: `pick` is its `kind:id`; the rest is for people.

    One that `plays` plays the choice that it completes at once, where another one waits for the button. `way` are the
    spaces that lead to where it takes what is in hand, as the rules charge for it, from where that stands; if the first
    is empty, the way of the pick on the second comes before.
    Where it leads to a roll, `chances` are what that may bring, as far as the seat that is asked can know. A button
    that begins something which the question could leave undone is `open`, as spaces, pieces and cards are anyway.
    """

    pick: str
    label: str
    note: str = ""
    cost: str = ""
    risk: bool = False
    key: str = ""
    plays: bool = False
    way: tuple[str, ...] = ()
    chances: Odds | None = None
    open: bool = False

    @property
    def kind(self) -> PickKind:
        """What is clicked."""
        return cast(PickKind, self.pick.partition(":")[0])

    @property
    def id(self) -> str:
        """Which one is clicked."""
        return self.pick.partition(":")[2]


class Refusal(msgspec.Struct, frozen=True):
    """What looks possible but is not, and the clause that forbids it."""

    text: str
    why: str
    clause: str
    picks: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A line of the slip on which people write: what stands there so far, and the pick that takes it up again.

    `sign` is the kind of piece it is about, `note` a remark; `warn` if the remark is a warning.
    """

    text: str
    pick: str = ""
    sign: str = ""
    note: str = ""
    warn: bool = False


class Offer(msgspec.Struct, Generic[C], frozen=True):
    """What may follow a path of picks. `choice` is set once the path makes one; `lines` are the slip if it has any."""

    path: tuple[str, ...]
    prompt: str
    picks: tuple[Pick, ...]
    choice: C | None = None
    draft: str = ""
    marks: tuple[Mark, ...] = ()
    lines: tuple[Line, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """A text read part by part: the picks of what could be read, and the rest with its reasons."""

    path: tuple[str, ...]
    refused: tuple[Refusal, ...] = ()


class Choices(Generic[C]):
    """The legal choices of one seat at one decision. Lazy: games with long lists override what they can do faster."""

    prompt: str = "Choose."
    about: str = ""
    """The id of the space that the question is about, where it is about one: a page shows it."""
    written: bool = False
    """Whether people write these choices down, as orders: a page then shows a slip, however few they are."""
    quick: bool = False
    """Whether they are small acts, one after the other: a page calls them by their labels and stays where it is."""

    def __iter__(self) -> Iterator[C]:
        raise NotImplementedError

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, Choice) and self.refusal(choice) is None

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a choice is not legal here, or None if it is."""
        raise NotImplementedError

    def sample(self, rng: random.Random) -> C:
        """Draw a legal choice; each has a chance greater than zero."""
        return rng.choice(list(self))

    def parse(self, text: str) -> C:
        """Read a text; raise Unreadable, Illegal or Ambiguous, each with its reason."""
        raise NotImplementedError

    def read(self, text: str) -> Reading:
        """Read a text part by part and keep what can be read; raise as `parse` does where a text has no parts."""
        return Reading(self.parse(text).picks)

    def written_ahead(self, text: str) -> C | None:
        """Return what a text makes that was written before the question was known: its first line that is a choice
        here; None if none is.
        """
        for line in text.splitlines():
            with suppress(TanelornError):
                choice = self.parse(line)
                if _plain(str(choice)) == _plain(line):  # whole: the beginning of a text may begin another by now
                    return choice
        return None

    def default(self) -> C | None:
        """Return what counts when time is up and nothing was chosen, or None where somebody must choose."""
        return None

    def offer(self, path: Sequence[str]) -> Offer[C]:
        """Return what may follow these picks; raise Illegal if no choice begins so."""
        raise NotImplementedError

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the picks that may follow these, for programs: those of `offer` without a word about them, and none
        that takes up again what is written down. So every choice is reached, and who picks at random comes to an end.

        Empty once the picks make a choice. Raises Illegal if no choice begins so.
        """
        return tuple(pick.pick for pick in self.offer(path).picks)

    def made(self, path: Sequence[str]) -> C | None:
        """Return the choice that these picks make, None if more must follow; raise Illegal if no choice begins so."""
        return self.offer(path).choice

    def refused(self) -> tuple[Refusal, ...]:
        """Return what looks possible but is not, for lists that show it."""
        return ()


class Listed(Choices[C]):
    """A short list, written out. Everything else is derived from it.

    `labels` names the picks for people; a pick without a name wears the last part of its id. `default` is the choice
    that counts when time is up.
    """

    _picks: ClassVar[attrgetter[tuple[str, ...]]] = attrgetter("picks")
    _firsts: list[str] | None = None
    """The first pick of every choice, once somebody has asked; "" of one that is made without any."""

    def __init__(
        self,
        choices: Iterable[C],
        *,
        prompt: str = "Choose.",
        refused: Iterable[Refusal] = (),
        labels: dict[str, Pick] | None = None,
        default: C | None = None,
    ) -> None:
        self.list = tuple(choices)
        self._default = default
        self.prompt = prompt
        self._refused = tuple(refused)
        self.labels = labels or {}

    def __iter__(self) -> Iterator[C]:
        return iter(self.list)

    def __len__(self) -> int:
        return len(self.list)

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, Choice) and choice in self.list

    def sample(self, rng: random.Random) -> C:
        """Draw a legal choice."""
        return rng.choice(self.list)

    def refused(self) -> tuple[Refusal, ...]:
        """Return what looks possible but is not."""
        return self._refused

    def default(self) -> C | None:
        """Return what counts when time is up, if it was given."""
        return self._default

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a choice is not in the list, or None if it is."""
        if choice in self.list:
            return None
        return self._why_not(str(choice))

    def _why_not(self, text: str) -> TanelornError:
        for refused in self._refused:
            if _plain(refused.text) == _plain(text):
                return Illegal(refused.why, clause=refused.clause)
        return Illegal(
            f"“{shown(text, QUOTED)}” is not among the choices here.",
            remedy=self._remedy(text),
        )

    def _remedy(self, text: str) -> str:
        """Suggest the nearest choices; of a long list where none is near, what choices begin with."""
        texts = [str(choice) for choice in self.list]
        verb = _plain(text).partition(" ")[0]
        like = [one for one in texts if _plain(one).partition(" ")[0] == verb]
        first = list(dict.fromkeys(one.partition(" ")[0] for one in texts))
        near = like or texts
        if len(near) <= _SHORT or len(first) > _SHORT:
            return nearest(text, near)
        return nearest(text, near, listed=False) or f"Choices here begin with {', '.join(first)}."

    def parse(self, text: str) -> C:
        """Find the choice whose text this is; the beginning of a text will do if only one begins so."""
        wanted = _plain(text)
        if not wanted:
            raise Unreadable("Nothing was chosen.", remedy=nearest("", [str(choice) for choice in self.list]))
        starts = []
        for choice in self.list:
            own = _plain(str(choice))
            if own == wanted:
                return choice
            if own.startswith(wanted):
                starts.append(choice)
        if len(starts) == 1:
            return starts[0]
        if starts:
            raise Ambiguous(
                f"“{shown(text, QUOTED)}” could mean {' or '.join(f'“{choice}”' for choice in starts[:4])}.",
                remedy="Write more of it.",
            )
        error = self._why_not(text)
        if error.clause:
            raise error
        raise Unreadable(f"“{shown(text, QUOTED)}” cannot be read here.", remedy=error.remedy)

    def offer(self, path: Sequence[str]) -> Offer[C]:
        """Return the distinct next picks of the choices that begin with this path."""
        done = tuple(path)
        following: dict[str, Pick] = {}
        complete: C | None = None
        for choice in self.list:
            picks = choice.picks
            if picks[: len(done)] != done:
                continue
            if len(picks) == len(done):
                complete = choice
            else:
                pick = picks[len(done)]
                following.setdefault(pick, self.labels.get(pick) or Pick(pick, pick.partition(":")[2]))
        if complete is None and not following:
            raise _no_path(done)
        return Offer(done, self.prompt, tuple(following.values()), complete, str(complete or ""))

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the distinct next picks of the choices that begin with this path."""
        done = tuple(path)
        at = len(done)
        if not at and self.list:
            following = dict.fromkeys(self._first())
            following.pop("", None)
            return tuple(following)
        begun = [picks for picks in map(self._picks, self._beginning(done)) if picks[:at] == done]
        if not begun:
            raise _no_path(done)
        return tuple(dict.fromkeys([picks[at] for picks in begun if len(picks) > at]))

    def made(self, path: Sequence[str]) -> C | None:
        """Return the choice of just these picks; None if choices begin with them."""
        done = tuple(path)
        found = [choice for choice in self._beginning(done) if self._picks(choice) == done]
        if not found:
            self.next(done)
            return None
        return found[-1]

    def _first(self) -> list[str]:
        if self._firsts is None:
            self._firsts = [picks[0] if picks else "" for picks in map(self._picks, self.list)]
        return self._firsts

    def _beginning(self, path: tuple[str, ...]) -> list[C]:
        """Return the choices that have the first pick of a path."""
        first = path[0] if path else ""
        return [choice for own, choice in zip(self._first(), self.list, strict=True) if own == first]


def _no_path(path: tuple[str, ...]) -> Illegal:
    return Illegal(f"No choice begins with {' then '.join(path) or 'nothing'}.", remedy="Take back the last pick.")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


class Aside(Choice, frozen=True, tag="aside"):
    """What a seat may do besides the rules' own choices: resign, or offer a draw."""

    word: Literal["resign", "offer a draw", "withdraw the offer"]

    def __str__(self) -> str:
        return self.word

    @property
    def told(self) -> str:
        """How the chronicle tells it after the seat's name: resigns, offers a draw."""
        verb, *rest = self.word.split()
        return " ".join([f"{verb}s", *rest])

    @property
    def picks(self) -> tuple[str, ...]:
        """One button."""
        return (f"button:{self.word}",)


RESIGN = Aside("resign")
OFFER_DRAW = Aside("offer a draw")
WITHDRAW_OFFER = Aside("withdraw the offer")


def fitting(choices: Choices[C], path: Sequence[str]) -> tuple[str, ...]:
    """Return as much of a path as can be offered, with the seal left off: a draft is there to be changed.

    What follows a pick that is refused is refused too, so the longest part is found by halving.
    """
    picks = tuple(path)
    good, bad = 0, len(picks) + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if _offered(choices, picks[:middle]):
            good = middle
        else:
            bad = middle
    picks = picks[:good]
    if picks:
        offer = choices.offer(picks)
        if offer.choice is not None and not offer.picks:
            return picks[:-1]
    return picks


def _offered(choices: Choices[C], path: tuple[str, ...]) -> bool:
    try:
        choices.offer(path)
    except TanelornError:
        return False
    return True
