"""What is refused: always with a reason, a remedy and a clause; the rest of a text is kept; nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import REFEREE, Ambiguous, Illegal, Table, TanelornError, Unreadable
from tanelorn.games.diplomacy.slips.slip import MOST
from tanelorn.games.diplomacy.standard.rules import DIPLOMACY, STANDARD
from tests.games.diplomacy.tables import choices, lay, seat

FRANCE = ["A PAR", "A MAR", "F MAO", "F SPA/NC", "A GAS", "F BRE"]
UNITS = {"France": FRANCE, "England": ["F ENG", "A LON"], "Germany": ["A MUN"]}
BUILDS = {"phase": "builds", "centres": {"Russia": ["STP", "MOS", "WAR"], "Italy": ["ROM"]}}
REMOVALS = {"phase": "builds", "centres": {"Russia": ["STP"], "Italy": ["ROM"]}}
RETREATS = {
    "phase": "retreats",
    "dislodged": [{"power": "Austria", "unit": "A VIE", "by": "TYR"}],
    "contested": ["GAL"],
}


def orders() -> Table:
    return lay(UNITS)


def builds() -> Table:
    return lay({"Russia": ["A UKR"], "Italy": ["A ROM"]}, **BUILDS)


def removals() -> Table:
    return lay({"Russia": ["A UKR", "A MOS", "F BOT"], "Italy": ["A ROM"]}, **REMOVALS)


def retreats() -> Table:
    return lay({"Germany": ["A VIE", "A BOH"], "Austria": ["A BUD"]}, **RETREATS)


BAD = [
    (orders, "France", "A PIC H", Illegal, "No unit stands in Picardy"),
    (orders, "France", "A LON - YOR", Illegal, "belongs to England"),
    (orders, "France", "F PAR - BUR", Illegal, "is an army, not a fleet"),
    (orders, "France", "A PAR - MUN", Illegal, "It may go to Brest, Burgundy, Gascony, Picardy"),
    (orders, "France", "A PAR - PAR", Illegal, "cannot move to where it stands"),
    (orders, "France", "F BRE - SPA/SC", Illegal, "cannot go to Spain (south coast)"),
    (orders, "France", "F MAO - SPA", Ambiguous, "Write SPA/NC or SPA/SC"),
    (orders, "France", "F MAO - SPA/NC/NC", Unreadable, "Write SPA/NC"),
    (orders, "France", "F MAO - BUL/NC", Illegal, "Bulgaria has no north coast"),
    (orders, "France", "A GAS - LON via convoy via convoy - X", TanelornError, ""),
    (orders, "France", "A PAR S F ENG - PIC; A PAR H", Illegal, "has an order already"),
    (orders, "France", "A PAR S A MAR - PAR", Illegal, "into its own space"),
    (orders, "France", "A MAR S F SPA - LYO", Illegal, "it could not go there"),
    (orders, "France", "A GAS S F SPA - MAR", Illegal, "there is nothing to support"),
    (orders, "France", "F MAO C A PAR - LON", Illegal, "is of no use to a convoy"),
    (orders, "France", "F MAO C A GAS - NWY", Illegal, "No fleets lie between Gascony and Norway"),
    (orders, "France", "A PAR - Tyl Eulenspiegel", Unreadable, "There is no space"),
    (orders, "France", "A PAR - Nor ", Illegal, "cannot go to Norway"),
    (orders, "France", "A PAR - North", Ambiguous, "North Sea (NTH)"),
    (orders, "France", "A PAR B", Illegal, "not written now"),
    (orders, "France", "waive", Illegal, "not written now"),
    (orders, "France", "", Unreadable, "Nothing is written"),
    (orders, "France", "\n;,", Unreadable, "Nothing is written"),
    (orders, "France", "Good morning!", Unreadable, "is no order"),
    (orders, "France", "A PAR - Bugrundy", Unreadable, "Did you mean Burgundy (BUR)?"),
    (orders, "France", "A PRA - BUR", Unreadable, "Paris (PAR)"),
    (orders, "France", "A PAR - BUR; A PAR - PIC", Illegal, "has an order already"),
    (orders, "France", "F BRE - SPA", Illegal, "cannot go to Spain"),
    (orders, "France", "A PAR - NTH", Illegal, "cannot go to North Sea"),
    (orders, "France", "A PAR C A MAR - GAS", Illegal, "Only fleets convoy"),
    (orders, "France", "A PAR S A PAR", Illegal, "No unit can support"),
    (orders, "France", "Elric casts 7", Unreadable, "is no order"),
    (builds, "Russia", "A STP B; A MOS B; A WAR B", Illegal, "Only 2 may be ordered"),
    (builds, "Russia", "F MOS B", Illegal, "it has no coast"),
    (builds, "Russia", "F STP B", Illegal, "has two coasts"),
    (builds, "Russia", "A SEV B", Illegal, "You may build in"),
    (builds, "Russia", "A MOS B; A MOS B", Illegal, "has an order already"),
    (builds, "Russia", "A UKR D", Illegal, "Only builds are written now"),
    (builds, "Russia", "waive", Illegal, "is waived"),
    (removals, "Russia", "A UKR D; A MOS D; F BOT D", Illegal, "Only 2 may be ordered"),
    (removals, "Russia", "A UKR D", Illegal, "2 must be ordered, not 1"),
    (removals, "Russia", "A ROM D; A UKR D", Illegal, "You have no such unit in Rome"),
    (removals, "Russia", "A STP B", Illegal, "Only removals are written now"),
    (retreats, "Austria", "A VIE R TYR", Illegal, "its attacker came from there"),
    (retreats, "Austria", "A VIE R GAL", Illegal, "there was a stand-off"),
    (retreats, "Austria", "A VIE R BOH", Illegal, "a unit stands there"),
    (retreats, "Austria", "A VIE R ROM", Illegal, "it could not move there"),
    (retreats, "Austria", "A BUD R SER", Illegal, "No dislodged unit is in Budapest"),
    (retreats, "Austria", "A VIE H", Illegal, "Only retreats are written now"),
]


@pytest.mark.rule("diplomacy/orders", "diplomacy/builds", "diplomacy/removals", "diplomacy/retreat")
@pytest.mark.parametrize(
    ("phase", "power", "text", "kind", "says"), BAD, ids=[case[2].strip() or "nothing" for case in BAD]
)
def test_each_refusal_has_a_reason_a_remedy_and_a_clause(phase, power, text, kind, says):
    table = phase()
    before = table.position.digest(), table.moment, table.events(REFEREE), list(table.entries)
    with pytest.raises(kind) as refused:
        table.play(text, seat(power))
    error = refused.value
    assert says in str(error)
    assert error.why.endswith((".", ")"))
    assert error.remedy
    assert error.clause in DIPLOMACY.rulebook
    assert (table.position.digest(), table.moment, table.events(REFEREE), list(table.entries)) == before


def test_what_can_be_read_of_a_text_is_kept():
    offered = choices(orders(), "France")
    text = "A PAR - BUR; A XYZ - BUR\nA LON H, F BRE - ENG; A PAR - PIC; A GAS S A PAR - BUR; nonsense"
    reading = offered.read(text)
    offer = offered.offer(reading.path)
    assert offer.draft == "F BRE - ENG; A GAS S A PAR - BUR; A PAR - BUR"
    assert [refusal.text for refusal in reading.refused] == ["A XYZ - BUR", "A LON H", "A PAR - PIC", "nonsense"]
    for refusal, why in zip(
        reading.refused, ("no space “xyz”", "belongs to England", "an order already", "no order"), strict=True
    ):
        assert why in refusal.why
        assert refusal.clause in DIPLOMACY.rulebook


def test_too_many_builds_are_refused_one_by_one():
    reading = choices(builds(), "Russia").read("A MOS B; F MOS B; A WAR B; A STP B")
    assert [refusal.text for refusal in reading.refused] == ["F MOS B", "A STP B"]
    assert "Only 2" in reading.refused[1].why


def test_a_text_of_which_nothing_can_be_read_leaves_the_slip_empty():
    reading = choices(orders(), "France").read("A XXX H; what?")
    assert reading.path == ()
    assert len(reading.refused) == 2


HUGE = {
    "letters": "a" * 100_000,
    "spaces": "A" + " " * 100_000 + "x",
    "dashes": "A PAR " + "- " * 50_000,
    "supports": "A PAR " + "S A " * 30_000,
    "convoys": "A PAR - BUR " + "via convoy " * 20_000,
    "brackets": "F SPA/NC" + ")" * 50_000 + " H",
    "coasts": "F SPA" + " north coast" * 10_000,
    "one character for many": "\ufdfa" * 20_000,
    "accents": "e" + "\u0301" * 50_000,
    "articles": "the " * 50_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_huge_order_is_refused_in_few_words(text):
    offered = choices(orders(), "France")
    with pytest.raises((Unreadable, Illegal)) as refused:
        offered.parse(text)
    assert len(str(refused.value)) < 1000
    reading = offered.read(f"A MAR H; {text}")
    assert reading.path == ("space:MAR", "button:hold")
    assert [len(one.text) < 250 for one in reading.refused] == [True]


@pytest.mark.long
def test_of_thousands_of_orders_the_first_are_read_and_the_rest_refused_together():
    offered = choices(orders(), "France")
    reading = offered.read("A MAR H\n" + ";".join(f"A Q{n} - BUR" for n in range(5_000)))
    assert reading.path == ("space:MAR", "button:hold")
    assert len(reading.refused) == MOST
    assert (reading.refused[-1].text, reading.refused[0].text) == (f"{5_001 - MOST} more orders", "A Q0 - BUR")
    with pytest.raises(Illegal, match="has an order already"):
        offered.parse("A MAR H;" * 20_000)
    with pytest.raises(Unreadable, match=f"Only {MOST} orders"):
        offered.parse("nothing;" * (MOST + 1))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mA PAR - BUR", "“\ufffd[31mA PAR - BUR”"),
        ("A PAR\x00- \u202eBUR!", "“par\ufffd”"),
        ("A PAR - \x07", "no space"),
        ("\u200b", "“\ufffd” is no order"),
        ("A PAR - \ud800", "no space"),
    ],
)
def test_what_does_not_show_is_not_shown_back(text, shown):
    table = orders()
    with pytest.raises(Unreadable) as refused:
        table.play(text, seat("France"))
    assert shown in str(refused.value)
    assert str(refused.value).isprintable()


ODD = [
    "A PAR \u2013 BUR",
    "A PAR \u2192 BUR",
    "\uff21 \uff30\uff21\uff32 - BUR",
    "a\u00a0par - bur",
    "A PAR\t-\tBUR",
    "A. Par - Bur.",
]


@pytest.mark.parametrize("text", ODD)
def test_dashes_arrows_and_odd_spaces_are_read(text):
    assert "A PAR - BUR" in str(choices(orders(), "France").parse(text)).split("; ")


@pytest.mark.parametrize("phase", [orders, builds, removals, retreats])
@given(text=st.text(alphabet="AFSCHDRB -;,/>\nviacony PARMGSBUE.()'", max_size=40))
def test_any_text_is_a_slip_or_refused(phase, text):
    table = phase()
    power = table.seats[table.asked()[0]]
    offered = choices(table, power)
    try:
        slip = offered.parse(text)
    except (Unreadable, Illegal, Ambiguous) as refused:
        error = refused
    else:
        assert slip in offered
        assert offered.parse(str(slip)) == slip
        return
    assert error.remedy
    assert error.clause in DIPLOMACY.rulebook


@pytest.mark.rule("diplomacy/orders")
def test_every_name_is_read():
    atlas = STANDARD.atlas
    for number, space in enumerate(atlas.file.spaces):
        for word in (space.id, space.name, *space.aliases):
            for text in (word, word.lower(), word.upper(), f" {word} "):
                assert STANDARD.notation.place(text) == number
        for coast in space.coasts:
            for text in (f"{space.id}/{coast}", f"{space.id}({coast.lower()})", f"{space.name} {coast}"):
                assert atlas.locations[STANDARD.notation.place(text)] == f"{space.id}/{coast}"


@pytest.mark.rule("diplomacy/orders")
def test_the_beginning_of_a_name_is_enough_if_only_one_begins_so():
    atlas = STANDARD.atlas
    words = [(word.casefold().replace("-", " "), n) for n, s in enumerate(atlas.file.spaces) for word in (s.name, s.id)]
    known = {word for word, _ in words} | {alias for space in atlas.file.spaces for alias in space.aliases}
    read = STANDARD.notation.place
    for name, number in words:
        for size in range(2, len(name)):
            start = name[:size]
            if start != start.strip() or start in known:
                continue
            meant = {n for word, n in words if word.startswith(start)}
            meant |= {n for n, s in enumerate(atlas.file.spaces) if any(a.startswith(start) for a in s.aliases)}
            if len(meant) == 1:
                assert read(start) == number
            else:
                with pytest.raises(Ambiguous, match="could be"):
                    read(start)
