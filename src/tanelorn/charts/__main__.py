"""Draw the charts of games again: ``python -m tanelorn.charts fivecities youngkingdoms``.

A game of another package is drawn by what it names in the entry point group ``tanelorn.charts``.
"""

import sys
from pathlib import Path

from tanelorn.charts import draw, drawer_of
from tanelorn.core.game import games as known

GAMES = Path(__file__).parent.parent / "games"
BOARDS = {
    "fivecities": GAMES / "fivecities/data/board.toml",
    "diplomacy": GAMES / "diplomacy/standard/data/board.json",
    "youngkingdoms": GAMES / "diplomacy/youngkingdoms/data/board.json",
    "elric": GAMES / "elric/data/board.json",
    "albion": GAMES / "albion/data/board.json",
    "archmagi": GAMES / "archmagi/data/maps/four-marches.toml",
}


def main(games: list[str]) -> int:
    """Write chart.svg beside each game's board."""
    drawable = [game.slug for game in known if game.slug in BOARDS or (game.chart and drawer_of(game.slug))]
    if not games or not set(games) <= set(drawable):
        print(f"Name the games whose charts to draw: {', '.join(drawable)}.", file=sys.stderr)
        return 2
    for game in games:
        target, picture = _own(game) if game in BOARDS else _plugged(game)
        target.write_text(picture, encoding="utf-8")
        print(target)
    return 0


def _own(slug: str) -> tuple[Path, str]:
    return BOARDS[slug].with_name("chart.svg"), draw(BOARDS[slug])


def _plugged(slug: str) -> tuple[Path, str]:
    game, drawer = known[slug], drawer_of(slug)
    assert game.chart is not None
    assert drawer is not None
    return game.chart, drawer(game.board)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
