"""Every step and choice of the game: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.agendas import choices_of, steps_of
from tanelorn.core.choices import Choice
from tanelorn.core.steps import Step
from tanelorn.games import albion

_READERS = ("rules", "knowledge", "shown")

if TYPE_CHECKING:
    AnyStep = Step
    AnyChoice = Choice
else:
    AnyStep = steps_of(albion, _READERS)
    AnyChoice = choices_of(albion, _READERS)
