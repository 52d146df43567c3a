"""What happens at live tables, for whoever counts it: where and how fast, never what or by whom."""

from __future__ import annotations

from django.dispatch import Signal

chosen = Signal()
"""Choices lie on the disk: the code of the `table`, its `game`, how many `choices`, and the `seconds` that it took."""
told = Signal()
"""A page was told of a change so many `seconds` after it was asked for."""
thought_begun = Signal()
"""A bot has begun to think."""
thought_ended = Signal()
"""A bot of a `game` has thought for so many `seconds`, and has `failed` or not."""
