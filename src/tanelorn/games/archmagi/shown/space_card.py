"""The card about a space: who may enter it, which units are at home there, what lies on it, who is known there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tanelorn.core.about import about_space, listed
from tanelorn.core.amounts import amount
from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark
from tanelorn.core.scene import About, Card, Piece, Scene
from tanelorn.games.archmagi.knowledge.view import ArchmagiView
from tanelorn.games.archmagi.map.land import coastal, land
from tanelorn.games.archmagi.map.terrain import COASTAL, SEAS, UNKNOWN, WATER
from tanelorn.games.archmagi.state.content import KINDS, SPELLS, UNITS


def about(board: Board, legend: Legend, view: ArchmagiView, scene: Scene, space: str) -> About:
    """Return the card about a space."""
    hex = board.index[board[space].id]
    remarks = (*_ground(legend, view, hex), *_lasting(view, hex), *_enemies(legend, view, scene, space))
    return about_space(board, legend, scene, space, remarks=remarks, named=_named)


def _ground(legend: Legend, view: ArchmagiView, hex: int) -> Iterator[Remark]:
    terrain, ground = view.seen.terrain[hex], land(view.seen.map)
    yield from legend.remarks("waters" if terrain in SEAS or terrain == WATER else "land")
    homes = [terrain] if terrain != UNKNOWN else []
    if coastal(ground, view.seen.terrain, hex):
        yield from legend.remarks("coastal")
        homes.append(COASTAL)
    natives = [kind.name for kind in KINDS[:UNITS] if kind.home in homes]
    if natives:
        yield Remark("Recruited here", listed(natives), "archmagi/recruit-units.2")
        yield Remark("At home here", "they get +1 in battle", "archmagi/terrain.5")


def _lasting(view: ArchmagiView, hex: int) -> Iterator[Remark]:
    """Yield the spells that lie on a hex for a while."""
    for effect in view.seen.lasting:
        if effect.hex == hex and effect.is_of_spell:
            spell = SPELLS[effect.source]
            yield Remark("Lies here", spell.name, f"archmagi/spell/{spell.slug}")


def _enemies(legend: Legend, view: ArchmagiView, scene: Scene, space: str) -> Iterator[Remark]:
    if view.has_seat and any(piece.space == space and piece.seat not in (view.viewer, -1) for piece in scene.pieces):
        yield from legend.remarks("enemies")


def _named(piece: Piece, under: Sequence[Card]) -> str:
    """Say what is known of a stack under its banner, or which site this is."""
    if piece.kind == "site":
        return f"{piece.label}, a site"
    count = f", {amount(int(piece.values[0]), 'unit')}" if piece.values else ""
    units = [f"{card.title}{f' ({card.value})' if card.value else ''}" for card in under if card.kind == "unit"]
    return f"stack {piece.label}{count}{': ' if units else ''}{', '.join(units)}"
