"""Pictures: what a viewer is told of a table, numbered, and what has changed from one to the next.

A page that has a picture is told what has changed since; the whole picture is for a page that has none, or one that is
known no longer. Numbers count what this viewer was told and nothing else, so that a gap between them tells of nothing
that was done in secret. All pages that see the same are told the same words, which are made once.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import asdict, replace

from tanelorn.core.log import Event
from tanelorn.site.live import messages

KEPT = 8
"""Pictures of a stream that a page may still have, and is then told only what has changed."""


class Picture:
    """What a viewer was told at one time, and the words in which pages are told it."""

    __slots__ = ("_told", "events", "number", "shown", "stream")

    def __init__(self, stream: str, number: int, shown: messages.Shown, events: Sequence[Event]) -> None:
        self.stream = stream
        self.number = number
        self.shown = shown
        self.events = events
        self._told: dict[int, str] = {}

    def told(self, base: Picture | None, question: int | msgspec.UnsetType = msgspec.UNSET) -> str:
        """Return what a page is told that has the picture `base`; the whole, if it has none of this stream.

        Where it answers a question that has a number, that is added: the rest is the same for all who have that base.
        """
        known = base if base is not None and base.stream == self.stream else None
        number = known.number if known is not None else 0
        if number not in self._told:
            message = self._whole() if known is None else self._changed(known)
            self._told[number] = msgspec.json.encode(message).decode()
        told = self._told[number]
        return told if question is msgspec.UNSET else f'{told[:-1]},"n":{question}}}'

    def forget(self) -> None:
        """Forget the words: nobody is told of this picture any more."""
        self._told.clear()

    def news(self, base: Picture | None) -> bool:
        """Tell whether a page that has the picture `base` must hear of this one, though it has not asked.

        A draft of the viewer's own is none: it was written elsewhere, and is told with what comes next.
        """
        if base is None or base is self:
            return base is None
        return self.events != base.events or _without_drafts(self.shown) != _without_drafts(base.shown)

    def _whole(self) -> messages.State:
        return messages.State(
            **asdict(self.shown), stream=self.stream, number=self.number, events=tuple(self.events), since=0
        )

    def _changed(self, base: Picture) -> messages.Changed:
        since = parting(base.events, self.events)
        return messages.Changed(
            viewer=self.shown.viewer,
            stream=self.stream,
            number=self.number,
            base=base.number,
            change=change(base.shown, self.shown),
            events=tuple(self.events[since:]),
            since=since,
        )


class Stream:
    """All that one viewer is told of a table in one language, picture by picture; nobody can guess its `id`."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(9)
        self.made_of: object = None
        self._kept: deque[Picture] = deque(maxlen=KEPT)

    @property
    def now(self) -> Picture:
        """The picture that was taken last."""
        return self._kept[-1]

    def take(self, shown: messages.Shown, events: Sequence[Event]) -> Picture:
        """Return the picture of this: the last one, if it is the same."""
        last = self._kept[-1] if self._kept else None
        if last is None or last.shown != shown or last.events != events:
            if last is not None:
                last.forget()
            self._kept.append(Picture(self.id, last.number + 1 if last else 1, shown, events))
        return self.now

    def find(self, stream: object, number: object) -> Picture | None:
        """Return the picture that a page says it has, or None if that is not known, or not any longer."""
        return next((one for one in self._kept if (self.id, one.number) == (stream, number)), None)


def _without_drafts(shown: messages.Shown) -> messages.Shown:
    return replace(shown, decisions=tuple(replace(one, draft=()) for one in shown.decisions))


def parting(old: Sequence[Event], new: Sequence[Event]) -> int:
    """Return how many events two chronicles have in common from the beginning."""
    parted = (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a is not b and a != b)
    return next(parted, min(len(old), len(new)))


def change(old: msgspec.Struct, new: msgspec.Struct) -> messages.Change:
    """Return what makes one thing of another of its kind: the fields that are set anew, then the changes within others.

    A list of things changes by its parts: `[at, count]` are as many things of the old list as they were, `[at, change]`
    is one of them with its change, and anything else is a new thing.
    """
    fresh: dict[str, object] = {}
    within: dict[str, object] = {}
    for field, name in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        was, now = getattr(old, field), getattr(new, field)
        if was is now or was == now:
            continue
        if isinstance(now, msgspec.Struct) and type(was) is type(now):
            within[name] = change(was, now)
        elif _are_things(was) and _are_things(now):
            within[name] = list(_parts(was, now))
        else:
            fresh[name] = now
    return [fresh, within] if within else [fresh]


def _are_things(found: object) -> bool:
    return isinstance(found, tuple) and bool(found) and isinstance(found[0], msgspec.Struct)


def _parts(old: Sequence[msgspec.Struct], new: Sequence[msgspec.Struct]) -> Iterator[object]:
    """Yield the parts of a list of things; a run of those that are as they were is one part."""
    at = count = 0
    for place, thing in zip(_places(old, new), new, strict=True):
        same = place is not None and (old[place] is thing or old[place] == thing)
        if count and not (same and place == at + count):
            yield [at, count]
            count = 0
        if same and place is not None:
            at, count = place - count, count + 1
        elif place is not None and type(old[place]) is type(thing):
            yield [place, change(old[place], thing)]
        else:
            yield thing
    if count:
        yield [at, count]


def _places(old: Sequence[msgspec.Struct], new: Sequence[msgspec.Struct]) -> Iterator[int | None]:
    """Yield where each thing of a list stood in the list before, None if it is new.

    What stands as before at both ends is found at its place; in the middle a thing is known by its name.
    """
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    tail = next((n for n in range(least - head) if old[-1 - n] != new[-1 - n]), least - head)
    yield from range(head)
    places: dict[object, deque[int]] = {}
    for place in range(head, len(old) - tail):
        places.setdefault(name_of(old[place]), deque()).append(place)
    for thing in new[head : len(new) - tail]:
        named = places.get(name_of(thing))
        yield named.popleft() if named else None
    yield from range(len(old) - tail, len(old))


def name_of(thing: msgspec.Struct) -> object:
    """Return that by which a thing is known in its list: the first field of its kind, be it an id, a title or a seat.

    Of several of one name, as marks of a kind or cards that show their backs, the first is taken for the first.
    """
    return getattr(thing, thing.__struct_fields__[0])
