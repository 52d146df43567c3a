"""How combats are played: where to attack, how long, who fights whom, where to stand and where to go."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act
from tanelorn.games.albion.combat.before_the_round import READY
from tanelorn.games.albion.combat.challenges import EACH, NO_CHALLENGE, REFUSE, Answer, open_fights, persons_in
from tanelorn.games.albion.combat.declaring import ATTACK, ENGAGE, MELEE, ChooseTerrain
from tanelorn.games.albion.combat.forces import force_of
from tanelorn.games.albion.combat.retreat import way_of
from tanelorn.games.albion.combat.rounds import ATTACK as ATTACK_AGAIN
from tanelorn.games.albion.combat.rounds import STOP
from tanelorn.games.albion.judgement.brawling import brawl, champions, magic_seen
from tanelorn.games.albion.judgement.missions.naval import (
    STEPS,
    crew_of,
    dear_pieces,
    own_squadron,
    prey,
    promise,
    squadron,
)
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.reckoning.duelling import Clash
from tanelorn.games.albion.judgement.reckoning.forces import doubled, foes, own_side, prize
from tanelorn.games.albion.judgement.reckoning.odds import PERSON, Line, Side, contest, skirmish
from tanelorn.games.albion.judgement.style import Style, dearness, restraint
from tanelorn.games.albion.state.battle import Battle, Challenge
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.stacks import garrison_side, stands_in
from tanelorn.games.albion.state.who_fights import host_of

SHIP, CHAMPION = 3, 4
"""What an enemy ship, or person in a melee, is thought to be worth where only the sum of all is known."""

MANY = 4
"""Against so many points the Teeth of the Dragon are sown, which works once."""


def declare(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Open the battle or engagement that promises most, if it promises enough."""
    plan, known, dear = Plan(position, seat, style), prey(position, seat), dear_pieces(position, seat, style)
    best, chosen = style.push + restraint(position, seat), acts[0]
    for act in acts:
        value = 0.0
        if act.verb == ATTACK and act.args[0] in plan.foes:
            value = plan.assault([], plan.foes[act.args[0]])
        elif act.verb == ENGAGE:
            berth = position.world.node[act.args[0]][act.args[1]]
            value = promise(position, seat, berth, known[berth], (), dear) if berth in known else 0.0
        if value > best:
            best, chosen = value, act
    return chosen


