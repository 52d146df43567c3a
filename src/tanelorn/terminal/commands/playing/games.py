"""`tanelorn games`: what can be played, and by which scenarios and options."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tanelorn.core.amounts import amount
from tanelorn.core.content.data import SOURCE_SAYS
from tanelorn.core.game import WEIGHTS, Game, Option
from tanelorn.core.game import games as all_games
from tanelorn.terminal.look import clause_mark, command, out

EXAMPLE = """Examples:

tanelorn games

tanelorn games fivecities
"""


def games(
    game: Annotated[str, typer.Argument(help="A game's short name, for all about it; every game if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """List the games: their names, seats and length; with a game's name its scenarios and options too."""
    chosen = [all_games[game]] if game else all_games.by_weight()
    console = out()
    if as_json:
        told = [_as_data(one) for one in chosen]
        print(json.dumps(told[0] if game else told, indent=2, ensure_ascii=False))
    elif game:
        _print_game(console, chosen[0])
    else:
        _print_list(console, chosen)


def _print_list(console: Console, listed: list[Game]) -> None:
    """Print a game in two columns, its short name and all about it: so names stay whole on a narrow terminal."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for number, game in enumerate(listed):
        seats = sorted({len(scenario.seats) for scenario in game.scenarios})
        numbers = "-".join(map(str, dict.fromkeys((seats[0], seats[-1]))))
        about = [f"{numbers} seats", game.length, *filter(None, [_weight(game)])]
        if len(game.scenarios) > 1:
            about.append(amount(len(game.scenarios), "scenario"))
        if game.options:
            about.append(amount(len(game.options), "option"))
        begin = "  Begin here" if number == 0 else ""
        told = f"{begin}\n{', '.join(about)}\n{game.blurb}\n"
        table.add_row(Text(game.slug, "bold"), Text.assemble((game.title, "bold"), told))
    console.print(table)
    console.print(
        f"{command('games NAME')} tells all about one; {command('play NAME')} plays it; "
        f"{command('rules NAME')} is its rulebook."
    )


def _weight(game: Game) -> str:
    """How much there is to learn, as dots and in words: "●●○○○ medium light"; nothing where the game does not say."""
    if not game.weight:
        return ""
    return f"{'●' * game.weight}{'○' * (len(WEIGHTS) - game.weight)} {WEIGHTS[game.weight - 1]}"


def _print_game(console: Console, game: Game) -> None:
    console.print(Text.assemble((game.title, "bold"), f"  ({game.slug}), {game.designers}. {game.blurb}"))
    about = [
        f"Length: {game.length}.",
        f"Weight: {_weight(game)}." if game.weight else "",
        f"Rules version {game.rules};",
    ]
    console.print(*filter(None, about), f"{len(game.rulebook)} clauses.")
    console.print(Text("\nScenarios", "bold"))
    for number, scenario in enumerate(game.scenarios):
        usual = " (the usual one)" if number == 0 and len(game.scenarios) > 1 else ""
        console.print(f"  {scenario.slug}: {scenario.title}{usual}. {scenario.says}")
        console.print(Text(f"      to win: {scenario.goal}").append_text(clause_mark(scenario.goal_clause)))
        console.print(f"      seats: {', '.join(scenario.seats)}")
        measured = game.measured.get(scenario.slug)
        if measured is not None:
            length, verdict = measured.length(game.turn_word), measured.verdict(scenario.seats)
            console.print(f"      {'; '.join(filter(None, (length, verdict)))} ({measured.says(scenario.seats)})")
    if game.options:
        console.print(Text("\nOptions", "bold"))
    for option in game.options:
        console.print(Text.assemble("  ", (option.name, "bold"), f": {option.title}").append_text(_values(option)))
        if option.says:
            console.print(f"      {option.says}")
    if game.styles:
        console.print(Text("\nStyles of bots", "bold"))
    for slug, style in game.styles.items():
        console.print(Text.assemble("  ", (slug, "bold"), f": {style.says}"))
    console.print(Text("\nWhere the board comes from", "bold"))
    for source, (areas, links) in game.board.by_source().items():
        console.print(f"  {SOURCE_SAYS[source]}: {', '.join(areas) or 'no spaces'}; {len(links) or 'no'} connections")


def _values(option: Option) -> Text:
    if isinstance(option.default, bool):
        usual = "yes or no; " + ("yes" if option.default else "no")
    elif isinstance(option.default, int):
        usual = f"{option.least} to {option.most}; {option.default}"
    else:
        usual = option.default
    return Text(f" ({usual} by default)").append_text(clause_mark(option.clause))


def _as_data(game: Game) -> dict[str, object]:
    return {
        "slug": game.slug,
        "title": game.title,
        "designers": game.designers,
        "blurb": game.blurb,
        "length": game.length,
        "weight": game.weight,
        "rules": game.rules,
        "scenarios": [
            {
                "slug": one.slug,
                "title": one.title,
                "seats": list(one.seats),
                "says": one.says,
                "goal": one.goal,
                "goal_clause": one.goal_clause,
                "measured": msgspec.to_builtins(game.measured.get(one.slug)),
            }
            for one in game.scenarios
        ],
        "options": [
            {"name": one.name, "title": one.title, "default": one.default, "clause": one.clause, "says": one.says}
            for one in game.options
        ],
        "styles": [{"slug": slug, "title": one.title, "says": one.says} for slug, one in game.styles.items()],
    }
