"""Boards with stacks, as a table: what stands where and whose it is, the viewer's own places first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.content.board import Area, Board
from tanelorn.core.errors import Ambiguous, UnknownName, nearest
from tanelorn.core.scene import Card, Piece, Scene, Stack
from tanelorn.terminal.board import hexrows
from tanelorn.terminal.board.textmap import layout
from tanelorn.terminal.look import Livery, letters

_PLACES = 28  # columns for the names of places
_MOST_MEANT = 6
_BESIDES = ("spell", "back", "artifact")
"""Kinds of cards that lie with a counter, whose name is their note."""


class Place(msgspec.Struct):
    """An area and what lies there: stacks, and signs without a stack (a flag, a siege, a card of nobody's)."""

    area: Area
    piles: list[tuple[Piece, Stack]]
    signs: list[Piece]
    notes: list[str]


def is_listed(board: Board, scene: Scene, width: int) -> bool:
    """Tell whether this board is listed place by place: it has stacks, and no room for a map."""
    if not scene.stacks:
        return False
    if hexrows.is_hexes(board):
        return not hexrows.has_room(board, width)
    return layout(board, min(width, 78), True) is None


def places(board: Board, scene: Scene) -> list[Place]:
    """Return the areas that hold anything, in board order."""
    opened = {stack.piece: stack for stack in scene.stacks}
    found: dict[str, Place] = {}

    def at(space: str) -> Place:
        return found.setdefault(space, Place(board[space], [], [], []))

    for piece in scene.pieces:
        stack = opened.get(piece.id)
        if stack is None or piece.kind == "card":
            at(piece.space).signs.append(piece)
        else:
            at(piece.space).piles.append((piece, stack))
    for mark in scene.marks:
        if mark.note and mark.at in board.index:
            at(mark.at).notes.append(mark.note)
    return sorted(found.values(), key=lambda place: board.index[place.area.id])


def told(board: Board, scene: Scene, livery: Livery, viewer: int, width: int) -> RenderableType:
    """Return the table, the viewer's own places first; then what lies with nobody beside it."""
    here = places(board, scene)
    stood_in = sorted(
        (place for place in here if place.piles or place.notes), key=lambda place: not _own(place, viewer)
    )
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.add_column(width=_PLACES)
    room = width - _PLACES - 2
    briefly = hexrows.is_hexes(board)
    for place in stood_in:
        piles = sorted(place.piles, key=lambda pile: not _is_own(pile[0], viewer))
        told = [_pile(piece, stack, livery, room) for piece, stack in piles]
        table.add_row(_named(place, livery, briefly), Text("\n").join(told))
    for what, names in _apart(here, livery):
        table.add_row(what, ", ".join(names))
    return table if here else Text("  The board is empty.", "dim")


def _own(place: Place, viewer: int) -> bool:
    return any(_is_own(piece, viewer) for piece, _ in place.piles)


def _is_own(piece: Piece, viewer: int) -> bool:
    """Tell whether a piece is the viewer's; a spectator, who is no seat, has none."""
    return piece.seat == viewer >= 0


def _named(place: Place, livery: Livery, briefly: bool) -> Text:
    """Return a place's name, what is printed there, whose it is, and what is about to happen.

    Of a hex, where the sides have much to tell, only the name.
    """
    line = Text.assemble((place.area.name, "bold"))
    if place.area.note and not briefly:
        line.append(f"\n{place.area.note}", "dim")
    for piece in place.signs:
        if piece.seat >= 0 and piece.label and piece.label in f"{place.area.name}, {place.area.note}":
            line.append(" ").append_text(livery.sign(piece.seat))
        elif piece.seat >= 0:
            line.append(f"\n{_called(piece)} ", "dim").append_text(livery.sign(piece.seat))
    for note in dict.fromkeys(place.notes):
        line.append(f"\n{note}", "red")
    return line


def _called(piece: Piece) -> str:
    return piece.label or piece.kind


def _pile(piece: Piece, stack: Stack, livery: Livery, room: int) -> Text:
    """Return what lies in a stack, and what it is worth together, in as many lines as it needs."""
    lines = [Text.assemble(livery.sign(piece.seat) if piece.seat >= 0 else Text("?"), " ")]
    indent = " " * lines[0].cell_len
    parts = [*counters(stack.cards)]
    for part in parts[:-1]:
        part.append(",")
    parts[-1].append(f" = {piece.total}" if _is_known(piece.total) else "", "bold")
    if stack.note:
        parts[-1].append(f"  {stack.note}", "dim italic")
    for number, part in enumerate(parts):
        if number and lines[-1].cell_len + 1 + part.cell_len > room:
            lines.append(Text(indent))
        elif number:
            lines[-1].append(" ")
        lines[-1].append_text(part)
    return Text("\n").join(lines)


def _is_known(total: str) -> bool:
    return total.strip("?") != ""


def counters(cards: Iterable[Card]) -> Iterator[Text]:
    """Write the counters of a stack, each with its values and number, and what it carries in brackets."""
    carried: dict[str, list[str]] = {}
    shown = _alike(cards)
    for card in shown:
        if card.kind in _BESIDES:
            carried.setdefault(card.note, []).append(_carried(card))
    for card in shown:
        if card.kind in _BESIDES:
            continue
        # Of two that are called alike the first has it all.
        extra = f" [{', '.join(carried.pop(card.title))}]" if card.title in carried else ""
        states = [state for state in (wounds(card), card.note, "in hand" if card.held else "") if state]
        state = f" ({', '.join(states)})" if states else ""
        yield Text(f"{card.title}{values(card)}{extra}{state}", "dim" if card.spent else "")
    for name, things in carried.items():
        yield Text(f"{', '.join(things)}{f' of {name}' if name else ''}")


def _alike(cards: Iterable[Card]) -> list[Card]:
    """Merge entries that would read the same."""
    found: dict[tuple[object, ...], Card] = {}
    for card in cards:
        key = (card.title, card.kind, card.value, card.counter and card.counter.values, card.note, card.held, card.lost)
        before = found.get(key)
        spent = card.spent and (before is None or before.spent)
        count = card.count + (before.count if before is not None else 0)
        found[key] = msgspec.structs.replace(card, count=count, spent=spent)
    return list(found.values())


def values(card: Card) -> str:
    """Return the numbers of a card as they are written, and how many there are: ` 5/6/2 ×3`.

    Nothing for what bears its number in its name, `8 of Moray`, and where nobody knows it.
    """
    if card.value == "?" or (card.value and card.title.startswith(f"{card.value} ")):
        return ""
    printed = [value for value in card.counter.values if value] if card.counter is not None else [card.value]
    many = f" ×{card.count}" if card.count > 1 and card.kind != "back" else ""
    return f" {'/'.join(printed)}".rstrip() + many


def wounds(card: Card) -> str:
    """Return how many blows a unit has taken of those that it can take."""
    return f"{card.dots} of {card.of} wounds" if card.dots > 0 else ""


def _carried(card: Card) -> str:
    return f"{card.count} unseen" if card.kind == "back" else card.title


def _apart(here: Sequence[Place], livery: Livery) -> Iterator[tuple[Text, list[str]]]:
    """What is nobody's, by what it is; and whose places are empty."""
    lying: dict[str, list[str]] = {}
    empty: dict[int, list[str]] = {}
    for place in here:
        for piece in place.signs:
            if piece.seat < 0:
                lying.setdefault(_called(piece), []).append(place.area.name)
            elif not place.piles and place.area.name not in empty.get(piece.seat, ()):
                empty.setdefault(piece.seat, []).append(place.area.name)
    for what, names in lying.items():
        yield Text(what, "bold"), names
    for seat, names in empty.items():
        yield Text.assemble(livery.name(seat), " holds, with nobody there"), names


# One place


def find_place(board: Board, words: str) -> Area | None:
    """Return the area that is called so, or begins so, or has it printed; None if none has. Raises Ambiguous."""
    wanted = letters(words)
    by_name = {form: area for area in board for form in (letters(area.name), letters(area.id))}
    if wanted in by_name:
        return by_name[wanted]
    starts = {area.id: area for form, area in by_name.items() if wanted and form.startswith(wanted)}
    # What is printed there, such as a city, names a place too.
    starts = starts or {area.id: area for area in board if wanted and wanted in letters(area.note)}
    if len(starts) > 1:
        names = " or ".join(area.name for area in list(starts.values())[:_MOST_MEANT])
        raise Ambiguous(f"“{words}” could mean {names}.", remedy="Write more of it.")
    return next(iter(starts.values()), None)


def find_piece(board: Board, scene: Scene, words: str) -> Area | None:
    """Return the area where what is called so, or begins so, lies; None if that is not known, or in several."""
    wanted = letters(words)
    found: dict[bool, set[str]] = {True: set(), False: set()}
    spaces = {piece.id: piece.space for piece in scene.pieces}
    for stack in scene.stacks:
        for card in stack.cards if stack.piece in spaces else ():
            if wanted and letters(card.title).startswith(wanted):
                found[letters(card.title) == wanted].add(spaces[stack.piece])
    where = found[True] or found[False]
    return board[where.pop()] if len(where) == 1 else None


def no_place(board: Board, words: str) -> UnknownName:
    """Say that no area is called so."""
    names, listed = [area.name for area in board], not hexrows.is_hexes(board)
    return UnknownName(f"There is no area “{words}” on the board.", remedy=nearest(words, names, listed=listed))


def look_at(area: Area, board: Board, scene: Scene, livery: Livery, console: Console) -> None:
    """Print a place: its kind, what is printed there, what lies there card by card, and what adjoins it."""
    head = Text.assemble((area.name, "bold"), f", {area.kind}" if area.kind else "")
    console.print(head.append(f": {area.note}" if area.note else ""))
    place = next((place for place in places(board, scene) if place.area.id == area.id), None)
    if place is not None:
        for piece in place.signs:
            sign = livery.name(piece.seat) if piece.seat >= 0 else Text("nobody's")
            console.print(Text.assemble(f"  {_called(piece)}: ", sign))
        for piece, stack in place.piles:
            together = f", together {piece.total}" * _is_known(piece.total)
            note = f" ({stack.note})" * bool(stack.note)
            console.print(Text.assemble("  ", (stack.title, "bold"), together, (note, "dim italic")))
            for card in stack.cards:
                states = ", ".join(state for state in (wounds(card), card.note) if state)
                line = Text.assemble(f"    {card.title}{values(card)}", f" ({states})" * bool(states))
                console.print(line.append(f"  {card.text}" if card.text else "", "dim"))
    near: dict[str, list[str]] = {}
    for link in board.links:
        if area.id in (link.a, link.b):
            other = board[link.b if link.a == area.id else link.a]
            # In a game of hexes “hexside, mountain” would say what lies between them.
            by = "beside it" if link.kind == "hexside" else link.kind
            near.setdefault(f"{by}, {other.kind}" if other.kind else by, []).append(other.name)
    for by, names in near.items():
        console.print(Text.assemble((f"  {by}: ", "dim"), ", ".join(names)))
