"""Recruiting units (archmagi/recruit-units.*): draws, deployment, the exchange for artifacts, the reserve and its
limit.
"""

from __future__ import annotations

from collections import Counter

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, AsksOne, Automatic
from tanelorn.games.archmagi.artifacts.scrolls import FillScrolls
from tanelorn.games.archmagi.casting.asking import WORD
from tanelorn.games.archmagi.casting.responses import CAST
from tanelorn.games.archmagi.recruit.draws import DrawArtifact, DrawUnits
from tanelorn.games.archmagi.state.abilities import (
    added,
    can_bear,
    can_use,
    gear_kind,
    is_created,
    is_home,
    kind_fits,
    powers,
)
from tanelorn.games.archmagi.state.barriers import blighted
from tanelorn.games.archmagi.state.carrying import drop, give
from tanelorn.games.archmagi.state.codes import Chit, artifact_of, chit_of_artifact, is_artifact
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, MASKS
from tanelorn.games.archmagi.state.position import EXCHANGED, FORGED, TRANSFORMED, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import CHIT, HEX, ITEM, RESERVE, SEAT_NAMES, UNIT, find, named
from tanelorn.games.archmagi.words.telling import unit_name
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Verbs, clicked, in_order, plain, steps, verb

CALLS = {
    "call-fey": BIT["fey"],
    "animate-dead": BIT["undead"],
    "construction": BIT["construct"],
    "call-animals": BIT["animal"],
}
"""Powers by which an archmagus deploys units of a kind into its own hex, whatever its terrain."""


def occupied(position: ArchmagiPosition, seat: int) -> list[int]:
    """Return the hexes where a seat may deploy for its units there: created ones do not count (recruit-units.3, .4)."""
    return [
        hex
        for hex in position.hexes_of(seat)
        if any(not is_created(position, unit) for unit in position.stack(hex, seat)) and not blighted(position, hex)
    ]


def deployable(position: ArchmagiPosition, seat: int, kind: int, held: list[int] | None = None) -> list[int]:
    """Return the hexes into which a seat may deploy a chit of a kind (recruit-units.2, .3, .15, map.5, map.9): those of
    its home terrain, and that of an archmagus who calls it (archmagus/enchantress/call-fey,
    archmagus/necromancer/animate-dead, archmagus/artificer/construction, archmagus/druid/call-animals). `held` is what
    is `occupied`, if that is known.
    """
    closed = position.land.closed
    hexes = [
        hex
        for hex in (occupied(position, seat) if held is None else held)
        if is_home(position, kind, hex) and position.terrain[hex] not in closed and kind_fits(position, kind, hex)
    ]
    called = sum(CALLS.get(power, 0) for power in powers(position, seat))
    magus = position.magi[seat]
    if called & MASKS[kind] and magus >= 0:
        hex = position.hexes[magus]
        if hex not in hexes and kind_fits(position, kind, hex) and not blighted(position, hex):
            hexes.append(hex)
    return hexes


def _codes(position: ArchmagiPosition, hexes: list[int]) -> list[int]:
    return [position.land.codes[hex] for hex in hexes]


