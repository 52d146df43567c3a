"""What a seat may know (archmagi/view.*, chits.7), written down field by field.

Units go by labels: one's own by their numbers, revealed ones of others by the order of their revealing, Sites and
units seen in this Scout phase by their place, and what is hidden only by its stack. So no number tells when a chit
was deployed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tanelorn.core.game import View
from tanelorn.core.steps import Asks, Seals, Step
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.artifacts.death import Fate, Heir, LostOrLeft
from tanelorn.games.archmagi.casting.rerolls import Throw
from tanelorn.games.archmagi.state.barriers import SANCTUARY, wholly_sheltered
from tanelorn.games.archmagi.state.markers import Battle, Lasting, Sighting, Spellcast
from tanelorn.games.archmagi.state.position import MOST, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act
from tanelorn.games.archmagi.words.telling import has_seen, is_open

REVEALED, OPEN, HIDDEN = 100_000, 200_000, 1_000_000
"""Where labels of others' units begin: revealed in battle, seen or always open, hidden in a stack."""
_UNIT_FIELDS = {"unit", "thief", "victim", "eater", "bound"}
_LIST_FIELDS = {"units", "hit", "shielded", "spared", "going"}


class UnitSeen(msgspec.Struct, frozen=True):
    """A unit that a viewer knows: its label, kind, seat, hex, carrier and master by label, what it has done, shape,
    artifacts.
    """

    label: int
    kind: int
    seat: int
    hex: int
    carrier: int = -1
    master: int = -1
    done: int = 0
    shape: int = -1
    gear: tuple[int, ...] = ()


class ArchmagiView(View, kw_only=True):
    """What a viewer knows of a table. `counts` are the units of each seat, which anybody can count who watches reserves
    and piles.

    `lost` are the seats without an archmagus. `sizes` are, by seat, the chits in reserve, artifacts stored, spells
    held; `piles` how many units, spells, artifacts, archmagi lie in the piles. `reserve`, `stored`, `spells`,
    `scrolls`, `word`, `free_acts` and `hush` are the viewer's own; `seen` is what the viewer remembers; `shelters` are
    the Sanctuaries by stack.
    """

    map: str
    terrain: tuple[int, ...]
    round: int
    active: int
    first: int
    phase: str
    used: int
    limit: int
    chits: bool
    copies: int
    gone: tuple[int, ...]
    lost: tuple[int, ...]
    banners: dict[int, int]
    units: tuple[UnitSeen, ...]
    counts: tuple[int, ...]
    sizes: tuple[tuple[int, int, int], ...]
    piles: tuple[int, int, int, int]
    borne: int
    magus: int
    reserve: tuple[int, ...]
    stored: tuple[int, ...]
    spells: tuple[int, ...]
    scrolls: dict[int, tuple[int, ...]]
    word: int
    free_acts: int
    hush: int
    lasting: tuple[Lasting, ...]
    shelters: dict[int, tuple[int, int]]
    seen: dict[int, Sighting]
    known_gear: dict[int, int]
    fought: tuple[int, ...]
    chain: tuple[Spellcast, ...]
    battle: Battle | None
    agenda: tuple[Step, ...]
    whole: ArchmagiPosition | None = None
    own: Act | None = None


class Labels:
    """Gives each unit the label by which a viewer knows it."""

    def __init__(self, position: ArchmagiPosition, viewer: int) -> None:
        self.position = position
        self.viewer = viewer
        self.known: dict[int, int] = {}
        if viewer == REFEREE:
            self.known = {unit: unit for unit, owner in enumerate(position.owners) if owner >= 0}
            return
        if viewer >= 0:
            self.known = {unit: unit for unit in position.units_of(viewer)}
        battle = position.battle
        if battle is not None:
            for at, unit in enumerate(battle.shown):
                self.known.setdefault(unit, REVEALED + at)
        self._open(viewer)

    def _open(self, viewer: int) -> None:
        """Sites lie open (trait/site); so does what was seen in this Scout phase, for the seat that saw it."""
        position = self.position
        found = [
            unit
            for unit, owner in enumerate(position.owners)
            if owner >= 0 and unit not in self.known and (is_open(position, unit) or has_seen(position, viewer, unit))
        ]
        for at, unit in enumerate(sorted(found, key=self._looks)):
            self.known[unit] = OPEN + at

    def _looks(self, unit: int) -> tuple[object, ...]:
        """What can be seen of a unit: two of a kind in a hex go by which spell was laid first, not by their age."""
        position = self.position
        carrier = position.carriers[unit]
        lasts = [at for at, effect in enumerate(position.lasting) if effect.unit == unit]
        aboard = position.kinds[carrier] if carrier >= 0 else -1
        return position.hexes[unit], position.owners[unit], position.kinds[unit], lasts, aboard

    def of(self, unit: int) -> int:
        """Return a unit's label; a hidden one is only somebody in its stack."""
        if unit < 0:
            return unit
        if unit in self.known:
            return self.known[unit]
        if self.position.owners[unit] < 0:
            return -1
        return HIDDEN + self.position.hexes[unit] * MOST + self.position.owners[unit]

    def sees_gear(self, unit: int) -> bool:
        """Tell whether the viewer sees all artifacts of a unit: its own only."""
        return self.viewer == REFEREE or self.position.owners[unit] == self.viewer


