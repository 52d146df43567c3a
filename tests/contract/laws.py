"""What each game conserves, and what it keeps secret. A game without a law fails the suite; one of another package
names its law in the entry point group `tanelorn.laws`.

A law compares the referee's facts before and after one choice, given the events in between; it raises AssertionError.
A scrambler changes all that a viewer cannot know: it states a second time what the views and `resample` state. For a
game that has none only the sealed choices of the others are changed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tanelorn.core.game import plugged_in
from tanelorn.core.log import Event
from tanelorn.games.albion.knowledge.view import open_person
from tanelorn.games.albion.state.position import SHIP, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.state.stacks import stands_in, top_ashore
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, MASKS, UNITS
from tanelorn.games.archmagi.state.content import SPELLS as CHIT_SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import SITE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import POWER_OF
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import world_of
from tanelorn.games.elric.hands import Unstable, acts_at_once
from tanelorn.games.elric.state.position import CONTAINER, ElricPosition
from tests.toy.sequence import LIVES, MEN, SkirmishPosition

Facts = Mapping[str, str | int]
Law = Callable[[Facts, Facts, list[Event]], None]
Scrambler = Callable[[Any, int, random.Random], None]


def fivecities(before: Facts, after: Facts, events: list[Event]) -> None:
    """Pieces after are those before and the new ones, less losses in combat or by lightning; no area has two owners."""
    marks = [mark for event in events for mark in event.shows]
    fought = any(mark.kind in ("battle", "bolt") for mark in marks)
    for seat, word in enumerate(("first", "second")):
        had, has = int(before[f"{word} pieces"]), int(after[f"{word} pieces"])
        due = had + sum(mark.count for mark in marks if mark.kind == "plus" and mark.seat == seat)
        assert has <= due, f"The {word} player has {has} pieces, but {due} at most are accounted for."
        assert fought or has == due, f"Without a fight the {word} player has {has} pieces instead of {due}."
        had, has = int(before[f"{word} bombardments"]), int(after[f"{word} bombardments"])
        assert had - 1 <= has <= had, f"The {word} player's bombardments went from {had} to {has}."
    for area, there in after.items():
        assert " and " not in str(there), f"{area} has two owners: {there}."


def skirmish(before: Facts, after: Facts, events: list[Event]) -> None:
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


def diplomacy(before: Facts, after: Facts, events: list[Event]) -> None:
    """Units stand, wait for their retreat, or were disbanded; they come by building only; centres stay in number."""
    marks = [mark for event in events for mark in event.shows]
    built = sum(mark.kind == "build" for mark in marks)
    lost = sum(mark.kind == "disband" or (mark.kind == "retreat" and mark.failed) for mark in marks)
    had, has = _units(before), _units(after)
    assert had + built == has + lost, f"{had} units and {built} built, but {has} units and {lost} lost."
    for place, owner in before.items():
        if place.endswith(" owner") and owner != "nobody":
            assert after[place] != "nobody", f"The centre {place} has lost its owner."


def youngkingdoms(before: Facts, after: Facts, events: list[Event]) -> None:
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


def archmagi(before: Facts, after: Facts, events: list[Event]) -> None:
    """Every chit is somewhere: in a pile, a reserve, a hand, on the map, on its way; and each in one place. Whoever is
    aboard is where its carrier is.
    """
    seats = [name.removesuffix(" archmagus") for name in after if name.endswith(" archmagus")]
    copies = int(after["copies"])
    reserve = sum(_count(after[f"{seat} reserve"]) for seat in seats)
    on_map = int(after["unit chits on the map"])
    assert int(after["unit pile"]) + reserve + on_map == 985, "A unit chit is lost or found."
    artifacts = sum(_count(after[f"{seat} stored"]) for seat in seats) + int(after["artifacts borne"])
    assert int(after["artifact pile"]) + artifacts == len(ARTIFACTS) * copies, "An artifact is lost or found."
    spells = sum(_count(after[f"{seat} spells"]) for seat in seats) + int(after["spells out"])
    assert int(after["spell pile"]) + spells == len(CHIT_SPELLS) * copies, "A spell is lost or found."
    for seat in seats:
        was, now = before[f"{seat} archmagus"], after[f"{seat} archmagus"]
        assert was != "dead" or now == "dead", f"The archmagus of {seat} has come back as {now}."
    for stack in [stack for name, there in after.items() if name.isdigit() for stack in str(there).split("; ")]:
        for carrier in set(re.findall(r" aboard (.+?)(?= with |, |$)", stack)):
            assert stack.count(carrier) > stack.count(f"aboard {carrier}"), f"Aboard {carrier}, which is away: {stack}."


def elric(before: Facts, after: Facts, events: list[Event]) -> None:
    """Every spell is in one place; no nation has more counters than it was printed with; who is gone stays gone."""
    hands = sum(_count(held) for name, held in after.items() if name.endswith(" spells"))
    lying = sum(_listed(after[name]) for name in ("hidden", "face up", "lurking", "discards", "sacrificed"))
    there = hands + lying + int(after["container"]) + int(after["aside"])
    assert there == len(SPELLS), f"There are {there} spells instead of {len(SPELLS)}."
    for name, places in after.items():
        if name.endswith(" armies") and places != "out":
            standing = sum(int(place.split()[0]) for place in str(places).split(", "))
            assert standing <= ARMIES[name.removesuffix(" armies")], f"{name}: {standing} armies stand."
    assert set(str(before["gone"]).split(", ")) <= {*str(after["gone"]).split(", "), ""}, "Who was out is back."


def albion(before: Facts, after: Facts, events: list[Event]) -> None:
    """No Combat Strength Points come from nowhere; the dead, the sunk and the broken stay so; points only grow."""
    came = before["auberon"] == "away" != after["auberon"]
    for name in after:
        if name.endswith(" strength"):
            colour = name.removesuffix(" strength")
            had = int(before[name]) + int(before[f"{colour} lost"])
            has = int(after[name]) + int(after[f"{colour} lost"])
            assert has <= had + (came and colour == "albion"), f"{colour} had {had} points in all and has {has}."
    for name, was in before.items():
        if was in ("dead", "sunk", "broken"):
            assert after.get(name) == was, f"{name} was {was} and is {after.get(name)}."
        if name in ("fomorian points", "faerie points"):
            assert int(after[name]) >= int(was), f"{name} went from {was} to {after[name]}."
    assert set(str(before["ruins"]).split(", ")) <= {*str(after["ruins"]).split(", "), ""}, "A ruin has been rebuilt."


def _listed(names: str | int) -> int:
    return len(str(names).split(", ")) if names else 0


def _count(names: str | int) -> int:
    return 0 if names == "none" else str(names).count(",") + 1


def _units(facts: Facts) -> int:
    standing = sum(int(value) for name, value in facts.items() if name.endswith(" units"))
    sorcerers = ("Elric dislodged", "Jagreen Lern dislodged")
    return standing + sum(name.endswith(" dislodged") and name not in sorcerers for name in facts)


def scramble_sealed(position: Any, viewer: int, rng: random.Random) -> None:
    """Only what other seats have sealed is secret."""
    for seat in position.sealed:
        if seat != viewer:
            position.sealed[seat] = position.agenda[-1].choices(position, seat).sample(rng)


def scramble_skirmish(position: SkirmishPosition, viewer: int, rng: random.Random) -> None:
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


def scramble_youngkingdoms(position: YoungKingdomsPosition, viewer: int, rng: random.Random) -> None:
    """Others' sealed orders; where the spells are that the viewer neither holds nor saw cast."""
    cards = list(position.cards)
    own = {who for who in (0, 1) if POWER_OF[who] == viewer}
    used = {spell for _, spell in position.cast}
    unknown = [n for n, card in enumerate(cards) if n + 1 not in used and card.where not in own]
    places = [cards[n] for n in unknown]
    rng.shuffle(places)
    for n, place in zip(unknown, places, strict=True):
        cards[n] = place
    position.cards = tuple(cards)
    scramble_sealed(position, viewer, rng)


