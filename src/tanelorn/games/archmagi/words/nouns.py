"""How things are written and picked: hexes, stacks, units, chits, spells, artifacts."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.codes import (
    StackKey,
    artifact_of,
    code_and_seat,
    hex_of,
    is_artifact,
    is_from_scrolls,
    kind_named,
    seat_of,
    spell_of,
    stack_key,
    stack_ref,
    unit_parts,
    unit_refs,
)
from tanelorn.games.archmagi.state.content import ARTIFACTS, FORMS, KINDS, SPELLS, TRAITS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.verbs import END, Noun, Way

SEAT_NAMES = ("Madder", "Woad", "Ochre", "Verdigris", "Ink", "Smalt")
"""The banner colours; choosing a seat is choosing a colour (setup.4)."""
SEAT_WORDS = tuple(name.lower() for name in SEAT_NAMES)
NONE = -2
"""Nothing, where something may be added."""


def hex_text(code: int) -> str:
    """Return the printed number of a hex."""
    return f"{code:04d}"


def unit_text(ref: int) -> str:
    """Write a unit's name: “Dwarves 2 in 0304”, “Woad Orcs”."""
    if ref < 0:
        return ""
    kind, nth, code, seat = unit_parts(ref)
    whose = f"{SEAT_NAMES[seat]} " if seat >= 0 else ""
    which = f" {nth}" if nth > 1 else ""
    where = f" in {code:04d}" if code else ""
    return f"{whose}{KINDS[kind].name}{which}{where}"


def unit_pick(ref: int) -> str:
    """The click on a unit: its sheet in an opened stack or in the battle window."""
    if ref == END:
        return "button:that is all"
    if ref == NONE:
        return "button:none"
    kind, nth, code, seat = unit_parts(ref)
    return f"piece:{'' if seat < 0 else SEAT_WORDS[seat] + '-'}{KINDS[kind].slug}-{nth}{f'-{code:04d}' if code else ''}"


def card_of_kind(kind: int) -> str:
    """The click on a unit chit of the reserve."""
    return f"card:unit-{KINDS[kind].slug}"


def card_of_artifact(artifact: int) -> str:
    """The click on an artifact."""
    return f"card:item-{ARTIFACTS[gear_kind(artifact)].slug}"


def card_of_spell(card: int) -> str:
    """The click on a spell, a chit or one in the Ancient Scrolls."""
    return f"card:{'scroll' if is_from_scrolls(card) else 'spell'}-{SPELLS[spell_of(card)].slug}"


def _chit_text(chit: int) -> str:
    if chit < 0:
        return ""
    return ARTIFACTS[gear_kind(artifact_of(chit))].name if is_artifact(chit) else KINDS[chit].name


def _chit_pick(chit: int) -> str:
    if chit < 0:
        return "button:that is all"
    return card_of_artifact(artifact_of(chit)) if is_artifact(chit) else card_of_kind(chit)


def _spell_text(card: int) -> str:
    if card < 0:
        return ""
    return SPELLS[spell_of(card)].name + (" from the scrolls" if is_from_scrolls(card) else "")


def stack_text(ref: int) -> str:
    """Write a stack's name: whose, and where."""
    code, seat = code_and_seat(ref)
    return f"{SEAT_NAMES[seat]} {code:04d}"


def stack_pick(ref: int) -> str:
    """The click on a banner."""
    code, seat = code_and_seat(ref)
    return f"piece:banner-{SEAT_WORDS[seat]}-{code:04d}"


def trait_words(kind: int) -> str:
    """Write a kind's traits as its card prints them: “Hero, Warrior. Slay Giant +4. General”."""
    row = KINDS[kind]
    texts = []
    for word in row.words:
        name, *rest = word.split()
        label = TRAITS[name].name or name.capitalize()
        texts.append(" ".join([label, *map(_trait_part, rest)]))
    return ", ".join(texts) if texts else "No traits"


def _trait_part(part: str) -> str:
    return (
        f"+{part}" if part.isdigit() else " or ".join(word.replace("-", " ").capitalize() for word in part.split("|"))
    )


def kind_note(kind: int) -> str:
    """What stands on a unit's chit."""
    row = KINDS[kind]
    return f"{row.brm:+} {trait_words(kind)}" if kind >= 0 else ""


