"""Looking into enemy stacks on the move: the Moray Crystal and Misha's Rod (albion/20.6/17, 20.6/18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.games.albion.stacks.arrangement import MOVING, Mover
from tanelorn.games.albion.stacks.looks import items_with, look_at
from tanelorn.games.albion.state.deeds import BOUND, DONE, SAILED
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.magic_items import uses
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, piece_labels, with_button
from tanelorn.games.albion.state.printed.pieces import is_person
from tanelorn.games.albion.state.ratings import person_points
from tanelorn.games.albion.state.stacks import stands_in

CRYSTAL, ROD = "moray_crystal", "mishas_rod"


def _able(position: AlbionPosition, seat: int, id: str) -> int:
    """Return who of a seat may use an item while moving, -1 for nobody: not a caster, not a sleeper, not aboard."""
    person = position.bearer[position.world.item[id]]
    if not is_person(person) or position.side[person] != seat or not position.awake[person]:
        return -1
    if position.at[person] < 0 or position.aboard[person] >= 0 or position.did[person] & BOUND:
        return -1
    if position.march and person not in position.march:
        return -1
    return person if uses(position, person, id) else -1


def _crystal(position: AlbionPosition, seat: int) -> int:
    """Return who may look with the Crystal: with a Movement Point left, and not come by sea (12.2b)."""
    person = _able(position, seat, CRYSTAL)
    if person < 0 or person_points(position, person) < 1 or position.did[person] & (SAILED | DONE):
        return -1
    return person


def _rod(position: AlbionPosition, seat: int) -> int:
    """Return who may ask what items an enemy stack has: once for a hex in a phase, since the answer stays the same."""
    person = _able(position, seat, ROD)
    if person < 0:
        return -1
    hex = position.at[person]
    met = stands_in(position, 1 - seat, hex) or bool(position.ships_of(1 - seat, hex))
    return person if met and hex not in position.desk[seat].asked else -1


def _by(words: str, user: Callable[[AlbionPosition, int], int]) -> Callable[[Mover], list[Act]]:
    """Return what fits where whoever may use an item uses it: by anybody, or by those in hand if a group is in hand."""

    def fits(mover: Mover) -> list[Act]:
        person = user(*mover) if mover.position.phase in MOVING else -1
        return [with_button(mover.position.world, words, person)] if person >= 0 else []

    return fits


def _look(mover: Mover, act: Act, log: Log) -> None:
    """Spend a point and see the enemy stacks in the hex and around it, by the Moray Crystal (20.6/18)."""
    (position, seat), person = mover, act.args[0]
    w, hex = position.world, position.at[person]
    position.spent[person] += 1
    found = look_at(position, seat, w.within(hex, 1))
    if log:
        stacks = "1 enemy stack lies" if found == 1 else f"{found} enemy stacks lie"
        log.say(
            f"**{w.persons[person].name}** looks into the **Moray Crystal** at **{at_hex(w, hex)}**: {stacks} open.",
            clause="albion/20.6/18",
            seat=seat,
            places=tuple(w.number[one] for one in w.within(hex, 1)),
            knowers=(seat,),
            otherwise=f"{SEAT_NAMES[seat]}: somebody looks into the **Moray Crystal**.",
        )


def _question(mover: Mover, act: Act, log: Log) -> None:
    """Learn what items the enemy has in the hex, not who has them, by Misha's Rod (20.6/17)."""
    (position, seat), person = mover, act.args[0]
    w, hex = position.world, position.at[person]
    note(position.desk, seat, asked=(*position.desk[seat].asked, hex))
    if log:
        names = [f"**{w.items[item].name}**" for item, _ in items_with(position, 1 - seat, hex)]
        answer = ", ".join(names) or "nothing"
        log.say(
            f"**{w.persons[person].name}** asks at **{at_hex(w, hex)}**; the enemy has {answer}.",
            clause="albion/20.6/17",
            seat=seat,
            places=(w.number[hex],),
            knowers=(seat,),
            otherwise=f"Who bears Misha’s Rod asks at **{at_hex(w, hex)}** what items the enemy has there.",
        )


def _labelled(label: str, note: str, cost: str = "") -> Callable[[Mover, Sequence[Act]], dict[str, Pick]]:
    def labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
        buttons = {act.path[0]: Pick(act.path[0], label, note, cost) for act in acts}
        return buttons | piece_labels(mover.position.world, acts)

    return labels


_STACKS = _labelled("Look into the Moray Crystal", "enemy stacks here and around", "1 MP")
_ITEMS = _labelled("Ask by Misha’s Rod", "which magic items the enemy has here")

LOOK: Verb[Mover] = Verb("look with", _by("look with", _crystal), _look, _STACKS)
QUESTION: Verb[Mover] = Verb("question by", _by("question by", _rod), _question, _ITEMS)
