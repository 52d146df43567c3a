"""Challenges: who offers a duel arcane or a trial by combat, and who answers (albion/5.D.5c to e, 15.4 to 15.6);
what a refusal costs, and what Imric or Auberon wins by it (16.1.6, 7.9/t27).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec import structs

from tanelorn.core.acts import Act, Acts, PartByPart, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.duels import printed_force, trial_worth
from tanelorn.games.albion.combat.forces import force_of
from tanelorn.games.albion.combat.modifiers import DECLINED, column_shifts, has_power, roll_terms
from tanelorn.games.albion.combat.results_table import blows_ahead, column_of
from tanelorn.games.albion.combat.rounds import duel
from tanelorn.games.albion.state.battle import FORMS, Battle, Challenge, Fight, Form, Round
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import (
    SEAT_NAMES,
    at_hex,
    button,
    piece_id,
    plain,
    with_button,
    with_piece,
)
from tanelorn.games.albion.state.ratings import magic
from tanelorn.games.albion.state.who_fights import Host, fleet_of, in_hand

EACH: tuple[Form, ...] = ("duel", "trial")


def persons_in(position: AlbionPosition, fight: Fight, seat: int) -> list[int]:
    """Return the persons of a seat who take part in a fight: ashore, in hand in an overrun, or aboard (12.2d,
    15.6).
    """
    if fight.kind == "engagement":
        return list(fleet_of(position, fight, seat).persons)
    if fight.overrun and seat == position.active:
        return in_hand(position, seat, fight.hex)[0]
    return position.ashore(seat, fight.hex)


def may_meet(position: AlbionPosition, fight: Fight) -> bool:
    """Tell whether both sides may have persons in a fight, as far as both know."""
    if fight.kind == "engagement":
        return True
    return all(position.told[seat].get(fight.hex, 0) & PERSONS for seat in (0, 1))


def why_not(position: AlbionPosition, person: int, form: str, companions: list[int]) -> tuple[str, str] | None:
    """Return why a person cannot be a champion, or None: casters, in a duel those without magic (15.5), Grogan
    (7.9/t26), in a trial Bran Og's companions (7.9/m37).
    """
    w = position.world
    name = w.persons[person].name
    if position.did[person] & BOUND:
        return f"{name} has tried to cast this turn.", "albion/19.3a"
    if form == "duel" and w.p_magic[person] < 1:
        return f"{name} has no magic.", "albion/15.5"
    grogan, hero = w.person["grogan"], w.person["bran_og"]
    if person == grogan and has_power(position, grogan):
        return "Grogan neither offers nor accepts challenges.", "albion/7.9/t26"
    if form == "trial" and person != hero and hero in companions and has_power(position, hero):
        return "Where Bran Og stands only he fights trials by combat.", "albion/7.9/m37"
    return None


def champions(position: AlbionPosition, fight: Fight, seat: int, form: str) -> list[int]:
    """Return who of a seat can be its champion in a fight."""
    persons = persons_in(position, fight, seat)
    return [person for person in persons if why_not(position, person, form, persons) is None]


def open_forms(position: AlbionPosition, fight: Fight) -> list[Form]:
    """Return the forms of challenge that nobody has offered for a fight yet (15.4c)."""
    offered = {one.form for one in position.challenges if one.fight == fight}
    return [form for form in EACH if form not in offered]


def open_fights(position: AlbionPosition) -> list[Fight]:
    """Return the fights for which challenges may still be offered."""
    return [fight for fight in position.fights if fight.kind != "melee" and may_meet(position, fight)]


class Offers(Automatic, frozen=True, tag=True):
    """A side may offer challenges if persons of both may be in a fight (15.4a, 5.D.5c, d, e, 16.1.3, 16.2.2)."""

    seat: int
    title = "Challenges"
    clause = "albion/15.4a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask, where a form is left to offer."""
        if any(open_forms(position, fight) for fight in open_fights(position)):
            position.then(Offer(self.seat))


class Offering(NamedTuple):
    """A side that may offer challenges; `fight` is the one for which acts are looked for."""

    position: AlbionPosition
    seat: int
    fight: Fight | None = None


def _fights(offering: Offering) -> Iterator[Offering]:
    """Yield the side for each fight for which challenges may be offered."""
    for fight in open_fights(offering.position):
        yield offering._replace(fight=fight)


def _offers(form: Form) -> Callable[[Offering], list[Act]]:
    """Return who can offer a form of challenge, where it is free."""

    def fits(offering: Offering) -> list[Act]:
        position, seat, fight = offering
        if fight is None or form not in open_forms(position, fight):
            return []
        return [with_button(position.world, form, person) for person in champions(position, fight, seat, form)]

    return fits


def _offer(form: Form) -> Callable[[Offering, Act, Log], None]:
    """Note the challenge, and ask whether there are more."""

    def does(offering: Offering, act: Act, log: Log) -> None:
        position, seat, _ = offering
        champion, w = act.args[0], position.world
        fight = next(one for one in open_fights(position) if champion in persons_in(position, one, seat))
        position.challenges = [*position.challenges, Challenge(fight, form, seat, champion)]
        if log:
            text = f"**{w.persons[champion].name}** offers a {FORMS[form]} at {at_hex(w, fight.hex)}."
            log.say(text, clause="albion/15.4b", seat=seat, places=(w.number[fight.hex],))
        position.then(Offer(seat))

    return does


