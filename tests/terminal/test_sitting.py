"""A sitting without a terminal: three people, hidden men, dice, open and sealed questions, a failing bot."""

from __future__ import annotations

import pytest

from tanelorn.core.choices import OFFER_DRAW
from tanelorn.core.game import games
from tanelorn.core.play.record import Record, TimeUp
from tanelorn.terminal.sitting import saves
from tanelorn.terminal.sitting.seats import Sitter, everybody, read_seats, read_sitter
from tanelorn.terminal.sitting.sitting import Quit
from tests.toy.skirmish import SKIRMISH

from .sittings import FRIEND, ME, WIPED, shown


@pytest.mark.long
def test_three_people_play_a_game_with_hidden_men_and_dice_to_its_end(sit):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND])
    sitting.play()
    assert sitting.table.outcome is not None
    assert Record.load(sitting.saved.path).ended is not None
    assert f"Pass the keyboard to ▲ {sitting.table.seats[2]}" in shown(sitting)


def test_a_medium_bot_takes_each_seat_that_is_not_given_away():
    game = games["archmagi"]
    sitters = everybody(read_seats(["2=bot:easy"], game, "abc"), game, "abc")
    assert [sitter.word for sitter in sitters] == ["me", "bot:easy", "bot:medium"]
    assert read_sitter("bot", game).word == "bot:medium"


def test_what_one_seat_may_read_is_wiped_before_the_next_looks(sit):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND], ["captain to Ash", "", "captain to Damson", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    red, green, blue = (part for part in shown(sitting).split(f"{WIPED}\nSaved.")[0:3])
    assert "captain to Ash" in red
    assert "The captain is at Ash" not in green
    assert "captain to Ash" not in green.partition(WIPED)[2]
    assert "Damson" not in blue.partition(WIPED)[2].replace("captain to Damson", "")


def test_a_bot_that_fails_does_not_stop_the_game(sit, monkeypatch):
    class Broken:
        name = "broken"

        def choose(self, view):
            raise ZeroDivisionError("no idea")

    monkeypatch.setattr("tanelorn.terminal.sitting.sitting.make_local_bot", lambda *_: Broken())
    sitting = sit(games["fivecities"], [ME, Sitter("bot:broken", "broken")], ["pass", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    assert "The bot broken failed" in shown(sitting)
    assert sitting.table.facts()["turn"] == 2


def test_two_people_agree_on_a_draw(sit):
    sitting = sit(games["fivecities"], [ME, FRIEND], ["offer a draw", "pass", "", "offer a draw"])
    sitting.play()
    assert sitting.table.outcome.winners == ()
    assert "First player offers a draw. To agree, type offer a draw." in shown(sitting)
    assert str(OFFER_DRAW) in Record.load(sitting.saved.path).entries[-1].text


def test_resigning_asks_again_first(sit):
    sitting = sit(games["fivecities"], [ME, FRIEND], ["resign", "no", "resign", "yes"])
    sitting.play()
    assert "You play on." in shown(sitting)
    assert "Second player wins: resignation." in shown(sitting)


def test_time_is_called_for_who_has_not_chosen(sit):
    bot = Sitter("bot:easy", "random")
    sitting = sit(games["fivecities"], [ME, bot], ["time", "no", "time", "yes", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    bots, time = sitting.table.entries[:2]
    assert (bots.seat, time.seats) == (1, (0,))
    assert "There is time." in shown(sitting)
    assert "Time is up: First player has not written; the rules choose instead." in " ".join(shown(sitting).split())
    assert Record.load(sitting.saved.path).entries[:2] == [bots, time]


def test_time_is_up_for_all_people_at_the_table(sit):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND], ["captain to Birch", "", "time", "yes", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    assert sitting.table.entries[1] == TimeUp((1, 2), "")
    assert sitting.table.asked() == (0,)
    assert "The rules choose for ◆ Green and ▲ Blue then." in shown(sitting)


def test_a_replay_names_a_call_of_time(sit, tanelorn):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND], ["captain to Birch", "", "time", "yes", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    told = tanelorn("replay", sitting.saved.path, "--step", typed="\n\nq\n")
    assert "Entry 2 of 3: time is up for Green and Blue" in told.output


def test_others_may_play_on_when_somebody_resigns(sit):
    texts = ["resign", "yes", "", "captain to Damson", "", "captain to Gorse", "quit"]
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND], texts, options={"fight-on": True})
    with pytest.raises(Quit):
        sitting.play()
    assert "Resign? There is no way back." in shown(sitting)
    assert sitting.table.position.gone == [0]
    assert sitting.table.position.round == 1


def test_the_words_that_only_look_change_nothing(sit):
    words = ["?", "board", "log", "log 3", "rule", "rule combat.8", "find to S 3", "save", "save siege", "b", "back"]
    sitting = sit(games["fivecities"], [ME, FRIEND], words)
    with pytest.raises(Quit):
        sitting.play()
    text = shown(sitting)
    assert not sitting.table.entries
    for said in ("in the rulebook's notation", "stronger side loses", "3 M to S", "Saved as siege"):
        assert said in " ".join(text.split())
    assert sitting.saved.path.name == "siege.jsonl"


def test_a_bot_says_what_it_would_do(sit):
    sitting = sit(games["fivecities"], [ME, Sitter("bot:easy", "easy")], ["hint", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    said = shown(sitting)
    assert "%  " in said
    assert "What a bot would do that looks one choice ahead: the best of" in said
    assert sitting.table.facts()["turn"] == 1


def test_a_disk_that_refuses_leaves_the_question_open(sit, monkeypatch):
    game = sit(games["fivecities"], [ME, FRIEND], ["3 A to M", "3 A to M", "quit"])
    real = saves.os.fsync
    failures = [OSError(28, "No space left on device")]

    def fsync(file):
        if failures:
            raise failures.pop()
        real(file)

    monkeypatch.setattr(saves.os, "fsync", fsync)
    with pytest.raises(Quit):
        game.play()
    assert "The choice was not taken, for it cannot be saved" in " ".join(shown(game).split())
    assert [entry.text for entry in Record.load(game.saved.path).entries] == ["3 A to M"]
