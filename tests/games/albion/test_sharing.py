"""Losses as one sealed choice: the arithmetic against lists written out, clicks, texts, proposals (albion/7.2, 7.4)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.losses.sharing import (
    PROPOSED,
    Bearer,
    Pool,
    Sharing,
    draw,
    pool_fits,
    pool_shares,
    pool_ways,
)
from tanelorn.games.albion.losses.taking import pools_of, proposal
from tanelorn.games.albion.losses.who_is_hit import Due, Exposed


def pool(total: int, *most: int, dagger: bool = False, kind: str = "person") -> Pool:
    """Return a pool of so many wounds among persons who can bear so many."""
    bearers = tuple(
        Bearer(kind, at, -1, cap, f"{kind} {chr(97 + at)}", (f"piece:{kind}{at}",), f"{kind} {at}")
        for at, cap in enumerate(most)
    )
    return Pool("wound" if kind == "person" else "point", min(total, sum(most)), bearers, dagger)


POOLS = [
    pool(total, *most, dagger=dagger)
    for total in range(6)
    for most in ((), (1,), (3,), (1, 2), (2, 2, 2), (1, 3, 5), (4, 1, 1, 2))
    for dagger in (False, True)
]


@pytest.mark.parametrize("one", POOLS)
def test_counts_and_lists_agree_with_brute_force(one: Pool) -> None:
    """Every way to share a pool out is counted, listed and recognised, and no other."""
    every = list(product(*(range(bearer.most + 1) for bearer in one.bearers)))
    right = [shares for shares in every if lawful(one, shares)]
    assert sorted(pool_shares(one)) == sorted(right)
    assert pool_ways(one) == len(right)
    assert all(pool_fits(one, shares) == (shares in right) for shares in every)


def lawful(one: Pool, shares: tuple[int, ...]) -> bool:
    """Say the rule a second time: all is given; under the dagger somebody is spared nothing (7.2a, 7.2b)."""
    if sum(shares) != one.total:
        return False
    hit = [(n, bearer.most) for n, bearer in zip(shares, one.bearers, strict=True) if n]
    if not one.dagger or not hit:
        return True
    return len(hit) == 1 or any(n == most for n, most in hit)


@pytest.mark.parametrize("one", [one for one in POOLS if one.total])
def test_every_way_is_drawn(one: Pool) -> None:
    """Chance brings each way, and nothing else."""
    rng = random.Random(1)
    drawn = Counter(draw(one, rng) for _ in range(60 * pool_ways(one)))
    assert set(drawn) == set(pool_shares(one))


def test_clicks_lead_to_every_choice_and_to_no_other() -> None:
    """Whatever is clicked, one choice comes of it; each choice has its clicks, and its text is read back."""
    choices = Sharing([pool(3, 2, 2, 1, kind="army"), pool(4, 3, 2, 5, dagger=True)], [(2, 1, 0), (0, 0, 4)], "Lose.")
    found = set()
    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        offer = choices.offer(path)
        if offer.choice is not None:
            assert not offer.picks
            found.add(offer.choice)
        paths += [(*path, pick.pick) for pick in offer.picks]
    assert found == set(choices)
    assert len(choices) == len(found)
    for choice in choices:
        assert choices.offer(choice.picks).choice == choice
        assert choices.parse(str(choice)) == choice
        assert choice in choices
    assert choices.offer((PROPOSED,)).choice == choices.default()


def test_what_is_wrong_is_said() -> None:
    """Too many, too few, unknown pieces and a broken dagger are each refused with their reason."""
    choices = Sharing([pool(3, 4, 4, dagger=True)], [(3, 0)], "Lose.")
    for text, why in (
        ("person a 2 wounds", "3 wounds must be given"),
        ("person a 2 wounds, person b 1 wound", "falls on one piece"),
        ("person z 3 wounds", "names nothing"),
        ("three wounds", "cannot be read"),
    ):
        with pytest.raises(TanelornError, match=why):
            choices.parse(text)
    with pytest.raises(Illegal):
        choices.offer(("piece:person0", "count:2"))


def test_a_careful_player_spares_lives() -> None:
    """The proposal gives up uncommanded points first, wounds nobody to death who need not die, sinks no ship it can
    save.
    """
    position = position_named(
        {
            "phase": "attrition",
            "hexes": {"3751": ["imric escorted", "rurik", "barguest", "3 moray under imric", "2 ochil"]},
            "wounds": {"barguest": 3},
        }
    )
    hex = position.world.hex["3751"]
    due = Due(0, hex, "fight", csp=3, wounds=5)
    hit = Exposed(tuple(position.ashore(0, hex)), position.armies_of(0, hex))
    pools = pools_of(position, due, hit)
    points, _, wounds = proposal(position, pools)
    given = {
        bearer.word: n
        for one, own in zip(pools, (points, [], wounds), strict=True)
        for bearer, n in zip(one.bearers, own, strict=False)
    }
    assert given["ochil"] == 2
    assert given["moray"] == 1
    assert given["imric's escort"] == 0
    assert given["barguest"] == 0
    assert given["imric"] + given["rurik"] == 5
    assert max(given["imric"], given["rurik"]) < 6


def test_a_curse_is_paid_in_escorts_or_wounds() -> None:
    """Points of a curse are wounds of the searchers or their escorts, as their player likes (20.3g)."""
    position = position_named({"hexes": {"1023": ["dagda escorted", "brigit"]}})
    hex = position.world.hex["1023"]
    hit = Exposed(tuple(position.ashore(1, hex)))
    pools = pools_of(position, Due(1, hex, "curse", points=3), hit)
    choices = Sharing(pools, proposal(position, pools), "Lose.")
    assert str(choices.parse("dagda's escort 1, dagda 2 wounds")) in {str(choice) for choice in choices}
    for choice in choices:
        assert choices.offer(choice.picks).choice == choice


def test_nothing_is_asked_where_the_numbers_leave_no_choice() -> None:
    """All points that are known to be there, one person, nobody: nobody is asked (7.3, 11.9f)."""
    assert not Due(0, 1, "fight", csp=4, size=4).asks
    assert not Due(0, 1, "fight", csp=4, size=0).asks
    assert Due(0, 1, "fight", csp=3, size=4).asks
    assert not Due(0, 1, "fight", wounds=2, heads=1).asks
    assert Due(0, 1, "fight", wounds=2, heads=2).asks
    assert Due(0, 1, "fight", steps=1).asks
