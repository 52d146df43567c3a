"""The sequence of play of Skirmish: its board, what lies on it, and its steps."""

from __future__ import annotations

from typing import Annotated, Any

from tanelorn.core.chance import Draw, Roll
from tanelorn.core.choices import Choice, Listed, Refusal
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.fields import UNKNOWN, Open, Pile, Secret, Secrets, Seen
from tanelorn.core.log import Log
from tanelorn.core.position import Position
from tanelorn.core.steps import Asks, Automatic, Chances, Seals

SEATS = (0, 1, 2)
WORDS = ("red", "green", "blue")
FIELDS = ("Ash", "Birch", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Holly", "Ivy")
ROLES = ("captain", "levy")
STRENGTH = (3, 1)
LIVES = (3, 2)
MEN = range(6)
"""Man m is of seat m // 2; the even ones are captains. His number is his secret."""
CARDS = range(12)
"""Even cards are bolts, odd ones counters. Card c is secret 6 + c."""
UNMUSTERED, FALLEN = -2, -1

BOARD = Board(
    "The ring",
    200,
    200,
    [Area(name[0].lower(), name, "field", 20.0 * n, 100, source="text") for n, name in enumerate(FIELDS)],
    [Link(a[0].lower(), b[0].lower(), "path") for a, b in zip(FIELDS, FIELDS[1:] + FIELDS[:1], strict=True)],
)


def _own_wounds(position: SkirmishPosition, viewer: int, wounds: list[int]) -> list[int]:
    return [wound if man // 2 == viewer else UNKNOWN for man, wound in enumerate(wounds)]


class SkirmishPosition(Position[Any, Any], kw_only=True):
    places: Annotated[list[int], Secret("man", "the field where he stands, -2 before the muster, -1 for the fallen")]
    wounds: Annotated[list[int], Seen("man", _own_wounds, "his seat", "how often he was wounded")]
    hands: Annotated[list[list[int]], Secrets("seat", "the cards that it holds", first=6)]
    pile: Annotated[list[int], Pile(says="the cards that nobody has drawn")]
    discard: Annotated[list[int], Open(says="the cards that were played")] = []
    round: Annotated[int, Open(says="the number of the round")] = 0
    rounds: Annotated[int, Open(says="how many there will be")] = 5
    open: Annotated[bool, Open(says="men are known from the start")] = False
    fight_on: Annotated[bool, Open(says="the others fight on when a seat resigns")] = False
    gone: Annotated[list[int], Open(says="the seats that have resigned")] = []

    def at(self, field: int) -> int | None:
        """Return the man on a field."""
        return self.places.index(field) if field in self.places else None

    def standing(self, seat: int) -> list[int]:
        return [man for man in (2 * seat, 2 * seat + 1) if self.places[man] >= 0]

    def spend(self, seat: int, kind: int) -> None:
        """Play the lowest card of a kind (0 bolt, 1 counter) for all to see."""
        card = next(card for card in self.hands[seat] if card % 2 == kind)
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.reveal(6 + card, SEATS)

    def wound(self, man: int, log: Log) -> None:
        """Wound a man in secret; his fall is seen by all."""
        name = f"The {WORDS[man // 2]} {ROLES[man % 2]}"
        self.wounds[man] += 1
        if self.wounds[man] < LIVES[man % 2]:
            log.say(f"{name} is wounded.", clause="skirmish/wounds.1", seat=man // 2, knowers=(man // 2,))
            return
        self.places[man] = FALLEN
        self.reveal(man, SEATS)
        log.say(f"{name} falls.", clause="skirmish/wounds.1", seat=man // 2)


class Deed(Choice, frozen=True, tag="deed"):
    """Anything that a seat does: a verb, and the man and the field that it needs."""

    verb: str
    role: int = -1
    field: int = -1

    def __str__(self) -> str:
        role = ROLES[self.role] if self.role >= 0 else ""
        field = FIELDS[self.field] if self.field >= 0 else ""
        match self.verb:
            case "march":
                return f"{role} to {field}"
            case "attack":
                return f"{role} attacks {field}"
            case "bolt":
                return f"bolt at {field}"
        return " ".join(filter(None, (self.verb, field)))

    @property
    def picks(self) -> tuple[str, ...]:
        if self.verb == "bolt":
            return ("card:bolt", f"space:{FIELDS[self.field][0].lower()}")
        first = f"piece:{ROLES[self.role]}" if self.role >= 0 else f"button:{self.verb}"
        return (first, f"space:{FIELDS[self.field][0].lower()}") if self.field >= 0 else (first,)


class Muster(Asks, frozen=True, tag=True):
    """All are asked at once and answer in any order; `done` are those who have."""

    done: tuple[int, ...] = ()
    title = "Muster"
    unseen = True
    clause = "skirmish/muster.1"

    def seats(self, position: SkirmishPosition) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if seat not in self.done and seat not in position.gone)

    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        homes = [Deed("march", 0, 3 * seat), Deed("march", 0, 3 * seat + 1)]
        return Listed(homes, prompt="Where is your captain?", default=homes[0])

    def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
        position.places[2 * seat] = choice.field
        position.places[2 * seat + 1] = 6 * seat + 1 - choice.field
        here = FIELDS[choice.field]
        log.say(f"The captain is at **{here}**.", clause=self.clause, seat=seat, knowers=(seat,), otherwise="Ready.")
        rest = Muster(tuple(sorted((*self.done, seat))))
        if rest.seats(position):
            position.then(rest)


class Round(Automatic, frozen=True, tag=True):
    number: int
    title = "Round"
    clause = "skirmish/end.1"

    def run(self, position: SkirmishPosition, log: Log) -> None:
        position.round = self.number
        position.offers.clear()
        log.say(f"Round {self.number}", heading=True)
        if position.open:
            for man in MEN:
                position.reveal(man, SEATS)
        left = [sum(STRENGTH[man % 2] for man in position.standing(seat)) for seat in SEATS]
        if self.number > position.rounds or sum(1 for strength in left if strength) < 2:
            winners = [seat for seat in SEATS if left[seat] == max(left)]
            position.end(winners if len(winners) == 1 else (), f"strength {max(left)} stands", self.clause)
            return
        position.then(*(Turn(seat) for seat in SEATS), Round(self.number + 1))


class Turn(Automatic, frozen=True, tag=True):
    seat: int

    def run(self, position: SkirmishPosition, log: Log) -> None:
        if position.standing(self.seat):
            draw = (DrawCard(self.seat),) if position.pile else ()
            position.then(*draw, March(self.seat, 2))


class DrawCard(Chances, frozen=True, tag=True):
    """Only the drawer learns which card it was."""

    seat: int
    title = "Card"
    clause = "skirmish/cards.1"

    def ask(self, position: SkirmishPosition) -> Draw:
        return Draw(1, len(position.pile), "a card", knowers=(self.seat,))

    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        card = position.pile.pop(outcome[0])
        position.hands[self.seat] = sorted((*position.hands[self.seat], card))
        position.reveal(6 + card, (self.seat,))
        kind = ("bolt", "counter")[card % 2]
        log.say(f"You draw a {kind}.", clause=self.clause, seat=self.seat, knowers=(self.seat,), otherwise="A card.")


class March(Asks, frozen=True, tag=True):
    """A turn in small picks: it asks again until its seat is done."""

    seat: int
    left: int
    title = "March"
    clause = "skirmish/march.1"
    still_asked = "a turn ends when its player says so"

    def seats(self, position: SkirmishPosition) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        deeds, refused = [], []
        near = {field for man in position.standing(seat) for field in BOARD.neighbours[position.places[man]]}
        for man in position.standing(seat):
            for field in BOARD.neighbours[position.places[man]]:
                there = position.at(field)
                if there is None and self.left:
                    deeds.append(Deed("march", man % 2, field))
                elif there is None:
                    text = str(Deed("march", man % 2, field))
                    refused.append(Refusal(text, "Both steps of this turn are made.", self.clause))
                elif there // 2 != seat:
                    deeds.append(Deed("attack", man % 2, field))
        foes = [(there, field) for there, field in enumerate(position.places) if there // 2 != seat and field >= 0]
        deeds += [Deed("scout", field=at) for foe, at in foes if at in near and not position.knows(seat, foe)]
        if any(card % 2 == 0 for card in position.hands[seat]):
            deeds += [Deed("bolt", field=at) for _, at in foes]
        deeds.sort(key=lambda deed: (deed.verb, deed.role, deed.field))  # the order of hidden men may not show
        done = Deed("done")
        return Listed([*deeds, done], prompt="March, scout, fight, or be done.", refused=refused, default=done)

    def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
        man = 2 * seat + choice.role
        where = f"**{FIELDS[choice.field]}**"
        match choice.verb:
            case "march":
                log.say(f"From **{FIELDS[position.places[man]]}** to {where}.", clause=self.clause, seat=seat)
                position.places[man] = choice.field
                position.then(March(seat, self.left - 1))
            case "scout":
                foe = position.at(choice.field)
                position.reveal(foe, (seat,))
                text = f"The {ROLES[foe % 2]} stands at {where}."
                other = f"Somebody is scouted at {where}."
                log.say(text, clause="skirmish/scout.1", seat=seat, knowers=(seat, foe // 2), otherwise=other)
                position.then(March(seat, self.left))
            case "attack":
                position.then(Fight(position.places[man], choice.field))
            case "bolt":
                position.spend(seat, 0)
                log.say(f"A bolt at {where}!", clause="skirmish/cards.1", seat=seat)
                position.then(Responses(seat), Resolve(0, choice.field), March(seat, self.left))


class Responses(Seals, frozen=True, tag=True):
    """Every other seat is asked every time, so that a pass tells nothing."""

    by: int
    title = "Responses"
    clause = "skirmish/cards.2"

    def seats(self, position: SkirmishPosition) -> tuple[int, ...]:
        return tuple(seat for seat in SEATS if seat != self.by and seat not in position.gone)

    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        able = any(card % 2 for card in position.hands[seat])
        silence = Deed("pass")
        counters = [Deed("counter")] if able else []
        return Listed([silence, *counters], prompt="Do you counter it?", default=silence)

    def reveal(self, position: SkirmishPosition, choices: dict[int, Deed], log: Log) -> None:
        for seat in ((self.by + 1) % 3, (self.by + 2) % 3):
            if seat in choices and choices[seat].verb == "counter":
                position.spend(seat, 1)
                log.say("A counter!", clause=self.clause, seat=seat)
                position.then(Responses(seat), Resolve(1))
                return


class Resolve(Automatic, frozen=True, tag=True):
    """A bolt strikes (kind 0), or a counter (kind 1) takes away the spell below it."""

    kind: int
    field: int = -1
    title = "Spell"
    clause = "skirmish/cards.2"

    def run(self, position: SkirmishPosition, log: Log) -> None:
        if self.kind:
            position.drop(Resolve)
        elif (man := position.at(self.field)) is not None:
            position.wound(man, log)


class Fight(Chances, frozen=True, tag=True):
    """The two seats that fight see each other's men and the dice; the third hears the noise."""

    origin: int
    to: int
    title = "Fight"
    clause = "skirmish/fight.1"

    def ask(self, position: SkirmishPosition) -> Roll:
        return Roll(2, 6, f"the fight at {FIELDS[self.to]}")

    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        men = [position.at(self.origin), position.at(self.to)]
        seats = [man // 2 for man in men]
        score = [STRENGTH[man % 2] - position.wounds[man] + die for man, die in zip(men, outcome, strict=True)]
        for man in men:
            position.reveal(man, seats)
        text = f"{ROLES[men[0] % 2]} against {ROLES[men[1] % 2]} at **{FIELDS[self.to]}**."
        noise = f"A fight at **{FIELDS[self.to]}**."
        log.say(text, clause=self.clause, seat=seats[0], dice=outcome, knowers=tuple(seats), otherwise=noise)
        position.wound(men[0] if score[0] <= score[1] else men[1], log)
