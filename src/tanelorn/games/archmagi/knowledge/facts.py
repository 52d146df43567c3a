"""A view by the rulebook's names: what rule cases expect, and what records compare."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.view import HIDDEN, ArchmagiView, UnitSeen
from tanelorn.games.archmagi.map.land import Land, land
from tanelorn.games.archmagi.map.terrain import slug_of
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, KINDS, SPELL, SPELLS, UNITS
from tanelorn.games.archmagi.state.markers import MEAL, Lasting, Sighting
from tanelorn.games.archmagi.state.position import MOST, RESERVE_SEEN, SPELLS_SEEN
from tanelorn.games.archmagi.state.steps import Effect
from tanelorn.games.archmagi.state.traits import gear_kind
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SEAT_WORDS

Facts = dict[str, str | int]
SCALES = ("this battle round", "this battle", "this turn", "rounds", "until land", "for good")


def write_facts(view: ArchmagiView) -> Facts:
    """Name all that a view holds."""
    facts: Facts = {
        "round": view.round,
        "phase": view.phase,
        "active": SEAT_WORDS[view.active] if view.active >= 0 else "nobody",
        "first": SEAT_WORDS[view.first],
        "step": type(view.agenda[-1]).__name__ if view.agenda else "",
        "unit pile": view.piles[0],
        "spell pile": view.piles[1],
        "artifact pile": view.piles[2],
        "artifacts borne": view.borne,
        "copies": view.copies,
        "chain": ", ".join(SPELLS[made.spell].name for made in view.chain),
        "lasting": "; ".join(sorted([*(_effect(view, effect) for effect in view.lasting), *_shelters(view)])),
        "land": view.map,
    }
    chart = land(view.map)
    for hex, id in enumerate(chart.ids):
        facts[f"{id} terrain"] = slug_of(view.terrain[hex])
        facts[id] = _held(view, hex)
    for seat in range(len(view.counts)):
        _seat(view, seat, facts)
    _battle(view, facts)
    _memory(view, chart, facts)
    if view.whole is not None:
        _chits_out(view, facts)
    outcome = view.outcome
    facts["winner"] = "none" if outcome is None else ", ".join(SEAT_WORDS[s] for s in outcome.winners) or "draw"
    facts["reason"] = outcome.reason if outcome is not None else ""
    return facts


def unit_text(view: ArchmagiView, unit: UnitSeen) -> str:
    """Write a unit: its kind, whom it is aboard, its artifacts, its own kind while polymorphed."""
    text = KINDS[unit.kind].name
    if unit.shape >= 0:
        text += f" (truly {KINDS[unit.shape].name})"
    if unit.carrier >= 0:
        carrier = next((other for other in view.units if other.label == unit.carrier), None)
        text += f" aboard {KINDS[carrier.kind].name}" if carrier else ""
    if unit.gear:
        text += f" with {' and '.join(ARTIFACTS[gear_kind(artifact)].name for artifact in unit.gear)}"
    return text


def _held(view: ArchmagiView, hex: int) -> str:
    """Who is in a hex: "madder 1: Wizard, Dwarves; woad 2: ?"."""
    parts = []
    for seat in range(len(view.counts)):
        key = hex * MOST + seat
        if key in view.banners:
            known = sorted(unit_text(view, unit) for unit in view.units if unit.hex == hex and unit.seat == seat)
            hidden = view.viewer not in (seat, REFEREE)
            parts.append(f"{SEAT_WORDS[seat]} {view.banners[key]}: {', '.join([*known, *(['?'] if hidden else [])])}")
    return "; ".join(parts) or "empty"


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _seat(view: ArchmagiView, seat: int, facts: Facts) -> None:
    word = SEAT_WORDS[seat]
    units, stored, spells = view.sizes[seat]
    facts[f"{word} gone"] = "yes" if seat in view.gone else "no"
    facts[f"{word} sealed"] = "yes" if seat in view.sealed else "no"
    facts[f"{word} units"] = view.counts[seat]
    whole = view.whole
    if whole is not None or seat == view.viewer:
        reserve = whole.reserve[seat] if whole is not None else view.reserve
        kept = whole.stored[seat] if whole is not None else view.stored
        hand = whole.spells[seat] if whole is not None else view.spells
        facts[f"{word} reserve"] = _listed([KINDS[kind].name for kind in reserve])
        facts[f"{word} stored"] = _listed([ARTIFACTS[gear_kind(artifact)].name for artifact in kept])
        facts[f"{word} spells"] = _listed([SPELLS[spell].name for spell in hand])
    else:
        facts[f"{word} reserve"] = amount(units, "chit")
        facts[f"{word} stored"] = amount(stored, "artifact")
        facts[f"{word} spells"] = amount(spells, "spell")
    facts[f"{word} archmagus"] = _archmagus(view, seat)
    if whole is not None:
        facts[f"{word} asked about"] = ("nothing", "spells", "spells and dice")[whole.word[seat]]
        facts["scrolls"] = "; ".join(
            _listed([SPELLS[spell].name for spell in spells]) for _, spells in sorted(whole.scrolls.items())
        )


def _archmagus(view: ArchmagiView, seat: int) -> str:
    if seat in view.gone:
        return "dead"
    found = [unit for unit in view.units if unit.seat == seat and unit.kind in ARCHMAGI]
    if view.whole is not None:
        magus = view.whole.magi[seat]
        kind = view.whole.kinds[magus] if magus >= 0 else -2 - magus
        return KINDS[kind].name if kind >= 0 else "dead"
    return KINDS[found[0].kind].name if found else "hidden"


def _named(view: ArchmagiView, label: int) -> str:
    if label < 0:
        return "nobody"
    if label >= HIDDEN:
        key = label - HIDDEN
        return f"a unit of {SEAT_WORDS[key % MOST]}"
    unit = next(unit for unit in view.units if unit.label == label)
    return KINDS[unit.kind].name


def _battle(view: ArchmagiView, facts: Facts) -> None:
    battle = view.battle
    seats = range(len(view.counts))
    for seat in seats:
        word = SEAT_WORDS[seat]
        facts[f"{word} fights"] = facts[f"{word} shown"] = facts[f"{word} held"] = facts[f"{word} dice"] = ""
        facts[f"{word} fallen"] = ""
    facts["battle"] = "none"
    if battle is None:
        return
    attacker, defender = (SEAT_WORDS[seat] for seat in battle.seats)
    facts["battle"] = f"{attacker} attacks {defender} in {land(view.map).ids[battle.hex]}, round {battle.round}"
    for side, seat in enumerate(battle.seats):
        word = SEAT_WORDS[seat]
        spell = battle.attacks[side]
        facts[f"{word} fights"] = SPELLS[spell].name if spell >= 0 else _named(view, battle.fighters[side])
        facts[f"{word} dice"] = " ".join(map(str, battle.dice[side])) if battle.dice else ""
        facts[f"{word} fallen"] = ", ".join(KINDS[kind].name for s, kind in battle.fallen if s == seat)
        own = {unit.label: unit for unit in view.units if unit.seat == seat}
        facts[f"{word} shown"] = ", ".join(KINDS[own[label].kind].name for label in battle.shown if label in own)
        held = [label for label, end in battle.held.items() if end >= battle.round and label in own]
        facts[f"{word} held"] = ", ".join(KINDS[own[label].kind].name for label in held)


def _effect(view: ArchmagiView, effect: Lasting) -> str:
    if effect.source == MEAL:
        name = "Meal"
    elif effect.source > MEAL:
        name = "Pixie Dust"
    else:
        name = ARTIFACTS[effect.source - 1000].name if effect.source >= 1000 else SPELLS[effect.source].name
    chart = land(view.map)
    if effect.unit >= 0:
        on = f" on {_named(view, effect.unit)}"
    elif effect.hex >= 0:
        on = f" in {chart.ids[effect.hex]}" + (f" to {chart.ids[effect.other]}" if effect.other >= 0 else "")
    else:
        on = f" on {SEAT_NAMES[effect.side]}" if effect.side >= 0 else ""
    time = SCALES[effect.scale] if effect.left == 0 else amount(effect.left, "round")
    return f"{name}{on}, {time}"


def _shelters(view: ArchmagiView) -> list[str]:
    """The Sanctuaries over stacks that a viewer does not see into (view.1)."""
    return [
        f"Sanctuary in {land(view.map).ids[key // MOST]} on {SEAT_NAMES[key % MOST]}, {left} round{'s' * (left > 1)}"
        for key, (left, _) in view.shelters.items()
        if view.viewer not in (key % MOST, REFEREE)
    ]


def sighting_text(seen: Sighting) -> str:
    """Write what was seen under a banner, and when."""
    names = [KINDS[kind].name for kind in seen.kinds]
    names += [ARTIFACTS[gear_kind(artifact)].name for artifact in seen.artifacts]
    return f"{', '.join(names) or 'nothing'} in round {seen.round}"


def _memory(view: ArchmagiView, chart: Land, facts: Facts) -> None:
    """What the viewer remembers, by banner, hand and reserve."""
    for key, number in view.banners.items():
        seen = view.seen.get(key % MOST * 1000 + number)
        if seen is not None:
            facts[f"seen {chart.ids[key // MOST]} {SEAT_WORDS[key % MOST]}"] = sighting_text(seen)
    for seat, word in enumerate(SEAT_WORDS[: len(view.counts)]):
        if SPELLS_SEEN + seat in view.seen:
            seen = view.seen[SPELLS_SEEN + seat]
            names = ", ".join(SPELLS[spell].name for spell in seen.kinds)
            facts[f"seen {word} spells"] = f"{names or 'nothing'} in round {seen.round}"
        if RESERVE_SEEN + seat in view.seen:
            facts[f"seen {word} reserve"] = sighting_text(view.seen[RESERVE_SEEN + seat])


def _chits_out(view: ArchmagiView, facts: Facts) -> None:
    """Count the chits that are neither in piles nor in hands, for the referee: on the map, on their way, in
    scrolls, as markers.
    """
    whole = view.whole
    assert whole is not None
    shapes = sum(1 for unit, owner in enumerate(whole.owners) if owner >= 0 and whole.shapes[unit] >= 0)
    kinds = [whole.kinds[unit] for unit, owner in enumerate(whole.owners) if owner >= 0]
    facts["unit chits on the map"] = sum(1 for kind in kinds if kind < UNITS) + shapes
    out = sum(1 for kind in kinds if KINDS[kind].spell)
    out += sum(1 for effect in whole.lasting if effect.source == SPELL["curse"])
    out += sum(map(len, whole.scrolls.values()))
    out += len(whole.chain)
    out += sum(1 for spell in whole.battle.attacks if spell >= 0) if whole.battle is not None else 0
    out += sum(1 for step in whole.agenda if isinstance(step, Effect))
    facts["spells out"] = out
