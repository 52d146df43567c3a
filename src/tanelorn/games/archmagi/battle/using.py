"""Artifacts as actions of a battle (archmagi/battle.33, artifact-rule.9 to .11): revealed late, or used on somebody."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.artifacts.wielding import asks_more, lay_on, showable, use_up, wield
from tanelorn.games.archmagi.battle.control import TO_FIGHT, illusions
from tanelorn.games.archmagi.battle.paralysis import hold, victims
from tanelorn.games.archmagi.battle.presence import add_for_battle, own_units, the_battle
from tanelorn.games.archmagi.state.abilities import VANISH, gear_kind
from tanelorn.games.archmagi.state.codes import DUST, by_artifact
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, MASKS
from tanelorn.games.archmagi.state.markers import BATTLE as FOR_BATTLE
from tanelorn.games.archmagi.state.markers import Lasting
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.nouns import ITEM, RESERVE, UNIT, find, named, words
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, verb


def _revealers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [ref for ref, unit in own_units(position, seat).items() if usables(position, unit)]


def usables(position: ArchmagiPosition, unit: int) -> list[int]:
    """Return the kinds of artifact that a unit can reveal, or use as an action if it is revealed already
    (battle.33).
    """
    battle = the_battle(position)
    kinds = showable(position, unit)
    aid = battle.aids.get(unit, -1)
    if aid >= 0 and aid in position.gear[unit] and aid not in battle.spent and asks_more(aid):
        kinds = [*kinds, gear_kind(aid)]
    return kinds


def _items(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return usables(position, find(position, seat, args[0]))


def _healed(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return list(named(position, the_battle(position).hex, seat, away=False))


def _wand(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    wanted = BIT[ARTIFACTS[args[1]].row.adds]
    return [kind for kind in illusions(position, seat, args) if MASKS[kind] & wanted]


def _use_plan(args: Args) -> Slot | None:
    if len(args) < 2:
        return (
            Slot("", UNIT, "Whose artifact?", _revealers, "archmagi/artifact-rule.1"),
            Slot("with", ITEM, "Which artifact?", _items, "archmagi/artifact-rule.3"),
        )[len(args)]
    row = ARTIFACTS[args[1]].row
    clause = f"archmagi/artifact/{row.slug}"
    if row.adds:
        return (Slot("for", RESERVE, "Which chit of your reserve?", _wand, clause), TO_FIGHT, None)[len(args) - 2]
    if len(args) > 2:
        return None
    if row.gives:
        return Slot("on", UNIT, "On which of your units?", _healed, clause)
    if row.paralyze:
        return Slot("on", UNIT, "On which unit?", victims, clause)
    if row.either:
        return Slot("for", words(*row.either), "For what?", lambda position, seat, args: [0, 1], clause)
    return None


def use(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Reveal an artifact, or use one that is revealed already (battle.33, artifact-rule.1, artifact/wand-of-illusions,
    artifact/staff-of-healing, artifact/sandmans-pouch, artifact/pixie-dust).
    """
    battle = the_battle(position)
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


USE = verb(Verb("use", "Use an artifact", _use_plan, "archmagi/battle.33", weight=4, does=use))


def lay_on_target(kind: int, target: int) -> Lasting:
    """Return the effect of a Staff of Healing on a unit, for the battle (artifact/staff-of-healing)."""
    return Lasting(by_artifact(kind), FOR_BATTLE, unit=target, mask=BIT[ARTIFACTS[kind].row.gives])


def _lay_vanish(position: ArchmagiPosition, unit: int, kind: int) -> None:
    """Pixie Dust that gives Vanish gives it for the battle (artifact-rule.11)."""
    position.lasting = [*position.lasting, Lasting(DUST, FOR_BATTLE, unit=unit, mask=VANISH)]
