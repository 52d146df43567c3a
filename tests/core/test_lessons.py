"""Guided games: lessons fit the rules, the guide knows how far a learner has come, and their records play again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tanelorn.core.chance import Led, Roll
from tanelorn.core.errors import BadData, BadRecord, UnknownName
from tanelorn.core.game import games
from tanelorn.core.lessons.guide import Guide
from tanelorn.core.lessons.lesson import Lesson, find_lesson, lessons_of, load_lesson
from tanelorn.core.lessons.newcomer import begin, walk
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.verify import verify

LESSONS = [lesson for game in games for lesson in lessons_of(game)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.slug}")
def test_a_lesson_fits_the_rules(lesson: Lesson) -> None:
    walk(lesson)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.slug}")
@pytest.mark.long
def test_what_a_lesson_points_at_is_on_its_board(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.step):
        table, _ = begin(lesson, number)
        known = {area.id for area in table.game.board_of(table.position)}
        known |= {piece.id for piece in table.scene(lesson.learner).pieces}
        assert set(step.at) <= known, f"step {number + 1}: {sorted(set(step.at) - known)}"


def five_cities() -> Lesson:
    return find_lesson(games["fivecities"])


def changed(number: int, **fields: object) -> Lesson:
    lesson = five_cities()
    steps = list(lesson.step)
    steps[number] = msgspec.structs.replace(steps[number], **fields)
    return msgspec.structs.replace(lesson, step=steps)


@pytest.mark.parametrize(
    ("number", "fields", "says"),
    [
        (3, {"do": ["9 M to S"]}, "step 4 (A battle)"),
        (3, {"do": ["5 m to s"]}, "step 4 (A battle): When all is done as it asks, it is not done"),
        (3, {"done": {"S": "first 3"}}, "step 4 (A battle)"),
        (3, {"done": {"M": "first 5"}}, "step 4 (A battle): It is done before anything is done"),
        (0, {"others": five_cities().step[1].others}, "Second player never gives a reply"),
    ],
)
def test_a_step_that_no_longer_fits_is_named(number: int, fields: dict[str, object], says: str) -> None:
    with pytest.raises(BadData, match=r".*") as caught:
        walk(changed(number, **fields))
    assert says in caught.value.why


def test_the_guide_waits_watches_and_goes_on() -> None:
    lesson = five_cities()
    table, place = begin(lesson, 1)
    guide = Guide(lesson, table, place)
    assert (guide.stage, guide.show, guide.reply(1)) == ("do", "2 W to WC", "1 E to U")
    table.play("2 W to WC", 0)
    assert Guide(lesson, table, place).stage == "watch"
    table.play("1 E to U", 1)
    guide = Guide(lesson, table, place)
    assert (guide.stage, guide.show, guide.reply(1)) == ("done", "", None)  # the bot waits for the next step
    assert Guide(lesson, table, guide.went_on()).stage == "do"


def test_who_does_something_else_may_take_it_back_or_play_on() -> None:
    lesson = five_cities()
    table, place = begin(lesson, 1)
    table.play("1 A to V", 0)
    guide = Guide(lesson, table, place)
    assert (guide.stage, guide.reply(1)) == ("elsewhere", "")  # its bot decides
    table.undo(0)
    assert Guide(lesson, table, place).stage == "do"
    table.play("1 A to V", 0)
    table.play("pass", 1)
    assert Guide(lesson, table, place).stage == "elsewhere"
    free = msgspec.structs.replace(place, free=True)
    assert (Guide(lesson, table, free).stage, Guide(lesson, table, free).reply(1)) == ("over", "")


def test_calling_time_is_something_else() -> None:
    lesson = five_cities()
    table, place = begin(lesson, 1)
    table.time_up()
    assert Guide(lesson, table, place).stage == "elsewhere"


def test_a_lesson_is_over_after_its_last_step() -> None:
    lesson = five_cities()
    table, place = begin(lesson, len(lesson.step))
    assert Guide(lesson, table, place).stage == "over"
    assert table.outcome is not None
    assert table.outcome.winners == (0,)


def test_the_record_of_a_lesson_plays_again_and_is_verified(tmp_path: Path) -> None:
    table = walk(five_cities())
    file = tmp_path / "lesson.jsonl"
    table.record().save(file)
    record = Record.load(file)
    assert replay(record).facts() == table.facts()
    assert verify(record).entries == len(table.entries)


def test_a_record_that_begins_from_an_impossible_position_is_refused() -> None:
    record = walk(five_cities()).record()
    assert record.header.laid is not None
    laid = msgspec.structs.replace(record.header.laid, position={"first": {"Budapest": 3}})
    with pytest.raises(BadRecord, match="cannot be set up"):
        replay(Record(msgspec.structs.replace(record.header, laid=laid), record.entries))


def test_written_dice_fall_first_and_wait_for_what_they_fit() -> None:
    dice = Led(dice=[[3], [2, 5]], secret="ours")
    assert dice.outcome(Roll(1, 6, "one")) == (3,)
    mark = dice.mark()
    assert 1 <= dice.outcome(Roll(1, 6, "another"))[0] <= 6  # the next that is written is of two dice
    assert dice.outcome(Roll(2, 6, "two")) == (2, 5)
    dice.rewind(mark)
    assert dice.outcome(Roll(2, 6, "two")) == (2, 5)


def test_a_lesson_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(UnknownName, match="no lesson “nowhere”"):
        find_lesson(games["fivecities"], "nowhere")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('game = "fivecities"', "missing required field"),
        ("{}\n[[step]]\nlook = 'a'\nlooks = 'b'", "unknown field"),
        ("{}", "missing required field"),
        ("{}\n[[step]]\nlook = 'a'\nclause = 'fivecities/none.1'", "there is no clause"),
        ("{}\n[[step]]\nlook = 'a'\ndo = ['pass']", "does not say what the rules made of it"),
        ("{}\n[[step]]\nlook = 'a'\nothers = [{{ seat = 'third', choice = 'pass' }}]", "no seat “third”"),
        ("{}\n[[step]]\nlook = 'a'\nothers = [{{ seat = 'first', choice = 'pass' }}]", "learner's own choice"),
    ],
)
def test_a_file_that_is_no_lesson_is_refused_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    head = (
        "game = 'fivecities'\ntitle = 't'\nsays = 's'\nminutes = 1\nseat = 'first'\nending = 'e'\n"
        "[position]\nfirst = { A = 1 }\nsecond = { V = 1 }"
    )
    file = tmp_path / "lesson.toml"
    file.write_text(text.replace("{}", head).replace("{{", "{").replace("}}", "}"), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        load_lesson(file)
    assert says in caught.value.why
