"""Who may read and write which letters. See `docs/design/site.md`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from django.db import Error, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, UnknownName, Unreadable
from tanelorn.core.game import Press
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.notices import news
from tanelorn.site.club.people.models import Person
from tanelorn.site.club.talk.models import Audience, Letter, Report, Shun, Silence
from tanelorn.site.club.talk.pace import Pacer
from tanelorn.site.keeping import trouble
from tanelorn.site.keeping.store import NotKept
from tanelorn.site.keeping.word import say_now
from tanelorn.site.live import messages
from tanelorn.site.live.seats.mail import Reader, Terms
from tanelorn.site.live.tables.table import group_of
from tanelorn.site.models import GameTable
from tanelorn.site.wire.sent import one_line, some_lines

MOST_LETTERS = 2000
"""Letters of the alphabet in a letter."""
MOST_REASON = 500
_Done = TypeVar("_Done")


class Post:
    """The letters of all tables."""

    def __init__(self) -> None:
        self._pacer = Pacer(time.time)

    def terms(self, row: GameTable, reader: Reader) -> Terms:
        """Return to whom somebody may write at a table, and if to nobody why not."""
        gathering = _gathering(row)
        press = cast(Press, gathering.press)
        if not reader.person:
            return Terms(press, why=gettext("Only somebody who has signed in writes letters."))
        silence = Silence.objects.filter(person=reader.person).first()
        if silence is not None and (silence.until is None or silence.until > timezone.now()):
            return Terms(press, why=_silenced(silence))
        watched = gathering.visibility != Visibility.PRIVATE
        if reader.over:
            return _terms_when_over(press, reader)
        if reader.viewer == SPECTATOR:
            if reader.own:
                return Terms(press, why=gettext("You play here: sit as your seat to write."))
            return Terms(press, ("watchers",))
        if reader.viewer not in reader.own:
            return Terms(press, why=gettext("Letters are written by whoever has the seat."))
        if press == "none":
            return Terms(press, why=gettext("At this table no letters are written while the game is on."))
        chairs = Chair.objects.filter(gathering=gathering).exclude(who="bot").exclude(seat=reader.viewer)
        others = tuple(sorted(chairs.values_list("seat", flat=True)))
        audiences: list[messages.Audience] = []
        if others:
            audiences += ["seats", "table"] if press == "private" else ["table"]
        if watched:
            audiences.append("everybody")
        why = "" if audiences else gettext("Nobody else is here who could read letters.")
        return Terms(press, tuple(audiences), others if press == "private" else (), why)

    def readable(self, row: GameTable, reader: Reader) -> Sequence[messages.Letter]:
        """Return all letters of a table that somebody may read, as they were sent."""
        return self._read(Letter.objects.filter(table=row), reader)

    def letter(self, row: GameTable, reader: Reader, key: str) -> messages.Letter | None:
        """Return one letter, None if they may not read it."""
        return next(iter(self._read(Letter.objects.filter(table=row, key=key), reader)), None)

    def _read(self, letters: Iterable[Letter], reader: Reader) -> list[messages.Letter]:
        shunned = set(Shun.objects.filter(person=reader.person).values_list("other", flat=True))
        found = letters.select_related("author") if hasattr(letters, "select_related") else letters
        return [_told(letter, reader) for letter in found if _may_read(letter, reader, shunned)]

    def write(self, row: GameTable, reader: Reader, to: object, text: object) -> str:
        """Keep a letter, tell the table's pages of it and return its id; raise Unreadable, Illegal or NotKept."""
        terms = self.terms(row, reader)
        if not terms.audiences:
            raise Illegal(terms.why, remedy=gettext("Nothing was sent."))
        audience, seats = _addressed(to, terms)
        lines = some_lines(text, gettext("The letter"), MOST_LETTERS)
        blocked = Shun.objects.filter(other=reader.person, blocks=True).values_list("person", flat=True)
        letter = Letter(
            table=row,
            author_id=reader.person,
            seat=reader.viewer,
            audience=audience,
            to=seats,
            text=lines,
            withheld=sorted(blocked),
        )

        def posted() -> None:
            self._check_pace(reader.person)
            _posted(letter)

        _kept(posted)
        tell(row, letter.key)
        return letter.key

    def _check_pace(self, person: int) -> None:
        """Count a letter, in the transaction that writes it; raise Illegal if there have been too many."""
        Person.objects.hold([person])
        wait = self._pacer.wait(person)
        if wait:
            raise Illegal(
                gettext("You have written many letters at once."),
                remedy=gettext("Send it again in %(count)s seconds.") % {"count": math.ceil(wait)},
            )

    def shun(self, row: GameTable, reader: Reader, key: object, how: object) -> None:
        """Mute or block whoever wrote a letter; raise Unreadable, UnknownName, Illegal or NotKept."""
        if how not in ("mute", "block"):
            raise Unreadable(
                gettext("The message does not say what is wished."), remedy=gettext('Send {"how": "mute"} or "block".')
            )
        letter = self._other(row, reader, key)
        blocks = how == "block"
        _kept(
            lambda: Shun.objects.update_or_create(
                person_id=reader.person, other_id=letter.author_id, defaults={"blocks": blocks}
            )
        )

    def report(self, row: GameTable, reader: Reader, key: object, reason: object) -> None:
        """Tell the moderators of a letter; raise as `shun`."""
        said = one_line(reason, gettext("The reason"), MOST_REASON)
        if not said:
            raise Illegal(
                gettext("It does not say what is wrong with the letter."), remedy=gettext("Say it in a line.")
            )
        letter = self._other(row, reader, key)
        _kept(
            lambda: Report.objects.update_or_create(
                letter=letter, reporter_id=reader.person, defaults={"reason": said, "settled": False}
            )
        )

    def _other(self, row: GameTable, reader: Reader, key: object) -> Letter:
        """Return somebody else's letter that the reader may read, and they have an account; raise as `shun`."""
        letter = Letter.objects.filter(table=row, key=key).first() if isinstance(key, str) else None
        if letter is None or not self.letter(row, reader, letter.key):
            raise UnknownName(gettext("There is no such letter here."), remedy=gettext("Choose one that you can read."))
        if not reader.person:
            raise Illegal(
                gettext("Only somebody who has signed in can do that."), remedy=gettext("Sign in, or play as a guest.")
            )
        if letter.author_id is None or letter.author_id == reader.person:
            raise Illegal(
                gettext("This letter is nobody else’s."), remedy=gettext("Choose the letter of somebody else.")
            )
        return letter


