"""The report on a tournament: how the bots stand, what the seats are worth, how long games are, and what is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tanelorn.arena.matches.match import Result
from tanelorn.arena.matches.summary import Score, Summary
from tanelorn.arena.report import drawings, page
from tanelorn.arena.report.openings import tree
from tanelorn.arena.report.traffic import can_tell, traffic_of
from tanelorn.arena.tournament.folder import record_of
from tanelorn.arena.tournament.run import Run
from tanelorn.arena.tournament.standings import Rating, pairs, ratings, scores
from tanelorn.core.amounts import amount
from tanelorn.core.content.given import LARGEST_RECORD
from tanelorn.core.errors import TanelornError
from tanelorn.core.game import Game, games
from tanelorn.core.play.record import Record

MAPPED = 12
"""So many records of a scenario are played again for its maps."""


def write_report(path: Path, run: Run, title: str) -> None:
    """Write the report as one file that needs nothing else; raise BadData where it cannot be written."""
    results = run.counted()
    sections = [_standing(run), *_scenarios(run)] if results else [page.section("No game is finished yet")]
    tested = run.settings.sequential
    under = f"{amount(len(results), 'game')}; {run.settings.form}; seed {run.settings.seed}"
    if run.settings.by == "score":
        under += "; won by who ends with the most of what the game counts"
    if tested is not None:
        least, most = tested.bounds
        under += f"; each meeting until it is decided (at {least:.2f} or {most:.2f})"
    path.write_text(page.page(title, under, sections), encoding="utf-8")


def _standing(run: Run) -> str:
    """Return how the bots stand, and who has beaten whom."""
    results, winners = run.counted(), run.tournament.winners
    order = run.order()
    rated, won = ratings(results, winners, order), scores(results, winners, order)
    if run.settings.form != "ladder":
        order.sort(key=lambda bot: -rated[bot].mean)
    rows = [
        (
            bot,
            str(won[bot].games),
            str(won[bot].wins),
            str(won[bot].draws),
            page.in_short(won[bot]),
            _rating(rated[bot]),
        )
        for bot in order
    ]
    return page.section(
        "How the bots stand",
        page.grid(("", "games", "won", "drawn", "share (95 %)", "rating (95 %)"), rows),
        page.figure(drawings.rated({bot: rated[bot] for bot in order}), "Ratings, with their 95 % intervals."),
        "<h3>Won by the bot of the row against that of the column</h3>",
        page.against(order, pairs(results, winners)),
    )


def _rating(rating: Rating) -> str:
    low, high = rating.interval
    return f"{rating.mean:.1f} ({low:.1f}–{high:.1f})"


def _scenarios(run: Run) -> Iterator[str]:
    """Yield a paper for each scenario."""
    by_scenario: dict[tuple[str, str], list[Result]] = {}
    for result in run.counted():
        by_scenario.setdefault((result.game, result.scenario), []).append(result)
    for (slug, scenario), results in by_scenario.items():
        game = games[slug]
        bots, by_score = run.settings.bots, run.settings.by == "score"
        parts = [
            "<h3>Won by bot</h3>",
            page.figure(drawings.shares(scores(results, run.tournament.winners, bots))),
            *scenario_parts(game, scenario, [result.by_score() for result in results] if by_score else results),
            *maps(game, _records(run, results)),
        ]
        yield page.section(f"{game.title}: {game.scenario(scenario).title}", *parts)


def scenario_parts(game: Game, scenario: str, results: Sequence[Result]) -> Iterator[str]:
    """Yield what games of one scenario say of its seats and parts, its length, what was counted, and its openings."""
    seats = game.scenario(scenario).seats
    summary = Summary.of(results)
    even = (summary.games - summary.draws) / summary.games / len(seats)
    by_seat = dict(zip(seats, summary.by_seat, strict=True))
    yield "<h3>Won by seat</h3>"
    yield page.figure(drawings.shares(by_seat, even), "With 95 % intervals; the line is where all are even.")
    if summary.by_part and set(summary.by_part) != set(seats):
        yield f"<h3>Won by {game.part}</h3>"
        yield page.figure(drawings.shares(_by_share(summary.by_part), even))
    counts, word = (summary.turns, game.turn_word) if summary.mean_turns else (summary.decisions, "choice")
    yield "<h3>How long games are</h3>"
    yield page.figure(
        drawings.lengths(counts, word),
        f"Median {summary.turns_at(0.5) if summary.mean_turns else summary.decisions_at(0.5)}.",
    )
    if summary.counts:
        yield "<h3>A game on average</h3>"
        yield page.grid(("", "on average"), [(name, f"{mean:.2f}") for name, mean in summary.mean_counts.items()])
    yield "<h3>First choices</h3>"
    yield page.openings(tree(results), seats)


def _by_share(scores_by: dict[str, Score]) -> dict[str, Score]:
    return dict(sorted(scores_by.items(), key=lambda item: -item[1].share))


def _records(run: Run, results: Sequence[Result]) -> list[Record]:
    """Return some of the records that were kept."""
    paths = (record_of(run.folder.path, result.number) for result in results)
    return load_some(path for path in paths if path.exists())


def load_some(paths: Iterator[Path]) -> list[Record]:
    """Read the first records; what cannot be read is left out."""
    found: list[Record] = []
    for path in paths:
        if len(found) == MAPPED:
            break
        if path.stat().st_size < LARGEST_RECORD:
            found.append(Record.load(path))
    return found


def maps(game: Game, records: Sequence[Record]) -> Iterator[str]:
    """Yield the maps of movement and losses, where records were kept and the game has one board."""
    if not records or not can_tell(game):
        return
    try:
        traffic = traffic_of(records)
    except TanelornError as error:
        yield f'<p class="note">{error.why}</p>'
        return
    board = game.board
    yield f"<h3>Where pieces go, and where they are lost (in {amount(traffic.games, 'game')})</h3>"
    yield page.chart_style(game)
    drawn = ""
    for counts, colour, what in (
        (traffic.came, "--link", "Pieces that came to a space, a game"),
        (traffic.lost, "--rubric", "Pieces lost in a space, a game"),
    ):
        each = {space: count / traffic.games for space, count in counts.items() if space in board.index}
        if each:
            drawn += page.figure(page.heat(game, board, each, colour, what), f"{what}.")
    yield f'<div class="maps">{drawn}</div>'