def write_view(position: ArchmagiPosition, viewer: int, slug: str) -> ArchmagiView:
    """Write down what a viewer knows."""
    labels = Labels(position, viewer)
    step = position.agenda[-1] if position.agenda else None
    seats = step.seats(position) if isinstance(step, Asks | Seals) else ()
    own = 0 <= viewer < len(position.magi)
    return ArchmagiView(
        game=slug,
        viewer=viewer,
        scenario=position.scenario,
        asked=tuple(seat for seat in seats if seat not in position.sealed),
        sealed=tuple(seat for seat in seats if seat in position.sealed),
        offers=tuple(position.offers),
        outcome=position.outcome,
        map=position.map,
        terrain=tuple(position.terrain),
        round=position.round,
        active=position.active,
        first=position.first,
        phase=position.phase,
        used=position.used if viewer in (position.active, REFEREE) else 0,
        limit=position.limit,
        chits=position.chits,
        copies=position.copies,
        gone=tuple(position.gone),
        lost=tuple(seat for seat, magus in enumerate(position.magi) if magus == -1),
        banners=dict(sorted(position.banners.items())),
        units=tuple(_unit(position, labels, unit) for unit in sorted(labels.known, key=labels.of)),
        counts=tuple(sum(1 for _ in position.units_of(seat)) for seat in position.seats),
        sizes=tuple(
            (len(position.reserve[seat]), len(position.stored[seat]), len(position.spells[seat]))
            for seat in position.seats
        ),
        piles=(
            sum(position.pile),
            len(position.spell_pile),
            len(position.artifact_pile),
            len(position.magi_pile),
        ),
        borne=_borne(position),
        magus=labels.of(position.magi[viewer]) if own else -1,
        reserve=tuple(position.reserve[viewer]) if own else (),
        stored=tuple(position.stored[viewer]) if own else (),
        spells=tuple(position.spells[viewer]) if own else (),
        scrolls=_scrolls(position, viewer),
        word=position.word[viewer] if own else 0,
        free_acts=position.free_acts.get(viewer, 0) if own else 0,
        hush=position.hush[viewer] if own else 0,
        lasting=_lasting(position, labels),
        shelters=_shelters(position),
        seen=dict(sorted(position.seen[viewer if own else len(position.magi)].items())),
        known_gear=_known_gear(position, viewer) if own else {},
        fought=tuple(position.fought),
        chain=tuple(relabelled(made, labels) for made in position.chain),
        battle=_battle(position, labels),
        agenda=tuple(relabelled(step, labels) for step in position.agenda),
        whole=position.copy() if viewer == REFEREE else None,
        own=position.sealed.get(viewer),
    )


def _borne(position: ArchmagiPosition) -> int:
    """How many artifacts are borne by units, or wait for a die and an heir since their bearer died."""
    return sum(len(gear) for gear in position.gear) + len(adrift(position.agenda))


def adrift(agenda: Sequence[Any]) -> list[int]:
    """Return the artifacts of the dead that nobody has yet (artifact-rule.5); they are public (view.7)."""
    steps = [getattr(step, "then", step) for step in agenda]
    return [step.artifact for step in steps if isinstance(step, LostOrLeft | Fate | Heir)]


def _known_gear(position: ArchmagiPosition, viewer: int) -> dict[int, int]:
    """The artifacts that a seat knows of in this turn, with the stack where each is; bearers stay unknown (scout.8)."""
    found = {
        artifact: position.hexes[unit] * MOST + position.owners[unit]
        for unit, gear in enumerate(position.gear)
        for artifact in gear
        if position.known_gear.get(artifact, 0) >> viewer & 1
    }
    return dict(sorted(found.items()))


def _scrolls(position: ArchmagiPosition, viewer: int) -> dict[int, tuple[int, ...]]:
    return {
        artifact: tuple(spells)
        for artifact, spells in sorted(position.scrolls.items())
        if viewer == REFEREE
        or any(artifact in position.gear[unit] for unit in position.units_of(viewer))
        or (viewer >= 0 and viewer < len(position.magi) and artifact in position.stored[viewer])
    }


def _unit(position: ArchmagiPosition, labels: Labels, unit: int) -> UnitSeen:
    own, battle = labels.sees_gear(unit), position.battle
    gear = position.gear[unit]
    if not own:
        aid = battle.aids.get(unit, -1) if battle is not None else -1
        gear = tuple(a for a in gear if a == aid)
    return UnitSeen(
        label=labels.of(unit),
        kind=position.kinds[unit],
        seat=position.owners[unit],
        hex=position.hexes[unit],
        carrier=labels.of(position.carriers[unit]) if own or battle is not None else -1,
        master=labels.of(position.masters[unit]) if own or battle is not None else -1,
        done=position.done[unit] if own else 0,
        shape=position.shapes[unit] if own else -1,
        gear=gear,
    )


