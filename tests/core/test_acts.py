"""Verbs: one declaration says what fits, how the page calls it, why others do not, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from tanelorn.core.acts import Act, PartByPart, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log


class Larder:
    """What the question is about: jars, and those that are open."""

    def __init__(self, *jars: str) -> None:
        self.jars = list(jars)
        self.open: list[str] = []


def _open(jar: str) -> Act:
    return Act("open", (len(jar),), f"open {jar}", (f"card:{jar}",))


def _fitting(larder: Larder) -> list[Act]:
    return [_open(jar) for jar in larder.jars if jar not in larder.open]


def _labelled(larder: Larder, acts: Sequence[Act]) -> Mapping[str, Pick]:
    return {act.path[0]: Pick(act.path[0], f"The {act.text.removeprefix('open ')}") for act in acts}


def _refused(larder: Larder) -> list[Refusal]:
    return [Refusal(f"open {jar}", "It is open.", "larder/1", (f"card:{jar}",)) for jar in larder.open]


def _opened(larder: Larder, act: Act, log: Log) -> None:
    larder.open.append(act.text.removeprefix("open "))


LEAVE = Act("leave", (), "leave", ("button:leave",))
VERBS = Verbs(
    Verb("open", _fitting, _opened, _labelled, _refused),
    Verb("leave", lambda larder: [LEAVE], lambda larder, act, log: larder.jars.clear()),
)


def test_a_question_lists_the_acts_of_its_verbs_in_their_order() -> None:
    question = VERBS.asked(Larder("honey", "salt"), "Which jar?", default=LEAVE, place="larder")
    assert [str(act) for act in question] == ["open honey", "open salt", "leave"]
    assert (question.prompt, question.about, question.default()) == ("Which jar?", "larder", LEAVE)


def test_an_act_is_carried_out_by_its_own_verb() -> None:
    larder = Larder("honey", "salt")
    VERBS.do(larder, _open("salt"), Log())
    assert larder.open == ["salt"]
    assert [str(act) for act in VERBS.asked(larder, "Which jar?")] == ["open honey", "leave"]
    VERBS.do(larder, LEAVE, Log())
    assert larder.jars == []


def test_labels_and_refusals_come_from_the_verb_they_belong_to() -> None:
    larder = Larder("honey", "salt")
    larder.open.append("salt")
    question = VERBS.asked(larder, "Which jar?")
    assert [pick.label for pick in question.offer(()).picks] == ["The honey", "leave"]
    with pytest.raises(Illegal, match="It is open") as refused:
        question.parse("open salt")
    assert refused.value.clause == "larder/1"


def test_two_verbs_of_a_question_have_different_words() -> None:
    with pytest.raises(AssertionError, match="same words"):
        Verbs(VERBS.verbs[0], VERBS.verbs[0])


def _jar_by_jar(larder: Larder) -> Iterator[Larder]:
    for jar in larder.jars:
        yield Larder(jar)


def _smelt(larder: Larder) -> list[Act]:
    return [Act("smell", (len(jar),), f"smell {jar}", (f"button:smell {jar}",)) for jar in larder.jars]


def test_acts_of_several_verbs_are_listed_part_by_part_and_done_to_the_whole() -> None:
    smell = Verb("smell", _smelt, lambda larder, act, log: None)
    verbs = Verbs(PartByPart(_jar_by_jar, VERBS.verbs[0], smell), VERBS.verbs[1])
    larder = Larder("honey", "salt")
    question = verbs.asked(larder, "Which jar?")
    assert [str(act) for act in question] == ["open honey", "smell honey", "open salt", "smell salt", "leave"]
    verbs.do(larder, _open("salt"), Log())
    assert larder.open == ["salt"]


def _jar_named(label: str, *, risk: bool = False) -> Verb[Larder]:
    def labelled(larder: Larder, acts: Sequence[Act]) -> Mapping[str, Pick]:
        return {"card:jar": Pick("card:jar", label, risk=risk)}

    act = Act(label, (), f"{label} jar", ("card:jar", f"button:{label}"))
    return Verb(label, lambda larder: [act], lambda larder, act, log: None, labelled)


def test_of_a_pick_that_two_verbs_name_the_earlier_name_counts_but_a_risk_is_told() -> None:
    plainly, again, warily = _jar_named("plainly"), _jar_named("again"), _jar_named("warily", risk=True)
    assert Verbs(plainly, again).asked(Larder(), "?").offer(()).picks[0].label == "plainly"
    assert Verbs(plainly, warily).asked(Larder(), "?").offer(()).picks[0].label == "warily"
    assert Verbs(warily, again).asked(Larder(), "?").offer(()).picks[0].label == "warily"


def test_what_fits_is_not_refused() -> None:
    larder = Larder("honey", "honey")
    larder.open.append("honey")
    fits = Verb("open", lambda larder: [_open("honey")], _opened, refused=_refused)
    assert Verbs(fits).asked(larder, "Which jar?").refused() == ()
