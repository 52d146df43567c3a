"""Challenges: who offers a duel arcane or a trial by combat, and who answers (albion/5.D.5c to e, 15.4 to 15.6)."""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.forces import trial_worth
from tanelorn.games.albion.combat.powers import DECLINED, has_power
from tanelorn.games.albion.combat.rounds import duel
from tanelorn.games.albion.state.battle import FORMS, Challenge, Fight, Form
from tanelorn.games.albion.state.hosts import fleet_of, in_hand
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex, button, piece_id, plain, with_button, with_piece
from tanelorn.games.albion.state.position import BOUND, PERSONS, AlbionPosition
from tanelorn.games.albion.state.ratings import magic

EACH: tuple[Form, ...] = ("duel", "trial")


def persons_in(position: AlbionPosition, fight: Fight, seat: int) -> list[int]:
    """Return the persons of a seat who take part in a fight: ashore, in hand in an overrun, or aboard (15.6)."""
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
    """Return why a person cannot be a champion, or None: casters, those without magic, Grogan, Bran Og's companions."""
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
    """A side may offer challenges if persons of both may be in a fight (5.D.5c, d)."""

    seat: int
    title = "Challenges"
    clause = "albion/15.4a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask, where a form is left to offer."""
        if any(open_forms(position, fight) for fight in open_fights(position)):
            position.then(Offer(self.seat))


class Offer(AsksOne, frozen=True, tag=True):
    """A side offers challenges, one after the other: the form and its champion (15.4b)."""

    title = "Challenges"
    clause = "albion/15.4b"
    still_asked = "whether anybody there may challenge is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each champion with each form that is free in his fight; or no more."""
        acts = [
            with_button(position.world, form, person)
            for fight in open_fights(position)
            for form in open_forms(position, fight)
            for person in champions(position, fight, self.seat, form)
        ]
        done = plain("no challenge")
        return Acts(
            [done, *acts],
            "Do you challenge the enemy’s champions before the fighting?",
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refused(position),
            default=done,
        )

    def _labels(self, position: AlbionPosition, acts: list[Act]) -> dict[str, Pick]:
        labels = dict([button("no challenge", "No challenge", enter=True)])
        for form in EACH:
            note = f"to the death; refusing costs {DECLINED[form]} on the roll"
            labels[f"button:{form}"] = Pick(f"button:{form}", FORMS[form].capitalize(), note)
        for act in acts:
            pick = person_pick(position, act.args[0])
            at = at_hex(position.world, position.at[act.args[0]])
            labels[act.path[-1]] = structs.replace(pick, note=f"at {at}; {pick.note}")
        return labels

    def _refused(self, position: AlbionPosition) -> list[Refusal]:
        found = []
        for fight in open_fights(position):
            persons = persons_in(position, fight, self.seat)
            for form in EACH:
                taken = form not in open_forms(position, fight)
                for person in persons:
                    why = why_not(position, person, form, persons)
                    if taken:
                        why = (f"A {FORMS[form]} has been offered for this fight.", "albion/15.4c")
                    if why is not None:
                        act = with_button(position.world, form, person)
                        found.append(Refusal(act.text, why[0], why[1], act.path))
        return found

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the challenge; when there are no more the other side answers each."""
        if not choice.args:
            waiting = [at for at, one in enumerate(position.challenges) if not one.answered]
            position.then(*(Answer(1 - self.seat, at) for at in waiting))
            return
        champion, w = choice.args[0], position.world
        fight = next(one for one in open_fights(position) if champion in persons_in(position, one, self.seat))
        form: Form = "duel" if choice.verb == "duel" else "trial"
        position.challenges = [*position.challenges, Challenge(fight, form, self.seat, champion)]
        if log:
            text = f"**{w.persons[champion].name}** offers a {FORMS[form]} at {at_hex(w, fight.hex)}."
            log.say(text, clause="albion/15.4b", seat=self.seat, places=(w.number[fight.hex],))
        position.then(self)


def person_pick(position: AlbionPosition, person: int) -> Pick:
    """Return the pick of a champion, with what the champion’s player should know."""
    w = position.world
    life = w.p_combat[person] - position.wounds[person]
    pick = f"piece:{piece_id(w, person)}"
    worth = f"combat {trial_worth(position, person)}, magic {magic(position, person)}"
    return Pick(pick, w.persons[person].name, f"{worth}; {life} of {w.p_combat[person]} wounds left", risk=True)


class Answer(AsksOne, frozen=True, tag=True):
    """A side answers a challenge: it names its champion, or refuses (15.4b)."""

    at: int
    title = "Challenges"
    clause = "albion/15.4b"
    still_asked = "who could answer is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Refuse, or send one of those who can fight in that form."""
        one, w = position.challenges[self.at], position.world
        acts = [with_piece(w, "send", person) for person in champions(position, one.fight, self.seat, one.form)]
        refuse = plain("refuse")
        prompt = (
            f"{w.persons[one.champion].name} offers a {FORMS[one.form]} at {at_hex(w, one.fight.hex)}, to the death."
        )
        return Acts(
            [refuse, *acts],
            prompt,
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refused(position),
            default=refuse,
            about=w.number[one.fight.hex],
        )

    def _labels(self, position: AlbionPosition, acts: list[Act]) -> dict[str, Pick]:
        one = position.challenges[self.at]
        labels = {act.path[-1]: person_pick(position, act.args[0]) for act in acts}
        persons = persons_in(position, one.fight, self.seat)
        costs = any(
            not position.did[person] & BOUND and (one.form == "trial" or position.world.p_magic[person] >= 1)
            for person in persons
        )
        note = f"{DECLINED[one.form]} against you in each roll of this fight" if costs else "at no cost"
        return labels | dict([button("refuse", "Refuse", note=note)])

    def _refused(self, position: AlbionPosition) -> list[Refusal]:
        one = position.challenges[self.at]
        persons = persons_in(position, one.fight, self.seat)
        found = []
        for person in persons:
            why = why_not(position, person, one.form, persons)
            if why is not None:
                act = with_piece(position.world, "send", person)
                found.append(Refusal(act.text, why[0], why[1], act.path))
        return found

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the answer."""
        one, w = position.challenges[self.at], position.world
        opponent = choice.args[0] if choice.args else -1
        answered = structs.replace(one, opponent=opponent, answered=True)
        position.challenges = [answered if at == self.at else other for at, other in enumerate(position.challenges)]
        if log:
            verb = "refuses" if self.seat else "refuse"
            text = f"**{SEAT_NAMES[self.seat]}** {verb} the {FORMS[one.form]}."
            if opponent >= 0:
                text = f"**{w.persons[opponent].name}** accepts the {FORMS[one.form]}."
            log.say(text, clause="albion/15.4b", seat=self.seat, places=(w.number[one.fight.hex],))


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
