"""What the contract suite holds the boards of Diplomacy to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tanelorn.core.log import Event
from tanelorn.games.diplomacy.youngkingdoms.board import POWER_OF
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition

Facts = Mapping[str, str | int]


def check_standard(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Units stand, wait for their retreat, or were disbanded; they come by building only; centres stay in number."""
    marks = [mark for event in events for mark in event.shows]
    built = sum(mark.kind == "build" for mark in marks)
    lost = sum(mark.kind == "disband" or (mark.kind == "retreat" and mark.failed) for mark in marks)
    had, has = _units(before), _units(after)
    assert had + built == has + lost, f"{had} units and {built} built, but {has} units and {lost} lost."
    for place, owner in before.items():
        if place.endswith(" owner") and owner != "nobody":
            assert after[place] != "nobody", f"The centre {place} has lost its owner."


def check_youngkingdoms(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Ten spells in ten places; used ones stay used, the dead stay dead; units come by building or as Kelmain."""
    for spell in range(1, 11):
        was, now = str(before[f"spell {spell}"]), str(after[f"spell {spell}"])
        assert was != "gone" or now == "gone" or before["phase"] == "", f"Spell {spell} comes back to {now}."
    for name in ("Elric", "Jagreen Lern"):
        assert before[name] != "dead" or after[name] == "dead", f"{name} has come back."
        used = [spell for spell in str(after[f"{name} cast"]).split(", ") if spell]
        assert all(after[f"spell {spell}"] == "gone" for spell in used), f"{name} has kept a spell that he cast."
    had, has = _units(before), _units(after)
    built = sum(mark.kind == "build" for event in events for mark in event.shows)
    hordes = 2 if before["hordes"] == "none" != after["hordes"] else 0
    assert has <= had + built + hordes, f"{had} units, {built} built, but {has} units."


def _units(facts: Facts) -> int:
    standing = sum(int(value) for name, value in facts.items() if name.endswith(" units"))
    sorcerers = ("Elric dislodged", "Jagreen Lern dislodged")
    return standing + sum(name.endswith(" dislodged") and name not in sorcerers for name in facts)


def scramble_youngkingdoms(position: YoungKingdomsPosition, viewer: int, rng: random.Random) -> None:
    """Where the spells are that the viewer neither holds nor saw cast."""
    cards = list(position.cards)
    own = {who for who in (0, 1) if POWER_OF[who] == viewer}
    used = {spell for _, spell in position.cast}
    unknown = [n for n, card in enumerate(cards) if n + 1 not in used and card.where not in own]
    places = [cards[n] for n in unknown]
    rng.shuffle(places)
    for n, place in zip(unknown, places, strict=True):
        cards[n] = place
    position.cards = tuple(cards)
