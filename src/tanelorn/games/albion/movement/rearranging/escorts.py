"""Escorts: detached from persons and attached to them while their side moves or reacts (albion/11.9d)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tanelorn.core.acts import Act, PartByPart, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.armies import tell_left
from tanelorn.games.albion.stacks.arrangement import Arranging
from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.command import may_command
from tanelorn.games.albion.state.deeds import IN_HAND, PERSONAL
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import piece_labels, with_button


def _persons(stack: Arranging) -> Iterator[Arranging]:
    """Yield the stack for each person whose escort may change: active ones, once, in movement and reaction (11.9d)."""
    if not stack.moves:
        return iter(())
    position, tidied = stack.position, stack.tidied
    persons = position.persons_of(stack.seat, stack.hex)
    return stack.each(one for one in persons if changes.escort(one) not in tidied and position.awake[one])


def _detaches(stack: Arranging) -> list[Act]:
    """Return whose escort may be detached: not that of a mind taken, which is their only company on this side
    (19.4/10b).
    """
    position, person = stack.position, stack.part
    able = position.escort[person] and position.side[person] == position.world.p_side[person]
    return [with_button(position.world, "detach escort of", person)] if able else []


def _attaches(stack: Arranging) -> list[Act]:
    """Return who may get an escort (11.9d)."""
    position, person = stack.position, stack.part
    able = source(position, person) is not None
    return [with_button(position.world, "attach escort to", person)] if able else []


def _detach(stack: Arranging, act: Act, log: Log) -> None:
    detach(stack.position, act.args[0])
    stack.tidy(changes.escort(act.args[0]))


def _attach(stack: Arranging, act: Act, log: Log) -> None:
    attach(stack.position, act.args[0], log)
    stack.tidy(changes.escort(act.args[0]))


def source(position: AlbionPosition, person: int) -> Army | None:
    """Return the army of which a point could be a person's escort: the freshest of their colour beside them (11.9d,
    11.9e).
    """
    w = position.world
    if position.escort[person] or not w.p_escort[person]:
        return None
    able = [
        army
        for army in position.troops.get(position.at[person], ())
        if army.colour == w.p_colour[person]
        and w.c_side[army.colour] == position.side[person]
        and army.ship == position.aboard[person]
    ]
    return min(able, key=lambda army: (army.did & ~IN_HAND, army.spent, army), default=None)


def detach(position: AlbionPosition, person: int) -> None:
    """Turn a person's escort into an army point that has spent and done what the person has (11.9d)."""
    colour = position.world.p_colour[person]
    chief = person if may_command(position, person, colour) else -1
    did = position.did[person] & ~PERSONAL
    if person in position.march and chief >= 0:
        did |= IN_HAND
    position.escort[person] = 0
    army = Army(colour, 1, chief, position.aboard[person], position.spent[person], did)
    position.add_army(position.at[person], army)


def attach(position: AlbionPosition, person: int, log: Log) -> None:
    """Turn an army point into a person's escort; the person has now done what it has, and spent no less (11.9d).

    What the last point of the colour carried lies in the hex (20.1c).
    """
    army = source(position, person)
    if army is None:
        return
    carried = position.with_troops(position.at[person])
    position.swap_army(position.at[person], army, army._replace(n=army.n - 1))
    position.escort[person] = 1
    position.spent[person] = max(position.spent[person], army.spent)
    position.did[person] |= army.did & ~IN_HAND
    tell_left(position, carried, position.at[person], log)


def _refused(stack: Arranging) -> list[Refusal]:
    """Say who can have no escort, and when none is changed (11.9d)."""
    position, seat, hex, when, _ = stack
    if not stack.orders or when == "set-up":
        return []
    w = position.world
    found = []
    for person in position.persons_of(seat, hex):
        verb = "detach escort of" if position.escort[person] else "attach escort to"
        act = with_button(w, verb, person)
        who = w.persons[person].name
        if not stack.moves:
            why = "Escorts are attached and detached in movement and reaction alone."
        elif position.escort[person] and position.side[person] != w.p_side[person]:
            why = f"The escort of {who} serves you only while the two stay together."
        elif position.escort[person] or source(position, person) is not None:
            continue
        elif not w.p_escort[person]:
            why = f"The counter of {who} has no escorted side."
        else:
            why = f"No army point of the right colour is with {who}."
        found.append(Refusal(act.text, why, "albion/11.9d", act.path))
    return found


def _labelled(pick: Pick) -> Callable[[Arranging, Sequence[Act]], dict[str, Pick]]:
    return lambda stack, acts: {pick.pick: pick, **piece_labels(stack.position.world, acts)}


DETACH: Verb[Arranging] = Verb(
    "detach escort of",
    _detaches,
    _detach,
    _labelled(Pick("button:detach-escort-of", "Detach an escort", "it becomes an army point")),
    _refused,
)
ATTACH: Verb[Arranging] = Verb(
    "attach escort to",
    _attaches,
    _attach,
    _labelled(Pick("button:attach-escort-to", "Attach an escort", "an army point joins the person")),
)


ESCORTS: PartByPart[Arranging] = PartByPart(_persons, DETACH, ATTACH)
"""Escorts, person by person."""