def _offer_labels(form: Form) -> Callable[[Offering, Sequence[Act]], dict[str, Pick]]:
    """Name the form, and its champions with where they stand."""

    def labels(offering: Offering, acts: Sequence[Act]) -> dict[str, Pick]:
        position, button = offering.position, f"button:{form}"
        note = f"to the death; refusing costs {DECLINED[form]} on the roll"
        found = {button: Pick(button, FORMS[form].capitalize(), note)}
        for act in acts:
            pick = person_pick(position, act.args[0])
            at = at_hex(position.world, position.at[act.args[0]])
            found[act.path[-1]] = structs.replace(pick, note=f"at {at}; {pick.note}")
        return found

    return labels


def _no_offers(form: Form) -> Callable[[Offering], list[Refusal]]:
    """Say who cannot offer it."""

    def refused(offering: Offering) -> list[Refusal]:
        position, seat, _ = offering
        found = []
        for fight in open_fights(position):
            persons = persons_in(position, fight, seat)
            taken = form not in open_forms(position, fight)
            for person in persons:
                why = why_not(position, person, form, persons)
                if taken:
                    why = (f"A {FORMS[form]} has been offered for this fight.", "albion/15.4c")
                if why is not None:
                    act = with_button(position.world, form, person)
                    found.append(Refusal(act.text, why[0], why[1], act.path))
        return found

    return refused


def _no_more(offering: Offering, act: Act, log: Log) -> None:
    """The other side answers each challenge."""
    position, seat, _ = offering
    waiting = [at for at, one in enumerate(position.challenges) if not one.answered]
    position.then(*(Answer(1 - seat, at) for at in waiting))


NO_CHALLENGE = plain("no challenge")
CHALLENGING: Verbs[Offering] = Verbs(
    Verb(
        NO_CHALLENGE.verb,
        lambda offering: (NO_CHALLENGE,),
        _no_more,
        lambda offering, acts: dict([button(NO_CHALLENGE.verb, "No challenge", enter=True)]),
    ),
    PartByPart(
        _fights, *(Verb(form, _offers(form), _offer(form), _offer_labels(form), _no_offers(form)) for form in EACH)
    ),
)
"""What a side may offer."""


class Offer(AsksOne, frozen=True, tag=True):
    """A side offers challenges, one after the other: the form and its champion (15.4b)."""

    title = "Challenges"
    clause = "albion/15.4b"
    still_asked = "whether anybody there may challenge is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each champion with each form that is free in that fight; or no more."""
        prompt = "Do you challenge the enemy’s champions before the fighting?"
        return CHALLENGING.asked(Offering(position, self.seat), prompt, default=NO_CHALLENGE)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the challenge; when there are no more the other side answers each."""
        CHALLENGING.do(Offering(position, self.seat), choice, log)


def person_pick(position: AlbionPosition, person: int) -> Pick:
    """Return the pick of a champion, with what the champion’s player should know."""
    w = position.world
    life = w.p_combat[person] - position.wounds[person]
    pick = f"piece:{piece_id(w, person)}"
    worth = f"combat {trial_worth(position, person)}, magic {magic(position, person)}"
    return Pick(pick, w.persons[person].name, f"{worth}; {life} of {w.p_combat[person]} wounds left", risk=True)


class Challenged(NamedTuple):
    """A side that is challenged; `at` is the place of the challenge among all."""

    position: AlbionPosition
    seat: int
    at: int

    @property
    def challenge(self) -> Challenge:
        """What is offered."""
        return self.position.challenges[self.at]

    @property
    def persons(self) -> list[int]:
        """Who of the side takes part in the fight."""
        return persons_in(self.position, self.challenge.fight, self.seat)

    def reply(self, opponent: int, text: str, log: Log) -> None:
        """Note who answers, -1 for nobody."""
        (position, seat, at), one = self, self.challenge
        answered = structs.replace(one, opponent=opponent, answered=True)
        position.challenges = [answered if n == at else other for n, other in enumerate(position.challenges)]
        if log:
            log.say(text, clause="albion/15.4b", seat=seat, places=(position.world.number[one.fight.hex],))


def _refuse(challenged: Challenged, act: Act, log: Log) -> None:
    seat, form = challenged.seat, FORMS[challenged.challenge.form]
    challenged.reply(-1, f"**{SEAT_NAMES[seat]}** {'refuses' if seat else 'refuse'} the {form}.", log)


def _refuse_labels(challenged: Challenged, acts: Sequence[Act]) -> dict[str, Pick]:
    position, one = challenged.position, challenged.challenge
    costs = any(
        not position.did[person] & BOUND and (one.form == "trial" or position.world.p_magic[person] >= 1)
        for person in challenged.persons
    )
    note = f"{DECLINED[one.form]} against you in each roll of this fight" if costs else "at no cost"
    return dict([button(REFUSE.verb, "Refuse", note=note)])


def _able(challenged: Challenged) -> list[Act]:
    """Return who can answer."""
    position, one = challenged.position, challenged.challenge
    able = champions(position, one.fight, challenged.seat, one.form)
    return [with_piece(position.world, "send", person) for person in able]


def _send(challenged: Challenged, act: Act, log: Log) -> None:
    champion = act.args[0]
    who, form = challenged.position.world.persons[champion].name, FORMS[challenged.challenge.form]
    challenged.reply(champion, f"**{who}** accepts the {form}.", log)


def _send_labels(challenged: Challenged, acts: Sequence[Act]) -> dict[str, Pick]:
    return {
        act.path[-1]: structs.replace(
            person_pick(challenged.position, act.args[0]), chances=_first_blow(challenged, act.args[0])
        )
        for act in acts
    }


T = TypeVar("T")


def _by_seat(seat: int, mine: T, theirs: T) -> tuple[T, T]:
    return (mine, theirs) if seat == 0 else (theirs, mine)


def _first_blow(challenged: Challenged, champion: int) -> Odds:
    """Return what the first blow may bring: of the enemy's champion nothing but the counter is known."""
    (position, seat, _), one, w = challenged, challenged.challenge, challenged.position.world
    champions = _by_seat(seat, champion, one.champion)
    battle = Battle(one.fight, one.seat, one.seat, form=one.form, champions=list(champions))
    own, foe = Host(seat, (champion,), (champion,)), Host(1 - seat, (one.champion,))
    hosts = _by_seat(seat, own, foe)
    forces = _by_seat(seat, force_of(position, battle, own), printed_force(position, one.champion, one.form))
    terms, shifts = roll_terms(position, battle, hosts), column_shifts(position, battle, hosts)
    blow = Round(one.seat, forces, terms, shifts)
    blow = structs.replace(blow, column=column_of(w.charts, blow))
    names = (w.persons[champions[0]].name, w.persons[champions[1]].name)
    assumed = f"The first blow, if {w.persons[one.champion].name} is unhurt and bears nothing that counts"
    return blows_ahead(w, blow, names, assumed=assumed)


