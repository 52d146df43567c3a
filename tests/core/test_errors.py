"""Every error says what was wrong, what would be right, and the clause; it survives a process pool."""

from __future__ import annotations

import copy
import pickle

import pytest

from tanelorn.core import errors
from tanelorn.core.errors import TanelornError, nearest

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, TanelornError)]


@pytest.mark.parametrize("kind", KINDS)
def test_errors_travel(kind: type[TanelornError]):
    error = kind("It is wrong.", remedy="Do it right.", clause="elric/7.5")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is kind
        assert (twin.why, twin.remedy, twin.clause) == ("It is wrong.", "Do it right.", "elric/7.5")
        assert str(twin) == "It is wrong. Do it right. [elric/7.5]"


def test_errors_print_what_they_have():
    assert str(TanelornError("It is wrong.")) == "It is wrong."
    assert str(TanelornError("It is wrong.", clause="elric/1")) == "It is wrong. [elric/1]"


def test_the_nearest_names_are_suggested():
    assert nearest("fivecites", ["fivecities", "elric"]) == "Did you mean fivecities?"
    assert nearest("xyz", ["b", "a"]) == "Known: a, b."
    assert nearest("xyz", []) == "None is known."
