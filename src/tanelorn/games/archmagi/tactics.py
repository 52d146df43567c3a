"""Tactical options (archmagi/battle.8 to battle.13, battle.26 to battle.34): support shown at once, then single
actions by turns.
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances, Seals
from tanelorn.games.archmagi.acts import END, Act, Acts, Args, Slot, Verb, plain, steps, verb
from tanelorn.games.archmagi.barriers import ways_out
from tanelorn.games.archmagi.battle import SEND, LoseHelpless, army, confused, names, set_fighter, usable
from tanelorn.games.archmagi.casting import CAST, FARCAST_VERB, play_cast, play_farcast
from tanelorn.games.archmagi.content import ARTIFACTS, BATTLE, BIT, KINDS, MASKS
from tanelorn.games.archmagi.death import forget_in_battle, kill
from tanelorn.games.archmagi.effects import add_for_battle, hold, leave_battle, take_control
from tanelorn.games.archmagi.nouns import (
    HEX,
    ITEM,
    NONE,
    RESERVE,
    SEAT_NAMES,
    UNIT,
    find,
    named,
    shown,
    unit_parts,
    words,
)
from tanelorn.games.archmagi.position import BATTLE as FOR_BATTLE
from tanelorn.games.archmagi.position import GUARD, PARALYZE, POWER, SWAP, VANISHED, ArchmagiPosition, Battle, Lasting
from tanelorn.games.archmagi.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.sequence import chit_back
from tanelorn.games.archmagi.showing import show
from tanelorn.games.archmagi.silence import WORD, leave_word
from tanelorn.games.archmagi.traits import (
    ARCHMAGUS,
    GUARDS,
    LIVING,
    SITE,
    SKIRMISH,
    VANISH,
    gear_kind,
    in_battle,
    is_created,
    powers,
    traits,
)
from tanelorn.games.archmagi.wielding import lay_on, showable, use_up, wield

_PARALYZE, _MAZE, _ANIMAL, _UNDEAD = (BIT[name] for name in ["paralyze", "maze", "animal", "undead"])
_HUMAN_MALE_WARRIOR = BIT["human"] | BIT["male"] | BIT["warrior"]
CONTROLS = {
    "charm": (_HUMAN_MALE_WARRIOR, "archmagi/archmagus/enchantress/charm"),
    "control-undead": (_UNDEAD, "archmagi/archmagus/necromancer/control-undead"),
    "control-animals": (_ANIMAL, "archmagi/archmagus/druid/control-animals"),
    "mind-control": (LIVING, "archmagi/archmagus/mentalist/mind-control"),
}
"""Powers that take control of a revealed enemy unit, with whom they work on."""


def _battle(position: ArchmagiPosition) -> Battle:
    battle = position.battle
    assert battle is not None
    return battle


def own_units(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return a side's own usable units by name; borrowed ones are not its own."""
    battle = _battle(position)
    able = usable(position, battle.side(seat))
    return {ref: unit for ref, unit in named(position, battle.hex, seat, away=False).items() if unit in able}


