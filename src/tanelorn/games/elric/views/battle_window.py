"""The battle window: who fights, the sums item by item, the dice, the table on which the difference is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import structs

from tanelorn.core.odds import Odds
from tanelorn.core.scene import Card, Column, Duel, Duelist, Tab, Term
from tanelorn.games.elric.combat.results import battle_ahead
from tanelorn.games.elric.combat.sieges import falls_by, inside_wall, is_assault
from tanelorn.games.elric.combat.totals import left, side_name, terms, total
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.state.battle import Battle
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import strength
from tanelorn.games.elric.views.cards import COMBAT_TABLE, spell_card, spell_sign
from tanelorn.games.elric.views.piles import in_order, unit_cards

if TYPE_CHECKING:
    from tanelorn.games.elric.views.view import ElricView

_SEGMENTS = (
    ("Withhold", ("match", "withhold", "slip")),
    ("Magic", ("reveal",)),
    ("Roll", ("roll",)),
    ("Result", ("result", "losses", "retreat", "balance")),
    ("Escapes", ("escapes", "spoils")),
)


def draw_duel(view: ElricView) -> Duel | None:
    """Say what the battle window shows; with the game it is over."""
    if view.seen.battle is None or view.outcome is not None:
        return None
    position = view.seen
    battle, place = view.seen.battle, position.world.areas[view.seen.battle.fight.area]
    totals = battle.totals if battle.dice != (0, 0) or battle.winner >= 0 else (total(position, 0), total(position, 1))
    in_city = battle.fight.city and bool(place.cities)
    return Duel(
        title=f"The battle of {place.cities[0].name if in_city else place.name}",
        space=place.id,
        note=_note(position, battle),
        clause="elric/10.0",
        segments=_segments(battle),
        sides=(_side(view, position, 0, totals), _side(view, position, 1, totals)),
        odds=_verdict(position, battle) if battle.winner >= 0 else _odds(position, totals),
        clauses=_clauses(position, battle),
        table=(*_table(position, battle, totals), *_wall(position, battle)),
        chances=_chances(position, battle, totals),
    )


def _note(position: ElricPosition, battle: Battle) -> str:
    if position.world.areas[battle.fight.area].sea:
        return "at sea"
    if battle.match:
        return f"in the port, {battle.match} against {battle.match}"
    if not battle.fight.city:
        return ""
    return "a sally against the siege" if battle.fight.area in position.besieger and not battle.wall else "for the city"


def _segments(battle: Battle) -> tuple[Tab, ...]:
    now = next((at for at, (_, names) in enumerate(_SEGMENTS) if battle.segment in names), 0)
    return tuple(
        Tab(title, "now" if at == now else "done" if at < now else "next") for at, (title, _) in enumerate(_SEGMENTS)
    )


def _table(position: ElricPosition, battle: Battle, totals: tuple[int, int]) -> list[Column]:
    """Return the columns of 10.6; the one that decides is lit, unless a rule of the wall decides instead."""
    lit = -1
    if battle.dice != (0, 0) and not _by_wall(position, battle):
        lit = max(least for least, _, _ in COMBAT_TABLE if least <= abs(totals[0] - totals[1]))
    stays = battle.winner in (0, 1) and inside_wall(position, 1 - battle.winner)
    return [
        Column(head, _cell(text, stays=stays) if least == lit else text, least == lit)
        for least, head, text in COMBAT_TABLE
    ]


def _cell(text: str, *, stays: bool) -> str:
    if text == "retreat":
        return "nothing" if stays else text
    return f"retreat, {text}" if text.startswith("lose") and not stays else text


def _by_wall(position: ElricPosition, battle: Battle) -> bool:
    """Tell whether the city's own thresholds have decided, and not the table (7.5.2b, 10.9.3b)."""
    return is_assault(position) and battle.winner == 0 and battle.result in ("eliminated", "stands")


def _wall(position: ElricPosition, battle: Battle) -> list[Column]:
    """Return by what differences an assault overcomes the defenders, and the city with them (7.5.2b, 10.9.3b)."""
    if not is_assault(position):
        return []
    decides = _by_wall(position, battle)
    if battle.seats[1] == NOBODY:
        least = falls_by(position, 0)
        return [
            Column(f"under +{least}", "the city stands", decides and not battle.falls),
            Column(f"+{least}", "the city falls", decides and battle.falls),
        ]
    worth = battle.worth if battle.winner >= 0 else strength(position, left(position, 1))
    least = falls_by(position, worth)
    falls = Column(f"+{least}", "the city falls", decides and battle.falls)
    return [Column(f"+{worth}", "all are lost", decides and not battle.falls), falls] if 0 < worth < least else [falls]


# The two sides


