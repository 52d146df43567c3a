"""Duels arcane and trials by combat: what champions are worth, what blows do, and how it ends (albion/15.6, 16.4, 16.5,
7.9/t25, 20.6/22b).
"""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.amounts import a_or_many
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.combat.modifiers import has_power
from tanelorn.games.albion.losses.deaths import kill, wound
from tanelorn.games.albion.stacks import evasion
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle, Force, Form
from tanelorn.games.albion.state.magic_items import bears, uses
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.ratings import is_hero
from tanelorn.games.albion.state.stacks import note_meetings
from tanelorn.games.albion.state.who_fights import Host, host_of, the_battle


def trial_worth(position: AlbionPosition, person: int) -> int:
    """Return Current Combat Strength (15.6), doubled for a hero (16.3.2, 16.5a)."""
    return ratings.combat(position, person) * (2 if is_hero(position, person) else 1)


def in_trial(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Combat strength, doubled for a hero; the printed one is the size (16.5a)."""
    return (
        sum(trial_worth(position, person) for person in host.persons),
        sum(position.world.p_combat[person] for person in host.persons),
    )


def printed_force(position: AlbionPosition, person: int, form: Form) -> Force:
    """Return what everybody may reckon of a champion by the counter alone: unhurt, and without items (16.4a, 16.5a)."""
    w = position.world
    if form == "duel":
        return Force(ratings.magic(position, person, w.p_magic[person]), w.p_magic[person])
    worth = w.p_combat[person] + position.strong[person]
    return Force(worth * (2 if w.p_hero[person] else 1), w.p_combat[person])


def in_duel(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Current Magic Strength (15.5); the basic one is the size (16.4a). A Mental Attack gives who has none a 1
    (19.4/08).
    """
    strength = size = 0
    for person in host.persons:
        basic = ratings.basic_magic(position, person)
        if battle.fight.kind == "mental":
            basic = max(basic, 1)
        strength, size = strength + ratings.magic(position, person, basic), size + basic
    return strength, size


def blows(position: AlbionPosition, battle: Battle, wounds: tuple[int, int], log: Log) -> None:
    """Give both champions their wounds (16.5c)."""
    bore = [bears(position, champion, "requiter") for champion in battle.champions]
    given = [0, 0]
    for seat in (0, 1):
        own, foe = battle.champions[seat], battle.champions[1 - seat]
        item = doubled(position, battle.form, foe, own) if wounds[seat] else ""
        given[seat] = wounds[seat] * (2 if item else 1)
        if log and given[seat]:
            w = position.world
            by = f" by **{w.items[w.item[item]].name}**, which strikes twice" if item else ""
            count = a_or_many(given[seat], "wound")
            log.say(f"**{w.persons[own].name}** is struck{by}: {count}.", clause="albion/16.5c", seat=seat)
    last = battle.rounds[-1]
    battle.rounds = [*battle.rounds[:-1], structs.replace(last, losses=((0, given[0], False), (0, given[1], False)))]
    for seat in (1, 0):
        own, foe = battle.champions[seat], battle.champions[1 - seat]
        if not given[seat]:
            continue
        before = position.wounds[own]
        dies = wound(position, own, given[seat], log, how=battle.form, victor=foe)
        if not dies and position.wounds[own] > before and _venomous(position, battle, foe):
            position.venom = sorted({*position.venom, own})
    for seat in (0, 1):
        if bore[seat] and position.at[battle.champions[seat]] < 0:
            requite(position, battle, seat, log)


def doubled(position: AlbionPosition, form: str, striker: int, victim: int) -> str:
    """Return the id of the item by which a champion's wounds count twice, if any (20.6/10, 20.6/12, 20.6/19)."""
    if form != "trial":
        return ""
    troll = position.world.p_race[victim] == "troll"
    items = ("red_cleaver", "ogmes_axe", "trollbane") if troll else ("red_cleaver", "ogmes_axe")
    return next((item for item in items if uses(position, striker, item)), "")


def requite(position: AlbionPosition, battle: Battle, seat: int, log: Log) -> None:
    """Requiter's bearer has died in a challenge: the other champion dies at once (20.6/22b)."""
    slayer, slain = battle.champions[1 - seat], battle.champions[seat]
    if position.at[slayer] >= 0:
        kill(position, slayer, log, how="requiter", victor=slain)


def _venomous(position: AlbionPosition, battle: Battle, striker: int) -> bool:
    """Whether a champion is Magog in a trial, whose wounds kill in the end (7.9/t25)."""
    magog = position.world.person["magog"]
    return battle.form == "trial" and striker == magog and has_power(position, magog)


class EndChallenge(Automatic, frozen=True, tag=True):
    """A challenge has been fought to the death (16.4b, 16.5b): venom does its work, and the winner is known (7.9/t25,
    7.9/t27).
    """

    title = "Challenge"
    clause = "albion/16.5b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Kill who is poisoned first; then put the challenge away."""
        battle = the_battle(position)
        for seat in (0, 1):
            champion = battle.champions[seat]
            if champion in position.venom and position.at[champion] >= 0:
                position.venom = []
                bore = bears(position, champion, "requiter")
                position.then(self)
                kill(position, champion, log, how="venom", victor=battle.champions[1 - seat])
                if bore:
                    requite(position, battle, seat, log)
                return
        position.venom = []
        living = [seat for seat in (0, 1) if not host_of(position, battle, seat).gone]
        winner = living[0] if len(living) == 1 else -1
        if log:
            w = position.world
            names = [w.persons[champion].name for champion in battle.champions]
            text = f"**{names[winner]}** wins." if winner >= 0 else "Neither champion lives."
            log.say(text, clause="albion/16.5b", seat=winner, places=(w.number[battle.fight.hex],))
        position.challenges = [
            structs.replace(one, fought=True, winner=winner)
            if one.fight == battle.fight and one.form == battle.form and one.accepted
            else one
            for one in position.challenges
        ]
        position.battle = None
        note_meetings(position, battle.fight.hex)
        evasion.check(position, battle.fight.hex)
