"""The Scout phase (archmagi/scout.*): looking, stealing, eating, exchanges of artifacts, spells and Visions, in any
order.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.artifacts.exchange import PASS_ON, pass_on
from tanelorn.games.archmagi.casting.asking import WORD, leave_word
from tanelorn.games.archmagi.casting.casting import CAST, FARCAST_VERB
from tanelorn.games.archmagi.casting.responses import play_cast, play_farcast
from tanelorn.games.archmagi.scout.looking import look_at
from tanelorn.games.archmagi.scout.theft import Robbery, declare, loot
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, MASKS, SPELLS
from tanelorn.games.archmagi.state.markers import MEAL, TURN, Lasting
from tanelorn.games.archmagi.state.position import ATE, MOST, SCOUTED, STOLE, VISIONS, ArchmagiPosition
from tanelorn.games.archmagi.state.traits import ARCHMAGUS, LIVING, can_bear, can_use, gear_kind, powers, traits
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES, STACK, UNIT, all_units, find, named, stack_text
from tanelorn.games.archmagi.words.verbs import Args, Noun, Slot, Verb, plain, steps, verb

_LOOKS = BIT["scout"] | BIT["rogue"]
_STEAL = BIT["steal"]


def near_stacks(position: ArchmagiPosition, hex: int, seat: int) -> list[int]:
    """Return the enemy stacks in a hex and beside it, as they are named."""
    codes = position.land.codes
    return [codes[h] * MOST + foe for h in (hex, *position.land.near[hex]) for foe in position.foes_in(h, seat)]


def _key(position: ArchmagiPosition, arg: int) -> tuple[int, int]:
    code, seat = divmod(arg, MOST)
    return position.land.index[code], seat


def far_sighted(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit can scout any hex (artifact/orb-of-farseeing)."""
    return any(ARTIFACTS[gear_kind(a)].row.scouts_anywhere and can_use(position, unit, a) for a in position.gear[unit])


def _scouts(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if not position.done[unit] & SCOUTED
        and (
            (traits(position, unit) & _LOOKS and near_stacks(position, position.hexes[unit], seat))
            or (far_sighted(position, unit) and len(position.stacks) > len(position.hexes_of(seat)))
        )
    ]


