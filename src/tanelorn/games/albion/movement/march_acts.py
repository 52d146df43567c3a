"""The acts of movement, each made once: going to a hex or berth, taking, joining and leaving."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act
from tanelorn.games.albion.state.nouns import counted, piece_id, piece_word, to_hex, with_button, with_piece
from tanelorn.games.albion.state.world import World

piece_act = lru_cache(maxsize=1024)(with_piece)
button_act = lru_cache(maxsize=1024)(with_button)
counted_act = lru_cache(maxsize=4096)(counted)


@lru_cache(maxsize=8)
def go_acts(world: World) -> tuple[Act, ...]:
    """Return by hex the act that goes there on land."""
    return tuple(to_hex(world, "go", hex) for hex in range(len(world.number)))


@lru_cache(maxsize=8)
def sail_acts(world: World) -> tuple[Act, ...]:
    """Return by berth the act that sails there; one of several coasts of a hex is named by its number."""
    acts = []
    for node, hex in enumerate(world.node_hex):
        number, coast = world.number[hex], world.node_coast[node]
        if len(world.berths[hex]) > 1:
            picks = (f"space:{number}", f"button:coast-{coast}")
            acts.append(Act("go", (hex, coast), f"go {number} coast {coast}", picks))
        else:
            acts.append(Act("go", (hex, 0), f"go {number}", (f"space:{number}",)))
    return tuple(acts)


@lru_cache(maxsize=1024)
def leave_counted(world: World, code: int, n: int) -> Act:
    """Return the act that leaves so many points of a colour behind."""
    picks = ("button:leave", f"piece:{piece_id(world, code)}", f"count:{n}")
    return Act("leave", (code, n), f"leave {n} {piece_word(world, code)}", picks)
