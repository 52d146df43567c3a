"""The chart: paths, hills and their names, in the colours of the page."""

from __future__ import annotations

from tanelorn.core.content.board import Board


def draw(board: Board) -> str:
    """Return the board as SVG, in its own units."""
    at = {area.id: area for area in board}
    paths = "".join(
        f'<path d="M{at[link.a].x} {at[link.a].y}L{at[link.b].x} {at[link.b].y}" stroke="var(--ink-3)" stroke-width="3"'
        ' stroke-dasharray="9 7"/>'
        for link in board.links
    )
    hills = "".join(
        f'<circle cx="{area.x}" cy="{area.y}" r="38" fill="var(--paper-2)" stroke="var(--ink-2)" stroke-width="2"/>'
        f'<text x="{area.x}" y="{area.y + 60}" text-anchor="middle" font-size="19" fill="var(--ink)">{area.name}</text>'
        for area in board
    )
    size = f"{board.width} {board.height}"
    sheet = '<rect width="100%" height="100%" fill="var(--paper)"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{sheet}{paths}{hills}</svg>\n'
