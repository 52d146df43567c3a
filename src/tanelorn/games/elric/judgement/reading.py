"""The acts of a question as policies read them: by their verbs, never by their places in the list."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act


def of_verb(acts: Sequence[Act], *verbs: str) -> list[Act]:
    """Return the acts of some verbs, in their order."""
    return [act for act in acts if act.verb in verbs]


def the(acts: Sequence[Act], verb: str) -> Act:
    """Return the one act of a verb that needs nothing more."""
    return next(act for act in acts if act.verb == verb)
