"""The magic items of the dead: broken, captured, recovered, or left lying (albion/20.5, 20.6/20, 20.6/22c)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import SILENT, Log
from tanelorn.core.steps import AsksOne, Automatic, Chances, Consequence
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.magic_items import attune, destroy_item, let_lie
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import button, name, nothing, piece_id, plain, with_piece
from tanelorn.games.albion.state.printed.pieces import NO_PIECE, is_person, is_troops, ship_code, troops_code
from tanelorn.games.albion.state.ratings import magic
from tanelorn.games.albion.state.stacks import stands_in, top_ashore, troops_ashore

FOUGHT, DUELLED = ("battle", "melee"), ("duel", "trial", "requiter", "venom")
"""Deaths whose items are rolled for, and those in which the victor alone may capture them (20.5a, 20.5b)."""


def lose_items(
    position: AlbionPosition, items: list[int], hex: int, player: int, log: Log, *, how: str, victor: int, at_sea: bool
) -> None:
    """See to the items of a dead person: they lie in the hex until a roll has settled them (2.3i), or stay there where
    none is due (20.5c).
    """
    challenge = how in DUELLED
    if how == "hand" and position.battle is not None:
        challenge = bool(position.battle.form)
    rolled = challenge or how in FOUGHT or how == "hand"
    rolled = rolled and not (at_sea and not challenge)
    for item in items:
        let_lie(position, item, hex, SILENT if rolled else log)
    if rolled:
        position.then(*(Spoils(item, hex, player, victor, challenge, at_sea) for item in items))


class Spoils(Chances, frozen=True, tag=True):
    """The player of a dead person rolls two dice for one of that person's items (20.5a, 20.5b)."""

    item: int
    hex: int
    player: int
    victor: int
    challenge: bool
    at_sea: bool
    title = "Items of the dead"
    clause = "albion/20.5a"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"the fate of {position.world.items[self.item].name}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Low rolls break it; what is left over is captured or recovered."""
        w, total = position.world, sum(outcome)
        clause = "albion/20.5b" if self.challenge else "albion/20.5a"
        broken = total <= (9 if self.challenge else 3)
        captured = not broken and (self.challenge or total <= 8)
        if log:
            fate = "broken" if broken else "captured" if captured and not self._victor_gone(position) else "recovered"
            text = f"For **{w.items[self.item].name}** {total} is rolled: it is {fate}."
            log.say(text, clause=clause, seat=self.player, places=(w.number[self.hex],), dice=outcome)
        if broken:
            destroy_item(position, self.item, self.hex, log, clause=clause)
        elif not captured or self._victor_gone(position):
            position.then(Recover(self.item, self.hex, self.player, self.at_sea))
        elif self.challenge:
            give(position, self.item, self.victor, log)
        else:
            position.then(Captured(self.item, self.hex, self.player))

    def _victor_gone(self, position: AlbionPosition) -> bool:
        """Whether nobody of the enemy can take it in a challenge: the victor is dead or far away (20.5b, 20.5d)."""
        return self.challenge and (self.victor < 0 or position.at[self.victor] != self.hex)


class Captured(Automatic, frozen=True, tag=True):
    """The enemy gets an item: the loser names a piece in sight; without an enemy there the loser’s side keeps it."""

    item: int
    hex: int
    player: int
    title = "Items of the dead"
    clause = "albion/20.5a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask where there is a choice."""
        seen = seen_pieces(position, 1 - self.player, self.hex)
        if len(seen) > 1:
            position.then(NameCaptor(self.player, self.item, self.hex))
        elif seen:
            position.then(Decline(1 - self.player, self.item, self.hex, seen[0]))
        elif stands_in(position, self.player, self.hex):
            position.then(TakeUp(self.player, self.item, self.hex))


class Recover(Automatic, frozen=True, tag=True):
    """The dead person's own side gets an item; without a piece there the enemy does, except after a Mental Attack
    (20.5a, 20.5d).
    """

    item: int
    hex: int
    player: int
    at_sea: bool = False
    title = "Items of the dead"
    clause = "albion/20.5a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Whether a side has a piece in the hex lies open."""
        seats = (self.player,) if position.phase == "enchantment" else (self.player, 1 - self.player)
        for seat in seats:
            if position.ships_of(seat, self.hex) if self.at_sea else stands_in(position, seat, self.hex):
                position.then(TakeUp(seat, self.item, self.hex, self.at_sea))
                return


