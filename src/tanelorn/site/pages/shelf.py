"""The shelf: the games, the tables in play, finished and frozen ones, each as a card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tanelorn.bots import LEVELS, USUAL, Level
from tanelorn.core.content.packs import STANDARD, PackStore
from tanelorn.core.game import WEIGHTS, Game, Option, Scenario, games
from tanelorn.core.lessons.how import has_how
from tanelorn.site.keeping import store
from tanelorn.site.keeping.frozen import Frost
from tanelorn.site.live import shelving
from tanelorn.site.live.seats.visitors import Visitor, doors, looks_on_late
from tanelorn.site.models import GameTable
from tanelorn.site.words import listed

_MOST_TABLES = 60
_AGO = {
    "year": ngettext_lazy("%(num)d year ago", "%(num)d years ago", "num"),
    "month": ngettext_lazy("%(num)d month ago", "%(num)d months ago", "num"),
    "week": ngettext_lazy("%(num)d week ago", "%(num)d weeks ago", "num"),
    "day": ngettext_lazy("%(num)d day ago", "%(num)d days ago", "num"),
    "hour": ngettext_lazy("%(num)d hour ago", "%(num)d hours ago", "num"),
    "minute": ngettext_lazy("%(num)d minute ago", "%(num)d minutes ago", "num"),
}


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The shelf: the games, tables in play, finished ones."""
    visitor = doors.of_request(request)
    rows = store.rows(_MOST_TABLES, doors.tables(visitor))
    sound = [row for row in rows if isinstance(row, GameTable)]
    context = {
        "games": [_game_card(game, begin=number == 0) for number, game in enumerate(games.by_weight())],
        "levels": levels(),
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


def levels() -> list[dict[str, object]]:
    """Return the levels of bots, as a seat may choose among them."""
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
        "styles": [{"slug": slug, "title": style.title, "says": style.says} for slug, style in game.styles.items()],
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
