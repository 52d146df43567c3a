"""Sorcerers, spells and cards: what cases cannot say. Bad input, what each seat sees, and random play."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanelorn import REFEREE, SPECTATOR, Table
from tanelorn.core.chance import Seeded
from tanelorn.core.errors import TanelornError
from tanelorn.core.fields import UNKNOWN
from tanelorn.games.diplomacy.orders.order import MOVE
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    CARRIED,
    ELRIC,
    FALLEN,
    GONE,
    LYING,
    NAMES,
    POWER_OF,
    SEATS,
    SPELLS,
    WORLDS_EDGE,
    Card,
)
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.rules import YOUNG_KINGDOMS
from tests.games.diplomacy.sorcery import LORMYR, MELNIBONE, lay, slips, view

# Bad input


def busy(invoker: str = "Elric") -> Table:
    return lay(
        {
            "Melnibone": ["F DRA", "A Seq", "K Kan"],
            "Lormyr": ["A Ram", "A Ios", "F SOC"],
            "Pan Tang": ["K WWE", "F PTa"],
        },
        sorcerers={"Elric": "DRA"},
        spells={"Elric": [1, 2, 3, 4, 5, 7, 9, 10], "carried": {"Ram": [8]}},
        cast={"Jagreen Lern": [6]},
        invoker=invoker,
    )


BAD = [
    ("Melnibone", "Elric DRA S A Seq - Tho", "5.3", "by magic only"),
    ("Melnibone", "Elric DRA S A Seq - Tho spell 1", "5.5.support", "is not next to"),
    ("Melnibone", "Elric DRA S F PUR spell 1", "5.5.support", "There is no unit in"),
    ("Melnibone", "Elric DRA S Jagreen SHA spell 1", "5.3", "not another sorcerer"),
    ("Melnibone", "Elric DRA S F DRA - Fil spell 2", "5.5.spell-2", "works at sea"),
    ("Melnibone", "Elric DRA S F DRA - PUR spell 3", "5.5.spell-3", "works on land"),
    ("Melnibone", "Elric DRA H spell 3", "5.5.spell-3", "works on land"),
    ("Melnibone", "Elric DRA S F DRA - PUR spell 4", "5.5.spell-4", "supports nobody"),
    ("Melnibone", "Elric DRA - Fil spell 5", "5.5.spell-5", "works at sea"),
    ("Melnibone", "Elric DRA - Kan spell 4", "5.5.attack", "is not next to"),
    ("Melnibone", "Elric DRA - PUR spell 1", "5.5.support-self", "not to sea"),
    ("Melnibone", "Elric DRA H spell 4", "5.5e", "follows up"),
    ("Melnibone", "Elric DRA - Fil spell 9", "5.5e", "standing still"),
    ("Melnibone", "Elric casts 6 at Fil", "5.5b", "has been used"),
    ("Melnibone", "Elric casts 8", "5.5b", "is not among those that Elric holds"),
    ("Melnibone", "Elric casts 11", "5.5a", "no spell"),
    ("Melnibone", "Elric H spell -1", "5.5a", "no spell"),
    ("Melnibone", "Elric H spell ten", "5.5a", "no spell"),
    ("Melnibone", "Elric casts 4 at Fil", "5.5.attack", "attacks by a move"),
    ("Melnibone", "Elric casts 1", "5.5.support", "supports what it is written with"),
    ("Melnibone", "Elric casts 7", "5.5.spell-7", "at sea"),
    ("Melnibone", "Elric casts 9", "5.5.spell-9", "needs a target"),
    ("Melnibone", "Elric casts 9 at DRA", "5.5.spell-9", "is not next to"),
    ("Melnibone", "Elric casts 9 at PUR", "5.5.spell-9", "no army, fleet or lone sorcerer"),
    ("Melnibone", "Elric casts 10", "5.5.spell-10", "needs a target"),
    ("Melnibone", "Elric casts 10 at Kan", "5.5.spell-10", "is not next to"),
    ("Melnibone", "Elric Mel - STR", "5.units", "is in Dragon Sea"),
    ("Melnibone", "Jagreen PTa H", "7", "is dead"),
    ("Melnibone", "Elric - PUR", "5.4b", "no fleet in the Purple Sea"),
    ("Melnibone", "Elric - Kan", "5.units", "cannot go"),
    ("Melnibone", "Elric - DRA", "5.units", "where they stand"),
    ("Melnibone", "Elric C A Ram - Fil", "5.4a", "convoys nobody"),
    ("Melnibone", "Elric DRA gives card to Ram", "5.5c", "keeps spells until they are cast"),
    ("Melnibone", "Elric takes card from Kan", "5.5c", "is not next to"),
    ("Melnibone", "Elric takes card from SHA", "5.5c", "no unit in"),
    ("Melnibone", "F DRA S Elric DRA", "5.3", "to stand"),
    ("Melnibone", "F DRA S Elric DRA - Kan", "5.3", "cannot attack"),
    ("Melnibone", "A Seq S Elric DRA - Fil", "5.5.attack", "could not go"),
    ("Melnibone", "F DRA S Jagreen SHA - Tho", "7", "is dead"),
    ("Melnibone", "A Seq rides", "5.4b", "Only sorcerers ride"),
    ("Melnibone", "A Seq H spell 1", "5.5b", "Only sorcerers cast"),
    ("Melnibone", "A Seq casts 9 at Tho", "5.5b", "Only sorcerers cast"),
    ("Melnibone", "A Seq leaves card", "5.5c", "carries no spell card"),
    ("Melnibone", "K Kan - Fil", "5.5.kelmain", "never leave"),
    ("Melnibone", "K Kan S F DRA - Fil", "5.5.kelmain", "nobody but one another"),
    ("Melnibone", "consent Melnibone", "5.1", "with yourself"),
    ("Melnibone", "consent in Kar", "5.1", "can meet in"),
    ("Melnibone", "consent Nowhere", "5.1", "no power"),
    ("Lormyr", "Elric DRA H", "5.units", "belongs to Melnibone"),
    ("Lormyr", "A Ios leaves card", "5.5c", "carries no spell card"),
    ("Lormyr", "A Ram gives card to Sta", "5.5c", "There is nobody in"),
    ("Lormyr", "A Ram gives card to Kar", "5.5c", "is not next to"),
    ("Lormyr", "A Ram gives card", "5.5c", "does not say"),
    ("Lormyr", "F SOC - SHA carrying", "5.4b", "No sorcerer is in"),
    ("Lormyr", "consent Argimiliar", "5.1", "nothing to share"),
    ("Pan Tang", "K WWE - Sta", "5.5.kelmain-end", "obey nobody"),
]


@pytest.mark.parametrize(("seat", "text", "clause", "says"), BAD)
def test_each_bad_order_is_refused_alone_with_reason_remedy_and_clause(
    seat: str, text: str, clause: str, says: str
) -> None:
    table = busy("Jagreen Lern" if clause == "5.5.kelmain-end" else "Elric")
    good = {"Melnibone": "A Seq - NJh", "Lormyr": "A Ios - Sta", "Pan Tang": "F PTa - PAL"}[seat]
    if text.startswith(good[:5]):
        good = {"A Seq": "F DRA - PUR", "A Ios": "F SOC - SHA"}[good[:5]]
    offered = slips(table, SEATS.index(seat))
    for texts in (f"{text}; {good}", f"{good}; {text}"):
        reading = offered.read(texts)
        assert [one.text for one in reading.refused] == [text]
        assert reading.refused[0].clause == f"youngkingdoms/{clause}"
        assert says in reading.refused[0].why
        assert good in str(offered.offer([*reading.path, "button:seal"]).choice)
    before = table.position.digest()
    with pytest.raises(TanelornError) as error:
        table.play(text, SEATS.index(seat))
    assert error.value.remedy
    assert error.value.clause in YOUNG_KINGDOMS.rulebook
    assert table.position.digest() == before


@pytest.mark.parametrize(
    "text",
    [
        "Elric DRA - Fil spell 4; F DRA S Elric DRA - Fil; consent Lormyr; consent in Fil",
        "Elric DRA S F DRA - PUR spell 2; F DRA - PUR; K Kan H",
        "Elric casts 10 at SHA; A Seq - Tho",
        "Elric DRA rides; F DRA - STR",
        "Elric DRA takes card from Ram",
        "Elric DRA - Sta spell 3",
    ],
)
def test_a_slip_written_and_clicked_is_the_same(text: str) -> None:
    offered = slips(busy(), MELNIBONE)
    slip = offered.parse(text)
    assert offered.parse(str(slip)) == slip
    assert offered.offer(slip.picks).choice == slip
    assert slip in offered


@pytest.mark.rule("youngkingdoms/5.4b")
def test_a_sorcerer_is_offered_no_ship_but_those_at_sea_next_to_him() -> None:
    ships = {"Melnibone": ["F STR", "F UNK", "F Vil"], "Lormyr": ["F PUR", "A Ram"]}
    orders = slips(lay(ships, sorcerers={"Elric": "IOP"}), MELNIBONE).slots.by_key["sorcerer", ELRIC].orders
    assert [ATLAS.ids[order.to] for order in orders if order.verb == MOVE and not order.via] == ["PUR", "STR"]


# What each seat sees


def test_of_the_deal_only_the_owners_see_their_own_hand() -> None:
    for seed in range(20):
        table = Table.new(YOUNG_KINGDOMS, chance=Seeded(seed))
        cards = table.position.cards
        assert sorted(card.where for card in cards) == [0] * 4 + [1] * 4 + [LYING] * 2
        owners = dict(zip(ATLAS.centres, table.position.owners, strict=True))
        hidden = {card.at for card in cards if card.where == LYING}
        assert len(hidden) == 2
        assert all(owners[place] == -1 for place in hidden)
        for viewer in (*range(6), SPECTATOR):
            seen = view(table, viewer)
            for who in (0, 1):
                assert seen.hand(who) == (table.position.hand(who) if POWER_OF[who] == viewer else None)
            assert sum(card.where == UNKNOWN for card in seen.seen.cards) == (6 if viewer in POWER_OF else 10)
            assert (seen.carried, seen.left, seen.fallen) == ((), (), ())
            told = " ".join(event.text for event in table.events(viewer))
            assert ("holds the spells" in told) == (viewer in POWER_OF)
            assert not any(ATLAS.names[place] in told for place in hidden)


def renumbered(position: YoungKingdomsPosition, viewer: int, rng: random.Random) -> YoungKingdomsPosition:
    """Change the numbers of all cards that a viewer may not know."""
    known = {spell for _, spell in position.cast}
    known |= {spell for who in (0, 1) if POWER_OF[who] == viewer for spell in position.hand(who)}
    open_numbers = [spell for spell in range(1, SPELLS + 1) if spell not in known]
    shuffled = rng.sample(open_numbers, len(open_numbers))
    cards = list(position.cards)
    for old, new in zip(open_numbers, shuffled, strict=True):
        cards[new - 1] = position.cards[old - 1]
    other: YoungKingdomsPosition = position.copy()
    other.cards = tuple(cards)
    return other


@pytest.mark.long
@pytest.mark.rule("youngkingdoms/5.5g")
@given(st.integers(0, 10**9))
@settings(max_examples=settings.default.max_examples * 8 // 5, deadline=None)
def test_no_view_and_no_choice_tells_the_number_of_an_unknown_card(seed: int) -> None:
    rng = random.Random(seed)
    position = scattered(rng)
    for viewer in (*range(6), SPECTATOR):
        other = renumbered(position, viewer, rng)
        one, two = Table.at(YOUNG_KINGDOMS, position.copy()), Table.at(YOUNG_KINGDOMS, other)
        assert one.view(viewer) == two.view(viewer)
        assert one.facts(viewer) == two.facts(viewer)
        assert msgspec.json.encode(one.scene(viewer)) == msgspec.json.encode(two.scene(viewer))
        if viewer in one.asked() and viewer != SPECTATOR:
            assert len(slips(one, viewer)) == len(slips(two, viewer))


@given(st.integers(0, 10**9))
@settings(max_examples=settings.default.max_examples * 8 // 5, deadline=None)
def test_the_cards_of_others_change_nothing_that_a_seat_sees(seed: int) -> None:
    """Where unknown cards lie, and who else carries any, shows in no view."""
    rng = random.Random(seed)
    position = scattered(rng)
    power = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    for viewer in range(6):
        cards = list(position.cards)
        for spell, card in enumerate(cards):
            mine = card.where in (CARRIED, LYING) and power.get(card.at) == viewer
            hand = card.where < 2 and POWER_OF[card.where] == viewer
            if not mine and not hand:
                cards[spell] = Card(GONE)
        other = position.copy()
        other.cards = tuple(cards)
        assert Table.at(YOUNG_KINGDOMS, position.copy()).facts(viewer) == Table.at(YOUNG_KINGDOMS, other).facts(viewer)


@given(st.integers(0, 10**9))
@settings(max_examples=settings.default.max_examples * 8 // 5, deadline=None)
def test_a_position_drawn_from_a_view_shows_the_same_view(seed: int) -> None:
    rng = random.Random(seed)
    table = Table.at(YOUNG_KINGDOMS, scattered(rng))
    for viewer in (*range(6), SPECTATOR, REFEREE):
        seen = view(table, viewer)
        drawn = YOUNG_KINGDOMS.resample(seen, rng)
        assert len(drawn.cards) == SPELLS
        assert YOUNG_KINGDOMS.view(drawn, viewer) == seen


def test_finds_gifts_and_destruction_are_told_to_those_who_take_part_alone() -> None:
    table = lay(
        {"Lormyr": ["A Ios", "A Ram"], "Argimiliar": ["A Sta", "A Kan"], "Jharkor": ["A Seq"]},
        sorcerers={"Elric": "Fil"},
        spells={"lying": {"Oin": [1], "CAr": [2]}, "carried": {"Ram": [3], "Kan": [4]}, "found": {"Seq": [5]}},
    )
    texts = {
        "Lormyr": "A Ios - Oin; A Ram gives card to Sta",
        "Argimiliar": "A Sta takes card from Ram; A Kan destroys card",
        "Jharkor": "A Seq leaves card",
        "Melnibone": "Elric Fil - CAr",
    }
    for name, text in texts.items():
        table.play(text, SEATS.index(name))
    secret = ("card", "spell ")
    heard = {
        name: [event.text for event in table.events(SEATS.index(name)) if any(word in event.text for word in secret)]
        for name in SEATS
    }
    assert heard == {
        "Argimiliar": [
            "Your unit in Kaneloon destroys its spell card.",
            "A spell card passes from Ramasaz to Stagasaz.",
        ],
        "Lormyr": [
            "A spell card passes from Ramasaz to Stagasaz.",
            "Your unit finds a spell card in Oin and takes it up, unread.",
        ],
        "Jharkor": ["Your unit in Sequaloris leaves the spell card there."],
        "Melnibone": ["**Elric** takes a card and reads it: spell 2."],
        "Ilmiora": [],
        "Pan Tang": [],
    }
    assert not any(word in event.text for event in table.events(SPECTATOR) for word in secret)


@pytest.mark.parametrize(("units", "clause"), [([], "5.2a"), (["A Sta"], "5.2b")])
def test_the_log_names_the_clause_by_which_a_sorcerer_is_driven_out(units: list[str], clause: str) -> None:
    table = lay({"Melnibone": units, "Lormyr": ["A Ram", "A Ios"]}, sorcerers={"Elric": "Sta"})
    table.play("nothing", MELNIBONE)
    table.play("A Ram - Sta; A Ios S A Ram - Sta", LORMYR)
    told = [event for event in table.events(REFEREE) if "Elric in Stagasaz is dislodged" in event.text]
    assert [event.clause for event in told] == [f"youngkingdoms/{clause}"]


# Random play


def scattered(rng: random.Random) -> YoungKingdomsPosition:
    """Return a crowded position: units, sorcerers and cards anywhere, some spells used already."""
    places = list(range(ATLAS.size))
    rng.shuffle(places)
    texts: dict[str, list[str]] = {name: [] for name in SEATS}
    for place in places[: rng.randint(8, 40)]:
        fleet = ATLAS.is_sea[place] or (ATLAS.is_coast[place] and rng.random() < 0.4)
        kind = "F" if fleet or not ATLAS.army[place] else rng.choice("AAAK")
        name = rng.choice(("Melnibone", "Pan Tang")) if kind == "K" else rng.choice(SEATS)
        texts[name].append(f"{kind} {ATLAS.ids[place]}")
    sorcerers = {name: ATLAS.ids[rng.choice(places)] for name in NAMES if rng.random() < 0.9}
    stand = [text[2:] for some in texts.values() for text in some]
    spells: dict[str, Any] = {name: [] for name in sorcerers} | {"carried": {}, "found": {}, "lying": {}}
    cast: dict[str, list[int]] = {}
    land = [ATLAS.ids[place] for place in places if not ATLAS.is_sea[place]]
    for spell in range(1, SPELLS + 1):
        where = rng.choice([*sorcerers, *sorcerers, "carried", "found", "lying", "cast"])
        if where == "cast":
            cast.setdefault(rng.choice(NAMES), []).append(spell)
        elif where in sorcerers:
            spells[where].append(spell)
        else:
            somewhere = rng.choice(land if where == "lying" else stand)
            spells[where].setdefault(somewhere, []).append(spell)
    return YOUNG_KINGDOMS.position_from(
        {
            "units": texts,
            "sorcerers": sorcerers,
            "spells": spells,
            "cast": cast,
            "season": rng.choice(("spring", "autumn")),
            "invoker": rng.choice(NAMES),
        }
    )


def check(position: YoungKingdomsPosition) -> None:
    """Check what must always be true."""
    assert len(position.cards) == SPELLS
    places = [ATLAS.province[unit.at] for unit in position.units]
    assert len(set(places)) == len(places)
    beaten = {ATLAS.province[one.unit.at] for one in position.beaten}
    for card in position.cards:
        if card.where < 2:
            assert position.sorcerers[card.where].alive
        elif card.where == CARRIED:
            assert card.at in places
        elif card.where == FALLEN:
            assert card.at in beaten
        elif card.where == LYING:
            assert not ATLAS.is_sea[card.at]
        else:
            assert card == Card(GONE)
    for one in position.beaten:
        assert one.unit.kind not in (2, 3) or one.places


def seal_all(table: Table, rng: random.Random) -> None:
    seats = list(table.asked())
    rng.shuffle(seats)
    for seat in seats:
        table.play(slips(table, seat).sample(rng), seat)


@pytest.mark.long
@given(st.integers(0, 10**9))
@settings(max_examples=settings.default.max_examples * 3 // 2, deadline=None)
def test_random_seasons_neither_make_nor_lose_what_they_should_not(seed: int) -> None:
    rng = random.Random(seed)
    table = Table.at(YOUNG_KINGDOMS, scattered(rng))
    for _ in range(4):
        if table.outcome is not None or not table.asked():
            break
        position = table.position
        check(position)
        units, cast, beaten = len(position.units), position.cast, bool(position.beaten)
        alive = [one.alive for one in position.sorcerers]
        phase = view(table, REFEREE).phase
        seal_all(table, rng)
        after = table.position
        check(after)
        assert all(was or not one.alive for was, one in zip(alive, after.sorcerers, strict=True))
        new = [spell for _, spell in after.cast[len(cast) :]]
        assert after.cast[: len(cast)] == cast
        assert len({who for who, _ in after.cast[len(cast) :]}) == len(new)
        if phase == "orders" and view(table, REFEREE).phase in ("orders", "retreats") and not beaten:
            left = len(after.units) + sum(one.unit.kind not in (2, 3) for one in after.beaten)
            came = len(WORLDS_EDGE) if 8 in new else 0
            assert left <= units + came
            kills = {4, 5, 6, 9} & set(new) or after.unruly
            if not kills and after.beaten:
                assert left >= units


@pytest.mark.long
@given(st.integers(0, 10**9))
@settings(max_examples=settings.default.max_examples * 12 // 5, deadline=None)
def test_the_order_of_writing_and_of_sealing_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    position = scattered(rng)
    one, two = Table.at(YOUNG_KINGDOMS, position.copy()), Table.at(YOUNG_KINGDOMS, position.copy())
    chosen = {seat: slips(one, seat).sample(rng) for seat in one.asked()}
    for seat, slip in chosen.items():
        one.play(slip, seat)
    for seat in reversed(chosen):
        texts = str(chosen[seat]).split("; ")
        rng.shuffle(texts)
        two.play("; ".join(texts), seat)
    assert one.position.digest() == two.position.digest()


@pytest.mark.long
@given(st.integers(0, 10**9))
@settings(max_examples=30, deadline=None)
def test_whole_random_games_run_to_their_end(seed: int) -> None:
    rng = random.Random(seed)
    table = Table.new(YOUNG_KINGDOMS, options={"last-year": 1404}, chance=Seeded(seed))
    while table.outcome is None:
        check(table.position)
        for seat in table.asked():
            choices = table.decision(seat).choices()
            table.play(choices.sample(rng), seat)
    check(table.position)
