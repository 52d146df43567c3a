"""Standing answers: what a seat answers to all questions of a kind without being asked, until it wishes to be asked.

So that a game by post does not wait a day for each “let it be”. They are no part of the game: what one of them answers
is an ordinary choice. They are kept on disk and told to their seat alone; where other people play, the time that an
answer takes does not tell whether somebody chose just now or had chosen before.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import DatabaseError, Error, transaction
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, NotAsked, UnknownName
from tanelorn.core.play.table import Table
from tanelorn.site.keeping import store, trouble
from tanelorn.site.live.messages import Standing
from tanelorn.site.models import GameTable, StandingAnswer
from tanelorn.site.wire.errors import stale
from tanelorn.site.wire.sent import MOST_LETTERS, read_path, some_lines
from tanelorn.site.words import language

Kept = Mapping[int, Mapping[str, Standing]]
"""By seat and kind of question."""
_SHORTEST, _LONGEST = 2.0, 8.0
"""Seconds before a standing answer is given where other people play: as if somebody had looked at the question."""
_lots = random.SystemRandom()


def load_standing(row: GameTable) -> dict[int, dict[str, Standing]]:
    """Return the standing answers of a table; if they cannot be read none, for then their seats are asked."""
    found: dict[int, dict[str, Standing]] = {}
    try:
        for one in row.standing.all():
            found.setdefault(one.seat, {})[one.kind] = Standing(one.kind, one.title, one.text, one.turn)
    except (DatabaseError, ValueError, TypeError) as error:
        if trouble.passes(error):
            raise trouble.away(error) from None
        return {}
    return found


def write_standing(row: GameTable, seat: int, kind: str, answer: Standing | None) -> None:
    """Keep a standing answer, or drop the one to questions of a kind; raise NotKept when the disk refuses."""
    try:
        with transaction.atomic():
            store.hold(row)
            StandingAnswer.objects.filter(table=row, seat=seat, kind=kind).delete()
            if answer is not None:
                said = {"kind": kind, "title": answer.title, "text": answer.text, "turn": answer.turn}
                StandingAnswer.objects.create(table=row, seat=seat, **said)
                wait_for(row)  # it may be due at once
    except (Error, OSError) as error:
        raise store.NotKept(
            gettext("The standing answer could not be written to disk (%(why)s).") % {"why": trouble.reason(error)},
            remedy=gettext("Answer this question alone, or try again."),
        ) from None


def wait_for(row: GameTable) -> None:
    """Note that an answer that stands is due at a table: if this process ends, another one gives it, as with bots."""
    GameTable.objects.filter(pk=row.pk).update(bots_asked=True)


class Asked(NamedTuple):
    """What a page asks for, as it was sent: the `path` that answers its present question, or a `text` about a `kind`
    of question, none to be asked again; `only` for the present turn if it says "turn".
    """

    moment: object
    path: object
    kind: object
    text: object
    only: object


def read(table: Table, seat: int, asked: Asked) -> tuple[str, Standing | None]:
    """Return the kind of question and what is to stand for it, None for nothing; raise as what it calls does."""
    this_turn = asked.only == "turn"
    if asked.path is not None:
        if asked.moment != table.moment:
            raise stale()
        answered = as_answered(table, seat, read_path(asked.path), this_turn=this_turn)
        return answered.kind, answered
    known = {*table.game.notes.standing, *table.game.notes.ahead}
    if asked.text == "" and asked.kind in known:
        return str(asked.kind), None
    ahead = written_ahead(table, asked.kind, asked.text, this_turn=this_turn)
    return ahead.kind, ahead


def ask_again(row: GameTable, table: Table, seat: int) -> None:
    """Let nothing stand for what a seat is asked now: whoever takes a choice back wishes to choose."""
    if seat in table.asked():
        StandingAnswer.objects.filter(table=row, seat=seat, kind=table.decision(seat).kind).delete()


def as_answered(table: Table, seat: int, path: Iterable[str], *, this_turn: bool) -> Standing:
    """Return what a seat that is asked would answer by these picks as a standing answer to all such questions.

    Raises NotAsked, or Illegal where questions of that kind are asked each time, or the picks make no choice.
    """
    if seat not in table.asked():
        raise NotAsked(gettext("This seat is not asked anything."), remedy=gettext("Wait for its next question."))
    decision = table.decision(seat)
    if decision.kind not in table.game.notes.standing:
        raise Illegal(gettext("This question is asked each time."), remedy=gettext("Answer it for now."))
    choice = decision.offer(tuple(path)).choice
    if choice is None:
        raise Illegal(gettext("This is no whole choice yet."), remedy=gettext("Pick the rest first."))
    return Standing(decision.kind, decision.title, str(choice), _turn(table) if this_turn else None)


def written_ahead(table: Table, kind: object, text: object, *, this_turn: bool) -> Standing:
    """Return what is written before it is asked as a standing answer; raise UnknownName, Unreadable or Illegal."""
    ahead = table.game.notes.in_language(language()).ahead
    if not isinstance(kind, str) or kind not in ahead:
        known = ", ".join(ahead.values()) or gettext("none in this game")
        raise UnknownName(
            gettext("Questions of this kind cannot be answered ahead."),
            remedy=gettext("Those that can: %(kinds)s.") % {"kinds": known},
        )
    lines = some_lines(text, gettext("What is written ahead"), MOST_LETTERS)
    return Standing(kind, ahead[kind], lines, _turn(table) if this_turn else None)


def answer(table: Table, seat: int, standing: Mapping[str, Standing]) -> str:
    """Return what a seat that is asked answers by what stands; "" if it must be asked."""
    if not standing or seat not in table.asked() or seat in table.position.sealed:
        return ""
    decision = table.decision(seat)
    stands = standing.get(decision.kind)
    if stands is None or (stands.turn is not None and stands.turn != _turn(table)):
        return ""
    choice = decision.choices().written_ahead(stands.text)
    return "" if choice is None else str(choice)


def pause(people: int) -> float:
    """Return how many seconds to wait before an answer that stands is given, where so many people play."""
    return _lots.uniform(_SHORTEST, _LONGEST) if people > 1 else 0.0


def _turn(table: Table) -> int:
    return table.game.turn_of(table.position)
