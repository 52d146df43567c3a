"""What persons and items do to a combat: modifiers of the roll, shifts of the column, the Hand of Torbay, the dragon's
teeth, the calling of the kings (albion/7.9, 16.1.6, 19.5/19c, 20.6).
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import Chances
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.losses.exposed import Due
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import FORMS, Battle
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.hosts import Host
from tanelorn.games.albion.state.magic_items import bears, user_among, uses
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.pieces import BROKEN
from tanelorn.games.albion.state.position import DEAD, AlbionPosition
from tanelorn.games.albion.state.world import FAERIE, FOMORIAN

Term = tuple[str, int, str]
"""A modifier: its reason in words, its value, its clause."""

DECLINED = {"duel": 3, "trial": 5}
"""What refusing a challenge costs in the rolls of its battle (16.1.6)."""

OVERRUN, FAVOUR, SHIFT = -3, 5, 2
"""What the roll of an overrun loses (12.5c), what Imric and Auberon play for (7.9/t27), and what Balor, Ogme's Axe and
the Staff of Dunatis turn a roll by.
"""

CALLERS = ("auberon", "edric", "elidor")
WIGANS_PEN = 19
"""Who calls the kings, and at which Place of Power (19.5/19c)."""


def has_power(position: AlbionPosition, person: int) -> bool:
    """Tell whether the sentences about a person hold: in the basic game only for those with a star (21.0b)."""
    return not position.basic or position.world.persons[person].star


def _named(position: AlbionPosition, id: str) -> int:
    """Return a person by id if what is said of them holds, else -2."""
    person = position.world.person[id]
    return person if has_power(position, person) else -2


# Modifiers of the roll


def roll_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> tuple[Term, ...]:
    """Return all that is added to the roll of a round, seen from the attacker (16.1.6, 16.2.5, 16.3.4, 16.4a)."""
    terms: list[Term] = []
    kind = battle.form or battle.fight.kind
    if not battle.form:
        terms += _command_terms(position, battle, hosts)
    if kind in ("battle", "engagement"):
        terms += _declined_terms(position, battle, hosts)
        if battle.fight.overrun:
            terms.append(("overrun", OVERRUN, "albion/12.5c"))
        if battle.favour >= 0:
            terms.append(("Imric and Auberon have met", FAVOUR * _sign(battle, battle.favour), "albion/7.9/t27"))
    if kind == "melee":
        terms += _item_terms(position, battle, hosts, "ogmes_axe", "albion/20.6/19")
    if kind == "trial":
        balor = _named(position, "balor")
        terms += [
            ("**Balor**", SHIFT * _sign(battle, host.seat), "albion/7.9/t24") for host in hosts if balor in host.persons
        ]
    terms += _item_terms(position, battle, hosts, "staff_of_dunatis", "albion/20.6/21")
    return tuple(terms)


def _sign(battle: Battle, seat: int) -> int:
    return 1 if seat == battle.attacker else -1


def _command_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> list[Term]:
    terms = []
    for seat in (battle.attacker, 1 - battle.attacker):
        rating = ratings.stack_command(position, hosts[seat].counted)
        if rating:
            terms.append((f"command of {_side(seat)}", rating * _sign(battle, seat), "albion/16.1.6a"))
    return terms


def _side(seat: int) -> str:
    return "the Fomorians" if seat == FOMORIAN else "Faerie"


def _declined_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> list[Term]:
    """A declined challenge costs its side while somebody is there who could have been asked (16.1.6b to 16.1.6d)."""
    terms = []
    for seat in (battle.attacker, 1 - battle.attacker):
        for form in battle.declined[seat]:
            if any(could_answer(position, person, form) for person in hosts[seat].persons):
                clause = "albion/16.1.6b" if form == "duel" else "albion/16.1.6c"
                terms.append((f"{_side(seat)} declined a {FORMS[form]}", -DECLINED[form] * _sign(battle, seat), clause))
    return terms


def could_answer(position: AlbionPosition, person: int, form: str) -> bool:
    """Tell whether a person is one of those whose refusal costs: able to fight in that form, and free (16.1.6d)."""
    return not position.did[person] & BOUND and (form == "trial" or position.world.p_magic[person] >= 1)


def _item_terms(
    position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host], item: str, clause: str
) -> list[Term]:
    name = position.world.items[position.world.item[item]].name
    return [
        (f"**{name}**", SHIFT * _sign(battle, host.seat), clause)
        for host in hosts
        if user_among(position, list(host.counted), item) >= 0
    ]


# Shifts of the column


def column_shifts(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> tuple[Term, ...]:
    """Return by how many columns the ratio is shifted, to the right for the attacker (7.9, chart/crt)."""
    if battle.form:
        return _champion_shifts(position, battle)
    if battle.fight.kind != "battle":
        return ()
    rurik = _named(position, "rurik")
    return tuple(("**Rurik**", _sign(battle, host.seat), "albion/7.9/t29") for host in hosts if rurik in host.counted)


RIVALS = (("connan", "cluracan", "albion/7.9/t23"), ("bogan", "elidor", "albion/7.9/t21"))
"""Who has a column in their favour against whom in challenge combat."""


def _champion_shifts(position: AlbionPosition, battle: Battle) -> tuple[Term, ...]:
    shifts = []
    w = position.world
    for seat in (battle.attacker, 1 - battle.attacker):
        own, foe = battle.champions[seat], battle.champions[1 - seat]
        sign = _sign(battle, seat)
        if own == _named(position, "dorwen"):
            shifts.append(("**Dorwen**", sign, "albion/7.9/e05"))
        for one, other, clause in RIVALS:
            if own == _named(position, one) and foe == w.person[other]:
                shifts.append((f"**{w.persons[own].name}** against **{w.persons[foe].name}**", sign, clause))
        avenges = position.at[w.person["cluracan"]] == DEAD and w.p_race[foe] == "troll"
        if own == _named(position, "morigu") and avenges:
            shifts.append(("**Morigu** avenges Cluracan", 2 * sign, "albion/7.9/e13"))
    return tuple(shifts)


# What a champion's blow does


def doubled(position: AlbionPosition, form: str, striker: int, victim: int) -> str:
    """Return the id of the item by which a champion's wounds count twice, empty for none (20.6/10, /12, /19)."""
    if form != "trial":
        return ""
    troll = position.world.p_race[victim] == "troll"
    items = ("red_cleaver", "ogmes_axe", "trollbane") if troll else ("red_cleaver", "ogmes_axe")
    return next((item for item in items if uses(position, striker, item)), "")


