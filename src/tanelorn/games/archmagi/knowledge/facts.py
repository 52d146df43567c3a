"""A view by the rulebook's names: what rule cases expect, and what records compare."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.view import ArchmagiView
from tanelorn.games.archmagi.map.land import Land, land
from tanelorn.games.archmagi.map.terrain import slug_of
from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.codes import (
    DUST,
    MEAL,
    StackKey,
    hex_of,
    is_hidden,
    kind_waiting,
    reserve_of,
    seat_of,
    spells_of,
    stack_hiding,
    under_banner,
)
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, KINDS, SPELL, SPELLS, is_of_pile
from tanelorn.games.archmagi.state.markers import Lasting, Sighting
from tanelorn.games.archmagi.state.steps import Effect
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SEAT_WORDS

Facts = dict[str, str | int]
SCALES = ("this battle round", "this battle", "this turn", "rounds", "until land", "for good")


def write_facts(view: ArchmagiView) -> Facts:
    """Name all that a view holds."""
    seen = view.seen
    facts: Facts = {
        "round": seen.round,
        "phase": seen.phase,
        "active": SEAT_WORDS[seen.active] if seen.active >= 0 else "nobody",
        "first": SEAT_WORDS[seen.first],
        "step": type(seen.agenda[-1]).__name__ if seen.agenda else "",
        "unit pile": view.left,
        "spell pile": len(seen.spell_pile),
        "artifact pile": len(seen.artifact_pile),
        "artifacts borne": view.borne,
        "copies": seen.copies,
        "chain": ", ".join(SPELLS[made.spell].name for made in seen.chain),
        "lasting": "; ".join(sorted([*(_effect(view, effect) for effect in seen.lasting), *_shelters(view)])),
        "land": seen.map,
    }
    chart = land(seen.map)
    standing: dict[int, list[StackKey]] = {}
    for key in sorted(seen.banners):
        standing.setdefault(hex_of(key), []).append(key)
    for hex, id in enumerate(chart.ids):
        facts[f"{id} terrain"] = slug_of(seen.terrain[hex])
        facts[id] = _held(view, standing[hex]) if hex in standing else "empty"
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


def unit_text(view: ArchmagiView, unit: int) -> str:
    """Write a unit: its kind, whom it is aboard, its artifacts, its own kind while polymorphed."""
    seen = view.seen
    text = KINDS[seen.kinds[unit]].name
    if seen.shapes[unit] >= 0:
        text += f" (truly {KINDS[seen.shapes[unit]].name})"
    if seen.carriers[unit] >= 0 and not is_hidden(seen.carriers[unit]):
        text += f" aboard {KINDS[seen.kinds[seen.carriers[unit]]].name}"
    if seen.gear[unit]:
        text += f" with {' and '.join(ARTIFACTS[gear_kind(artifact)].name for artifact in seen.gear[unit])}"
    return text


def _held(view: ArchmagiView, keys: list[StackKey]) -> str:
    """Who is in a hex, by its stacks: "madder 1: Wizard, Dwarves; woad 2: ?"."""
    parts = []
    for key in keys:
        seat = seat_of(key)
        known = sorted(unit_text(view, unit) for unit in view.seen.stacks[key])
        hidden = view.viewer not in (seat, REFEREE)
        parts.append(f"{SEAT_WORDS[seat]} {view.seen.banners[key]}: {', '.join([*known, *(['?'] if hidden else [])])}")
    return "; ".join(parts)


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _seat(view: ArchmagiView, seat: int, facts: Facts) -> None:
    word = SEAT_WORDS[seat]
    seen, whole = view.seen, view.whole
    reserve, kept, hand = seen.reserve[seat], seen.stored[seat], seen.spells[seat]
    facts[f"{word} gone"] = "yes" if seat in seen.gone else "no"
    facts[f"{word} sealed"] = "yes" if seat in view.sealed else "no"
    facts[f"{word} units"] = view.counts[seat]
    if view.viewer in (seat, REFEREE):
        facts[f"{word} reserve"] = _listed([KINDS[kind].name for kind in reserve])
        facts[f"{word} stored"] = _listed([ARTIFACTS[gear_kind(artifact)].name for artifact in kept])
        facts[f"{word} spells"] = _listed([SPELLS[spell].name for spell in hand])
    else:
        facts[f"{word} reserve"] = amount(len(reserve), "chit")
        facts[f"{word} stored"] = amount(len(kept), "artifact")
        facts[f"{word} spells"] = amount(len(hand), "spell")
    facts[f"{word} archmagus"] = _archmagus(view, seat)
    if whole is not None:
        facts[f"{word} asked about"] = ("nothing", "spells", "spells and dice")[whole.word[seat]]
        facts["scrolls"] = "; ".join(
            _listed([SPELLS[spell].name for spell in spells]) for _, spells in sorted(whole.scrolls.items())
        )


def _archmagus(view: ArchmagiView, seat: int) -> str:
    seen = view.seen
    if seat in seen.gone:
        return "dead"
    if view.whole is not None:
        magus = seen.magi[seat]
        kind = seen.kinds[magus] if magus >= 0 else kind_waiting(magus)
        return KINDS[kind].name if kind >= 0 else "dead"
    found = [seen.kinds[unit] for unit in view.units if seen.owners[unit] == seat and seen.kinds[unit] in ARCHMAGI]
    return KINDS[found[0]].name if found else "hidden"


def _named(view: ArchmagiView, unit: int) -> str:
    if unit < 0:
        return "nobody"
    if is_hidden(unit):
        return f"a unit of {SEAT_WORDS[seat_of(stack_hiding(unit))]}"
    return KINDS[view.seen.kinds[unit]].name


def _battle(view: ArchmagiView, facts: Facts) -> None:
    battle, seen = view.seen.battle, view.seen
    seats = range(len(view.counts))
    for seat in seats:
        word = SEAT_WORDS[seat]
        facts[f"{word} fights"] = facts[f"{word} shown"] = facts[f"{word} held"] = facts[f"{word} dice"] = ""
        facts[f"{word} fallen"] = ""
    facts["battle"] = "none"
    if battle is None:
        return
    attacker, defender = (SEAT_WORDS[seat] for seat in battle.seats)
    facts["battle"] = f"{attacker} attacks {defender} in {land(seen.map).ids[battle.hex]}, round {battle.round}"
    for side, seat in enumerate(battle.seats):
        word = SEAT_WORDS[seat]
        spell = battle.attacks[side]
        facts[f"{word} fights"] = SPELLS[spell].name if spell >= 0 else _named(view, battle.fighters[side])
        facts[f"{word} dice"] = " ".join(map(str, battle.dice[side])) if battle.dice else ""
        facts[f"{word} fallen"] = ", ".join(KINDS[kind].name for s, kind in battle.fallen if s == seat)
        own = {unit for unit in view.units if seen.owners[unit] == seat}
        facts[f"{word} shown"] = ", ".join(KINDS[seen.kinds[unit]].name for unit in battle.shown if unit in own)
        held = [unit for unit in view.units if unit in own and battle.is_held(unit)]
        facts[f"{word} held"] = ", ".join(KINDS[seen.kinds[unit]].name for unit in held)


def _effect(view: ArchmagiView, effect: Lasting) -> str:
    if effect.source == MEAL:
        name = "Meal"
    elif effect.source == DUST:
        name = "Pixie Dust"
    else:
        name = SPELLS[effect.source].name if effect.is_of_spell else ARTIFACTS[effect.artifact].name
    chart = land(view.seen.map)
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
    ids = land(view.seen.map).ids
    return [
        f"Sanctuary in {ids[hex_of(key)]} on {SEAT_NAMES[seat_of(key)]}, {left} round{'s' * (left > 1)}"
        for key, (left, _) in view.shelters.items()
        if view.viewer not in (seat_of(key), REFEREE)
    ]


def sighting_text(seen: Sighting) -> str:
    """Write what was seen under a banner, and when."""
    names = [KINDS[kind].name for kind in seen.kinds]
    names += [ARTIFACTS[gear_kind(artifact)].name for artifact in seen.artifacts]
    return f"{', '.join(names) or 'nothing'} in round {seen.round}"


def _memory(view: ArchmagiView, chart: Land, facts: Facts) -> None:
    """What the viewer remembers, by banner, hand and reserve."""
    remembered = view.remembered()
    for key, number in sorted(view.seen.banners.items()):
        seen = remembered.get(under_banner(seat_of(key), number))
        if seen is not None:
            facts[f"seen {chart.ids[hex_of(key)]} {SEAT_WORDS[seat_of(key)]}"] = sighting_text(seen)
    for seat, word in enumerate(SEAT_WORDS[: len(view.counts)]):
        if spells_of(seat) in remembered:
            seen = remembered[spells_of(seat)]
            names = ", ".join(SPELLS[spell].name for spell in seen.kinds)
            facts[f"seen {word} spells"] = f"{names or 'nothing'} in round {seen.round}"
        if reserve_of(seat) in remembered:
            facts[f"seen {word} reserve"] = sighting_text(remembered[reserve_of(seat)])


def _chits_out(view: ArchmagiView, facts: Facts) -> None:
    """Count the chits that are neither in piles nor in hands, for the referee: on the map, on their way, in
    scrolls, as markers.
    """
    whole = view.whole
    assert whole is not None
    shapes = sum(1 for unit, owner in enumerate(whole.owners) if owner >= 0 and whole.shapes[unit] >= 0)
    kinds = [whole.kinds[unit] for unit, owner in enumerate(whole.owners) if owner >= 0]
    facts["unit chits on the map"] = sum(1 for kind in kinds if is_of_pile(kind)) + shapes
    out = sum(1 for kind in kinds if KINDS[kind].spell)
    out += sum(1 for effect in whole.lasting if effect.source == SPELL["curse"])
    out += sum(map(len, whole.scrolls.values()))
    out += len(whole.chain)
    out += sum(1 for spell in whole.battle.attacks if spell >= 0) if whole.battle is not None else 0
    out += sum(1 for step in whole.agenda if isinstance(step, Effect))
    facts["spells out"] = out
