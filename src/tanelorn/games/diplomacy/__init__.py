"""Diplomacy boards: one judge, the standard board, and The Age of the Young Kingdoms."""

from __future__ import annotations

from typing import Any

from tanelorn.core.game import Game

GAMES: tuple[Game[Any, Any], ...] = ()
