"""The result of a battle (elric/10.6, 7.5.2b): by the table or the two thresholds of a wall; then the losses."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.core.acts import Acts
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.sieges import falls_by, inside_wall, is_assault
from tanelorn.games.elric.combat.totals import BattleDice, at_sea, left, side_name, the_battle
from tanelorn.games.elric.equipment.counters import FLEET
from tanelorn.games.elric.losses.casualties import TakeLosses, row
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import strength
from tanelorn.games.elric.state.words import button, plain


def difference(position: ElricPosition) -> int:
    """Return the difference of the two totals with their dice, by which the higher has won (10.5a)."""
    totals = the_battle(position).totals
    return abs(totals[0] - totals[1])


class Verdict(NamedTuple):
    """What a battle brings that was won by the dice: what becomes of the loser, what they must lose, whether the city
    falls, and what its defenders count against the thresholds of the wall.
    """

    result: str
    loss: int = 0
    falls: bool = False
    worth: int = 0


def verdict(position: ElricPosition, winner: int, margin: int) -> Verdict:
    """Return what a difference brings, by the table or by the two thresholds of a wall (10.6, 7.5.2b): the worth of all
    defenders, and that with the wall.
    """
    battle, found = the_battle(position), row(margin)
    by_table = Verdict("eliminated" if found.eliminated else "retreat", found.loss)
    if winner == 1 or not is_assault(position):
        return by_table
    if battle.seats[1] == NOBODY:
        falls = margin >= falls_by(position, 0)
        return Verdict("eliminated" if falls else "stands", falls=falls)
    worth = strength(position, left(position, 1))
    falls = margin >= falls_by(position, worth)
    if falls or (worth and margin >= worth):
        return Verdict("eliminated", 0, falls, worth)
    return by_table._replace(worth=worth)


def battle_ahead(position: ElricPosition, sums: tuple[int, int], *, assumed: str = "") -> Odds:
    """Return what the dice may bring to two totals: the best for the attacker first."""
    ask = BattleDice().ask(position)

    def end(dice: tuple[int, ...]) -> End:
        ahead = sums[0] + dice[0] - sums[1] - dice[1]
        if not ahead:
            return "both throw again", NOBODY
        winner = 0 if ahead > 0 else 1
        return _end(position, winner, verdict(position, winner, abs(ahead)))

    throws = sorted((dice for dice, _ in ask.outcomes()), key=lambda dice: dice[1] - dice[0])
    return reckon(ask, end, map(end, throws), assumed=assumed)


def _end(position: ElricPosition, winner: int, found: Verdict) -> End:
    """Say what becomes of the loser, and who wished for it."""
    battle, name = the_battle(position), side_name(position, 1 - winner)
    if found.result == "stands":
        return f"{name} stands", NOBODY
    seat = battle.seats[winner]
    if winner == 0 and battle.seats[1] == NOBODY:
        return f"{name} {'is beaten' if battle.monster >= 0 else 'falls'}", seat
    if found.result == "eliminated" and winner == 0 and is_assault(position):
        return f"{name} is eliminated, the wall {'is overcome' if found.falls else 'holds'}", seat
    if found.result == "eliminated":
        return f"{name} is eliminated", seat
    loses = f"loses {found.loss}" if found.loss else ""
    if inside_wall(position, 1 - winner):
        return f"{name} {loses or 'loses nothing'}", seat
    return f"{name} retreats{' and ' if loses else ''}{loses}", seat


class Result(Automatic, frozen=True, tag=True):
    """What the difference means, shown until somebody continues (10.6)."""

    title = "Result"
    clause = "elric/10.6"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Work out the result, show it, then let it take effect."""
        battle = the_battle(position)
        battle.segment = "result"
        if battle.winner in (0, 1):
            if battle.dice == (0, 0):
                self._walkover(position)
            else:
                found = verdict(position, battle.winner, difference(position))
                battle.result, battle.loss, battle.falls, battle.worth = found
            if log:
                self._tell(position, log)
        position.then(GoOn(self._looks(position)), Apply())

    def _walkover(self, position: ElricPosition) -> None:
        """Nothing was left to fight (10.4b); an undefended neutral city or a wall always has its value."""
        battle = the_battle(position)
        battle.result = "retreat"
        battle.falls = battle.winner == 0 and battle.fight.city

    def _tell(self, position: ElricPosition, log: Log) -> None:
        battle = the_battle(position)
        winner, loser = (side_name(position, side) for side in (battle.winner, 1 - battle.winner))
        what = {
            "retreat": self._loss(position),
            "eliminated": "eliminated",
            "stands": "the city stands",
        }[battle.result]
        if is_assault(position) and battle.winner == 0 and battle.result == "eliminated":
            what += ", the wall is overcome" if battle.falls else ", but the wall holds"
        log.say(
            f"**{winner}** wins by {difference(position)}: {loser}: {what}.",
            clause="elric/7.5.2b" if is_assault(position) and battle.winner == 0 else "elric/10.6",
            seat=battle.seats[battle.winner],
            places=(position.world.areas[battle.fight.area].id,),
        )

    def _loss(self, position: ElricPosition) -> str:
        """Say what the loser must do by the table; within walls there is no retreat (10.7d)."""
        battle = the_battle(position)
        stays = inside_wall(position, 1 - battle.winner)
        if battle.dice == (0, 0) or (stays and not battle.loss):
            return "nothing to lose"
        return f"lose {battle.loss}" if stays else row(difference(position)).text

    def _looks(self, position: ElricPosition) -> int:
        """Return who looks at the result: the loser if there is something to choose, otherwise the attacker."""
        battle = the_battle(position)
        if battle.winner not in (0, 1) or battle.result != "retreat":
            return battle.seats[0]
        loser = 1 - battle.winner
        if battle.seats[loser] == NOBODY or not left(position, loser):
            return battle.seats[0]
        chooses = battle.loss > 0 or not inside_wall(position, loser)
        return battle.seats[loser] if chooses else battle.seats[0]


class GoOn(AsksOne, frozen=True, tag=True):
    """The dice and the result lie open until one player continues."""

    title = "Result"
    clause = "elric/10.6"
    still_asked = "the result is looked at before it is carried out"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Go on."""
        act = plain("go on")
        battle = the_battle(position)
        prompt = "Nobody wins."
        if battle.winner in (0, 1):
            prompt = f"{side_name(position, battle.winner)} wins, {battle.totals[0]} to {battle.totals[1]}."
        return Acts([act], prompt, labels=lambda: dict([button("go on", "Go on", enter=True)]), default=act)

    def take(self, position: ElricPosition, seat: int, choice: object, log: Log) -> None:
        """Go on."""


class Apply(Automatic, frozen=True, tag=True):
    """The loser takes the losses (10.7)."""

    title = "Losses"
    clause = "elric/10.7a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Eliminate all, or push the losses."""
        battle = the_battle(position)
        battle.segment = "losses"
        if battle.winner not in (0, 1):
            return
        loser = 1 - battle.winner
        units = left(position, loser)
        if battle.result == "eliminated":
            kind = position.world.kind
            spared = is_assault(position) and loser == 1 and not battle.falls
            eliminate(position, [u for u in units if not (spared and kind[u] == FLEET)], battle.fight.area, log)
        elif battle.result == "retreat" and battle.loss and units:
            sea = at_sea(position)
            position.then(TakeLosses(battle.seats[loser], tuple(units), battle.loss, battle.fight.area, sea))