def _side(view: ElricView, position: ElricPosition, side: int, totals: tuple[int, int]) -> Duelist:
    battle = view.seen.battle
    assert battle is not None
    world, seat = position.world, battle.seats[side]
    laid = [laid for laid in view.seen.laid if laid.fight == battle.fight and laid.seat == seat]
    own = [spell_card(world, one.spell, note=world.units[one.caster].name) for one in laid if one.spell >= 0]
    rolled = battle.dice != (0, 0)
    return Duelist(
        seat=seat,
        title=side_name(position, side),
        role="defends" if side else "attacks",
        card=None,
        terms=(*_terms(position, side), Term("Die", str(battle.dice[side]) if rolled else "?", "die")),
        total=totals[side],
        dice=(battle.dice[side],) if rolled else (),
        shown=tuple(own),
        backs=len(laid) - len(own),
        won=_won(battle, side),
        counters=tuple(_counters(view, position, side)),
    )


def _won(battle: Battle, side: int) -> Literal["", "won", "lost", "tied"]:
    if battle.winner < 0:
        return ""
    return "tied" if battle.winner > 1 else "won" if battle.winner == side else "lost"


def _counters(view: ElricView, position: ElricPosition, side: int) -> list[Card]:
    """Who fights, who keeps out, who has gone from there, who has fallen."""
    battle = view.seen.battle
    assert battle is not None
    world = position.world
    there = set(left(position, side))
    out = {*battle.withheld, *battle.apart}
    units = in_order(view, world, battle.sides[side])
    cards = unit_cards(view, world, [unit for unit in units if unit in there and unit not in out])
    kept = unit_cards(view, world, [unit for unit in units if unit in there and unit in out])
    cards += [structs.replace(card, spent=True, note="keeps out") for card in kept]
    seat = battle.seats[side]
    away = [unit for unit in units if unit not in there and view.seen.owner[unit] == seat and view.seen.area[unit] >= 0]
    cards += [structs.replace(card, spent=True, note="withdrawn") for card in unit_cards(view, world, away)]
    gone = unit_cards(view, world, [unit for unit in units if unit not in there and unit not in away])
    return cards + [structs.replace(card, lost=True, note="", seat=seat) for card in gone]


def _terms(position: ElricPosition, side: int) -> list[Term]:
    return [
        Term(
            label=term.label[:1].upper() + term.label[1:],
            value="–" if term.off and not term.value else str(term.value),
            sort="spell" if term.id in SPELL else "",
            off=bool(term.off),
            clause=term.off or ("" if term.clause == "elric/10.4a" or term.id in SPELL else term.clause),
            sign=spell_sign(SPELLS[SPELL[term.id]]) if term.id in SPELL else "",
        )
        for term in terms(position, side)
    ]


# In words


def _odds(position: ElricPosition, sums: tuple[int, int]) -> str:
    """Say how the dice may fall."""
    ahead = sums[0] - sums[1]
    rolls = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    wins = sum(ahead + one > other for one, other in rolls)
    ties = sum(ahead + one == other for one, other in rolls)
    equal = f" {ties} {'is' if ties == 1 else 'are'} equal and thrown again." if ties else ""
    names = [side_name(position, side) for side in (0, 1)]
    return f"As it stands, of 36 throws **{names[0]}** wins {wins}, **{names[1]}** {36 - wins - ties}.{equal}"


def _chances(position: ElricPosition, battle: Battle, sums: tuple[int, int]) -> Odds | None:
    """Return what the dice may bring, as it stands; where one side has nothing left there are none (10.4b)."""
    if battle.winner >= 0 or any(not left(position, side) and not sums[side] for side in (0, 1)):
        return None
    covered = any(laid.fight == battle.fight for laid in position.laid)
    return battle_ahead(position, sums, assumed="Spells that lie face down are not counted" if covered else "")


def _verdict(position: ElricPosition, battle: Battle) -> str:
    """Say what the result means."""
    if battle.winner > 1:
        return "**Nobody wins**: neither side has a unit left."
    loser = 1 - battle.winner
    name = side_name(position, loser)
    if battle.seats[loser] == NOBODY and battle.monster >= 0:
        return f"**{name} is beaten.**"
    if battle.seats[loser] == NOBODY:
        words = "falls" if battle.falls else "stands"
        return f"**{name} {words}**: it falls where the difference reaches {falls_by(position, 0)}."
    if battle.result == "eliminated":
        overcome = "; the wall is overcome" if battle.falls else "; the wall holds"
        wall = overcome if _by_wall(position, battle) else ""
        return f"**{name} is eliminated**{wall}. Personalities may try to escape."
    lost = f"**{name} loses {battle.loss}**" if battle.loss else f"**{name} loses nothing**"
    return f"{lost}; inside walls nobody must retreat." if inside_wall(position, loser) else f"{lost} and must retreat."


def _clauses(position: ElricPosition, battle: Battle) -> tuple[str, ...]:
    if battle.winner not in (0, 1):
        return ("elric/10.5a",)
    loser = 1 - battle.winner
    if battle.seats[loser] == NOBODY:
        return ("elric/14.1e",) if battle.monster >= 0 else ("elric/10.9.3b",)
    if battle.result == "eliminated":
        return ("elric/7.5.2b",) if _by_wall(position, battle) else ("elric/10.7f", "elric/10.8a")
    return ("elric/10.6", "elric/10.7d" if inside_wall(position, loser) else "elric/10.7b")
