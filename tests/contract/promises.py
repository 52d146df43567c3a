"""The promises that every game keeps, each as a check that raises AssertionError when it is broken.

`test_promises.py` runs them on every game; `test_planted_faults.py` proves that each can fail.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from tanelorn.core.chance import Seeded
from tanelorn.core.choices import OFFER_DRAW, WITHDRAW_OFFER, Choice, Choices, is_sound
from tanelorn.core.errors import BrokenRules, TanelornError
from tanelorn.core.fields import learned
from tanelorn.core.game import Game
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.steps import Asks
from tanelorn.core.viewers import REFEREE, SPECTATOR

from .calls import check_asides, check_time
from .golden import check_same_everywhere
from .laws import law_of
from .leaks import check_barriers, check_secrets, check_views
from .masks import check_masks
from .play import (
    LIST_MOST,
    LONGEST,
    Options,
    check_barred,
    everything,
    kept,
    outcomes_of,
    seats_of,
    sit,
    told_of_spaces,
    viewers_of,
    wander,
)

AnyGame = Game[Any, Any]
_ASIDES = {"resign", "offer a draw", "withdraw the offer"}
_FEW = 3
"""So many choices are taken back and played again where it is not the whole trail of them."""
_STAGES = 6
"""At so many moments of a game it is compared with the replay of its record."""


def check_reaches_end(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Random play reaches an end."""
    table = sit(game, scenario, options, seed, keep=False)
    try:
        for _ in wander(table, random.Random(seed), LONGEST):
            pass
    except BrokenRules as error:
        raise AssertionError(f"The rules broke down: {error}") from error
    assert table.outcome is not None, f"The game has not ended after {LONGEST} decisions."
    winners = table.outcome.winners
    assert set(winners) <= set(seats_of(table)), f"Seats {winners} have won, but they are not at the table."
    assert table.asked() == (), "The game has ended and somebody is asked."


