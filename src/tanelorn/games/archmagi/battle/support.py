"""Support (archmagi/battle.8, battle.9, battle.31, battle.32): both sides reveal at the same moment who helps."""

from __future__ import annotations

from collections.abc import Iterator

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Seals
from tanelorn.games.archmagi.artifacts.wielding import showable, wield
from tanelorn.games.archmagi.battle.presence import own_units, the_battle
from tanelorn.games.archmagi.state.content import ARTIFACTS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, NONE, SEAT_NAMES, UNIT, find
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import END, Args, Slot, Verb, verb


def _hidden(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Units that may be shown next, or shown ones that may reveal an artifact; then the end."""
    battle = the_battle(position)
    able = [
        ref
        for ref, unit in own_units(position, seat).items()
        if ref not in args[::2] and (unit not in battle.shown or showable(position, unit))
    ]
    return [*able, END]


def _artifacts_shown(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[-1])
    none = [] if unit in the_battle(position).shown else [NONE]
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


def _all_shows(position: ArchmagiPosition, seat: int) -> Iterator[Args]:
    """Yield every way to show units; what each may reveal is worked out once."""
    able = [(ref, _artifacts_shown(position, seat, (ref,))) for ref in _hidden(position, seat, ()) if ref != END]

    def after(done: Args) -> Iterator[Args]:
        for ref, items in able:
            if not done or ref > done[-2]:
                for item in items:
                    yield from after((*done, ref, item))
        yield (*done, END)

    return after(())


SHOW = verb(
    Verb(
        "show",
        "Show",
        _show_plan,
        "archmagi/battle.32",
        button=False,
        words="show",
        ways=_ways_to_show,
        listing=_all_shows,
        canonical=_in_order,
    )
)


class ShowSupport(Automatic, frozen=True, tag=True):
    """The simultaneous reveal of support (battle.8)."""

    title = "Tactical options"
    clause = "archmagi/battle.8"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask both sides."""
        battle = the_battle(position)
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
            if pairs:
                who, units = f"**{SEAT_NAMES[seat]}**", [unit for unit, _ in pairs]
                text = f"{who} shows {', '.join('{}' for _ in units)}."
                say_of_units(
                    log, position, text, *units, otherwise=f"{who} shows units.", clause=self.clause, seat=seat
                )
            for unit, item in pairs:
                if item >= 0:
                    wield(position, unit, item, log)


def supporters(position: ArchmagiPosition, side: int) -> list[int]:
    """Return the revealed units that support a side: its own, usable, not the combatant, not borrowed, not revealed too
    late (battle.9, .31, .41, paralyze.2, trait/general, trait/archer).
    """
    battle = the_battle(position)
    fighter = battle.fighters[side] if battle.attacks[side] < 0 else -1
    return [
        unit
        for unit in battle.counting
        if position.owners[unit] == battle.seats[side]
        and position.hexes[unit] == battle.hex
        and unit != fighter
        and unit not in battle.borrowed
        and not battle.is_idle(unit)
    ]
