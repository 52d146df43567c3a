"""Small acts: short sentences with the ids of things, in short lists, and what pages say about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import structs

from tanelorn.core.choices import Choice, Listed, Offer, Pick, Refusal


class Act(Choice, frozen=True, tag="act"):
    """One thing done: a verb with the numbers of what it is done to, its text, and the clicks that make it."""

    verb: str
    args: tuple[int, ...]
    text: str
    path: tuple[str, ...]
    said: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def picks(self) -> tuple[str, ...]:
        return self.path

    def says(self) -> str:
        """Say it in a sentence, if it has one."""
        return self.said or self.text


Labels = Callable[[], Mapping[str, Pick]]


class Acts(Listed[Act]):
    """A short list of acts. Labels and refusals are for people and are worked out when somebody looks."""

    quick = True

    def __init__(
        self,
        acts: Iterable[Act],
        prompt: str,
        *,
        labels: Labels | None = None,
        refused: Callable[[], Sequence[Refusal]] | None = None,
        default: Act | None = None,
        about: str = "",
    ) -> None:
        self.list = tuple(acts)
        self.prompt = prompt
        self.about = about
        self._default = default
        self._work_out = labels
        self._refuse = refused
        self.labels: dict[str, Pick] = {}
        self._refused: tuple[Refusal, ...] = ()

    def refused(self) -> tuple[Refusal, ...]:
        """Return what looks possible but is not."""
        self._look()
        return self._refused

    def _look(self) -> None:
        if self._work_out is not None:
            self.labels = dict(self._work_out())
            self._work_out = None
        if self._refuse is not None:
            self._refused = tuple(self._refuse())
            self._refuse = None

    def offer(self, path: Sequence[str]) -> Offer[Act]:
        """Return what may follow these picks, with labels.

        The pick that completes an act plays it: most acts are a small part of a larger one, and can be taken back. What
        is a risk, and what ends the question, waits for the button.
        """
        self._look()
        offer = super().offer(path)
        completing = {act.path[-1]: act for act in self.list if act.path[:-1] == offer.path}
        return structs.replace(offer, picks=tuple(self._told(pick, completing.get(pick.pick)) for pick in offer.picks))

    def _told(self, pick: Pick, act: Act | None) -> Pick:
        label = pick.label
        if pick.pick not in self.labels:
            if pick.kind in ("space", "piece"):
                label = pick.id.replace("_", " ").title()
            elif act is not None:
                label = act.says()
        return structs.replace(pick, label=label, plays=act is not None and not pick.risk and pick.key != "Enter")

    def _why_not(self, text: str) -> Any:
        self._look()
        return super()._why_not(text)
