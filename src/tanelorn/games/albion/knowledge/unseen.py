"""A position drawn from all that fit a view: what lies under the tops of the enemy's stacks is dealt again."""

from __future__ import annotations

import random

from tanelorn.games.albion.knowledge.view import AlbionView, where_shared
from tanelorn.games.albion.losses.attrition import liable_in
from tanelorn.games.albion.state.command import commanders
from tanelorn.games.albion.state.magic_items import attune
from tanelorn.games.albion.state.position import AWAY, CSPS, HEROES, PERSONS, AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, is_person, is_ship, ship_of, troops_code
from tanelorn.games.albion.state.sight import UNSEEN, Top
from tanelorn.games.albion.state.stacks import holds, stands_in

ADDING = {"finns_rade": "albion/8.2g", "brans_curse": "albion/8.2h"}
"""Magic items whose bearer makes attrition harder for the enemy, with the clause that adds for each (20.6)."""


def deal_unseen(position: AlbionPosition, view: AlbionView, rng: random.Random) -> None:
    """Deal what a viewer does not see again: it fits the tops that they see and what they were told."""
    _Deal(position, view, rng)


class _Deal:
    """Deals in order: persons, points, ships, escorts and items of the unseen."""

    def __init__(self, position: AlbionPosition, view: AlbionView, rng: random.Random) -> None:
        self.view = view
        self.seen = view.seen
        self.rng = rng
        self.world = position.world
        self.unseen = [seat for seat in (0, 1) if seat != view.viewer]
        self.position = position
        self._clear()
        self.stacks = {seat: [top for top in view.tops if top.seat == seat and top.coast < 0] for seat in self.unseen}
        self.shores: dict[int, list[int]] = {}
        for seat in self.unseen:
            self.shores[seat] = list(dict.fromkeys(top.hex for top in self.stacks[seat]))
        for top in view.tops:
            self._show(top)
        for seat in self.unseen:
            self._ships(seat)
            self._persons(seat)
        self._points()
        for seat in self.unseen:
            self._command(seat)
        self._items()
        self._told_others()

    def _clear(self) -> None:
        """Take off the table what is not seen."""
        position = self.position
        position.at = [AWAY if hex == UNSEEN else hex for hex in position.at]
        position.ship_at = [AWAY if hex == UNSEEN else hex for hex in position.ship_at]
        position.item_at = [-1 if hex == UNSEEN else hex for hex in position.item_at]
        position.bearer = [LYING if bearer == UNSEEN else bearer for bearer in position.bearer]
        position.attuned = -1 if position.attuned == UNSEEN else position.attuned

    def _show(self, top: Top) -> None:
        """Lay a top where it is, and keep it on top."""
        position, code = self.position, top.code
        if is_ship(code):
            position.put_ship(ship_of(code), top.hex, top.coast)
            node = self.world.node[top.hex][top.coast]
            position.top_ship[top.seat].setdefault(node, ship_of(code))
        else:
            if is_person(code):
                position.put(code, top.hex)
                position.escort[code] = top.sign
            position.top[top.seat].setdefault(top.hex, code)

    def _ships(self, seat: int) -> None:
        """Put the ships that lie under others where some of that side are seen."""
        berths = [(top.hex, top.coast) for top in self.view.tops if top.seat == seat and top.coast >= 0]
        for ship, where in enumerate(self.seen.ship_at):
            if where == UNSEEN and self.world.s_side[ship] == seat:
                hex, coast = self.rng.choice(berths)
                self.position.ship_at[ship] = AWAY
                self.position.put_ship(ship, hex, coast)
        self._damage(seat)

    def _damage(self, seat: int) -> None:
        """Damage as many of the ships that are not seen as are known to be damaged somewhere."""
        position, side = self.position, self.world.s_side
        hidden = [ship for ship, where in enumerate(self.seen.ship_at) if where == UNSEEN and side[ship] == seat]
        seen = sum(
            hurt for ship, hurt in enumerate(position.hurt) if side[ship] == seat and position.ship_at[ship] >= 0
        )
        for ship in self.rng.sample(hidden, max(min(self.view.damaged[seat] - seen, len(hidden)), 0)):
            position.hurt[ship] = 1

    def _told(self, hex: int) -> int:
        """Return the bits that the viewer was told of a stack, all of them where they were told nothing."""
        if self.view.viewer not in (0, 1) or hex not in self.seen.told[self.view.viewer]:
            return CSPS | HEROES | PERSONS
        return self.seen.told[self.view.viewer][hex]

    def _told_others(self) -> None:
        """Tell the others what they meet, as the viewer knows of their own stacks (11.9c)."""
        position = self.position
        for seat in self.unseen:
            foe = 1 - seat
            meeting = [hex for hex in self.shores[seat] if stands_in(position, foe, hex)]
            position.told[seat] = {hex: holds(position, foe, hex) for hex in sorted(meeting)}

    def _persons(self, seat: int) -> None:
        """Put the persons who are not seen into stacks of their side where they may be, or aboard its ships."""
        w, position = self.world, self.position
        decks = [ship for ship, hex in enumerate(position.ship_at) if hex >= 0 and w.s_side[ship] == seat]
        for person, where in enumerate(self.seen.at):
            if where != UNSEEN or position.side[person] != seat:
                continue
            hero = HEROES if w.p_hero[person] else 0
            fits = [hex for hex in self.shores[seat] if self._told(hex) & (PERSONS | hero) == PERSONS | hero]
            fits = fits or self.shores[seat]
            position.at[person] = AWAY
            if fits and (not decks or not self.rng.random() < 0.1):
                weights = [1 + position.rumour[seat].get(hex, 0) for hex in fits]
                position.put(person, self.rng.choices(fits, weights)[0])
            elif decks:
                ship = self.rng.choice(decks)
                position.put(person, position.ship_at[ship])
                position.aboard[person] = ship
            position.escort[person] = 0

    def _points(self) -> None:
        """Deal the points of each colour to the stacks of its side: one to each top of it, the rest by rumour."""
        w, position, rng = self.world, self.position, self.rng
        for colour, left in enumerate(self.view.strength):
            seat = w.c_side[colour]
            if seat not in self.unseen:
                self._taken(colour, left)
                continue
            left -= sum(position.escort[person] for person in range(len(position.at)) if w.p_colour[person] == colour)
            counts: dict[int, int] = {}
            for top in self.stacks[seat]:
                if top.code == troops_code(colour) and left > 0:
                    counts[top.hex] = counts.get(top.hex, 0) + 1
                    left -= 1
            left = self._escorts(seat, colour, left)
            fits = [hex for hex in self.shores[seat] if self._told(hex) & CSPS] or self.shores[seat]
            own = [hex for hex in fits if position.rumour[seat].get(hex, 0)] or fits
            if own and left > 0:
                weights = [1 + 2 * position.rumour[seat].get(hex, 0) for hex in own]
                for hex in rng.choices(own, weights, k=left):
                    counts[hex] = counts.get(hex, 0) + 1
            elif left > 0:
                self._embark(seat, colour, left)
            for hex, n in sorted(counts.items()):
                position.add_army(hex, Army(colour, n))

    def _taken(self, colour: int, left: int) -> None:
        """Give the viewer's own whose minds are controlled the escorts that the viewer does not see (19.4/10)."""
        w, position = self.world, self.position
        own = [person for person, one in enumerate(w.p_colour) if one == colour]
        left -= sum(army.n for armies in position.troops.values() for army in armies if army.colour == colour)
        left -= sum(position.escort[person] for person in own)
        for person in own:
            if left > 0 and w.p_escort[person] and self.seen.at[person] == UNSEEN:
                position.escort[person] = 1
                left -= 1

    def _escorts(self, seat: int, colour: int, left: int) -> int:
        """Give most of those who lie hidden their escorts; return how many points are left."""
        w, position = self.world, self.position
        for person, where in enumerate(self.seen.at):
            hidden = where == UNSEEN and position.side[person] == seat and w.p_colour[person] == colour
            hex = position.at[person]
            able = hidden and w.p_escort[person] and left > 0 and position.aboard[person] < 0
            if able and self._told(hex) & CSPS and self.rng.random() < 0.9:
                position.escort[person] = 1
                left -= 1
        return left

    def _embark(self, seat: int, colour: int, left: int) -> None:
        """Put points aboard ships, one to each, where a side has nobody ashore at all."""
        w, position = self.world, self.position
        decks = [ship for ship, hex in enumerate(position.ship_at) if hex >= 0 and w.s_side[ship] == seat]
        taken = {army.ship for armies in position.troops.values() for army in armies}
        for ship in [ship for ship in decks if ship not in taken][:left]:
            position.add_army(position.ship_at[ship], Army(colour, 1, -1, ship))

    def _command(self, seat: int) -> None:
        """Put armies under whoever may command them."""
        w, position = self.world, self.position
        for hex in self.shores[seat]:
            armies = []
            for army in position.troops.get(hex, ()):
                able = commanders(position, seat, hex, army.colour) if w.c_side[army.colour] == seat else []
                armies.append(army._replace(chief=able[0]) if able and army.ship < 0 else army)
            position.set_troops(hex, armies)

    def _items(self) -> None:
        """Give items that are not seen to those who had them first, else to somebody of the unseen side."""
        w, position = self.world, self.position
        alive = [person for person, hex in enumerate(position.at) if hex >= 0 and position.side[person] in self.unseen]
        first = {w.persons[person].possession: person for person in range(len(position.at))}
        for item, bearer in enumerate(self.seen.bearer):
            if bearer != UNSEEN:
                continue
            holder = first.get(item, -1)
            waits = [holder] if holder >= 0 and position.at[holder] == AWAY else []
            able = self._able(item, alive + waits)
            if able:
                position.bearer[item] = holder if holder in able else self.rng.choice(able)
                position.item_at[item] = position.at[position.bearer[item]]
            else:
                position.bearer[item], position.item_at[item] = BROKEN, -1
        attune(position)

    def _able(self, item: int, alive: list[int]) -> list[int]:
        """Return who of the unseen side may have an item: with one that adds to attrition somebody is where the viewer
        suffers from it, and nobody where they do not (8.2g, 8.2h).
        """
        position, viewer = self.position, self.view.viewer
        clause, hex = ADDING.get(self.world.items[item].id, ""), where_shared(position, viewer)
        if not clause or hex < 0:
            return alive
        suffered = clause in self.view.suffered

        def fits(person: int) -> bool:
            position.bearer[item] = person
            return (clause in liable_in(position, viewer, hex).terms) == suffered

        able = [person for person in alive if fits(person)]
        hidden = [person for person in alive if self.seen.at[person] == UNSEEN]
        if suffered and not able and hidden:
            able = [self.rng.choice(hidden)]
            position.put(able[0], hex)
        return able
