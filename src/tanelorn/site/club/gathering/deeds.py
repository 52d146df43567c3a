"""What people do before a game: gather, join, leave, send away, begin. Each is done whole, or refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tanelorn.core.chance import MOST_WORDS, Committed
from tanelorn.core.content.packs import with_pack
from tanelorn.core.errors import Illegal, Stale, UnknownName, Unreadable, nearest
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.gathering.watching import read_watching
from tanelorn.site.club.notices import news
from tanelorn.site.club.pace.clocks import Player, keep_time, set_clocks
from tanelorn.site.club.pace.terms import read_terms
from tanelorn.site.club.pace.zones import zone_of
from tanelorn.site.club.people.models import Person
from tanelorn.site.club.talk.letters import blocks
from tanelorn.site.club.talk.press import read_press
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.word import say_now
from tanelorn.site.live import shelving
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.models import GameTable
from tanelorn.site.wire.sent import one_line

_MOST_OPEN = 20
"""Tables that somebody may have waiting for others at a time."""
_MOST_AN_HOUR = 100
"""Tables that somebody may set up within an hour."""


def group_of(gathering: Gathering) -> str:
    """Return the channel group of all pages that wait at a gathering."""
    return f"gathering-{gathering.code}"


def belongs(gathering: Gathering, visitor: Visitor) -> bool:
    """Whether a visitor set a table up, has a seat there or has had one, or is asked to take one."""
    if not visitor.person:
        return False
    return (
        gathering.host_id == visitor.person
        or gathering.chairs.filter(person=visitor.person).exists()
        or gathering.replaced.filter(person=visitor.person).exists()
    )


def find_gathering(code: str, visitor: Visitor, invite: str = "") -> Gathering:
    """Return a gathering that a visitor may see; raise NoSuchTable for others as if it were not there."""
    gathering = Gathering.objects.filter(code=code).first()
    seen = gathering is not None and (
        gathering.visibility != Visibility.PRIVATE or gathering.invite == invite or belongs(gathering, visitor)
    )
    if gathering is None or not seen:
        raise store.no_such_table(code)
    return gathering


def gather(visitor: Visitor, wish: store.Wish) -> Gathering:
    """Set up a table for a visitor and whoever joins them; it begins at once if no seat is open. Raise as
    `store.set_up`, and Illegal for somebody who has not signed in or has too many tables waiting.
    """
    person = signed_in(visitor)
    _check_count(person)
    game = games[wish.game]
    scenario = game.scenario(wish.scenario)
    chairs = _chairs(game, scenario.slug, wish.seats, person)
    _check_waiting(person, chairs)
    options, pace, press = with_pack(game, wish.options), read_terms(wish.pace), read_press(wish.press, game)
    game.read_options(options)
    with transaction.atomic(), store.promised(wish.dice, [seated(chair) for chair in chairs]) as source:
        gathering = Gathering(
            game=game.slug,
            scenario=scenario.slug,
            options=options,
            name=one_line(wish.name, gettext("The table's name"), store.MOST_NAME) or game.title,
            visibility=_visibility(wish.visibility),
            pace=msgspec.to_builtins(pace),
            press=press,
            watching=read_watching(wish.watching),
            secret=source.secret,
            host_id=person,
        )
        for chair, words in zip(chairs, source.words or [""] * len(chairs), strict=True):
            chair.words = words
        return _seat(gathering, chairs)


def gather_again(visitor: Visitor, former: Gathering, exchanged: object) -> Gathering:
    """Let the people of a table gather for another game of its kind; those besides the visitor are asked first."""
    person = signed_in(visitor)
    _check_count(person)
    before = list(former.chairs.all())
    moved = shelving.moved_on(before, exchanged)
    chairs = [
        Chair(
            seat=seat,
            person_id=chair.person_id,
            taken=chair.taken and (chair.who != "person" or chair.person_id == person),
            who=chair.who,
            name=chair.name,
            bot=chair.bot,
        )
        for seat, chair in enumerate(moved)
    ]
    _check_waiting(person, chairs)
    gathering = Gathering(
        game=former.game,
        scenario=former.scenario,
        options=former.options,
        name=shelving.next_name(former.name),
        visibility=former.visibility,
        pace=former.pace,
        press=former.press,
        watching=former.watching,
        host_id=person,
    )
    with transaction.atomic():
        gathering = _seat(gathering, chairs)
        news.asked_to_play(gathering, chairs, timezone.now())
    return gathering


def take_all(visitor: Visitor, row: GameTable) -> Gathering:
    """Keep that all seats of people at a new table are a visitor's, who alone knows of it."""
    person = signed_in(visitor)
    _check_count(person)
    with transaction.atomic():
        gathering = Gathering.objects.create(
            code=row.code,
            game=row.game,
            scenario=row.scenario,
            options=row.options,
            name=row.name,
            visibility=Visibility.PRIVATE,
            secret="",
            host_id=person,
            table=row,
        )
        Chair.objects.bulk_create(
            Chair(
                gathering=gathering,
                seat=seat,
                person_id=person if sitter.human else None,
                taken=True,
                who="person" if sitter.who == "me" else sitter.who,
                name=sitter.name,
                bot=sitter.bot,
            )
            for seat, sitter in enumerate(store.sitters_of(row))
        )
    return gathering


