"""`tanelorn map`: a map of a game that is played on maps of its own, made, read, looked at and written out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tanelorn.charts import draw
from tanelorn.core.content.board import Board
from tanelorn.core.content.maps import Map, Maps
from tanelorn.core.errors import BadData, Illegal, UnknownName, nearest
from tanelorn.core.game import Game, Value, games, loaded
from tanelorn.terminal.board import hexrows
from tanelorn.terminal.board.pictures import coloured, photographed
from tanelorn.terminal.look import Livery, out
from tanelorn.terminal.sitting.seats import read_options

EXAMPLE = """Examples:

tanelorn map archmagi --players 3 --number 7

tanelorn map archmagi --name twin-capes --svg capes.svg

tanelorn map archmagi --number 12 --option land=30 --write mine.toml
"""
_USUAL_PLAYERS = 2


def map(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="A game that is played on maps of its own.")],
    players: Annotated[int, typer.Option(help="How many play; 2 if left out.")] = 0,
    number: Annotated[int, typer.Option(help="Which map is made; the same number is always the same map.")] = 1,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "--options", metavar="NAME=VALUE", help="An option of the game that makes its maps."),
    ] = None,
    file: Annotated[Path | None, typer.Option(metavar="MAP.toml", help="Read this map file instead.")] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Take a map that comes with the game.")] = "",
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the drawn map as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the drawn map as PNG; needs Chromium.")] = None,
    write: Annotated[Path | None, typer.Option(metavar="OUT.toml", help="Write a map file to be edited.")] = None,
) -> None:
    """Make a map, or read one, and look at it: as text, as a picture, as a file that can be edited."""
    game = games[slug]
    maps = _maps_of(game)
    if file and name:
        raise Illegal("A map has one origin.", remedy="Give --file or --name, not both.")
    chosen = _options_of(game, maps, options or [])
    if file or name:
        shown = maps.read(file or _named(maps, name), players)
    else:
        shown = maps.make(players or _USUAL_PLAYERS, number, chosen)
    _print(shown)
    _save(game, shown, svg, png, write)


def _maps_of(game: Game) -> Maps:
    if not game.maps:
        remedy = nearest(game.slug, [one.slug for one in games if one.maps])
        raise UnknownName(f"{game.title} is not played on maps of its own.", remedy=remedy)
    maps: Maps = loaded(game.maps)
    return maps


def _options_of(game: Game, maps: Maps, given: list[str]) -> dict[str, Value]:
    """Read the options that a map is made by, the others left at what they usually are."""
    known = {option.name: option for option in game.options if option.name in maps.options}
    values = {name: option.default for name, option in known.items()}
    for name, value in read_options(given).items():
        if name not in known:
            raise UnknownName(f"No map of {game.title} is made by an option “{name}”.", remedy=nearest(name, known))
        values[name] = known[name].read(value)
    return values


def _named(maps: Maps, name: str) -> Path:
    ours = maps.built_in()
    if name not in ours:
        raise UnknownName(f"No map of that name comes with the game: “{name}”.", remedy=nearest(name, ours))
    return ours[name]


def _print(shown: Map) -> None:
    console = out()
    console.print(Text.assemble((shown.title, "bold"), f": {shown.says}."))
    if shown.starts:
        console.print(f"Starts: {', '.join(shown.starts)}.")
    board = shown.board
    for line in _hexes(board, console) if hexrows.is_hexes(board) else _territories(board):
        console.print(line, no_wrap=True, crop=True)
    for warning in shown.warnings:
        console.print(Text(warning, "yellow"), soft_wrap=True)


def _hexes(board: Board, console: Console) -> list[Text]:
    lines = hexrows.draw(board, {}, Livery((), (), console.options.ascii_only), console.width)
    return lines or [Text(f"The map is too wide for {console.width} columns; --svg draws it.", "dim")]


def _territories(board: Board) -> list[Text]:
    """What each territory is and adjoins: irregular ones have no place on a grid of characters."""
    lines = []
    for area, near in zip(board.areas, board.neighbours, strict=True):
        named = f" {area.name}, {area.kind}: " if not area.name.endswith(area.id) else f" {area.kind}: "
        beside = " ".join(board.areas[other].id for other in near)
        lines.append(Text.assemble((f"  {area.id}", "bold"), named, (beside, "dim")))
    return lines


def _save(game: Game, shown: Map, svg: Path | None, png: Path | None, write: Path | None) -> None:
    board = shown.board
    if write:
        _write(write, shown.file.encode())
    if svg:
        _write(svg, coloured(draw(game, board)).encode())
    if png:
        _write(png, photographed(coloured(draw(game, board)), board.width, board.height))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadData(
            f"{path} cannot be written: {error.strerror}.", remedy="Name a file in a folder of yours."
        ) from None
    out().print(f"Written: {path}", soft_wrap=True)
