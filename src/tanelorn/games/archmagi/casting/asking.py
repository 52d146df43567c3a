"""Being asked (archmagi/response.2, response.5): what a seat wants to be asked about, passing, and who is heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.position import ArchmagiPosition, count_free_act
from tanelorn.games.archmagi.words.acts import Act
from tanelorn.games.archmagi.words.nouns import words
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Verbs, plain, steps, verb

S = TypeVar("S")


def leave_word(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Note what a seat wants to be asked about from now on (response.5)."""
    position.word[seat] = args[0]
    count_free_act(position, seat)


WORD = verb(
    Verb(
        "ask me about",
        "Ask me about …",
        steps(
            Slot(
                "",
                words("nothing", "spells", "spells and dice"),
                "What do you want to be asked about, when others cast and throw?",
                lambda position, seat, args: [word for word in range(3) if word != position.word[seat]],
                "archmagi/response.5",
            )
        ),
        "archmagi/response.5",
        free=True,
        does=leave_word,
    )
)
PASS = plain("pass", "Let it be", key="Enter", weight=3, last=True)


def _hush(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Ask a seat no more in this battle or phase (response.5)."""
    position.hush[seat] = 1


PASS_ALL = plain(
    "pass and do not ask again",
    "Do not ask me again in this battle or phase",
    clause="archmagi/response.5",
    last=True,
    does=_hush,
)


def first_heard(asked: tuple[int, ...], choices: Mapping[int, Act], verbs: Verbs[S, ArchmagiPosition]) -> int:
    """Return the first of those asked who does not pass, -1 if all do."""
    return next((seat for seat in asked if seat in choices and not verbs.ends(choices[seat])), -1)


def let_be(
    step: S, position: ArchmagiPosition, choices: Mapping[int, Act], verbs: Verbs[S, ArchmagiPosition], log: Log
) -> None:
    """Hear all who pass."""
    for seat, act in choices.items():
        if verbs.ends(act):
            verbs.do(step, position, seat, act, log)