def join(gathering: Gathering, visitor: Visitor, seat: object, words: object = "") -> None:
    """Take a free seat, or another one than before, and add words of one's own to the dice if one likes."""
    person = signed_in(visitor)
    said = one_line(words, gettext("The words for the dice"), MOST_WORDS)
    with transaction.atomic():
        _waiting(gathering)
        if blocks(gathering.host_id, person):
            raise Illegal(gettext("You cannot join this table."), remedy=gettext("Choose another one."))
        chair = chair_of(gathering, seat)
        if chair.who != "person" or (chair.taken and chair.person_id != person):
            raise Stale(gettext("Somebody sits there."), remedy=gettext("Take a seat that is free."))
        if chair.person_id not in (None, person):
            raise Illegal(gettext("This seat is kept for somebody else."), remedy=gettext("Take another one."))
        gathering.chairs.filter(person=person, who="person").exclude(pk=chair.pk).update(
            person=None, taken=False, words=""
        )
        chair.person_id, chair.taken, chair.words = person, True, said
        chair.save()
    tell(gathering)


def leave(gathering: Gathering, visitor: Visitor) -> None:
    """Give one's seats back, or decline one that was kept; nothing is left of a table that its host leaves."""
    person = signed_in(visitor)
    with transaction.atomic():
        _waiting(gathering)
        if gathering.host_id == person:
            gathering.delete()
        elif not gathering.chairs.filter(person=person).update(person=None, taken=False, words=""):
            raise Illegal(gettext("You have no seat here."), remedy=gettext("Take one that is free."))
    tell(gathering)


def send_away(gathering: Gathering, visitor: Visitor, seat: object) -> None:
    """Free a seat that somebody else took or that is kept for them; only the host may."""
    signed_in(visitor)
    with transaction.atomic():
        _waiting(gathering)
        _check_host(gathering, visitor)
        chair = chair_of(gathering, seat)
        if chair.who != "person" or chair.person_id in (None, visitor.person):
            raise Illegal(gettext("Nobody else sits there."), remedy=gettext("Name another seat."))
        chair.person, chair.taken, chair.words = None, False, ""
        chair.save()
    tell(gathering)


def begin(gathering: Gathering, visitor: Visitor) -> GameTable:
    """Begin the game once all seats are taken; only the host may. Raise Illegal naming the seats that are free."""
    signed_in(visitor)
    with transaction.atomic():
        _waiting(gathering)
        _check_host(gathering, visitor)
        row = _begun(gathering, list(gathering.chairs.all()))
    tell(gathering)
    return row


def keep_up(row: GameTable, table: Table, chairs: Sequence[Chair], now: datetime) -> None:
    """Let the clocks of a table run that must run now, and note who is to be told of it."""
    paced = keep_time(row, table, players_of(chairs), now)
    news.moved(row, table.moment, chairs, now, paced=paced)


def tell(gathering: Gathering) -> None:
    """Tell all pages that wait at a gathering to look again."""
    say_now(group_of(gathering), {"type": "gathering.changed"})


def players_of(chairs: Iterable[Chair]) -> dict[int, Player]:
    """Return by seat who plays there, and where their nights are."""
    return {
        chair.seat: Player(chair.person.pk, zone_of(chair.person.time_zone))
        for chair in chairs
        if chair.person is not None
    }


def sitter_of(chair: Chair) -> store.Sitter:
    """Return who sits on a chair, by the name that they have now."""
    if chair.who != "person":
        return store.Sitter(chair.who, chair.name, chair.bot, chair.vacant)
    if chair.person is not None:
        return store.Sitter("person", chair.person.username)
    return store.Sitter("person", gettext("a player who has left") if chair.taken else gettext("free"))


def signed_in(visitor: Visitor) -> int:
    """Return the number of whoever has signed in; raise Illegal for others."""
    if not visitor.person:
        raise Illegal(
            gettext("Only somebody who has signed in can do that."), remedy=gettext("Sign in, or play as a guest.")
        )
    return visitor.person


def _waiting(gathering: Gathering) -> None:
    """Hold a gathering, so that one thing is done to it at a time; raise Stale if it has begun or is gone."""
    now = Gathering.objects.select_for_update(no_key=True).filter(pk=gathering.pk).first()
    if now is None:
        raise Stale(gettext("This table is no longer set up."), remedy=gettext("Choose another one."))
    if now.table_id is not None:
        raise Stale(gettext("The game has begun."), remedy=gettext("Look at the table."))


