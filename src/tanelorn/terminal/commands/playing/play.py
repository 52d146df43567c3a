"""`tanelorn play`: a game in the browser, or at this terminal."""

from __future__ import annotations

from collections.abc import Sequence
from getpass import getpass
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tanelorn.core.chance import MOST_WORDS, Committed
from tanelorn.core.content.packs import with_pack
from tanelorn.core.errors import Illegal, UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.commands.hosting.serve import open_site
from tanelorn.terminal.look import command, only_plain, out
from tanelorn.terminal.sitting.keyboard import Keyboard
from tanelorn.terminal.sitting.saves import Saved, find_record, games_folder
from tanelorn.terminal.sitting.seats import Sitter, everybody, read_options, read_seats, sitters_of
from tanelorn.terminal.sitting.sitting import Quit, Sitting

EXAMPLE = """Examples:

tanelorn play fivecities

tanelorn play fivecities --terminal --seat second=bot:easy

tanelorn play fivecities --terminal --seat first=me --seat second=friend

tanelorn play --resume last
"""


def play(
    game: Annotated[str, typer.Argument(help="A game's short name, as `tanelorn games` lists it.")] = "",
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here as text, not in the browser.")] = False,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=WHO",
            help="Who sits where: me, friend (at this keyboard), bot:novice, bot:easy, bot:medium, bot:strong, "
            "bot:master. Once for each seat; by default you have the first free one and bots the others.",
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the first one if left out.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An optional rule, as `tanelorn games GAME` lists.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Let dice and bots be the same each time; such dice are no promise.")
    ] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="Let each person add words of their own to the dice, so that nobody chose them."),
    ] = False,
    resume: Annotated[
        str | None, typer.Option(metavar="NAME", help="Go on with a saved game; “last” is the one played last.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to save the game as.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with plain characters only.")] = False,
) -> None:
    """Play a game against bots or a friend: in the browser, or with --terminal as text.

    In the terminal every choice is saved before it is acknowledged; type ? for help and quit to leave.
    """
    if resume is not None:
        saved, sitters = _resumed(resume, game, seat or [], data)
    elif not game:
        raise UnknownName("Which game?", remedy=f"Say one of: {', '.join(game.slug for game in games)}.")
    elif not terminal:
        if seat or scenario or option or seed or name or words:
            games[game]
            raise Illegal(
                "Seats, scenario, options and name are chosen on the page when a game is played in the browser; seed "
                "and words are for the terminal.",
                remedy="Leave them out, or add --terminal.",
            )
        open_site(f"/?game={games[game].slug}", data=data)
        return
    else:
        saved, sitters = _begun(game, seat or [], scenario, option or [], seed, name, data, words=words)
    if ascii:
        only_plain()
    _sit(saved, sitters, data)


def _begun(
    slug: str,
    seats: list[str],
    scenario: str | None,
    options: list[str],
    seed: str | None,
    name: str | None,
    data: Path | None,
    *,
    words: bool,
) -> tuple[Saved, list[Sitter]]:
    if words and seed is not None:
        raise Illegal("Dice of a seed take no words: everybody knows them.", remedy="Leave --seed or --words out.")
    game = games[slug]
    names = game.scenario(scenario).seats
    sitters = everybody(read_seats(seats, game, names), game, names)
    saved = Saved.begin(
        games_folder(data, make=True),
        game,
        scenario=scenario,
        options=with_pack(game, read_options(options), data),
        players=[sitter.word for sitter in sitters],
        seed=seed,
        name=name,
        chance=_with_words(sitters, names) if words else None,
    )
    return saved, sitters


def _with_words(sitters: list[Sitter], seats: Sequence[str]) -> Committed:
    """Promise the dice, then let each person add words that the others do not see."""
    chance = Committed()
    out().print(
        f"The dice are promised: [bold]{chance.promise}[/]. Write that down before words are given.", soft_wrap=True
    )
    given = [
        getpass(f"Words of {seat} for the dice, unseen (Enter for none): ").strip()[:MOST_WORDS] if sitter.human else ""
        for seat, sitter in zip(seats, sitters, strict=True)
    ]
    return Committed(chance.secret, words=given)


def _resumed(name: str, game: str, seats: list[str], data: Path | None) -> tuple[Saved, list[Sitter]]:
    saved = Saved.resume(find_record(name, data, going=True))
    table = saved.table
    if game and game != table.game.slug:
        saved.close()
        raise Illegal(
            f"{saved.name} is a game of {table.game.title}.", remedy=f"Say: {command(f'play --resume {saved.name}')}."
        )
    players = table.header.players if table.header is not None else ()
    sitters = dict(enumerate(sitters_of(players, table.game, table.seats)))
    sitters |= read_seats(seats, table.game, table.seats)
    return saved, [sitters[seat] for seat in range(len(table.seats))]


def _sit(saved: Saved, sitters: list[Sitter], data: Path | None) -> None:
    """Play, and say at the end how to go on or look back."""
    console = out()
    alone = sum(sitter.human for sitter in sitters) == 1
    players = [str(sitter) if alone or not sitter.human else "" for sitter in sitters]
    screen = Screen(console, saved.table, players)
    if saved.notice:
        screen.say((saved.notice, "yellow"))
    where = f" --data {data}" if data else ""
    _promise(screen, saved.table)
    screen.say(("Type ? for help. This game is saved as ", "dim"), saved.name, (", choice by choice.", "dim"))
    try:
        Sitting(saved, sitters, screen, Keyboard(console)).play()
    except (Quit, EOFError):
        _leave(screen, saved, where, 0)
    except KeyboardInterrupt:
        _leave(screen, saved, where, 130)
    finally:
        saved.close()
    screen.say(f"Look back with: {command(f'replay {saved.name} --step')}{where}")
    screen.say(f"What was better: {command(f'review {saved.name}')}{where}")
    _dice_note(screen, saved.table, saved.name, where)


def _promise(screen: Screen, table: Table) -> None:
    """Show what the dice are promised by, before the first roll and whenever the game is taken up again."""
    header = table.header
    if header is None or not header.commitment or table.outcome is not None:
        return
    if header.foreseen:
        screen.say(("The dice follow from --seed: whoever knows it knows them, and nothing is promised.", "dim"))
        return
    screen.say(
        ("The dice are promised. Fingerprint of this game, to write down: ", "dim"),
        header.fingerprint,
        (f"; {command('verify')} asks for it.", "dim"),
    )


def _leave(screen: Screen, saved: Saved, where: str, code: int) -> NoReturn:
    screen.console.print()
    screen.console.print(
        f"Nothing is lost; to go on: {command(f'play --resume {saved.name}')}{where}", soft_wrap=True, style="bold"
    )
    raise typer.Exit(code)


def _dice_note(screen: Screen, table: Table, name: str, where: str) -> None:
    if any(event.dice for event in table.log.events):
        screen.say(f"Check every die with: {command(f'verify {name}')}{where}")
