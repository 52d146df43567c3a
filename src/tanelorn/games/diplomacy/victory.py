"""How a game ends: by victory, when one power or none is left, in a draw, by resignation."""

from __future__ import annotations

from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.variant import Variant


def end_if_won(variant: Variant, position: DiplomacyPosition) -> bool:
    """Let a power win that has enough centres, if nobody has as many (diplomacy/victory, youngkingdoms/3)."""
    owned = [len(variant.centres_of(position, seat)) for seat in range(len(variant.seats))]
    most = max(owned)
    if most < variant.atlas.file.victory or owned.count(most) > 1:
        return False
    position.end([owned.index(most)], f"{most} centres", variant.victory_clause)
    return True


def end_if_over(variant: Variant, position: DiplomacyPosition) -> bool:
    """Let a sole survivor win (diplomacy/elimination, youngkingdoms/1.elimination).

    With nobody left, or after the last year, the game is a draw (diplomacy/draw, youngkingdoms/1.draw).
    """
    living = variant.living(position)
    if len(living) < 2:
        position.end(living, "sole survivor", variant.clause("elimination"))
    elif position.limit and position.year >= position.limit:
        position.end([], f"the end of {position.year}", variant.clause("draw"))
    return position.outcome is not None


def draw_needs(variant: Variant, position: DiplomacyPosition) -> tuple[int, ...]:
    """Return the survivors who have not left: all must agree on a draw (diplomacy/draw, youngkingdoms/1.draw)."""
    return tuple(seat for seat in variant.living(position) if seat not in position.gone)


def draw(variant: Variant, position: DiplomacyPosition) -> None:
    """End the game in a draw that the survivors have agreed on (diplomacy/draw, youngkingdoms/1.draw)."""
    position.end([], "agreed draw", variant.clause("draw"))


def resign(variant: Variant, position: DiplomacyPosition, seat: int) -> None:
    """Leave a power in civil disorder (diplomacy/elimination, youngkingdoms/1.elimination); the last who stays wins."""
    position.gone = tuple(sorted({*position.gone, seat}))
    staying = [other for other in variant.living(position) if other not in position.gone]
    if len(staying) < 2:
        position.end(staying, "resignation", variant.clause("elimination"))
