"""Each field of the position says who knows it; what a seat is shown is noted there, and bars undo by that."""

from __future__ import annotations

import pytest

from tanelorn.core.fields import declared, fields_of
from tanelorn.games.archmagi.state.position import ArchmagiPosition

from .seeing import MADDER, WOAD, played, position

LEARNED = (False, "Undo ends here: something hidden was learned.")
FINAL = (False, "Undo ends here: what was done is final.")


def test_every_field_of_the_position_is_declared():
    nobody = declared(int)
    assert [name for name, field in fields_of(ArchmagiPosition).items() if field is nobody] == []


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
