"""Tables from outside: the games, whose turn it is where, and what is done before a game begins."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from tanelorn.bots import LEVELS
from tanelorn.core.game import games
from tanelorn.site.club.api import asked
from tanelorn.site.club.api.answers import (
    BotCard,
    GameCard,
    Games,
    Gone,
    Me,
    SeatCard,
    Stage,
    StyleCard,
    TableCard,
    Tables,
    Who,
)
from tanelorn.site.club.api.door import READ, TABLES, answer, api, token_of, told, visitor_of
from tanelorn.site.club.gathering import cards, deeds, replacing
from tanelorn.site.club.gathering.listed import A_PAGE, listed, read_state
from tanelorn.site.club.gathering.models import Chair, Gathering
from tanelorn.site.club.pace.agreements import paused_among
from tanelorn.site.keeping import store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.seats.visitors import Visitor, doors, looks_on_late
from tanelorn.site.models import GameTable

_MOST = 60
"""Tables of one's own that are told at a time, the last moved first."""


@api.get("/me", auth=READ, summary="Whose token this is", openapi_extra=told(Me))
def me(request: HttpRequest) -> HttpResponse:
    """Tell whose token this is and what it is good for."""
    token = token_of(request)
    person = token.person
    return answer(Me(person.username, bool(person.guest), token.name, tuple(token.scopes)))


@api.get("/games", auth=READ, summary="The games", openapi_extra=told(Games))
def all_games(request: HttpRequest) -> HttpResponse:
    """Tell the games with their scenarios and options, and the levels of bots."""
    bots = tuple(BotCard(level.slug, gettext(level.title)) for level in LEVELS)
    found = tuple(
        GameCard(
            game=game.slug,
            title=game.title,
            blurb=game.blurb,
            length=game.length,
            designers=game.designers,
            rules=game.rules,
            press=game.press,
            scenarios=game.scenarios,
            options=game.options,
            styles=tuple(StyleCard(slug, style.title, style.says) for slug, style in game.styles.items()),
        )
        for game in games.by_weight()
    )
    return answer(Games(found, bots))


@api.get("/tables", auth=READ, summary="My tables", openapi_extra=told(Tables))
def own(request: HttpRequest) -> HttpResponse:
    """Tell the tables at which I play, wait, or am asked to play, and those that I set up."""
    visitor = visitor_of(request)
    rows = [row for row in store.rows(_MOST, doors.tables(visitor)) if isinstance(row, GameTable)]
    begun = {one.table_id: one for one in cards.with_chairs(Gathering.objects.filter(table__in=rows))}
    paused = paused_among(rows)
    played = [_card(begun[row.pk], visitor, row, paused) for row in rows if row.pk in begun]
    waits = [_card(one, visitor) for one in cards.with_chairs(cards.waited_at(visitor))]
    return answer(Tables((*waits, *played)))


@api.get("/tables/public", auth=READ, summary="Public tables", openapi_extra=told(Tables))
def public(request: HttpRequest, state: str = "waiting", game: str = "", before: asked.Number = 0) -> HttpResponse:
    """Tell a page of the public tables that wait for players, have a `free` seat in play, are in play (`playing`) or
    `over`, of one game or all.
    """
    visitor, wished = visitor_of(request), read_state(state)
    found = list(cards.with_chairs(listed(wished, games[game].slug if game else "", before)))
    last = found[-1] if len(found) == A_PAGE else None
    number = 0 if last is None else last.pk if wished == "waiting" else last.table_id
    paused = paused_among(one.table for one in found if one.table is not None)
    return answer(Tables(tuple(_card(one, visitor, one.table, paused) for one in found), number or 0))


@api.post("/tables", auth=TABLES, summary="Set up a table", openapi_extra=told(TableCard))
def set_up(request: HttpRequest, wish: asked.Wish) -> HttpResponse:
    """Set up a table. It begins at once unless a seat is open; else it begins when you say so and all are taken."""
    wished = store.Wish(
        *(wish.game, wish.scenario, dict(wish.options)),
        seats=None if wish.seats is None else [sitter.model_dump() for sitter in wish.seats],
        name=wish.name,
        visibility=wish.visibility,
        pace=wish.pace,
        press=wish.press,
        watching=wish.watching,
    )
    visitor = visitor_of(request)
    return answer(_seen(doors.set_up(visitor, wished), visitor))


@api.get("/tables/{slug:code}", auth=READ, summary="A table from outside", openapi_extra=told(TableCard))
def table(request: HttpRequest, code: str, invite: str = "") -> HttpResponse:
    """Tell who sits at a table and whose turn it is. A private one asks for its invitation."""
    return answer(_seen(code, visitor_of(request), invite))