def scramble_archmagi(position: ArchmagiPosition, viewer: int, rng: random.Random) -> None:
    """Others' chits, artifacts and spells, stored or in hand; the kinds of their units that lie hidden; what they
    have left word of.
    """
    others = [seat for seat in position.seats if seat != viewer]
    _shuffle([position.spells[seat] for seat in others] + [position.spell_pile], rng)
    _shuffle([position.stored[seat] for seat in others] + [position.artifact_pile], rng)
    pile = [kind for kind, count in enumerate(position.pile) for _ in range(count)]
    rng.shuffle(pile)
    known = _known_units(position, viewer)
    for seat in others:
        for at, kind in enumerate(position.reserve[seat]):
            position.reserve[seat][at] = _swapped(pile, kind, rng)
        position.reserve[seat].sort()
        for unit in position.units_of(seat):
            kind = position.kinds[unit]
            plain = kind < UNITS and not position.gear[unit] and position.shapes[unit] < 0 and unit not in known
            if plain and unit not in position.carriers and position.carriers[unit] < 0:
                alike = [n for n, other in enumerate(pile) if not MASKS[other] & SITE and _stands_alike(other, kind)]
                if alike:
                    n = rng.choice(alike)
                    pile[n], position.kinds[unit] = kind, pile[n]
    position.pile = [pile.count(kind) for kind in range(UNITS)]
    scramble_sealed(position, viewer, rng)


