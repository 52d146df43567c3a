"""Running links: each stands for exactly one beginning of a record, and tells nothing before the secret is told."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import BadRecord, Record
from tanelorn.core.play.links import Chain, lacking, link_of, links
from tanelorn.core.play.record import Chose, Undid
from tanelorn.core.play.verify import check, verify

from .test_record import RECORD, SECRET, played

ALL = list(links(RECORD.header, RECORD.entries, SECRET))


def test_every_entry_has_a_link_of_its_own() -> None:
    assert len(set(ALL)) == len(RECORD.entries)
    assert all(len(link) == 39 for link in ALL)
    assert list(links(RECORD.header, RECORD.entries[:7], SECRET)) == ALL[:7]
    assert verify(RECORD, links=ALL[::3]).links == len(ALL[::3])
    assert verify(RECORD, links=[ALL[4].lower().replace("-", " ")]).links == 1


@given(at=st.integers(0, len(RECORD.entries) - 1), kept=st.integers(0, len(RECORD.entries) - 1))
def test_whatever_is_rewritten_before_a_link_is_noticed(at: int, kept: int) -> None:
    forged = list(RECORD.entries)
    forged[at] = Undid(0, "rewritten")
    lacks = lacking([ALL[kept]], RECORD.header, forged, SECRET)
    assert bool(lacks) == (at <= kept)


def test_what_is_dropped_from_the_end_or_changed_at_the_head_is_noticed() -> None:
    assert lacking(ALL, RECORD.header, RECORD.entries[:-1], SECRET) == ALL[-1:]
    other = msgspec.structs.replace(RECORD.header, name="another")
    assert lacking(ALL, other, RECORD.entries, SECRET) == ALL


def test_nobody_who_lacks_the_secret_can_tell_what_a_link_stands_for() -> None:
    """Whoever knows all but one sealed choice, and tries every one that it may be, finds none that fits."""
    *before, last = RECORD.entries[:9]
    guesses = (
        [msgspec.structs.replace(last, text=text) for text in ("pass", "hold")] if isinstance(last, Chose) else [last]
    )
    sealed = Chain(RECORD.header)
    for entry in [*before, last]:
        sealed.add(entry)
    given_out = link_of(sealed.hash, SECRET)
    assert given_out == ALL[8]
    for entry in [last, *guesses]:
        guessed = Chain(RECORD.header)
        for one in [*before, entry]:
            guessed.add(one)
        for key in ("", RECORD.header.commitment, RECORD.header.promise, hashlib.sha256(b"").hexdigest()):
            assert link_of(guessed.hash, key) != given_out


def test_a_record_that_lacks_a_link_is_not_sound_and_says_so() -> None:
    other = next(links(RECORD.header, [Undid(1)], SECRET))
    with pytest.raises(BadRecord, match=r"does not have what the link [A-Z2-7-]+ was given for"):
        verify(RECORD, links=[ALL[2], other])
    found = check(RECORD, links=[ALL[2], other])
    assert (found.links, list(found.faults)) == (1, ["links"])


def test_links_wait_for_the_secret() -> None:
    with pytest.raises(BadRecord, match=r"before the game has ended"):
        verify(played(10), links=ALL[:1])
    assert "only by the secret" in check(Record(RECORD.header, RECORD.entries), links=ALL[:1]).faults["links"].why
