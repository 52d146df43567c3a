"""Things counted in words: when a noun takes its plural, and what people write for a number."""

from __future__ import annotations

_MOST_DIGITS = 9


def read_number(text: str) -> int | None:
    """Return the whole number written in plain digits, or None if the text is not a number or out of bounds."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def amount(count: int, one: str, many: str = "") -> str:
    """Say how many there are: "1 point", "3 points", "0 armies".

    `many` is the plural where it is not `one` with an s.
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def a_or_many(count: int, one: str, many: str = "") -> str:
    """Say how many there are with an article for one: "a wound", "an army", "3 wounds"."""
    if count == 1:
        return f"{'an' if one[0] in 'aeiou' else 'a'} {one}"
    return amount(count, one, many)