def scramble_elric(position: ElricPosition, viewer: int, rng: random.Random) -> None:
    """The faces of spells that others hold, that are hidden on the map and in the container; what others have laid."""
    public = (1 << len(position.order)) - 1
    busy = {number for step in position.agenda for number in _numbers_in(step)}
    kinds: dict[str, list[int]] = {}
    for spell, mask in enumerate(position.known):
        if mask != public and not (viewer >= 0 and mask >> viewer & 1) and spell not in busy:
            kinds.setdefault(SPELLS[spell].alignment, []).append(spell)
    swapped: dict[int, int] = {}
    for spells in kinds.values():
        others = spells[:]
        rng.shuffle(others)
        swapped.update(zip(spells, others, strict=True))
    where, known = position.where[:], position.known[:]
    for spell, other in swapped.items():
        position.where[other], position.known[other] = where[spell], known[spell]
    position.laid = [msgspec.structs.replace(laid, spell=swapped.get(laid.spell, laid.spell)) for laid in position.laid]


def scramble_albion(position: AlbionPosition, viewer: int, rng: random.Random) -> None:
    """What lies under the tops of others' stacks away from the viewer's own pieces; wounds; who bears what; plots."""
    w = position.world
    busy = {fight.hex for fight in position.fights} | {position.battle.fight.hex if position.battle else -1}
    for seat in (0, 1):
        if seat == viewer:
            continue
        stacks = [
            hex
            for hex in sorted({*position.people, *position.troops})
            if stands_in(position, seat, hex) and not stands_in(position, 1 - seat, hex) and hex not in busy
        ]
        for hex in stacks:
            position.top[seat][hex] = top_ashore(position, seat, hex)
        for person, hex in enumerate(position.at):
            if hex >= 0 and position.side[person] == seat == w.p_side[person]:
                position.wounds[person] = rng.randrange(max(1, w.p_combat[person]))
                hidden = (
                    hex in stacks and top_ashore(position, seat, hex) != person and not open_person(position, person)
                )
                if hidden and position.aboard[person] < 0 and rng.random() < 0.5:
                    position.put(person, rng.choice(stacks))
        for hex in stacks:
            top = top_ashore(position, seat, hex)
            for army in position.armies_of(seat, hex):
                spare = army.n - (top == TROOPS + army.colour)
                if army.ship < 0 and spare > 0 and rng.random() < 0.5:
                    n = rng.randint(1, spare)
                    position.swap_army(hex, army, army._replace(n=army.n - n))
                    position.add_army(rng.choice(stacks), Army(army.colour, n))
        borne = [item for item, bearer in enumerate(position.bearer) if 0 <= bearer < SHIP]
        theirs = [
            item for item in borne if position.bearer[item] < TROOPS and position.side[position.bearer[item]] == seat
        ]
        alive = [person for person, hex in enumerate(position.at) if hex in stacks and position.side[person] == seat]
        for item in theirs:
            if alive and position.at[position.bearer[item]] in stacks:
                position.bearer[item] = rng.choice(alive)
                position.item_at[item] = position.at[position.bearer[item]]
    scramble_sealed(position, viewer, rng)


