"""Random positions in a small part of the board, where orders meddle with each other as much as they can."""

from __future__ import annotations

from random import Random

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.legality import possible
from tanelorn.games.diplomacy.orders.order import ARMY, CONVOY, FLEET, HOLD, MOVE, SUPPORT, Order, Unit

Position = tuple[list[Unit], list[Order]]


def dense_position(atlas: Atlas, random: Random, least: int = 3, most: int = 9) -> Position:
    """A few units side by side with orders that support, convoy and attack each other."""
    return _Draft(atlas, random, random.randint(least, most)).position()


class _Draft:
    def __init__(self, atlas: Atlas, random: Random, count: int) -> None:
        self.atlas, self.random = atlas, random
        self.seas = [n for n in range(atlas.size) if atlas.is_sea[n]]
        self.powers = random.choice((2, 3, 3, 4, 7))
        self.units: list[Unit] = []
        self.orders: list[Order | None] = []
        self.at: dict[int, int] = {}
        if random.random() < 0.4:
            self.paradox(random.choice((1, 1, 2, 2, 3)))
        self.region = self.grow(max(count, len(self.units)) + random.randint(0, 4))
        free = [place for place in self.region if place not in self.at]
        for place in random.sample(free, max(0, min(count - len(self.units), len(free)))):
            self.place(place)

    def position(self) -> Position:
        for _ in range(self.random.choice((0, 1, 2, 2, 3))):
            self.convoy()
        if self.random.random() < 0.3:
            self.ring()
        self.attack_fleets()
        for n in self.random.sample(range(len(self.units)), len(self.units)):
            if self.orders[n] is None and self.random.random() < 0.55:
                self.move(n)
        for n in range(len(self.units)):
            if self.orders[n] is None and not (self.random.random() < 0.9 and self.support(n)):
                self.orders[n] = Order(HOLD, self.units[n].kind, self.units[n].at)
        return self.units, [order for order in self.orders if order is not None]

    def paradox(self, length: int) -> None:
        """Convoys in a circle: each attacks what supports an attack on, or the hold of, the fleet of the next."""
        atlas, random = self.atlas, self.random
        seas = [random.choice(self.seas)]
        for _ in range(length - 1):
            seas.append(random.choice([n for n in atlas.next_to[seas[-1]] if atlas.is_sea[n]] or seas))
        for sea, following in zip(seas, seas[1:] + seas[:1], strict=True):
            ends = set(atlas.next_to[sea]) & set(atlas.next_to[following]) - set(self.at)
            ends = sorted(n for n in ends if atlas.is_coast[n])
            starts = [n for n in atlas.next_to[sea] if atlas.is_coast[n] and n not in self.at]
            if sea in self.at or not ends or len(starts) < 2:
                return
            end = random.choice(ends)
            start = random.choice([n for n in starts if n != end])
            fleet, army, helper = self.place(sea, FLEET, 0), self.place(start, ARMY, 0), self.place(end, power=1)
            self.put(Order(MOVE, ARMY, start, end, via=True), army)
            self.put(Order(CONVOY, FLEET, sea, end, start, ARMY), fleet)
            attackers = [n for n in atlas.next_to[following] if n not in self.at]
            if attackers and random.random() < 0.8:
                attacker = self.place(random.choice(attackers), FLEET, 1)
                self.put(Order(MOVE, FLEET, self.units[attacker].at, following), attacker)
                odd = random.random() < 0.4  # what is attacked supports the fleet: neither result fits
                self.support_one(helper, fleet if odd else attacker)
                near = [n for n in atlas.next_to[following] if n not in self.at]
                if odd and near:
                    self.support_one(self.place(random.choice(near), FLEET, 1), attacker)

    def grow(self, size: int) -> list[int]:
        """Provinces next to each other, around what is there; mostly with many seas."""
        atlas, random = self.atlas, self.random
        wet = random.random() < 0.8
        region = list(self.at) or [random.choice(self.seas) if wet else random.randrange(atlas.size)]
        while len(region) < size:
            near = [n for n in atlas.next_to[random.choice(region)] if n not in region]
            if wet and random.random() < 0.4:
                near = [n for n in near if atlas.is_sea[n]] or near
            if near:
                region.append(random.choice(near))
        return region

    def place(self, place: int, kind: int = -1, power: int = -1) -> int:
        """A new unit, of this power or, sometimes all the same, of any."""
        atlas, random = self.atlas, self.random
        if power < 0 or random.random() < 0.1:
            power = random.randrange(self.powers)
        if kind < 0:
            kind = FLEET if atlas.is_sea[place] or (atlas.is_coast[place] and random.random() < 0.3) else ARMY
        if kind == FLEET and not (atlas.is_sea[place] or atlas.is_coast[place]):
            kind = ARMY
        at = random.choice(atlas.coasts_of[place] or (place,)) if kind == FLEET else place
        self.at[place] = len(self.units)
        self.units.append(Unit(power, kind, at))
        self.orders.append(None)
        return self.at[place]

    def area(self, n: int) -> int:
        return self.atlas.province[self.units[n].at]

    def put(self, order: Order, n: int) -> bool:
        order, error = possible(self.atlas, order)
        if error is None:
            self.orders[n] = order
        return error is None

    def convoy(self) -> None:
        """An army goes by sea over all free fleets that can help, or most of them; rather to where a unit stands."""
        atlas, random = self.atlas, self.random
        free = [n for n, order in enumerate(self.orders) if order is None]
        coasts = [place for place in self.region if atlas.is_coast[place]]
        ways = []
        for army in free:
            start = self.area(army)
            for end in coasts if self.units[army].kind == ARMY and atlas.is_coast[start] else ():
                fleets = [n for n in free if atlas.may_convoy(self.area(n), start, end)]
                if atlas.has_route(sum(1 << self.area(n) for n in fleets), start, end) and start != end:
                    ways.append((army, end, fleets))
        if not ways:
            return
        busy = [way for way in ways if way[1] in self.at]
        army, end, fleets = random.choice(busy if busy and random.random() < 0.8 else ways)
        start = self.area(army)
        self.put(Order(MOVE, ARMY, start, end, via=random.random() < 0.7 or end not in atlas.army[start]), army)
        for fleet in fleets:
            if random.random() < 0.9:
                self.put(Order(CONVOY, FLEET, self.units[fleet].at, end, start, ARMY), fleet)

    def ring(self) -> None:
        """Units that follow each other in a circle, as far as they can."""
        start = n = self.random.randrange(len(self.units))
        for _ in range(4):
            near = [self.at[p] for p in self.atlas.next_to[self.area(n)] if p in self.at]
            near = [other for other in near if self.orders[other] is None or other == start]
            if not near or self.orders[n] is not None:
                return
            other = self.random.choice([start] if start in near and n != start else near)
            self.put(Order(MOVE, self.units[n].kind, self.units[n].at, self.area(other)), n)
            n = other

    def attack_fleets(self) -> None:
        """Attack convoying fleets; what the convoyed armies attack supports that, or the fleets."""
        random = self.random
        convoys = [n for n, order in enumerate(self.orders) if order is not None and order.verb == CONVOY]
        ends = {order.to for order in self.orders if order is not None and order.verb == CONVOY}
        helpers = [self.at[place] for place in sorted(ends) if place in self.at]
        wanted = []
        for fleet in convoys:
            free = [
                n for n, order in enumerate(self.orders) if order is None and (n not in helpers or len(helpers) > 2)
            ]
            near = [n for n in free if self.atlas.reaches(self.units[n].kind, self.units[n].at, self.area(fleet))]
            if near and random.random() < 0.8:
                near = [n for n in near if self.units[n].power != self.units[fleet].power] or near
                n = random.choice(near)
                self.put(Order(MOVE, FLEET, self.units[n].at, self.area(fleet)), n)
                wanted.append(n)
            wanted.append(fleet)
        for n in helpers:
            if self.orders[n] is None and random.random() < 0.9:
                random.shuffle(wanted)
                wanted.sort(key=lambda other: self.orders[other].verb == CONVOY and random.random() < 0.7)
                any(self.support_one(n, other) for other in wanted)

    def move(self, n: int) -> None:
        unit = self.units[n]
        there = sorted(self.atlas.fleet[unit.at] if unit.kind == FLEET else self.atlas.army[unit.at])
        near = [place for place in there if self.atlas.province[place] in self.region]
        wanted = {order.to for order in self.orders if order is not None and order.verb == MOVE}
        busy = [place for place in near if self.atlas.province[place] in self.at]
        meeting = [place for place in near if self.atlas.province[place] not in self.at and place in wanted]
        if near:
            to = self.random.choice(self.random.choice((busy, busy, meeting, near)) or near)
            self.put(Order(MOVE, unit.kind, unit.at, to), n)

    def support(self, n: int) -> bool:
        others = [other for other in range(len(self.units)) if other != n]
        self.random.shuffle(others)
        others.sort(key=lambda other: self.orders[other] is None)
        return any(self.support_one(n, other) for other in others)

    def support_one(self, n: int, other: int) -> bool:
        unit, whom, order = self.units[n], self.units[other], self.orders[other]
        if order is not None and order.verb == MOVE:
            return self.put(Order(SUPPORT, unit.kind, unit.at, order.to, self.area(other), whom.kind), n)
        return self.put(Order(SUPPORT, unit.kind, unit.at, -1, self.area(other), whom.kind), n)