def _unable(challenged: Challenged) -> list[Refusal]:
    position, form, persons = challenged.position, challenged.challenge.form, challenged.persons
    found = []
    for person in persons:
        why = why_not(position, person, form, persons)
        if why is not None:
            act = with_piece(position.world, "send", person)
            found.append(Refusal(act.text, why[0], why[1], act.path))
    return found


REFUSE = plain("refuse")
ANSWERS: Verbs[Challenged] = Verbs(
    Verb(REFUSE.verb, lambda challenged: (REFUSE,), _refuse, _refuse_labels),
    Verb("send", _able, _send, _send_labels, _unable),
)
"""How a challenge may be answered."""


class Answer(AsksOne, frozen=True, tag=True):
    """A side answers a challenge: it names its champion, or refuses (15.4b)."""

    at: int
    title = "Challenges"
    clause = "albion/15.4b"
    still_asked = "who could answer is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Refuse, or send one of those who can fight in that form."""
        one, w = position.challenges[self.at], position.world
        who, where = w.persons[one.champion].name, one.fight.hex
        prompt = f"{who} offers a {FORMS[one.form]} at {at_hex(w, where)}, to the death."
        return ANSWERS.asked(Challenged(position, self.seat, self.at), prompt, default=REFUSE, place=w.number[where])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the answer."""
        ANSWERS.do(Challenged(position, self.seat, self.at), choice, log)


class StartChallenge(Automatic, frozen=True, tag=True):
    """An accepted challenge is fought (5.D.5g); it lapses if a champion has died meanwhile."""

    at: int
    title = "Challenge"
    clause = "albion/5.D.5g"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Fight it to the death."""
        one, w = position.challenges[self.at], position.world
        if position.at[one.champion] == position.at[one.opponent] == one.fight.hex:
            duel(position, one.champion, one.opponent, log, form=one.form, fight=one.fight)
            return
        position.challenges = [
            structs.replace(other, fought=True) if at == self.at else other
            for at, other in enumerate(position.challenges)
        ]
        if log:
            text = f"The {FORMS[one.form]} at {at_hex(w, one.fight.hex)} lapses: a champion is gone."
            log.say(text, clause="albion/5.D.5g", seat=one.seat, places=(w.number[one.fight.hex],))


# What challenges change in the combat that follows


def declined(position: AlbionPosition, fight: Fight) -> list[list[str]]:
    """Return by seat which challenges it has refused for a fight (16.1.6b, 16.1.6c)."""
    refused: list[list[str]] = [[], []]
    for one in position.challenges:
        if one.fight == fight and one.answered and not one.accepted:
            refused[1 - one.seat].append(one.form)
    return refused


def favour(position: AlbionPosition, fight: Fight) -> int:
    """Return who has won a challenge between Imric and Auberon for a fight, -1 for nobody (7.9/t27)."""
    w = position.world
    rivals = {w.person["imric"], w.person["auberon"]}
    for one in position.challenges:
        if one.fight == fight and {one.champion, one.opponent} == rivals and has_power(position, w.person["imric"]):
            return one.winner
    return -1
