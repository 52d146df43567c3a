"""The chain of responses (archmagi/response.*): spells are announced and answered in a stated order; the last answer
takes effect first.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Automatic, Seals
from tanelorn.games.archmagi.casting.aims import aims_of, next_aim, ordered
from tanelorn.games.archmagi.casting.asking import PASS, PASS_ALL, first_heard, let_be
from tanelorn.games.archmagi.casting.casting import (
    FARCAST,
    cast_plan,
    cast_with,
    caster_names,
    casters,
    casts_begun,
    far_casters,
    farcast_scrolls,
    hand,
    has_farcast,
    in_range,
    may_farcast,
    no_magic,
)
from tanelorn.games.archmagi.casting.odds import ahead
from tanelorn.games.archmagi.casting.targets import Where
from tanelorn.games.archmagi.state.abilities import gear_kind, is_immune
from tanelorn.games.archmagi.state.carrying import drop
from tanelorn.games.archmagi.state.codes import StackKey, hex_of, is_from_scrolls, seat_of, spell_of
from tanelorn.games.archmagi.state.content import FORMS, KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import NOTHING, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.state.steps import TakeEffect
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import (
    HEX,
    ITEM,
    RESERVE,
    SEAT_NAMES,
    SPELL_CARD,
    STACK,
    UNIT,
    find,
    stack_meant,
)
from tanelorn.games.archmagi.words.verbs import END, Args, Slot, Verb, Verbs, in_order, verb


def spellcast(position: ArchmagiPosition, seat: int, args: Args, *, far: bool, answers: bool = False) -> Spellcast:
    """Return what a seat announces: the chit, the mage, the targets and all choices, fixed (response.1)."""
    card, unit = args[0], find(position, seat, args[1])
    scrolls = -1
    if is_from_scrolls(card):
        scrolls = next(a for a in position.gear[unit] if spell_of(card) in position.scrolls.get(a, ()))
    made = Spellcast(
        spell=spell_of(card),
        seat=seat,
        unit=unit,
        hex=position.hexes[unit],
        scrolls=scrolls,
        far=far,
        answers=answers,
    )
    return aimed(position, made, seat, args[2:])


def aimed(position: ArchmagiPosition, made: Spellcast, seat: int, tail: Args) -> Spellcast:
    """Return a spell with its targets, as a seat names them."""
    units: list[int] = []
    places: list[int] = []
    keys: list[StackKey] = []
    kinds: list[int] = []
    artifact, flag = -1, 0
    land = position.land
    for at, arg in enumerate(tail):
        found = next_aim(SPELLS[made.spell], tail[:at])
        if found is None or arg == END:
            continue
        noun = found[0].noun
        if noun is UNIT:
            units.append(find(position, seat, arg))
        elif noun is HEX:
            places.append(land.index[arg])
        elif noun is STACK:
            keys.append(stack_meant(position, arg))
        elif noun is RESERVE:
            kinds.append(arg)
        elif noun is ITEM:
            artifact = next(a for a in position.gear[units[-1]] if gear_kind(a) == arg)
        else:
            flag = arg
    return msgspec.structs.replace(
        made,
        units=tuple(units),
        hexes=tuple(places),
        stacks=tuple(keys),
        kinds=tuple(kinds),
        artifact=artifact,
        flag=flag,
    )


def spend(position: ArchmagiPosition, made: Spellcast) -> None:
    """Take the chit out of the reserve, or out of the scrolls that hold it; empty scrolls are discarded
    (artifact/ancient-scrolls, spell-rule.10).
    """
    if made.scrolls < 0:
        position.spells[made.seat].remove(made.spell)
        return
    kept = position.scrolls[made.scrolls]
    kept.remove(made.spell)
    if not kept:
        drop(position, made.unit, made.scrolls)
        position.artifact_back(made.scrolls)


def announce(position: ArchmagiPosition, made: Spellcast, log: Log) -> None:
    """Put a spell on the chain for all to see, and open its window of answers (response.1)."""
    spend(position, made)
    cast_with(position, made)
    _show(position, made)
    position.chain.append(made)
    if log:
        log.say(
            _told(position, made),
            clause=f"archmagi/spell/{SPELLS[made.spell].slug}",
            seat=made.seat,
            places=_places(position, made),
            shows=tuple(Mark("spell", place, seat=made.seat) for place in _places(position, made)),
        )
    position.then(Window())


def _show(position: ArchmagiPosition, made: Spellcast) -> None:
    """Reveal the caster and its own targets in a battle (spell-rule.9, battle.9)."""
    battle = position.battle
    if battle is not None:
        for unit in (made.unit, *made.units):
            if position.owners[unit] == made.seat and position.hexes[unit] == battle.hex:
                show(position, unit)


def _places(position: ArchmagiPosition, made: Spellcast) -> tuple[str, ...]:
    hexes = [*made.hexes, *(hex_of(key) for key in made.stacks), *(position.hexes[u] for u in made.units)]
    return tuple(dict.fromkeys(position.land.ids[hex] for hex in hexes or [made.hex]))


def _told(position: ArchmagiPosition, made: Spellcast) -> str:
    """Say what is cast: in the battle by whom, elsewhere only from which stack (view.4)."""
    battle = position.battle
    who = SEAT_NAMES[made.seat]
    if battle is not None and position.hexes[made.unit] == battle.hex:
        by = f"{KINDS[position.kinds[made.unit]].name}"
    else:
        by = f"a mage in {position.land.ids[made.hex]}"
    at = [f"{KINDS[position.kinds[unit]].name}" for unit in made.units]
    at += [f"{SEAT_NAMES[seat_of(key)]} in {position.land.ids[hex_of(key)]}" for key in made.stacks]
    at += [position.land.ids[hex] for hex in made.hexes]
    aims = f" at {', '.join(at)}" if at else ""
    with_it = f" for **{SPELLS[made.carried.spell].name}**" if made.carried is not None else ""
    form = f" ({FORMS[made.flag]})" if SPELLS[made.spell].effect == "familiar" else ""  # as public as targets (view.4)
    return f"**{who}** casts **{SPELLS[made.spell].name}**{form}{with_it}{aims}, by {by}."


def play_cast(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Announce a spell (response.1)."""
    announce(position, spellcast(position, seat, args, far=False), log)


