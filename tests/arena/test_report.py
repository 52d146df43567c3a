"""Reports: one file that needs nothing else, with figures that are those of the results."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest

from tanelorn import Table
from tanelorn.arena.matches.match import Match, Opened, play_and_keep
from tanelorn.arena.report.openings import tree
from tanelorn.arena.report.report import write_report
from tanelorn.arena.report.traffic import Traffic, traffic_of
from tanelorn.arena.tournament.run import Run
from tanelorn.arena.tournament.settings import Setting
from tanelorn.core.play.record import Record

from .test_matches import result
from .test_tournament import played, settings


class Outline(HTMLParser):
    """The headings and words of a page, and what it would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href") and value and value[0] != "#"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.long
def test_a_report_is_one_whole_page_with_all_its_figures(tmp_path):
    run = played(settings("random", "easy", "greedy", number=4, records=True), tmp_path / "run")
    write_report(tmp_path / "report.html", run, "Three <bots>")
    text = (tmp_path / "report.html").read_text()
    outline = Outline()
    outline.feed(text)
    assert not outline.open, "All that is opened is closed."
    assert not [address for address in outline.loads if not address.startswith("data:")]
    assert not re.findall(r"url\((?!#|\"data:)", text)
    words = " ".join(outline.words)
    for said in ("Three <bots>", "12 games", "How the bots stand", "Five Cities", "Won by seat", "First choices"):
        assert said in words
    assert "in 12 games" in words, "Maps are drawn of the records."
    assert "Pieces lost in a space" in words


def test_a_report_of_nothing_says_so(tmp_path):
    run = Run(settings("random", "easy"), tmp_path / "run")
    write_report(tmp_path / "report.html", run, "Nothing")
    assert "No game is finished yet" in (tmp_path / "report.html").read_text()


@pytest.mark.long
def test_who_ends_with_the_most_wins_where_that_is_asked_for(tmp_path):
    scenario = Setting(game="diplomacy", options={"last-year": 1901})
    run = played(settings("random", "greedy", number=2, by="score", scenario=scenario), tmp_path / "run")
    write_report(tmp_path / "report.html", run, "Centres")
    assert "the most of what the game counts" in (tmp_path / "report.html").read_text()
    for one in run.counted():
        best = {bot for bot, score in zip(one.seats, one.scores, strict=True) if score == max(one.scores)}
        assert run.tournament.winners(one) == best


def test_movement_and_losses_are_told_apart():
    traffic = Traffic()
    traffic.add({0: Counter(A=5, B=1)}, {0: Counter(A=2, B=4)})
    assert (traffic.came, traffic.lost) == (Counter(B=3), Counter())
    traffic.add({0: Counter(A=4)}, {0: Counter(A=1, B=1)})
    assert traffic.came["B"] == 4
    assert traffic.lost == Counter(A=2)
    traffic.add({1: Counter(A=1)}, {1: Counter(A=2)})
    assert traffic.came == Counter(B=4), "Who has only more has mustered them."


def test_traffic_is_counted_from_a_record():
    match = Match(game="fivecities", bots=("random", "random"), seed=3, keep=True)
    record = Record.read(play_and_keep(match).record)
    found = traffic_of([record, record])
    assert found.games == 2
    assert found.came.total() > 10
    assert set(found.came) <= set(Table.new("fivecities", seed=1).game.board.index)


def test_a_tree_of_openings_counts_and_tells_who_won():
    games = [result(number, ("a", "b"), winners, 3) for number, winners in enumerate([(0,), (1,), (0,), ()])]
    texts = (("x", "y"), ("x", "z"), ("x", "y"), ("w", "y"))
    opened = [
        msgspec.structs.replace(one, opening=tuple(Opened(seat, text) for seat, text in enumerate(said)))
        for one, said in zip(games, texts, strict=True)
    ]
    x, w = tree(opened).by_count()
    assert (x.text, x.score.games, x.score.wins, w.score.draws) == ("x", 3, 2, 1)
    y, z = x.by_count()
    assert (y.text, y.seat, y.score.wins, z.score.wins) == ("y", 1, 0, 1)
