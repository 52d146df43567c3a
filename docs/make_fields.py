"""Writes the tables of fields into the design pages: `python docs/make_fields.py`.

A page has such a table between `<!-- fields of GAME -->` and `<!-- end of fields -->`; it is made from what the game's
position declares of each field (`tanelorn.core.fields`).
"""

from __future__ import annotations

import re
from pathlib import Path

from tanelorn.core.fields import table_of
from tanelorn.core.game import games

PAGES = Path(__file__).parent / "design"
TABLE = re.compile(r"(<!-- fields of (\w+) -->\n).*?(<!-- end of fields -->)", re.DOTALL)


def with_tables(text: str) -> str:
    """Return a page with its tables made anew."""
    return TABLE.sub(lambda found: f"{found[1]}{table_of(games[found[2]].position_type)}\n{found[3]}", text)


def main() -> None:
    """Write the table of fields of each game anew into its page."""
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (fresh := with_tables(text)) != text:
            page.write_text(fresh, encoding="utf-8")
            print(f"{page.name} has new tables.")


if __name__ == "__main__":
    main()
