"""Each field of the position says who knows it; what a seat is shown is noted there, and bars undo by that."""

from __future__ import annotations

import pytest

from tanelorn.core.fields import UNKNOWN, declared, fields_of
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.games.archmagi.rules import ARCHMAGI
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition

from .seeing import MADDER, OCHRE, WOAD, played, position

LEARNED = (False, "Undo ends here: something hidden was learned.")
FINAL = (False, "Undo ends here: what was done is final.")


def test_every_field_of_the_position_is_declared():
    nobody = declared(int)
    assert [name for name, field in fields_of(ArchmagiPosition).items() if field is nobody] == []


class Marked(ArchmagiPosition, kw_only=True):
    marks: list[int] = []


def test_what_nobody_has_declared_nobody_sees_but_the_referee():
    plain = ARCHMAGI.position_from(position({"units": {"0304": ["Bard"]}}, {"units": {"0304": ["Orcs"]}}))
    marked = Marked(**{name: getattr(plain, name) for name in plain.__struct_fields__}, marks=[1, 2])
    for viewer in (MADDER, WOAD, OCHRE, SPECTATOR):
        assert ARCHMAGI.view(marked, viewer).seen.marks == []
    assert ARCHMAGI.view(marked, REFEREE).seen.marks == [1, 2]


@pytest.mark.rule("archmagi/chits.7")
def test_a_view_is_a_position_in_which_hidden_units_are_missing():
    setting = position({"units": {"0304": ["Bard", "Orcs"]}}, {"units": {"0405": ["Castle", "Knights"]}})
    whole = ARCHMAGI.position_from(setting)
    seen = ARCHMAGI.view(whole, MADDER).seen
    stacks = {hex: seen.stack(whole.land.index[hex], seat) for hex, seat in ((304, MADDER), (405, WOAD), (207, OCHRE))}
    names = {hex: [KINDS[seen.kinds[unit]].name for unit in units] for hex, units in stacks.items()}
    assert names == {304: ["Bard", "Orcs"], 405: ["Castle"], 207: []}
    assert seen.banners == whole.banners
    assert seen.magi[WOAD] == seen.magi[OCHRE] == UNKNOWN


@pytest.mark.rule("archmagi/scout.8")
def test_an_owner_who_has_nothing_to_declare_has_said_so():
    setting = position({"units": {"0304": ["Sprites"]}}, {"units": {"0404": ["Knights"]}}, phase="scout")
    game = played(setting, [(MADDER, "steal with Sprites in 0304 from Woad 0404")])
    assert game.can_undo(MADDER) == LEARNED


@pytest.mark.rule("archmagi/archmagus/seer/visions")
def test_a_look_at_a_pile_cannot_be_taken_back():
    setting = position({"units": {}}, {"units": {}}, phase="scout")
    setting["madder"]["units"]["0202"] = ["Seer"]
    game = played(setting, [(MADDER, "visions of the spell pile")])
    assert game.can_undo(MADDER) == LEARNED


@pytest.mark.rule("archmagi/battle.33")
def test_an_artifact_of_a_unit_that_is_shown_already_is_news():
    setting = position({"units": {"0304": ["Paladin with Rune Blade"]}}, {"units": {"0304": ["Titan"]}}, phase="battle")
    opening = [(MADDER, "send Paladin"), (WOAD, "send Titan"), (MADDER, "show"), (WOAD, "show")]
    game = played(setting, [*opening, (MADDER, "use Paladin with Rune Blade")])
    assert game.can_undo(MADDER) == LEARNED


@pytest.mark.rule("archmagi/recruit-spells.2")
def test_draws_are_over_once_hands_are_looked_at():
    setting = position({"units": {}}, {"units": {}}, phase="recruit spells")
    setting["madder"] |= {"units": {"0202": ["Seer"]}, "spells": ["Fireball"]}
    game = played(setting, [(MADDER, "no fortune")], [(0,)] * 3)
    assert game.can_undo(MADDER) == FINAL
