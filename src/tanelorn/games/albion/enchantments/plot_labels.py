"""What people are told when they plot: odds, ranges, costs, and why somebody cannot cast something (albion/19.0)."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.odds import Odds, Share
from tanelorn.games.albion.enchantments.castable import (
    THROWS,
    Casting,
    farthest,
    is_enchanter,
    sure,
    why_never,
    why_no_caster,
    why_no_target,
)
from tanelorn.games.albion.state.magic_items import bears
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import Bar, at_hex, piece_id, word
from tanelorn.games.albion.state.printed.spells import (
    ELEMENTS,
    MENTAL_ATTACK,
    MIND_CONTROL,
    SHAKE_EARTH,
    SPELLS,
    STORM,
    VISION,
    Enchantment,
)
from tanelorn.games.albion.state.ratings import command, magic
from tanelorn.games.albion.state.stacks import garrison_side, stands_in, top_ashore

LICENCES = ("book_of_gyres", "gwydions_staff", "herlas_ring")
"""Items by which somebody casts who is no enchanter (19.0b)."""

UNSAID = "albion/5.B.1"
"""The clause by which a plot says all that is needed."""


# Labels


def caster_label(position: AlbionPosition, caster: int) -> Pick:
    """Return what the pick of an enchanter says."""
    w = position.world
    where = at_hex(w, position.at[caster])
    person = w.persons[caster]
    return Pick(f"piece:{person.id}", person.name, f"at {where}; magic {magic(position, caster)}")


def label(position: AlbionPosition, seat: int, one: Casting, at: int) -> Pick:
    """Return what a pick of a casting says: the enchantment first, then what it is cast at."""
    pick, w = one.picks[at], position.world
    sort, _, id = pick.partition(":")
    kind = SPELLS[one.spell.number - 1]
    if sort == "card":
        cost, chances = _sure(position, one), _chances(seat, one)
        return Pick(pick, kind.name, _what(position, one, kind), cost, risk=_deadly(position, one), chances=chances)
    if sort == "piece":
        target = w.person[id]
        return Pick(pick, w.persons[target].name, *_at_person(position, seat, one, kind, target))
    if sort == "space":
        return Pick(pick, at_hex(w, one.spell.hex), _at_hex(position, seat, kind, one.spell.hex))
    if one.spell.number == STORM:
        return Pick(pick, next(zone.name for zone in w.zones if zone.id == one.spell.word))
    return Pick(pick, word(one.spell.word).capitalize(), f"in all hexes within {_reach(position, one, kind)}")


def _reach(position: AlbionPosition, one: Casting, kind: Enchantment) -> int:
    return farthest(position, one.spell.caster, kind)


def _sure(position: AlbionPosition, one: Casting) -> str:
    """Say that a casting works without a roll, and why; "" if it is rolled for."""
    if one.share < THROWS:
        return ""
    help = sure(position, one.spell.caster, one.spell.number)
    return f"works, by {help}" if help and not one.items else "works"


def _chances(seat: int, one: Casting) -> Odds | None:
    """Return what the roll for a casting may bring, if there is one (19.0a)."""
    if one.share == THROWS:
        return None
    shares = (Share("works", one.share, seat), Share("fails", THROWS - one.share))
    return Odds(THROWS, tuple(share for share in shares if share.ways))


def _what(position: AlbionPosition, one: Casting, kind: Enchantment) -> str:
    """Return what an enchantment does, how far, and what it costs."""
    far = _reach(position, one, kind)
    says = kind.short
    if kind.aim in ("hex", "stack", "foe") or kind.number == VISION:
        says += f" Range {far}."
    elif kind.number == ELEMENTS:
        says += f" Range {far} around the caster."
    if kind.number == MENTAL_ATTACK:
        caster = one.spell.caster
        left = position.world.p_combat[caster] - position.wounds[caster]
        last = " It would be the last wound: the caster dies, and no duel follows."
        says += last if left == 1 else f" The caster can take {left}."
    return says


def _deadly(position: AlbionPosition, one: Casting) -> bool:
    """Whether the cost kills the caster (19.4/08)."""
    caster = one.spell.caster
    return one.spell.number == MENTAL_ATTACK and position.world.p_combat[caster] - position.wounds[caster] <= 1


def _at_person(
    position: AlbionPosition, seat: int, one: Casting, kind: Enchantment, target: int
) -> tuple[str, str, bool]:
    """Return a note, no cost, and a risk: where a foe is, as far as it lies open."""
    w = position.world
    if kind.aim == "friend":
        return ("the caster" if target == one.spell.caster else "", "", False)
    need = ""
    if kind.number == MIND_CONTROL:
        own = magic(position, one.spell.caster) + command(position, one.spell.caster)
        need = f"; in vain in a fortress or Place of Power, and unless magic and command add up to less than {own}"
    hex, far = seen_at(position, 1 - seat, target), _reach(position, one, kind)
    if hex < 0:
        return (f"out of sight; in vain beyond {amount(far, 'hex', 'hexes')}{need}", "", False)
    away = w.distance(position.at[one.spell.caster], hex)
    vain = "; out of range, in vain" if away > far else ""
    return (f"at {at_hex(w, hex)}, {away} of {amount(far, 'hex', 'hexes')} away{vain}{need}", "", bool(vain))


def seen_at(position: AlbionPosition, side: int, person: int) -> int:
    """Return the hex where a person of a side is seen on top of a stack ashore, -1 if they are not."""
    hex = position.at[person]
    return hex if hex >= 0 and top_ashore(position, side, hex) == person else -1


def _at_hex(position: AlbionPosition, seat: int, kind: Enchantment, hex: int) -> str:
    """Return what stands where an enchantment would strike, as far as it lies open."""
    found = []
    garrison = garrison_side(position, hex)
    if garrison >= 0 and kind.number == SHAKE_EARTH:
        found.append("your own fortress" if garrison == seat else "an enemy fortress")
    for side, words in ((seat, "your own stack"), (1 - seat, "an enemy stack")):
        if stands_in(position, side, hex) or position.ships_of(side, hex):
            found.append(words)
    return ", ".join(found)


# Refusals


def refusals(position: AlbionPosition, seat: int) -> tuple[Refusal, ...]:
    """Say why those who might cast do not, or not everything: in the order of their codes."""
    w, found = position.world, []
    for person, hex in enumerate(position.at):
        if hex < 0 or position.side[person] != seat or not _might(position, person):
            continue
        who, pick = word(w.persons[person].id), f"piece:{piece_id(w, person)}"
        bar = why_no_caster(position, person)
        if bar is not None:
            found.append(Refusal(who, bar.why, bar.clause, (pick,)))
            continue
        for kind in SPELLS:
            bar = why_never(position, person, kind)
            if bar is not None:
                found.append(Refusal(f"{who} {word(kind.id)}", bar.why, bar.clause, (pick, f"card:{kind.id}")))
    return tuple(found)


def _might(position: AlbionPosition, person: int) -> bool:
    """Whether a player who plots would think of a person: an enchanter, or somebody whose place or item suggests it."""
    if is_enchanter(position, person) or any(bears(position, person, item) for item in LICENCES):
        return True
    return bool(position.world.place[position.at[person]])


def why_not_written(position: AlbionPosition, seat: int, wanted: str) -> Bar | None:
    """Return why an enchantment that is written, as a person, its name and an aim, cannot be plotted."""
    w = position.world
    names = {word(one.id): number for number, one in enumerate(w.persons)}
    who = next((name for name in sorted(names, key=len, reverse=True) if wanted.startswith(name)), "")
    person = names.get(who, -1)
    if person < 0:
        return None
    if position.at[person] < 0:
        return Bar(f"{w.persons[person].name} is not on the map.", "albion/19.1")
    if position.side[person] != seat:
        return Bar(f"{w.persons[person].name} is not of your side.", "albion/19.1")
    bar = why_no_caster(position, person)
    rest = wanted[len(who) :].strip()
    kind = next((kind for kind in SPELLS if rest.startswith(word(kind.id))), None)
    if bar is not None or kind is None:
        return bar
    return why_never(position, person, kind) or _why_not_aim(position, seat, person, kind, rest[len(kind.id) :].strip())


def _why_not_aim(position: AlbionPosition, seat: int, person: int, kind: Enchantment, aim: str) -> Bar | None:
    """Return why what is aimed at cannot be."""
    w, clause = position.world, f"albion/19.4/{kind.number:02}"
    hex = w.hex.get(aim.removeprefix("at ").strip(), -1)
    if kind.aim in ("hex", "stack") and hex >= 0:
        away, far = w.distance(position.at[person], hex), farthest(position, person, kind)
        if away > far:
            return Bar(f"It is {amount(away, 'hex', 'hexes')} away; the range is {far}.", clause)
        return why_no_target(position, seat, kind, hex)
    if kind.aim == "friend" and aim:
        return Bar("It is cast on somebody of your own in the hex of the caster.", clause)
    if kind.aim == "foe" and aim:
        return Bar("It is cast at a person of the enemy who is on the map.", clause)
    if kind.aim == "sea" and aim:
        return Bar("It is cast on a sea that the caster’s hex borders.", clause)
    if kind.aim and not aim:
        return Bar("It must be said at what it is cast.", UNSAID)
    return None
