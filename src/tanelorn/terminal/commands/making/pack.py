"""`tanelorn pack`: boards and counters of one's own, checked, kept, and used by new tables."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from tanelorn.core.content.packs import STANDARD, CannotKeep, PackKind, PackStore, files_in, files_named
from tanelorn.core.errors import BadData, UnknownName, nearest
from tanelorn.core.game import Game, games
from tanelorn.terminal.look import clause_mark, examples, out

EXAMPLE = """Examples:

tanelorn pack write elric mine

tanelorn pack check elric mine

tanelorn pack use elric mine

tanelorn pack use elric standard

tanelorn pack list
"""
_GAME = typer.Argument(metavar="GAME", help="A game whose board and counters can be replaced.")
_DATA = typer.Option("--data", metavar="DIR", help="Where games and packs are kept.")

pack = typer.Typer(
    name="pack",
    help="Boards and counters of your own: check them, keep them, and let new tables use them.",
    epilog=examples(EXAMPLE),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _kind(slug: str) -> tuple[Game, PackKind]:
    game = games[slug]
    if game.packs is None:
        able = [one.slug for one in games if one.packs is not None]
        raise UnknownName(f"{game.title} has no packs.", remedy=nearest(slug, able))
    return game, game.packs


@pack.command()
def check(
    game: Annotated[str, _GAME],
    files: Annotated[list[Path], typer.Argument(metavar="DIR_OR_FILES", help="A pack's folder, or some of its files.")],
) -> None:
    """Say all that is wrong with a pack, file by file and entry by entry; then the exit code is 1."""
    _, kind = _kind(game)
    named = files_named(kind, files)
    found = kind.faults(named)
    for fault in found:
        out().print(Text.assemble(fault.why, " ", (fault.remedy, "dim")).append_text(clause_mark(fault.clause)))
    if found:
        out().print(Text(f"{len(found)} {'faults' if len(found) > 1 else 'fault'}.", "bold red"))
        raise typer.Exit(1)
    _tell(kind, kind.read(named))
    out().print(Text("Nothing is wrong with this pack.", "bold green"))


@pack.command()
def use(
    game: Annotated[str, _GAME],
    pack: Annotated[str, typer.Argument(metavar="DIR_OR_NAME", help="A pack's folder, one kept before, or standard.")],
    name: Annotated[str, typer.Option(help="What to keep it as; the folder's name if left out.")] = "",
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """Keep a pack and let new tables use it; “standard” goes back to the game's own."""
    chosen, kind = _kind(game)
    store = PackStore(chosen.slug, kind, data)
    folder = Path(pack)
    known = [STANDARD, *store.names()]
    if pack not in known and not folder.is_dir():
        raise UnknownName(f"There is no folder and no pack “{pack}”.", remedy=nearest(pack, known))
    if pack in known and not name:
        name = pack
    else:
        name = name or folder.resolve().name
        store.keep(files_in(kind, folder), name)
    store.use(name)
    _tell(kind, store.text(name))
    out().print(f"New tables of {chosen.title} use {_called(name)}. Tables in play keep their own.", soft_wrap=True)
    if name != STANDARD:
        out().print(f"Back to the game's own: tanelorn pack use {game} {STANDARD}", style="dim", soft_wrap=True)


@pack.command("list")
def list_packs(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; all that have packs if left out.")] = "",
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """List the packs kept for each game, with a mark at the one that new tables use."""
    for one in games if not game else [_kind(game)[0]]:
        if one.packs is None:
            continue
        store = PackStore(one.slug, one.packs, data)
        out().print(Text(one.slug, "bold"))
        for name in (STANDARD, *store.names()):
            mark = "*" if name == store.in_use else " "
            out().print(Text.assemble(f" {mark} ", name, (f"  {_summary(store, name)}", "dim")), soft_wrap=True)


@pack.command()
def write(
    game: Annotated[str, _GAME],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to be made.")],
) -> None:
    """Write the game's own files into a new folder, to begin a pack with."""
    _, kind = _kind(game)
    try:
        folder.mkdir(parents=True)
        for name in kind.files:
            shutil.copyfile(kind.folder / name, folder / name)
    except FileExistsError:
        raise CannotKeep(f"{folder} is there already.", remedy="Name a folder that is not.") from None
    except OSError as error:
        raise CannotKeep(f"{folder} cannot be written: {error.strerror}.", remedy="Name a folder of yours.") from None
    out().print(f"Written: {' and '.join(str(folder / name) for name in kind.files)}", soft_wrap=True)
    out().print(f"Change them, then: tanelorn pack check {game} {folder}", soft_wrap=True, style="dim")


def _called(name: str) -> str:
    return "the board and counters that come with it" if name == STANDARD else f"the pack {name}"


def _summary(store: PackStore, name: str) -> str:
    try:
        return store.kind.summary(store.text(name))
    except BadData as error:
        return f"cannot be used: {error.why}"


def _tell(kind: PackKind, text: str) -> None:
    out().print(kind.summary(text), soft_wrap=True)
    for warning in kind.warnings(text):
        out().print(Text(warning, "yellow"), soft_wrap=True)
