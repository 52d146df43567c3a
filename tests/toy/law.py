"""What the contract suite holds Skirmish to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tanelorn.core.log import Event

from .sequence import LIVES, MEN, SkirmishPosition

Facts = Mapping[str, str | int]


def check(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Twelve cards, each in one place; men do not come back; wounds do not heal."""
    hands = [str(after[f"{word} hand"]) for word in ("red", "green", "blue")]
    discard = str(after["discard"]).strip("[]")
    cards = [card for text in (*hands, discard) for card in text.replace("card ", "").split(", ") if card]
    assert len(set(cards)) == len(cards), f"A card is in two places: {cards}."
    assert len(cards) + int(after["pile"]) == 12, f"There are {len(cards)} cards and {after['pile']} in the pile."
    for word in ("red", "green", "blue"):
        for role in ("captain", "levy"):
            name = f"{word} {role}"
            assert int(after[f"{name} wounds"]) >= int(before[f"{name} wounds"]), f"The {name} heals."
            had, has = (list(facts.values()).count(name) for facts in (before, after))
            mustered = int(before["round"]) == 0
            assert has <= had + mustered, f"The {name} stands {has} times, and stood {had} times before."
            fell = any(event.text == f"The {name} falls." for event in events)
            assert has >= had or fell, f"The {name} has gone, but did not fall."


def scramble(position: SkirmishPosition, viewer: int, rng: random.Random) -> None:
    """Others' wounds, their men who were not scouted, the cards in their hands and in the pile."""
    for man in MEN:
        if man // 2 != viewer and position.places[man] >= 0:
            position.wounds[man] = rng.randrange(LIVES[man % 2])
    for man in MEN[::2]:
        if not any(position.knows(viewer, who) for who in (man, man + 1)) and rng.random() < 0.5:
            position.places[man : man + 2] = position.places[man : man + 2][::-1]
    piles = [hand for seat, hand in enumerate(position.hands) if seat != viewer] + [position.pile]
    cards = [card for pile in piles for card in pile]
    rng.shuffle(cards)
    for pile in piles:
        pile[:] = sorted(cards.pop() for _ in pile)
    for seat, hand in enumerate(position.hands):
        for card in hand:
            position.known[6 + card] = 1 << seat
