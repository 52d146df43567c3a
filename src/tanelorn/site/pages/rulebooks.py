"""The pages of a game: how it is played, its guided games, rulebook and player aid, its chart."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tanelorn.core.content.data import SOURCE_SAYS
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import games
from tanelorn.core.lessons.how import has_how
from tanelorn.core.lessons.lesson import lessons_of
from tanelorn.core.lessons.translated import in_language
from tanelorn.site.pages.how import how_page
from tanelorn.site.words import language

_ROOMY = 6000
"""Fewer letters than these fit on the two pages of a player aid in larger type."""


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
