"""Skirmish: three captains with their levies on a ring of nine fields, with cards. A small game for the tests.

It uses what Five Cities does not: secret hands, hidden men that are scouted, dice, chains of counterspells,
secret wounds, a turn in small picks that can be taken back, and several seats that are asked at once.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tanelorn.core.content.rulebook import Clause, Rulebook
from tanelorn.core.fields import UNKNOWN
from tanelorn.core.game import Game, Option, PositionView, Scenario, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import Piece, Scene, SeatChip
from tanelorn.core.viewers import REFEREE

from .sequence import (
    BOARD,
    CARDS,
    FALLEN,
    FIELDS,
    LIVES,
    MEN,
    ROLES,
    SEATS,
    UNMUSTERED,
    WORDS,
    March,
    Muster,
    Round,
    SkirmishPosition,
)

RULES = Rulebook(
    "skirmish",
    [
        Clause("skirmish/muster.1", "Muster", "Each captain takes one of two home fields, his levy the other, unseen."),
        Clause("skirmish/cards.1", "Cards", "A turn begins with a card. A bolt wounds the man on any field."),
        Clause("skirmish/cards.2", "Counters", "All others may counter a spell, and a counter."),
        Clause("skirmish/march.1", "March", "Two steps a turn in all, into empty fields next to one's own."),
        Clause("skirmish/scout.1", "Scouting", "One may look at a man who stands next to one's own."),
        Clause("skirmish/fight.1", "Fighting", "A die each, plus strength, less wounds; the lesser is wounded."),
        Clause("skirmish/wounds.1", "Wounds", "A captain falls by the third, a levy by the second, told to nobody."),
        Clause("skirmish/end.1", "The end", "Who has most strength standing after the last round wins."),
        Clause("skirmish/end.2", "Resigning", "The men of who resigns leave the ring; the others may fight on."),
    ],
)


class SkirmishView(PositionView[SkirmishPosition], kw_only=True):
    """`owners[field]` is the seat that stands there, or -1. The agenda is open: no step names a hidden thing."""

    owners: list[int]

    @property
    def men(self) -> dict[int, int]:
        """The places of those men whose identity is known."""
        return {man: place for man, place in enumerate(self.seen.places) if place != UNKNOWN}


class Skirmish(Game[SkirmishPosition, SkirmishView]):
    slug = "skirmish"
    law = "tests.toy.law:check"
    scrambler = "tests.toy.law:scramble"
    title = "Skirmish"
    position_type = SkirmishPosition
    view_type = SkirmishView
    board = BOARD
    rulebook = RULES
    seat_words = WORDS
    scenarios = (
        Scenario(
            "ring",
            "The ring",
            ("Red", "Green", "Blue"),
            (1, 2, 3),
            goal="Hold the most fields at the end.",
            goal_clause="skirmish/end.1",
        ),
    )
    options = (
        Option("rounds", "Rounds", 5, "skirmish/end.1", least=1, most=9),
        Option("open", "Men are known from the start", False, "skirmish/scout.1"),
        Option("fight-on", "The others fight on when a seat resigns", False, "skirmish/end.2"),
    )

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        return SkirmishPosition(
            agenda=[Round(1), Muster()],
            known=[*(1 << man // 2 for man in MEN), *(0 for _ in CARDS)],
            places=[UNMUSTERED] * len(MEN),
            wounds=[0] * len(MEN),
            hands=[[], [], []],
            pile=list(CARDS),
            rounds=int(options["rounds"]),
            open=bool(options["open"]),
            fight_on=bool(options["fight-on"]),
        )

    def resign(self, position: SkirmishPosition, seat: int, log: Log) -> None:
        if not position.fight_on:
            super().resign(position, seat, log)
            return
        position.gone = sorted((*position.gone, seat))
        for man in (2 * seat, 2 * seat + 1):
            position.places[man] = FALLEN
            position.reveal(man, SEATS)
        log.say(f"The {WORDS[seat]} men leave the ring.", clause="skirmish/end.2", seat=seat)
        left = self.draw_needs(position)
        if len(left) == 1:
            position.end(left, "resignation", "skirmish/end.2")
        position.agenda = [step for step in position.agenda if not (isinstance(step, March) and step.seat == seat)]

    def draw_needs(self, position: SkirmishPosition) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if seat not in position.gone)

    def noticed(self, position: SkirmishPosition, viewer: int, seen: SkirmishPosition, look: object) -> dict[str, Any]:
        owners = [-1] * len(FIELDS)
        for man, place in enumerate(position.places):
            if place >= 0:
                owners[place] = man // 2
        return {"owners": owners}

    def deal(self, position: SkirmishPosition, view: SkirmishView, rng: random.Random) -> None:
        known_cards = {card for hand in position.hands for card in hand if card >= 0} | set(position.discard)
        unknown = rng.sample([card for card in CARDS if card not in known_cards], k=len(CARDS) - len(known_cards))
        position.hands = [sorted(unknown.pop() if card < 0 else card for card in hand) for hand in position.hands]
        position.pile = sorted(unknown)
        places = self._places(view, rng)
        position.places = list(places.values())
        for man, place in places.items():
            if position.wounds[man] == UNKNOWN:
                position.wounds[man] = LIVES[man % 2] if place == FALLEN else rng.randrange(LIVES[man % 2])
            knowers = {man // 2, *((view.viewer,) if man in view.men and view.viewer >= 0 else ())}
            position.reveal(man, SEATS if place == FALLEN else knowers)
        for seat, hand in enumerate(position.hands):
            for card in hand:
                position.reveal(6 + card, (seat,))

    def _places(self, view: SkirmishView, rng: random.Random) -> dict[int, int]:
        """Put the men that the viewer does not know on the fields where somebody of their seat stands."""
        places = {man: view.men.get(man, UNMUSTERED) for man in MEN}
        for seat in SEATS:
            fields = [at for at, owner in enumerate(view.owners) if owner == seat and at not in view.men.values()]
            rng.shuffle(fields)
            for man in (2 * seat, 2 * seat + 1):
                if man not in view.men and fields:
                    places[man] = fields.pop()
        return places

    def scene(self, view: SkirmishView) -> Scene:
        at = {place: man for man, place in view.men.items()}
        return Scene(
            subtitle=f"round {view.seen.round}",
            seats=tuple(SeatChip(seat, word, seat + 1, turn=seat in view.asked) for seat, word in enumerate(WORDS)),
            pieces=tuple(
                Piece(f"man-{field}", BOARD.areas[field].id, owner, ROLES[at[field] % 2] if field in at else "man")
                for field, owner in enumerate(view.owners)
                if owner >= 0
            ),
            outcome=view.outcome,
        )

    def facts(self, view: SkirmishView) -> dict[str, str | int]:
        seen = view.seen
        facts: dict[str, str | int] = {"round": seen.round, "pile": len(seen.pile), "step": str(seen.agenda[-1:])}
        at = {place: man for man, place in view.men.items()}
        for field, owner in enumerate(view.owners):
            man = ROLES[at[field] % 2] if field in at else "man"
            facts[FIELDS[field]] = f"{WORDS[owner]} {man}" if owner >= 0 else "empty"
        for man in MEN:
            wounds = seen.wounds[man]
            facts[f"{WORDS[man // 2]} {ROLES[man % 2]} wounds"] = "hidden" if wounds == UNKNOWN else wounds
        for seat, word in enumerate(WORDS):
            facts[f"{word} hand"] = ", ".join("a card" if card < 0 else f"card {card}" for card in seen.hands[seat])
            facts[f"{word} sealed"] = "yes" if seat in view.sealed else "no"
            facts[f"{word} gone"] = "yes" if seat in seen.gone else "no"
        facts["discard"] = str(seen.discard)
        facts["known"] = str(seen.known) if view.viewer == REFEREE else "hidden"
        outcome = view.outcome
        facts["winner"] = "none" if outcome is None else WORDS[outcome.winners[0]] if outcome.winners else "draw"
        return facts


SKIRMISH = Skirmish()
