"""Elric played at the keyboard: turns by script, small acts, names, refusals, undo, killed and taken up again."""

from __future__ import annotations

import contextlib
import itertools
import re

import pytest

from tanelorn import Record
from tanelorn.core.game import games
from tanelorn.core.play.record import Chanced, Chose
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.state.places import spells_held
from tanelorn.terminal.sitting.seats import sitters_of
from tanelorn.terminal.sitting.sitting import Quit

from .sittings import FRIEND, ME, WIPED, at_random, check_kills, shown
from .test_playing import ASKED, table_of

GAME = games["elric"]
JUNK = re.compile(r"\*\*|\b(?:card|piece|space|button):|\w_\w|Traceback|Error\b|itself went wrong")
HEAD = "\nELRIC · "


def bots(scenario: str) -> list:
    seats = GAME.scenario(scenario).seats
    return [ME, *sitters_of(("me", *["bot:easy"] * (len(seats) - 1)), GAME, seats)[1:]]


def played(sitting) -> str:
    """Play until what is to be typed is at its end, and return what was shown."""
    with contextlib.suppress(Quit):
        sitting.play()
    return shown(sitting)


def done(sitting) -> list[str]:
    """Return what people chose and took back."""
    entries = [entry for entry in sitting.table.entries if not isinstance(entry, Chanced)]
    return [entry.text if isinstance(entry, Chose) else "undo" for entry in entries]


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["long", "short", "upstart", "successor", "dragonmasters"])
def test_people_play_on_and_see_nothing_but_words(sit, scenario):
    people = [ME] + [FRIEND] * (len(GAME.scenario(scenario).seats) - 1)
    sitting = sit(GAME, people, scenario=scenario)
    sitting.keyboard.answers = itertools.islice(at_random(sitting), 70)
    text = played(sitting)
    assert JUNK.search(text) is None
    assert len(Record.load(sitting.saved.path).entries) >= 50
    assert text.count(HEAD) < 60, "between small acts the board is not drawn again"


@pytest.mark.long
def test_a_whole_game_alone_ends_and_is_saved(sit):
    sitting = sit(GAME, [ME], scenario="founding")
    text = played(sitting)
    assert JUNK.search(text) is None
    outcome = sitting.table.outcome
    assert outcome is not None
    assert Record.load(sitting.saved.path).ended.outcome == outcome


@pytest.mark.long
def test_a_person_among_bots_sees_their_spells_as_numbers(sit):
    sitting = sit(GAME, bots("long"), scenario="long")
    sitting.keyboard.answers = itertools.islice(at_random(sitting), 25)
    text = played(sitting)
    assert JUNK.search(text) is None
    unseen = [event for event in sitting.table.log.events if event.knowers is not None and 0 not in event.knowers]
    assert any(event.otherwise.replace("**", "") in text for event in unseen)
    assert not any(event.text.replace("**", "") in text for event in unseen)
    before = len(text)
    sitting.screen.board(sitting.table, 0)
    board = " ".join(shown(sitting)[before:].split())
    position = sitting.table.position
    known = {SPELLS[spell].name for spell in range(len(SPELLS)) if position.knows(0, spell)}
    secret = {SPELLS[spell].name for spell in range(len(SPELLS))} - known
    assert "unseen]" in board
    assert not [name for name in secret - {"Balan", "Battle Barge", "Runestaff", "Mournblade"} if name in board]


# One player's small acts


@pytest.fixture
def alone(sit):
    """Sit down alone with Olab, far in the west, and type."""

    def alone(*typed: str):
        sitting = sit(GAME, [ME], list(typed), scenario="founding")
        return sitting, played(sitting)

    return alone


def test_the_board_is_drawn_once_a_turn_and_what_changes_is_told(alone):
    _, text = alone("take olab king", "board free fleet", "go dhoz-kam", "halt", "done")
    assert text.count(HEAD) == 1
    assert "● Olab King: aboard Free Fleet. [7.3j]" in text
    assert "from R'lin K'ren A'a to Dhoz-Kam by Oldest Ocean." in " ".join(text.split())
    assert text.index("where to?") < text.index("Played: board free fleet.")


def test_the_next_turn_draws_it_anew(alone):
    _, text = alone("done")
    assert text.count(HEAD) == 2
    assert "TURN 2 [5.0a]" in text.partition("Played: done.")[2]


@pytest.mark.parametrize(
    "typed",
    ["take olab king", "1", "olab king", "take o", "TAKE  OLAB KING", "olab k"],
)
def test_a_number_a_name_or_the_beginning_of_one_will_do(alone, typed):
    sitting, _ = alone(typed)
    assert done(sitting) == ["take olab king"]


@pytest.mark.parametrize("name", ["northwestern ocean", "ocean of myrrhyn", "Ocean of Myrrhyn"])
def test_areas_are_called_as_the_board_prints_them(alone, name):
    sitting, _ = alone("take olab king", "board free fleet", f"go {name}")
    assert done(sitting)[-1] == "go northwestern ocean"


def test_a_small_act_is_taken_back_and_played_again(alone):
    sitting, text = alone("take olab king", "board free fleet", "undo", "undo", "redo", "undo", "undo")
    assert "Undo ends here: chance has spoken (a hidden spell)." in text
    assert done(sitting) == ["take olab king", "board free fleet", "undo", "undo", "take olab king", "undo"]
    assert sitting.table.facts()["olab king"] == "rlin kren aa"


