"""Balance: who wins where one bot plays all seats, by seat, by what each seat played, and by what it made use of.

The figures are those that `measured.toml` beside a rulebook holds, for the shelf and the pages about the games.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tanelorn.arena.matches.match import Result
from tanelorn.arena.matches.summary import Score, Summary, wilson
from tanelorn.arena.report import drawings, page, repertoire
from tanelorn.arena.report.report import load_some, maps, scenario_parts
from tanelorn.arena.tournament.folder import record_of
from tanelorn.arena.tournament.run import Run
from tanelorn.arena.tournament.settings import Setting, Settings
from tanelorn.bots import level_of
from tanelorn.core.amounts import amount
from tanelorn.core.content.measured import Measured, Share
from tanelorn.core.game import Game, Value, games
from tanelorn.core.play.record import Chose, Record

FEWEST = 10
"""What fewer seats made use of is not told: its interval would say nothing."""
Used = dict[str, dict[str, Score]]
"""By verb (“cast”), and by what the rulebook lists (spells, artifacts): how seats fared that made such use of it."""


def balance_settings(
    game: Game,
    bot: str,
    number: int,
    *,
    scenarios: Sequence[str] = (),
    options: Mapping[str, Value] | None = None,
    most: bool = False,
    seed: int = 1,
) -> Settings:
    """Return the tournament in which one bot plays all seats of the scenarios, all of the game's if none is named."""
    slugs = [game.scenario(slug).slug for slug in scenarios] or [scenario.slug for scenario in game.scenarios]
    return Settings(
        bots=(bot,),
        scenarios=tuple(Setting(game=game.slug, scenario=slug, options=dict(options or {})) for slug in slugs),
        number=number,
        at_table=1,
        by="score" if most else "outcome",
        seed=seed,
        records=True,
    )


def measured(run: Run) -> dict[str, Measured]:
    """Return what has been measured of each scenario."""
    return {
        setting.scenario: _measured(run, setting, results)
        for setting in run.settings.scenarios
        if (results := _results(run, setting))
    }


def _results(run: Run, setting: Setting) -> list[Result]:
    """Return the results of a scenario; the seat that wins is that with the most, where that is asked for."""
    found = [result for result in run.counted() if result.scenario == setting.scenario]
    return [result.by_score() for result in found] if run.settings.by == "score" else found


def _measured(run: Run, setting: Setting, results: Sequence[Result]) -> Measured:
    summary, game = Summary.of(results), games[setting.game]
    (bot,) = run.settings.bots
    parts = summary.by_part if set(summary.by_part) != set(game.scenario(setting.scenario).seats) else {}
    return Measured(
        bots=f"{level_of(bot)} bots",
        games=summary.games,
        turns=0 if setting.options else summary.turns_at(0.5),
        wins=tuple(score.wins for score in summary.by_seat),
        drawn=summary.draws,
        most=game.scored if run.settings.by == "score" else "",
        options={name: str(value) for name, value in setting.options.items()},
        parts=_shares(parts),
        used={
            verb: _shares(kept)
            for verb, scores in used(game, results, records(run, results)).items()
            if (kept := {name: score for name, score in scores.items() if score.games >= FEWEST})
        },
    )


def _shares(scores: Mapping[str, Score]) -> dict[str, Share]:
    """Return how often each won in how many games, the most successful first."""
    ordered = sorted(scores.items(), key=lambda item: (-item[1].share, item[0]))
    return {name: (score.wins, score.games) for name, score in ordered}


def records(run: Run, results: Iterable[Result]) -> Iterator[Record]:
    """Yield the records of some games."""
    for result in results:
        place = record_of(run.folder.path, result.number)
        if place.exists():
            yield Record.load(place)


def used(game: Game, results: Sequence[Result], kept: Iterable[Record]) -> Used:
    """Return how seats fared that made use of what the rulebook lists, by the verbs that the game names for that."""
    known = {_plain(card.title): card.title for tray in game.lists() for card in tray.cards}
    if not known or not game.uses:
        return {}
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    use = re.compile(rf"({'|'.join(game.uses)}) ({names})(?!\w)")
    found: Used = {verb: {} for verb in game.uses}
    for result, record in zip(results, kept, strict=True):
        uses = {
            (entry.seat, made[1], known[made[2]])
            for entry in record.entries
            if isinstance(entry, Chose) and (made := use.match(_plain(entry.text)))
        }
        for seat, verb, name in sorted(uses):
            found[verb].setdefault(name, Score()).add(seat in result.winners, result.draw)
    return {verb: scores for verb, scores in found.items() if scores}


