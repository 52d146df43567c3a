"""Draw the charts of games again: ``python -m tanelorn.charts fivecities``."""

import sys
from pathlib import Path

from tanelorn.charts import draw

GAMES = Path(__file__).parent.parent / "games"


def main(games: list[str]) -> int:
    """Write chart.svg beside each game's board."""
    for game in games:
        data = GAMES / game / "data"
        target = data / "chart.svg"
        target.write_text(draw(data / "board.toml"), encoding="utf-8")
        print(target)
    return 0 if games else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