def check_no_dead_ends(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Every decision lists a choice, a single one only for a reason, and every choice drawn is listed and accepted."""
    table = sit(game, scenario, options, seed, keep=False)
    rng = random.Random(seed)
    while table.outcome is None:
        decisions = table.decisions()
        assert decisions, "Dead end: the game goes on, but nobody is asked."
        for decision in decisions:
            choices = decision.choices()
            where = f"{decision.title} of seat {decision.seat}"
            assert len(choices) > 0, f"Dead end: {where} has no choice."
            assert next(iter(choices), None) is not None, f"Dead end: {where} lists no choice."
            needless = isinstance(decision.step, Asks) and not decision.step.still_asked and len(choices) == 1
            assert not needless, f"{where} can only be answered “{next(iter(choices))}”: why is it asked?"
        decision = rng.choice(decisions)
        choice = decision.choices().sample(rng)
        refusal = decision.choices().refusal(choice)
        assert refusal is None, f"“{choice}” was drawn but is refused: {refusal}"
        try:
            table.play(choice, decision.seat)
        except TanelornError as error:
            raise AssertionError(f"“{choice}” was listed but not accepted: {error}") from error


def check_lists(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Iteration, length, membership, refusal and drawing agree."""
    rng = random.Random(seed)
    earlier: list[Choice] = []
    for decision in wander(sit(game, scenario, options, seed, keep=False), rng, 80):
        choices = decision.choices()
        drawn = [choices.sample(rng) for _ in range(12)]
        for choice in drawn:
            assert choice in choices, f"“{choice}” was drawn but is not in the list."
        for choice in (*drawn, *earlier[:12]):
            agree = (choice in choices) == (choices.refusal(choice) is None)
            assert agree, f"“{choice}” is in the list, and refused, or neither."
        if len(choices) <= LIST_MOST:
            listed = list(choices)
            members = set(listed)
            assert len(listed) == len(choices), f"{len(listed)} choices are listed, but there are {len(choices)}."
            assert len(members) == len(listed), "A choice is listed twice."
            assert len({str(choice) for choice in listed}) == len(listed), "Two choices have one text."
            for choice in listed:
                refusal = choices.refusal(choice)
                assert refusal is None, f"“{choice}” is listed but refused: {refusal}"
                assert choice in choices, f"“{choice}” is listed, but not in the list."
            for choice in (*drawn, *earlier):
                assert (choice in choices) == (choice in members), (
                    f"“{choice}” is {'listed' if choice in members else 'accepted'}, "
                    f"but not {'accepted' if choice in members else 'listed'}."
                )
        earlier = (drawn + earlier)[:100]


def check_texts(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """A choice's text reads back as the choice, in capitals, small letters and with more spaces too."""
    rng = random.Random(seed)
    for decision in wander(sit(game, scenario, options, seed, keep=False), rng, 60):
        choices = decision.choices()
        some = [choices.sample(rng) for _ in range(6)]
        some += rng.sample(list(choices), 6) if 6 <= len(choices) <= LIST_MOST else []
        for choice in some:
            text = str(choice)
            assert text.strip() == text != "", f"A choice has the text {text!r}."
            assert text.casefold() not in _ASIDES, f"The text “{text}” means something else at every table."
            for variant in (text, text.upper(), text.lower(), f"  {text} ", text.replace(" ", "   ")):
                try:
                    read = decision.parse(variant)
                except TanelornError as error:
                    raise AssertionError(f"{variant!r} cannot be read back: {error}") from error
                assert read == choice, f"{variant!r} reads as “{read}”."
            _check_reading(choices, choice)


def _check_reading(choices: Choices[Any], choice: Choice) -> None:
    """A text read part by part leads where it leads as a whole; for what people write down it wants the seal yet."""
    reading = choices.read(str(choice))
    assert not reading.refused, f"Parts of “{choice}” are refused: {reading.refused}"
    offer = choices.offer(reading.path)
    seal = next((pick.pick for pick in offer.picks if pick.key == "Enter"), None)
    made = offer.choice if seal is None else choices.offer((*reading.path, seal)).choice
    assert made == choice, f"“{choice}”, read part by part, makes “{made}”."


def _scribble(thing: Any) -> None:
    """Deface every list and dict that can be reached from a position."""
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            _scribble(getattr(thing, field))
    elif isinstance(thing, list):
        for item in thing:
            _scribble(item)
        thing.append(-99)
    elif isinstance(thing, dict):
        for item in thing.values():
            _scribble(item)
        thing[-99] = -99


def check_copies(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """A copy equals its original, lives on its own, and goes on the same way with the same chance."""
    rng = random.Random(seed)
    table = sit(game, scenario, options, seed, keep=False)
    for number, _ in enumerate(wander(table, rng, 120)):
        if number % 4:
            continue
        before = table.position.digest()
        assert table.position.copy().digest() == before, "A copy has another digest than its original."
        twins = [table.copy(Seeded(number)) for _ in range(2)]
        dice = [random.Random(number) for _ in twins]
        for steps in zip(*(wander(twin, die, 12) for twin, die in zip(twins, dice, strict=True)), strict=True):
            assert steps[0].seat == steps[1].seat
            one, other = (twin.position.digest() for twin in twins)
            assert one == other, "Two copies part ways with the same chance and the same choices."
        assert table.position.digest() == before, "Playing a copy changed its original."
        _scribble(table.position.copy())
        assert table.position.digest() == before, "A copy shares a list with its original."


def check_pickles(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """A pickled table and a deep copy, taken while all are asked, equal their original and go on the same way."""
    rng = random.Random(seed)
    table = sit(game, scenario, options, seed)
    for number, _ in enumerate(wander(table, rng, 90)):
        if number % 30:
            continue
        for decision in table.decisions():
            decision.choices().offer(())
        twins = [pickle.loads(pickle.dumps(table)), copy.deepcopy(table), copy.deepcopy(table)]
        for twin in twins:
            assert everything(twin) == everything(table), "A pickled or copied table is another than its original."
        dice = [random.Random(number) for _ in twins]
        for steps in zip(*(wander(twin, die, 10) for twin, die in zip(twins, dice, strict=True)), strict=True):
            assert len({step.seat for step in steps}) == 1
            assert len({twin.position.digest() for twin in twins}) == 1, "A pickled table goes on another way."


def check_records(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """A record saves, loads and replays to the same digests, facts and chronicle: at every stage, and cut off."""
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    stages: list[tuple[int, bytes]] = []  # after how many entries, and everything there was
    for number, decision in enumerate(wander(table, rng, 400)):
        place = number if number < _STAGES else rng.randrange(number + 1)  # each is kept as likely as any other
        if place < _STAGES:
            stages[place : place + 1] = [(len(table.entries), everything(table))]
        if rng.random() < 0.05 and len(seats_of(table)) > 1:
            table.play(OFFER_DRAW if decision.seat not in table.position.offers else WITHDRAW_OFFER, decision.seat)
        undoable = [seat for seat in seats_of(table) if table.can_undo(seat)[0]]
        if undoable and rng.random() < 0.1:
            table.undo(undoable[0])
        if table.outcome is not None or decision.seat not in table.asked():
            break
    record = table.record()
    loaded = Record.read(b"".join(record.lines()))
    assert loaded == record, "A record is read otherwise than it was written."
    twin = _replayed(loaded, dict(stages))
    for viewer in (*viewers_of(table), REFEREE):
        assert twin.events(viewer) == table.events(viewer), f"The replay tells viewer {viewer} another story."
    assert everything(twin) == everything(table), "The replay ends in another position."
    for stage, was in (min(stages), rng.choice(stages)):
        assert everything(_replayed(loaded, upto=stage)) == was, f"Cut off after {stage} entries the replay differs."


def _replayed(record: Record, stages: Mapping[int, bytes] | None = None, upto: int | None = None) -> Table:
    """Replay a record, and look at everything where it has been looked at before, once there is an entry."""
    due = {stage: was for stage, was in (stages or {}).items() if stage}

    def look(table: Table) -> None:
        was = due.pop(len(table.entries), None)
        differs = f"After {len(table.entries)} entries the replay differs."
        assert was is None or everything(table) == was, differs

    try:
        twin = replay(record, upto=upto, met=look)
        assert not due, f"The replay has passed over what was after {list(due)} entries."
        return twin
    except TanelornError as error:
        raise AssertionError(f"A record does not replay: {error}") from error


def check_undo(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Undo and redo are exact, and barriers fall by themselves: chance, something learned, opened seals, the end."""
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    trail: list[tuple[int, bytes, bytes]] = []
    now = everything(table)
    for _ in range(120):
        if table.outcome is not None:
            return
        decision = rng.choice(table.decisions())
        seat = decision.seat
        before = now
        if _play_watched(table, decision, rng):
            trail.clear()
            now = check_barred(table)
            continue
        now = everything(table)
        trail.append((seat, before, now))
        allowed, why = table.can_undo(seat)
        assert allowed, f"Nothing was learned and no chance has spoken, but undo is barred: {why}"
        if len(trail).bit_count() == 1:  # the trail has doubled
            _back_and_forth(table, trail)
        elif rng.random() < 0.3:
            _back_and_forth(table, trail[-_FEW:])


def _play_watched(table: Table, decision: Decision, rng: random.Random) -> bool:
    """Play a choice; return whether a barrier is due."""
    position = table.position.copy()
    dice = len(outcomes_of(table.entries))
    opens = decision.sealed and table.asked() == (decision.seat,)
    table.play(decision.choices().sample(rng), decision.seat)
    now = table.position
    shown = learned(position, now) or now.closed != position.closed
    rolled = len(outcomes_of(table.entries)) > dice
    return opens or rolled or shown or table.outcome is not None


def _back_and_forth(table: Table, trail: list[tuple[int, bytes, bytes]]) -> None:
    """Take back the choices of a trail, one by one, and play them again."""
    for seat, before, _ in reversed(trail):
        table.undo(seat)
        assert everything(table) == before, f"Undo by seat {seat} does not bring everything back."
    for seat, _, after in trail:
        assert table.can_redo(seat), "What was taken back cannot be played again."
        table.redo(seat)
        assert everything(table) == after, f"Redo by seat {seat} does not bring everything back."


class _Foreign(Choice, frozen=True, tag="foreign"):
    """A choice of no game."""

    def __str__(self) -> str:
        return "xyzzy"


_GARBAGE = (
    "",
    "   ",
    "xyzzy",
    "\0",
    ";;;",
    "-1",
    "9" * 60,
    "1 1 1",
    "«»",
    "🎲",
    "None",
    "to to to",
    "a\nb\nc",
    "x" * 5000,
    "²",
)
_WEARISOME = ("9" * 5000, "cast" + " " * 6000 + "x", "1 " + "to " * 2000, "a;" * 3000)
"""What may take a reader for ever, or his numbers beyond all bounds."""
_ODD_PICKS = ("²", "x", "", "-1", "9" * 5000, "spell-x", "power-99")
"""What is no id of anything that can be picked."""


def check_refused_input(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Whatever is refused has changed nothing: garbage, others' choices, stale ones, wrong seats."""
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    earlier: list[Choice] = []
    weary: set[type] = set()
    for decision in wander(table, rng, 25):
        seat, choices = decision.seat, decision.choices()
        good = choices.sample(rng)
        attempts: list[tuple[Any, int | None, int | None]] = [(text, seat, None) for text in _GARBAGE]
        attempts += [(choice, seat, None) for choice in earlier if choice not in choices]
        others = [other.choices().sample(rng) for other in table.decisions() if other.seat != seat]
        attempts += [(choice, seat, None) for choice in others if choice not in choices]
        attempts += [(_Foreign(), seat, None), (WITHDRAW_OFFER, seat, None)]
        attempts += [(good, wrong, None) for wrong in (99, SPECTATOR, REFEREE)]
        step = table.step
        assert step is not None
        attempts += [(good, other, None) for other in seats_of(table) if other not in step.seats(table.position)]
        attempts += [(good, seat, table.moment - 1), (good, seat, table.moment + 1)]
        attempts += [(good, None, None)] if len(table.asked()) > 1 else []
        if type(choices) not in weary:
            attempts += [(text, seat, None) for text in _WEARISOME]
            _check_odd_picks(choices, good)
        weary.add(type(choices))
        with _unchanged(table):
            for attempt in attempts:
                _check_refused(table, *attempt)
        earlier = [good, *earlier][:8]


def _check_odd_picks(choices: Choices[Any], good: Choice) -> None:
    """After each of the first picks of a good choice, what is nothing is refused."""
    for at in range(min(len(good.picks), 4)):
        for odd in (f"{kind}:{id}" for kind in ("count", "button", "space", "piece", "card") for id in _ODD_PICKS):
            path = (*good.picks[:at], odd)
            try:
                with suppress(TanelornError):
                    choices.offer(path)
                    raise AssertionError(f"“{odd[:40]}” was picked after {path[:-1]}.")
            except (ValueError, LookupError, TypeError) as error:
                raise AssertionError(f"The pick “{odd[:40]}” after {path[:-1]} broke the offer down.") from error


@contextmanager
def _unchanged(table: Table) -> Iterator[None]:
    """Whatever is refused in between changes nothing that anybody is told."""
    before = everything(table)
    yield
    assert everything(table) == before, "What was refused changed something that somebody is told."


def _check_refused(table: Table, choice: Any, seat: int | None, moment: int | None) -> None:
    before = kept(table)
    refusal: TanelornError | None = None
    try:
        table.play(choice, seat, moment=moment)
    except TanelornError as error:
        refusal = error
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise AssertionError(f"{choice!r} by seat {seat} broke down: {error!r}") from error
    assert refusal is not None, f"{choice!r} by seat {seat} for moment {moment} was accepted."
    assert refusal.why, "A refusal gives no reason."
    assert not refusal.clause or refusal.clause in table.game.rulebook, f"There is no clause {refusal.clause}."
    assert kept(table) == before, f"{choice!r} by seat {seat} was refused but changed something."


def check_malformed_choices(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """A choice with a field of the wrong kind is refused, one of a wild value too unless it is listed."""
    table = sit(game, scenario, options, seed)
    rng = random.Random(seed)
    for decision in wander(table, rng, 25):
        seat, choices = decision.seat, decision.choices()
        good = choices.sample(rng)
        strangers = _misshapen(good)
        strangers = rng.sample(strangers, min(len(strangers), 60))
        with _unchanged(table):
            for strange in strangers:
                if not _is_member(strange, choices):
                    _check_refused(table, strange, seat, None)
            for wrong in (float(seat), str(seat), bool(seat), [seat]):
                _check_refused(table, good, wrong, None)
                _check_refused(table, str(good), wrong, None)
            for nothing in (None, 7, object(), b"pass", [good], type(good)):
                _check_refused(table, nothing, seat, None)


def _is_member(choice: Choice, choices: Choices[Any]) -> bool:
    """Tell whether a choice has the right kinds of fields and stands in the list."""
    try:
        return is_sound(choice) and choice in choices
    except (TanelornError, LookupError, TypeError, AssertionError):
        return False


def _misshapen(choice: Any) -> list[Any]:
    """Return a choice with each of its fields replaced by what is none, is no such one, or is too large."""
    fields = {field: getattr(choice, field) for field in choice.__struct_fields__}
    return [replace(choice, **{field: wild}) for field, value in fields.items() for wild in _wild(value)]


def _wild(value: Any) -> list[Any]:
    """Return what may stand in a choice's place of a value but makes no sense there."""
    inside: list[Any] = []
    if isinstance(value, int):
        inside = [float(value), -7, 10_000, 2**80]
    elif isinstance(value, tuple) and value:
        make = type(value)._make if hasattr(value, "_make") else tuple
        inside = [
            make([*value[:at], other, *value[at + 1 :]]) for at in range(len(value)) for other in _wild(value[at])
        ]
    return [*inside, None, "\ud800", "x", [], (), (None,), {"a": 1}, object()]


def check_pieces(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Pieces are conserved, by the game's own law."""
    law = law_of(game)
    table = sit(game, scenario, options, seed)
    before, lines = table.facts(REFEREE), len(table.log.events)
    for number, _ in enumerate(wander(table, random.Random(seed), 600)):
        if number:
            after = table.facts(REFEREE)
            law(before, after, table.log.events[lines:])
            before, lines = after, len(table.log.events)
    law(before, table.facts(REFEREE), table.log.events[lines:])


def check_clauses(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Every clause that a goal, choice, refusal, step, line or card about a space cites is in the rulebook."""
    table = sit(game, scenario, options, seed)
    terms = game.scenario(scenario)
    assert terms.goal, f"How {terms.title} is won must be said."
    assert terms.goal_clause, f"The goal of {terms.title} must cite its clause."
    cited = {option.clause for option in game.options} | {terms.goal_clause}
    for decision in wander(table, random.Random(seed), 200):
        choices = decision.choices()
        cited |= {decision.clause, *(refused.clause for refused in choices.refused())}
        cited |= {choices.sample(random.Random(seed)).clause}
        assert decision.title, f"The step of {decision!r} has no title."
        for refused in choices.refused():
            assert refused.clause, f"What is refused (“{refused.text}”) must cite its clause."
            assert refused.why, f"What is refused (“{refused.text}”) must say why."
    cited |= {event.clause for event in table.log.events}
    view = table.view(SPECTATOR)
    cited |= {remark.clause for about in told_of_spaces(table, view, game.scene(view)) for remark in about.remarks}
    unknown = sorted(clause for clause in cited if clause and clause not in game.rulebook)
    assert not unknown, f"Cited, but not in the rulebook: {', '.join(unknown)}."


PROMISES = (
    check_reaches_end,
    check_no_dead_ends,
    check_lists,
    check_masks,
    check_texts,
    check_copies,
    check_pickles,
    check_records,
    check_undo,
    check_time,
    check_asides,
    check_views,
    check_secrets,
    check_barriers,
    check_pieces,
    check_refused_input,
    check_malformed_choices,
    check_clauses,
    check_same_everywhere,
)
