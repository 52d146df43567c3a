"""Losses: each side shares its own out, unseen, and all are taken together (albion/7.0 to 7.4, 16.1.10, 16.2.8).

Among whom they are shared out, and how a careful player would do it, is here too; the choice itself is in `sharing`.
"""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.amounts import a_or_many
from tanelorn.core.choices import Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Seals, Step
from tanelorn.games.albion.losses import armies, deaths, fortresses, ships
from tanelorn.games.albion.losses.sharing import Bearer, Given, Part, Pool, Sharing
from tanelorn.games.albion.losses.who_is_hit import Due, Exposed, exposed
from tanelorn.games.albion.state.command import commanded
from tanelorn.games.albion.state.deeds import MAILED
from tanelorn.games.albion.state.magic_items import uses
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, name, piece_id, piece_word
from tanelorn.games.albion.state.printed.pieces import ship_code, troops_code


def take_losses(position: AlbionPosition, dues: list[Due], *, how: str, clause: str) -> None:
    """Push the question how losses are shared out, or what follows at once where nobody can have a choice."""
    left = tuple(due for due in dues if not due.empty)
    if left:
        position.then(TakeLosses(left, how, clause) if any(due.asks for due in left) else Lose(left, how, clause))


class Lose(Automatic, frozen=True, tag=True):
    """Losses that leave no choice by the numbers that both players know."""

    dues: tuple[Due, ...]
    how: str
    rule: str
    title = "Losses"
    clause = "albion/7.0a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Take them."""
        settle(position, self.dues, {}, self.how, self.rule, log)


class TakeLosses(Seals, frozen=True, tag=True):
    """Each side that can have a choice shares its losses out, and nobody sees the other's (7.2a, 7.4, 16.1.10, 16.2.8,
    16.3.7).
    """

    dues: tuple[Due, ...]
    how: str
    rule: str
    title = "Losses"
    clause = "albion/7.4"

    def seats(self, position: AlbionPosition) -> tuple[int, ...]:
        """Those whose numbers leave a choice."""
        return tuple(sorted(due.seat for due in self.dues if due.asks))

    def choices(self, position: AlbionPosition, seat: int) -> Sharing:
        """All ways to share them out."""
        due = next(due for due in self.dues if due.seat == seat)
        return sharing(position, due)

    def reveal(self, position: AlbionPosition, choices: dict[int, Given], log: Log) -> None:
        """Take the losses of both sides together."""
        settle(position, self.dues, choices, self.how, self.rule, log)


def sharing(position: AlbionPosition, due: Due) -> Sharing:
    """Return the choices of a side."""
    hit = exposed(position, due)
    pools = pools_of(position, due, hit)
    what = numbers(due)
    refused: tuple[Refusal, ...] = ()
    if hit.fort and due.csp:
        why = "The fortress’s own point falls of itself, when nobody else of the garrison is left."
        refused = (Refusal("fortress 1", why, "albion/17.4b"),)
    proposed = proposal(position, pools)
    prompt = f"At {at_hex(position.world, due.hex)} you lose {what}."
    if _falls(position, due, hit):
        prompt += " The fortress’s own point is among them: it falls."
    elif not any(map(any, proposed)):
        prompt += " Nobody there can bear it."
    elif due.dagger:
        prompt += " All of a kind falls on one piece until it is gone."
    return Sharing(pools, proposed, prompt, position.world.number[due.hex], refused)


def numbers(due: Due) -> str:
    """Say what is lost in words."""
    counts = ((due.csp + due.points, "point"), (due.steps, "ship step"), (due.wounds, "wound"))
    parts = [_counted(n, noun) for n, noun in counts if n]
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1] if parts else ""))) or "nothing"


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


# Among whom


def pools_of(position: AlbionPosition, due: Due, hit: Exposed) -> list[Pool]:
    """Return what must be shared out among whom: under a dagger on as few as can be (7.2b); what nobody can take is
    dropped (7.3).
    """
    persons = tuple(_person(position, person) for person in hit.persons)
    if due.points:
        escorts = _escorts(position, hit, also=True)
        bearers = (*escorts, *(one._replace(picks=(*one.picks, "button:wounds")) for one in persons))
        return [_pool("point", due.points, bearers)]
    troops = (*_troops(position, due.hex, hit), *_escorts(position, hit))
    if hit.dragon:
        troops = (
            Bearer("dragon", 0, -1, hit.dragon, "dragon's men", ("button:dragons-men",), "The dragon’s men"),
            *troops,
        )
    ships = tuple(_ship(position, ship) for ship in hit.ships)
    return [
        _pool("point", due.csp, troops),
        _pool("step", due.steps, ships, due.dagger),
        _pool("wound", due.wounds, persons, due.dagger),
    ]


