"""A bot that plays any game at random over its standard input and output: `program:python bot_over_lines.py`.

It walks through the one list pick by pick, as a person clicks. It needs nothing but Python; a program in any language
can do the same. See docs/tournaments.md.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any


def say(**message: object) -> None:
    """Say something in a line of its own, at once."""
    print(json.dumps(message), flush=True)


def ask(**message: object) -> Any:
    """Say something, and return the answer."""
    say(**message)
    return json.loads(sys.stdin.readline())


def main() -> None:
    """Play a game."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])
            say(type="ready")
        elif message["type"] == "choose":
            path: list[str] = []
            while following := ask(type="next", path=path).get("picks"):
                path.append(rng.choice(following))
            say(type="play", picks=path)
        elif message["type"] == "over":
            return


if __name__ == "__main__":
    main()
