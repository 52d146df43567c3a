"""Rounds of combat: strengths said aloud, the roll, the losses, who attacks next (albion/15.8, 16.1 to 16.5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.albion.combat.before_the_round import (
    ARRANGE,
    ARRANGE_LABEL,
    Prepare,
    Side,
    arrange,
    may_have_persons,
    may_prepare,
)
from tanelorn.games.albion.combat.duels import EndChallenge, blows
from tanelorn.games.albion.combat.ending import EndCombat, why_over
from tanelorn.games.albion.combat.forces import able, force_of
from tanelorn.games.albion.combat.modifiers import column_shifts, roll_terms
from tanelorn.games.albion.combat.results_table import as_last_said, column_of, read, retreats_ahead
from tanelorn.games.albion.combat.retreat import Retreat
from tanelorn.games.albion.combat.window import said_aloud
from tanelorn.games.albion.losses.deaths import new_round
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import Due
from tanelorn.games.albion.state.battle import (
    FORMS,
    LOSSES,
    STRENGTHS,
    Battle,
    Fight,
    Force,
    Form,
    Round,
    kind_of,
    words_of,
)
from tanelorn.games.albion.state.command import assign
from tanelorn.games.albion.state.magic_items import in_use
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, button, plain
from tanelorn.games.albion.state.stacks import note_meetings
from tanelorn.games.albion.state.who_fights import Host, host_of, hosts_of, the_battle


class StartRound(Automatic, frozen=True, tag=True):
    """A round begins: both sides say what they are worth, and the column is found (16.1.4 to 16.1.6, 11.9f)."""

    title = "Round of combat"
    clause = "albion/15.8a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Work out both forces, unless the attacker has nothing left to attack with or nobody to attack."""
        battle = the_battle(position)
        hosts = hosts_of(position, battle)
        if battle.form:
            if any(host.gone for host in hosts):
                position.then(EndChallenge())
                return
        elif not able(position, battle, battle.attacker):
            position.then(NextRound())
            return
        new_round(position)
        for host in hosts:
            pick_items(position, host)
        battle.rounds = [*battle.rounds, weigh(position, battle, hosts)]
        if log:
            say_strengths(position, battle, log)
        position.then(Strike())