# The Hand of Torbay


class Touch(Chances, frozen=True, tag=True):
    """Whoever is touched by the Hand of Torbay rolls a die, and dies above the higher of their strengths (20.6/15)."""

    person: int
    title = "The Hand of Torbay"
    clause = "albion/20.6/15"

    def ask(self, position: AlbionPosition) -> Ask:
        """One die, thrown by the person’s player."""
        return Roll(1, 6, f"{position.world.persons[self.person].name} is touched by the Hand of Torbay")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Die or live."""
        person, name = self.person, position.world.persons[self.person].name
        safe = _escapes(max(ratings.combat(position, person), ratings.magic(position, person)), outcome)
        if log:
            fate = "does no harm" if safe else "kills"
            text = f"**{name}** is touched by the **Hand of Torbay**: {outcome[0]} is rolled, and the touch {fate}."
            log.say(text, clause="albion/20.6/15", seat=position.side[person], dice=outcome)
        if safe:
            return
        bore, battle = bears(position, person, "requiter"), position.battle
        kill(position, person, log, how="hand", victor=position.bearer[position.world.item["hand_of_torbay"]])
        if bore and battle is not None and battle.form:
            requite(position, battle, battle.champions.index(person), log)


def _escapes(strength: int, dice: tuple[int, ...]) -> bool:
    """Tell whether somebody of this strength, the better of theirs, escapes the touch (20.6/15)."""
    return dice[0] <= strength


def touch_ahead(position: AlbionPosition, seat: int, person: int) -> Odds:
    """Return whether the Hand kills somebody of the enemy, of whom nothing but the counter is known (20.6/15)."""
    w, name = position.world, position.world.persons[person].name
    strength = max(w.p_combat[person] + position.strong[person], ratings.magic(position, person, w.p_magic[person]))
    lives, dies = (f"{name} lives", 1 - seat), (f"{name} dies", seat)
    ask = Touch(person).ask(position)
    assumed = f"If {name} is unhurt and bears nothing that counts"
    return reckon(ask, lambda dice: lives if _escapes(strength, dice) else dies, (dies, lives), assumed=assumed)


# The Teeth of the Dragon


class Teeth(Chances, frozen=True, tag=True):
    """The dragon's teeth are sown: two dice of men rise for this battle (20.6/23)."""

    seat: int
    title = "Teeth of the Dragon"
    clause = "albion/20.6/23"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, "the men of the dragon’s teeth")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """They fight in this battle; the teeth are gone."""
        battle = position.battle
        assert battle is not None
        item = position.world.item["teeth_of_the_dragon"]
        position.bearer[item], position.item_at[item] = BROKEN, -1
        battle.teeth[self.seat] += sum(outcome)
        if log:
            text = f"**{SEAT_NAMES[self.seat]}** sow the **Teeth of the Dragon**: {sum(outcome)} men rise."
            if self.seat == FAERIE:
                text = text.replace("** sow", "** sows", 1)
            log.say(text, clause="albion/20.6/23", seat=self.seat, dice=outcome)


