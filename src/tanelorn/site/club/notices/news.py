"""What becomes news, and for whom: written in the same transaction as the change that it comes of.

All of it follows from what the site itself tells everybody, or a person of their own seat: whom a table waits for, when
time will be up, that a game has begun or ended, that a letter has come. Nothing of a position is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from tanelorn.site.club.gathering.models import Chair, Gathering
from tanelorn.site.club.notices.models import News
from tanelorn.site.club.notices.quiet import Quiet, quiet_hours, reminder
from tanelorn.site.club.pace.clocks import clocks_of
from tanelorn.site.club.people.models import Notice, Person
from tanelorn.site.live.messages import Proposal
from tanelorn.site.models import GameTable

_WHILE_ASKED = (Notice.TURN, Notice.NEAR)
"""What is so as long as a seat is asked."""
_UNTIL_PLAYED = (*_WHILE_ASKED, Notice.BEGUN)
"""What nobody needs to be told once they have played."""


def soon() -> timedelta:
    """Return after how long somebody is told of what they have not seen at the table."""
    return timedelta(seconds=settings.NOTICES_AFTER)


def moved(row: GameTable, moment: int, chairs: Sequence[Chair], now: datetime, *, paced: bool) -> None:
    """Note for whom a table waits after a change, and whether its game is over; if it is `paced`, deadlines as well.

    A turn lasts as long as its seat is asked without a pause; that of a seat which took its choice back goes on.
    """
    people = players(chairs)
    if len(people) + sum(chair.vacant for chair in chairs) < 2:
        return
    gathering = chairs[0].gathering_id
    asked = {chair.person_id for chair in chairs if _own(chair) and chair.seat in row.waits}
    of_now = News.objects.filter(gathering=gathering, what__in=(*_WHILE_ASKED, Notice.OVER), past=False)
    on = set(of_now.values_list("person", "what"))
    played = {person for person, what in on if what != Notice.OVER} - asked
    if played:
        known = News.objects.filter(gathering=gathering, person__in=played, what__in=_UNTIL_PLAYED, past=False)
        known.filter(settled=None).delete()
        known.update(past=True)
    new = [person for person in people if person.pk in asked and (person.pk, Notice.TURN) not in on]
    _add_turns(new, gathering, str(moment), now + soon())
    if paced:
        remind(row, chairs, now)
    if row.ended:
        for person in people:
            _add(person, gathering, Notice.OVER, "", now + soon())
    elif any(what == Notice.OVER for _, what in on):  # its last choice was taken back
        News.objects.filter(gathering=gathering, what=Notice.OVER, settled=None).delete()


def remind(row: GameTable, chairs: Iterable[Chair], now: datetime) -> None:
    """Note when those whose clocks run are to be reminded of their deadline."""
    of_seat = {chair.seat: chair for chair in chairs if _own(chair)}
    clocks = list(clocks_of(row))
    if not clocks:
        return
    run = [clock for clock in clocks if clock.due is not None]
    near = News.objects.filter(gathering__table=row, what=Notice.NEAR, settled=None)
    near.exclude(mark__in=[f"{clock.seat} {clock.moment}" for clock in run]).delete()
    for clock in run:
        chair = of_seat.get(clock.seat)
        if chair is None or chair.person is None or clock.since is None or clock.due is None:
            continue
        at = reminder(clock.since, clock.due, quiet_of(chair.person))
        if at is not None:
            _add(chair.person, chair.gathering_id, Notice.NEAR, f"{clock.seat} {clock.moment}", at)


def begun(gathering: Gathering, chairs: Sequence[Chair], now: datetime) -> None:
    """Note that a game has begun, for those who waited for its host to begin it."""
    for person in players(chairs):
        if person.pk != gathering.host_id:
            _add(person, gathering.pk, Notice.BEGUN, "", now + soon())


def asked_to_play(gathering: Gathering, chairs: Iterable[Chair], now: datetime) -> None:
    """Note that seats are kept for people who are asked to play."""
    for person in Person.objects.filter(pk__in={chair.person_id for chair in chairs if not chair.taken}):
        _add(person, gathering.pk, Notice.ASKED, "", now + soon())


def letter_came(gathering: Gathering, people: Iterable[Person], key: str, now: datetime) -> None:
    """Note that a letter has come for some people."""
    for person in people:
        _add(person, gathering.pk, Notice.LETTER, key, now + soon())


def proposed(chairs: Sequence[Chair], proposal: Proposal | None, now: datetime) -> None:
    """Note for those who have yet to answer that something is proposed at their table; of what is not any more nobody
    needs to be told.
    """
    gathering = chairs[0].gathering_id
    mark = str(proposal.number) if proposal is not None else ""
    known = News.objects.filter(gathering=gathering, what=Notice.PROPOSED, settled=None)
    known.exclude(mark=mark).delete()
    agreed = proposal.agreed if proposal is not None else ()
    known.filter(person__in={chair.person_id for chair in chairs if chair.seat in agreed}).delete()
    for person in players([chair for chair in chairs if chair.seat not in agreed]) if proposal is not None else ():
        _add(person, gathering, Notice.PROPOSED, mark, now + soon())


def replaced(person: Person, gathering: int, now: datetime) -> None:
    """Note that somebody was late and has lost their seat; each time."""
    _add(person, gathering, Notice.REPLACED, f"{now:%Y%m%d%H%M%S}", now + soon())


def looked(code: str, person: int) -> None:
    """Note that somebody looks at a table: what there was to tell them of it they have seen."""
    seen = News.objects.filter(person=person, gathering__code=code, settled=None).exclude(what=Notice.NEAR)
    with suppress(DatabaseError):  # else they are told of what they know: no reason to keep them out
        if person and seen.exists():
            seen.update(settled=timezone.now())


def quiet_of(person: Person) -> Quiet | None:
    """Return the hours in which a person wants to hear nothing."""
    return quiet_hours(person.quiet_from, person.quiet_until, person.time_zone)


def players(chairs: Iterable[Chair]) -> list[Person]:
    """Return the people who play, each once."""
    return list({chair.person.pk: chair.person for chair in chairs if _own(chair) and chair.person}.values())


def _own(chair: Chair) -> bool:
    """Whether a seat is a person's own, and not a friend's at their screen."""
    return chair.who == "person" and chair.taken and chair.person_id is not None


def _add_turns(people: Sequence[Person], gathering: int, mark: str, due: datetime) -> None:
    """Note that people are asked; all at once, for a choice waits for it."""
    wanting = [person for person in people if person.wants(Notice.TURN)]
    if not wanting:
        return
    key = {"gathering_id": gathering, "what": Notice.TURN, "mark": mark}
    known = set(News.objects.filter(person__in=wanting, **key).values_list("person", flat=True))
    for person in wanting:
        if person.pk in known:
            _add(person, gathering, Notice.TURN, mark, due)
    new = [News(person=person, due=due, **key) for person in wanting if person.pk not in known]
    News.objects.bulk_create(new, ignore_conflicts=True)  # somebody who takes a seat meanwhile may be noted elsewhere


def _add(person: Person, gathering: int, what: Notice, mark: str, due: datetime) -> None:
    """Note something for a person who wants to know of it; what they have been told is not told again."""
    if not person.wants(what):
        return
    key = {"person": person, "gathering_id": gathering, "what": what, "mark": mark}
    news, new = News.objects.get_or_create(**key, defaults={"due": due})
    if new:
        return
    due = due if news.settled is None else news.due
    if news.past or news.due != due:
        News.objects.filter(pk=news.pk).update(past=False, due=due)
