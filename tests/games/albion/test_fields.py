"""What is declared of the fields of a position (albion/11.9c)."""

from __future__ import annotations

from tanelorn.core.fields import fields_of
from tanelorn.games.albion.state.position import AlbionPosition


def test_every_field_says_who_knows_it() -> None:
    fields = fields_of(AlbionPosition)
    assert {name for name, field in fields.items() if field.who == "nobody"} == {"learned", "closed", "venom"}
    assert all(field.says for field in fields.values())
