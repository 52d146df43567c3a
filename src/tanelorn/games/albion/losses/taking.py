"""Losses: each side shares its own out, unseen, and all are taken together (albion/7.0 to 7.4, 16.1.10, 16.2.8)."""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.choices import Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Seals, Step
from tanelorn.games.albion.losses import deaths, fortresses, points, ships
from tanelorn.games.albion.losses.bearers import pools_of, proposal
from tanelorn.games.albion.losses.sharing import Given, Part, Sharing
from tanelorn.games.albion.losses.who_is_hit import Due, Exposed, exposed
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.position import AlbionPosition


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
            n -= points.lose_points(position, due.hex, army, n, log, cause=how)
    elif kind == "escort":
        points.lose_escort(position, code, log, cause=how)
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
