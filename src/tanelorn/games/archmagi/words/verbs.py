"""Verbs and their slots: what may be done, and what each needs one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tanelorn.core.content.verbs import read_verbs
from tanelorn.games.archmagi.state.descriptors import DATA
from tanelorn.games.archmagi.state.position import ArchmagiPosition, has_spent_free_acts

END = -1
"""Ends a list of things."""

Args = tuple[int, ...]


class Noun(NamedTuple):
    """A kind of thing that may be chosen: how it is written, and the click that picks it."""

    text: Callable[[int], str]
    pick: Callable[[int], str]
    note: Callable[[int], str] = lambda thing: ""


class Slot(NamedTuple):
    """One thing that a verb needs: the word before it, what kind of thing, what to ask, what may be chosen, and by
    which clause.
    """

    word: str
    noun: Noun
    prompt: str
    options: Callable[[ArchmagiPosition, int, Args], Sequence[int]]
    clause: str = ""


class Verb(NamedTuple):
    """What a seat may do: `plan` gives the next slot after some arguments, None once it is complete.

    Without a `button` the first slot's own click begins it. `possible` is a quick test; `key` its key on the page.
    `canonical` puts the arguments of a list into order, so that things picked in any order make one choice. `ways`
    counts acts without listing them, `begun` those that begin with some arguments (None: list them); `listing`
    writes them out in their order more quickly than the plan does; `hopeless` is a quick test that nothing which
    begins so can be completed. What is `free` leads nowhere, and could be done for ever.
    """

    name: str
    label: str
    plan: Callable[[Args], Slot | None]
    clause: str = ""
    button: bool = True
    key: str = ""
    possible: Callable[[ArchmagiPosition, int], bool] = lambda position, seat: True
    weight: int = 1
    ways: Callable[[ArchmagiPosition, int], int] | None = None
    words: str = ""
    canonical: Callable[[Args], Args] | None = None
    listing: Callable[[ArchmagiPosition, int], Iterator[Args]] | None = None
    hopeless: Callable[[ArchmagiPosition, int, Args], bool] = lambda position, seat, args: False
    begun: Callable[[ArchmagiPosition, int, Args], int | None] = lambda position, seat, args: None
    free: bool = False

    def may_begin(self, position: ArchmagiPosition, seat: int) -> bool:
        """Tell whether it is worth while to look for such an act; what is free may be done so often in a phase."""
        return self.possible(position, seat) and not (self.free and has_spent_free_acts(position, seat))


RULES = read_verbs(DATA / "verbs.toml")
"""When each is done, in words."""

VERBS: dict[str, Verb] = {}


def verb(made: Verb) -> Verb:
    """Register a verb, so that a choice can be written and read by its name."""
    VERBS[made.name] = made
    return made


def in_order(args: Args) -> Args:
    """Put all arguments in order, the end of a list last."""
    return tuple(sorted(args, key=lambda arg: (arg == END, arg)))


def plain(
    name: str, label: str, *, clause: str = "", key: str = "", words: str = "", weight: int = 1, **more: Any
) -> Verb:
    """Register a verb that needs nothing more, such as “done”."""
    return verb(Verb(name, label, lambda args: None, clause, key=key, words=words, weight=weight, **more))


def steps(*slots: Slot) -> Callable[[Args], Slot | None]:
    """Return a plan with these slots one after the other."""
    return lambda args: slots[len(args)] if len(args) < len(slots) else None
