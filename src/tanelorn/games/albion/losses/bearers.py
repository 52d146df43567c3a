"""Who can bear losses, how many, and how a careful player would share them out (albion/7.0 to 7.3, 20.3g)."""

from __future__ import annotations

from tanelorn.core.amounts import a_or_many
from tanelorn.games.albion.losses.sharing import Bearer, Pool
from tanelorn.games.albion.losses.who_is_hit import Due, Exposed
from tanelorn.games.albion.state.command import commanded
from tanelorn.games.albion.state.deeds import MAILED
from tanelorn.games.albion.state.magic_items import uses
from tanelorn.games.albion.state.nouns import name, piece_id, piece_word
from tanelorn.games.albion.state.pieces import ship_code, troops_code
from tanelorn.games.albion.state.position import AlbionPosition

# The pools


def pools_of(position: AlbionPosition, due: Due, hit: Exposed) -> list[Pool]:
    """Return what must be shared out among whom; what nobody can take is dropped (7.3)."""
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
