"""The pages: shelf, table, replay, rulebook, and the data that they fetch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, ngettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import asdict

from tanelorn.bots import LEVELS, USUAL, Level
from tanelorn.core.amounts import read_number
from tanelorn.core.content.data import SOURCE_SAYS
from tanelorn.core.content.packs import STANDARD, PackStore
from tanelorn.core.errors import Illegal, UnknownName, Unreadable
from tanelorn.core.game import WEIGHTS, Game, Option, Scenario, games
from tanelorn.core.lessons.how import has_how
from tanelorn.core.lessons.lesson import lessons_of
from tanelorn.core.lessons.translated import in_language
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.frozen import Frost
from tanelorn.site.keeping.promises import promises
from tanelorn.site.live import shelving, trials
from tanelorn.site.live.club import club
from tanelorn.site.live.messages import About
from tanelorn.site.live.table import LiveTable
from tanelorn.site.live.told import said_late
from tanelorn.site.live.visitors import Visitor, doors, looks_on_late
from tanelorn.site.models import GameTable
from tanelorn.site.pages import boards
from tanelorn.site.pages.how import how_page
from tanelorn.site.replay.frames import folded, frames, moments_of
from tanelorn.site.wire.sent import read_json
from tanelorn.site.words import language, listed

_MOST_TABLES = 60
_AGO = {
    "year": ngettext_lazy("%(num)d year ago", "%(num)d years ago", "num"),
    "month": ngettext_lazy("%(num)d month ago", "%(num)d months ago", "num"),
    "week": ngettext_lazy("%(num)d week ago", "%(num)d weeks ago", "num"),
    "day": ngettext_lazy("%(num)d day ago", "%(num)d days ago", "num"),
    "hour": ngettext_lazy("%(num)d hour ago", "%(num)d hours ago", "num"),
    "minute": ngettext_lazy("%(num)d minute ago", "%(num)d minutes ago", "num"),
}
_ROOMY = 6000
"""Fewer letters than these fit on the two pages of a player aid in larger type."""


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The shelf: the games, tables in play, finished ones."""
    visitor = doors.of_request(request)
    rows = store.rows(_MOST_TABLES, doors.tables(visitor))
    sound = [row for row in rows if isinstance(row, GameTable)]
    context = {
        "games": [_game_card(game, begin=number == 0) for number, game in enumerate(games.by_weight())],
        "levels": _levels(),
        "waiting": doors.waiting(visitor),
        "tables": [table_card(row, visitor) for row in sound if not row.ended and row.frozen is None],
        "frozen": [_frozen_card(row, visitor) for row in sound if row.frozen is not None],
        "damaged": [row for row in rows if isinstance(row, store.Damaged)],
        "finished": [table_card(row, visitor) for row in sound if row.ended and row.frozen is None],
        "gone": [
            {"code": code, "name": name, "seconds": left}
            for code, name, left in shelving.deleted(doors.tables(visitor))
        ],
        "open": request.GET.get("game", ""),
        "at": request.GET.get("table", ""),
    }
    return render(request, "tanelorn/home.html", context)


def _levels() -> list[dict[str, object]]:
    return [{"slug": level.slug, "says": _bot(level), "usual": level is USUAL} for level in LEVELS]


def _bot(level: Level) -> str:
    title = gettext(level.title)
    return gettext("Bot, %(level)s") % {"level": title[:1].lower() + title[1:]}


def _game_card(game: Game, *, begin: bool) -> dict[str, object]:
    return {
        "slug": game.slug,
        "title": game.title,
        "blurb": game.blurb,
        "length": game.length,
        "designers": game.designers,
        "seats": _seat_numbers(game),
        "chart": f"/charts/{game.slug}.svg",
        "weight": gettext(WEIGHTS[game.weight - 1]) if game.weight else "",
        "dots": [number < game.weight for number in range(len(WEIGHTS))],
        "begin": begin,
        "scenarios": [{**msgspec.to_builtins(one), **_figures(game, one)} for one in game.scenarios],
        "options": [_option_card(game, option) for option in game.options],
        "press": game.press,
        "learn": game.lessons is not None,
        "how": has_how(game),
    }


def _figures(game: Game, scenario: Scenario) -> dict[str, str]:
    """Say how long a scenario's games are and how balanced, if that has been measured."""
    found = game.measured.get(scenario.slug)
    if found is None:
        return {}
    return {
        "length": found.length(game.turn_word).capitalize(),
        "verdict": found.verdict(scenario.seats),
        "figures": found.says(scenario.seats),
    }


def _option_card(game: Game, option: Option) -> dict[str, object]:
    if game.packs is not None and option.name == game.packs.option:
        store = PackStore(game.slug, game.packs)
        option = msgspec.structs.replace(option, words=(STANDARD, *store.names()), default=store.in_use, written=False)
    return {
        **msgspec.to_builtins(option),
        "kind": "switch" if isinstance(option.default, bool) else "words" if option.words else "number",
        "clause_name": option.clause.partition("/")[2],
    }


