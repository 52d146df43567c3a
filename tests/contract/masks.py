"""Masks equal lists: walking the tree of picks makes exactly the choices that the list holds."""

from __future__ import annotations

import random
import re
from typing import Any

from tanelorn.core.choices import Choices, Offer
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game

from .play import Options, sit, walk, wander

_NODES = 400
_WALK = 400
"""A choice takes fewer picks."""
_PICK = re.compile(r"(space|piece|card|count|button):\S.*")


def check_masks(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> None:
    """Picks lead to every choice of the list and to no other; a path never leads to two."""
    rng = random.Random(seed)
    table = sit(game, scenario, options, seed, keep=False)
    for decision in wander(table, rng, 24):
        choices = decision.choices()
        spaces = {area.id for area in game.board_of(table.position)}
        for offers in (walk(choices, rng) for _ in range(4)):
            for offer in offers:
                _check_offer(offer, spaces)
            made = offers[-1].choice
            assert made is not None, f"A path ends without a choice: {offers[-1].path}."
            assert made in choices, f"{offers[-1].path} makes “{made}”, which is refused."
        for choice in (choices.sample(rng) for _ in range(4)):
            _check_leads_to(choices, choice)
        _check_bare(choices, rng)
        if len(choices) <= _NODES:
            _check_whole_tree(choices)
        for path in (("space:no such space",), (*offers[-1].path, "button:no such button")):
            for door in (choices.offer, choices.next, choices.made):
                try:
                    door(path)
                except Illegal:
                    continue
                raise AssertionError(f"The path {path} is accepted.")


def _check_offer(offer: Offer[Any], spaces: set[str]) -> None:
    picks = [pick.pick for pick in offer.picks]
    assert len(set(picks)) == len(picks), f"After {offer.path} a pick is offered twice: {picks}."
    assert offer.prompt, f"After {offer.path} there is no prompt."
    assert offer.choice is None or not picks, f"The path {offer.path} makes “{offer.choice}” and leads on to others."
    for pick in offer.picks:
        assert _PICK.fullmatch(pick.pick), f"“{pick.pick}” is no pick."
        assert pick.label.strip(), f"The pick {pick.pick} has no label."
        assert pick.kind != "space" or pick.id in spaces, f"The board has no space “{pick.id}”."


def _check_leads_to(choices: Choices[Any], choice: Any) -> None:
    """Follow a choice's own picks, one by one, to itself."""
    path: tuple[str, ...] = ()
    for pick in choice.picks:
        offered = {other.pick for other in choices.offer(path).picks}
        assert pick in offered, f"“{choice}” is made by {choice.picks}, but after {path} {pick} is not offered."
        assert pick in choices.next(path), f"“{choice}” is made by {choice.picks}, but {pick} is not next after {path}."
        path = (*path, pick)
    made = choices.offer(path).choice
    assert choices.made(path) == made, (
        f"The picks {path} make “{choices.made(path)}” for programs, “{made}” for people."
    )
    assert made == choice, f"The picks {path} of “{choice}” make “{made}”."


def _check_bare(choices: Choices[Any], rng: random.Random) -> None:
    """Pick at random without words: what may follow is what is offered, save what is written down already."""
    path: tuple[str, ...] = ()
    while following := choices.next(path):
        assert len(path) < _WALK, f"No choice was made after {_WALK} picks: {path[:12]} …"
        offered = [pick.pick for pick in choices.offer(path).picks]
        assert set(following) <= set(offered), f"After {path} other picks follow."
        assert choices.written or list(following) == offered, f"After {path} some picks are kept back."
        path = (*path, rng.choice(following))
    made = choices.made(path)
    assert made is not None, f"The picks {path} end without a choice."
    assert made in choices, f"{path} makes “{made}”, which is refused."
    assert choices.parse(str(made)) == made, f"{path} makes “{made}”, which is read otherwise."


def _check_whole_tree(choices: Choices[Any]) -> None:
    """Walk the whole tree, if it is not too large, and compare what it makes with the list."""
    made: set[Any] = set()
    paths: list[tuple[str, ...]] = [()]
    for _ in range(_NODES):
        if not paths:
            break
        offer = choices.offer(paths.pop())
        if offer.choice is not None:
            made.add(offer.choice)
        paths += [(*offer.path, pick.pick) for pick in offer.picks]
    else:
        return
    missing = [str(choice) for choice in choices if choice not in made]
    assert not missing, f"No path of picks makes {missing[:5]}."
    assert len(made) == len(choices), f"{len(made)} choices can be picked, but the list has {len(choices)}."
