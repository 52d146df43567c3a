"""Albion played at the keyboard: turns by script, hexes in reach told briefly, refusals, undo, killed and taken up."""

from __future__ import annotations

import contextlib
import itertools
import re

import pytest

from tanelorn import Record
from tanelorn.core.game import games
from tanelorn.core.play.record import Chanced, Chose
from tanelorn.terminal.sitting.seats import Sitter
from tanelorn.terminal.sitting.sitting import Quit

from .sittings import FRIEND, ME, at_random, check_kills, shown
from .test_playing import ASKED, table_of

GAME = games["albion"]
RANDOM = Sitter("bot random", "bot:random")
JUNK = re.compile(r"\*\*|\b(?:card|piece|space|button):|\w_\w|Traceback|Error\b|itself went wrong")
HEAD = "\nALBION: LAND OF FAERIE · "


def played(sitting) -> str:
    """Play until what is to be typed is at its end, and return what was shown."""
    with contextlib.suppress(Quit):
        sitting.play()
    return shown(sitting)


def done(sitting) -> list[str]:
    """Return what people chose and took back after they had begun."""
    entries = [entry for entry in sitting.table.entries if not isinstance(entry, Chanced)][2:]
    return [entry.text if isinstance(entry, Chose) else "undo" for entry in entries]


def briskly(sitting):
    """Answer at random, but end what may go on for ever as soon as it may be ended."""
    rest = at_random(sitting)
    for number in itertools.count():
        if "press Enter" in shown(sitting)[-200:]:
            yield ""
            continue
        choices = sitting.table.decision(sitting.here).choices()
        default = str(choices.default())
        yield default if number % 6 else next(rest)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["albion_alone", "faerie_twilight"])
def test_people_play_on_and_see_nothing_but_words(sit, scenario):
    sitting = sit(GAME, [ME, FRIEND], scenario=scenario)
    sitting.keyboard.answers = itertools.islice(briskly(sitting), 70)
    text = played(sitting)
    assert JUNK.search(text) is None
    assert len(Record.load(sitting.saved.path).entries) >= 45


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_a_whole_game_against_a_bot_ends_and_is_saved(sit, seat):
    sitting = sit(GAME, [ME, RANDOM] if not seat else [RANDOM, ME], scenario="albion_alone")
    sitting.keyboard.answers = briskly(sitting)
    text = played(sitting)
    assert JUNK.search(text) is None
    outcome = sitting.table.outcome
    assert outcome is not None
    assert Record.load(sitting.saved.path).ended.outcome == outcome
    assert ".." not in text.rpartition("as many,")[2]


# The Fomorians before the first turn


@pytest.fixture
def typed(sit):
    """Sit down as the Fomorian, with a friend as Faerie, both of whom have left their stacks as they were, and type."""

    def typed(*lines: str):
        sitting = sit(GAME, [ME, FRIEND], lines, scenario="albion_alone")
        for seat in (0, 1):
            sitting.saved.play("begin", seat)
        return sitting, played(sitting)

    return typed


