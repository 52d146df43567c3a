"""What was found when a record was checked, in plain words: the terminal prints them, and the page puts them into other
languages first.

`gettext` and `ngettext` mark the words that `docs/make_words.py` gathers; the core itself knows no languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tanelorn.core.errors import BadRecord
from tanelorn.core.play.record import Header, Origin, Record
from tanelorn.core.play.verify import Part, Verified

Outcome = Literal["right", "open", "wrong"]
"""Whether something was found to be right or wrong; what is `open` nobody can check by the record alone."""


class Saying(msgspec.Struct, frozen=True):
    """A sentence in English; `values` stand in place of `%(name)s`. Of one that counts something, `many` is said where
    the `count` is not 1.
    """

    text: str
    values: dict[str, str | int] = {}
    many: str = ""

    def __str__(self) -> str:
        text = self.many if self.many and self.values["count"] != 1 else self.text
        return text % self.values


def gettext(text: str, **values: str | int) -> Saying:
    """Return a sentence that is said in every language."""
    return Saying(text, values)


def ngettext(one: str, many: str, count: int, **values: str | int) -> Saying:
    """Return a sentence that counts something."""
    return Saying(one, {"count": count, **values}, many)


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked, and what came of it. A `fault` is told by the core, in English; an `exact` one names
    the very entry, which `says` does not. Of `quotes` each is a seat with its words.
    """

    outcome: Outcome
    title: Saying
    says: tuple[Saying, ...] = ()
    fault: BadRecord | None = None
    quotes: tuple[tuple[str, str], ...] = ()
    exact: bool = False


TITLES: dict[Part, Saying] = {
    "rules": gettext("The entries"),
    "promise": gettext("The promise of the dice"),
    "dice": gettext("Dice and draws"),
    "start": gettext("The start"),
    "origin": gettext("The game before"),
    "links": gettext("Links of choices"),
}
_WORDS = gettext("Words for the dice")
_WRONG: dict[Part, Saying] = {
    "rules": gettext("Not all entries follow by the rules from those before them. Do not trust this record."),
    "promise": gettext("The secret of the dice does not fit the hash that was published. Do not trust these dice."),
    "dice": gettext("Dice or draws are not those that were promised. Do not trust them."),
    "start": gettext(
        "What was written down is of another game: names, options or the promise of the dice are not those of the "
        "start. Check what was written down; if it is right, do not trust this record."
    ),
    "origin": gettext("The record does not begin with the entries of the game that it says it goes on from."),
    "links": gettext("The record does not have what a link was given for. If the link is right, do not trust it."),
}


def findings(record: Record, checked: Verified) -> list[Finding]:
    """Return all that was found of a record that has been checked."""
    return [
        _rules(record, checked),
        _promise(record, checked),
        _dice(checked, record.header),
        *_words(record, checked),
        *_origin(record.header.origin, checked),
        *_links(checked),
        _start(record.header, checked),
    ]


def awaited(header: Header) -> list[Finding]:
    """Return what can be said of a game that is still on: all but its secrets."""
    secret = gettext("The secret itself, and with it the record, is told once the game has ended.")
    given = sum(bool(words) for words in header.words)
    found = [_wrong_or("promise", None, "open", *_published(header), secret)]
    if given:
        told = ngettext(
            "%(count)s seat has added words that the dice are mixed with. They are told at the end as well.",
            "%(count)s seats have added words that the dice are mixed with. They are told at the end as well.",
            given,
        )
        found.append(Finding("right", _WORDS, (told,)))
    elif header.commitment and not header.foreseen:
        found.append(Finding("open", _WORDS, (_NO_WORDS,)))
    note = gettext(
        "The fingerprint of this game is %(fingerprint)s. Write it down now: at the end it shows that names, options, "
        "words and the promise of the dice are those of the start.",
        fingerprint=header.fingerprint,
    )
    return [*found, Finding("open", TITLES["start"], (note,))]


def _wrong_or(part: Part, fault: BadRecord | None, outcome: Outcome, *says: Saying) -> Finding:
    if fault is not None:
        return Finding("wrong", TITLES[part], (_WRONG[part],), fault, exact=part in ("rules", "dice"))
    return Finding(outcome, TITLES[part], says)


def _rules(record: Record, checked: Verified) -> Finding:
    says = ngettext(
        "%(count)s entry was played again and follows the rules, version %(rules)s.",
        "%(count)s entries were played again and follow the rules, version %(rules)s.",
        checked.entries,
        rules=record.header.rules,
    )
    return _wrong_or("rules", checked.faults.get("rules"), "right", says)


