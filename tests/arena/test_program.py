"""Bots from outside over standard input: they see views alone, and whatever they do is told and bounded."""

from __future__ import annotations

import json
import os
import select
import sys
import textwrap
from pathlib import Path

import msgspec
import pytest

from tanelorn import Table
from tanelorn.arena import Summary, play_match, play_matches
from tanelorn.arena.matches.match import Match, Result
from tanelorn.arena.players.program import LONGEST_LINE, Failed, program_bot
from tanelorn.core.errors import Illegal

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_over_lines.py"
LINES = f"program:{sys.executable} {EXAMPLE}"


@pytest.fixture
def program(tmp_path):
    """Return the spec of a program of these lines, which has read its hello; its answers may take a while."""

    def made(code: str, seconds: str = "20") -> str:
        file = tmp_path / f"bot{len(list(tmp_path.glob('bot*')))}.py"
        head = """
            import json, os, sys, time
            say = lambda **message: print(json.dumps(message), flush=True)
            hear = lambda: json.loads(sys.stdin.readline())
            hello = hear()
        """
        file.write_text(textwrap.dedent(head) + textwrap.dedent(code))
        return f"program:seconds={seconds}:{sys.executable} {file}"

    return made


def match(spec: str, game: str = "fivecities", **more: object) -> Result:
    return play_match(Match(game=game, bots=(spec, "random"), seed=1, **more))


@pytest.mark.long
@pytest.mark.parametrize(("game", "scenario"), [("fivecities", None), ("archmagi", "two"), ("elric", "successor")])
def test_the_example_plays_whole_games(game, scenario):
    options = {"turn-limit": 4} if game == "fivecities" else {}
    first = match(LINES, game, scenario=scenario, options=options)
    assert first.faults == ()
    assert first.decisions > 5
    again = match(LINES, game, scenario=scenario, options=options)
    assert msgspec.structs.replace(again, seconds=0) == msgspec.structs.replace(first, seconds=0)


def test_what_it_is_told_is_its_view_and_the_list(program, tmp_path):
    told = tmp_path / "told.json"
    spec = program(
        f"""
        say(type="ready")
        told = [hello, hear()]
        say(type="choices", most=2); told.append(hear())
        say(type="offer"); told.append(hear())
        say(type="next", path=[told[-1]["picks"][0]["pick"]]); told.append(hear())
        say(type="play", choice="nonsense"); told.append(hear())
        say(type="play", picks=told[4]["path"][:0]); told.append(hear())
        json.dump(told, open({str(told)!r}, "w"))
        say(type="play", choice=told[2]["choices"][0])
        """
    )
    result = match(spec, options={"turn-limit": 2})
    hello, choose, choices, offer, following, refused, unfinished = json.loads(told.read_text())
    table = Table.new("fivecities", options={"turn-limit": 2}, seed=9)
    assert (hello["game"], hello["scenario"], hello["seat"], hello["protocol"]) == ("fivecities", "standard", 0, 1)
    assert hello["options"]["turn-limit"] == 2
    assert choose["view"] == json.loads(msgspec.json.encode(table.view(0)))
    assert len(choices["choices"]) == 2
    assert not choices.get("whole", False)
    assert set(offer["picks"][0]) >= {"pick", "label"}
    assert following["picks"]
    assert refused["type"] == unfinished["type"] == "refused"
    assert "nonsense" in refused["why"]
    assert result.opening[0].text == choices["choices"][0]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "It has ended in the middle of the game."),
        ("raise SystemExit('no book of openings')", "(“no book of openings”)"),
        ("say(type='ready'); hear(); os._exit(3)", "It has ended in the middle of the game."),
        ("say(type='ready'); hear(); print('e2e4', flush=True); hear()", "It said “e2e4”, which cannot be read"),
        ("say(type='ready'); hear(); say(type='move', to='e4'); hear()", "which cannot be read"),
        ("say(type='ready')\nwhile hear(): say(type='play', choice='to Mu')", "cannot be chosen 3 times"),
        ("say(type='ready')\nwhile hear(): say(type='next', path=['x'])", "cannot be chosen 3 times"),
        ("say(type='ready')\nwhile hear(): say(type='play', choice='resign')", "cannot be chosen 3 times"),
        ("say(type='play', choice='pass'); hear()", "did not say that it is ready"),
        (f"sys.stdout.write('x' * {LONGEST_LINE + 5}); sys.stdout.flush(); hear()", "cannot be read"),
        ("print('[' * 100000, flush=True); hear()", "cannot be read"),
    ],
)
def test_what_fails_is_told_and_loses(program, code, why):
    result = match(program(code))
    assert why in result.faults[0].why
    assert (result.faults[0].seat, result.winners, result.reason) == (0, (1,), "resignation")
    (said,) = Summary.of([result]).failed()
    assert "gave up in 1 game." in said
    assert why in said


@pytest.mark.long
def test_who_is_late_loses_and_leaves_nothing_running(program, tmp_path):
    child = tmp_path / "child"
    spec = program(
        f"""
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open({str(child)!r}, "w") as file: file.write(str(child.pid))
        say(type="ready")
        while True: time.sleep(600)
        """,
        seconds="0.2",
    )
    result = match(spec)
    assert result.faults[0].why == "It did not answer within 0.2 seconds."
    assert result.winners == (1,)
    try:
        running = os.pidfd_open(int(child.read_text()))
    except ProcessLookupError:
        return
    assert select.select([running], [], [], 20)[0], "What it has started has ended too."
    os.close(running)


def test_in_a_game_of_many_the_others_play_on(program):
    result = play_match(
        Match(
            game="diplomacy",
            bots=(program("say(type='ready'); hear()"), *["random"] * 6),
            options={"last-year": 1902},
            seed=1,
        )
    )
    assert [fault.seat for fault in result.faults] == [0]
    assert result.turns >= 1902 - 1900


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("program:", "There is no program “”."),
        ("program:no-such-bot --fast", "There is no program “no-such-bot”."),
        ("program:python3 'bot.py", "cannot be read: No closing quotation"),
        ("program:seconds=0:python3 bot.py", "“0” is no time to choose."),
        ("program:seconds=nan:python3 bot.py", "“nan” is no time to choose."),
        ("program:seconds=9999:python3 bot.py", "“9999” is no time to choose."),
    ],
)
def test_what_cannot_be_a_program_is_refused_before_anything_is_played(spec, says):
    with pytest.raises(Illegal) as refused:
        play_matches("fivecities", (spec, "random"), 2)
    assert says in str(refused.value)


def test_a_program_that_never_says_it_is_ready_is_told(program):
    table = Table.new("fivecities", seed=1)
    with (
        pytest.raises(Failed, match="did not say that it is ready"),
        program_bot(program("say(type='choices'); hear()"), table, 0, 1),
    ):
        pass
