"""The page “How it is played”: what its template shows."""

from __future__ import annotations

from django.contrib.staticfiles import finders
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tanelorn.core.game import Game
from tanelorn.core.lessons.how import Place, Told, how_of, places
from tanelorn.core.lessons.lesson import lessons_of


def how_page(game: Game) -> dict[str, object]:
    """Return the context of the page of a game; raise UnknownName if nobody has written it."""
    how = how_of(game)
    found = places(how, game)
    lessons = lessons_of(game)
    return {
        "game": {"slug": game.slug, "title": game.title, "blurb": game.blurb},
        "lesson": lessons[0].slug if lessons else "",
        "goal": {"words": _prose(how.goal), **_clause(how.clause)},
        "turn": [{**_told(part), "step": part.step, "picture": _picture(game, part.step)} for part in how.turn],
        "missed": [_told(told) for told in how.missed],
        "quiz": [
            {"ask": one.ask, "answer": one.answer, "says": one.says, **_link(one.where, found[one.where])}
            for one in how.quiz
        ],
    }


def _told(told: Told) -> dict[str, object]:
    return {"title": told.title, "words": _prose(told.words), **_clause(told.clause)}


def _clause(id_: str) -> dict[str, str]:
    return {"clause": id_, "clause_name": id_.partition("/")[2]}


def _link(where: str, place: Place) -> dict[str, object]:
    return {"to": where.replace(" ", "-"), "title": place.title, "step": place.step}


def _picture(game: Game, step: int) -> str:
    """Return the picture of a step under the static files, "" where none was taken."""
    name = f"tanelorn/how/{game.slug}-{step}.webp"
    return name if step and finders.find(name) else ""


def _prose(text: str) -> SafeString:
    """Return a text with what stands between two pairs of stars in bold."""
    parts = text.split("**")
    return format_html_join(
        "", "{}", ((format_html("<b>{}</b>", part) if at % 2 else part,) for at, part in enumerate(parts))
    )