def teeth_ahead(position: AlbionPosition, seat: int) -> Odds:
    """Return how many men may rise (20.6/23)."""
    return reckon(
        Teeth(seat).ask(position), lambda dice: (next(said for most, said in _MEN if sum(dice) <= most), seat)
    )


_MEN = ((4, "2 to 4 men rise"), (6, "5 or 6 men rise"), (8, "7 or 8 men rise"), (12, "9 to 12 men rise"))


# The kings under Wigan's Pen


def caller(position: AlbionPosition, battle: Battle, host: Host) -> int:
    """Return who calls the kings before a battle: of those three the one of the best rating, -1 if none is there.

    Nobody who has cast in this turn calls them where their own side attacks (19.3c).
    """
    if battle.fight.kind != "battle" or position.basic or host.seat != FAERIE:
        return -1
    if position.world.place[battle.fight.hex] != WIGANS_PEN:
        return -1
    persons = [person for person in host.counted if position.world.persons[person].id in CALLERS]
    return max(persons, key=lambda person: (ratings.command(position, person), -person), default=-1)


class CallTheKings(Chances, frozen=True, tag=True):
    """Auberon, Edric or Elidor calls the kings who sleep under Wigan's Pen (19.5/19c)."""

    person: int
    title = "The calling of the kings"
    clause = "albion/19.5/19c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"{position.world.persons[self.person].name} calls the kings")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """So many army points of the enemy are destroyed; their owner picks which."""
        battle = position.battle
        assert battle is not None
        hex, rating = battle.fight.hex, ratings.command(position, self.person)
        count = sum(outcome) + rating
        if log:
            w = position.world
            text = (
                f"**{w.persons[self.person].name}** calls the kings at **{at_hex(w, hex)}**: {sum(outcome)} and the"
                f" rating of {rating} make {count}, and so many of the enemy are struck down."
            )
            log.say(text, clause="albion/19.5/19c", seat=FAERIE, places=(w.number[hex],), dice=outcome)
        take_losses(position, [Due(FOMORIAN, hex, "calling", csp=count)], how="spell", clause="albion/19.5/19c")


def requite(position: AlbionPosition, battle: Battle, seat: int, log: Log) -> None:
    """Requiter's bearer has died in a challenge: the other champion dies at once (20.6/22b)."""
    slayer, slain = battle.champions[1 - seat], battle.champions[seat]
    if position.at[slayer] >= 0:
        kill(position, slayer, log, how="requiter", victor=slain)