CAST = verb(
    Verb(
        "cast",
        "Cast a spell",
        cast_plan(False),
        "archmagi/spell-rule.10",
        button=False,
        words="cast",
        weight=8,
        canonical=ordered,
        begun=casts_begun,
        does=play_cast,
        chances=lambda position, seat, args: ahead(position, spellcast(position, seat, args, far=False)),
    )
)


def announce_far(position: ArchmagiPosition, carried: Spellcast, log: Log) -> None:
    """Announce Farcast with the spell that it carries, whose chit stays where it is until Farcast takes effect
    (response.7).
    """
    far = Spellcast(
        spell=FARCAST,
        seat=carried.seat,
        unit=carried.unit,
        hex=carried.hex,
        scrolls=farcast_scrolls(position, carried.seat, carried.unit),
        answers=carried.answers,
        carried=carried,
    )
    announce(position, far, log)


def play_farcast(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Announce Farcast with the spell that it carries (response.7)."""
    announce_far(position, spellcast(position, seat, args, far=True), log)


FARCAST_VERB = verb(
    Verb(
        "farcast",
        "Farcast: a spell at any range",
        cast_plan(True),
        "archmagi/response.7",
        weight=2,
        canonical=ordered,
        begun=casts_begun,
        possible=lambda position, seat: has_farcast(position, seat) and not no_magic(position),
        does=play_farcast,
        chances=lambda position, seat, args: ahead(position, spellcast(position, seat, args, far=True)),
    )
)


Shielded = tuple[int, ...]
"""The units that a protection has saved from a spell (artifact-rule.14)."""


def reachable(position: ArchmagiPosition, made: Spellcast, shielded: Shielded) -> list[int]:
    """Return the named targets that are still there and on which spells act (response.1)."""
    battle = position.battle
    return [
        unit
        for unit in made.units
        if position.owners[unit] >= 0
        and unit not in shielded
        and not is_immune(position, unit)
        and (battle is None or position.hexes[unit] == battle.hex or SPELLS[made.spell].effect == "defender")
    ]


def points(position: ArchmagiPosition) -> list[int]:
    """Return the hexes from which the range of an answer is measured: caster and targets of the spell on top and of the
    first one (spell-rule.13).
    """
    found: list[int] = []
    for made in (position.chain[-1], position.chain[0]):
        found += [made.hex, *made.hexes, *(hex_of(key) for key in made.stacks)]
        found += [position.hexes[unit] for unit in made.units if position.owners[unit] >= 0]
    if position.battle is not None:
        found = [position.battle.hex]
    return list(dict.fromkeys(found))


def near_enough(position: ArchmagiPosition, seat: int, around: list[int]) -> bool:
    """Tell from what is public whether a seat has a stack within range of some hexes."""
    return any(in_range(position, point, hex) for hex in position.hexes_of(seat) for point in around)


class Window(Automatic, frozen=True, tag=True):
    """Opens a window of answers to the spell on top: everybody is asked who stands near or could cast from afar and has
    not left word.
    """

    title = "Answers"
    clause = "archmagi/response.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask, or go on if there is nobody to ask."""
        if no_magic(position):
            position.then(TakeEffect())
            return
        top, around = position.chain[-1], points(position)
        near = [
            seat
            for seat in position.clockwise(top.seat)
            if seat != top.seat and (near_enough(position, seat, around) or may_farcast(position, seat))
        ]
        if near:
            position.close()  # what others could answer is cast (response.1); who is asked shows who has left word
        asked = tuple(seat for seat in near if position.word[seat] > NOTHING and not position.hush[seat])
        position.then(Answers(asked) if asked else TakeEffect())


def _can_answer(position: ArchmagiPosition, seat: int, card: int) -> bool:
    """Tell whether a card can answer the spell on top (response.4, spell-rule.13, spell-rule.14)."""
    top, spell = position.chain[-1], SPELLS[spell_of(card)]
    if spell.effect in ("counter", "spell-steal"):
        return True
    if spell.effect == "neutralize":
        return SPELLS[top.spell].row.poison
    return spell.effect == "turn" and not top.answers and _turnable(position, seat, top)


def _turnable(position: ArchmagiPosition, seat: int, top: Spellcast) -> bool:
    """Tell whether a spell has a chosen target that can be turned, in a battle by its two sides; an Attack needs a
    combatant to replace (spell/spell-turn).
    """
    spell, battle = SPELLS[top.spell], position.battle
    if battle is not None and seat not in battle.seats:
        return False
    if spell.effect == "attack":
        return battle is not None and battle.attacks[battle.side(seat)] < 0
    return spell.aim not in _NOT_TURNED


_NOT_TURNED = ("", "self", "own", "foes", "form", "reserve", "heroes+hex")
"""Aims of spells on a whole side, on the battle, on the caster or for a reserve (spell/spell-turn)."""


def _answers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [card for card in hand(position, seat) if _can_answer(position, seat, card)]


def _answers_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _answers(position, seat, args) if has_farcast(position, seat) else []


def _answerers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    around = points(position)
    near = [hex for hex in position.hexes_of(seat) if any(in_range(position, point, hex) for point in around)]
    return caster_names(position, seat, casters(position, seat, args[0], near))


def _answerers_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return caster_names(position, seat, far_casters(position, seat, args[0]))


def turned_where(position: ArchmagiPosition, seat: int) -> Where:
    """Return the place from which a turned spell is aimed: its caster's, on behalf of the seat that turns it
    (spell/spell-turn).
    """
    top = position.chain[-1]
    return Where(seat, top.unit, top.hex, top.far)


def _new_target(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return the next targets of a turned spell; the first, or each of several stacks, must differ from those it
    had.
    """
    top, tail = position.chain[-1], args[3:]
    found = next_aim(SPELLS[top.spell], tail)
    if found is None:
        return []
    options = found[0].options(position, SPELLS[top.spell], turned_where(position, seat), tail)
    if tail and SPELLS[top.spell].aim != "stacks":
        return options
    # Stacks are put in order, so that each must be another, not only the one picked first.
    return [option for option in options if option == END or not _same_target(position, seat, option)]


def _same_target(position: ArchmagiPosition, seat: int, option: int) -> bool:
    top = position.chain[-1]
    noun = aims_of(SPELLS[top.spell])[0].noun
    land = position.land
    if noun is UNIT:
        return find(position, seat, option) in top.units
    if noun is STACK:
        return stack_meant(position, option) in top.stacks
    return noun is HEX and land.index[option] in top.hexes


def _answer_plan(far: bool) -> Callable[[Args], Slot | None]:
    first = Slot("", SPELL_CARD, "With which spell?", _answers_afar if far else _answers, "archmagi/response.4")
    second = Slot("by", UNIT, "Who casts it?", _answerers_afar if far else _answerers, "archmagi/spell-rule.13")
    # Which spell is turned stands third, so that a text says all that it means.
    third = Slot("turning", SPELL_CARD, "Which spell is turned?", _top_spell, "archmagi/response.3")

    def plan(args: Args) -> Slot | None:
        if len(args) < 2:
            return second if args else first
        if SPELLS[spell_of(args[0])].effect != "turn":
            return None
        if len(args) == 2:
            return third
        found = next_aim(SPELLS[args[2]], args[3:]) if SPELLS[args[2]].effect != "attack" else None
        if found is None:
            return None
        aim, more = found
        return Slot("and" if more else aim.word, aim.noun, aim.prompt, _new_target, "archmagi/spell/spell-turn")

    return plan


def _in_order(args: Args) -> Args:
    """Put the new targets of a spell on several stacks in order."""
    return (*args[:3], *in_order(args[3:])) if len(args) > 3 and SPELLS[args[2]].aim == "stacks" else args


def _top_spell(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [position.chain[-1].spell]


def _with_targets(position: ArchmagiPosition, made: Spellcast, seat: int, tail: Args) -> Spellcast:
    """Note the new targets on the Spell Turn itself."""
    anew = aimed(position, position.chain[-1], seat, tail)
    return msgspec.structs.replace(
        made,
        units=anew.units,
        hexes=anew.hexes,
        stacks=anew.stacks,
        kinds=anew.kinds,
        artifact=anew.artifact,
        flag=anew.flag,
    )


def _answer(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    announce(position, _response(position, seat, args, far=False), log)


def _answer_afar(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    announce_far(position, _response(position, seat, args, far=True), log)


def _response(position: ArchmagiPosition, seat: int, args: Args, *, far: bool) -> Spellcast:
    made = spellcast(position, seat, args[:2], far=far, answers=True)
    return _with_targets(position, made, seat, args[3:]) if len(args) > 3 else made


ANSWER = verb(
    Verb(
        "answer",
        "Answer",
        _answer_plan(False),
        "archmagi/response.4",
        button=False,
        words="answer",
        weight=3,
        canonical=_in_order,
        does=_answer,
    )
)
ANSWER_AFAR = verb(
    Verb(
        "answer afar",
        "Farcast an answer",
        _answer_plan(True),
        "archmagi/response.7",
        possible=lambda position, seat: has_farcast(position, seat),
        canonical=_in_order,
        does=_answer_afar,
    )
)
_ANSWERS: Verbs[Answers, ArchmagiPosition] = Verbs(ANSWER, ANSWER_AFAR, PASS_ALL, PASS)


class Answers(Seals, frozen=True, tag=True):
    """Everybody decides at the same time and in secret; the first in the order is heard, the others take theirs back
    unseen (response.2, spell-rule.14).
    """

    asked: tuple[int, ...]
    title = "Answers"
    clause = "archmagi/response.2"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """Those who are asked."""
        return tuple(seat for seat in self.asked if seat not in position.gone)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Pass, or an answer to the spell on top."""
        top = position.chain[-1]
        prompt = f"**{SEAT_NAMES[top.seat]}** casts **{SPELLS[top.spell].name}**. Do you answer it?"
        return Acts(position, seat, _ANSWERS.verbs, prompt, Act("pass"))

    def reveal(self, position: ArchmagiPosition, choices: dict[int, Act], log: Log) -> None:
        """Hear the first answer, or let the spell on top take effect."""
        let_be(self, position, choices, _ANSWERS, log)
        heard = first_heard(self.asked, choices, _ANSWERS)
        if heard < 0:
            position.then(TakeEffect())
        else:
            _ANSWERS.do(self, position, heard, choices[heard], log)
