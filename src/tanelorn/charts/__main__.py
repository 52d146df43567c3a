"""Draw the charts of games again: ``python -m tanelorn.charts fivecities youngkingdoms``."""

import sys
from pathlib import Path

from tanelorn.charts import draw
from tanelorn.core.errors import BadData, TanelornError
from tanelorn.core.game import Game
from tanelorn.core.game import games as known


def main(slugs: list[str]) -> int:
    """Write each game's chart to the file that it names."""
    if not slugs or not all(slug in known for slug in slugs):
        drawable = [game.slug for game in known if game.chart_drawer]
        print(f"Name the games whose charts to draw: {', '.join(drawable)}.", file=sys.stderr)
        return 2
    try:
        for slug in slugs:
            target, picture = _file(known[slug]), draw(known[slug])
            target.write_text(picture, encoding="utf-8")
            print(target)
    except TanelornError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _file(game: Game) -> Path:
    if game.chart is None:
        raise BadData(f"{game.title} does not say where its chart lies.", remedy="Set `chart` of the game to a file.")
    return game.chart


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
