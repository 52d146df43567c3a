"""What a seat sees, as text: who is asked what, what has been picked and may follow, and what lies on the table."""

from __future__ import annotations

from tanelorn.envs.picking.picks import Walk

WIDTH = 100


def told(walk: Walk, seat: int) -> str:
    """Return what a seat sees of a table, of its view alone."""
    table = walk.table
    view = table.view(seat)
    lines = [f"{table.game.title}, as {table.seats[seat]} sees it"]
    if table.outcome is not None:
        won = " and ".join(table.seats[winner] for winner in table.outcome.winners)
        lines.append(f"The game has ended: {won or 'nobody'} won ({table.outcome.reason}).")
    elif seat in table.asked():
        lines += _asked(walk, seat)
    else:
        lines.append(f"{' and '.join(table.seats[other] for other in table.asked())} asked.")
    return "\n".join([*lines, "", *_facts(table.game.facts(view))])


def _asked(walk: Walk, seat: int) -> list[str]:
    picking = walk.of(seat)
    picked = " then ".join(picking.path)
    follow = ", ".join(f"{word or 'more'} = {number}" for number, word in picking.legal.items())
    return [picking.choices.prompt, f"Picked: {picked or 'nothing yet'}", f"May follow: {follow}"]


def _facts(facts: dict[str, str | int]) -> list[str]:
    """Write facts one after the other, in as many lines as they need."""
    lines = [""]
    for name, value in facts.items():
        part = f"{name}: {value}"
        if lines[-1] and len(lines[-1]) + len(part) + 3 > WIDTH:
            lines.append("")
        lines[-1] += f" · {part}" if lines[-1] else part
    return lines
