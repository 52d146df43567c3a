"""Every kind of question that random games meet, laid on tables of a site: what the walk over the pages begins from.

    python -m tests.site.questions 200

plays so many games and says which kinds of question they met.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import django
import msgspec
from rich.progress import track

from tanelorn.core.chance import Committed
from tanelorn.core.choices import Offer
from tanelorn.core.game import games
from tanelorn.core.play.decision import Decision
from tanelorn.core.play.table import Table
from tests.contract.play import LONGEST, wander
from tests.site.conftest import Site

FEW, KEYS, MANY = 3, 9, 40
"""A list is seen at one glance, has a key for each line, or is so long that the board alone shows all of it."""


class Question(NamedTuple):
    """One question in a random game: which game, after how many choices, who is asked, and what kind it is."""

    game: str
    scenario: str
    number: int
    choices: int
    seat: int
    kind: str


class Asked(NamedTuple):
    """A question that lies on a table of a site, what may be picked for it, and in which space each pick lies.

    Counts are left out, which have a stepper; of what the main button picks it is told only that there is such a pick.
    """

    kind: str
    code: str
    seat: int
    picks: list[str]
    ends: bool
    places: dict[str, str]


def played(
    game: str, scenario: str, number: int, *, keep: bool, most: int = LONGEST
) -> tuple[Table, Iterator[Decision]]:
    """Begin a random game that is the same each time, and yield its decisions."""
    table = Table.new(games[game], scenario, chance=Committed(secret(number)), keep=keep)
    return table, wander(table, random.Random(number), most)


def secret(number: int) -> str:
    """Return the secret from which the dice of a game are drawn."""
    return f"question {number}"


def kind_of(game: str, decision: Decision) -> str:
    """Name what makes a question look as it does: its step, what is asked, how many, and what lies beside it."""
    offer: Offer[Any] = decision.offer()
    kinds = sorted({pick.kind for pick in offer.picks})
    many = sum(len(offer.picks) > most for most in (FEW, KEYS, MANY))
    scene = decision.table.scene(decision.seat)
    beside = "battle" if scene.duel else "hand" if scene.trays else "board"
    return f"{game} {type(decision.step).__name__} {'+'.join(kinds)} {['few', 'some', 'many', 'crowd'][many]} {beside}"


def met(count: int, most: int = LONGEST) -> list[Question]:
    """Play so many random games, to `most` choices each, of all scenarios in turn; return the first of each kind."""
    settings = [(game.slug, scenario.slug) for game in games for scenario in game.scenarios]
    found: dict[str, Question] = {}
    for number in track(range(count), "Games", disable=count < 50):
        game, scenario = settings[number % len(settings)]
        _, decisions = played(game, scenario, number, keep=False, most=most)
        for choices, decision in enumerate(decisions):
            kind = kind_of(game, decision)
            if kind not in found:
                found[kind] = Question(game, scenario, number, choices, decision.seat, kind)
    return list(found.values())


def lay(site: Site, questions: Sequence[Question]) -> list[Asked]:
    """Lay each question on a table of its own in a site's folder, all seats played at one screen."""
    environment = {**os.environ, "TANELORN_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "tanelorn.site.settings"}
    command = [sys.executable, "-m", "tests.site.questions", "lay"]
    made = subprocess.run(command, env=environment, input=json.dumps(questions), capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return [Asked(*one) for one in json.loads(made.stdout)]


def _lay(questions: Sequence[Question]) -> list[Asked]:
    return [asked for game in dict.fromkeys(one.number for one in questions) for asked in _lay_game(questions, game)]


def _lay_game(questions: Sequence[Question], number: int) -> Iterator[Asked]:
    """Play one game again and write it down at each of its questions."""
    wanted = {one.choices: one for one in questions if one.number == number}
    first = next(iter(wanted.values()))
    table, decisions = played(first.game, first.scenario, number, keep=True)
    for choices, decision in enumerate(decisions):
        question = wanted.pop(choices, None)
        if question is not None:
            yield _written(table, decision, question)
        if not wanted:
            return


def _written(table: Table, decision: Decision, question: Question) -> Asked:
    from tanelorn.site import shelf  # needs Django to be set up
    from tanelorn.site.models import GameTable

    header = table.header
    assert header is not None
    row = GameTable(
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        seats=[{"who": "me", "name": "you"} for _ in table.seats],
        name=question.kind[:80],
        secret=secret(question.number),
        header=msgspec.json.encode(header),
    )
    shelf.keep(row, table, 0)
    offered = decision.offer().picks
    picks = [pick.pick for pick in offered if pick.key != "Enter" and pick.kind != "count"]
    ends = any(pick.key == "Enter" for pick in offered)
    return Asked(question.kind, row.code, decision.seat, picks, ends, _places(table, decision.seat))


def _places(table: Table, seat: int) -> dict[str, str]:
    """Say in which space each thing lies that a seat sees on the board or under what stands there."""
    scene = table.scene(seat)
    spaces = {piece.id: piece.space for piece in scene.pieces}
    lies = {card.id: spaces[stack.piece] for stack in scene.stacks if stack.piece in spaces for card in stack.cards}
    return lies | {f"piece:{piece}": space for piece, space in spaces.items()}


def _main(arguments: Sequence[str]) -> None:
    if arguments == ["lay"]:
        django.setup()
        print(json.dumps(_lay([Question(*one) for one in json.load(sys.stdin)])))
        return
    found = met(int(arguments[0]))
    print("\n".join(f"{one.kind} (game {one.number}, {one.scenario}, after {one.choices})" for one in found))
    print(f"{len(found)} kinds of question")


if __name__ == "__main__":
    _main(sys.argv[1:])