def weigh(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> Round:
    """Return a round before its roll: both forces, what changes the roll, the column (16.1.4 to 16.1.6)."""
    one = Round(
        battle.attacker,
        (force_of(position, battle, hosts[0]), force_of(position, battle, hosts[1])),
        roll_terms(position, battle, hosts),
        column_shifts(position, battle, hosts),
    )
    return structs.replace(one, column=column_of(position.world.charts, one))


def pick_items(position: AlbionPosition, host: Host) -> None:
    """Items matter now: what each person uses of their own holds for the phase (20.2.4)."""
    for person in host.persons:
        if person in position.bearer:
            position.used[person] = in_use(position, person)


def say_strengths(position: AlbionPosition, battle: Battle, log: Log) -> None:
    """Tell what both sides say aloud (11.9f), and the column."""
    w, last = position.world, battle.rounds[-1]
    foe = 1 - last.attacker
    verb = "attacks" if last.attacker else "attack"
    text = (
        f"Round {len(battle.rounds)}: **{SEAT_NAMES[last.attacker]}** {verb} with {_force(last.forces[last.attacker])}"
        f" against {_force(last.forces[foe])}"
    )
    odds = odds_words(position, last)
    text += f": {odds}."
    if battle.form:
        one, other = (w.persons[battle.champions[seat]].name for seat in (last.attacker, foe))
        text = (
            f"Round {len(battle.rounds)}: **{one}** with {_force(last.forces[last.attacker])} against **{other}**"
            f" with {_force(last.forces[foe])}: {odds}."
        )
    places = (w.number[battle.fight.hex],)
    log.say(text, clause=f"albion/{STRENGTHS[kind_of(battle)]}", seat=last.attacker, places=places)


def _force(force: Force) -> str:
    return f"{force.strength} (force {force.size})"


def odds_words(position: AlbionPosition, last: Round) -> str:
    """Say the odds of a round, and what shifts them."""
    charts = position.world.charts
    plain = charts.ratio_column(last.forces[last.attacker].strength, last.forces[1 - last.attacker].strength)
    moved = [f"{why} {'+' if n > 0 else '−'}{abs(n)}" for why, n, _ in last.shifts]
    odds = f"odds {charts.columns[plain]}"
    return f"{odds}, by columns {', '.join(moved)}: {charts.columns[last.column]}" if moved else odds


class Strike(Chances, frozen=True, tag=True):
    """The attacker rolls, and the table says what both sides lose (16.0a, 16.1.7, 16.1.10, chart/casualty)."""

    title = "Combat roll"
    clause = "albion/16.1.7"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        battle = the_battle(position)
        return Roll(2, 6, f"{words_of(battle)} at {position.world.number[battle.fight.hex]}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Read the tables; each side's losses follow from its letter and its size."""
        battle = the_battle(position)
        last = read(position.world.charts, battle.rounds[-1], outcome)
        dues = [due_of(position, battle, seat, last.letters[seat]) for seat in (0, 1)]
        losses = (_lost(battle, dues[0]), _lost(battle, dues[1]))
        battle.rounds = [*battle.rounds[:-1], structs.replace(last, losses=losses)]
        if log:
            say_result(position, battle, log)
        if battle.form:
            position.then(NextBlow())
            blows(position, battle, (dues[0].wounds, dues[1].wounds), log)
            return
        kind = battle.fight.kind
        position.then(AfterRound(battle.inside))
        take_losses(position, dues, how=kind, clause=f"albion/{LOSSES[kind]}")


def due_of(position: AlbionPosition, battle: Battle, seat: int, letter: str) -> Due:
    """Return what a letter costs a side: points and wounds on land, steps and wounds at sea, wounds elsewhere (7.1,
    16.1.10, 16.2.8, 16.3.7).
    """
    hex, size = battle.fight.hex, battle.rounds[-1].forces[seat].size
    loss = position.world.charts.loss(letter, size)
    if battle.form:
        return Due(seat, hex, "fight", wounds=loss.wounds)
    if battle.fight.kind == "engagement":
        return Due(seat, hex, "fight", wounds=loss.wounds, steps=loss.wounds, dagger=loss.dagger)
    host = host_of(position, battle, seat)
    if battle.fight.kind == "melee":
        return Due(seat, hex, "fight", wounds=loss.wounds, dagger=loss.dagger, heads=len(host.persons))
    seen = may_have_persons(position, seat, hex)
    return Due(
        seat,
        hex,
        "fight",
        loss.csp if host.points else 0,
        loss.wounds if seen else 0,
        dagger=loss.dagger,
        size=host.points - host.fort,
        heads=-1 if seen else 0,
    )


def _lost(battle: Battle, due: Due) -> tuple[int, int, bool]:
    return (due.steps if battle.fight.kind == "engagement" else due.csp, due.wounds, due.dagger)


def say_result(position: AlbionPosition, battle: Battle, log: Log) -> None:
    """Tell the roll with its modifiers and what the table says."""
    last, w = battle.rounds[-1], position.world
    terms = "".join(f", {n:+d} {why}" for why, n, _ in last.terms).replace("-", "−")
    pair = "/".join(
        (last.letters[seat] or "–") + ("r" if last.retreats[seat] else "")
        for seat in (last.attacker, 1 - last.attacker)
    )
    total = f" make {last.total}" if last.terms else ""
    text = f"The dice show {sum(last.dice)}{terms}{total}: {pair}."
    places = (w.number[battle.fight.hex],)
    fought = said_aloud(position, battle)
    log.say(text, clause="albion/chart/crt", seat=last.attacker, places=places, dice=last.dice, fought=fought)


class AfterRound(Automatic, frozen=True, tag=True):
    """Losses have been taken: a side that must retreat does so, unless its fortress has sheltered it (15.8c, 17.1c).

    `sheltered` is the seat whose garrison was inside when the round began.
    """

    sheltered: int
    title = "Round of combat"
    clause = "albion/15.8c"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """See what is left, put troops under new commanders (14.2b), and push the retreats."""
        battle = the_battle(position)
        hex = battle.fight.hex
        if battle.inside >= 0 and hex in position.ruined:
            battle.inside = -1
        note_meetings(position, hex)
        if battle.fight.kind != "melee":
            for seat in (0, 1):
                assign(position, seat, hex)
        last, hosts = battle.rounds[-1], hosts_of(position, battle)
        retreats = []
        for seat in (0, 1):
            if last.retreats[seat] and not hosts[seat].gone:
                if seat != self.sheltered:
                    retreats.append(Retreat(seat))
                elif log:
                    verb, place = "stays" if seat else "stay", at_hex(position.world, hex)
                    text = f"**{SEAT_NAMES[seat]}** {verb} behind the walls of {place}."
                    log.say(text, clause="albion/17.1c", seat=seat, places=(position.world.number[hex],))
        position.then(*retreats, NextRound())


class NextRound(Automatic, frozen=True, tag=True):
    """The round is over: the combat ends (15.8b), or the side that may attack next is asked (15.8a)."""

    title = "Initiative"
    clause = "albion/15.8a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """See who is left."""
        battle = the_battle(position)
        note_meetings(position, battle.fight.hex)
        battle.over = battle.over or why_over(position, battle)
        if battle.over:
            position.then(EndCombat())
            return
        first = battle.attacker if able(position, battle, battle.attacker) else 1 - battle.attacker
        position.then(FightOn(first))


# Whether there is another round

ATTACK, STOP = plain("attack"), plain("stop")


def _attack(side: Side, act: Act, log: Log) -> None:
    begin_round(side.position, side.battle, side.seat)


def _attack_labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    """Say how strong both were when the enemy's strength was last told."""
    position, seat, battle, pick = side.position, side.seat, side.battle, ATTACK.path[0]
    if not battle.rounds:
        return {pick: Pick(pick, "Attack", risk=True)}
    w, last = position.world, battle.rounds[-1]
    own = force_of(position, battle, host_of(position, battle, seat)._replace(fort=0))
    said = f"your {own.strength} against {last.forces[1 - seat].strength} as last said"
    assumed = "The enemy is as strong as last said, and what moved the last roll moves this one"
    ahead = retreats_ahead(w, battle, as_last_said(w.charts, last, seat, own), assumed=assumed)
    return {pick: Pick(pick, "Attack", said, risk=True, chances=ahead)}


def _stop(side: Side, act: Act, log: Log) -> None:
    """Let the other side decide, or end the combat."""
    position, seat, battle = side.position, side.seat, side.battle
    if seat == battle.attacker and able(position, battle, 1 - seat):
        position.then(FightOn(1 - seat))
    else:
        battle.over = "neither side attacks"
        position.then(EndCombat())


def _may_arrange(side: Side) -> list[Act]:
    able = not side.arranged and may_prepare(side.position, side.battle, side.seat)
    return [ARRANGE] if able else []


def _arrange(side: Side, act: Act, log: Log) -> None:
    side.position.then(FightOn(side.seat, True))
    arrange(side.position, side.battle, side.seat)


BETWEEN_ROUNDS: Verbs[Side] = Verbs(
    Verb(ATTACK.verb, lambda side: (ATTACK,), _attack, _attack_labels),
    Verb(STOP.verb, lambda side: (STOP,), _stop, lambda side, acts: dict([button("stop", "Stop", enter=True)])),
    Verb(ARRANGE.verb, _may_arrange, _arrange, lambda side, acts: ARRANGE_LABEL),
)
"""What a side may do between rounds."""


class FightOn(AsksOne, frozen=True, tag=True):
    """Whether a side attacks in another round: the attacker first, then the other side may take over (15.8a)."""

    arranged: bool = False
    title = "Initiative"
    clause = "albion/15.8a"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Attack, stop, or arrange the stack first."""
        battle = the_battle(position)
        place = at_hex(position.world, battle.fight.hex)
        ask = "Do you attack again" if self.seat == battle.attacker else "The enemy stops. Do you attack now"
        return BETWEEN_ROUNDS.asked(Side(position, self.seat, self.arranged), f"{ask} at {place}?", default=STOP)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Attack, or let the other side decide, or end it."""
        BETWEEN_ROUNDS.do(Side(position, self.seat, self.arranged), choice, log)


# How rounds begin


def begin_round(position: AlbionPosition, battle: Battle, seat: int) -> None:
    """Let a seat attack in the next round; the other side may prepare first."""
    battle.attacker = seat
    battle.turned = battle.turned or seat != battle.opener
    position.then(*([Prepare(1 - seat)] if may_prepare(position, battle, 1 - seat) else []), StartRound())


def opening(position: AlbionPosition, battle: Battle) -> None:
    """Let both sides prepare for the first round, the attacker first."""
    seats = [seat for seat in (battle.attacker, 1 - battle.attacker) if may_prepare(position, battle, seat)]
    position.then(*(Prepare(seat) for seat in seats), StartRound())


def duel(
    position: AlbionPosition, challenger: int, opponent: int, log: Log, *, form: Form, fight: Fight | None = None
) -> None:
    """Push a whole challenge combat, to the death (16.4b, 16.5b); without a fight it is a Mental Attack, over any
    distance (19.4/08).
    """
    seat = position.side[challenger]
    champions = [-1, -1]
    champions[seat], champions[1 - seat] = challenger, opponent
    mental = Fight(position.at[opponent], "mental")
    battle = Battle(fight or mental, seat, seat, form=form, champions=champions)
    position.battle = battle
    w = position.world
    if log:
        one, other = w.persons[challenger].name, w.persons[opponent].name
        where = at_hex(w, battle.fight.hex)
        text = f"**{one}** attacks the mind of **{other}** at {where}."
        if fight is not None:
            text = f"**{one}** and **{other}** meet in a {FORMS[form]} at {where}, to the death."
        clause = "albion/16.4b" if form == "duel" else "albion/16.5b"
        log.say(text, clause=clause, seat=seat, places=(w.number[battle.fight.hex],), heading=True)
    opening(position, battle)


class NextBlow(Automatic, frozen=True, tag=True):
    """A round of a challenge is over: the challenger attacks again unless somebody is dead (16.4b)."""

    title = "Challenge"
    clause = "albion/16.4b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Go on to the death."""
        battle = the_battle(position)
        dead = any(position.at[champion] < 0 for champion in battle.champions)
        position.then(EndChallenge() if dead else StartRound())