def _published(header: Header) -> Iterator[Saying]:
    if header.foreseen:
        yield gettext(
            "The dice follow from a seed that somebody chose: trust whoever kept the game not to have known them."
        )
    elif header.commitment:
        yield gettext(
            "The dice follow from a secret. Its hash was published before the first roll: %(hash)s.",
            hash=header.commitment,
        )
    else:
        yield gettext("The dice were promised by nobody: trust whoever kept the game not to have known them.")


def _promise(record: Record, checked: Verified) -> Finding:
    header, ended = record.header, record.ended
    says = list(_published(header))
    sound = bool(header.commitment) and not header.foreseen
    if sound and ended is not None:
        says.append(gettext("The secret that was told at the end fits it: %(secret)s.", secret=ended.secret))
    return _wrong_or("promise", checked.faults.get("promise"), "right" if sound else "open", *says)


def _dice(checked: Verified, header: Header) -> Finding:
    dice = checked.dice - checked.repeated
    if not dice:
        none = gettext("No dice were rolled.")
        since = gettext("No dice have been rolled since it went on from there.")
        return _wrong_or("dice", checked.faults.get("dice"), "right", since if checked.repeated else none)
    if not checked.committed or header.foreseen:
        formed = ngettext(
            "%(count)s outcome of chance is well formed, though nobody promised it beforehand.",
            "%(count)s outcomes of chance are well formed, though nobody promised them beforehand.",
            dice,
        )
        return _wrong_or("dice", checked.faults.get("dice"), "open", formed)
    if checked.repeated:
        says = ngettext(
            "%(count)s outcome of chance is as it was promised before the first of its own.",
            "%(count)s outcomes of chance are as they were promised before the first of its own.",
            dice,
        )
    else:
        says = ngettext(
            "%(count)s outcome of chance is as it was promised before the first roll.",
            "%(count)s outcomes of chance are as they were promised before the first roll.",
            dice,
        )
    return _wrong_or("dice", checked.faults.get("dice"), "right", says)


_NO_WORDS = gettext(
    "Nobody added words to the dice: trust whoever set the game up not to have drawn secrets until one suited."
)


def _words(record: Record, checked: Verified) -> Iterator[Finding]:
    header = record.header
    if checked.dice == checked.repeated or not checked.committed or header.foreseen:
        return
    if not any(header.words):
        yield Finding("open", _WORDS, (_NO_WORDS,))
        return
    says = gettext(
        "The dice are mixed of a secret that was promised and of words that the players added: trust one of them, "
        "whoever it may be, and nobody chose the dice."
    )
    seats = record.game().scenario(header.scenario).seats
    quotes = tuple((seat, words) for seat, words in zip(seats, header.words, strict=False) if words)
    yield Finding("right", _WORDS, (says,), quotes=quotes)


def _origin(origin: Origin | None, checked: Verified) -> Iterator[Finding]:
    """Say that a game began at a moment of another, and what of it this record cannot show."""
    if origin is None:
        return
    says = [
        ngettext(
            "The first %(count)s entry repeats the game with the fingerprint %(fingerprint)s, which this one goes on "
            "from.",
            "The first %(count)s entries repeat the game with the fingerprint %(fingerprint)s, which this one goes on "
            "from.",
            origin.entries,
            fingerprint=origin.fingerprint,
        )
    ]
    if checked.repeated:
        says.append(
            ngettext(
                "Whether the outcome of chance in it had been promised only the record of that game can show.",
                "Whether the %(count)s outcomes of chance in them had been promised only the record of that game can "
                "show.",
                checked.repeated,
            )
        )
    yield _wrong_or("origin", checked.faults.get("origin"), "open" if checked.repeated else "right", *says)


def _links(checked: Verified) -> Iterator[Finding]:
    if checked.links or "links" in checked.faults:
        says = ngettext(
            "%(count)s link that was given with a choice stands for this very record.",
            "%(count)s links that were given with choices stand for this very record.",
            checked.links,
        )
        yield _wrong_or("links", checked.faults.get("links"), "right", says)


def _start(header: Header, checked: Verified) -> Finding:
    if checked.witnessed == "game":
        says = gettext(
            "The fingerprint is right: names, options, words and the promise of the dice are those of the start."
        )
    elif checked.witnessed == "dice":
        says = gettext(
            "The promise of the dice is the one that was written down; names and options are those in the record. The "
            "fingerprint of the whole game is %(fingerprint)s.",
            fingerprint=header.fingerprint,
        )
    else:
        says = gettext(
            "Names, options and promise are those in the record, and whoever kept it could have written all of it "
            "anew. If its fingerprint, %(fingerprint)s, is the one that was written down when the game began, nobody "
            "has.",
            fingerprint=header.fingerprint,
        )
    return _wrong_or("start", checked.faults.get("start"), "right" if checked.witnessed == "game" else "open", says)
