"""A full position drawn from all that fit a view: hidden stacks are filled as remembered, the rest from what is
nowhere else.
"""

from __future__ import annotations

import random
from bisect import insort

from tanelorn.core.fields import UNKNOWN
from tanelorn.core.steps import Step
from tanelorn.games.archmagi.battle.combatants import sides_sending
from tanelorn.games.archmagi.battle.presence import usable
from tanelorn.games.archmagi.knowledge.sight import adrift
from tanelorn.games.archmagi.knowledge.view import ArchmagiView, hidden_keys
from tanelorn.games.archmagi.scout.theft import Robbery
from tanelorn.games.archmagi.spells.thefts import SpellTheft
from tanelorn.games.archmagi.state.abilities import ARTIFACT_KINDS, IMMUNE, MAGE, SITE, kind_fits
from tanelorn.games.archmagi.state.barriers import SANCTUARY
from tanelorn.games.archmagi.state.codes import (
    LOST,
    Magus,
    StackKey,
    by_spell,
    hex_of,
    is_hidden,
    kind_waiting,
    seat_of,
    spells_of,
    stack_hiding,
    stack_key,
    under_banner,
    waiting,
)
from tanelorn.games.archmagi.state.content import ARCHMAGI, CHITS, KINDS, MASKS, SPELL, SPELLS, UNITS, is_of_pile
from tanelorn.games.archmagi.state.markers import ROUNDS, Lasting
from tanelorn.games.archmagi.state.numbers import renamed
from tanelorn.games.archmagi.state.position import SPELLS_ONLY, ArchmagiPosition

_TRIES = 30
_LASTING_KINDS = tuple(n for n, kind in enumerate(KINDS) if kind.spell in ("familiar", "invisible-stalker"))
"""What spells create for longer than a battle, and so can lie hidden in a stack."""


def deal(position: ArchmagiPosition, view: ArchmagiView, rng: random.Random) -> None:
    """Fill what a viewer does not know, where all that they know is in the position as it is."""
    _Dealing(position, view, rng)


