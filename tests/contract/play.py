"""How the contract suite plays: cases, random play, and everything that a viewer is told, as bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from tanelorn.core.chance import Ask, Seeded
from tanelorn.core.choices import Choice, Choices, Offer
from tanelorn.core.errors import CannotUndo
from tanelorn.core.game import Game, View, games
from tanelorn.core.play.record import Chanced, Entry
from tanelorn.core.play.replay import do_again
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.scene import Scene
from tanelorn.core.viewers import REFEREE, SPECTATOR

LIST_MOST = 3000
"""Lists up to this length are written out and compared; longer ones are sampled."""

MANY_SPACES, SOME_SPACES = 80, 12
"""On boards of more than so many spaces, so many of each sort are asked about."""

LONGEST = 20_000
"""So many decisions a random game may take."""

Options = Mapping[str, Any]
as_bytes = msgspec.msgpack.Encoder().encode
"""Writes a thing down as it is: the order of a container is part of what it tells."""


class Case(NamedTuple):
    """A game, one of its scenarios, and options that differ from the usual ones."""

    game: Game[Any, Any]
    scenario: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.game.slug, self.scenario, *(["options"] if self.options else [])])


def cases(*more: Game[Any, Any]) -> list[Case]:
    """Return every scenario of every game, as it is and with every switch turned."""
    found = []
    for game in (*games, *more):
        turned = {option.name: not option.default for option in game.options if isinstance(option.default, bool)}
        for scenario in game.scenarios:
            found += [Case(game, scenario.slug, options) for options in ([{}, turned] if turned else [{}])]
    return found


class Watched(Seeded):
    """Seeded chance that begins with written outcomes and remembers what it was asked."""

    def __init__(self, seed: int, written: list[tuple[int, ...]] | None = None) -> None:
        super().__init__(seed)
        self.asked: list[tuple[Ask, tuple[int, ...]]] = []
        self.written = list(written or ())

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        drawn = super().outcome(ask)
        if self.written:
            drawn = self.written.pop(0)
        self.asked.append((ask, drawn))
        return drawn


def sit(game: Game[Any, Any], scenario: str, options: Options, seed: int, *, keep: bool = True) -> Table:
    return Table.new(game, scenario, options, chance=Watched(seed), keep=keep)


def again(table: Table, options: Options, outcomes: list[tuple[int, ...]], upto: int | None = None) -> Table:
    """Play the entries of a table once more, or so many, with these outcomes of chance and then fresh ones."""
    assert table.header is not None
    twin = Table.new(table.game, table.header.scenario, options, chance=Watched(7, outcomes))
    for entry in table.entries[:upto]:
        do_again(twin, entry)
    return twin


def outcomes_of(entries: list[Entry]) -> list[tuple[int, ...]]:
    return [entry.outcome for entry in entries if isinstance(entry, Chanced)]


def wander(table: Table, rng: random.Random, most: int) -> Iterator[Decision]:
    """Play at random and yield each decision before it is taken, `most` of them."""
    for _ in range(most):
        if table.outcome is not None:
            return
        decisions = table.decisions()
        assert decisions, "Dead end: the game goes on, but nobody is asked."
        decision = rng.choice(decisions)
        yield decision
        table.play(
            table.decision(decision.seat).choices().sample(rng), decision.seat
        )  # what was taken back may ask anew


def seats_of(table: Table) -> range:
    return range(len(table.seats))


def viewers_of(table: Table) -> tuple[int, ...]:
    """Return all seats and the spectator."""
    return (*seats_of(table), SPECTATOR)


def walk(choices: Choices[Any], rng: random.Random, most: int = 400) -> list[Offer[Any]]:
    """Pick at random until a choice is made; return every offer on the way."""
    offers = [choices.offer(())]
    while offers[-1].picks:
        assert len(offers) <= most, f"No choice was made after {most} picks: {offers[-1].path[:12]} …"
        pick = rng.choice(offers[-1].picks).pick
        offers.append(choices.offer((*offers[-1].path, pick)))
    return offers


@lru_cache(1 << 14)
def _texts(choice: Choice) -> tuple[str, str]:
    """Return how a choice is written and said, which it knows by itself."""
    return str(choice), choice.says()


def told_choices(choices: Choices[Any]) -> list[Any]:
    """Return all that a list of choices tells: its length, texts, refusals, offers, and what counts at last."""
    rng = random.Random(0)
    size = len(choices)
    listed = list(choices) if size <= LIST_MOST else [choices.sample(rng) for _ in range(40)]
    walks = [walk(choices, rng) for _ in range(3)]
    return [size, [_texts(choice) for choice in listed], choices.refused(), walks, str(choices.default())]


def told_of_spaces(table: Table, view: View, scene: Scene) -> list[Any]:
    """Return the cards about spaces: of all, or on a large board of those that are drawn on and some others."""
    spaces = [area.id for area in table.game.board_of(table.position)]
    if len(spaces) > MANY_SPACES:
        drawn = dict.fromkeys(piece.space for piece in scene.pieces)
        spaces = [*list(drawn)[:SOME_SPACES], *random.Random(len(drawn)).sample(spaces, SOME_SPACES)]
    return [table.game.about(view, scene, space) for space in spaces]


def told_of(table: Table, view: View) -> list[Any]:
    """Return all that is made of a view alone: facts, scene and the cards about spaces."""
    scene = table.game.scene(view)
    assert table.game.subtitle(view) == scene.subtitle, "Lists of tables say otherwise how far the game has come."
    return [table.game.facts(view), scene, told_of_spaces(table, view, scene)]


def told_at(table: Table, viewer: int, view: View) -> list[Any]:
    """Return what a viewer is told besides: his view, who is asked, the outcome, and the decision if it is his."""
    told: list[Any] = [view, table.asked(), table.outcome, table.asides(viewer)]
    step = table.step
    if step is not None and viewer in step.seats(table.position):
        decision = table.decision(viewer)
        told += [decision.title, decision.clause, decision.sealed]
        told += told_choices(decision.choices())
    return told


def told(table: Table, viewer: int) -> list[Any]:
    """Return all that a viewer is told: of the position, of the past, and what may be undone."""
    undo = [table.can_undo(viewer), table.can_redo(viewer)] if viewer >= 0 else []
    view = table.view(viewer)
    return [*told_at(table, viewer, view), *told_of(table, view), table.moment, table.events(viewer), *undo]


def same(one: list[Any], other: list[Any]) -> str:
    """Return an empty text if two tellings are byte-equal, else the first difference."""
    if as_bytes(one) == as_bytes(other):
        return ""
    for mine, yours in zip(one, other, strict=False):
        if as_bytes(mine) != as_bytes(yours):
            return f"\n  {str(mine)[:1500]}\nagainst\n  {str(yours)[:1500]}"
    return f"{len(one)} things are told against {len(other)}"


def everything(table: Table) -> bytes:
    """Return all that undo must bring back: the position, what each viewer is told, what may be undone."""
    position, game = table.position, table.game
    views = []
    for viewer in (*viewers_of(table), REFEREE):  # the referee's facts are what digests of records are made of
        view = table.view(viewer)
        views.append([view, game.facts(view), table.events(viewer)])
    lists = []
    for decision in table.decisions():
        choices = decision.choices()
        size = len(choices)
        lists.append([decision.seat, size, [str(c) for c in choices] if size <= 100 else [], choices.offer(())])
    undo = [table.can_undo(seat) for seat in seats_of(table)]
    return as_bytes([position.digest(), position, table.moment, views, lists, undo])


def kept(table: Table) -> list[Any]:
    """Return all that a table keeps: what `everything` is made of, without making it."""
    undo = [[table.can_undo(seat), table.can_redo(seat)] for seat in seats_of(table)]
    log = [len(table.log.events), table.entries[:], undo]
    return [as_bytes(table.position), table.moment, table.outcome, log, table.chance.__dict__.copy()]


def check_barred(table: Table) -> bytes:
    """No seat may take anything back, each is told why, and trying changes nothing; return everything there is."""
    state = everything(table)
    for seat in seats_of(table):
        allowed, why = table.can_undo(seat)
        assert not allowed, f"Seat {seat} may undo what chance, a reveal or the end should bar."
        assert why, "A barrier gives no reason."
        try:
            table.undo(seat)
        except CannotUndo:
            continue
        raise AssertionError("A barred undo went through.")
    assert everything(table) == state, "A refused undo changed something."
    return state
