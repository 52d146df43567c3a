"""Acts of Archmagi: sentences of its verbs."""

from __future__ import annotations

from tanelorn.core.slots import Args, Sentence, Sentences
from tanelorn.games.archmagi.state.position import FREE_ACTS, ArchmagiPosition, has_spent_free_acts
from tanelorn.games.archmagi.words.verbs import END, RULES, VERBS

__all__ = ["END", "Act", "Acts"]


class Act(Sentence, frozen=True, tag="act"):
    """One thing done: a verb with its arguments. Units are named by kind and hex, never by a number that could
    betray them.
    """

    known = VERBS


class Acts(Sentences[ArchmagiPosition, Act]):
    """All that a seat may do now; what is free may be done so often in a phase."""

    known = VERBS
    rules = RULES

    def said(self, verb: str, args: Args) -> Act:
        """Return an act."""
        return Act(verb, args)

    def worn_out(self) -> str:
        """Count what is free."""
        spent = has_spent_free_acts(self.position, self.seat)
        return f"You have done so {FREE_ACTS} times in this phase." if spent else ""
