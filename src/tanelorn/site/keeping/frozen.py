"""Frozen tables: by the present rules they cannot go on as they were played; they stay, with their record."""

from __future__ import annotations

from typing import Annotated

import msgspec
from django.utils.translation import gettext

from tanelorn.core.errors import TanelornError


class Frost(msgspec.Struct, frozen=True):
    """By which version of its `rules` a table was `played`, by which it was tried, and the `entry` at which they part,
    counted from 1; 0 where it cannot even be set up.
    """

    played: Annotated[int, msgspec.Meta(ge=0)]
    rules: Annotated[int, msgspec.Meta(ge=0)]
    entry: Annotated[int, msgspec.Meta(ge=0)]

    def error(self) -> Frozen:
        """Say why the table cannot go on; not what was chosen, which may be hidden."""
        told = {"played": self.played, "rules": self.rules, "entry": self.entry}
        if self.played > self.rules:
            why = gettext("This table was played by version %(played)s of its rules; here they have version %(rules)s.")
            return Frozen(why % told, remedy=gettext("A newer Tanelorn can go on with it; nothing of it is lost."))
        if self.entry:
            why = gettext(
                "This table was played by version %(played)s of its rules; by version %(rules)s, entry %(entry)s of "
                "its record leads elsewhere."
            )
        else:
            why = gettext("This table was set up by version %(played)s of its rules, as version %(rules)s cannot.")
        return Frozen(
            why % told,
            remedy=gettext("The Tanelorn that it was played by can go on with it; it is kept with its record."),
        )


class Frozen(TanelornError):
    """By the present rules a table cannot go on as it was played."""