def _posted(letter: Letter) -> None:
    """Keep a letter, and note for those who play and may read it that it has come."""
    letter.save()
    if letter.audience == Audience.WATCHERS:
        return
    chairs = Chair.objects.filter(gathering__table=letter.table, who="person", taken=True).select_related("person")
    to = chairs.filter(seat__in=letter.to) if letter.audience == Audience.SEATS else chairs
    deaf = set(Shun.objects.filter(other=letter.author_id).values_list("person", flat=True)) | set(letter.withheld)
    people = [one for one in news.players(to) if one.pk != letter.author_id and one.pk not in deaf]
    news.letter_came(_gathering(letter.table), people, letter.key, letter.sent)


def tell(row: GameTable, key: str = "") -> None:
    """Tell the pages at a table of a new letter, or to look at all of them again. Each decides for its own reader."""
    say_now(group_of(row.code), {"type": "table.letter", "key": key})


def _gathering(row: GameTable) -> Gathering:
    """Return how a table came about; raise Illegal for one at which there are no letters."""
    gathering = Gathering.objects.filter(table=row).first() if row.pk is not None else None
    if gathering is None:
        raise Illegal(gettext("There are no letters at this table."), remedy=gettext("Play on without."))
    return gathering


def _terms_when_over(press: Press, reader: Reader) -> Terms:
    """All may talk to all once a game is over, as the seat that they had or as somebody who looks on."""
    if reader.viewer in reader.own or reader.viewer == SPECTATOR:
        return Terms(press, ("everybody",))
    return Terms(press, why=gettext("Letters are written by whoever has the seat."))


