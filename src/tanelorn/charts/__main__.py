"""Draw the charts of games again: ``python -m tanelorn.charts fivecities youngkingdoms``."""

import sys
from pathlib import Path

from tanelorn.charts import draw

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
    unknown = [game for game in games if game not in BOARDS]
    if unknown or not games:
        print(f"Name the games whose charts to draw: {', '.join(BOARDS)}.", file=sys.stderr)
        return 2
    for game in games:
        target = BOARDS[game].with_name("chart.svg")
        target.write_text(draw(BOARDS[game]), encoding="utf-8")
        print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
