"""`tanelorn rules`: a game's rulebook, by chapter, by clause, by words."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from tanelorn.core.content.rulebook import Clause, Rulebook
from tanelorn.core.errors import Illegal, UnknownName, nearest
from tanelorn.core.game import Game, games
from tanelorn.terminal.look import out

EXAMPLE = """Examples:

tanelorn rules fivecities

tanelorn rules fivecities combat.8

tanelorn rules fivecities --search "bridge city"

tanelorn rules archmagi --lists
"""


def rules(
    game: Annotated[str, typer.Argument(help="A game's short name, as `tanelorn games` lists it.")],
    clause: Annotated[
        str, typer.Argument(help="A clause such as combat.8, or a chapter such as combat; all chapters if left out.")
    ] = "",
    search: Annotated[str, typer.Option(metavar="WORDS", help="Show the clauses that hold all these words.")] = "",
    lists: Annotated[bool, typer.Option("--lists", help="Show the lists that all may look up: units, spells.")] = False,
) -> None:
    """Read a game's rulebook: what each clause says, what the book leaves open, and how it is ruled here."""
    slug, _, inner = game.partition("/")
    book = games[slug].rulebook
    clause = clause or inner
    console = out()
    if lists:
        _print_lists(console, games[slug])
    elif search:
        found = [one for one in book if _holds(one, search)]
        if not found:
            raise UnknownName(f"No clause of {slug} holds “{search}”.", remedy="Try fewer or other words.")
        print_clauses(console, found)
    elif not clause:
        _contents(console, book)
    else:
        print_clauses(console, find_clauses(book, clause))


def find_clauses(book: Rulebook, name: str) -> list[Clause]:
    """Return the clause of that id, or those of the chapter or section; raise UnknownName."""
    if name not in book and f"{book.game}/{name}" not in book and (chapter := _chapter(book, name)):
        return chapter
    return [_clause(book, name)]


def clause_lines(clause: Clause) -> list[Text | Padding]:
    """Return a clause as it is printed."""
    lines: list[Text | Padding] = [Text.assemble((clause.id, "bold"), "  ", (clause.title, "bold"))]
    lines.append(Padding(Text(clause.says), (0, 0, 0, 2)))
    if clause.unclear:
        lines.append(Padding(Text.assemble(("The book leaves open: ", "italic"), clause.unclear), (0, 0, 0, 2)))
    if clause.ruling:
        lines.append(Padding(Text.assemble(("Our ruling: ", "italic"), clause.ruling), (0, 0, 0, 2)))
    return lines


def _print_lists(console: Console, game: Game) -> None:
    """Print a game's public lists, one entry a paragraph."""
    trays = game.lists()
    if not trays:
        raise Illegal(f"{game.title} has no lists to look up.", remedy="Its rulebook holds all there is.")
    for number, tray in enumerate(trays):
        console.print(Text(f"\n{tray.title.upper()}" if number else tray.title.upper(), "bold"))
        for card in tray.cards:
            facts = [card.value, card.note, f"×{card.count}" if card.count > 1 else ""]
            console.print(Text.assemble((card.title, "bold"), "  ", (", ".join(filter(None, facts)), "dim")))
            console.print(Padding(Text(card.text), (0, 0, 0, 2)))


def print_clauses(console: Console, clauses: Iterable[Clause]) -> None:
    """Print clauses, an empty line between them."""
    for number, clause in enumerate(clauses):
        if number:
            console.print()
        for line in clause_lines(clause):
            console.print(line)


def _contents(console: Console, book: Rulebook) -> None:
    for number, (chapter, clauses) in enumerate(book.chapters):
        head = f"{chapter.number} {chapter.title}".strip().upper()
        console.print(Text(f"\n{head}" if number else head, "bold"))
        for clause in clauses:
            short = clause.id.removeprefix(f"{book.game}/")
            open_mark = "  (ruled here)" if clause.ruling else ""
            console.print(Text.assemble(f"  {short:<18} ", clause.title, (open_mark, "dim")))


def _chapter_of(book: Rulebook, clause: Clause) -> str:
    return clause.id.removeprefix(f"{book.game}/").partition(".")[0]


def _chapter(book: Rulebook, name: str) -> list[Clause]:
    """Return the clauses of a chapter, or of a section such as 7.3, which holds 7.3a and 7.3b but not 7.30."""
    wanted = name.casefold().removeprefix(f"{book.game}/").rstrip(".")
    within = {"", ".", "/", *(ascii_lowercase if wanted[-1:].isdigit() else "")}
    section = [clause for clause in book if clause.id.casefold().startswith(f"{book.game}/{wanted}")]
    return [clause for clause in section if clause.id.casefold()[len(f"{book.game}/{wanted}") :][:1] in within]


def _clause(book: Rulebook, name: str) -> Clause:
    """Return a clause; raise UnknownName that suggests the nearest ids, in their short form."""
    if name in book or f"{book.game}/{name}" in book:
        return book[name]
    short = [clause.id.removeprefix(f"{book.game}/") for clause in book]
    chapters = list(dict.fromkeys(_chapter_of(book, clause) for clause in book))
    near = nearest(name.removeprefix(f"{book.game}/").casefold(), [*short, *chapters])
    remedy = near if near.startswith("Did") else f"The chapters are {', '.join(chapters)}."
    raise UnknownName(f"There is no clause “{name}” in {book.game}.", remedy=remedy)


def _holds(clause: Clause, words: str) -> bool:
    text = f"{clause.id} {clause.title} {clause.says} {clause.unclear} {clause.ruling}".casefold()
    return all(word in text for word in words.casefold().split())
