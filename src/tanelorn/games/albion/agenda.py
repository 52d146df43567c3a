"""Every step and choice of the game: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.agendas import choices_of, steps_of
from tanelorn.core.choices import Choice
from tanelorn.core.steps import Step
from tanelorn.games import albion

_READERS = (
    *("agenda", "rules", "view", "unseen", "facts", "named", "table_view", "cards", "battle_view", "battle_said"),
    *("piles", "papers", "markers", "remembered"),
)

if TYPE_CHECKING:
    AnyStep = Step
    AnyChoice = Choice
else:
    AnyStep = steps_of(albion, _READERS)
    AnyChoice = choices_of(albion, _READERS)
