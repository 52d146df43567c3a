"""What a view holds by the rulebook's names: what rule cases expect, and what records compare."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import AWAY, CSPS, DEAD, HEROES, PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_WORDS, piece_word, word
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, STORED, UNFOUND, is_troops, ship_code
from tanelorn.games.albion.state.printed.spells import SPELLS, Look
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.sight import UNSEEN

Facts = dict[str, str | int]
RANK_WORDS = ("none", "captain", "marshal", "king")


def write_facts(view: AlbionView) -> Facts:
    """Name what a view holds.

    A person's fact is where they are: `3034 escorted`, `3034 aboard galetop`, `dead`, `away`, `gone`, `unseen`; `elidor
    wounds`, `elidor rank`, `elidor side` tell more. `troops 3034` lists armies: `4 albion under elidor, 2 gwynedd`.
    A ship's is `2339`, `2317 coast 1 damaged refit`. An item's is who has it: `finvarra`, `lying 1023`, `unfound 1023`,
    `stored 1922`, `broken`. `stack 3034` is the top of a stack of somebody else.
    """
    seen = view.seen
    w = seen.world
    facts: Facts = {"turn": seen.turn, "phase": seen.phase, "active": _seat(seen.active), "mana": seen.mana}
    for seat, name in enumerate(SEAT_WORDS):
        facts[f"{name} points"] = seen.points[seat]
        facts[f"{name} evading"] = _hexes(w, seen.evading[seat])
        facts[f"{name} looks"] = _hexes(w, seen.looks[seat])
        for hex, look in sorted(seen.looks[seat].items()):
            facts[f"{name} look {w.number[hex]}"] = _look(w, look)
        facts[f"{name} told"] = ", ".join(
            f"{w.number[hex]} {_bits(bits)}" for hex, bits in sorted(seen.told[seat].items())
        )
    _persons(seen, w, facts)
    _troops(view, w, facts)
    _ships(seen, w, facts)
    _items(seen, w, facts)
    _land(seen, w, facts)
    facts["march"] = ", ".join(piece_word(w, code) for code in seen.march)
    outcome = view.outcome
    facts["victor"] = "none" if outcome is None else ", ".join(_seat(seat) for seat in outcome.winners) or "nobody"
    facts["reason"] = outcome.reason if outcome is not None else ""
    return facts


def _seat(seat: int) -> str:
    return SEAT_WORDS[seat] if seat >= 0 else "nobody"


def _look(w: World, look: Look) -> str:
    """Write a look as it was: `turn 2: imric escorted, 8 moray under imric, trollbane with imric`."""
    decks = {code: ship for code, _, ship in look.cargo}
    parts = [word(w.persons[person].id) + " escorted" * escort for person, escort in look.persons]
    for colour, n, chief in look.armies:
        under = f" under {word(w.persons[chief].id)}" if chief >= 0 else ""
        parts.append(f"{n} {word(w.colours[colour].id)}{under}")
    parts += [word(w.ships[ship].id) + " damaged" * hurt for ship, hurt in look.ships]
    parts += [f"{word(w.items[item].id)} with {piece_word(w, bearer)}" for item, bearer in look.items]
    parts += [f"{piece_word(w, code)} aboard {word(w.ships[ship].id)}" for code, ship in decks.items()]
    return f"turn {look.turn}: {', '.join(parts)}"


def _hexes(w: World, hexes: Iterable[int]) -> str:
    return ", ".join(w.number[hex] for hex in sorted(hexes))


def _bits(bits: int) -> str:
    words = ((CSPS, "troops"), (HEROES, "heroes"), (PERSONS, "persons"))
    return " and ".join(text for bit, text in words if bits & bit) or "nothing"


def _persons(seen: AlbionPosition, w: World, facts: Facts) -> None:
    for person, one in enumerate(w.persons):
        name, hex = word(one.id), seen.at[person]
        if hex < 0:
            facts[name] = {AWAY: "away", DEAD: "dead", UNSEEN: "unseen"}.get(hex, "gone")
        else:
            ship = seen.aboard[person]
            aboard = f" aboard {piece_word(w, ship_code(ship))}" if ship >= 0 else ""
            facts[name] = f"{w.number[hex]}{' escorted' if seen.escort[person] else ''}{aboard}"
        facts[f"{name} wounds"] = seen.wounds[person]
        facts[f"{name} strong"] = seen.strong[person]
        facts[f"{name} rank"] = RANK_WORDS[seen.rank[person]]
        facts[f"{name} side"] = _seat(seen.side[person])
        facts[f"{name} state"] = "active" if seen.awake[person] else "inactive"
        facts[f"{name} spent"] = seen.spent[person]
        if seen.did[person] & BOUND:
            facts[f"{name} bound"] = "yes"


def _troops(view: AlbionView, w: World, facts: Facts) -> None:
    seen = view.seen
    for hex, armies in sorted(seen.troops.items()):
        texts = []
        for army in armies:
            under = f" under {word(w.persons[army.chief].id)}" if army.chief >= 0 else ""
            aboard = f" aboard {piece_word(w, ship_code(army.ship))}" if army.ship >= 0 else ""
            texts.append(f"{army.n} {word(w.colours[army.colour].id)}{under}{aboard}")
        facts[f"troops {w.number[hex]}"] = ", ".join(texts)
    for colour, n in enumerate(view.strength):
        facts[f"{word(w.colours[colour].id)} strength"] = n
        facts[f"{word(w.colours[colour].id)} lost"] = seen.lost[colour]
    for top in view.tops:
        key = f"stack {w.number[top.hex]}" + (f" coast {top.coast}" if top.coast >= 0 else "")
        facts.setdefault(key, piece_word(w, top.code))


def _ships(seen: AlbionPosition, w: World, facts: Facts) -> None:
    for ship, one in enumerate(w.ships):
        hex = seen.ship_at[ship]
        if hex < 0:
            facts[word(one.id)] = {AWAY: "away", DEAD: "sunk", UNSEEN: "unseen"}.get(hex, "gone")
            continue
        coast = f" coast {seen.coast[ship]}" if len(w.berths[hex]) > 1 else ""
        state = f"{' damaged' if seen.hurt[ship] else ''}{' refit' if seen.refit[ship] else ''}"
        facts[word(one.id)] = f"{w.number[hex]}{coast}{state}"


def _items(seen: AlbionPosition, w: World, facts: Facts) -> None:
    for item, thing in enumerate(w.items):
        if not item:
            continue
        bearer, hex = seen.bearer[item], seen.item_at[item]
        words = {LYING: "lying", STORED: "stored", UNFOUND: "unfound"}
        if bearer in (BROKEN, UNSEEN):
            facts[word(thing.id)] = "broken" if bearer == BROKEN else "unseen"
        elif bearer in words:
            facts[word(thing.id)] = f"{words[bearer]} {w.number[hex]}"
        else:
            at = f" at {w.number[hex]}" if is_troops(bearer) else ""
            facts[word(thing.id)] = piece_word(w, bearer) + at


def _land(seen: AlbionPosition, w: World, facts: Facts) -> None:
    for realm, one in enumerate(w.kingdoms):
        facts[f"realm {word(one.id)}"] = "active" if seen.roused[realm] else "asleep"
    facts["ruins"] = _hexes(w, seen.ruined)
    facts["sky"] = seen.sky
    facts["vortices"] = _hexes(w, seen.vortices)
    facts["dispelled"] = _hexes(w, seen.dispelled)
    facts["storms"] = ", ".join(w.zones[zone].id for zone in seen.storms)
    facts["controlled"] = ", ".join(
        f"{word(w.persons[person].id)} by {word(w.persons[caster].id)}" for person, caster in seen.controlled.items()
    )
    facts["elements"] = ", ".join(f"{w.number[hex]} {far} {sky}" for hex, (far, sky) in sorted(seen.elements.items()))
    facts["enchantments"] = ", ".join(
        f"{word(w.persons[one.caster].id)} {word(SPELLS[one.number - 1].id)} {one.done}".rstrip() for one in seen.spells
    )
    facts["plans"] = ", ".join(w.number[plan.hex] for plan in seen.plans)
    facts["farcalled"] = "yes" if seen.farcalled else "no"
    facts["invaded"] = seen.invaded
    facts["at rest"] = ", ".join(word(w.items[item].id) for item in seen.at_rest)
    facts["battle"] = "none" if seen.battle is None else f"{seen.battle.fight.kind} {w.number[seen.battle.fight.hex]}"
