"""Writes how balanced the games are into their pages: `python docs/make_balance.py`.

A page has such a part between `<!-- balance of GAME -->` and `<!-- end of balance -->`; it is made of the figures in
the `measured.toml` beside the game's rulebook, which `tanelorn report GAME` writes, and which the shelf shows too.
"""

from __future__ import annotations

import re
from pathlib import Path

from tanelorn.arena.report.balance import as_markdown
from tanelorn.core.game import games

PAGES = Path(__file__).parent / "games"
PART = re.compile(r"(<!-- balance of (\w+) -->\n).*?(<!-- end of balance -->)", re.DOTALL)


def with_balance(text: str) -> str:
    """Return a page with its figures made anew."""
    return PART.sub(
        lambda found: f"{found[1]}\n{as_markdown(games[found[2]], games[found[2]].measured)}\n{found[3]}", text
    )


def main() -> None:
    """Write the figures of each game anew into its page."""
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (fresh := with_balance(text)) != text:
            page.write_text(fresh, encoding="utf-8")
            print(f"{page.name} has new figures.")


if __name__ == "__main__":
    main()