def _scouted(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    if far_sighted(position, unit):
        return _all_stacks(position, seat, args)
    return near_stacks(position, position.hexes[unit], seat)


def _all_stacks(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    codes = position.land.codes
    return [codes[key // MOST] * MOST + key % MOST for key in sorted(position.stacks) if key % MOST != seat]


def _thieves(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if MASKS[position.kinds[unit]] & _STEAL
        and not position.done[unit] & STOLE
        and can_bear(position, unit)
        and near_stacks(position, position.hexes[unit], seat)
    ]


def _robbed(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return near_stacks(position, position.hexes[find(position, seat, args[0])], seat)


def _eaters(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if KINDS[position.kinds[unit]].bundle.number("cannibal")
        and not position.done[unit] & ATE
        and _meals_of(position, seat, unit)
    ]


def _meals_of(position: ArchmagiPosition, seat: int, eater: int) -> list[int]:
    hex = position.hexes[eater]
    return [
        ref
        for ref, unit in named(position, hex, seat).items()
        if unit != eater and traits(position, unit) & LIVING and not traits(position, unit) & ARCHMAGUS
    ]


def _meals(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _meals_of(position, seat, find(position, seat, args[0]))


PILES = ("the unit pile", "the spell pile", "the artifact pile")
VISION = Noun(
    lambda thing: PILES[-thing - 1] if thing < 0 else stack_text(thing),
    lambda thing: f"button:{PILES[-thing - 1]}" if thing < 0 else STACK.pick(thing),
)


def _visions(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [*_all_stacks(position, seat, args), -1, -2, -3]


SCOUT = verb(
    Verb(
        "scout",
        "Scout a stack",
        steps(
            Slot("with", UNIT, "Which unit scouts?", _scouts, "archmagi/scout.2"),
            Slot("at", STACK, "Which stack does it look at?", _scouted, "archmagi/scout.2"),
        ),
        "archmagi/scout.2",
        weight=4,
    )
)
STEAL = verb(
    Verb(
        "steal",
        "Steal an artifact",
        steps(
            Slot("with", UNIT, "Which unit steals?", _thieves, "archmagi/scout.4"),
            Slot("from", STACK, "From which stack?", _robbed, "archmagi/scout.4"),
        ),
        "archmagi/scout.4",
        weight=2,
    )
)
EAT = verb(
    Verb(
        "eat",
        "Eat a comrade",
        steps(
            Slot("with", UNIT, "Which Cannibal eats?", _eaters, "archmagi/trait/cannibal"),
            Slot("of", UNIT, "Whom does it eat?", _meals, "archmagi/trait/cannibal"),
        ),
        "archmagi/trait/cannibal",
    )
)
VISIONS_VERB = verb(
    Verb(
        "visions",
        "Visions: a stack or a pile",
        steps(Slot("of", VISION, "What does the Seer look at?", _visions, "archmagi/archmagus/seer/visions")),
        "archmagi/archmagus/seer/visions",
        possible=lambda position, seat: "visions" in powers(position, seat) and not position.used & VISIONS,
        weight=2,
    )
)
DONE = plain("done", "Done", key="Enter", weight=6)


class Scout(AsksOne, frozen=True, tag=True):
    """The active player's units scout, steal, eat, exchange artifacts and cast, in any order (scout.11)."""

    title = "Scout"
    clause = "archmagi/scout.11"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All acts of the phase."""
        verbs = (SCOUT, STEAL, EAT, PASS_ON, VISIONS_VERB, CAST, FARCAST_VERB, WORD, DONE)
        return Acts(position, seat, verbs, "Scout, steal, cast, or be done.", Act("done"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice.verb == DONE.name:
            return
        position.then(self)
        ACTS[choice.verb](position, seat, choice.args, log)


def _scout(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit = find(position, seat, args[0])
    position.done[unit] |= SCOUTED
    hex, foe = _key(position, args[1])
    look_at(position, seat, hex, foe, log, gear=False, by=position.hexes[unit])


def _steal(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit = find(position, seat, args[0])
    hex, owner = _key(position, args[1])
    declare(position, hex, owner, seat, log)
    if loot(position, hex, owner):
        position.then(Robbery(seat, unit, hex * MOST + owner))


def _eat(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    eater, meal = find(position, seat, args[0]), find(position, seat, args[1])
    position.done[eater] |= ATE
    bonus = KINDS[position.kinds[eater]].bundle.number("cannibal")
    position.lasting = [*position.lasting, Lasting(MEAL, TURN, unit=eater, brm=bonus)]
    kill(position, meal, log, "is eaten", clause="archmagi/trait/cannibal")


def _see(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    position.used |= VISIONS
    if args[0] >= 0:
        hex, owner = _key(position, args[0])
        look_at(position, seat, hex, owner, log, gear=True)
        return
    position.learn()
    if log:
        pile = -args[0] - 1
        text = ", ".join(_pile_names(position, pile)) or "nothing"
        log.say(
            f"**{SEAT_NAMES[seat]}** sees {PILES[pile]}: {text}.",
            clause="archmagi/archmagus/seer/visions",
            seat=seat,
            knowers=(seat,),
            otherwise=f"**{SEAT_NAMES[seat]}** looks at {PILES[pile]}.",
        )


def _pile_names(position: ArchmagiPosition, pile: int) -> list[str]:
    """Kinds and counts: a pile has no order."""
    if pile == 0:
        return [f"{count} {KINDS[kind].name}" for kind, count in enumerate(position.pile) if count]
    names = (
        [SPELLS[s].name for s in position.spell_pile] if pile == 1 else [ITEM.text(a) for a in position.artifact_pile]
    )
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


ACTS = {
    "scout": _scout,
    "steal": _steal,
    "eat": _eat,
    "hand over": pass_on,
    "visions": _see,
    "cast": play_cast,
    "farcast": play_farcast,
    "ask me about": leave_word,
}
