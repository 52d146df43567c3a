"""Pieces of a text: what follows its beginning, and how much of it a message quotes."""

from __future__ import annotations


def after(text: str, beginning: str) -> str | None:
    """Return what follows a beginning, whole words only; None if the text does not begin so."""
    if not beginning:
        return text
    if text == beginning:
        return ""
    return text[len(beginning) + 1 :] if text.startswith(beginning + " ") else None


def cut(text: str) -> str:
    """Return the beginning of a text, for a message."""
    return text if len(text) <= 80 else f"{text[:79]}…"
