"""Verbs with slots: a larder whose jars are opened on shelves, as no game has it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from tanelorn.core.content.verbs import VerbRule
from tanelorn.core.errors import Illegal, Unreadable
from tanelorn.core.log import Log
from tanelorn.core.slots import Args, Noun, Sentence, Sentences, Slot, Verb, Verbs, in_order, steps

JARS = ("honey", "salt", "vinegar")


@dataclass
class Larder:
    closed: list[int]
    opened: list[int] = field(default_factory=list)
    tasted: int = 0


JAR = Noun(lambda jar: JARS[jar], lambda jar: f"card:{JARS[jar]}")


def _open(larder: Larder, seat: int, args: Args, log: Log) -> None:
    larder.closed.remove(args[0])
    larder.opened.append(args[0])


def _taste(larder: Larder, seat: int, args: Args, log: Log) -> None:
    larder.tasted += 1


JARS_CLOSED = Slot("", JAR, "Which jar?", lambda larder, seat, args: larder.closed, "larder/1")
TWO = Slot("and", JAR, "And which?", lambda larder, seat, args: [jar for jar in larder.closed if jar not in args])
OPEN = Verb("open", "Open a jar", steps(JARS_CLOSED), "larder/1", does=_open)
MIX = Verb("mix", "Mix two", steps(JARS_CLOSED, TWO), "larder/2", canonical=in_order)
TASTE = Verb("taste", "Taste", lambda args: None, "larder/3", free=True, does=_taste)
LEAVE = Verb("leave", "Leave it", lambda args: None, last=True)
KNOWN: dict[str, Verb[Larder]] = {verb.name: verb for verb in (OPEN, MIX, TASTE, LEAVE)}


class Act(Sentence, frozen=True, tag="act"):
    known = KNOWN


class Acts(Sentences[Larder, Act]):
    known: Mapping[str, Verb[Larder]] = KNOWN
    rules: Sequence[VerbRule] = tuple(VerbRule(name, "Jars stand in a larder.", "larder/1") for name in KNOWN)

    def said(self, verb: str, args: Args) -> Act:
        return Act(verb, args)

    def worn_out(self) -> str:
        return "You have tasted enough." if self.position.tasted > 1 else ""


@dataclass
class Cook:
    """A step: what the mixture is for."""

    dish: str
    cooked: list[tuple[str, Args]] = field(default_factory=list)

    def mix(self, larder: Larder, seat: int, args: Args, log: Log) -> None:
        self.cooked.append((self.dish, args))


VERBS = Verbs(OPEN, (MIX, Cook.mix), TASTE, LEAVE)


def asked(larder: Larder) -> Acts:
    return Acts(larder, 0, VERBS.verbs, "What next?")


def test_what_is_listed_is_what_the_verbs_make_and_each_is_written_read_and_picked():
    acts = asked(Larder([0, 2]))
    assert [str(act) for act in acts] == ["open honey", "open vinegar", "mix honey and vinegar", "taste", "leave"]
    assert len(acts) == 5
    assert all(acts.parse(str(act)) == act and acts.offer(act.picks).choice == act for act in acts)
    assert acts.parse("mix vinegar and honey") == Act("mix", (0, 2))


def test_a_verb_does_the_same_everywhere_unless_the_question_says_more():
    larder, cook = Larder([0, 1, 2]), Cook("sauce")
    VERBS.do(cook, larder, 0, Act("open", (1,)), Log())
    VERBS.do(cook, larder, 0, Act("mix", (0, 2)), Log())
    assert (larder.closed, larder.opened, cook.cooked) == ([0, 2], [1], [("sauce", (0, 2))])


def test_only_what_is_last_ends_the_question():
    assert [name for name in KNOWN if VERBS.ends(Act(name))] == ["leave"]


def test_what_is_free_is_over_when_the_game_says_so():
    larder = Larder([0])
    for _ in range(2):
        VERBS.do(Cook("soup"), larder, 0, Act("taste"), Log())
    assert "taste" not in [str(act) for act in asked(larder)]
    refused = asked(larder).refusal(Act("taste"))
    assert isinstance(refused, Illegal)
    assert refused.why == "You have tasted enough."


def test_what_is_possible_nowhere_is_refused_with_its_clause():
    refused = asked(Larder([0])).refusal(Act("open", (1,)))
    assert isinstance(refused, Illegal)
    assert refused.clause == "larder/1"
    with pytest.raises(Unreadable):
        asked(Larder([0])).parse("sing")


def test_a_draw_turns_back_from_a_verb_that_cannot_be_completed():
    drawn = {str(asked(Larder([0])).sample(random.Random(seed))) for seed in range(60)}
    assert drawn == {"open honey", "taste", "leave"}


def test_a_question_names_no_verb_twice():
    with pytest.raises(AssertionError, match="same name"):
        Verbs(OPEN, OPEN)
