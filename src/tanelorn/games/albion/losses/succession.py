"""Who follows the dead: heirs rise, the Cait Sith and the Waff appear, the Borders are doomed (albion/7.9, 2.3h)."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import Consequence
from tanelorn.games.albion.losses.aftermath import check_contacts
from tanelorn.games.albion.losses.armies import lose_points
from tanelorn.games.albion.losses.victory_points import BRIAN
from tanelorn.games.albion.state.position import DEAD, GONE, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.world import FOMORIAN
from tanelorn.games.albion.state.stacks import stands_in

STYLES = {2: "Marshal", 3: "King"}
"""What an heir becomes; a queen is a King in the rules (7.9/e10)."""

QUEENS = ("brigit", "branwen", "morigu")


def succeed(position: AlbionPosition, person: int, hex: int, log: Log) -> None:
    """See to all that follows from a person's death: heirs, ghosts, the doom of the Borders (7.9/m32)."""
    _raise_heirs(position, person, log)
    w = position.world
    if w.persons[person].becomes >= 0:
        _appear(position, w.persons[person].becomes, hex, log)
    if w.persons[person].id == "brian_mac_iver" and not position.basic:
        position.doomed = True
        if log:
            text = "With **Brian Mac Iver** the Borders fall: their armies are destroyed when this turn ends."
            log.say(text, clause="albion/7.9/m32", seat=w.p_side[person])


def _raise_heirs(position: AlbionPosition, person: int, log: Log) -> None:
    """Raise whoever succeeds now that all before them are dead: Elidor (7.9/e04) and Edric (7.9/e03) after Auberon
    (7.9/e01), Angus (7.9/e08) and Brigit (7.9/e10) after Dagda (7.9/e07), Morigu (7.9/e13) after Finvarra (7.9/e11),
    Midinhir (7.9/e15) and Branwen (7.9/e16) after Arwan (7.9/e14), Spriggan (7.9/g19) and Trumpin (7.9/g18) after
    Erskine (7.9/g17), Bogan (7.9/t21) after Glastyn (7.9/t22), Gairloch (7.9/t28) after Imric (7.9/t27), Dando
    (7.9/m35) after Cormac (7.9/m33).

    In the basic game only where it is starred.
    """
    w, at = position.world, position.at
    for dead, heir, rank in sorted(w.heirs, key=lambda one: -one[2]):
        if person not in dead or any(at[one] != DEAD for one in dead) or at[heir] in (DEAD, GONE):
            continue
        if position.basic and not all(w.persons[one].star for one in dead):
            continue
        if position.rank[heir] < rank:
            position.rank[heir] = rank
            if log:
                style = "Queen" if w.persons[heir].id in QUEENS else STYLES[rank]
                clause = f"albion/7.9/{w.persons[heir].code}"
                log.say(f"**{w.persons[heir].name}** is {style} now.", clause=clause, seat=w.p_side[heir])


def _appear(position: AlbionPosition, person: int, hex: int, log: Log) -> None:
    """Let the Cait Sith come where Corin died (7.9/a06, 7.9/s43), or Callach’s Waff where she did (7.9/m31, 7.9/s44),
    for its first side.
    """
    w = position.world
    position.awake[person] = 1
    position.side[person] = w.p_side[person]
    position.put(person, hex)
    if log:
        text = f"**{w.persons[person].name}** rises at {at_hex(w, hex)}."
        clause = f"albion/7.9/{w.persons[person].code}"
        log.say(text, clause=clause, seat=w.p_side[person], places=(w.number[hex],))
    position.then(Appears(person))


def destroy_borders(position: AlbionPosition, log: Log) -> None:
    """Destroy all armies of the Borders when their king has died (7.9/m32); their ships stay."""
    colour = position.world.colour["borders"]
    fallen = 0
    for hex, armies in sorted(position.troops.items()):
        for army in armies:
            if army.colour == colour:
                fallen += lose_points(position, hex, army, army.n, log, cause=BRIAN)
    rumour = position.rumour[FOMORIAN]
    for hex in [hex for hex in rumour if not stands_in(position, FOMORIAN, hex)]:
        del rumour[hex]
    if log:
        log.say(
            f"Without their king the men of the Borders scatter and lose {amount(fallen, 'Combat Strength Point')}.",
            clause="albion/7.9/m32",
            seat=FOMORIAN,
        )
    check_contacts(position)


class Appears(Consequence, frozen=True, tag=True):
    """What has risen enters the hex like any arrival; in a battle or melee there it fights at once (15.1b, 15.3c)."""

    person: int
    title = "It appears"
    clause = "albion/2.3h"