def _check_host(gathering: Gathering, visitor: Visitor) -> None:
    if gathering.host_id != visitor.person:
        raise Illegal(gettext("Only whoever set the table up can do that."), remedy=gettext("Ask them to."))


def _check_waiting(person: int, chairs: Sequence[Chair]) -> None:
    if all(chair.taken for chair in chairs):
        return
    if Gathering.objects.filter(host=person, table=None).count() >= _MOST_OPEN:
        raise Illegal(
            gettext("%(count)s of your tables wait for players already.") % {"count": _MOST_OPEN},
            remedy=gettext("Begin one of them, or take it away."),
        )


def _check_count(person: int) -> None:
    """Raise Illegal for somebody who has set up more tables within the hour than anybody plays at."""
    since = timezone.now() - timedelta(hours=1)
    if Gathering.objects.filter(host=person, made__gt=since).count() >= _MOST_AN_HOUR:
        raise Illegal(
            gettext("You have set up %(count)s tables within an hour.") % {"count": _MOST_AN_HOUR},
            remedy=gettext("Play at some of them first."),
        )


def _visibility(word: object) -> str:
    if word is None:
        return Visibility.PRIVATE
    if word not in Visibility.values:
        raise UnknownName(
            gettext("“%(word)s” does not say who may look on.") % {"word": str(word)[:20]},
            remedy=nearest(str(word)[:20], Visibility.values),
        )
    return str(word)


def _chairs(game: Game, scenario: str, given: object, person: int) -> list[Chair]:
    """Read who sits where: me, a friend at this screen, a bot, or open for others."""
    open_for_others = {
        seat
        for seat, one in enumerate(given if isinstance(given, list) else [])
        if isinstance(one, Mapping) and one.get("who") == "open"
    }
    if isinstance(given, list):
        given = [{"who": "friend"} if seat in open_for_others else one for seat, one in enumerate(given)]
    sitters = store.read_sitters(game, scenario, given)
    chairs = []
    for seat, sitter in enumerate(sitters):
        free = seat in open_for_others
        chairs.append(
            Chair(
                seat=seat,
                person_id=person if sitter.human and not free else None,
                taken=not free,
                who="person" if free or sitter.who == "me" else sitter.who,
                name="" if free or sitter.who == "me" else sitter.name,
                bot=sitter.bot,
            )
        )
    return chairs


def seated(chair: Chair) -> store.Sitter:
    """Return who sits on a chair as a record may tell it for ever: people without their names."""
    return store.Sitter(chair.who, "" if chair.who == "person" else chair.name, chair.bot)


def _seat(gathering: Gathering, chairs: Sequence[Chair]) -> Gathering:
    """Keep a gathering with its chairs, and begin at once if all are taken."""
    gathering.save()
    for chair in chairs:
        chair.gathering = gathering
    Chair.objects.bulk_create(chairs)
    if all(chair.taken for chair in chairs):
        _begun(gathering, chairs)
    return gathering


def _begun(gathering: Gathering, chairs: Sequence[Chair]) -> GameTable:
    scenario = games[gathering.game].scenario(gathering.scenario)
    free = [scenario.seats[chair.seat] for chair in chairs if not chair.taken]
    if free:
        raise Illegal(
            gettext("Not all seats are taken: %(seats)s.") % {"seats": ", ".join(free)},
            remedy=gettext("Wait until somebody joins."),
        )
    source = Committed(gathering.secret, words=tuple(chair.words for chair in chairs))
    row = store.begin_table(
        store.Wish(gathering.game, gathering.scenario, gathering.options, name=gathering.name, code=gathering.code),
        [seated(chair) for chair in chairs],
        source,
    )
    terms = read_terms(gathering.pace)
    if terms is not None:
        # None of them announces a vacation while their clocks are started.
        Person.objects.hold(chair.person_id for chair in chairs if chair.person_id is not None)
        set_clocks(row, terms, [chair.seat for chair in chairs if chair.who == "person"])
    if terms is not None or len(news.players(chairs)) > 1:
        keep_up(row, opening.load(row), chairs, timezone.now())
        news.begun(gathering, chairs, timezone.now())
    gathering.table, gathering.secret = row, ""
    gathering.save(update_fields=["table", "secret"])
    gathering.chairs.update(words="")
    return row


def chair_of(gathering: Gathering, seat: object) -> Chair:
    """Return the chair of a seat; raise Unreadable."""
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Unreadable(gettext("It does not say which seat."), remedy=gettext('Send {"seat": 0}.'))
    chair = gathering.chairs.filter(seat=seat).first() if 0 <= seat < 1000 else None
    if chair is None:
        raise Unreadable(
            gettext("There is no seat %(seat)s at this table.") % {"seat": str(seat)[:20]},
            remedy=gettext("Seats are 0 to %(last)s.") % {"last": gathering.chairs.count() - 1},
        )
    return chair
