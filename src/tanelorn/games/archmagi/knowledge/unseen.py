"""A full position drawn from all that fit a view: hidden stacks are filled as remembered, the rest from what is
nowhere else.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tanelorn.core.steps import Step
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.view import HIDDEN, ArchmagiView, adrift, hidden_keys
from tanelorn.games.archmagi.scout.theft import Robbery
from tanelorn.games.archmagi.spells.thefts import SpellTheft
from tanelorn.games.archmagi.state.barriers import SANCTUARY
from tanelorn.games.archmagi.state.content import ARCHMAGI, CHITS, FIRST_IMAGE, KINDS, MASKS, SPELL, SPELLS, UNITS
from tanelorn.games.archmagi.state.markers import ROUNDS, Battle, Lasting, Spellcast
from tanelorn.games.archmagi.state.position import MOST, SPELLS_SEEN, ArchmagiPosition
from tanelorn.games.archmagi.state.traits import ARTIFACT_KINDS, IMMUNE, MAGE, SITE, kind_fits

_TRIES = 30
_LASTING_KINDS = tuple(n for n, kind in enumerate(KINDS) if kind.spell in ("familiar", "invisible-stalker"))
"""What spells create for longer than a battle, and so can lie hidden in a stack."""


def draw_position(view: ArchmagiView, rng: random.Random) -> ArchmagiPosition:
    """Draw a position; all that the viewer knows is in it as it is."""
    if view.viewer == REFEREE and view.whole is not None:
        whole: ArchmagiPosition = view.whole.copy()
        return whole
    return _Drawing(view, rng).position


class _Drawing:
    """Builds one position from a view."""

    def __init__(self, view: ArchmagiView, rng: random.Random) -> None:
        self.view = view
        self.rng = rng
        self.units: dict[int, int] = {}
        self.guessed: list[int] = []
        self.needed = hidden_keys(view)
        self.position = self._bare()
        self.magi = list(ARCHMAGI)
        self._place_known()
        self._place_hidden()
        self._bind_known()
        self._fill_hands()
        self._bear_artifacts()
        self._sanctuaries()
        position = self.position
        position.lasting = [*position.lasting, *(self._effect(effect) for effect in view.lasting)]
        position.battle = self._battle()
        position.chain = [self._relabel(made) for made in view.chain]
        position.agenda = [self._relabel(step) for step in view.agenda]
        self._seal()

    def _bare(self) -> ArchmagiPosition:
        view = self.view
        seats = len(view.counts)
        own = view.viewer
        position = ArchmagiPosition(
            scenario=view.scenario,
            map=view.map,
            terrain=list(view.terrain),
            reserve=[[] for _ in range(seats)],
            stored=[[] for _ in range(seats)],
            spells=[[] for _ in range(seats)],
            scrolls={artifact: list(spells) for artifact, spells in view.scrolls.items()},
            pile=list(CHITS),
            magi_pile=[],
            spell_pile=[],
            artifact_pile=[],
            magi=[-1] * seats,
            gone=list(view.gone),
            active=view.active,
            first=view.first,
            round=view.round,
            phase=view.phase,
            used=view.used,
            seen=[{} for _ in range(seats + 1)],
            known_gear={},
            word=[1] * seats,
            hush=[0] * seats,
            fought=list(view.fought),
            limit=view.limit,
            chits=view.chits,
            copies=view.copies,
            offers=list(view.offers),
            outcome=view.outcome,
        )
        if 0 <= own < seats:
            position.reserve[own] = list(view.reserve)
            position.stored[own] = list(view.stored)
            position.spells[own] = list(view.spells)
            position.word[own], position.hush[own] = view.word, view.hush
            position.free_acts = {own: view.free_acts} if view.free_acts else {}
            position.known_gear = dict.fromkeys(view.known_gear, 1 << own)
        position.seen[own if 0 <= own < seats else seats] = dict(view.seen)
        for kind in position.reserve[own] if own >= 0 and own < seats else []:
            position.pile[kind] -= 1
        return position

    # Units

    def _put(self, unit: int, kind: int, seat: int, hex: int) -> None:
        """Put a unit on the map under a given number; banners are known."""
        position = self.position
        while len(position.owners) <= unit:
            for row in (position.kinds, position.owners, position.hexes, position.carriers, position.shapes):
                row.append(-1)
            position.masters.append(-1)
            position.done.append(0)
            position.gear.append(())
        position.kinds[unit], position.owners[unit], position.hexes[unit] = kind, seat, hex
        key = hex * MOST + seat
        position.banners[key] = self.view.banners[key]
        position.stacks.setdefault(key, []).append(unit)
        position.stacks[key].sort()
        plain = kind if kind < FIRST_IMAGE else -1
        if 0 <= plain < UNITS:
            position.pile[plain] -= 1
        elif plain in self.magi:
            self.magi.remove(plain)
            if position.magi[seat] < 0:
                position.magi[seat] = unit

    def _place_known(self) -> None:
        """One's own units keep their numbers, so that every question is put in the same order; others' get new ones."""
        view, position = self.view, self.position
        own = [seen for seen in view.units if seen.seat == view.viewer]
        for seen in own:
            self.units[seen.label] = seen.label
            self._put(seen.label, seen.kind, seen.seat, seen.hex)
        for seen in view.units:
            if seen.seat != view.viewer:
                self.units[seen.label] = position.free_unit(seen.seat)
                self._put(self.units[seen.label], seen.kind, seen.seat, seen.hex)
        for seen in view.units:
            unit = self.units[seen.label]
            position.done[unit], position.shapes[unit], position.gear[unit] = seen.done, seen.shape, seen.gear
            if seen.shape >= 0:
                position.pile[seen.shape] -= 1
            if seen.seat != view.viewer and view.viewer >= 0 and not self._is_open(seen.label, seen.kind):
                position.glimpses[unit] = 1 << view.viewer
        if 0 <= view.viewer < len(view.counts):
            position.magi[view.viewer] = view.magus
            if -2 - view.magus in self.magi:
                self.magi.remove(-2 - view.magus)

    def _bind_known(self) -> None:
        """Whom known units are aboard, and on whom they depend, may lie hidden in the same stack."""
        for seen in self.view.units:
            unit = self.units[seen.label]
            self.position.carriers[unit], self.position.masters[unit] = (
                self._unit(seen.carrier),
                self._unit(seen.master),
            )

    def _is_open(self, label: int, kind: int) -> bool:
        """Whether a unit is known without having been glimpsed: revealed in battle, or a Site."""
        battle = self.view.battle
        return (battle is not None and label in battle.shown) or bool(MASKS[kind] & SITE)

    def _place_hidden(self) -> None:
        """Fill the banners of every other seat: with its archmagus, with what is remembered, and at random."""
        view = self.view
        for seat, count in enumerate(view.counts):
            if seat == view.viewer:
                continue
            keys = [key for key in view.banners if key % MOST == seat]
            hidden = count - sum(1 for seen in view.units if seen.seat == seat)
            for key in self._places(seat, keys, hidden):
                kind, unit = self._kind_for(seat, key), self.position.free_unit(seat)
                self._put(unit, kind, seat, key // MOST)
                if kind < UNITS:
                    self.guessed.append(unit)
            if self.position.magi[seat] == -1 and seat not in view.lost:
                kind = self.rng.choice(self.magi)  # drawn, but not placed yet (setup.5)
                self.magi.remove(kind)
                self.position.magi[seat] = -2 - kind

    def _places(self, seat: int, keys: list[int], hidden: int) -> list[int]:
        """Return the stacks of the hidden units: every banner covers something; then as remembered; then at random."""
        known = {seen.hex * MOST + seen.seat for seen in self.view.units}
        places = [key for key in keys if key not in known or key in self.needed]
        self.memory = {key: self._remembered(seat, key) for key in keys}
        for key in keys:
            more = len(self.memory[key]) - (key in places)
            places += [key] * max(0, min(more, hidden - len(places)))
        while len(places) < hidden:
            places.append(self.rng.choice(keys))
        self.magus_at = -1
        if self.position.magi[seat] < 0 and seat not in self.view.lost and places:
            kept = [key for key in places if any(kind in ARCHMAGI for kind in self.memory[key])]
            self.magus_at = self.rng.choice(kept or places)
        return places[:hidden]

    def _remembered(self, seat: int, key: int) -> list[int]:
        """What was seen under a banner and is not in sight now."""
        sighting = self.view.seen.get(seat * 1000 + self.view.banners[key])
        kinds = list(sighting.kinds) if sighting else []
        for seen in self.view.units:
            if seen.hex * MOST + seen.seat == key and seen.kind in kinds:
                kinds.remove(seen.kind)
        return [kind for kind in kinds if kind < UNITS or kind in self.magi]

    def _kind_for(self, seat: int, key: int) -> int:
        hex, rng = key // MOST, self.rng
        if key == self.magus_at:
            self.magus_at = -1
            kept = [kind for kind in self.memory[key] if kind in self.magi]
            if kept:
                self.memory[key].remove(kept[0])
            return kept[0] if kept else rng.choice(self.magi)
        while self.memory[key]:
            kind = self.memory[key].pop()
            if kind < UNITS and self.position.pile[kind] > 0 and not MASKS[kind] & SITE:
                return kind
        for _ in range(_TRIES):
            kind = self._lot()
            if not MASKS[kind] & SITE and kind_fits(self.position, kind, hex):
                return kind
        return next(
            kind
            for kind in range(UNITS)
            if self.position.pile[kind] > 0 and not MASKS[kind] & SITE and kind_fits(self.position, kind, hex)
        )

    def _lot(self) -> int:
        """Draw a kind as from the pile."""
        return self.rng.choices(range(UNITS), weights=[max(0, count) for count in self.position.pile])[0]

    # Hands and artifacts

    def _fill_hands(self) -> None:
        view, position, rng = self.view, self.position, self.rng
        for seat, (units, _, _) in enumerate(view.sizes):
            if seat != view.viewer:
                for _ in range(units):
                    kind = self._lot()
                    position.pile[kind] -= 1
                    position.reserve[seat].append(kind)
                position.reserve[seat].sort()
        position.pile = [max(0, count) for count in position.pile]
        position.magi_pile = sorted(self.magi)[: view.piles[3]]
        left = [spell for spell in range(len(SPELLS)) for _ in range(view.copies)]
        for spell in self._spells_out():
            if spell in left:
                left.remove(spell)
        self._match_pile(left)
        rng.shuffle(left)
        for seat, (_, _, spells) in enumerate(view.sizes):
            if seat != view.viewer:
                known = view.seen.get(SPELLS_SEEN + seat)
                promised = [made.carried for made in view.chain if made.carried is not None and made.seat == seat]
                kinds = [made.spell for made in promised if made.scrolls < 0]
                kinds += known.kinds if known and known.round >= view.round - 1 else ()
                held = [spell for spell in dict.fromkeys(kinds) if spell in left][:spells]
                for spell in held:
                    left.remove(spell)
                held += [left.pop() for _ in range(min(spells - len(held), len(left)))]
                position.spells[seat] = sorted(held)
        position.spell_pile = sorted(left[: view.piles[1]])

    def _match_pile(self, left: list[int]) -> None:
        """The size of the unit pile tells how many hidden units are no chits of it, or have two: those that spells
        have created, and those polymorphed.
        """
        position = self.position
        self.rng.shuffle(self.guessed)
        more = self.view.piles[0] - sum(position.pile)
        for unit in self.guessed:
            kind, hex = position.kinds[unit], position.hexes[unit]
            if more < 0:
                form = next(
                    k for k in range(UNITS) if position.pile[k] and not MASKS[k] & SITE and kind_fits(position, k, hex)
                )
                position.kinds[unit], position.shapes[unit] = form, kind
                position.pile[form] -= 1
                more += 1
            elif more > 0:
                made = [k for k in _LASTING_KINDS if SPELL[KINDS[k].spell] in left and kind_fits(position, k, hex)]
                if made:
                    position.kinds[unit] = self.rng.choice(made)
                    left.remove(SPELL[KINDS[position.kinds[unit]].spell])
                    position.pile[kind] += 1
                    more -= 1

    def _spells_out(self) -> list[int]:
        """The spells that the viewer knows not to be in piles or others' hands."""
        view = self.view
        out = [*view.spells, *(spell for spells in view.scrolls.values() for spell in spells)]
        out += [SPELL[KINDS[seen.kind].spell] for seen in view.units if KINDS[seen.kind].spell]
        out += [made.spell for made in view.chain]
        if view.battle is not None:
            out += [spell for spell in view.battle.attacks if spell >= 0]
        return out

    def _bear_artifacts(self) -> None:
        """Artifacts that are borne somewhere unseen go to hidden units; stored ones and the pile get the rest."""
        view, position, rng = self.view, self.position, self.rng
        known = {artifact for seen in view.units for artifact in seen.gear} | set(view.stored)
        lost = adrift(view.agenda)
        known |= set(lost)
        for artifact, key in view.known_gear.items():
            if artifact not in known:
                known.add(artifact)
                bearer = rng.choice(self._bearers(key))
                position.gear[bearer] = tuple(sorted((*position.gear[bearer], artifact)))
        left = [a for a in range(ARTIFACT_KINDS * view.copies) if a not in known]
        rng.shuffle(left)
        for seat, (_, stored, _) in enumerate(view.sizes):
            if seat != view.viewer:
                position.stored[seat] = sorted(left.pop() for _ in range(min(stored, len(left))))
        told = {_declared_to(view.viewer, step) for step in view.agenda}
        others = [
            unit
            for unit, owner in enumerate(position.owners)
            if owner >= 0 and owner != view.viewer and position.hexes[unit] * MOST + owner not in told
        ]
        more = view.borne - len(lost) - sum(len(gear) for gear in position.gear)
        used = self._used_up()
        for _ in range(more if others else 0):
            artifact = left.pop()
            unit = rng.choice([unit for unit in others if (unit, artifact) not in used] or others)
            position.gear[unit] = tuple(sorted((*position.gear[unit], artifact)))
        position.artifact_pile = sorted(left[: view.piles[2]])

    def _used_up(self) -> set[tuple[int, int]]:
        """What units have shown in the battle and no longer bear: if it were theirs again, it would lie open."""
        battle = self.view.battle
        return {(self._unit(label), artifact) for label, artifact in battle.aids.items()} if battle else set()

    def _bearers(self, key: int) -> list[int]:
        """The units of a stack that may bear what is known to be there."""
        units = self.position.stacks[key]
        return [unit for unit in units if not MASKS[self.position.kinds[unit]] & IMMUNE] or units

    def _sanctuaries(self) -> None:
        """A Sanctuary is of general notice: it covers the hidden units of its stack too."""
        known = set(self.units.values())
        for key, (left, clock) in self.view.shelters.items():
            for unit in self.position.stacks[key]:
                if unit not in known:
                    cover = Lasting(SANCTUARY, ROUNDS, unit=unit, bound=unit, left=left, clock=clock)
                    self.position.lasting.append(cover)

    # Labels

    def _unit(self, label: int) -> int:
        if label < HIDDEN:
            return self.units.get(label, -1)
        known = set(self.units.values())
        units = [unit for unit in self.position.stacks.get(label - HIDDEN, []) if unit not in known]
        return next((unit for unit in units if MASKS[self.position.kinds[unit]] & MAGE), units[0] if units else -1)

    def _effect(self, effect: Lasting) -> Lasting:
        return msgspec.structs.replace(effect, unit=self._unit(effect.unit), bound=self._unit(effect.bound))

    def _battle(self) -> Battle | None:
        if self.view.battle is None:
            return None
        battle = self.view.battle.copy()
        battle.fighters = [self._unit(label) for label in battle.fighters]
        battle.shown = [self._unit(label) for label in battle.shown]
        battle.late = [self._unit(label) for label in battle.late]
        battle.held = {self._unit(label): end for label, end in battle.held.items()}
        battle.used = {self._unit(label): right for label, right in battle.used.items()}
        battle.aids = {self._unit(label): artifact for label, artifact in battle.aids.items()}
        battle.borrowed = [self._unit(label) for label in battle.borrowed]
        battle.added = [self._unit(label) for label in battle.added]
        battle.revive = [(seat, spell, self._unit(label), far) for seat, spell, label, far in battle.revive]
        return battle

    def _relabel(self, step: Any) -> Any:
        changed: dict[str, Any] = {}
        for field in step.__struct_fields__:
            value = getattr(step, field)
            if field in ("unit", "thief", "victim", "eater", "bound"):
                changed[field] = self._unit(value)
            elif field in ("units", "hit", "shielded", "spared", "going"):
                changed[field] = tuple(self._unit(unit) for unit in value)
            elif field == "braced":
                changed[field] = tuple((self._unit(unit), artifact) for unit, artifact in value)
            elif isinstance(value, Step | Spellcast):
                changed[field] = self._relabel(value)
        return msgspec.structs.replace(step, **changed) if changed else step

    def _seal(self) -> None:
        view, position = self.view, self.position
        for seat in view.sealed:
            if seat == view.viewer:
                position.sealed[seat] = view.own
            else:
                position.sealed[seat] = position.agenda[-1].choices(position, seat).sample(self.rng)


def _declared_to(seat: int, step: Step) -> int:
    """Return the stack whose artifacts a pending theft has made known to a seat, -1 if none (scout.8)."""
    if isinstance(step, Robbery) and step.seat == seat:
        return step.key
    return step.made.stacks[0] if isinstance(step, SpellTheft) and step.made.seat == seat else -1