def _silenced(silence: Silence) -> str:
    if silence.until is None:
        return gettext("The moderators have taken letters from you: %(why)s") % {"why": silence.why}
    return gettext("The moderators have taken letters from you until %(day)s: %(why)s") % {
        "day": date_format(silence.until, "SHORT_DATETIME_FORMAT"),
        "why": silence.why,
    }


def _may_read(letter: Letter, reader: Reader, shunned: set[int]) -> bool:
    """Whether a letter is for somebody: by their seat while the game is on, all letters once it is over. What they do
    not want, and what was held back from them, is not.
    """
    if reader.person:
        if letter.author_id == reader.person and letter.seat == reader.viewer:
            return True
        if letter.author_id in shunned or reader.person in letter.withheld:
            return False
    if reader.over:
        return True
    if reader.viewer == SPECTATOR:
        aside = bool(reader.person) and not reader.own  # who plays here looks on without hearing what is said of it
        heard = (
            letter.audience == Audience.EVERYBODY and not reader.late
        )  # those who play write of what is on the board
        return heard or (letter.audience == Audience.WATCHERS and aside)
    if reader.viewer not in reader.own:
        return False
    among = letter.audience in (Audience.TABLE, Audience.EVERYBODY)
    return among or reader.viewer == letter.seat or reader.viewer in letter.to


def _told(letter: Letter, reader: Reader) -> messages.Letter:
    who = "" if letter.seat >= 0 else letter.author.username if letter.author else gettext("a player who has left")
    return messages.Letter(
        id=letter.key,
        seat=letter.seat,
        who=who,
        mine=bool(reader.person) and letter.author_id == reader.person,
        audience=cast(messages.Audience, letter.audience),
        to=tuple(letter.to),
        at=int(letter.sent.timestamp() * 1000),
        text="" if letter.hidden else letter.text,
        hidden=letter.hidden,
    )


def _addressed(to: object, terms: Terms) -> tuple[messages.Audience, list[int]]:
    """Read to whom a letter is; raise Unreadable or Illegal."""
    if isinstance(to, list) and to and all(isinstance(seat, int) and not isinstance(seat, bool) for seat in to):
        if "seats" not in terms.audiences or not set(to) <= set(terms.seats):
            raise Illegal(
                gettext("You cannot write to these seats alone."),
                remedy=gettext("Write to others who play, if the table has private letters."),
            )
        return "seats", sorted(set(to))
    for audience in terms.audiences:
        if to == audience and audience != "seats":
            return audience, []
    raise Illegal(
        gettext("The letter is to nobody who would read it."),
        remedy=gettext("Write to %(whom)s.")
        % {"whom": ", ".join("[0]" if one == "seats" else f"“{one}”" for one in terms.audiences)},
    )


def _kept(act: Callable[[], _Done]) -> _Done:
    """Write something down, whole; raise NotKept when the disk refuses."""
    try:
        with transaction.atomic():
            return act()
    except (Error, OSError) as error:
        raise NotKept(
            gettext("It could not be written to disk (%(why)s).") % {"why": trouble.reason(error)},
            remedy=gettext("Try it again in a while."),
        ) from None


def blocks(person: int | None, other: int) -> bool:
    """Whether somebody has blocked another."""
    return person is not None and Shun.objects.filter(person=person, other=other, blocks=True).exists()


def shunned(person: int) -> list[Shun]:
    """Return whose letters somebody does not want."""
    return list(Shun.objects.filter(Q(person=person)).select_related("other"))