def kinds_held(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return the kinds of chits in a reserve (recruit-units.5)."""
    return sorted(set(position.reserve[seat]))


def _deployable_kinds(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    held = occupied(position, seat)
    return [kind for kind in kinds_held(position, seat, args) if deployable(position, seat, kind, held)]


def _stored(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return sorted({gear_kind(artifact) for artifact in position.stored[seat]})


def _chits(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """What lies in the reserve, units and stored artifacts, except what has been named already."""
    left = Counter(position.reserve[seat])
    left.update(chit_of_artifact(gear_kind(artifact)) for artifact in position.stored[seat])
    left.subtract(args)
    return sorted(chit for chit, count in left.items() if count > 0)


def _bearers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Own units anywhere that may use an artifact (recruit-units.10)."""
    return [
        ref
        for hex in position.hexes_of(seat)
        for ref, unit in named(position, hex, seat).items()
        if can_bear(position, unit) and can_use(position, unit, args[0])
    ]


def _treasures(position: ArchmagiPosition, seat: int) -> list[tuple[int, int]]:
    """Return the Treasures of a seat as (artifact, bearer or -1 if stored)."""
    held = [(artifact, -1) for artifact in position.stored[seat]]
    held += [(artifact, unit) for unit in position.units_of(seat) for artifact in position.gear[unit]]
    return [(artifact, unit) for artifact, unit in held if ARTIFACTS[gear_kind(artifact)].row.draw_units]


def _deploy(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Take a chit out of the reserve and put the unit on the map, hidden unless it is a Site; it may act at once
    (recruit-units.5, recruit-units.12, recruit-units.13, view.2, stacks.4).
    """
    kind, hex = args[0], position.land.index[args[1]]
    position.reserve[seat].remove(kind)
    position.add(kind, seat, hex)
    if log:
        name, site = KINDS[kind].name, bool(MASKS[kind] & BIT["site"])
        log.say(
            f"**{SEAT_NAMES[seat]}** deploys {name} in {position.land.ids[hex]}.",
            clause="archmagi/recruit-units.12",
            seat=seat,
            places=(position.land.ids[hex],) if site else (),
            knowers=None if site else (seat,),
            otherwise=f"**{SEAT_NAMES[seat]}** deploys a unit.",
        )


DEPLOY = clicked(
    "deploy",
    "Deploy",
    Slot("", RESERVE, "Which chit of the reserve?", _deployable_kinds, "archmagi/recruit-units.2"),
    Slot(
        "in",
        HEX,
        "Where? Of its home terrain, and held by your units.",
        lambda position, seat, args: _codes(position, deployable(position, seat, args[0])),
        "archmagi/recruit-units.3",
    ),
    clause="archmagi/recruit-units.3",
    weight=8,
    does=_deploy,
)


def take_chit(position: ArchmagiPosition, seat: int, chit: int) -> Chit:
    """Take a chit, an artifact of which is named by its kind, out of a reserve; return it to be paid."""
    if not is_artifact(chit):
        position.reserve[seat].remove(chit)
        return Chit(chit)
    artifact = next(a for a in position.stored[seat] if gear_kind(a) == artifact_of(chit))
    position.stored[seat].remove(artifact)
    return chit_of_artifact(artifact)


def _exchange(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Pay two chits of the reserve for an artifact, once in a phase (recruit-units.8)."""
    position.used |= EXCHANGED
    price = tuple(take_chit(position, seat, chit) for chit in args)
    position.then(DrawArtifact(seat, price))


EXCHANGE = verb(
    Verb(
        "exchange",
        "Two chits for an artifact",
        steps(
            Slot("", CHIT, "Which chit goes first?", _chits, "archmagi/recruit-units.8"),
            Slot("and", CHIT, "And which other one?", _chits, "archmagi/recruit-units.8"),
        ),
        "archmagi/recruit-units.8",
        possible=lambda position, seat: (
            not position.used & EXCHANGED
            and bool(position.artifact_pile)
            and len(position.reserve[seat]) + len(position.stored[seat]) > 1
        ),
        canonical=in_order,
        weight=2,
        does=_exchange,
    )
)


def _give(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Hand out an artifact that was stored in the reserve (recruit-units.10, recruit-units.11)."""
    artifact = next(a for a in position.stored[seat] if gear_kind(a) == args[0])
    position.stored[seat].remove(artifact)
    hand_out(position, seat, find(position, seat, args[1]), artifact, log)


GIVE = clicked(
    "give",
    "Hand out an artifact",
    Slot("", ITEM, "Which stored artifact?", _stored, "archmagi/recruit-units.11"),
    Slot("to", UNIT, "To which unit that can use it?", _bearers, "archmagi/recruit-units.10"),
    clause="archmagi/recruit-units.10",
    weight=6,
    does=_give,
)


def hand_out(position: ArchmagiPosition, seat: int, unit: int, artifact: int, log: Log) -> None:
    """Give a stored artifact to a unit; Ancient Scrolls are filled when first given (artifact/ancient-scrolls)."""
    give(position, unit, artifact)
    if log:
        who, what = SEAT_NAMES[seat], ITEM.text(artifact)
        log.say(
            f"**{who}** gives the {what} to {unit_name(position, unit)}.",
            clause="archmagi/recruit-units.10",
            seat=seat,
            knowers=(seat,),
            otherwise=f"**{who}** hands an artifact out.",
        )
    if ARTIFACTS[gear_kind(artifact)].row.scrolls and artifact not in position.scrolls:
        position.then(FillScrolls(seat, artifact))


def _cash(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Give a Treasure up for unit chits (artifact/treasure)."""
    artifact, unit = _treasures(position, seat)[0]
    if unit < 0:
        position.stored[seat].remove(artifact)
    else:
        drop(position, unit, artifact)
    position.artifact_back(artifact)
    if log:
        log.say(f"**{SEAT_NAMES[seat]}** cashes the Treasure.", clause="archmagi/artifact/treasure", seat=seat)
    position.then(DrawUnits(seat, ARTIFACTS[gear_kind(artifact)].row.draw_units))


CASH = plain(
    "cash the treasure",
    "Cash the Treasure: three unit chits",
    clause="archmagi/artifact/treasure",
    possible=lambda position, seat: bool(_treasures(position, seat)),
    does=_cash,
)


def _transform(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Give a unit chit up and draw another instead (archmagus/sorcerer/transformation)."""
    position.used |= TRANSFORMED
    position.reserve[seat].remove(args[0])
    position.to_pile(args[0])
    if log:
        log.say(
            f"**{SEAT_NAMES[seat]}** transforms {KINDS[args[0]].name}.",
            clause="archmagi/archmagus/sorcerer/transformation",
            seat=seat,
            knowers=(seat,),
            otherwise=f"**{SEAT_NAMES[seat]}** transforms a chit of the reserve.",
        )
    position.then(DrawUnits(seat, 1))


TRANSFORM = verb(
    Verb(
        "transform",
        "Transformation: another chit for one",
        steps(
            Slot(
                "",
                RESERVE,
                "Which chit of the reserve is given up?",
                kinds_held,
                "archmagi/archmagus/sorcerer/transformation",
            )
        ),
        "archmagi/archmagus/sorcerer/transformation",
        possible=lambda position, seat: "transformation" in powers(position, seat) and not position.used & TRANSFORMED,
        does=_transform,
    )
)


def _forge(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Give a unit chit up for an artifact (archmagus/artificer/forge)."""
    position.used |= FORGED
    position.then(DrawArtifact(seat, (take_chit(position, seat, args[0]),)))


FORGE = verb(
    Verb(
        "forge",
        "Forge: an artifact for a chit",
        steps(
            Slot(
                "", RESERVE, "Which chit of the reserve is given up?", kinds_held, "archmagi/archmagus/artificer/forge"
            )
        ),
        "archmagi/archmagus/artificer/forge",
        possible=lambda position, seat: (
            "forge" in powers(position, seat) and not position.used & FORGED and bool(position.artifact_pile)
        ),
        does=_forge,
    )
)


DONE = plain("done", "Done", key="Enter", weight=6, last=True)


class RecruitUnits(AsksOne, frozen=True, tag=True):
    """Deploy, exchange, use powers, hand out artifacts, cast, in any order (recruit-units.14)."""

    title = "Recruit units"
    clause = "archmagi/recruit-units.14"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All acts of the phase."""
        return Acts(position, seat, ACTS.verbs, "Deploy units, or be done.", Act("done"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if not ACTS.ends(choice):
            position.then(self)
        ACTS.do(self, position, seat, choice, log)


def unit_limit(position: ArchmagiPosition, seat: int) -> int:
    """Return how many unit chits a seat may keep: five, by Command eight, and more by a Crown (recruit-units.6,
    archmagus/mentalist/command, artifact/crown-of-command).
    """
    magus = position.magi[seat]
    if magus < 0:
        return 5
    return KINDS[position.kinds[magus]].unit_reserve + added(position, seat, lambda artifact: artifact.row.unit_reserve)


def _surplus_of(position: ArchmagiPosition, seat: int) -> int:
    return len(position.reserve[seat]) - unit_limit(position, seat)


DISCARD_UNIT = clicked(
    "discard",
    "Discard",
    Slot("", RESERVE, "Which chit goes back?", kinds_held, "archmagi/recruit-units.7"),
    clause="archmagi/recruit-units.7",
)


class Surplus(Asks, frozen=True, tag=True):
    """Unit chits above the limit go back to the pile, one after the other, as the owner chooses (recruit-units.7)."""

    seat: int
    title = "Recruit units"
    clause = "archmagi/recruit-units.7"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The owner, while there is a surplus."""
        return (self.seat,) if self.seat not in position.gone else ()

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each kind in the reserve."""
        prompt = f"Your reserve has room for {unit_limit(position, seat)}: which chit goes back?"
        weakest = min(position.reserve[seat], key=lambda kind: (KINDS[kind].brm, kind))
        return Acts(position, seat, (DISCARD_UNIT,), prompt, Act("discard", (weakest,)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Discard one and go on while there are too many."""
        position.reserve[seat].remove(choice.args[0])
        position.to_pile(choice.args[0])
        position.then(CheckSurplus(seat))


class CheckSurplus(Automatic, frozen=True, tag=True):
    """Asks for discards while a reserve holds too many unit chits."""

    seat: int
    title = "Recruit units"
    clause = "archmagi/recruit-units.7"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask if there is a surplus."""
        if self.seat not in position.gone and _surplus_of(position, self.seat) > 0:
            position.then(Surplus(self.seat))


ACTS: Verbs[RecruitUnits, ArchmagiPosition] = Verbs(DEPLOY, EXCHANGE, GIVE, CASH, TRANSFORM, FORGE, CAST, WORD, DONE)