def _seat_numbers(game: Game) -> str:
    counts = sorted({len(scenario.seats) for scenario in game.scenarios})
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"


def table_card(row: GameTable, visitor: Visitor) -> dict[str, object]:
    """Return what a list shows of a table."""
    game = games[row.game]
    colours = game.scenario(row.scenario).colours
    sitters, late = doors.sitters(row), looks_on_late(row, visitor)
    return {
        "id": row.code,
        "url": f"/tables/{row.code}",
        "name": row.name,
        "game": game.title,
        "subtitle": "" if late else row.subtitle,
        "outcome": row.outcome,
        "ago": gettext("seen late") if late else _ago(row.moved),
        "turn": {"says": "", "yours": False} if late else _turn(row, sitters, visitor),
        "free": sum(sitter.free for sitter in sitters),
        "chart": f"/charts/{game.slug}.svg",
        "seats": [
            {
                "name": store.called(sitter),
                "colour": colour,
                "human": sitter.human,
                "turn": not late and seat in row.waits,
                "free": sitter.free,
            }
            for seat, (sitter, colour) in enumerate(zip(sitters, colours, strict=True))
        ],
    }


def _frozen_card(row: GameTable, visitor: Visitor) -> dict[str, object]:
    error = msgspec.convert(row.frozen, Frost).error()
    record = row.ended and row.closing is not None
    return {**table_card(row, visitor), "why": error.why, "remedy": error.remedy, "record": record}


def _turn(row: GameTable, sitters: Sequence[store.Sitter], visitor: Visitor) -> dict[str, object]:
    """Say for whom a table waits; `yours` if the visitor is among them, and not only a friend at their screen."""
    waited = [sitters[seat] for seat in row.waits]
    own = doors.seats(row, visitor)
    if any(seat in own and sitters[seat].who != "friend" for seat in row.waits):
        return {"says": gettext("your turn"), "yours": True}
    names = list(dict.fromkeys(store.called(sitter) if sitter.human else gettext("a bot") for sitter in waited))
    return {"says": gettext("waits for %(names)s") % {"names": listed(names)} if names else "", "yours": False}


def _ago(moved: datetime) -> str:
    """Say how long ago something was, at least a minute."""
    past = timezone.now() - moved < timedelta(minutes=1)
    return gettext("just now") if past else timesince(moved, time_strings=_AGO, depth=1)  # type: ignore[arg-type]


@require_POST
def make_table(request: HttpRequest) -> JsonResponse:
    """Set up a table from JSON; 400 with the reason when it cannot be."""
    wish = read_json(request.body, '{"game": "fivecities"}')
    if not isinstance(wish.get("game"), str):
        raise Unreadable(
            gettext("The request does not say which game."), remedy=gettext('Send {"game": "fivecities"}.')
        )
    options = wish.get("options") or {}
    scenario = wish.get("scenario")
    if not isinstance(options, dict) or not isinstance(scenario, str | None):
        raise Unreadable(gettext("Scenario or options cannot be read."), remedy=gettext("Send a text and an object."))
    wished = store.Wish(
        *(wish["game"], scenario, options, wish.get("seats"), wish.get("name"), wish.get("dice")),
        visibility=wish.get("visibility"),
        pace=wish.get("pace"),
        press=wish.get("press"),
        watching=wish.get("watching"),
    )
    return JsonResponse(_address(doors.set_up(doors.of_request(request), wished)))


