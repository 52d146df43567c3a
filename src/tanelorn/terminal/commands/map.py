"""`tanelorn map`: a map of a game that is played on maps of its own, made, read, looked at and written out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tanelorn.charts.archmagi import hexmap
from tanelorn.core.content.board import Board
from tanelorn.core.errors import BadData, Illegal, UnknownName, nearest
from tanelorn.games.archmagi.map.generator import MOST_SEATS, generate
from tanelorn.games.archmagi.map.land import Land, land
from tanelorn.games.archmagi.map.maps import built_in, check_map, read_map, warnings, write_map
from tanelorn.terminal.board import hexrows
from tanelorn.terminal.board.pictures import coloured, photographed
from tanelorn.terminal.look import Livery, out

GAME = "archmagi"
EXAMPLE = """Examples:

tanelorn map archmagi --players 3 --number 7

tanelorn map archmagi --name twin-capes --svg capes.svg

tanelorn map archmagi --number 12 --write mine.toml
"""
_USUAL_PLAYERS = 2


def map(
    game: Annotated[str, typer.Argument(help="A game that is played on maps: archmagi.")],
    players: Annotated[int, typer.Option(help="How many play; 2 if left out.")] = 0,
    number: Annotated[int, typer.Option(help="Which map is made; the same number is always the same map.")] = 1,
    land_hexes: Annotated[int, typer.Option("--land", help="How many land hexes; by the players if left out.")] = 0,
    unknown: Annotated[bool, typer.Option("--unknown", help="Leave the land unexplored, except the starts.")] = False,
    chits: Annotated[bool, typer.Option("--chits", help="Draw terrains as chits instead of rolling for them.")] = False,
    file: Annotated[Path | None, typer.Option(metavar="MAP.toml", help="Read this map file instead.")] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Take a map that comes with the game.")] = "",
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the drawn map as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the drawn map as PNG; needs Chromium.")] = None,
    write: Annotated[Path | None, typer.Option(metavar="OUT.toml", help="Write a map file to be edited.")] = None,
) -> None:
    """Make a map, or read one, and look at it: as text, as a picture, as a file that can be edited."""
    if game != GAME:
        raise UnknownName(f"{game} is not played on maps of its own.", remedy=nearest(game, [GAME]))
    if file and name:
        raise Illegal("A map has one origin.", remedy="Give --file or --name, not both.")
    if file or name:
        text = read_map(file or _named(name))
        check_map(text, players)
    else:
        seats = players or _USUAL_PLAYERS
        text = generate(seats, number, land_hexes=land_hexes, unknown=unknown, chits=chits)
    _print(land(text), warnings(text))
    _save(land(text), svg, png, write)


def _named(name: str) -> Path:
    maps = built_in()
    if name not in maps:
        raise UnknownName(f"No map of that name comes with the game: “{name}”.", remedy=nearest(name, maps))
    return maps[name]


def _print(drawn: Land, said: list[str]) -> None:
    console = out()
    ground = len(drawn) - sum(drawn.sea)
    console.print(Text.assemble((drawn.title, "bold"), f": {ground} land hexes, {sum(drawn.sea)} of sea."))
    if drawn.starts:
        console.print(f"Starts: {', '.join(drawn.ids[hex] for hex in drawn.starts)}.")
    board = drawn.board(drawn.terrain)
    for line in _hexes(board, console) if hexrows.is_hexes(board) else _territories(board):
        console.print(line, no_wrap=True, crop=True)
    for warning in said:
        console.print(Text(warning, "yellow"), soft_wrap=True)


def _hexes(board: Board, console: Console) -> list[Text]:
    livery = Livery(("",) * MOST_SEATS, tuple(range(1, MOST_SEATS + 1)), console.options.ascii_only)
    lines = hexrows.draw(board, {}, livery, console.width)
    return lines or [Text(f"The map is too wide for {console.width} columns; --svg draws it.", "dim")]


def _territories(board: Board) -> list[Text]:
    """What each territory is and adjoins: irregular ones have no place on a grid of characters."""
    lines = []
    for area, near in zip(board.areas, board.neighbours, strict=True):
        named = f" {area.name}, {area.kind}: " if not area.name.endswith(area.id) else f" {area.kind}: "
        beside = " ".join(board.areas[other].id for other in near)
        lines.append(Text.assemble((f"  {area.id}", "bold"), named, (beside, "dim")))
    return lines


def _save(drawn: Land, svg: Path | None, png: Path | None, write: Path | None) -> None:
    board: Board = drawn.board(drawn.terrain)
    if write:
        _write(write, write_map(drawn.text).encode())
    if svg:
        _write(svg, coloured(hexmap.draw(board)).encode())
    if png:
        _write(png, photographed(coloured(hexmap.draw(board)), board.width, board.height))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadData(
            f"{path} cannot be written: {error.strerror}.", remedy="Name a file in a folder of yours."
        ) from None
    out().print(f"Written: {path}", soft_wrap=True)
