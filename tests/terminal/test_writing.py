"""Orders written line by line: what can be read stays on the slip, the rest is explained, and the slip is sealed."""

from __future__ import annotations

import pytest

from tanelorn.core.game import games
from tanelorn.terminal.sitting.saves import Saved
from tanelorn.terminal.sitting.seats import Sitter
from tanelorn.terminal.sitting.sitting import Quit

from .sittings import FRIEND, ME, shown

IDLE = "A BUD H; F TRI H; A VIE H"


class Desk:
    """Where Austria writes: a new game in spring 1901, and the same again after the window was closed."""

    def __init__(self, sit) -> None:
        self.sit = sit
        self.last = None

    def __call__(self, *lines: str, others=(FRIEND,) * 6, resumed=None):
        sitting = self.sit(games["diplomacy"], [ME, *others], [*lines, "quit"], resumed=resumed)
        with pytest.raises(Quit):
            sitting.play()
        self.last = sitting
        return sitting

    def again(self, *lines: str, others=(FRIEND,) * 6):
        """Open the last game again and go on typing."""
        self.last.saved.close()
        return self(*lines, others=others, resumed=Saved.resume(self.last.saved.path))


@pytest.fixture
def write(sit):
    """Type lines for Austria in spring 1901, and return the sitting."""
    return Desk(sit)


def said(sitting) -> str:
    return " ".join(shown(sitting).split())


def sealed(sitting) -> str:
    return str(sitting.table.position.sealed.get(0, ""))


def test_what_can_be_read_stays_and_the_rest_is_explained(write):
    sitting = write("A BUD-SER; A VIE-MOON; F TRI-ALB")
    assert "1 A BUD - SER 2 F TRI - ALB 3 A VIE …" in said(sitting)
    assert "- A VIE-MOON: There is no space “moon”" in said(sitting)
    assert "Enter Seal 2 orders" in said(sitting)
    assert sealed(sitting) == ""


@pytest.mark.parametrize("seal", ["", "seal", "SEAL"])
def test_further_lines_add_to_the_slip_until_it_is_sealed(write, seal: str):
    sitting = write("A BUD-SER", "F TRI-ALB, A VIE-TRI", "A VIE-GAL", seal)
    assert sealed(sitting) == "A BUD - SER; F TRI - ALB; A VIE - GAL"


def test_a_slip_is_started_again(write):
    sitting = write("clear", "A BUD-SER; F TRI-ALB", "clear", "A VIE-GAL", "seal")
    assert "Nothing is begun yet." in said(sitting)
    assert sealed(sitting) == "A BUD H; F TRI H; A VIE - GAL"


def test_an_empty_slip_wants_the_word(write):
    sitting = write("", "seal")
    assert "Nothing is written. Type seal to leave it so" in said(sitting)
    assert sealed(sitting) == IDLE


def test_picks_and_texts_go_together(write):
    sitting = write("1", "SER", "VIE GAL", "TRI", "f tri-alb", "seal")
    assert "Budapest: where to" in said(sitting)
    assert sealed(sitting) == "A BUD - SER; F TRI - ALB; A VIE - GAL"


def test_what_is_half_written_cannot_be_sealed_and_gives_way_to_a_text(write):
    sitting = write("BUD", "seal", "A BUD-RUM", "VIE", "back", "seal")
    assert "It cannot be sealed as it stands. Write the rest, or type back" in said(sitting)
    assert sealed(sitting) == "A BUD - RUM; F TRI H; A VIE H"


def test_a_line_of_nonsense_changes_nothing(write):
    sitting = write("A BUD-SER", "xyzzy", "A PAR-BUR; A VIE-MOON", "bord", "nothing", "seal")
    assert "“xyzzy” is no order" in said(sitting)
    assert "- A PAR-BUR: " in said(sitting)
    assert "- A VIE-MOON: " in said(sitting)
    assert "Did you mean board?" in said(sitting)
    assert "That writes nothing." in said(sitting)
    assert sealed(sitting) == "A BUD - SER; F TRI H; A VIE H"


def test_warnings_stand_on_the_slip(write):
    sitting = write("A BUD S A VIE-GAL; A VIE-TYR")
    assert "A BUD S A VIE - GAL · " in said(sitting)


def test_the_help_tells_of_slips(write):
    for word in ("seal, clear", "several orders", "time"):
        assert word in said(write("?"))


def test_what_is_written_counts_when_time_is_called(write):
    bots = tuple(Sitter("bot:easy", "random") for _ in range(6))
    sitting = write("A BUD-SER; VIE", "A", "time", others=bots)
    chosen = {entry.seat: entry.text for entry in sitting.table.entries[:7]}
    assert chosen[0] == "A BUD - SER; F TRI H; A VIE H"
    assert sitting.table.position.season == 1


def test_asides_are_understood_amid_writing(write):
    sitting = write("A BUD-SER", "offer a draw", "A VIE-GAL", "seal", "", "quit")
    assert sitting.table.position.offers == [0]
    assert sealed(sitting) == "A BUD - SER; F TRI H; A VIE - GAL"


def test_what_is_written_outlives_the_sitting(write):
    write("A BUD-SER; F TRI-ALB", "VIE")
    assert sealed(write.again("GAL", "seal")) == "A BUD - SER; F TRI - ALB; A VIE - GAL"


def test_a_slip_that_is_taken_back_is_a_draft_again(write):
    sitting = write("A BUD-SER; F TRI-ALB; A VIE H", "undo", "A VIE-GAL", "seal")
    assert sealed(sitting) == "A BUD - SER; F TRI - ALB; A VIE - GAL"


def test_a_draft_is_not_taken_for_another_season(write):
    bots = tuple(Sitter("bot:easy", "random") for _ in range(6))
    write("A BUD-SER", "seal", others=bots)
    again = write.again("clear", others=bots)
    assert "Nothing is begun yet." in said(again)
    assert again.table.position.season == 1


def test_a_draft_file_that_is_no_draft_is_started_anew(write):
    sitting = write("A BUD-SER")
    sitting.saved.path.with_suffix(".drafts").write_text("{", encoding="utf-8")
    assert sealed(write.again("seal")) == IDLE
