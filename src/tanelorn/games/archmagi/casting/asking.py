"""What a seat wants to be asked about (archmagi/response.5): whoever has left word passes unasked, so silence tells
nothing.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.position import ArchmagiPosition, count_free_act
from tanelorn.games.archmagi.words.nouns import words
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb

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
    )
)


def leave_word(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Note what a seat wants to be asked about from now on."""
    position.word[seat] = args[0]
    count_free_act(position, seat)