def _pool(noun: str, total: int, bearers: tuple[Bearer, ...], dagger: bool = False) -> Pool:
    return Pool(noun, min(total, sum(bearer.most for bearer in bearers)), bearers, dagger)


def _troops(position: AlbionPosition, hex: int, hit: Exposed) -> list[Bearer]:
    """Armies by colour and by whom they lie under."""
    w = position.world
    groups: dict[tuple[int, int], int] = {}
    led: dict[tuple[int, int], bool] = {}
    for army in hit.armies:
        key = (army.colour, army.chief)
        groups[key] = groups.get(key, 0) + army.n
        led[key] = led.get(key, True) and commanded(position, hex, army)
    colours = [colour for colour, _ in groups]
    bearers = []
    for (colour, chief), n in sorted(groups.items()):
        code = troops_code(colour)
        word, picks = piece_word(w, code), [f"piece:{piece_id(w, code)}"]
        if colours.count(colour) > 1:
            under = piece_word(w, chief) if chief >= 0 else "nobody"
            word += f" under {under}"
            picks.append(f"button:under-{under.replace(' ', '-')}")
        note = f"{n} under {w.persons[chief].name}" if led[colour, chief] else f"{n} uncommanded"
        bearers.append(Bearer("army", colour, chief, n, word, tuple(picks), name(w, code).capitalize(), note))
    return bearers


def _escorts(position: AlbionPosition, hit: Exposed, *, also: bool = False) -> list[Bearer]:
    """The escorts of the persons; `also` where the persons themselves may pay too."""
    if not hit.escorts:
        return []
    w = position.world
    return [
        Bearer(
            "escort",
            person,
            -1,
            1,
            f"{piece_word(w, person)}'s escort",
            (f"piece:{piece_id(w, person)}", "button:escort") if also else (f"piece:{piece_id(w, person)}",),
            f"{w.persons[person].name}’s escort",
            f"{w.persons[person].name} goes on alone",
        )
        for person in hit.persons
        if position.escort[person]
    ]


def _person(position: AlbionPosition, person: int) -> Bearer:
    w = position.world
    life = w.p_combat[person] - position.wounds[person]
    mail = uses(position, person, "mailcoat") and not position.did[person] & MAILED
    note = f"{life} of {w.p_combat[person]} left" + (", the Mailcoat takes one more" if mail else "")
    picks = (f"piece:{piece_id(w, person)}",)
    return Bearer(
        "person", person, -1, life + mail, piece_word(w, person), picks, w.persons[person].name, note, "fatal"
    )


def _ship(position: AlbionPosition, ship: int) -> Bearer:
    w = position.world
    aboard = [w.persons[person].name for person, on in enumerate(position.aboard) if on == ship]
    carried = sum(army.n for army in position.troops.get(position.ship_at[ship], ()) if army.ship == ship)
    cargo = aboard + ([a_or_many(carried, "point")] if carried else [])
    note = "damaged" if position.hurt[ship] else "undamaged"
    if cargo:
        note += f", carries {', '.join(cargo)}"
    code = ship_code(ship)
    picks = (f"piece:{piece_id(w, code)}",)
    return Bearer(
        "ship", ship, -1, 1 if position.hurt[ship] else 2, piece_word(w, code), picks, name(w, code), note, "it sinks"
    )


# The proposal


def proposal(position: AlbionPosition, pools: list[Pool]) -> list[list[int]]:
    """Return how a careful player would share losses out: the cheapest points, wounds that kill nobody."""
    return [_propose_points(pool) if pool.noun == "point" else _propose_hits(position, pool) for pool in pools]


_CHEAP = ("dragon", "army", "escort", "person")


def _propose_points(pool: Pool) -> list[int]:
    """Dragon's men first, then troops without a commander, then the largest group; escorts and persons last."""
    order = sorted(
        range(len(pool.bearers)),
        key=lambda at: (
            _CHEAP.index(pool.bearers[at].kind),
            not pool.bearers[at].note.endswith("uncommanded"),
            -pool.bearers[at].most,
        ),
    )
    shares, left = [0] * len(pool.bearers), pool.total
    for at in order:
        shares[at] = min(left, pool.bearers[at].most)
        left -= shares[at]
    return shares