@api.post("/tables/{slug:code}/join", auth=TABLES, summary="Take a seat", openapi_extra=told(TableCard))
def join(request: HttpRequest, code: str, joining: asked.Joining) -> HttpResponse:
    """Take a free seat, or another one than before."""
    visitor = visitor_of(request)
    deeds.join(deeds.find_gathering(code, visitor, joining.invite), visitor, joining.seat, joining.words)
    return answer(_seen(code, visitor, joining.invite))


@api.post(
    "/tables/{slug:code}/take", auth=TABLES, summary="Take a seat of a game in play", openapi_extra=told(TableCard)
)
async def take(request: HttpRequest, code: str, taking: asked.Taking) -> HttpResponse:
    """Take a seat that a bot plays because its player was late: one that is `vacant`."""
    visitor = visitor_of(request)
    await replacing.take_seat(code, visitor, taking.seat, taking.invite)
    return answer(await on_disk(_seen)(code, visitor, taking.invite))


@api.post("/tables/{slug:code}/leave", auth=TABLES, summary="Give a seat back", openapi_extra=told(Gone))
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give my seats back before the game begins. A table that its host leaves is no longer set up."""
    visitor = visitor_of(request)
    deeds.leave(deeds.find_gathering(code, visitor), visitor)
    return answer(Gone(code))


@api.post("/tables/{slug:code}/send-away", auth=TABLES, summary="Free a seat", openapi_extra=told(TableCard))
def send_away(request: HttpRequest, code: str, sending: asked.Sending) -> HttpResponse:
    """Free a seat that somebody else took; only the host may."""
    visitor = visitor_of(request)
    deeds.send_away(deeds.find_gathering(code, visitor), visitor, sending.seat)
    return answer(_seen(code, visitor))


@api.post("/tables/{slug:code}/begin", auth=TABLES, summary="Begin the game", openapi_extra=told(TableCard))
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the game once all seats are taken; only the host may."""
    visitor = visitor_of(request)
    deeds.begin(deeds.find_gathering(code, visitor), visitor)
    return answer(_seen(code, visitor))


def _seen(code: str, visitor: Visitor, invite: str = "") -> TableCard:
    """Return the card of a table that a visitor may see; raise NoSuchTable for others as if it were not there."""
    gathering = deeds.find_gathering(code, visitor, invite)
    if gathering.table_id is None:
        return _card(gathering, visitor)
    row = store.find(code)
    return _card(gathering, visitor, row, paused_among([row]))


def _card(
    gathering: Gathering, visitor: Visitor, row: GameTable | None = None, paused: Container[int] = ()
) -> TableCard:
    seats = games[gathering.game].scenario(gathering.scenario).seats
    chairs = list(gathering.chairs.all())
    late = row is not None and looks_on_late(row, visitor)
    return TableCard(
        table=gathering.code,
        name=gathering.name if row is None else row.name,
        game=gathering.game,
        scenario=gathering.scenario,
        options=gathering.options,
        stage=_stage(row),
        subtitle=row.subtitle if row is not None and not late else "",
        outcome=row.outcome if row is not None else "",
        visibility=gathering.visibility,
        press=gathering.press,
        watching=gathering.watching,
        seats=tuple(_seat(chair, seats[chair.seat]) for chair in chairs),
        yours=tuple(_mine(chairs, visitor)),
        waits=tuple(row.waits) if row is not None and not late else (),
        host=gathering.host.username if gathering.host is not None else "",
        paused=row is not None and row.pk in paused,
        invitation=gathering.invite if row is None and deeds.belongs(gathering, visitor) else "",
    )


def _stage(row: GameTable | None) -> Stage:
    if row is None:
        return "waiting"
    if row.frozen is not None:
        return "frozen"
    return "over" if row.ended else "playing"


def _seat(chair: Chair, title: str) -> SeatCard:
    who = cast(Who, chair.who)
    if chair.who == "person" and chair.person_id is None:
        who = "left" if chair.taken else "free"
    elif chair.who == "person" and not chair.taken:
        who = "kept"
    elif chair.vacant:
        who = "vacant"
    return SeatCard(chair.seat, title, who, store.called(deeds.sitter_of(chair)))


def _mine(chairs: Iterable[Chair], visitor: Visitor) -> Iterable[int]:
    return (chair.seat for chair in chairs if chair.taken and chair.person_id == visitor.person)