HEX = Noun(
    lambda code: hex_text(code) if code >= 0 else "",
    lambda code: f"space:{code:04d}" if code >= 0 else "button:that is all",
)
UNIT = Noun(unit_text, unit_pick, lambda ref: kind_note(kind_named(ref)) if ref >= 0 else "")
RESERVE = Noun(
    lambda kind: KINDS[kind].name if kind >= 0 else "",
    lambda kind: card_of_kind(kind) if kind >= 0 else "button:none",
    kind_note,
)
CHIT = Noun(_chit_text, _chit_pick)
SPELL_CARD = Noun(
    _spell_text,
    lambda card: card_of_spell(card) if card >= 0 else "button:that is all",
    lambda card: SPELLS[spell_of(card)].row.says if card >= 0 else "",
)
ITEM = Noun(
    lambda artifact: ARTIFACTS[gear_kind(artifact)].name if artifact >= 0 else "",
    lambda artifact: card_of_artifact(artifact) if artifact >= 0 else "button:no artifact",
    lambda artifact: ARTIFACTS[gear_kind(artifact)].row.says if artifact >= 0 else "",
    "No artifact",
)
STACK = Noun(
    lambda ref: stack_text(ref) if ref >= 0 else "", lambda ref: stack_pick(ref) if ref >= 0 else "button:that is all"
)
FORM = Noun(lambda form: FORMS[form].replace(",", ""), lambda form: f"button:{FORMS[form].replace(', ', ' ')}")


def words(*texts: str) -> Noun:
    """Return a noun for a few fixed words; the empty one stays unsaid."""
    return Noun(lambda n: texts[n], lambda n: f"button:{texts[n] or 'no'}")


def refs(position: ArchmagiPosition, units: list[int], code: int = 0, seat: int = -1) -> list[int]:
    """Name units of one stack, in order."""
    return unit_refs(units, position.kinds, code, seat)


def stack_name(position: ArchmagiPosition, key: StackKey) -> int:
    """Name a stack."""
    return stack_ref(position.land.codes[hex_of(key)], seat_of(key))


def stack_meant(position: ArchmagiPosition, ref: int) -> StackKey:
    """Return the stack that a name means; there may be none there."""
    code, seat = code_and_seat(ref)
    return stack_key(position.land.index[code], seat)


def named(position: ArchmagiPosition, hex: int, seat: int, *, away: bool = True, own: bool = True) -> dict[int, int]:
    """Return the units of a stack by their names, with the hex if `away`, with the seat if not `own`."""
    units = position.stack(hex, seat)
    code = position.land.codes[hex] if away else 0
    return dict(zip(refs(position, units, code, -1 if own else seat), units, strict=True))


def shown(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return the revealed units of a seat in the battle by their names, as its foes call them."""
    battle = position.battle
    assert battle is not None
    units = [unit for unit in battle.shown if position.owners[unit] == seat]
    return dict(zip(refs(position, units, 0, seat), units, strict=True))


def find(position: ArchmagiPosition, seat: int, ref: int) -> int:
    """Return the unit that a name means for a seat, -1 if there is none."""
    kind, nth, code, whose = unit_parts(ref)
    battle = position.battle
    if code:
        units = position.stack(position.land.index[code], seat if whose < 0 else whose)
    elif battle is None:
        return -1
    elif whose >= 0:
        return shown(position, whose).get(ref, -1)
    else:
        units = position.stack(battle.hex, seat)
    kinds = position.kinds
    for unit in units:
        if kinds[unit] == kind:
            nth -= 1
            if not nth:
                return unit
    return -1


def caller(position: ArchmagiPosition, seat: int, unit: int) -> int:
    """Return how a seat names one of its own units: without a hex in its battle."""
    hex = position.hexes[unit]
    away = position.battle is None or hex != position.battle.hex
    return next(ref for ref, other in named(position, hex, seat, away=away).items() if other == unit)


def all_units(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return all units of a seat by name."""
    return {ref: unit for hex in position.hexes_of(seat) for ref, unit in named(position, hex, seat).items()}


def ways_out_of(position: ArchmagiPosition, start: int, codes: Iterable[int]) -> dict[int, Way]:
    """Return by hex the way of whoever leaves another one for it at once."""
    ids, index = position.land.ids, position.land.index
    return {code: Way((ids[start], ids[index[code]])) for code in codes}