REFUSED = [
    ("take elric", "“take elric” is not possible now. A unit is taken in hand", "7.0a"),
    ("take yyrkoon", "is not possible now. A unit is taken in hand", "7.0a"),
    ("go tanelorn", "is not possible now. A group that is in hand goes on", "7.0c"),
    ("muster jharkor", "is not possible now. A country, horde or independent is mustered in the Muster step", "11.0a"),
    ("99", "There is no choice 99. Choose 1 to 2.", ""),
    ("", "Nothing was chosen.", ""),
    ("x" * 300, "cannot be read here", ""),
    ("gо yu", "cannot be read here", ""),
    ("undo", "Undo ends here: chance has spoken", ""),
    ("back", "No pick is made yet.", ""),
    ("seal", "cannot be read here", ""),
    ("look hobbiton", "There is no area “hobbiton” on the board.", ""),
    ("look west", "could mean", ""),
    ("rule 7.99", "There is no clause “7.99” in elric.", ""),
    ("offer a draw", "makes no sense now", ""),
    ("bord", "Did you mean board?", ""),
]


@pytest.mark.parametrize(("typed", "says", "clause"), REFUSED)
def test_a_refused_line_says_why_and_changes_nothing(alone, typed, says, clause):
    sitting, text = alone(typed)
    said = " ".join(text.split())
    assert says in said
    assert f"[{clause}]" in said or not clause
    assert not done(sitting)


def test_what_the_rules_forbid_is_refused_with_its_clause(alone):
    sitting, text = alone("take olab king", "take all armies", "board free fleet", "go tanelorn", "go vale of xanyaw")
    said = " ".join(text.split())
    assert "[7.1b]" in said, "the fleet has no room for five armies"
    assert done(sitting) == ["take olab king", "take all armies"]


def test_the_words_that_only_look_change_nothing(alone):
    words = ("?", "board", "look R'lin K'ren A'a", "look imrryr", "log 3", "rule", "rule 7.3d", "rule 7.3", "find olab")
    sitting, text = alone(*words, "save")
    said = " ".join(text.split())
    assert not done(sitting)
    for word in ("look PLACE", "together 9", "Melnibone, civilised: capital Imrryr"):
        assert word in said
    assert said.count("elric/7.3") == 15, "the clause alone, then all fourteen of its section"


@pytest.mark.long
def test_who_shares_the_keyboard_sees_the_board_when_he_sits_down(sit):
    sitting = sit(GAME, [ME, FRIEND], scenario="successor")
    sitting.keyboard.answers = itertools.islice(at_random(sitting), 25)
    text = played(sitting)
    for part in text.split(f"{WIPED}\n")[1:]:
        if "press Enter" not in part:
            assert HEAD in f"\n{part}"


# Killed and taken up again


@pytest.mark.long
def test_a_game_that_is_killed_goes_on_with_the_same_dice(sit, data):
    through = sit(GAME, [ME, FRIEND], scenario="successor")
    through.keyboard.answers = itertools.islice(at_random(through), 40)
    played(through)
    check_kills(through, "successor")


def test_at_a_real_terminal_a_kill_loses_nothing(terminal, data):
    seats = ["--seat", "madder=me", "--seat", "woad=bot:random", "--seat", "ochre=bot:random"]
    play = terminal("play", "elric", "--terminal", "--scenario", "long", "--seed", "abc", "--name", "cut", *seats)
    play.until(ASKED)
    for _ in range(4):
        play.type("1")
        play.until("Played: ")
        play.until(ASKED)
    facts = table_of(data, "cut").facts()
    play.kill()
    assert "Traceback" not in play.shown
    again = terminal("play", "--resume", "last", width=70)
    text = again.until(ASKED)
    assert HEAD in text.replace("\n\n", "\n")
    assert "(you)" in text
    assert table_of(data, "cut").facts() == facts
    again.type("1")
    again.until("Played: ")
    again.until(ASKED)
    again.interrupt()
    assert "Nothing is lost" in again.until("tanelorn play --resume cut")
    assert again.end() == 130


def test_plain_characters_are_enough(terminal):
    play = terminal("play", "elric", "--terminal", "--scenario", "founding", "--seed", "1", "--ascii")
    shown = play.until(ASKED)
    play.type("take olab king")
    shown += play.until("Played: ") + play.until(ASKED)
    assert shown.isascii()
    assert "() Olab King 4, Free Fleet 4/6/2," in shown
    assert "Army of Olab 1 x5 = 9" in shown


# What can be read without a game


@pytest.mark.long
def test_rules_lists_and_scenarios_are_told(tanelorn):
    clause = " ".join(tanelorn("rules", "elric", "7.3d").output.split())
    assert "elric/7.3d" in clause
    assert "Our ruling:" in clause
    assert tanelorn("rules", "elric", "7.3").output.count("elric/7.3") == 14
    lists = tanelorn("rules", "elric", "--lists").output
    assert "Runestaff" in lists
    assert "Army of Jharkor" in lists
    assert "COMBAT RESULTS" in lists
    told = " ".join(tanelorn("games", "elric").output.split())
    for scenario in GAME.scenarios:
        assert scenario.slug in told
        assert scenario.title in told


@pytest.mark.long
def test_a_replay_shows_each_eye_what_it_may_see(sit, tanelorn):
    sitting = sit(GAME, [ME, FRIEND], scenario="successor")
    sitting.keyboard.answers = itertools.islice(at_random(sitting), 20)
    played(sitting)
    assert spells_held(sitting.table.position.where)
    path = sitting.saved.path
    spectator = tanelorn("replay", path).output
    assert "unseen]" in spectator
    assert JUNK.search(spectator) is None
    stepped = tanelorn("replay", path, "--step", typed="3\n\nb\nq\n").output
    assert "Entry 3 of" in stepped
    assert JUNK.search(stepped) is None
