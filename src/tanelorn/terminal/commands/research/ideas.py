"""`tanelorn ideas`: which positions with a known best idea a bot solves."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from tanelorn.arena.players.specs import check_player, is_outside, make_player
from tanelorn.bots import USUAL
from tanelorn.core.errors import Illegal, UnknownName
from tanelorn.core.game import Game, games
from tanelorn.core.ideas.idea import Idea, ideas_of
from tanelorn.core.ideas.trial import finds, lay
from tanelorn.terminal.look import bars, out
from tanelorn.terminal.sitting.seats import read_sitter

EXAMPLE = """Examples:

tanelorn ideas

tanelorn ideas fivecities --bot strong

tanelorn ideas archmagi --bot search:nodes=400 --seeds 5 --json
"""


class _Solved(msgspec.Struct, frozen=True):
    """How often the idea of one position was found."""

    idea: Idea
    found: int
    of: int


def ideas(
    game: Annotated[str, typer.Argument(help="A game's short name; every game if left out.")] = "",
    bot: Annotated[str, typer.Option(help="The bot that is set before each position.")] = USUAL.slug,
    seeds: Annotated[int, typer.Option(min=1, max=1000, help="How often it is set before each.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Set a bot before prepared positions whose best idea the rules tell, and say which ideas it finds."""
    chosen = _chosen(game)
    specs = {one.slug: _spec(bot, one) for one in chosen}
    positions = [idea for one in chosen for idea in ideas_of(one)]
    solved: list[_Solved] = []
    with bars() as progress:
        bar = progress.add_task("Positions", total=len(positions) * seeds)
        for idea in positions:
            found = 0
            for seed in range(seeds):
                found += _finds(idea, specs[idea.game], seed)
                progress.advance(bar)
            solved.append(_Solved(idea, found, seeds))
    if as_json:
        print(json.dumps(_as_data(bot, solved), indent=2))
    else:
        _print(bot, solved)


def _chosen(game: str) -> list[Game]:
    posed = [one for one in games if one.ideas is not None]
    if not game:
        return posed
    if games[game].ideas is None:
        remedy = f"Say one of: {', '.join(one.slug for one in posed)}."
        raise UnknownName(f"{games[game].title} has no positions with a known best idea.", remedy=remedy)
    return [games[game]]


def _spec(bot: str, game: Game) -> str:
    if is_outside(bot):
        check_player(bot, game)
        return bot
    spec = read_sitter(bot, game).spec
    if not spec:
        raise Illegal("Only bots are set before positions.", remedy="Name one, as in: --bot strong.")
    return spec


def _finds(idea: Idea, spec: str, seed: int) -> bool:
    table, seat = lay(idea, seed), idea.asked
    with make_player(spec, table, seat, seed) as player:
        return finds(idea, lambda now: player.choose(now.view(seat)), table)


def _print(bot: str, solved: list[_Solved]) -> None:
    for game in dict.fromkeys(one.idea.game for one in solved):
        own = [one for one in solved if one.idea.game == game]
        table = Table(title=f"{games[game].title}: {bot}", box=SIMPLE_HEAD)
        table.add_column("position", overflow="fold")
        table.add_column("found", justify="right", no_wrap=True)
        for one in own:
            table.add_row(one.idea.title, f"{one.found} of {one.of}")
        table.add_section()
        table.add_row("all", _share(own))
        out().print(table)
    if len({one.idea.game for one in solved}) > 1:
        out().print(f"All games: {_share(solved)}.")


def _share(solved: list[_Solved]) -> str:
    found, of = sum(one.found for one in solved), sum(one.of for one in solved)
    return f"{found} of {of} ({found / of:.0%})"


def _as_data(bot: str, solved: list[_Solved]) -> dict[str, object]:
    return {
        "bot": bot,
        "found": sum(one.found for one in solved),
        "of": sum(one.of for one in solved),
        "positions": [
            {"game": one.idea.game, "title": one.idea.title, "found": one.found, "of": one.of} for one in solved
        ],
    }