def _numbers_in(step: Any) -> set[int]:
    """Numbers that a step is about; a spell among them may not change under it."""
    values = [getattr(step, field) for field in step.__struct_fields__]
    listed = [number for value in values if isinstance(value, tuple) for number in value if isinstance(number, int)]
    return {value for value in (*values, *listed) if isinstance(value, int)}


def _swapped(pile: list[int], kind: int, rng: random.Random) -> int:
    n = rng.randrange(len(pile))
    pile[n], kind = kind, pile[n]
    return kind


def _shuffle(lists: list[list[int]], rng: random.Random) -> None:
    chits = [chit for chits in lists for chit in chits]
    rng.shuffle(chits)
    for some in lists:
        some[:] = sorted(chits.pop() for _ in some)


def _known_units(position: ArchmagiPosition, viewer: int) -> set[int]:
    """What lies open to a viewer: revealed in the battle, Sites, seen in this Scout phase; and who has a spell on
    its way.
    """
    battle = position.battle
    known = set(battle.shown) if battle is not None else set()
    known |= {unit for unit, owner in enumerate(position.owners) if owner >= 0 and MASKS[position.kinds[unit]] & SITE}
    known |= {unit for unit, mask in position.glimpses.items() if viewer >= 0 and mask >> viewer & 1}
    known |= {effect.unit for effect in position.lasting} | {master for master in position.masters if master >= 0}
    for made in position.chain:
        known |= {made.unit, *made.units}
    known |= {unit for step in position.agenda for unit in _units_in(step)}
    return known


def _units_in(step: Any) -> set[int]:
    """Units that a step is about: scrambling them would change what the step does."""
    named = {getattr(step, field) for field in ("unit", "thief", "victim") if hasattr(step, field)}
    for field in ("hit", "units", "going", "spared"):
        named |= set(getattr(step, field, ()))
    for field in ("made", "then"):
        if hasattr(step, field):
            named |= _units_in(getattr(step, field))
    return named


def _stands_alike(kind: int, other: int) -> bool:
    """Whether two kinds can be in the same hexes, so that nobody is stranded by the exchange."""
    ways = BIT["flying"] | BIT["swimmer"] | BIT["sea"] | BIT["mage"]
    return MASKS[kind] & ways == MASKS[other] & ways


ARMIES = {nation.id.replace("_", " "): len(nation.armies) for nation in world_of().nations}

LAWS: dict[str, Law] = {
    "albion": albion,
    "archmagi": archmagi,
    "elric": elric,
    "fivecities": fivecities,
    "skirmish": skirmish,
    "diplomacy": diplomacy,
    "youngkingdoms": youngkingdoms,
}

SCRAMBLERS: dict[str, Scrambler] = {
    "albion": scramble_albion,
    "archmagi": scramble_archmagi,
    "elric": scramble_elric,
    "fivecities": scramble_sealed,
    "skirmish": scramble_skirmish,
    "diplomacy": scramble_sealed,
    "youngkingdoms": scramble_youngkingdoms,
}


def law_of(slug: str) -> Law:
    """Return the law of a game, ours or a plug-in's."""
    law: Law | None = LAWS.get(slug) or plugged_in("tanelorn.laws", slug)
    assert law is not None, f"There is no law for {slug}, neither in tests/contract/laws.py nor as an entry point."
    return law


def shown_by_elric(position: Any) -> set[int]:
    """Spells that act at once (elric/9.3.1a), how many are left to draw, for Reshuffle goes back among them unseen, and
    that a hand holds Law beside Chaos: one side is discarded openly before anything else is decided (elric/9.5b, 9.6).
    """
    acting = {
        spell
        for spell, mask in enumerate(position.known)
        if acts_at_once(spell) and mask == (1 << len(position.order)) - 1
    }
    step = position.agenda[-1] if position.agenda else None
    left = 1_000 + position.where.count(CONTAINER)
    return acting | {left} | ({-1 - step.unit} if isinstance(step, Unstable) else set())


SHOWN_AT_ONCE: dict[str, Callable[[Any], set[int]]] = {"elric": shown_by_elric}
"""By game, what a draw that one seat alone sees shows to all, because the rules lay it open at once."""

SECRET_STEPS: dict[str, set[str]] = {"skirmish": {"Muster"}}
"""By game, the steps that ask in the open (`Asks`) but whose choices the other seats may not know."""
