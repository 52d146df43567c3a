"""Escorts: detached from persons and attached to them while their side moves or reacts (albion/11.9d)."""

from __future__ import annotations

from tanelorn.core.acts import Act
from tanelorn.core.choices import Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.points import tell_left
from tanelorn.games.albion.state.nouns import with_button
from tanelorn.games.albion.state.position import BOUND, IN_HAND, MAILED, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import may_command

ESCORT = 3000
"""What counts as one change in an arrangement: an escort (plus the number of its person)."""


def acts(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return whose escort may be detached, and who may get one (11.9d); not that of a mind taken, which is with him
    alone on this side (19.4/10b).
    """
    w, tidied = position.world, position.desk[seat].tidied
    found = []
    for person in position.persons_of(seat, hex):
        if ESCORT + person in tidied or not position.awake[person]:
            continue
        if position.escort[person]:
            if position.side[person] == w.p_side[person]:
                found.append(with_button(w, "detach escort of", person))
        elif source(position, person) is not None:
            found.append(with_button(w, "attach escort to", person))
    return found


def source(position: AlbionPosition, person: int) -> Army | None:
    """Return the army of which a point could be a person's escort: of his colour and with him, the freshest (11.9d)."""
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
    """Turn a person's escort into an army point that has spent and done what he has (11.9d)."""
    colour = position.world.p_colour[person]
    chief = person if may_command(position, person, colour) else -1
    did = position.did[person] & ~(BOUND | MAILED)
    if person in position.march and chief >= 0:
        did |= IN_HAND
    position.escort[person] = 0
    army = Army(colour, 1, chief, position.aboard[person], position.spent[person], did)
    position.add_army(position.at[person], army)


def attach(position: AlbionPosition, person: int, log: Log) -> None:
    """Turn an army point into a person's escort; he has done what it has, and spent no less (11.9d).

    What the last man of his colour carried lies in the hex (20.1c).
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


def refusals(position: AlbionPosition, seat: int, hex: int, when: str) -> list[Refusal]:
    """Say who can have no escort, and when none is changed (11.9d)."""
    w = position.world
    found = []
    for person in position.persons_of(seat, hex):
        verb = "detach escort of" if position.escort[person] else "attach escort to"
        act = with_button(w, verb, person)
        who = w.persons[person].name
        if when not in ("movement", "reaction"):
            why = "Escorts are attached and detached in movement and reaction alone."
        elif position.escort[person] and position.side[person] != w.p_side[person]:
            why = f"The escort of {who} serves you only as long as it is with him."
        elif position.escort[person] or source(position, person) is not None:
            continue
        elif not w.p_escort[person]:
            why = f"The counter of {who} has no escorted side."
        else:
            why = f"No army point of the colour of {who} is with him."
        found.append(Refusal(act.text, why, "albion/11.9d", act.path))
    return found