def foes_shown(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return the revealed units of the other side by name."""
    battle = _battle(position)
    return shown(position, battle.seats[1 - battle.side(seat)])


# Support


def _hidden(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Units that may be shown next, or shown ones that may reveal an artifact; then the end."""
    battle = _battle(position)
    able = [
        ref
        for ref, unit in own_units(position, seat).items()
        if ref not in args[::2] and (unit not in battle.shown or showable(position, unit))
    ]
    return [*able, END]


def _artifacts_shown(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[-1])
    none = [] if unit in _battle(position).shown else [NONE]
    kinds = [kind for kind in showable(position, unit) if not ARTIFACTS[kind].row.one_use or not _chooses(kind)]
    return [*none, *kinds] if none or kinds else [NONE]


def _chooses(kind: int) -> bool:
    row = ARTIFACTS[kind].row
    return bool(row.paralyze or row.either)


def _show_plan(args: Args) -> Slot | None:
    if args and args[-1] == END and len(args) % 2:
        return None
    if len(args) % 2:
        return Slot("with", ITEM, "With an artifact?", _artifacts_shown, "archmagi/battle.32")
    return Slot("and" if args else "", UNIT, "Who is shown?", _hidden, "archmagi/battle.32")


def _in_order(args: Args) -> Args:
    """Put units with their artifacts in order, so that they may be named in any."""
    pairs = sorted(zip(args[::2], args[1::2], strict=False))
    return (*(arg for pair in pairs for arg in pair), *args[len(pairs) * 2 :])


def _ways_to_show(position: ArchmagiPosition, seat: int) -> int:
    ways = 1
    for ref in _hidden(position, seat, ()):
        if ref != END:
            ways *= 1 + len(_artifacts_shown(position, seat, (ref,)))
    return ways


SHOW = verb(
    Verb(
        "show",
        "Show",
        _show_plan,
        "archmagi/battle.32",
        button=False,
        words="show",
        ways=_ways_to_show,
        canonical=_in_order,
    )
)


class ShowSupport(Automatic, frozen=True, tag=True):
    """The simultaneous reveal of support (battle.8)."""

    title = "Tactical options"
    clause = "archmagi/battle.8"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask both sides."""
        battle = _battle(position)
        battle.segment = 1
        position.then(Support(battle.seats))


class Support(Seals, frozen=True, tag=True):
    """Each side shows any number of its units, with at most one artifact each, at the same moment (battle.32)."""

    sides: tuple[int, int]
    title = "Tactical options"
    clause = "archmagi/battle.32"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """Both sides."""
        return tuple(seat for seat in self.sides if seat not in position.gone)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Nobody, or who helps: archers, Generals, mages, bearers of artifacts."""
        prompt = "Who is shown to help? Archers, Generals, mages, bearers of artifacts."
        return Acts(position, seat, (SHOW,), prompt, Act("show", (END,)))

    def reveal(self, position: ArchmagiPosition, choices: dict[int, Act], log: Log) -> None:
        """Show them all."""
        for seat, act in choices.items():
            pairs = [
                (find(position, seat, ref), item) for ref, item in zip(act.args[::2], act.args[1::2], strict=False)
            ]
            for unit, _ in pairs:
                show(position, unit)
            if log and pairs:
                text = ", ".join(KINDS[position.kinds[unit]].name for unit, _ in pairs)
                log.say(f"**{SEAT_NAMES[seat]}** shows {text}.", clause=self.clause, seat=seat)
            for unit, item in pairs:
                if item >= 0:
                    wield(position, unit, item, log)


# Actions


def _fighter(position: ArchmagiPosition, seat: int) -> int:
    """Return a side's combatant if it may be exchanged: not while an Attack stands in its place (spell-rule.4)."""
    battle = _battle(position)
    side = battle.side(seat)
    return battle.fighters[side] if battle.attacks[side] < 0 else -1


def _comrades(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = _battle(position)
    side = battle.side(seat)
    able = [unit for unit in usable(position, side) if unit != battle.fighters[side]]
    return names(position, side, able)


def _may_swap(position: ArchmagiPosition, seat: int) -> bool:
    unit = _fighter(position, seat)
    return (
        unit >= 0
        and position.owners[unit] == seat
        and bool(in_battle(position, unit) & (SKIRMISH | VANISH))
        and not _battle(position).has_used(unit, SWAP)
    )


def _guards(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = _battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if unit != battle.fighters[1] and in_battle(position, unit) & GUARDS and not battle.has_used(unit, GUARD)
    ]


def _vanishers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = _battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if in_battle(position, unit) & VANISH
        and not position.done[unit] & VANISHED
        and not is_created(position, unit)
        and unit not in battle.added
        and ways_out(position, unit)
    ]


def _out(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [position.land.codes[hex] for hex in ways_out(position, find(position, seat, args[0]))]


def _paralyzers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = _battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if in_battle(position, unit) & (_PARALYZE | _MAZE) and not battle.has_used(unit, PARALYZE)
    ]


def _victims(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Revealed enemy units that can be paralysed: no archmagi (paralyze.4, paralyze.5)."""
    return [ref for ref, unit in foes_shown(position, seat).items() if not traits(position, unit) & ARCHMAGUS]


def _magus_here(position: ArchmagiPosition, seat: int) -> bool:
    battle, magus = _battle(position), position.magi[seat]
    return magus >= 0 and magus in usable(position, battle.side(seat)) and not battle.has_used(magus, POWER)


def _control(position: ArchmagiPosition, seat: int) -> str:
    return next((power for power in powers(position, seat) if power in CONTROLS), "")


def _may_control(position: ArchmagiPosition, seat: int) -> bool:
    power = _control(position, seat)
    return bool(power) and _magus_here(position, seat) and (power != "mind-control" or bool(position.spells[seat]))


def _controllable(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    wanted, _ = CONTROLS[_control(position, seat)]
    return [
        ref
        for ref, unit in foes_shown(position, seat).items()
        if traits(position, unit) & wanted == wanted and not traits(position, unit) & ARCHMAGUS
    ]


def _illusions(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [kind for kind in sorted(set(position.reserve[seat])) if not MASKS[kind] & SITE]


def _at_once(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = _battle(position)
    return [0] if battle.attacks[battle.side(seat)] >= 0 else [0, 1]


def _may_conjure(position: ArchmagiPosition, seat: int) -> bool:
    magus = position.magi[seat]
    return "illusionary-forces" in powers(position, seat) and not _battle(position).has_used(magus, POWER)


def _revealers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [ref for ref, unit in own_units(position, seat).items() if usables(position, unit)]


def usables(position: ArchmagiPosition, unit: int) -> list[int]:
    """Return the kinds of artifact that a unit can reveal, or use as an action if it is revealed already
    (battle.33).
    """
    battle = _battle(position)
    kinds = showable(position, unit)
    aid = battle.aids.get(unit, -1)
    if aid >= 0 and aid in position.gear[unit] and aid not in battle.spent and _acts(gear_kind(aid)):
        kinds = [*kinds, gear_kind(aid)]
    return kinds


def _acts(kind: int) -> bool:
    row = ARTIFACTS[kind].row
    return bool(row.paralyze or row.adds or row.gives or row.either)


def _items(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return usables(position, find(position, seat, args[0]))


def _healed(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return list(named(position, _battle(position).hex, seat, away=False))


def _wand(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    wanted = BIT[ARTIFACTS[args[1]].row.adds]
    return [kind for kind in _illusions(position, seat, args) if MASKS[kind] & wanted]


_TO_FIGHT = Slot("", words("in reserve", "to fight"), "Does it fight at once?", _at_once, "archmagi/spell-rule.19")


def _use_plan(args: Args) -> Slot | None:
    if len(args) < 2:
        return (
            Slot("", UNIT, "Whose artifact?", _revealers, "archmagi/artifact-rule.1"),
            Slot("with", ITEM, "Which artifact?", _items, "archmagi/artifact-rule.3"),
        )[len(args)]
    row = ARTIFACTS[args[1]].row
    clause = f"archmagi/artifact/{row.slug}"
    if row.adds:
        return (Slot("for", RESERVE, "Which chit of your reserve?", _wand, clause), _TO_FIGHT, None)[len(args) - 2]
    if len(args) > 2:
        return None
    if row.gives:
        return Slot("on", UNIT, "On which of your units?", _healed, clause)
    if row.paralyze:
        return Slot("on", UNIT, "On which unit?", _victims, clause)
    if row.either:
        return Slot("for", words(*row.either), "For what?", lambda position, seat, args: [0, 1], clause)
    return None


def _sacrifices(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Units that may be given up for a retreat (battle.26): no archmagus, Site, paralysed, borrowed, added or
    created one.
    """
    battle = _battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if not traits(position, unit) & (ARCHMAGUS | SITE)
        and unit not in battle.added
        and not is_created(position, unit)
        and retreats(position, seat, unit)
    ]


def retreats(position: ArchmagiPosition, seat: int, without: int) -> list[int]:
    """Return the hexes to which somebody could withdraw, one unit having been given up (battle.26, battle.27)."""
    battle = _battle(position)
    hexes: set[int] = set()
    for unit in army(position, battle.side(seat)):
        if unit != without and goes_along(position, unit):
            hexes.update(ways_out(position, unit))
    return sorted(hexes)


def goes_along(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit withdraws with its stack, if it can enter the hex: created and added ones end, Sites stay."""
    return (
        not is_created(position, unit) or KINDS[position.kinds[unit]].spell in ("invisible-stalker", "familiar")
    ) and not traits(position, unit) & SITE


def _retreats(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    return [position.land.codes[hex] for hex in retreats(position, seat, unit)]


SWAP_VERB = verb(
    Verb(
        "swap for",
        "Swap the combatant",
        steps(Slot("", UNIT, "Who takes its place?", _comrades, "archmagi/battle.12")),
        "archmagi/battle.12",
        possible=_may_swap,
        weight=2,
    )
)
GUARD_VERB = verb(
    Verb(
        "guard with",
        "Guard: take the combatant’s place",
        steps(Slot("", UNIT, "Which Guard takes the combatant's place?", _guards, "archmagi/trait/guard")),
        "archmagi/trait/guard",
        possible=lambda position, seat: _battle(position).seats[1] == seat and _fighter(position, seat) >= 0,
        weight=2,
    )
)
VANISH_VERB = verb(
    Verb(
        "vanish",
        "Vanish out of the battle",
        steps(
            Slot("", UNIT, "Who vanishes?", _vanishers, "archmagi/trait/vanish"),
            Slot("to", HEX, "Where to?", _out, "archmagi/battle.27"),
        ),
        "archmagi/trait/vanish",
    )
)
PARALYZE_VERB = verb(
    Verb(
        "paralyze with",
        "Paralyze",
        steps(
            Slot("", UNIT, "Who paralyses?", _paralyzers, "archmagi/battle.14"),
            Slot("on", UNIT, "Whom?", _victims, "archmagi/paralyze.4"),
        ),
        "archmagi/battle.14",
        weight=3,
    )
)
CONTROL_VERB = verb(
    Verb(
        "control",
        "Take control",
        steps(Slot("", UNIT, "Of which unit?", _controllable, "archmagi/control.2")),
        "archmagi/control.2",
        possible=_may_control,
        weight=4,
    )
)
CONJURE = verb(
    Verb(
        "conjure",
        "Illusionary Forces",
        steps(
            Slot(
                "",
                RESERVE,
                "Which chit of your reserve?",
                _illusions,
                "archmagi/archmagus/illusionist/illusionary-forces",
            ),
            _TO_FIGHT,
        ),
        "archmagi/archmagus/illusionist/illusionary-forces",
        possible=_may_conjure,
        weight=3,
    )
)
USE = verb(Verb("use", "Use an artifact", _use_plan, "archmagi/battle.33", weight=4))
RETREAT = verb(
    Verb(
        "retreat giving up",
        "Retreat by a sacrifice",
        steps(
            Slot("", UNIT, "Which unit is given up?", _sacrifices, "archmagi/battle.26"),
            Slot("to", HEX, "Where does the stack withdraw?", _retreats, "archmagi/battle.27"),
        ),
        "archmagi/battle.26",
        possible=lambda position, seat: _battle(position).seats[1] == seat,
    )
)
READY = plain("ready", "Ready to roll", key="Enter", weight=16, clause="archmagi/battle.33")
TACTICS = (
    CAST,
    FARCAST_VERB,
    SWAP_VERB,
    GUARD_VERB,
    VANISH_VERB,
    PARALYZE_VERB,
    CONTROL_VERB,
    CONJURE,
    USE,
    RETREAT,
    WORD,
    READY,
)


class NextTactic(Automatic, frozen=True, tag=True):
    """Actions alternate, attacker first, until both pass in succession (battle.10)."""

    title = "Tactical options"
    clause = "archmagi/battle.10"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask the next side, or close the segment."""
        battle = _battle(position)
        if not (battle.over or battle.passes > 1 or battle.rolled):
            position.then(Tactics())


class Tactics(Asks, frozen=True, tag=True):
    """One action, or ready (battle.33)."""

    title = "Tactical options"
    clause = "archmagi/battle.33"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side whose turn it is to act."""
        battle = _battle(position)
        return (battle.seats[battle.turn],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All actions."""
        prompt = "Cast, use what you have, or be ready to roll."
        return Acts(position, seat, TACTICS, prompt, Act("ready"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one action out; then it is the other side's turn."""
        battle = _battle(position)
        if choice.verb == WORD.name:
            leave_word(position, seat, choice.args, log)
            position.then(self)
            return
        battle.turn = 1 - battle.turn
        if choice.verb == READY.name:
            battle.passes += 1
            position.then(NextTactic())
            return
        battle.passes = 0
        position.then(FillPlaces(), NextTactic())
        ACTIONS[choice.verb](position, seat, choice.args, log)


def _say(log: Log, position: ArchmagiPosition, seat: int, text: str, clause: str) -> None:
    if log:
        log.say(f"**{SEAT_NAMES[seat]}** {text}.", clause=clause, seat=seat)


def _name(position: ArchmagiPosition, unit: int) -> str:
    return KINDS[position.kinds[unit]].name


def _swap(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    battle = _battle(position)
    battle.use(_fighter(position, seat), SWAP)
    set_fighter(position, battle.side(seat), find(position, seat, args[0]), log)


def _guard(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit = find(position, seat, args[0])
    _battle(position).use(unit, GUARD)
    set_fighter(position, 1, unit, log)


def _vanish(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit, hex = find(position, seat, args[0]), position.land.index[args[1]]
    _say(log, position, seat, f"lets {_name(position, unit)} vanish to {args[1]:04d}", "archmagi/trait/vanish")
    position.done[unit] |= VANISHED
    leave_battle(position, unit, hex)


def _paralyze(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit, victim = find(position, seat, args[0]), find(position, seat, args[1])
    _battle(position).use(unit, PARALYZE)
    show(position, unit)
    bundle = KINDS[position.kinds[unit]].bundle
    _say(log, position, seat, f"turns {_name(position, unit)} on {_name(position, victim)}", "archmagi/trait/paralyze")
    if bundle.number("maze"):
        position.then(MazeRoll(unit, victim))
    else:
        hold(position, victim, bundle.number("paralyze"))


class MazeRoll(Chances, frozen=True, tag=True):
    """The maze of the Caves paralyses on 1 to 3 (unit/caves)."""

    unit: int
    victim: int
    title = "Tactical options"
    clause = "archmagi/unit/caves"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "whether the maze holds")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the die be answered before it counts."""
        if log:
            log.say("The maze rolls.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("maze", outcome, _battle(position).hex), MazeHolds(self.unit, self.victim))


class MazeHolds(Automatic, frozen=True, tag=True):
    """The die has been thrown for good."""

    unit: int
    victim: int
    dice: tuple[int, ...] = ()
    title = "Tactical options"
    clause = "archmagi/unit/caves"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Hold the unit for the rest of the battle."""
        if self.dice[0] <= KINDS[position.kinds[self.unit]].bundle.number("maze"):
            hold(position, self.victim, BATTLE)


def _take_control(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    magus = position.magi[seat]
    _battle(position).use(magus, POWER)
    show(position, magus)
    if _control(position, seat) == "mind-control":
        for spell in position.spells[seat]:
            position.spell_back(spell)
        position.spells[seat] = []
    take_control(position, find(position, seat, args[0]), seat, log)


def _conjure(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    _battle(position).use(position.magi[seat], POWER)
    _say(log, position, seat, f"conjures {KINDS[args[0]].name}", "archmagi/archmagus/illusionist/illusionary-forces")
    add_for_battle(position, seat, args[0], bool(args[1]))


def _use(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    battle = _battle(position)
    unit, kind = find(position, seat, args[0]), args[1]
    row = ARTIFACTS[kind].row
    target = find(position, seat, args[2]) if (row.gives or row.paralyze) and len(args) > 2 else -1
    if unit not in battle.aids:
        wield(position, unit, kind, log)
    elif row.one_use:
        use_up(position, unit, battle.aids[unit])
    battle.spent.append(battle.aids[unit])
    if row.gives:
        show(position, target)
        effect = lay_on_target(kind, target)
        position.lasting = [*position.lasting, effect]
    elif row.paralyze:
        hold(position, target, row.paralyze)
    elif row.adds:
        add_for_battle(position, seat, args[2], bool(args[3]))
    elif row.either:
        if args[2]:
            _lay_vanish(position, unit, kind)
        else:
            lay_on(position, unit, kind, 0)


def lay_on_target(kind: int, target: int) -> Lasting:
    """Return what a Staff of Healing leaves on a unit for the battle."""
    return Lasting(1000 + kind, FOR_BATTLE, unit=target, mask=BIT[ARTIFACTS[kind].row.gives])


def _lay_vanish(position: ArchmagiPosition, unit: int, kind: int) -> None:
    """Pixie Dust that gives Vanish gives it for the battle (artifact-rule.11)."""
    position.lasting = [*position.lasting, Lasting(3000, FOR_BATTLE, unit=unit, mask=VANISH)]


def _retreat(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    unit, hex = find(position, seat, args[0]), position.land.index[args[1]]
    _say(log, position, seat, f"gives {_name(position, unit)} up and withdraws to {args[1]:04d}", "archmagi/battle.26")
    position.then(Withdraw(hex, tuple(_going(position, unit, hex))))
    kill(position, unit, log, "is sacrificed", clause="archmagi/battle.26")


def _going(position: ArchmagiPosition, without: int, hex: int) -> list[int]:
    """Return the units that can enter the hex to which their stack withdraws: those aboard with their carrier."""
    battle = _battle(position)
    able = [u for u in army(position, 1) if u != without and goes_along(position, u) and u not in battle.added]
    going = [u for u in able if hex in ways_out(position, u)]
    return [u for u in able if u in going or position.carriers[u] in going]


class Withdraw(Automatic, frozen=True, tag=True):
    """All that can enter the hex go; created and added units end; the battle goes on with those who stay
    (battle.26).
    """

    hex: int
    going: tuple[int, ...]
    title = "Tactical options"
    clause = "archmagi/battle.26"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Move the stack out."""
        battle = _battle(position)
        for unit in list(army(position, 1)):
            if unit in battle.added or not (goes_along(position, unit) or traits(position, unit) & SITE):
                chit_back(position, unit)
                position.remove(unit)
                forget_in_battle(position, unit)
        carriers = {unit: position.carriers[unit] for unit in self.going}
        left = [unit for unit in self.going if position.owners[unit] == battle.seats[1]]
        for unit in left:
            forget_in_battle(position, unit)
        for unit, carrier in enumerate(position.carriers):
            if unit in left or carrier in left:
                position.carriers[unit] = carriers[unit] if unit in left and carrier in left else -1
        if left:
            position.move_units(left, self.hex)
        if not army(position, 1):
            battle.over = True


ACTIONS = {
    "cast": play_cast,
    "farcast": play_farcast,
    "swap for": _swap,
    "guard with": _guard,
    "vanish": _vanish,
    "paralyze with": _paralyze,
    "control": _take_control,
    "conjure": _conjure,
    "use": _use,
    "retreat giving up": _retreat,
}


# An emptied place


class FillPlaces(Automatic, frozen=True, tag=True):
    """A combatant who is paralysed, controlled, banished, fled or destroyed leaves his place empty (battle.34)."""

    title = "Tactical options"
    clause = "archmagi/battle.34"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask for replacements; end the round, or the battle, where there is nobody."""
        battle = position.battle
        if battle is None or battle.over:
            return
        empty = [side for side in (0, 1) if battle.fighters[side] < 0 or battle.is_held(battle.fighters[side])]
        if not empty:
            return
        able = {side: usable(position, side) for side in empty}
        if any(not army(position, side) for side in (0, 1)):
            battle.over = True
            return
        helpless = [side for side in empty if not able[side]]
        if not battle.rolled:
            if helpless:
                battle.rolled = True
                position.then(*(Helpless(side) for side in helpless))
            else:
                position.then(
                    *(Replace(side) if not confused(position, side) else ReplaceByLot(side) for side in empty)
                )


class Helpless(Automatic, frozen=True, tag=True):
    """A side with paralysed units only loses one: the combatant just paralysed, or one of its choice (battle.34)."""

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Destroy the combatant, or ask."""
        battle = _battle(position)
        fighter = battle.fighters[self.side]
        if fighter >= 0:
            kill(position, fighter, log, "is destroyed, paralysed", clause="archmagi/paralyze.1")
        else:
            position.then(LoseHelpless(self.side))


class Replace(Asks, frozen=True, tag=True):
    """The owner names another usable unit at once, shown or hidden (battle.34)."""

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side."""
        return (_battle(position).seats[self.side],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any usable unit."""
        refs = names(position, self.side, usable(position, self.side))
        best = max(refs, key=lambda ref: (KINDS[unit_parts(ref)[0]].brm, -ref))
        return Acts(position, seat, (SEND,), "Who takes the empty place?", Act("send", (best,)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Put it into the fight."""
        set_fighter(position, self.side, find(position, seat, choice.args[0]), log)


class ReplaceByLot(Chances, frozen=True, tag=True):
    """Under Confusion the replacement is drawn by lot (battle.34)."""

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of the usable units."""
        return Draw(1, len(usable(position, self.side)), "the confused replacement")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Put it into the fight."""
        set_fighter(position, self.side, usable(position, self.side)[outcome[0]], log)