def lines_of(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.long
def test_the_board_tells_hex_by_hex_who_stands_there(typed):
    _, text = typed("board")
    lines = lines_of(text)
    assert any(line.startswith("Maben (3012) ") and line.endswith("● Imric 6/2 (escorted),") for line in lines)
    assert "8 of Moray (under Imric) = 9" in text
    assert "■ Men of Gwynedd (on top)" in text, "of the enemy the top alone, and no number"
    assert "Troll broch; Moray" not in text, "what is printed in a hex is told by look"


@pytest.mark.long
def test_the_board_is_drawn_once_and_what_changes_is_told(typed):
    _, text = typed("take imric", "go 3013", "halt")
    assert text.rpartition("> begin")[2].count(HEAD) == 1
    assert "Imric, 8 Moray: from Maben (3012) to 3013, for" in text


@pytest.mark.long
def test_hundreds_of_hexes_in_reach_take_a_few_lines(typed):
    _, text = typed("take mistwalker")
    listed = text.partition("Played: take mistwalker.")[2]
    assert len(lines_of(listed)) < 40
    assert " more, up to 79 MP" in " ".join(listed.split())
    assert "Cramond (3218)" in listed, "named ones however far"
    assert "1 MP: 3643" in listed


def test_dangers_are_told_with_the_hexes(typed):
    _, text = typed("take imric")
    assert "enemies: Misha on top; wild Aspect · 10 MP: Cuillan Braes (2608)" in " ".join(text.split())


@pytest.mark.long
@pytest.mark.parametrize("line", ["go 3314", "3314", "go solway", "Solway", "go Solway (3314)"])
def test_a_hex_is_called_by_number_or_name(typed, line):
    sitting, _ = typed("take imric", line)
    assert done(sitting) == ["take imric", "go 3314"]


@pytest.mark.long
def test_troops_stay_go_along_and_go_aboard(typed):
    sitting, text = typed("take brian mac iver", "board seasnake", "leave 6", "board seasnake", "go 3909", "undo")
    said = " ".join(text.split())
    assert "A ship holds one army point or escort at a time: leave the others behind. [12.1d]" in said
    assert "Brian Mac Iver aboard Seasnake at Cramond (3218). [12.1a]" in said
    assert done(sitting)[-2:] == ["go 3909", "undo"]


@pytest.mark.long
def test_look_tells_of_hexes_and_finds_pieces(typed):
    _, text = typed("look 3034", "look caer ganmorgan", "look imric", "look misha")
    said = " ".join(text.partition("> look 3034")[2].split())
    assert said.count("Caer Ganmorgan (3034), forest: Elf knowe; Albion; enchanted ground; Faerie road N, SW;") == 2
    assert "Elidor 5/2 (on top, escorted)" in said
    assert "Maben (3012), mountain: Troll broch; Moray;" in said
    assert "Cuillan Braes (2608)" in said


def test_adjoining_hexes_are_not_taken_for_hexsides(typed):
    _, text = typed("look 3012")
    said = " ".join(text.partition("> look 3012")[2].split())
    assert "beside it, mountain: 2912, 2913, 3112, 3113, 3013" in said
    assert "hexside" not in said


@pytest.mark.long
def test_whose_troops_do_not_come_along_of_themselves_is_told(typed):
    _, text = typed("take grogan", "go 2521", "halt", "take imric", "go 2810", "find join")
    said = " ".join(text.split())
    assert "Rurik · with an escort, leads 4 Moray: they join apart · 36 MP left" in said
    assert "Imric, 8 Moray at Cromdy (2810), 32 MP left" in said


@pytest.mark.long
def test_troops_of_one_colour_in_hand_are_told_together(typed):
    _, text = typed("take imric", "go 2810", "join 4 moray", "leave")
    said = " ".join(text.split())
    assert "Imric, 12 Moray at Cromdy (2810), 32 MP left" in said
    assert "Army-Moray" not in said


@pytest.mark.long
def test_before_the_first_turn_a_search_is_refused_with_the_reason(typed):
    _, text = typed("take balor", "go 1023", "halt", "search 1023")
    assert "Before the first turn nothing is searched for. [22.3a]" in text


# The stacks before the first move


@pytest.fixture
def stacking(sit):
    """Sit down as the Fomorian, whose stacks are still to be ordered, and type."""

    def stacking(*lines: str):
        sitting = sit(GAME, [ME, FRIEND], lines, scenario="albion_alone")
        return sitting, played(sitting)

    return stacking


def test_a_stack_that_is_told_among_others_has_no_number_but_its_hex(stacking):
    _, text = stacking("1")
    assert "There is no choice 1. Hexes go by the numbers that the map prints." in " ".join(text.split())


@pytest.mark.parametrize("line", ["3118", "Ardoch", "on top bogan", "bogan", "arrange 3118"])
def test_a_stack_is_opened_by_its_hex_or_by_who_lies_on_top(stacking, line):
    _, text = stacking(line)
    assert "Arrange your stack at Ardoch (3118)." in text


def test_look_alone_asks_where(stacking):
    _, text = stacking("look")
    assert "Look where?" in text


def test_choices_are_found_by_the_names_of_places_too(stacking):
    _, text = stacking("find banfrey")
    assert "arrange 0327  (Banfrey)" in text.partition("> find banfrey")[2]


def test_a_ship_is_told_which_water_another_coast_opens_on(stacking):
    _, text = stacking("banfrey")
    assert re.search(r"moor fairwind coast 1 · Coast towards \d{4}", text)


@pytest.mark.long
def test_between_the_changes_of_a_stack_the_board_is_not_drawn_again(stacking):
    _, text = stacking("3118", "top ochil", "embark ochil on moontop", "done")
    assert text.count(HEAD) == 1


REFUSED = [
    (["find"], "Find what?", ""),
    (["take imric", "go 3034"], "the five kingdoms of Faerie are closed.", "22.3a"),
    (["take imric", "go 9999"], "There is no hex 9999 on the map.", "11.0a"),
    (["take imric", "go 3012"], "The group is there already.", "11.0b"),
    (["take imric", "take balor"], "The group in hand comes first. Type halt", "11.0d"),
    (["take imric", "7"], "There is no choice 7. Hexes go by the numbers that the map prints.", ""),
    (["take imric", "go xyzzy"], "Choices here begin with leave, go, arrange, halt.", ""),
    (["take moray"], "Troops move with a person who may command them", "11.1"),
    (["tank imric"], "Did you mean take imric", ""),
    (["take auberon"], "is not possible now. Pieces are taken in hand", "5.D.3a"),
    (["99"], "“99” cannot be read here", ""),
    ([""], "Nothing was chosen.", ""),
    (["x" * 300], "cannot be read here", ""),
    (["look hobbiton"], "There is no area “hobbiton” on the board.", ""),
    (["rule 99.1"], "There is no clause “99.1” in albion.", ""),
    (["undo"], "", ""),
    (["hlep"], "Did you mean help?", ""),
]


@pytest.mark.parametrize(("lines", "says", "clause"), REFUSED)
def test_a_refused_line_says_why_and_changes_nothing(typed, lines, says, clause):
    sitting, text = typed(*lines)
    said = " ".join(text.rpartition(f"> {lines[-1]}")[2].split())
    assert says in said
    assert f"[{clause}]" in said or not clause
    assert "Known: go" not in said
    assert done(sitting) == lines[:-1]


def test_rules_are_read_at_the_table(typed):
    _, text = typed("rules 12.5", "rule 7.0d")
    assert "albion/12.5a" in text
    assert "albion/7.0d" in text
    assert "Our ruling:" in text


@pytest.mark.long
def test_an_enchanter_s_plot_says_how_often_it_works(typed):
    _, text = typed("done", "barguest", "back")
    said = " ".join(text.split())
    assert "Plot enchantments: choose an enchanter, then what to cast." in said
    assert "Enchantment of Rainmaking · Rain on the whole map. · works in 21 of 36" in said


# Killed and taken up again


@pytest.mark.long
def test_a_game_that_is_killed_at_every_step_goes_on_with_the_same_dice(sit, data):
    through = sit(GAME, [ME, FRIEND], scenario="albion_alone")
    through.keyboard.answers = itertools.islice(briskly(through), 45)
    played(through)
    check_kills(through, "albion_alone")


def test_at_a_real_terminal_a_kill_loses_nothing(terminal, data):
    seats = ["--seat", "fomorian=me", "--seat", "faerie=bot:random"]
    play = terminal("play", "albion", "--terminal", "--seed", "abc", "--name", "cut", *seats)
    play.until(ASKED, "Type a number, a name")
    play.type("begin")
    play.until("pick by number or name")
    for line in ("take imric", "go solway"):
        play.type(line)
        play.until("Played: ")
        play.until("pick by number or name")
    facts = table_of(data, "cut").facts()
    play.kill()
    assert "Traceback" not in play.shown
    again = terminal("play", "--resume", "last", width=70)
    text = again.until("pick by number or name")
    assert "where to?" in text
    assert table_of(data, "cut").facts() == facts
    again.interrupt()
    assert "Nothing is lost" in again.until("tanelorn play --resume cut")
    assert again.end() == 130


def test_plain_characters_are_enough(terminal):
    play = terminal("play", "albion", "--terminal", "--seed", "1", "--ascii")
    shown = play.until("Type a number, a name")
    assert shown.isascii()
    assert "() Imric 6/2 (escorted)" in shown
