"""Views leak nothing: what a seat cannot know changes no byte of what it is told."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from tanelorn.core.chance import Ask
from tanelorn.core.errors import TanelornError
from tanelorn.core.game import Game
from tanelorn.core.play.record import Chanced
from tanelorn.core.play.replay import do_again
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.steps import Asks
from tanelorn.core.viewers import SPECTATOR

from .laws import scramble, shown_at_once
from .play import Options, Watched, again, as_bytes, outcomes_of, same, sit, told, told_at, told_of, viewers_of, wander

_NOBODY = 17
_DEEP = 8
_APART = 8
"""Every so many-th decision of a game is looked at from all sides, beside its first ones."""


def check_views(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> None:
    """Two positions drawn from all that fit a view give its viewer equal view, facts, scene, choices and offers."""
    table = sit(game, scenario, options, seed, keep=False)
    rng = random.Random(seed)
    taken: list[tuple[Any, bytes]] = []
    for number, _ in enumerate(wander(table, rng, 400)):
        for view, before in taken:
            assert as_bytes(view) == before, "A view changed when the game went on: it shares a list."
        taken = [(view, as_bytes(view)) for view in map(table.view, viewers_of(table))]
        if number < 12 or number % _APART == 0:
            for viewer in viewers_of(table):
                check_viewer(game, table, viewer, number)
    for viewer in viewers_of(table):
        check_viewer(game, table, viewer, -1)


def check_viewer(game: Game[Any, Any], table: Table, viewer: int, number: int) -> None:
    """Positions that fit a viewer's view, or differ in what he cannot know, tell him the same.

    What is made of the view alone follows from it, and views are equal: that nothing else goes into it is looked at
    in one of the positions, by turns.
    """
    view = table.view(viewer)
    assert view.viewer == viewer, f"The view of {viewer} says that it is of {view.viewer}."
    assert (view.game, view.asked, view.outcome) == (game.slug, table.asked(), table.outcome), "A view is wrong."
    assert view.scenario in {scenario.slug for scenario in game.scenarios}, f"“{view.scenario}” is no scenario."
    if viewer == SPECTATOR:
        stranger = msgspec.structs.replace(table.view(_NOBODY), viewer=SPECTATOR)
        assert as_bytes(stranger) == as_bytes(view), "A viewer who has no seat is told more than the spectator."
    true, made = told_at(table, viewer, view), told_of(table, view)

    def difference(other: Table, turn: int) -> str:
        seen = other.view(viewer)
        return same(true, told_at(other, viewer, seen)) or (
            same(made, told_of(other, seen)) if turn == (number + viewer) % 3 else ""
        )

    for which in (0, 1):  # a position drawn from a view has the same view, and asks the same seats in the same order
        try:
            drawn = Table.from_view(game, view, random.Random(f"{number} {which}"))
        except TanelornError as error:
            raise AssertionError(f"No position can be drawn for viewer {viewer}: {error}") from error
        differs = difference(drawn, which)
        assert not differs, f"Viewer {viewer} could tell two positions apart that fit his view: {differs}"
    position = table.position.copy()
    scramble(game, position, viewer, random.Random(number))
    differs = difference(Table.at(game, position, keep=False), 2)
    assert not differs, f"Something that viewer {viewer} cannot know changed what he is told: {differs}"


def check_barriers(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> None:
    """What a choice shows that its seat could not know bars undo: also who is asked next.

    The choice is played once more where what its seat does not know is otherwise.
    """
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    for number in range(500):
        if table.outcome is not None:
            return
        decision = rng.choice(table.decisions())
        seat, choice = decision.seat, decision.choices().sample(rng)
        before = table.view(seat)
        table.play(choice, seat)
        if decision.sealed or number % 4 or not table.can_undo(seat)[0]:
            continue
        world = Table.from_view(game, before, random.Random(number))
        world.play(str(choice), seat)
        learned = same([table.asked(), table.facts(seat)], [world.asked(), world.facts(seat)])
        where = f"“{choice}” by seat {seat} at {decision.title}"
        assert not learned, f"Something was learned by {where}, but undo is still open: {learned}"


def check_secrets(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> None:
    """Another sealed choice, or another card drawn unseen, changes nothing that the others are told.

    That is: view, facts, scene, choices, chronicle, moment, who is asked and what may be undone.
    """
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    choices = draws = 0
    for decision in wander(table, rng, 200):
        last = table.asked() == (decision.seat,)
        secret = decision.sealed or (isinstance(decision.step, Asks) and decision.step.unseen)
        if choices < _DEEP and secret and not last:
            choices += 1
            _check_secret_choice(table, options, decision, rng)
        if draws < _DEEP and _last_draw_is_hidden(table):
            draws += 1
            _check_hidden_draw(table, options)


def _check_secret_choice(table: Table, options: Options, decision: Decision, rng: random.Random) -> None:
    seat = decision.seat
    one, other = decision.choices().sample(rng), decision.choices().sample(rng)
    tables = [again(table, options, outcomes_of(table.entries))]
    tables += [copy.deepcopy(tables[0]) for _ in range(2)]
    tables[0].play(one, seat)
    tables[1].play(other, seat)
    if decision.sealed:
        tables[2].play(one, seat)
        _think_again(tables)
    tables[2].play(other, seat)
    for viewer in viewers_of(table):
        if viewer != seat:
            for twin in tables[1:]:
                difference = same(told(tables[0], viewer), told(twin, viewer))
                assert not difference, f"Viewer {viewer} could tell what seat {seat} has chosen unseen: {difference}"


def _think_again(tables: list[Table]) -> None:
    """Let the others take back what they have sealed, on all tables: each is told that he could play it again."""
    for table in tables:
        for other in table.asked():
            if len(table.asked()) > 1:
                table.play(table.decision(other).choices().sample(random.Random(0)), other)
                table.undo(other)


def _last_draw_is_hidden(table: Table) -> bool:
    """Whether the last thing that happened was a draw that some may not see."""
    chance = table.chance
    assert isinstance(chance, Watched)
    last = bool(table.entries) and isinstance(table.entries[-1], Chanced)
    return last and chance.asked[-1][0].knowers is not None


def _check_hidden_draw(table: Table, options: Options) -> None:
    chance = table.chance
    assert isinstance(chance, Watched)
    ask, _ = chance.asked[-1]
    shown = shown_at_once(table.game, table.position)
    for twin in _drawn_otherwise(table, chance.asked, options):
        if len(twin.entries) != len(table.entries) or shown_at_once(table.game, twin.position) != shown:
            continue
        for viewer in viewers_of(table):
            if viewer not in (ask.knowers or ()):
                difference = same(told(table, viewer), told(twin, viewer))
                assert not difference, f"Viewer {viewer} could tell what was drawn unseen: {difference}"
        return


def _drawn_otherwise(table: Table, asked: list[tuple[Ask, tuple[int, ...]]], options: Options) -> Iterator[Table]:
    """Yield the table as it would be by each other outcome of its last draw: the last choice is played once more."""
    (ask, drawn), written = asked[-1], [outcome for _, outcome in asked[:-1]]
    chosen = [number for number, entry in enumerate(table.entries) if not isinstance(entry, Chanced)]
    before = again(table, options, written, upto=chosen[-1]) if chosen else None
    for outcome, _ in ask.outcomes():
        if outcome == drawn:
            continue
        if before is None:
            yield again(table, options, [*written, outcome])
            continue
        twin = copy.deepcopy(before)
        assert isinstance(twin.chance, Watched)
        twin.chance.written.append(outcome)
        do_again(twin, table.entries[chosen[-1]])
        yield twin