def melee(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Open the melee that promises most, if it promises enough."""
    known, dear = foes(position, seat), dear_pieces(position, seat, style)
    best, chosen = style.push + restraint(position, seat), acts[0]
    for act in acts:
        if act.verb == MELEE and act.args[0] in known:
            value = brawl(position, position.ashore(seat, act.args[0]), known[act.args[0]], dear)
            if value > best:
                best, chosen = value, act
    return chosen


def fight_on(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Attack again while that is expected to gain more than it costs."""
    battle = position.battle
    if battle is None or not battle.rounds:
        return STOP
    if battle.fight.kind != "battle":
        return _strike_on(position, seat, battle, style)
    last, foe = battle.rounds[-1], 1 - seat
    host = host_of(position, battle, seat)
    own, theirs = force_of(position, battle, host), last.forces[foe]
    rest = max(theirs.size - last.losses[foe][0], 0)
    share = rest / theirs.size if theirs.size else 1.0
    strength = theirs.strength * (0.4 + 0.6 * share)
    inside = battle.inside == foe
    attacker = Side(own.strength, 0, own.size, len(host.persons), own.command)
    defender = Side(strength * 0.6, strength * 0.4, rest, 1, theirs.command)
    reward = prize(position, seat, battle.fight.hex) if inside else 0.0
    found = skirmish(position.world, attacker, defender, reward, inside, style.wound)
    dear = dearness(position, seat, style)
    worth = max(one.gain - dear * one.loss for one in found)
    return ATTACK_AGAIN if worth > style.push + restraint(position, seat) else STOP


def prepare(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Touch the weakest with the Hand of Torbay, and sow the Teeth of the Dragon where there are troops to fight."""
    world, battle = position.world, position.battle
    touches = [act for act in acts if act.verb == "touch"]
    if touches:
        return min(touches, key=lambda act: max(world.p_combat[act.args[0]], magic_seen(position, act.args[0])))
    many = battle is not None and position.rumour[1 - seat].get(battle.fight.hex, 0) >= MANY
    return next((act for act in acts if act.verb == "sow" and many), READY)


def _strike_on(position: AlbionPosition, seat: int, battle: Battle, style: Style) -> Act:
    """Go on with an engagement or a melee while that promises enough: the enemy is as it said last, less its losses."""
    last, foe, host = battle.rounds[-1], 1 - seat, host_of(position, battle, seat)
    theirs, at_sea = last.forces[foe], battle.fight.kind == "engagement"
    if at_sea:
        ships = max(round(theirs.size / SHIP), 1)
        own = own_squadron(position, host.ships, crew_of(position, host))
        rest = squadron(float(theirs.size), ships, STEPS * ships, float(theirs.strength - theirs.size))
    else:
        heads = max(round(theirs.size / CHAMPION), 1)
        own = champions(position, host.counted)
        bodies = max(theirs.size, 1)
        rest = Line(float(theirs.strength), float(theirs.size), heads, bodies, bodies, PERSON)
    worth = contest(
        position.world,
        own,
        rest.hit(last.losses[foe][0 if at_sea else 1]),
        dear_pieces(position, seat, style),
        stack_command(position, host.counted) - theirs.command,
    )
    return ATTACK_AGAIN if worth > style.push + restraint(position, seat) else STOP


def offer(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Challenge where that promises enough if any who are known to be there answer; who refuses loses by it, too."""
    best, chosen = style.bold, NO_CHALLENGE
    fights, known, dear = open_fights(position), foes(position, seat), dear_pieces(position, seat, style)
    for act in acts:
        if act == NO_CHALLENGE:
            continue
        champion, form = act.args[0], next(form for form in EACH if form == act.verb)
        fight = next((one for one in fights if champion in persons_in(position, one, seat)), None)
        if fight is None or fight.hex not in known:
            continue
        rivals = [one for one in known[fight.hex].persons if form == "trial" or position.world.p_magic[one]]
        if not rivals:
            continue
        clash = Clash(position, seat, Challenge(fight, form, seat, champion), style)
        value = min(clash.met(champion, rival, dear) for rival in rivals)
        if value > best:
            best, chosen = value, act
    return chosen


def answer(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Send whoever is likely to do best, unless it costs less to refuse."""
    step = position.agenda[-1]
    assert isinstance(step, Answer)
    one, dear = position.challenges[step.at], dear_pieces(position, seat, style)
    clash = Clash(position, seat, one, style)
    worths = {act: clash.met(act.args[0], one.champion, dear) + style.pride for act in acts if act != REFUSE}
    worths[REFUSE] = clash.refused(seat)
    return max(acts, key=lambda act: worths[act])


def terrain(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Defend where one's own troops are worth most beside theirs."""
    step = position.agenda[-1]
    assert isinstance(step, ChooseTerrain)
    hex = step.fight.hex
    w = position.world
    foe = foes(position, seat).get(hex)

    def worth(act: Act) -> float:
        ground = step.terrain_of(act)
        own = own_side(position, seat, hex, ground).strength
        theirs = foe.points * doubled(w, foe.race, ground) / 2 + 1 if foe is not None else 1.0
        return own / (theirs + 5)

    return max(acts, key=worth)


def retreat(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Retreat into an own fortress, to friends, or away from the enemy."""
    w = position.world
    enemies = [hex for hex in position.troops if stands_in(position, 1 - seat, hex)]

    def worth(act: Act) -> float:
        hex, _ = way_of(act)
        near = min((w.distance(hex, enemy) for enemy in enemies), default=9)
        harm = 4.0 if w.aspect[hex] == "wild" else 0.0
        return 4.0 * (garrison_side(position, hex) == seat) + 2.0 * stands_in(position, seat, hex) + near - harm

    return max(acts, key=worth)
