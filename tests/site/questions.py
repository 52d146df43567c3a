"""Every kind of question that random games meet, laid on tables of a site: what the walk over the pages begins from.

    python -m tests.site.questions 200 > build/questions.json

plays so many games and writes down questions of all kinds that they met; names of games after the number leave out the
others.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import django
import msgspec
from rich.console import Console
from rich.progress import track

from tanelorn.core.chance import Committed
from tanelorn.core.choices import Choices, Offer
from tanelorn.core.game import games
from tanelorn.core.play.table import Decision, Table
from tests.contract.play import LONGEST, wander
from tests.site.conftest import Site

FEW, KEYS, MANY = 3, 9, 40
"""A list is seen at one glance, has a key for each line, or is so long that the board alone shows all of it."""

DEEPEST = 6
"""So many offers are looked at on the way to a choice; the orders of a whole season take hundreds."""


class Question(NamedTuple):
    """One question in a random game: which game, after how many choices, who is asked, and the way to an answer.

    `paths` are the picks made so far at each offer on that way, `kinds` what kind of question each of these offers is.
    """

    game: str
    scenario: str
    number: int
    choices: int
    seat: int
    paths: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]


class Sight(NamedTuple):
    """What must be in sight at one offer on the way to an answer, and what was pressed to come there.

    Counts are left out of the picks, which have a stepper; of what the main button picks it is told only that it ends.
    """

    kind: str
    press: str
    picks: list[str]
    ends: bool


class Asked(NamedTuple):
    """A question that lies on a table of a site, what is to be seen on the way, and in which space each pick lies."""

    code: str
    seat: int
    sights: list[Sight]
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


def answered(choices: Choices[Any], rng: random.Random) -> list[Offer[Any]]:
    """Return the offers that a page shows on a random way to a choice.

    It takes the least of a count by itself, and has played what plays at once.
    """
    offers = [_counted(choices, choices.offer(()))]
    while len(offers) < DEEPEST:
        before = offers[-1]
        open_picks = [pick for pick in before.picks if pick.kind != "count" and pick.key != "Enter"]
        if not open_picks:
            break
        pick = rng.choice(open_picks)
        after = choices.offer((*before.path, pick.pick))
        if pick.plays and after.choice is not None:
            break
        offers.append(_counted(choices, after))
    return offers


def _counted(choices: Choices[Any], offer: Offer[Any]) -> Offer[Any]:
    while offer.choice is None and offer.picks and all(pick.kind == "count" for pick in offer.picks):
        counts = sorted(int(pick.id) for pick in offer.picks)
        least = next((count for count in counts if count), counts[0])
        offer = choices.offer((*offer.path, f"count:{least}"))
    return offer


def kind_of(game: str, decision: Decision, beside: str, offer: Offer[Any]) -> str:
    """Name what makes an offer look as it does: its step, what led there, what is asked, how many, what lies beside."""
    kinds = "+".join(sorted({pick.kind for pick in offer.picks})) or "chosen"
    many = ["few", "some", "many", "crowd"][sum(len(offer.picks) > most for most in (FEW, KEYS, MANY))]
    after = ">".join(pick.partition(":")[0] for pick in offer.path[-2:])
    return " ".join(
        filter(None, [game, type(decision.step).__name__, after and f"after {after}:", kinds, many, beside])
    )


def met(count: int, most: int = LONGEST, only: Sequence[str] = ()) -> list[Question]:
    """Play so many random games, to `most` choices each, of all scenarios in turn; return questions of every kind."""
    settings = [(game.slug, scenario.slug) for game in games for scenario in game.scenarios]
    numbers = [number for number in range(count) if not only or settings[number % len(settings)][0] in only]
    found: dict[str, int] = {}
    questions: list[Question] = []
    for number in track(numbers, "Games", console=Console(stderr=True), disable=count < 50):
        game, scenario = settings[number % len(settings)]
        _, decisions = played(game, scenario, number, keep=False, most=most)
        rng = random.Random(number)
        for choices, decision in enumerate(decisions):
            offers = answered(decision.choices(), rng)
            scene = decision.table.scene(decision.seat)
            beside = "battle" if scene.duel else "hand" if scene.trays else "board"
            kinds = tuple(kind_of(game, decision, beside, offer) for offer in offers)
            if not found.keys() >= set(kinds):
                paths = tuple(offer.path for offer in offers)
                questions.append(Question(game, scenario, number, choices, decision.seat, paths, kinds))
                found |= dict.fromkeys(kinds, 0)
    return _needed(questions)


def _needed(questions: list[Question]) -> list[Question]:
    """Leave out each question whose kinds are all met in others."""
    times = Counter(kind for one in questions for kind in set(one.kinds))
    kept = []
    for one in sorted(questions, key=lambda one: len(one.kinds)):
        if all(times[kind] > 1 for kind in set(one.kinds)):
            times.subtract(set(one.kinds))
        else:
            kept.append(one)
    return sorted(kept, key=questions.index)


def lay(site: Site, questions: Sequence[Question]) -> list[Asked]:
    """Lay each question on a table of its own in a site's folder, all seats played at one screen."""
    environment = {**os.environ, "TANELORN_DATA": str(site.data), "DJANGO_SETTINGS_MODULE": "tanelorn.site.settings"}
    command = [sys.executable, "-m", "tests.site.questions", "lay"]
    made = subprocess.run(
        command, env=environment, input=msgspec.json.encode(questions).decode(), capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    return msgspec.json.decode(made.stdout, type=list[Asked])


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
    from tanelorn.site.keeping import store  # needs Django to be set up
    from tanelorn.site.models import GameTable

    header = table.header
    assert header is not None
    row = GameTable(
        game=header.game,
        scenario=header.scenario,
        options=header.options,
        seats=[{"who": "me", "name": "you"} for _ in table.seats],
        name=question.kinds[0][:80],
        secret=secret(question.number),
        header=msgspec.json.encode(header),
    )
    store.keep(row, table, 0)
    return Asked(row.code, decision.seat, list(_sights(decision, question)), _places(table, decision.seat))


def _sights(decision: Decision, question: Question) -> Iterator[Sight]:
    before = 0
    for path, kind in zip(question.paths, question.kinds, strict=True):
        offer = decision.offer(path)
        picks = [pick.pick for pick in offer.picks if pick.key != "Enter" and pick.kind != "count"]
        ends = offer.choice is not None or any(pick.key == "Enter" for pick in offer.picks)
        yield Sight(kind, path[before] if question.paths[0] != path else "", picks, ends)
        before = len(path)


def _places(table: Table, seat: int) -> dict[str, str]:
    """Say in which space each thing lies that a seat sees on the board or under what stands there."""
    scene = table.scene(seat)
    spaces = {piece.id: piece.space for piece in scene.pieces}
    lies = {card.id: spaces[stack.piece] for stack in scene.stacks if stack.piece in spaces for card in stack.cards}
    return lies | {f"piece:{piece}": space for piece, space in spaces.items()}


def _main(arguments: Sequence[str]) -> None:
    if arguments == ["lay"]:
        django.setup()
        laid = _lay(msgspec.json.decode(sys.stdin.read(), type=list[Question]))
        print(msgspec.json.encode(laid).decode())
        return
    questions = met(int(arguments[0]), only=arguments[1:])
    kinds = {kind for one in questions for kind in one.kinds}
    print(f"{len(kinds)} kinds of question in {len(questions)} questions", file=sys.stderr)
    print(msgspec.json.encode(questions).decode())


if __name__ == "__main__":
    _main(sys.argv[1:])
