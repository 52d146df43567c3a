"""What all know of a combat: its name, its round, the odds, the roll and what it costs (albion/11.9f, 16.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from tanelorn.core.amounts import amount
from tanelorn.core.odds import Odds
from tanelorn.core.scene import Card, Column, Duel, Duelist, Tab, Term
from tanelorn.games.albion.combat.results_table import blows_ahead, retreats_ahead
from tanelorn.games.albion.state.battle import RULES, Battle, Force, Round, kind_of
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.cards import cell_text, person_card, person_face
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.printed.world import World

_TITLES = {
    "battle": "The battle at",
    "engagement": "The engagement off",
    "melee": "The melee at",
    "duel": "The duel arcane at",
    "trial": "The trial by combat at",
}
Segment = Literal["Ready", "Ratio", "Roll", "Losses", "Retreat", "Initiative"]
"""The parts of a round, in order."""


class Scales(NamedTuple):
    """A round as it stands or as it would be fought now: what is known of it. The dice of the one `ahead` are still to
    fall, and all of it is known.
    """

    battle: Battle
    last: Round | None
    forces: tuple[Force | None, Force | None]
    column: int
    ahead: Round | None = None

    @property
    def rolled(self) -> bool:
        """Tell whether the dice have been thrown."""
        return self.last is not None and bool(self.last.dice)


def last_scales(battle: Battle) -> Scales:
    """Return the round that was fought last."""
    last = battle.rounds[-1]
    return Scales(battle, last, last.forces, last.column, None if last.dice else last)


def window(w: World, scales: Scales, now: Segment, sides: tuple[Duelist, Duelist]) -> Duel:
    """Put a battle window together: all but its two sides is the same for all; `now` is the part of the round."""
    battle = scales.battle
    mental = battle.fight.kind == "mental"
    title = "The Mental Attack at" if mental else _TITLES[kind_of(battle)]
    return Duel(
        title=f"{title} {at_hex(w, battle.fight.hex)}",
        space=w.number[battle.fight.hex],
        note=_note(battle),
        clause=f"albion/{_first_rule(kind_of(battle))}",
        segments=_segments(now),
        sides=sides,
        odds=_verdict(scales) if scales.rolled else _odds(w, scales),
        clauses=("albion/chart/crt", "albion/chart/casualty") if scales.rolled else ("albion/16.1.7",),
        table=_columns(w, scales),
        middle=("ratio", w.charts.columns[scales.column].replace("-", "–")) if scales.column >= 0 else ("ratio", "?"),
        chances=_chances(w, scales),
    )


def side(
    scales: Scales,
    seat: int,
    terms: tuple[Term, ...],
    *,
    card: Card | None = None,
    counters: tuple[Card, ...] = (),
    known: bool = False,
) -> Duelist:
    """Return a side of the window; `known` tells that the viewer knows all who fight on it."""
    battle, last, force = scales.battle, scales.last, scales.forces[seat]
    attacks = seat == battle.attacker
    return Duelist(
        seat=seat,
        title=SEAT_NAMES[seat],
        role=f"{'attack' if attacks else 'defend'}{'s' if seat else ''}",
        card=card,
        terms=terms,
        total=force.strength if force is not None else None,
        dice=last.dice if last is not None and attacks else (),
        backs=0 if battle.form or known else -1,
        won=_won(scales, seat),
        counters=counters,
    )


def said_aloud(position: AlbionPosition, battle: Battle) -> Duel:
    """Return the window of a round that has just been rolled as everybody may see it, with nobody's own pieces."""
    w, scales = position.world, last_scales(battle)

    def half(seat: int) -> Duelist:
        person = battle.champions[seat] if battle.form else -1
        face = person_face(w, person, position.side[person], rank=position.rank[person]) if person >= 0 else None
        card = person_card(w, person, face) if face is not None else None
        return side(scales, seat, tuple(said_terms(scales, seat)), card=card)

    return window(w, scales, "Losses", (half(battle.attacker), half(1 - battle.attacker)))