def _plain(text: str) -> str:
    return text.casefold().replace("’", "").replace("'", "")


def as_toml(found: Mapping[str, Measured], command: str) -> str:
    """Write figures as `measured.toml` holds them."""
    return f"# {command}\n" + "".join(_scenario_toml(slug, one) for slug, one in found.items())


def _scenario_toml(slug: str, one: Measured) -> str:
    lines = [f"\n[{slug}]", f"bots = {_text(one.bots)}", f"games = {one.games}", f"turns = {one.turns}"]
    lines += [f"wins = {list(one.wins)}", f"drawn = {one.drawn}"]
    lines += [f"most = {_text(one.most)}"] if one.most else []
    tables = {"options": {name: _text(value) for name, value in one.options.items()}}
    tables["parts"] = {name: f"{list(share)}" for name, share in one.parts.items()}
    tables |= {
        f"used.{_text(title)}": {n: f"{list(share)}" for n, share in all.items()} for title, all in one.used.items()
    }
    for title, table in tables.items():
        if table:
            lines += [f"\n[{slug}.{title}]", *(f"{_text(name)} = {value}" for name, value in table.items())]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def as_markdown(game: Game, found: Mapping[str, Measured]) -> str:
    """Write figures as tables of a page about the game."""
    return "\n".join(
        _scenario_markdown(game, slug, found[slug]) for slug in (one.slug for one in game.scenarios) if slug in found
    )


def _scenario_markdown(game: Game, slug: str, one: Measured) -> str:
    scenario = game.scenario(slug)
    seats = dict(zip(scenario.seats, ((won, one.games) for won in one.wins), strict=True))
    length = f" {one.length(game.turn_word).capitalize()}." if one.turns else ""
    head = f"**{scenario.title}**: {one.verdict(scenario.seats)}. {one.says(scenario.seats)}.{length}"
    tables = [_table("seat", seats), _table(game.part, one.parts)]
    tables += [_table(verb, shares) for verb, shares in one.used.items()]
    return "\n".join([head, "", *filter(None, tables)])


def _table(head: str, shares: Mapping[str, Share]) -> str:
    if not shares:
        return ""
    rows = "".join(f"| {name} | {games} | {won} | {_share(won, games)} |\n" for name, (won, games) in shares.items())
    return f"| {head} | games | won | share (95 %) |\n|---|---|---|---|\n{rows}"


def _share(won: int, played: int) -> str:
    low, high = (round(100 * end) for end in wilson(won, played))
    return f"{won / played:.0%} ({low}–{high})"


def write_balance(path: Path, run: Run) -> None:
    """Write the report as one file that needs nothing else."""
    game = games[run.settings.scenarios[0].game]
    found = measured(run)
    sections = [
        _section(run, game, setting, found[setting.scenario])
        for setting in run.settings.scenarios
        if setting.scenario in found
    ]
    bots = next(iter(found.values())).bots if found else run.settings.bots[0]
    under = f"{amount(sum(one.games for one in found.values()), 'game')} of {bots}; seed {run.settings.seed}"
    path.write_text(page.page(f"{game.title}: balance", under, sections), encoding="utf-8")


def _section(run: Run, game: Game, setting: Setting, one: Measured) -> str:
    results, scenario = _results(run, setting), game.scenario(setting.scenario)
    even = sum(one.wins) / one.games / len(scenario.seats)
    lists: list[str] = []
    for title, shares in one.used.items():
        scores = {name: Score(games, won) for name, (won, games) in shares.items()}
        lists += [
            f"<h3>“{title}”: won by seats that did</h3>",
            page.figure(drawings.shares(scores, even), f"Of what {FEWEST} seats or more made such use of."),
        ]
    given = repertoire.parts(repertoire.repertoire(game, records(run, results)))
    kept = load_some(record_of(run.folder.path, result.number) for result in results)
    return page.section(
        scenario.title,
        *scenario_parts(game, setting.scenario, results),
        *lists,
        *given,
        *maps(game, kept),
        note=f"{one.verdict(scenario.seats)}. {one.says(scenario.seats)}.",
    )
