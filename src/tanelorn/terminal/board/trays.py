"""What lies beside the board, as text: hands, open stacks, the battle."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.odds import Odds, percent
from tanelorn.core.scene import Card, Column, Duel, Duelist, Stack, Term, Tray
from tanelorn.terminal.board.stacks import counters
from tanelorn.terminal.look import Livery, prose


def tray(shown: Tray) -> RenderableType:
    """A hand of cards: each with its number, its phase or home, and its text."""
    rows = Grid.grid(padding=(0, 2, 0, 0))
    for card in shown.cards:
        name = f"{card.title} ×{card.count}" if card.count > 1 else card.title
        rows.add_row(
            "", Text(card.value, "bold"), Text(name, "bold"), Text(card.note, "italic"), Text(card.text, "dim")
        )
    title = Text.assemble((shown.title, "bold"), (f"  {shown.aside}" if shown.aside else "", "dim italic"))
    return Group(title, rows if shown.cards else Text("   nothing", "dim"))


def stacks(shown: Iterable[Stack]) -> Iterable[Text]:
    """What is known to lie under each banner, a line each; what is remembered in brackets."""
    for stack in shown:
        if stack.cards:
            known = ", ".join(_named(card) for card in stack.cards if not card.spent)
            past = ", ".join(_named(card) for card in stack.cards if card.spent)
            line = Text.assemble("  ", (stack.title, "bold"), f": {known}")
            line.append(f"{' ' if known else ''}[{past}; {stack.note}]" if past else "", "dim italic")
            yield line


def _named(card: Card) -> str:
    value = f" {card.value}" if card.value else ""
    return f"{card.title}{value}"


def duel(shown: Duel, livery: Livery) -> RenderableType:
    """The battle: its segments, and for each side who fights, the sum, the dice and who else has been shown."""
    title = Text.assemble((shown.title, "bold red"), f"  {shown.note}  ")
    for tab in shown.segments:
        title.append(f"[{tab.title}] " if tab.state == "now" else f"{tab.title} ", "" if tab.state == "now" else "dim")
    sides = Grid.grid(padding=(0, 6, 0, 2))
    sides.add_row(*(_side(side, livery) for side in shown.sides))
    below: list[RenderableType] = [_columns(shown.table)] if shown.table else []
    below += [prose(shown.odds, "italic")] if shown.odds else []
    below += [_chances(shown.chances, livery)] if shown.chances is not None else []
    return Group(title, sides, Padding(Group(*below), (0, 0, 0, 2)))


def _columns(shown: Iterable[Column]) -> Text:
    """The table on which the totals are looked up, in a line; the column that counts stands out."""
    columns = list(shown)
    # Differences bear a sign.
    line = Text("Ratio: " if columns[0].head[:1].isdigit() else "Difference: ", "dim")
    for number, column in enumerate(columns):
        line.append(" · " if number else "", "dim")
        line.append(f"{column.head} {column.text}".rstrip(), "bold reverse" if column.lit else "dim")
    return line


def _chances(shown: Odds, livery: Livery) -> RenderableType:
    """What the roll may bring: a line each, with the sign of who would wish for it."""
    rows = Grid.grid(padding=(0, 1, 0, 0))
    for share in shown.shares:
        sign = livery.sign(share.seat) if share.seat >= 0 else Text(" ")
        rows.add_row(Text(percent(share.ways, shown.of), "bold"), sign, f"{share.words}, {share.ways} of {shown.of}")
    return Group(rows, Text(f"{shown.assumed}.", "dim")) if shown.assumed else rows


def _side(side: Duelist, livery: Livery) -> RenderableType:
    sign = livery.sign(side.seat) if side.seat >= 0 else Text("?")
    title = Text.assemble(sign, " ", (side.title, "bold"), f" {side.role}")
    if side.counters:
        who = Text(", ").join(_fighting(side.counters))
    elif side.card:
        who = Text.assemble((side.card.title, "bold"), f" {side.card.text}")
    else:
        who = Text("nobody yet", "dim")
    sums = Grid.grid(padding=(0, 1, 0, 0))
    sums.add_column(justify="right", min_width=4)
    for term in side.terms:
        sums.add_row(*_term(term))
    lines: list[RenderableType] = [Text.assemble("dice ", (" ".join(map(str, side.dice)), "bold"))] * bool(side.dice)
    if side.total is not None:
        lines.append(Text.assemble("= ", (str(side.total), "bold"), f"  {side.won}" if side.won else ""))
    if side.backs > 0:
        lines.append(Text(f"{side.backs} face down"))
    if side.shown:
        lines.append(Text(f"beside: {', '.join(_named(card) for card in side.shown)}"))
    return Group(title, Padding(who, (0, 0, 0, 2)), sums, Padding(Group(*lines), (0, 0, 0, 2)))


def _fighting(cards: Iterable[Card]) -> Iterable[Text]:
    """Who fights, who keeps out in faint letters, who has fallen struck out."""
    for card in cards:
        for written in counters((card,)):
            written.append(" (fallen)" if card.lost else "")
            written.stylize("strike" if card.lost else "")
            yield written


def _term(term: Term) -> tuple[Text, Text]:
    """A line of a sum: the value, and what it is; what does not count says so, unless it has no value."""
    faint = "dim" if term.off else ""
    off = " (does not count)" if term.off and term.value != "–" else ""
    return Text(term.value, faint), Text(f"{term.label}{off}", faint)