def seen_pieces(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    """Return the pieces of a seat ashore in a hex that lie open: the top of its stack, casters, those who fight in a
    melee, champions of this phase (11.9c, 11.9f).
    """
    top = top_ashore(position, seat, hex)
    if top == NO_PIECE:
        return []
    named = {person for one in position.challenges for person in (one.champion, one.opponent)}
    if position.battle is not None:
        named.update(position.battle.champions, position.battle.fighters[seat])
    others = [
        person
        for person in position.ashore(seat, hex)
        if person != top and (position.did[person] & BOUND or person in named)
    ]
    return [top, *others]


class NameCaptor(AsksOne, frozen=True, tag=True):
    """The loser names the enemy piece that captures an item, among those in sight (20.5a)."""

    item: int
    hex: int
    title = "Items of the dead"
    clause = "albion/20.5a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """The pieces of the enemy that lie open."""
        w = position.world
        acts = [with_piece(w, "leave it to", code) for code in seen_pieces(position, 1 - self.seat, self.hex)]
        prompt = f"{w.items[self.item].name} is captured: by whom?"
        return Acts(
            acts, prompt, labels=lambda: _piece_labels(position, acts), default=acts[0], about=w.number[self.hex]
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """The one who is named may still decline."""
        position.then(Decline(1 - self.seat, self.item, self.hex, choice.args[0]))


class Prize(NamedTuple):
    """An item that a piece may have; `code` is the piece, where it is known which."""

    position: AlbionPosition
    seat: int
    item: int
    hex: int
    code: int = -1
    at_sea: bool = False

    @property
    def danger(self) -> str:
        """What taking it may cost the piece."""
        return unworthy_note(self.position, self.item, self.code)


TAKE_IT, LEAVE_IT = plain("take it"), plain("leave it lying")


def _take_it(prize: Prize, act: Act, log: Log) -> None:
    give(prize.position, prize.item, prize.code, log)


def _take_labels(prize: Prize, acts: Sequence[Act]) -> dict[str, Pick]:
    danger, pick = prize.danger, TAKE_IT.path[0]
    return {pick: Pick(pick, "Take it", note=danger, key="" if danger else "Enter")}


def _leave_labels(prize: Prize, acts: Sequence[Act]) -> dict[str, Pick]:
    return dict([button(LEAVE_IT.verb, "Leave it lying", enter=bool(prize.danger))])


CAPTURE: Verbs[Prize] = Verbs(
    Verb(TAKE_IT.verb, lambda prize: (TAKE_IT,), _take_it, _take_labels),
    Verb(LEAVE_IT.verb, lambda prize: (LEAVE_IT,), nothing, _leave_labels),
)
"""What a captor may do: what is left lies in the hex already."""


class Decline(AsksOne, frozen=True, tag=True):
    """The piece that captures an item may leave it lying (20.5a): Requiter kills unworthy hands."""

    item: int
    hex: int
    code: int
    title = "Items of the dead"
    clause = "albion/20.5a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Take it or leave it."""
        w, prize = position.world, self._prize(position)
        prompt = f"{name(w, self.code)} may take {w.items[self.item].name}."
        return CAPTURE.asked(prize, prompt, default=LEAVE_IT if prize.danger else TAKE_IT, place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Let the piece have it, or not."""
        CAPTURE.do(self._prize(position), choice, log)

    def _prize(self, position: AlbionPosition) -> Prize:
        return Prize(position, self.seat, self.item, self.hex, self.code)


def _finders(prize: Prize) -> list[int]:
    """Return who may take an item up: persons and armies ashore; at sea those aboard ships, and the ships."""
    position, seat, hex = prize.position, prize.seat, prize.hex
    if not prize.at_sea:
        armies = troops_ashore(position, seat, hex)
        return position.ashore(seat, hex) + sorted({troops_code(army.colour) for army in armies})
    aboard = [person for person in position.persons_of(seat, hex) if position.aboard[person] >= 0]
    return aboard + [ship_code(ship) for ship in position.ships_of(seat, hex)]


def _gifts(prize: Prize) -> list[Act]:
    return [with_piece(prize.position.world, "give it to", code) for code in _finders(prize)]


def _give_it(prize: Prize, act: Act, log: Log) -> None:
    give(prize.position, prize.item, act.args[0], log, hidden=True)


def _nobody(prize: Prize) -> list[Act]:
    return [] if _finders(prize) else [LEAVE_IT]


PICK_UP: Verbs[Prize] = Verbs(
    Verb("give it to", _gifts, _give_it, lambda prize, acts: _piece_labels(prize.position, acts, prize.item)),
    Verb(LEAVE_IT.verb, _nobody, nothing),
)
"""Who of a side takes an item up."""


class TakeUp(AsksOne, frozen=True, tag=True):
    """A side picks the person or army of its own that takes an item up (20.5a); nobody else learns who."""

    item: int
    hex: int
    at_sea: bool = False
    title = "Items of the dead"
    clause = "albion/20.5a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each of its own who can; first proposed is somebody whom the item does not kill."""
        w, prize = position.world, self._prize(position)
        acts = [*_gifts(prize), *_nobody(prize)]
        safe = [act for act in acts if act.args and not unworthy_note(position, self.item, act.args[0])]
        prompt = f"Who takes up {w.items[self.item].name}?"
        return PICK_UP.asked(prize, prompt, default=(safe or acts)[0], place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Give it to whom they named."""
        PICK_UP.do(self._prize(position), choice, log)

    def _prize(self, position: AlbionPosition) -> Prize:
        return Prize(position, self.seat, self.item, self.hex, at_sea=self.at_sea)


def _piece_labels(position: AlbionPosition, acts: Sequence[Act], item: int = -1) -> dict[str, Pick]:
    w = position.world
    labels = {}
    for act in acts:
        pick = f"piece:{piece_id(w, act.args[0])}"
        note = unworthy_note(position, item, act.args[0]) if item >= 0 else ""
        said = name(w, act.args[0])
        labels[pick] = Pick(pick, said[0].upper() + said[1:], note=note)
    return labels


# Who has it now


def give(position: AlbionPosition, item: int, code: int, log: Log, *, hidden: bool = False) -> None:
    """Let a person, the troops of a colour or a ship have an item that lay in their hex.

    `hidden` tells that the enemy does not learn who has it. The Scrying Glass may attune, Requiter may kill.
    """
    w = position.world
    hex = position.item_at[item]
    seat = position.seat_of(code)
    position.bearer[item] = code
    position.item_at[item] = hex if is_troops(code) else -1
    if log:
        otherwise = f"{w.items[item].name} is taken up." if hidden else ""
        knowers = (seat,) if hidden else None
        have = "have" if is_troops(code) else "has"
        text = f"**{_start(name(w, code))}** {have} **{w.items[item].name}** now."
        log.say(text, clause="albion/20.1c", seat=seat, knowers=knowers, otherwise=otherwise)
    attune(position)
    if is_person(code) and w.items[item].id == "requiter" and is_unworthy(position, code):
        position.then(Unworthy(code))


def _start(text: str) -> str:
    return text[0].upper() + text[1:]


def is_unworthy(position: AlbionPosition, person: int) -> bool:
    """Tell whether Requiter may kill a person who takes it: Mundanes and Trolls, and none but they (20.6/22c)."""
    return position.world.p_race[person] in ("mundane", "troll")


def unworthy_note(position: AlbionPosition, item: int, code: int) -> str:
    """Say what taking an item may cost."""
    if (
        item < 0
        or not is_person(code)
        or position.world.items[item].id != "requiter"
        or not is_unworthy(position, code)
    ):
        return ""
    strength = magic(position, code)
    return "dies" if strength < 2 else "" if strength > 11 else f"dies unless two dice show {strength} or less"


class Unworthy(Chances, frozen=True, tag=True):
    """A Mundane or Troll person has taken Requiter: their Current Magic Strength or less, or death (20.6/22c)."""

    person: int
    title = "Requiter"
    clause = "albion/20.6/22c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"{position.world.persons[self.person].name} takes Requiter")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Live or die; the blade lies in the hex then."""
        w, person = position.world, self.person
        lives = sum(outcome) <= magic(position, person)
        if log:
            text = f"**{w.persons[person].name}** grasps **Requiter**: {sum(outcome)} is rolled."
            log.say(text, clause="albion/20.6/22c", seat=position.side[person], dice=outcome)
        if not lives:
            position.then(Dies(person, "unworthy"))


class Dies(Consequence, frozen=True, tag=True):
    """A person dies; `how` says of what."""

    person: int
    how: str
    title = "Death"
    clause = "albion/7.0d"
