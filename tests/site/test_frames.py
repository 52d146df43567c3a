"""The frames of the scrubber as they are written short, and read again as the page reads them."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.messages import Frame
from tanelorn.site.replays import folded


def test_each_scene_can_be_made_from_what_has_changed() -> None:
    table, rng = Table.new("elric", "long", seed=3), random.Random(3)
    frames = []
    for moment in range(120):
        frames.append(Frame(moment, "", table.scene(SPECTATOR), ()))
        seat = table.asked()[0]
        table.play(table.choices(seat).sample(rng), seat)
    written = msgspec.json.encode(list(folded(frames)))
    scene: dict[str, Any] = {}
    for frame, short in zip(frames, msgspec.json.decode(written), strict=True):
        changed = {
            name: [scene[name][one] if isinstance(one, int) else one for one in value]
            if isinstance(value, list)
            else value
            for name, value in short["scene"].items()
        }
        scene = {**scene, **changed}
        assert scene == msgspec.json.decode(msgspec.json.encode(frame.scene))
    assert len(written) < len(msgspec.json.encode(frames)) / 4
