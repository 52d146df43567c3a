"""Every step that may stand on an agenda: views, which tell what comes next, are written down and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.agendas import steps_of
from tanelorn.core.steps import Step
from tanelorn.games import elric

_READERS = ("rules", "views")

if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = steps_of(elric, _READERS)
