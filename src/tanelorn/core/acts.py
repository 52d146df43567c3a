"""Small acts: short sentences with the ids of things, in short lists; and the verbs that make a question of them.

A verb is declared in one place, in the chapter of the rulebook that has its rule: which acts fit now, what the page
says about them, why others do not, and what an act does. A question lists its verbs once; what may be chosen and what
becomes of it follow from that list, so that nothing can be offered that nobody carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from msgspec import structs

from tanelorn.core.choices import Choice, Listed, Offer, Pick, Refusal
from tanelorn.core.errors import TanelornError
from tanelorn.core.log import Log


class Act(Choice, frozen=True, tag="act"):
    """One thing done: a verb with the numbers of what it is done to, its text, and the clicks that make it."""

    verb: str
    args: tuple[int, ...]
    text: str
    path: tuple[str, ...]
    said: str = ""
    listed_again = True

    def __str__(self) -> str:
        return self.text

    @property
    def picks(self) -> tuple[str, ...]:
        return self.path

    def says(self) -> str:
        """Say it in a sentence, if it has one."""
        return self.said or self.text


Labels = Callable[[], Mapping[str, Pick]]
Prompting = Callable[[Sequence[Act]], str]


class Acts(Listed[Act]):
    """A short list of acts. Labels and refusals are for people and are worked out when somebody looks; so is a prompt
    that is made from the acts.
    """

    quick = True
    _picks = attrgetter("path")  # where an act keeps them

    def __init__(
        self,
        acts: Iterable[Act],
        prompt: str | Prompting,
        *,
        labels: Labels | None = None,
        refused: Callable[[], Sequence[Refusal]] | None = None,
        default: Act | None = None,
        about: str = "",
    ) -> None:
        self.list = tuple(acts)
        self._prompt: str | Prompting = prompt
        self.about = about
        self._default = default
        self._work_out = labels
        self._refuse = refused
        self.labels: dict[str, Pick] = {}
        self._refused: tuple[Refusal, ...] = ()

    @property
    def prompt(self) -> str:
        """What is asked."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt(self.list)
        return self._prompt

    @prompt.setter
    def prompt(self, words: str) -> None:
        self._prompt = words

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

    def _why_not(self, text: str) -> TanelornError:
        self._look()
        return super()._why_not(text)


A = TypeVar("A", bound=Acts)
Q = TypeVar("Q", contravariant=True)
"""What a question is about, as its verbs need it: a position with a seat, a group on the march, a stack's hands. A verb
that needs to know less fits a question that knows more.
"""


def _unlabelled(about: object, acts: Sequence[Act]) -> Mapping[str, Pick]:
    return {}


def _unrefused(about: object) -> Iterable[Refusal]:
    return ()


@dataclass(frozen=True)
class Verb(Generic[Q]):
    """One kind of act, whole: `words` is the `verb` of its acts.

    `fits` lists the acts that are possible now, `does` carries one out. For people, and worked out only when somebody
    looks: `labels` names the picks of the acts that fit (which it is given), `refused` says why others do not.
    """

    words: str
    fits: Callable[[Q], Iterable[Act]]
    does: Callable[[Q, Act, Log], None]
    labels: Callable[[Q, Sequence[Act]], Mapping[str, Pick]] = _unlabelled
    refused: Callable[[Q], Iterable[Refusal]] = _unrefused


class PartByPart(Generic[Q]):
    """Verbs whose acts are listed part by part of what the question is about, such as stack by stack: what each of them
    finds for the first part, then what each finds for the next.
    """

    def __init__(self, parts: Callable[[Q], Iterable[Q]], *verbs: Verb[Q]) -> None:
        self.parts = parts
        self.verbs = verbs

    def fits(self, about: Q) -> Iterator[Act]:
        """Yield the acts that are possible now."""
        for part in self.parts(about):
            for verb in self.verbs:
                yield from verb.fits(part)


class Verbs(Generic[Q]):
    """The verbs of one question, in the order in which their acts are listed."""

    def __init__(self, *verbs: Verb[Q] | PartByPart[Q]) -> None:
        self.verbs = tuple(one for some in verbs for one in (some.verbs if isinstance(some, PartByPart) else (some,)))
        self._fits = tuple(some.fits for some in verbs)
        self._named = {verb.words: verb for verb in self.verbs}
        assert len(self._named) == len(self.verbs), "two verbs of one question have the same words"

    def fitting(self, about: Q) -> list[Act]:
        """Return all acts that are possible now."""
        acts: list[Act] = []
        for fits in self._fits:
            acts += fits(about)
        return acts

    def labels(self, about: Q, acts: Sequence[Act]) -> dict[str, Pick]:
        """Name the picks of acts that fit. Of a pick that two verbs name the earlier one's name counts, unless only the
        later one calls it a risk.
        """
        named: dict[str, Pick] = {}
        for verb in self.verbs:
            for pick, label in verb.labels(about, [act for act in acts if act.verb == verb.words]).items():
                if pick not in named or (label.risk and not named[pick].risk):
                    named[pick] = label
        return named

    def refused(self, about: Q, acts: Sequence[Act]) -> list[Refusal]:
        """Say why other acts than those that fit do not."""
        fitting = {act.text for act in acts}
        return [one for verb in self.verbs for one in verb.refused(about) if one.text not in fitting]

    def asked(
        self,
        about: Q,
        prompt: str | Prompting,
        *,
        default: Act | None = None,
        place: str = "",
    ) -> Acts:
        """Return the question: every act that fits. The `prompt` may be made from them; `place` is the id of the space
        it is about, if it is about one.
        """
        return self.listed(Acts, about, prompt, default=default, place=place)

    def listed(
        self,
        kind: type[A],
        about: Q,
        prompt: str | Prompting,
        *,
        default: Act | None = None,
        place: str = "",
    ) -> A:
        """Return the question as a list of another kind, where a game reads its acts in a way of its own."""
        acts = self.fitting(about)
        return kind(
            acts,
            prompt,
            labels=lambda: self.labels(about, acts),
            refused=lambda: self.refused(about, acts),
            default=default,
            about=place,
        )

    def do(self, about: Q, act: Act, log: Log) -> None:
        """Carry out an act of this question."""
        self._named[act.verb].does(about, act, log)