def said_terms(scales: Scales, seat: int) -> Iterator[Term]:
    """Say the size of a side, and what moves column and roll its way."""
    last, force = scales.last, scales.forces[seat]
    if force is not None:
        yield Term("Size, for losses", str(force.size), clause="albion/chart/casualty")
    if last is None:
        return
    gain = 1 if seat == last.attacker else -1
    for why, n, clause in last.shifts:
        if n * gain > 0:
            columns = "1 column" if abs(n) == 1 else f"{abs(n)} columns"
            yield Term(_plain(why), columns, "artifact", clause=clause)
    for why, n, clause in last.terms:
        if n * gain > 0:
            yield Term(_plain(why), f"{n:+d} roll".replace("-", "−"), "spell", clause=clause)


def _plain(why: str) -> str:
    text = why.replace("**", "")
    return text[:1].upper() + text[1:]


def _won(scales: Scales, seat: int) -> Literal["", "won", "lost", "tied"]:
    """A side that must retreat is beaten; both may be."""
    if scales.last is None or not any(scales.last.retreats) or scales.battle.form:
        return ""
    if all(scales.last.retreats):
        return "tied"
    return "lost" if scales.last.retreats[seat] else "won"


# Its head


def _first_rule(kind: str) -> str:
    """Return the first clause of the case of a kind of combat."""
    case = RULES[kind]
    return case if case[-1] in "ab" else f"{case}.1"


def _round(battle: Battle) -> str:
    return f"Round {max(len(battle.rounds), 1)}"


def _note(battle: Battle) -> str:
    words = [_round(battle).lower()]
    if battle.fight.overrun:
        words.append("an overrun")
    if battle.terrain:
        words.append(f"in {battle.terrain} ground" if battle.inside < 0 else f"for the {battle.terrain}")
    if battle.sortie:
        words.append("a sortie")
    return ", ".join(words)


def _segments(now: Segment) -> tuple[Tab, ...]:
    titles = get_args(Segment)
    at = titles.index(now)
    return tuple(Tab(title, "now" if n == at else "done" if n < at else "next") for n, title in enumerate(titles))


def _columns(w: World, scales: Scales) -> tuple[Column, ...]:
    """The ratios, and what the roll gives in each once it is thrown."""
    last = scales.last
    roll = last.total if last is not None and last.dice else 0
    return tuple(
        Column(head.replace("-", "–"), cell_text(w, at, roll) if roll else "", at == scales.column)
        for at, head in enumerate(w.charts.columns)
    )


# In words


def _odds(w: World, scales: Scales) -> str:
    """Say what the roll depends on, before it is thrown and both strengths are known."""
    if scales.column < 0:
        return "The ratio is found when both have said their strength; two dice then show what each loses."
    ratio = w.charts.columns[scales.column].replace("-", "–")
    return f"At {ratio} two dice, with what adds to them, show what each side loses."


def _chances(w: World, scales: Scales) -> Odds | None:
    """Return what the roll may bring, where both sides are known."""
    if scales.ahead is None:
        return None
    one, other = scales.battle.champions
    if scales.battle.form:
        return blows_ahead(w, scales.ahead, (w.persons[one].name, w.persons[other].name))
    return retreats_ahead(w, scales.battle, scales.ahead)


def _verdict(scales: Scales) -> str:
    """Say what the roll has brought to both."""
    last = scales.last
    assert last is not None
    added = last.total - sum(last.dice)
    roll = f"{_round(scales.battle)}: the roll is {sum(last.dice)}"
    roll += f" {'+' if added > 0 else '−'} {abs(added)} = **{last.total}**" if added else ""
    parts = [_loss_words(scales, seat) for seat in (last.attacker, 1 - last.attacker)]
    return f"{roll}. {' '.join(parts)}"


def _loss_words(scales: Scales, seat: int) -> str:
    last = scales.last
    assert last is not None
    points, wounds, dagger = last.losses[seat]
    at_sea = scales.battle.fight.kind == "engagement"
    s = "s" if seat else ""
    words = [f"lose{s} {points} {'step' if at_sea else 'point'}{'' if points == 1 else 's'}"] * bool(points)
    words += [f"take{s} {amount(wounds, 'wound')}"] * bool(wounds)
    letter = f" ({last.letters[seat]})" if last.letters[seat] else ""
    lost = f"**{SEAT_NAMES[seat]}** {' and '.join(words) or f'lose{s} nothing'}{letter}"
    if dagger and (points > 1 or wounds > 1):
        lost += ", all by one piece"
    if last.retreats[seat]:
        lost += " and must retreat"
    return f"{lost}."