def _propose_hits(position: AlbionPosition, pool: Pool) -> list[int]:
    """Hit those who can bear most; where somebody must go, the one who is worth least."""
    worth = [_worth(position, bearer) for bearer in pool.bearers]
    shares, left = [0] * len(pool.bearers), pool.total
    if pool.dagger and left:
        best = max(
            range(len(shares)),
            key=lambda at: (
                pool.bearers[at].most > left,
                pool.bearers[at].most * (pool.bearers[at].most > left),
                -worth[at],
            ),
        )
        shares[best] = min(left, pool.bearers[best].most)
        left -= shares[best]
    while left:
        rest = [bearer.most - shares[at] for at, bearer in enumerate(pool.bearers)]
        best = max(
            (at for at, n in enumerate(rest) if n),
            key=lambda at: (rest[at] > 1, rest[at] if rest[at] > 1 else 0, -worth[at]),
        )
        shares[best] += 1
        left -= 1
    return shares


def _worth(position: AlbionPosition, bearer: Bearer) -> int:
    w = position.world
    if bearer.kind == "ship":
        aboard = sum(on == bearer.code for on in position.aboard)
        return w.s_strength[bearer.code][0] + 10 * aboard + ("point" in bearer.note)
    person = bearer.code
    return 10 * position.rank[person] + w.p_combat[person] + w.p_magic[person] + w.p_command[person]


# What is lost


def settle(
    position: AlbionPosition, dues: tuple[Due, ...], choices: dict[int, Given], how: str, clause: str, log: Log
) -> None:
    """Take losses as shared out: points, then ships, then wounds (7.2a); the fortress's point last (17.4b)."""
    taken = []
    for due in dues:
        hit = exposed(position, due)
        given = choices.get(due.seat) or sharing(position, due).default()
        taken.append((due, hit, given))
    acts: list[Callable[[], object]] = []
    for due, hit, given in taken:
        falls = _falls(position, due, hit)
        if log and (given.parts or not falls):
            _tell(position, due, given, clause, log)
        for part in given.parts:
            acts.append(lambda due=due, hit=hit, part=part: _lose(position, due, hit, part, how, log))  # type: ignore[misc]
        if falls:
            acts.append(lambda due=due: fortresses.destroy_fortress(position, due.hex, log))  # type: ignore[misc]
    one_by_one(position, acts)


def _falls(position: AlbionPosition, due: Due, hit: Exposed) -> bool:
    """Tell whether losses reach the fortress's own point, the last of the garrison (17.4b)."""
    garrison = sum(army.n for army in hit.armies) + sum(position.escort[person] for person in hit.persons) + hit.dragon
    return hit.fort > 0 and due.csp > garrison


def one_by_one(position: AlbionPosition, acts: list[Callable[[], object]]) -> None:
    """Do things now, and leave what they push to be run in the same order (2.0b)."""
    pushed: list[list[Step]] = []
    base = len(position.agenda)
    for act in acts:
        act()
        pushed.append(position.agenda[base:])
        del position.agenda[base:]
    for steps in reversed(pushed):
        position.agenda.extend(steps)


def _lose(position: AlbionPosition, due: Due, hit: Exposed, part: Part, how: str, log: Log) -> None:
    kind, code, chief, n = part
    if kind == "army":
        for army in [army for army in hit.armies if (army.colour, army.chief) == (code, chief)]:
            n -= armies.lose_points(position, due.hex, army, n, log, cause=how)
    elif kind == "escort":
        armies.lose_escort(position, code, log, cause=how)
    elif kind == "dragon":
        assert position.battle is not None
        position.battle.teeth[due.seat] -= n
    elif kind == "ship":
        ships.hit_ship(position, code, n, log, cause=how)
    elif position.at[code] >= 0:
        deaths.wound(position, code, n, log, how=how)


def _tell(position: AlbionPosition, due: Due, given: Given, clause: str, log: Log) -> None:
    """Say aloud what a side loses: points by colour, ship steps, wounds; not who bears them (11.9f)."""
    w = position.world
    colours: dict[str, int] = {}
    steps = wounds = 0
    for kind, code, _, n in given.parts:
        if kind in ("army", "escort"):
            colour = w.colours[code if kind == "army" else w.p_colour[code]].name.removeprefix("The ")
            colours[colour] = colours.get(colour, 0) + n
        elif kind == "dragon":
            colours["dragon’s men"] = n
        elif kind == "ship":
            steps += n
        else:
            wounds += n
    total, s = sum(colours.values()), "s" if due.seat else ""
    lost = [_counted(total, "point") + f" ({', '.join(f'{n} {name}' for name, n in sorted(colours.items()))})"]
    parts = [f"lose{s} {lost[0]}"] if total else []
    parts += [f"lose{s} {_counted(steps, 'ship step')}"] if steps else []
    parts += [f"take{s} {_counted(wounds, 'wound')}"] if wounds else []
    text = f"**{SEAT_NAMES[due.seat]}** {' and '.join(parts) or f'lose{s} nothing'}."
    log.say(text, clause=clause, seat=due.seat, places=(w.number[due.hex],))
