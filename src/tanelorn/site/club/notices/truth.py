"""Whether what there is to tell is still so when it is told."""

from __future__ import annotations

from tanelorn.site.club.gathering.models import Chair
from tanelorn.site.club.notices.models import News
from tanelorn.site.club.pace.agreements import is_proposed
from tanelorn.site.club.pace.clocks import running
from tanelorn.site.club.people.models import Notice
from tanelorn.site.club.talk.models import Letter
from tanelorn.site.models import GameTable


def is_so(news: News) -> bool:
    """Whether something is still so, and still wanted; expects the news with its person, gathering and table."""
    if not news.person.wants(Notice(news.what)):
        return False
    table = news.gathering.table
    if news.what == Notice.ASKED:
        return (
            table is None
            and Chair.objects.filter(gathering=news.gathering_id, person=news.person_id, taken=False).exists()
        )
    if table is None or table.removed is not None:
        return False
    if news.what == Notice.OVER:
        return table.ended
    if news.what == Notice.PROPOSED:
        return is_proposed(table, int(news.mark))
    if news.what == Notice.NEAR and not _runs(table, news.mark):
        return False
    if news.what == Notice.REPLACED:
        return not Chair.objects.filter(gathering=news.gathering_id, person=news.person_id).exists()
    if news.what == Notice.LETTER:
        return Letter.objects.filter(key=news.mark, hidden=False).exists()
    return not news.past and not table.ended and table.frozen is None


def _runs(table: GameTable, mark: str) -> bool:
    """Whether the clock runs of which somebody is to be told."""
    seat, moment = map(int, mark.split())
    return running(table).filter(seat=seat, moment=moment).exists()
