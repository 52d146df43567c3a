"""The page of a table, with or without the scrubber, and the data that it fetches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from tanelorn.core.amounts import read_number
from tanelorn.core.errors import Illegal, UnknownName, Unreadable
from tanelorn.core.game import games
from tanelorn.core.lessons.how import has_how
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live import trials
from tanelorn.site.live.messages import About
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.live.told import said_late
from tanelorn.site.pages import boards
from tanelorn.site.pages.access import shown, watched
from tanelorn.site.pages.shelf import levels, table_card
from tanelorn.site.replay.frames import frames, moments_of, parts
from tanelorn.site.replay.reviewing import review


@require_safe
@ensure_csrf_cookie
def table_page(request: HttpRequest, code: str, replay: bool = False) -> HttpResponse:
    """The table's page, or the same page with the scrubber."""
    visitor, trial = doors.of_request(request), trials.found(code)
    if trial is not None and not trial.may_watch(visitor):
        raise store.no_such_table(code)
    people = list(trial.seats_of(visitor)) if trial is not None else []
    if trial is not None and replay:
        trial.may_read(SPECTATOR, "", people)
    row = trial.row if trial is not None else watched(request, code)
    game = games[row.game]
    scenario = game.scenario(row.scenario)
    header = store.header_of(row) if trial is None else None
    if header is not None and header.rules != game.rules:
        opening.load(row)  # a page without a board would not say why: if it is frozen, this does
    people = people or list(doors.seats(row, visitor))
    context = {
        "table": table_card(row, visitor),
        "game": {
            "slug": game.slug,
            "title": game.title,
            "chart": f"/charts/{game.slug}.svg",
            "how": has_how(game),
        },
        "scenario": scenario,
        "goal_clause": scenario.goal_clause.partition("/")[2],
        "people": people,
        "replay": replay,
        "ended": row.ended,
        "fingerprint": header.fingerprint if header is not None else "",
        "origin": header.origin if header is not None else None,
        "trial": trial.back if trial is not None else "",
        "lesson": row.lesson,
        "sitters": [
            {"name": name, "colour": colour, "bot": seat != next(iter(people), 0)}
            for seat, (name, colour) in enumerate(zip(scenario.seats, scenario.colours, strict=True))
        ],
        "levels": levels(),
        "ahead": game.notes.in_language(get_language() or "en").ahead if trial is None and not row.lesson else {},
    }
    return render(request, "tanelorn/table.html", context)


@require_safe
async def board(request: HttpRequest, code: str) -> HttpResponse:
    """What is drawn once, spaces and links: as it is now or, with `?key=`, as it was when the chart had that key."""
    _, seen, _ = await shown(request, code)
    data = await on_disk(boards.board_data)(code, seen, request.GET.get("key", ""))
    return HttpResponse(msgspec.json.encode(data), content_type="application/json")


@require_safe
async def own_chart(request: HttpRequest, code: str) -> HttpResponse:
    """The chart of a board that is the table's own, by the key that `board` gives."""
    _, seen, _ = await shown(request, code)
    key, found = await on_disk(boards.own_board)(seen, request.GET.get("key", ""))
    if not key:
        raise UnknownName(
            gettext("This table has no chart of its own."),
            remedy=gettext("Ask for %(address)s.") % {"address": f"/charts/{seen.game.slug}.svg"},
        )
    # A key names one picture, whatever is played later.
    kept = {"Cache-Control": "private, max-age=86400"} if "key" in request.GET else {}
    return HttpResponse(boards.drawn(seen.game.slug, found), content_type="image/svg+xml", headers=kept)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file, once the game has ended; 409 with the reason before."""
    row = watched(request, code)
    try:
        lines = b"".join(opening.whole_record(row).lines())
    except Illegal as error:
        return JsonResponse({"why": error.why, "remedy": error.remedy, "clause": ""}, status=409)
    return HttpResponse(
        lines,
        content_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{row.game}-{row.code}.jsonl"'},
    )


@require_safe
async def frames_json(request: HttpRequest, code: str) -> StreamingHttpResponse:
    """The frames of the scrubber for one viewer, told as they are made, and the moment of the last of them; refused for
    a viewer whose seat this screen does not hold.
    """
    seen = await shown(request, code)
    viewer = await on_disk(_reader)(request, seen.live)
    late = said_late(seen.live.turns_late) if seen.late else ""
    head: dict[str, object] = {"viewer": viewer, "late": late, "last": seen.table.moment}
    told = parts(head, frames(seen.table, viewer, seen.known_as))
    following = on_disk(partial(next, told, b""))
    first = await following()  # what goes wrong at once is told as of other pages

    async def all_told() -> AsyncIterator[bytes]:
        part = first
        while part:
            yield part
            part = await following()

    return StreamingHttpResponse(all_told(), content_type="application/json")


@require_safe
async def about_json(request: HttpRequest, code: str) -> HttpResponse:
    """The card about a space at a moment of the scrubber, for one viewer; refused as the frames are."""
    seen = await shown(request, code)
    viewer = await on_disk(_reader)(request, seen.live)
    moment = read_number(request.GET.get("n", ""))
    if moment is None:
        raise Unreadable(gettext("It does not say from which moment."))
    space = request.GET.get("space", "")

    def written() -> bytes:
        about = moments_of(seen.table, seen.known_as).about(moment, viewer, space)
        return msgspec.json.encode(About(**asdict(about)))

    return HttpResponse(await on_disk(written)(), content_type="application/json")


@require_safe
async def review_json(request: HttpRequest, code: str) -> HttpResponse:
    """What a bot thinks of a choice of a game that is over: of a `seat`, which showed at moment `n` of the scrubber."""
    seen = await shown(request, code)
    moment, seat = (read_number(request.GET.get(name, "")) for name in ("n", "seat"))
    if moment is None or seat is None:
        raise Unreadable(gettext("It does not say which moment and seat are meant."))
    moments = await on_disk(moments_of)(seen.table, seen.known_as)
    told = await review(seen.table, moments, moment, seat)
    return HttpResponse(msgspec.json.encode(told), content_type="application/json")


def _reader(request: HttpRequest, live: LiveTable) -> int:
    """Return the viewer whose game is asked for, if it may be read by this page; raise Unreadable or Illegal."""
    word = request.GET.get("viewer", str(SPECTATOR))
    if word.removeprefix("-") not in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9") or int(word) < REFEREE:
        raise Unreadable(
            gettext("“%(word)s” is not a viewer.") % {"word": word[:20]}, remedy=gettext("Give a seat's number, or -1.")
        )
    own = live.seats_of(doors.of_request(request))
    return live.may_read(int(word), request.GET.get("pass", ""), own)