def _lasting(position: ArchmagiPosition, labels: Labels) -> tuple[Lasting, ...]:
    """Effects on hexes, sides and battles are public; those on units are known with the unit."""
    found = []
    for effect in position.lasting:
        if effect.unit < 0 or effect.unit in labels.known:
            found.append(msgspec.structs.replace(effect, unit=labels.of(effect.unit), bound=labels.of(effect.bound)))
    return tuple(found)


def _shelters(position: ArchmagiPosition) -> dict[int, tuple[int, int]]:
    """Stacks under a Sanctuary, by key: for how many rounds yet, and on whose turns these count (view.1)."""
    return {
        key: max((e.left, e.clock) for e in position.lasting if e.source == SANCTUARY and e.unit in units)
        for key, units in sorted(position.stacks.items())
        if wholly_sheltered(position, key)
    }


def _battle(position: ArchmagiPosition, labels: Labels) -> Battle | None:
    battle = position.battle
    if battle is None:
        return None
    new = battle.copy()
    label = labels.of
    new.fighters = [label(unit) for unit in battle.fighters]
    new.shown = [label(unit) for unit in battle.shown]
    new.late = [label(unit) for unit in battle.late]
    new.held = _by_label(battle.held, labels)
    new.used = _by_label(battle.used, labels)
    new.aids = _by_label(battle.aids, labels)
    new.borrowed = [label(unit) for unit in battle.borrowed]
    new.added = [label(unit) for unit in battle.added]
    new.revive = [(seat, spell, label(unit), far) for seat, spell, unit, far in battle.revive]
    return new


def _by_label(row: dict[int, int], labels: Labels) -> dict[int, int]:
    """What a battle keeps of the units that the viewer knows: in the order of labels, not of numbers."""
    return dict(sorted((labels.of(unit), value) for unit, value in row.items() if unit in labels.known))


def relabelled(step: Any, labels: Labels) -> Any:
    """Return a step or a spell with its units by label; what it holds that the viewer may not know is left out."""
    if labels.viewer == REFEREE:
        return step
    changed: dict[str, Any] = {}
    for field in step.__struct_fields__:
        value = getattr(step, field)
        if field in _UNIT_FIELDS:
            changed[field] = labels.of(value)
        elif field in _LIST_FIELDS:
            changed[field] = _listed(tuple(labels.of(unit) for unit in value))
        elif field == "braced":
            changed[field] = tuple((labels.of(unit), artifact) for unit, artifact in value)
        elif isinstance(value, Throw):
            changed[field] = _throw(step, value, labels)
        elif isinstance(value, Step | Spellcast):
            changed[field] = relabelled(value, labels)
        elif field == "price":
            changed[field] = value if getattr(step, "seat", -1) == labels.viewer else ()
        elif field == "offered" and step.made.seat != labels.viewer:
            changed[field] = None
        elif field == "artifact" and not _sees_artifact(step, labels):
            changed[field] = -1
    return msgspec.structs.replace(step, **changed) if changed else step


def _listed(units: tuple[int, ...]) -> tuple[int, ...]:
    """Hidden units stand in no order: the place of another among them would tell when they were deployed."""
    return tuple(sorted(units)) if any(unit >= HIDDEN for unit in units) else units


def _throw(step: Any, throw: Throw, labels: Labels) -> Throw:
    """Others see the dice of a mass attack in the order drawn at random (view.5); so does the owner, who has been told
    the sums.
    """
    if not throw.mixed:
        return throw
    return Throw(throw.why, throw.public, throw.hex, tuple(range(len(throw.dice))))


def _sees_artifact(step: Any, labels: Labels) -> bool:
    """What is stolen is known to thief and victim only (view.3); what the dead leave is public (view.7)."""
    if isinstance(step, Spellcast | LostOrLeft | Fate | Heir):
        return True
    thief = getattr(step, "thief", None)
    if thief is None:
        return True
    position = labels.position
    owners = [owner for unit, owner in enumerate(position.owners) if step.artifact in position.gear[unit]]
    return labels.viewer in (position.owners[thief] if thief >= 0 else -1, *owners)


def hidden_keys(view: ArchmagiView) -> set[int]:
    """Return the stacks of which a view mentions some hidden unit."""
    found: set[int] = set()
    for thing in (view.units, view.lasting, view.chain, view.battle, view.agenda):
        _collect_hidden(thing, found)
    return found


def _collect_hidden(thing: Any, found: set[int]) -> None:
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            if field not in ("price", "kinds", "dice"):
                _collect_hidden(getattr(thing, field), found)
    elif isinstance(thing, list | tuple):
        for part in thing:
            _collect_hidden(part, found)
    elif isinstance(thing, dict):
        _collect_hidden(list(thing), found)
    elif isinstance(thing, int) and HIDDEN <= thing < 2 * HIDDEN:
        found.add(thing - HIDDEN)