def _arranged(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may arrange; raise NoSuchTable if they may not see it, Illegal if others arrange
    it.
    """
    row, visitor = watched(request, code), doors.of_request(request)
    if not doors.may_arrange(row, visitor):
        raise Illegal(
            gettext("This table is arranged by whoever set it up."), remedy=gettext("Ask them, or set up another one.")
        )
    return row


def _alone(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may arrange and at which no other person plays; raise as `_arranged`."""
    row = _arranged(request, code)
    own = doors.seats(row, doors.of_request(request))
    if any(sitter.human and seat not in own for seat, sitter in enumerate(doors.sitters(row))):
        raise Illegal(
            gettext("Other people play here, and it is their game as well."),
            remedy=gettext("Set it up again instead, or play it to its end."),
        )
    return row


def watched(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may watch; raise NoSuchTable for others as if it were not there."""
    row = store.find(code)
    if not doors.may_watch(row, doors.of_request(request)):
        raise store.no_such_table(code)
    return row


async def _live(request: HttpRequest, code: str) -> LiveTable:
    """Return a table that is in play, if the visitor may watch it; raise as `watched`."""
    return await club.table_for(await _visitor(request), code)


async def _seen(request: HttpRequest, code: str) -> tuple[LiveTable, Table]:
    """Return a table that is in play, and as the visitor is shown it; raise as `watched`."""
    live = await _live(request, code)
    own = await on_disk(live.seats_of)(await _visitor(request))
    await live.catch_up(own)
    return live, live.seen(own)


def _as_seen(live: LiveTable, seen: Table) -> str:
    """Return by what a game is known as it is seen: late it is another one than at once."""
    return live.row.code if seen is live.table else f"{live.row.code} late"


async def _visitor(request: HttpRequest) -> Visitor:
    return await on_disk(doors.of_request)(request)


@require_POST
async def rename_table(request: HttpRequest, code: str) -> JsonResponse:
    """Give a table another name."""
    wish = read_json(request.body, '{"name": "Siege"}')
    await on_disk(_arranged)(request, code)
    return JsonResponse({"name": await club.rename(code, wish.get("name"))})


@require_POST
async def delete_table(request: HttpRequest, code: str) -> JsonResponse:
    """Take a table off the shelf; say for how many seconds it can be brought back."""
    read_json(request.body, "{}")
    await on_disk(_alone)(request, code)
    await club.delete(code)
    return JsonResponse({"seconds": int(shelving.STAYS.total_seconds())})


@require_POST
async def bring_table_back(request: HttpRequest, code: str) -> JsonResponse:
    """Put a table back that was deleted a moment ago."""
    read_json(request.body, "{}")
    await club.bring_back(code, doors.tables(await _visitor(request)))
    return JsonResponse(_address(code))


@require_POST
def set_up_again(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a new game with the scenario, rules and people of a table."""
    wish = read_json(request.body, '{"exchanged": false}')
    row, exchanged = _arranged(request, code), wish.get("exchanged")
    return JsonResponse(_address(doors.again(doors.of_request(request), row, exchanged)))


@require_POST
def duplicate_table(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a second table at the position of one; refused where that would tell what nobody may know."""
    read_json(request.body, "{}")
    row = _alone(request, code)
    return JsonResponse(_taken(request, lambda: shelving.duplicate(row)))


@require_POST
def play_on(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a table that goes on from a moment of a game that is over."""
    wish = read_json(request.body, '{"moment": 12, "seats": [{"who": "me"}, {"who": "bot"}]}')
    row = watched(request, code)
    return JsonResponse(_taken(request, lambda: shelving.play_on(row, wish.get("moment"), wish.get("seats"))))


@require_POST
async def end_trial(request: HttpRequest, code: str) -> JsonResponse:
    """End a trial, of which nothing is left; say where the question is from which it began."""
    read_json(request.body, "{}")
    return JsonResponse({"url": trials.end(code, await _visitor(request))})


def _taken(request: HttpRequest, set_up: Callable[[], GameTable]) -> dict[str, str]:
    """Set up a table that is the visitor's alone, and return its address; raise what either does, and keep nothing."""
    with transaction.atomic():
        row = set_up()
        doors.take(doors.of_request(request), row)
    return _address(row.code)


def _address(code: str) -> dict[str, str]:
    return {"table": code, "url": f"/tables/{code}"}


@require_safe
@ensure_csrf_cookie
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """The guided games of a game, each with its steps, from any of which it can begin."""
    game = games[slug]
    lessons = [
        {
            "slug": lesson.slug,
            "title": lesson.title,
            "says": lesson.says,
            "minutes": lesson.minutes,
            "seat": game.scenario(lesson.scenario).seats[lesson.learner],
            "steps": [step.title or step.look for step in lesson.step],
        }
        for lesson in (in_language(one, language()) for one in lessons_of(game))
    ]
    context = {
        "game": {"slug": game.slug, "title": game.title, "blurb": game.blurb, "how": has_how(game)},
        "lessons": lessons,
    }
    return render(request, "tanelorn/learn.html", context)


@require_safe
@ensure_csrf_cookie
def how(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played, on one page."""
    return render(request, "tanelorn/how.html", how_page(games[slug]))


@require_POST
def begin_lesson(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    """Set up a guided game at the step that the form names, counted from 1, and go there."""
    step = read_number(request.POST.get("step", "1"))
    if step is None:
        raise Unreadable(
            gettext("The request does not say at which step the lesson is to begin."), remedy=gettext("Send step=1.")
        )
    return redirect(_taken(request, lambda: store.begin_lesson(slug, lesson, step - 1))["url"])


@require_POST
def promise_dice(request: HttpRequest) -> JsonResponse:
    """Promise dice that the players of a table to be will add their words to."""
    return JsonResponse({"promise": promises.make()})


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
        "levels": _levels(),
        "ahead": game.notes.in_language(get_language() or "en").ahead if trial is None and not row.lesson else {},
    }
    return render(request, "tanelorn/table.html", context)


@require_safe
async def board(request: HttpRequest, code: str) -> HttpResponse:
    """What is drawn once, spaces and links: as it is now or, with `?key=`, as it was when the chart had that key."""
    _, seen = await _seen(request, code)
    data = await on_disk(boards.board_data)(code, seen, request.GET.get("key", ""))
    return HttpResponse(msgspec.json.encode(data), content_type="application/json")


@require_safe
async def own_chart(request: HttpRequest, code: str) -> HttpResponse:
    """The chart of a board that is the table's own, by the key that `board` gives."""
    _, seen = await _seen(request, code)
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
async def frames_json(request: HttpRequest, code: str) -> HttpResponse:
    """The frames of the scrubber for one viewer; refused for a viewer whose seat this screen does not hold."""
    live, seen = await _seen(request, code)
    viewer = await on_disk(_reader)(request, live)
    late = said_late(live.turns_late) if seen is not live.table else ""

    def written() -> bytes:
        told = list(folded(frames(seen, viewer, _as_seen(live, seen))))
        return msgspec.json.encode({"viewer": viewer, "late": late, "frames": told})

    return HttpResponse(await on_disk(written)(), content_type="application/json")


@require_safe
async def about_json(request: HttpRequest, code: str) -> HttpResponse:
    """The card about a space at a moment of the scrubber, for one viewer; refused as the frames are."""
    live, seen = await _seen(request, code)
    viewer = await on_disk(_reader)(request, live)
    moment = read_number(request.GET.get("n", ""))
    if moment is None:
        raise Unreadable(gettext("It does not say from which moment."))
    space = request.GET.get("space", "")

    def written() -> bytes:
        return msgspec.json.encode(About(**asdict(moments_of(seen, _as_seen(live, seen)).about(moment, viewer, space))))

    return HttpResponse(await on_disk(written)(), content_type="application/json")


def _reader(request: HttpRequest, live: LiveTable) -> int:
    """Return the viewer whose game is asked for, if it may be read by this page; raise Unreadable or Illegal."""
    word = request.GET.get("viewer", str(SPECTATOR))
    if word.removeprefix("-") not in ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9") or int(word) < REFEREE:
        raise Unreadable(
            gettext("“%(word)s” is not a viewer.") % {"word": word[:20]}, remedy=gettext("Give a seat's number, or -1.")
        )
    own = live.seats_of(doors.of_request(request))
    return live.may_read(int(word), request.GET.get("pass", ""), own)


@require_safe
@ensure_csrf_cookie
def rulebook(request: HttpRequest, slug: str) -> HttpResponse:
    """The in-app rulebook of a game."""
    game = games[slug]
    context = {
        "game": {
            "slug": game.slug,
            "title": game.title,
            "designers": game.designers,
            "learn": bool(lessons_of(game)),
            "how": has_how(game),
        },
        "chapters": [
            {
                "id": f"chapter-{chapter.holds[0]}",
                "number": chapter.number,
                "title": chapter.title,
                "clauses": clauses,
            }
            for chapter, clauses in game.rulebook.chapters
        ],
        "sources": [
            {"says": gettext(SOURCE_SAYS[source]), "areas": areas, "links": links}
            for source, (areas, links) in game.board.by_source().items()
        ],
        "lists": [
            {
                "id": f"list-{tray.title.lower().replace(' ', '-')}",
                "title": tray.title,
                "clause": tray.clause,
                "cards": tray.cards,
            }
            for tray in game.lists()
        ],
    }
    return render(request, "tanelorn/rulebook.html", context)


@require_safe
@ensure_csrf_cookie
def player_aid(request: HttpRequest, slug: str) -> HttpResponse:
    """The charts and tables of a game, to print: those that are used all the time, then long lists."""
    game = games[slug]
    tables = game.player_aid()
    charts = [table for table in tables if not table.long]
    context = {
        "game": {"slug": game.slug, "title": game.title, "learn": bool(lessons_of(game))},
        "charts": charts,
        "roomy": sum(len(cell) for table in charts for row in table.rows for cell in row.cells) < _ROOMY,
        "lists": [table for table in tables if table.long],
    }
    return render(request, "tanelorn/aid.html", context)


@require_safe
def clause_json(request: HttpRequest, slug: str, clause: str) -> JsonResponse:
    """One clause as data."""
    return JsonResponse(msgspec.to_builtins(games[slug].rulebook[clause]))


@require_safe
def chart(request: HttpRequest, slug: str) -> HttpResponse:
    """The drawn chart of a game's board."""
    path = games[slug].chart
    if path is None or not path.exists():
        raise UnknownName(
            gettext("%(game)s has no chart.") % {"game": games[slug].title},
            remedy=gettext("Its board is drawn from its spaces."),
        )
    return HttpResponse(path.read_bytes(), content_type="image/svg+xml")