class _Dealing:
    """Deals what is hidden from one viewer."""

    def __init__(self, position: ArchmagiPosition, view: ArchmagiView, rng: random.Random) -> None:
        self.position = position
        self.view = view
        self.rng = rng
        self.known = set(view.units)
        self.guessed: list[int] = []
        self.needed = hidden_keys(view.seen)
        self.magi = list(ARCHMAGI)
        self.lost = [seat for seat, magus in enumerate(position.magi) if magus == LOST]
        self._count_known()
        self.needed |= self._sending()
        self._place_hidden()
        self._bind_known()
        self._fill_hands()
        self._bear_artifacts()
        self._name_hidden()

    # Units

    def _count_known(self) -> None:
        """Take what is known out of the piles."""
        view, position = self.view, self.position
        position.pile = list(CHITS)
        position.magi = [LOST if magus == UNKNOWN else magus for magus in position.magi]
        position.word = [word if seat == view.viewer else SPELLS_ONLY for seat, word in enumerate(position.word)]
        position.stacks = {}
        for kind in view.hand(position.reserve):
            position.pile[kind] -= 1
        for unit in view.units:
            self._stand(unit)
            if position.shapes[unit] >= 0:
                position.pile[position.shapes[unit]] -= 1
        if view.has_seat:
            magus = view.seen.magi[view.viewer]
            position.magi[view.viewer] = magus
            if kind_waiting(magus) in self.magi:
                self.magi.remove(kind_waiting(magus))

    def _stand(self, unit: int) -> None:
        """Let a unit stand in its stack; its chit is in no pile."""
        position = self.position
        kind, seat = position.kinds[unit], position.owners[unit]
        stack = position.stacks.setdefault(stack_key(position.hexes[unit], seat), [])
        insort(stack, unit)
        if is_of_pile(kind):
            position.pile[kind] -= 1
        elif kind in self.magi:
            self.magi.remove(kind)
            if position.magi[seat] < 0:
                position.magi[seat] = Magus(unit)

    def _put(self, kind: int, seat: int, hex: int) -> int:
        """Put a hidden unit on the map and return its number; banners are known."""
        position = self.position
        unit = position.new_number(seat)
        position.kinds[unit], position.owners[unit], position.hexes[unit] = kind, seat, hex
        self._stand(unit)
        return unit

    def _place_hidden(self) -> None:
        """Fill the banners of every other seat: with its archmagus, with what is remembered, and at random."""
        view, position = self.view, self.position
        for seat, count in enumerate(view.counts):
            if seat == view.viewer:
                continue
            keys = [key for key in position.banners if seat_of(key) == seat]
            hidden = count - position.owners.count(seat)
            for key in self._places(seat, keys, hidden):
                kind = self._kind_for(seat, key)
                unit = self._put(kind, seat, hex_of(key))
                if is_of_pile(kind):
                    self.guessed.append(unit)
            if position.magi[seat] == LOST and seat not in self.lost:
                kind = self.rng.choice(self.magi)  # drawn, but not placed yet (setup.5)
                self.magi.remove(kind)
                position.magi[seat] = waiting(kind)

        position.banners = {key: position.banners[key] for key in position.stacks}

    def _sending(self) -> set[StackKey]:
        """Return the stacks that can send a combatant, for one is awaited of them, but no known one (battle.6, .34)."""
        position, battle = self.position, self.view.seen.battle
        if battle is None:
            return set()
        sending = {side for step in position.agenda for side in sides_sending(step, battle)}
        unknown = [side for side in sending if battle.seats[side] != self.view.viewer and not usable(position, side)]
        return {stack_key(battle.hex, battle.seats[side]) for side in unknown}

    def _bind_known(self) -> None:
        """Whom known units are aboard, and on whom they depend, may lie hidden in the same stack."""
        position = self.position
        for unit in self.view.units:
            position.carriers[unit] = self._unit(position.carriers[unit])
            position.masters[unit] = self._unit(position.masters[unit])

    def _places(self, seat: int, keys: list[StackKey], hidden: int) -> list[StackKey]:
        """Return the stacks of the hidden units: every banner covers something; then as remembered; then at random."""
        known = self.position.stacks
        places = [key for key in keys if key not in known or key in self.needed]
        self.memory = {key: self._remembered(seat, key) for key in keys}
        for key in keys:
            more = len(self.memory[key]) - (key in places)
            places += [key] * max(0, min(more, hidden - len(places)))
        while len(places) < hidden:
            places.append(self.rng.choice(keys))
        self.magus_at = -1
        if self.position.magi[seat] < 0 and seat not in self.lost and places:
            kept = [key for key in places if any(kind in ARCHMAGI for kind in self.memory[key])]
            self.magus_at = self.rng.choice(kept or places)
        return places[:hidden]

    def _remembered(self, seat: int, key: StackKey) -> list[int]:
        """What was seen under a banner and is not in sight now."""
        position = self.position
        sighting = self.view.remembered().get(under_banner(seat, position.banners[key]))
        kinds = list(sighting.kinds) if sighting else []
        for unit in position.stacks.get(key, ()):
            if position.kinds[unit] in kinds:
                kinds.remove(position.kinds[unit])
        return [kind for kind in kinds if is_of_pile(kind) or kind in self.magi]

    def _kind_for(self, seat: int, key: StackKey) -> int:
        hex, rng = hex_of(key), self.rng
        if key == self.magus_at:
            self.magus_at = -1
            kept = [kind for kind in self.memory[key] if kind in self.magi]
            if kept:
                self.memory[key].remove(kept[0])
            return kept[0] if kept else rng.choice(self.magi)
        while self.memory[key]:
            kind = self.memory[key].pop()
            if is_of_pile(kind) and self.position.pile[kind] > 0 and not MASKS[kind] & SITE:
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
        view, position, rng, seen = self.view, self.position, self.rng, self.view.seen
        for seat, reserve in enumerate(position.reserve):
            if seat != view.viewer:
                for at in range(len(reserve)):
                    reserve[at] = self._lot()
                    position.pile[reserve[at]] -= 1
                reserve.sort()
        position.pile = [max(0, count) for count in position.pile]
        position.magi_pile = sorted(self.magi)[: len(seen.magi_pile)]
        left = [spell for spell in range(len(SPELLS)) for _ in range(position.copies)]
        for spell in self._spells_out():
            if spell in left:
                left.remove(spell)
        self._match_pile(left)
        rng.shuffle(left)
        for seat, spells in enumerate(map(len, seen.spells)):
            if seat != view.viewer:
                known = view.remembered().get(spells_of(seat))
                promised = [made.carried for made in seen.chain if made.carried is not None and made.seat == seat]
                kinds = [made.spell for made in promised if made.scrolls < 0]
                kinds += known.kinds if known and known.round >= position.round - 1 else ()
                held = [spell for spell in dict.fromkeys(kinds) if spell in left][:spells]
                for spell in held:
                    left.remove(spell)
                held += [left.pop() for _ in range(min(spells - len(held), len(left)))]
                position.spells[seat] = sorted(held)
        position.spell_pile = sorted(left[: len(seen.spell_pile)])

    def _match_pile(self, left: list[int]) -> None:
        """The size of the unit pile tells how many hidden units are no chits of it, or have two: those that spells
        have created, and those polymorphed.
        """
        position = self.position
        self.rng.shuffle(self.guessed)
        more = self.view.left - sum(position.pile)
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
        seen, kinds = self.view.seen, [KINDS[self.view.seen.kinds[unit]] for unit in self.view.units]
        out = [*self.view.hand(seen.spells), *(spell for spells in seen.scrolls.values() for spell in spells)]
        out += [SPELL[kind.spell] for kind in kinds if kind.spell]
        out += [made.spell for made in seen.chain]
        if seen.battle is not None:
            out += [spell for spell in seen.battle.attacks if spell >= 0]
        return out

    def _bear_artifacts(self) -> None:
        """Artifacts that are borne somewhere unseen go to hidden units; stored ones and the pile get the rest."""
        view, position, rng, seen = self.view, self.position, self.rng, self.view.seen
        lost = adrift(seen.agenda)
        known = {artifact for gear in seen.gear for artifact in gear} | {*view.hand(seen.stored), *lost}
        for artifact, key in view.bearers.items():
            if artifact not in known:
                known.add(artifact)
                bearer = rng.choice(self._bearers(key))
                position.gear[bearer] = tuple(sorted((*position.gear[bearer], artifact)))
        left = [a for a in range(ARTIFACT_KINDS * position.copies) if a not in known]
        rng.shuffle(left)
        for seat, stored in enumerate(map(len, seen.stored)):
            if seat != view.viewer:
                position.stored[seat] = sorted(left.pop() for _ in range(min(stored, len(left))))
        told = {_declared_to(view.viewer, step) for step in seen.agenda}
        others = [
            unit
            for unit, owner in enumerate(position.owners)
            if owner >= 0 and owner != view.viewer and stack_key(position.hexes[unit], owner) not in told
        ]
        more = view.borne - len(lost) - sum(len(gear) for gear in position.gear)
        used = self._used_up()
        for _ in range(more if others else 0):
            artifact = left.pop()
            unit = rng.choice([unit for unit in others if (unit, artifact) not in used] or others)
            position.gear[unit] = tuple(sorted((*position.gear[unit], artifact)))
        position.artifact_pile = sorted(left[: len(seen.artifact_pile)])

    def _used_up(self) -> set[tuple[int, int]]:
        """What units have shown in the battle and no longer bear: if it were theirs again, it would lie open."""
        battle = self.view.seen.battle
        return set(battle.aids.items()) if battle is not None else set()

    def _bearers(self, key: StackKey) -> list[int]:
        """The units of a stack that may bear what is known to be there."""
        units = self.position.stacks[key]
        return [unit for unit in units if not MASKS[self.position.kinds[unit]] & IMMUNE] or units

    # What is known to concern a hidden unit

    def _name_hidden(self) -> None:
        """Let somebody in its stack be each hidden unit that something mentions."""
        position, call = self.position, self._unit
        position.lasting = [*self._sanctuaries(), *(renamed(effect, call) for effect in position.lasting)]
        position.chain = [renamed(made, call) for made in position.chain]
        position.agenda = [renamed(step, call) for step in position.agenda]
        position.battle = None if position.battle is None else renamed(position.battle, call)

    def _unit(self, called: int) -> int:
        if not is_hidden(called):
            return called
        units = [unit for unit in self.position.stacks.get(stack_hiding(called), []) if unit not in self.known]
        return next((unit for unit in units if MASKS[self.position.kinds[unit]] & MAGE), units[0] if units else -1)

    def _sanctuaries(self) -> list[Lasting]:
        """A Sanctuary is of general notice: it covers the hidden units of its stack too."""
        return [
            Lasting(by_spell(SANCTUARY), ROUNDS, unit=unit, bound=unit, left=left, clock=clock)
            for key, (left, clock) in self.view.shelters.items()
            for unit in self.position.stacks[key]
            if unit not in self.known
        ]


def _declared_to(seat: int, step: Step) -> StackKey | None:
    """Return the stack whose artifacts a pending theft has made known to a seat (scout.8)."""
    if isinstance(step, Robbery) and step.seat == seat:
        return step.key
    return step.made.stacks[0] if isinstance(step, SpellTheft) and step.made.seat == seat else None
